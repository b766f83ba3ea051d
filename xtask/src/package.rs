//! `cargo xtask package`: the rules as an npm package, in `target/npm`.
//!
//! It contains the same build as the web app, with entries for Node and for browsers, and with the TypeScript types that
//! the build refers to.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::ErrorText;
use crate::paths::Paths;
use crate::report::run_step;
use crate::run;
use crate::run_lock::RunLock;
use crate::wasm;

/// What is written by hand.
const SOURCE: &str = "core-wasm/npm";
/// What is copied from the root of the clone, to the same place in the package.
const FROM_ROOT: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "docs/rules.md"];
/// What is copied from the build. Its own entry is left out: it needs a bundler that imports WebAssembly.
const FROM_BUILD: [&str; 2] = ["plumbline_bg.js", "plumbline_bg.wasm"];
/// The types of the functions, which import the others.
const TYPES: &str = "plumbline.d.ts";

/// An import of types: their names, and the path of their file without its extension.
static IMPORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"import type \{ ([^}]+) \} from "([^"]+)";"#).expect("a regular expression")
});

/// Builds the rules, and makes the package.
pub fn make_package() -> Result<ExitCode, ErrorText> {
    let paths = Paths::find()?;
    let _turn = RunLock::acquire(&paths)?;
    run::prepare(&paths)?;
    let folder = run_step("npm package", || assemble(&paths))?;
    println!("\n'npm pack {}' makes the tarball.", folder.display());
    Ok(ExitCode::SUCCESS)
}

/// Makes the package of rules that are built already, and returns its folder.
pub fn assemble(paths: &Paths) -> Result<PathBuf, ErrorText> {
    let out = paths.target.join("npm");
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|e| format!("{} is not cleared: {e}", out.display()))?;
    }
    let source = paths.root.join(SOURCE);
    check_version(&read(&source.join("package.json"))?)?;
    let entries = fs::read_dir(&source).map_err(|e| format!("{SOURCE} could not be read: {e}"))?;
    for entry in entries.flatten() {
        copy(&entry.path(), &out.join(entry.file_name()))?;
    }
    for name in FROM_ROOT {
        copy(&paths.root.join(name), &out.join(name))?;
    }
    let build = paths.root.join(wasm::OUT);
    for name in FROM_BUILD {
        copy(&build.join(name), &out.join(name))?;
    }
    write_types(&build.join(TYPES), &out)?;
    Ok(out)
}

/// The package has the version of the workspace.
fn check_version(package: &str) -> Result<(), ErrorText> {
    let package: serde_json::Value =
        serde_json::from_str(package).map_err(|e| format!("{SOURCE}/package.json: {e}"))?;
    let (own, workspace) = (&package["version"], env!("CARGO_PKG_VERSION"));
    if own == workspace {
        return Ok(());
    }
    Err(format!(
        "{SOURCE}/package.json has the version {own}, and Cargo.toml '{workspace}': they must be the same."
    ))
}

/// Writes the types of the functions and, in `types`, every file that they import, directly or not.
fn write_types(functions: &Path, out: &Path) -> Result<(), ErrorText> {
    let text = read(functions)?;
    let mut waiting = imported_files(functions, &text);
    let mut written = BTreeMap::new();
    while let Some(file) = waiting.pop() {
        let stem = stem(&file);
        if let Some(other) = written.insert(stem.clone(), file.clone()) {
            if other != file {
                return Err(format!("two files of types are called {stem}.ts."));
            }
            continue;
        }
        let text = read(&file)?;
        waiting.extend(imported_files(&file, &text));
        let text = redirect_imports(&text, ".");
        write(&out.join("types").join(format!("{stem}.d.ts")), &text)?;
    }
    write(&out.join(TYPES), &export_imports(&text))
}

/// The files that the types in `file` import.
fn imported_files(file: &Path, text: &str) -> Vec<PathBuf> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let paths = IMPORT.captures_iter(text).map(|import| {
        let mut path = folder.to_owned();
        for part in import[2].split('/') {
            match part {
                "." => {}
                ".." => {
                    path.pop();
                }
                name => path.push(name),
            }
        }
        path.with_extension("ts")
    });
    paths.collect()
}

/// The text with its imports from files in `folder`. Each path has an extension, which TypeScript requires in packages
/// for Node.
fn redirect_imports(text: &str, folder: &str) -> String {
    let redirect = |import: &Captures| {
        let (names, stem) = (&import[1], stem(Path::new(&import[2])));
        format!(r#"import type {{ {names} }} from "{folder}/{stem}.js";"#)
    };
    IMPORT.replace_all(text, redirect).into_owned()
}

/// The types of the functions with imports from `types`, which they also export.
fn export_imports(text: &str) -> String {
    let names: Vec<&str> =
        IMPORT.captures_iter(text).filter_map(|import| import.get(1).map(|names| names.as_str())).collect();
    let text = redirect_imports(text, "./types");
    format!("{text}\nexport type {{ {} }};\n", names.join(", "))
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn read(file: &Path) -> Result<String, ErrorText> {
    fs::read_to_string(file).map_err(|e| format!("{} could not be read: {e}", file.display()))
}

fn write(file: &Path, text: &str) -> Result<(), ErrorText> {
    make_folder_of(file)?;
    fs::write(file, text).map_err(|e| format!("{} could not be written: {e}", file.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), ErrorText> {
    make_folder_of(to)?;
    let copied = fs::copy(from, to);
    copied.map_err(|e| format!("{} could not be copied: {e}", from.display()))?;
    Ok(())
}

fn make_folder_of(file: &Path) -> Result<(), ErrorText> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|e| format!("{} could not be made: {e}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "import type { Badge } from \"../../api/generated/Badge\";\n\
                        import type { A, B } from \"./more\";\nexport function f(): Badge;\n";

    #[test]
    fn imports_are_followed_from_their_file() {
        let files = imported_files(Path::new("web/src/rules/pkg/plumbline.d.ts"), TEXT);
        let wanted = ["web/src/api/generated/Badge.ts", "web/src/rules/pkg/more.ts"];
        assert_eq!(files, wanted.map(PathBuf::from));
    }

    #[test]
    fn imported_types_are_found_in_the_package_and_exported() {
        let wanted = "import type { Badge } from \"./types/Badge.js\";\n\
                      import type { A, B } from \"./types/more.js\";\nexport function f(): Badge;\n\n\
                      export type { Badge, A, B };\n";
        assert_eq!(export_imports(TEXT), wanted);
    }

    #[test]
    fn the_package_has_the_version_of_the_workspace() {
        assert!(check_version(include_str!("../../core-wasm/npm/package.json")).is_ok());
        let sentence = check_version(r#"{"version":"9.9.9"}"#).unwrap_err();
        assert!(sentence.contains("9.9.9"), "{sentence}");
    }
}
