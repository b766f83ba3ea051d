//! Makes sure that `web/dist` exists, so that the server compiles before the web was ever built.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    println!("cargo:rerun-if-changed=build.rs");
    // A debug build reads both from the clone when it runs.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../../web/dist");
        println!("cargo:rerun-if-changed=../../migrations");
    }
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo:warning=cannot create {}: {error}", dist.display());
    }
}
