//! Embeds the web client that was built into `web/dist`, or a plain page where there is none.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo says where to write"));
    let dist = here.join("../../web/dist");
    let notices = here.join("../../NOTICES.md");
    println!("cargo::rerun-if-changed=build.rs");
    // A folder that is not there yet would make cargo run this every time: its parent stands in for it.
    let watched = if dist.exists() { dist.clone() } else { here.join("src") };
    println!("cargo::rerun-if-changed={}", watched.display());
    println!("cargo::rerun-if-env-changed=CROUPIER_WEB_DIST");
    let dist = env::var_os("CROUPIER_WEB_DIST").map_or(dist, PathBuf::from);
    let mut files = vec![];
    if dist.join("index.html").exists() {
        collect(&dist, &dist, &mut files);
    }
    files.sort();
    let mut code = String::from("static FILES: &[WebFile] = &[\n");
    for name in files.iter().filter(|it| !is_packed(it)) {
        let path = dist.join(name);
        let packed = |ending: &str| {
            let name = format!("{name}.{ending}");
            match files.contains(&name) {
                true => format!("Some(include_bytes!({:?}))", dist.join(name)),
                false => "None".to_owned(),
            }
        };
        let (br, gz) = (packed("br"), packed("gz"));
        let plain = format!("include_bytes!({path:?})");
        let _ =
            writeln!(code, "    WebFile {{ path: {name:?}, plain: {plain}, br: {br}, gz: {gz} }},");
    }
    if notices.exists() {
        println!("cargo::rerun-if-changed={}", notices.display());
        let plain = format!("include_bytes!({notices:?})");
        let _ = writeln!(
            code,
            "    WebFile {{ path: \"licences.txt\", plain: {plain}, br: None, gz: None }},"
        );
    }
    code.push_str("];\n");
    fs::write(out.join("web_files.rs"), code).expect("the output folder can be written");
}

fn is_packed(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|it| it == "br" || it == "gz" || it == "map")
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(name) = path.strip_prefix(root) {
            let parts: Vec<_> = name.iter().map(|it| it.to_string_lossy()).collect();
            files.push(parts.join("/"));
        }
    }
}
