//! Embeds the web client from `web/dist`, or nothing if it was not built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script where things are in variables"
)]
fn main() {
    let here =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo says where to write"));
    let dist = here.join("../../web/dist");
    let notices = here.join("../../NOTICES.md");
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo would rerun this script every time if the watched folder did not exist, so create it.
    // It is not part of the repository.
    if here.join("../../web/package.json").exists() && !dist.exists() {
        let _ = fs::create_dir(&dist);
    }
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
            if files.contains(&name) {
                format!("Some({})", included(&dist.join(name)))
            } else {
                "None".to_owned()
            }
        };
        let (br, gz) = (packed("br"), packed("gz"));
        let plain = included(&path);
        let _ =
            writeln!(code, "    WebFile {{ path: {name:?}, plain: {plain}, br: {br}, gz: {gz} }},");
    }
    if notices.exists() {
        println!("cargo::rerun-if-changed={}", notices.display());
        let plain = included(&notices);
        let _ = writeln!(
            code,
            "    WebFile {{ path: \"licences.txt\", plain: {plain}, br: None, gz: None }},"
        );
    }
    code.push_str("];\n");
    fs::write(out.join("web_files.rs"), code).expect("the output folder can be written");
}

/// The expression that includes a file.
fn included(path: &Path) -> String {
    format!("include_bytes!({:?})", path.display().to_string())
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
