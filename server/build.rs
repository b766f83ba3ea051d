//! Makes sure that `web/dist` exists, so that the server compiles before the web was ever built.

use std::path::Path;

fn main() {
    let dist = Path::new("../web/dist");
    println!("cargo:rerun-if-changed=../web/dist");
    println!("cargo:rerun-if-changed=../migrations");
    println!("cargo:rerun-if-changed=templates");
    pack_relocations();
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo:warning=cannot create {}: {error}", dist.display());
    }
}

/// What the loader puts right in a program that may lie anywhere in memory, packed: three megabytes less of it. The C
/// library has known how to read this since 2.36 (Debian 12, Ubuntu 22.10).
fn pack_relocations() {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("PROFILE", "release")
    {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
