//! The toolchain: Rust, Node, the wasm32 target, and in `target/tools` the pinned tools of some steps.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::paths::{Paths, find_on_path};
use crate::report::run_step;
use crate::{ErrorText, command, system};

/// Node 20 is the oldest that the web packages support.
const NODE_MAJOR: u32 = 20;

/// Where each can be downloaded.
const RUST_HOME: &str = "https://rustup.rs";

const NODE_HOME: &str = "https://nodejs.org";

/// A cargo tool whose version the build depends on.
pub struct Tool {
    /// The crate.
    pub name: &'static str,
    /// The program that the crate installs.
    pub program: &'static str,
    /// The exact version.
    pub version: &'static str,
}

/// Checks licences and security advisories.
pub const CARGO_DENY: Tool = Tool { name: "cargo-deny", program: "cargo-deny", version: "0.20.2" };

/// Drives Firefox for the tests.
pub const GECKODRIVER: Tool = Tool { name: "geckodriver", program: "geckodriver", version: "0.37.1" };

/// Checks that Rust and Node are installed and new enough.
pub fn check_versions() -> Result<(), ErrorText> {
    let rust = find_version("rustc")
        .ok_or(format!("Rust is missing. Install it from {RUST_HOME} and try again."))?;
    let least = env!("CARGO_PKG_RUST_VERSION");
    if parse_version(&rust) < parse_version(least) {
        return Err(format!(
            "Rust {rust} is too old: {least} or newer is needed. Run 'rustup update stable'."
        ));
    }
    let node = find_version("node")
        .ok_or(format!("Node.js is missing. Install {NODE_MAJOR} or newer from {NODE_HOME}."))?;
    if parse_version(&node) < vec![NODE_MAJOR] {
        return Err(format!(
            "Node.js {node} is too old: {NODE_MAJOR} or newer is needed. Install it from {NODE_HOME}."
        ));
    }
    if find_version(npm_program()).is_none() {
        return Err(format!("npm is missing. It comes with Node.js: install it from {NODE_HOME}."));
    }
    println!("  Rust {rust}, Node {node}");
    Ok(())
}

/// Adds the wasm32 target if it is not installed.
pub fn install_wasm_target() -> Result<(), ErrorText> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let sysroot = command::run_quietly(Command::new("rustc").args(["--print", "sysroot"]))?;
    if PathBuf::from(sysroot.trim()).join("lib/rustlib").join(TARGET).join("lib").is_dir() {
        return Ok(());
    }
    command::run(Command::new("rustup").args(["target", "add", TARGET])).map_err(|sentence| {
        format!("{sentence} The Rust target {TARGET} is needed: add it with rustup ({RUST_HOME}) or your system's packages.")
    })
}

/// Installs a pinned tool into `target/tools`, unless it is installed already.
pub fn install(paths: &Paths, tool: &Tool) -> Result<(), ErrorText> {
    let program = paths.tools().join("bin").join(tool.program);
    let present = command::run_quietly(Command::new(&program).arg("--version"));
    if present.is_ok_and(|text| text.split_whitespace().any(|word| word == tool.version)) {
        return Ok(());
    }
    println!("  {} {} (once)", tool.name, tool.version);
    let mut cargo = command::cargo_command();
    cargo.args(["install", "--debug", "--quiet", "--force", tool.name, "--version"]);
    cargo.arg(format!("={}", tool.version)).arg("--root").arg(paths.tools()).arg("--locked");
    // Without optimisation and debug information, the tools build in seconds and are fast enough.
    cargo.env("CARGO_TARGET_DIR", paths.target.join("tools-build")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    command::run(&mut cargo)
}

/// The name of npm on this system.
pub fn npm_program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn find_version(program: &str) -> Option<String> {
    let text = command::run_quietly(Command::new(program).arg("--version")).ok()?;
    let word = text
        .split_whitespace()
        .find(|word| word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit()))?;
    Some(word.trim_start_matches('v').to_owned())
}

fn parse_version(version: &str) -> Vec<u32> {
    version.split(['.', '-']).map_while(|part| part.parse().ok()).collect()
}

// The PDF tests read PDFs with poppler's tools.

/// Installs `pdftotext` and `pdfinfo` if they are missing.
pub fn ensure() -> Result<(), ErrorText> {
    let there = ["pdftotext", "pdfinfo"].iter().all(|tool| find_on_path(tool).is_some());
    if there {
        return Ok(());
    }
    system::install(&["poppler-utils"], "The PDF tests need poppler's pdftotext.")
}

// `cargo xtask deps`: licences, advisories and sources of the dependencies.

/// Runs cargo-deny with `deny.toml`.
pub fn check_dependencies() -> Result<ExitCode, ErrorText> {
    let paths = Paths::find()?;
    run_step("cargo-deny in target/tools", || install(&paths, &CARGO_DENY))?;
    let check = |what: &[&str]| {
        let mut deny = Command::new(paths.tools().join("bin").join(CARGO_DENY.program));
        command::run(deny.args(["--workspace", "check"]).args(what).current_dir(&paths.root))
    };
    run_step("Licences, bans and sources", || check(&["licenses", "bans", "sources"]))?;
    // This runs last and separately, because only the advisory database needs the network.
    run_step("Advisories", || check(&["advisories"]))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        assert!(parse_version("1.100.0") > parse_version("1.90"));
        assert!(parse_version("1.90.0") >= parse_version("1.90"));
        assert!(parse_version("1.89.0-nightly") < parse_version("1.90"));
        assert!(parse_version("18.19.1") < vec![NODE_MAJOR]);
        assert!(parse_version("20.20.2") >= vec![NODE_MAJOR]);
    }
}
