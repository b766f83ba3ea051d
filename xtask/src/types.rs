//! The TypeScript types that ts-rs exports from Rust, and their drift.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::ErrorText;
use crate::command;
use crate::counts::Counts;
use crate::paths::Paths;
use crate::run_lock::RunLock;
use crate::rust_tests::{self, RustTestKind};
use crate::scratch::Scratch;

/// Where the committed files are.
const COMMITTED: &str = "web/src/api/generated";
/// The feature that makes the types export themselves.
pub const FEATURES: &str = "plumbline/typescript";

/// Sets where ts-rs writes, and that an i64 becomes a number.
pub fn export_to<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command.env("TS_RS_EXPORT_DIR", folder).env("TS_RS_LARGE_INT", "number")
}

/// `cargo xtask types`: generates the committed files again.
pub fn write_types() -> Result<std::process::ExitCode, ErrorText> {
    let paths = Paths::find()?;
    let _turn = RunLock::acquire(&paths)?;
    let _scratch = Scratch::new(&paths)?;
    let folder = paths.root.join(COMMITTED);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{COMMITTED} could not be cleared: {e}"))?;
    }
    let mut cargo = command::cargo_command();
    // The same targets as in a test run: with fewer, cargo would compile every dependency again.
    cargo.args(["test", "--quiet", "--workspace", "--features", FEATURES, "export_bindings"]);
    command::run(export_to(&mut cargo, &folder).current_dir(&paths.root))?;
    println!("{} files in {COMMITTED}", read(&folder)?.len());
    Ok(std::process::ExitCode::SUCCESS)
}

/// Compares newly exported files with the committed ones; each committed file is one check. If the unit tests have not
/// exported them yet, they are exported now.
pub fn check_drift(paths: &Paths, fresh: &Path) -> Result<Counts, ErrorText> {
    if !fresh.exists() {
        let names = ["export_bindings".to_owned()];
        let mut tests = rust_tests::test_command(paths, RustTestKind::Unit, 2, &names);
        rust_tests::run(export_to(&mut tests, fresh))?;
    }
    let committed = read(&paths.root.join(COMMITTED))?;
    let fresh = read(fresh)?;
    let differing: Vec<&str> = committed
        .keys()
        .chain(fresh.keys())
        .filter(|name| committed.get(*name) != fresh.get(*name))
        .map(String::as_str)
        .collect();
    if fresh.is_empty() {
        return Err("no type was exported: the test step before this one failed.".into());
    }
    if differing.is_empty() {
        return Ok(Counts { passed: fresh.len() as u64, failed: 0 });
    }
    let mut names: Vec<&str> = differing;
    names.dedup();
    Err(format!(
        "generated types differ from Rust: {}. Run 'cargo xtask types' and commit.",
        names.join(", ")
    ))
}

fn read(folder: &Path) -> Result<BTreeMap<String, String>, ErrorText> {
    let mut files = BTreeMap::new();
    collect(folder, folder, &mut files)
        .map_err(|e| format!("{} could not be read: {e}", folder.display()))?;
    Ok(files)
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) -> std::io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if path.extension().is_some_and(|e| e == "ts") {
            let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            files.insert(name, fs::read_to_string(&path)?.replace("\r\n", "\n"));
        }
    }
    Ok(())
}
