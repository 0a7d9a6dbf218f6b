//! `cargo xtask shots`: takes the README's screenshots with a real browser at a real server.

use crate::{node, steps::Step};

pub(crate) fn steps() -> Vec<Step> {
    vec![
        Step::npm(&node::WEB),
        Step::script("web", &node::WEB, "build"),
        Step::cargo("croupier", ["build", "-p", "croupier"]),
        Step::script("shots", &node::WEB, "shots")
            .file("CROUPIER_BIN", "target/debug/croupier")
            .file("CROUPIER_PICTURES", "docs/pictures"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_is_built_before_the_program_that_embeds_it() {
        let names: Vec<_> = steps().iter().map(|step| step.name).collect();
        assert_eq!(names, ["web packages", "web", "croupier", "shots"]);
    }
}
