//! The fenced JSON blocks of a Markdown file.

/// A code block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// The heading above it.
    pub(crate) heading: String,
    /// The line of the file, counted from 1, on which its content begins.
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// All blocks marked as `json`.
pub(crate) fn json_blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = vec![];
    let mut heading = String::new();
    let mut open: Option<(&str, bool, Block)> = None;
    for (at, line) in markdown.lines().enumerate() {
        let trimmed = line.trim();
        open = match open {
            Some((fence, is_json, block)) if is_end(trimmed, fence) => {
                if is_json {
                    blocks.push(block);
                }
                None
            }
            Some((fence, is_json, mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                Some((fence, is_json, block))
            }
            None => {
                if line.starts_with('#') {
                    trimmed.trim_matches('#').trim().clone_into(&mut heading);
                }
                fence_of(trimmed).map(|fence| {
                    let language = trimmed[fence.len()..].split_whitespace().next();
                    let block =
                        Block { heading: heading.clone(), line: at + 2, text: String::new() };
                    (fence, language == Some("json"), block)
                })
            }
        };
    }
    // An unclosed fence extends to the end of the file.
    blocks.extend(open.filter(|(_, is_json, _)| *is_json).map(|(_, _, block)| block));
    blocks
}

/// Three or more backticks or tildes at the beginning of a line.
fn fence_of(line: &str) -> Option<&str> {
    let sign = line.chars().next().filter(|sign| ['`', '~'].contains(sign))?;
    let length = line.chars().take_while(|letter| *letter == sign).count();
    (length >= 3).then(|| &line[..length])
}

fn is_end(line: &str, fence: &str) -> bool {
    line.starts_with(fence) && fence_of(line).is_some_and(|end| end.len() == line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_blocks_count_and_each_knows_its_heading_and_line() {
        let text = "# One\n```json\n{}\n```\n```rust\n# not a heading\n```\n## Two ##\n~~~~ json x\n[\n~~~\n]\n~~~~\n";
        let blocks = json_blocks(text);
        let block = |heading: &str, line, text: &str| Block {
            heading: heading.to_owned(),
            line,
            text: text.to_owned(),
        };
        assert_eq!(blocks, [block("One", 3, "{}\n"), block("Two", 10, "[\n~~~\n]\n")]);
    }

    #[test]
    fn a_fence_that_is_never_closed_reaches_to_the_end() {
        assert_eq!(json_blocks("```json\n{\n").len(), 1);
        assert_eq!(json_blocks("no blocks").len(), 0);
    }
}
