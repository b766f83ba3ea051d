//! The rules for the browser: `core-wasm`, compiled by cargo, given its JavaScript by wasm-bindgen and made faster by
//! wasm-opt, in `web/src/rules/pkg`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::Failure;
use crate::command;
use crate::paths::Paths;
use crate::size;
use crate::stamp::Stamp;
use crate::tools::WASM_BINDGEN;

/// Where the web app finds the package.
const OUT: &str = "web/src/rules/pkg";

const SOURCES: [&str; 7] = [
    "Cargo.toml",
    "Cargo.lock",
    "core/Cargo.toml",
    "core/src",
    "core-wasm/Cargo.toml",
    "core-wasm/src",
    "xtask/src/wasm.rs",
];

/// What browsers and Node 20 understand. With everything on, wasm-opt writes types (stringref) that none of them
/// compiles.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds the package, only when the rules changed, and prints what a browser downloads of it.
pub fn build(paths: &Paths) -> Result<(), Failure> {
    let stamp = Stamp::of(paths, "wasm", &SOURCES, &[WASM_BINDGEN.version])?;
    let module = paths.root.join(OUT).join("plumbline_bg.wasm");
    if stamp.holds(std::slice::from_ref(&module)) {
        println!("  unchanged");
        return Ok(());
    }
    let mut cargo = command::cargo();
    cargo.args(["build", "--quiet", "--package", "plumbline-core-wasm"]);
    cargo.args(["--target", "wasm32-unknown-unknown", "--profile", "wasm"]);
    command::run(cargo.current_dir(&paths.root))?;

    let out = paths.root.join(OUT);
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|e| format!("{OUT} could not be cleared: {e}"))?;
    }
    let mut bindgen = Command::new(paths.tools().join("bin").join(WASM_BINDGEN.program));
    bindgen
        .args([
            "--target",
            "bundler",
            "--out-name",
            "plumbline",
            "--out-dir",
        ])
        .arg(&out)
        .arg(compiled(paths));
    command::run(&mut bindgen)?;

    let mut opt = Command::new(paths.npm_bin("wasm-opt"));
    opt.arg("-O3").args(FEATURES);
    command::run(opt.arg(&module).arg("-o").arg(&module))?;
    size::print("the rules", &[module])?;
    stamp.keep()
}

/// What cargo compiled.
fn compiled(paths: &Paths) -> PathBuf {
    paths
        .target
        .join("wasm32-unknown-unknown/wasm/plumbline_core_wasm.wasm")
}
