//! The rules for the browser: `core-wasm`, compiled by cargo and given its JavaScript by wasm-bindgen, in
//! `web/src/rules/pkg`. wasm-opt isn't used: it would make the download only a fifteenth smaller, and no keystroke
//! faster.

use std::fs;
use std::path::PathBuf;

use wasm_bindgen_cli_support::Bindgen;

use crate::paths::Paths;
use crate::stamp::Stamp;
use crate::{ErrorText, command, web};

/// Where the web app expects the package.
pub const OUT: &str = "web/src/rules/pkg";

const SOURCES: [&str; 7] = [
    "Cargo.toml",
    "Cargo.lock",
    "core/Cargo.toml",
    "core/src",
    "core-wasm/Cargo.toml",
    "core-wasm/src",
    "xtask/src/wasm.rs",
];

/// Builds the package, if the rules have changed, and prints the size of the browser's download.
pub fn build(paths: &Paths) -> Result<(), ErrorText> {
    let stamp = Stamp::new(paths, "wasm", &SOURCES, &[])?;
    let module = paths.root.join(OUT).join("plumbline_bg.wasm");
    if stamp.is_current(std::slice::from_ref(&module)) {
        println!("  unchanged");
        return Ok(());
    }
    let mut cargo = command::cargo_command();
    cargo.args(["build", "--quiet", "--package", "plumbline-core-wasm"]);
    cargo.args(["--target", "wasm32-unknown-unknown", "--profile", "wasm"]);
    command::run(cargo.current_dir(&paths.root))?;

    let out = paths.root.join(OUT);
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|e| format!("{OUT} could not be cleared: {e}"))?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled_path(paths)).out_name("plumbline");
    let written = bindgen.typescript(true).generate(&out);
    written.map_err(|e| format!("wasm-bindgen could not write {OUT}: {e:#}"))?;
    web::print("the rules", &[module])?;
    stamp.save()
}

/// The file that cargo compiles.
fn compiled_path(paths: &Paths) -> PathBuf {
    paths.target.join("wasm32-unknown-unknown/wasm/plumbline_core_wasm.wasm")
}
