//! Modules import in one direction only. Cargo checks this between crates; this test checks it between the modules of a
//! crate, from the `crate::…` paths in its sources, and lists the lines of every cycle.

mod source_files;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use source_files::list_rust_files;

/// The crates, relative to the folder of `core`, and the modules of each that aren't checked: `state` holds the
/// services, and they get it as an argument.
const CRATES: [(&str, &[&str]); 6] = [
    ("src", &[]),
    ("../server/platform/src", &["state"]),
    ("../server/records/src", &[]),
    ("../server/tax/src", &[]),
    ("../server/work/src", &[]),
    ("../server/app/src", &[]),
];

/// The layers of core, the lowest first. A module imports from its own layer and from those below.
const LAYERS: [&[&str]; 6] = [
    &["colour", "error", "json", "money", "tax", "text", "tidy", "time"],
    &["document"],
    &["calculate", "consumer", "expense", "plan"],
    &["credentials", "edit", "kind", "status"],
    &["chase", "einvoice", "list", "present", "report"],
    &["text_api", "ndjson", "preview"],
];

/// For each module, those that it imports, and for each of these the first line that imports it:
/// `documents/stored.rs:13`.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn no_module_imports_itself_through_others() {
    let mut cycles = Vec::new();
    for (folder, left_out) in CRATES {
        let mut imports = imports_in(Path::new(folder));
        for name in left_out {
            imports.remove(*name);
        }
        cycles.extend(cycles_in(&imports));
    }
    assert!(cycles.is_empty(), "\n{}", cycles.join("\n"));
}

#[test]
fn cores_modules_import_from_their_layer_and_below() {
    let layer = |name: &str| LAYERS.iter().position(|modules| modules.contains(&name));
    let imports = imports_in(Path::new("src"));
    for name in imports.keys() {
        assert!(layer(name).is_some(), "{name} is in no layer: add it to this test");
    }
    let edges = imports.iter().flat_map(|(from, to)| to.iter().map(move |(to, place)| (from, to, place)));
    let upwards: Vec<String> = edges
        .filter(|(from, to, _)| layer(from).zip(layer(to)).is_some_and(|(from, to)| to > from))
        .map(|(from, to, place)| format!("{place}: {from} imports {to}, which is in a layer above it"))
        .collect();
    assert!(upwards.is_empty(), "\n{}", upwards.join("\n"));
}

#[test]
fn finds_import_cycles_and_imported_names_with_their_lines() {
    let imports = |edges: &[(&str, &str)]| {
        let mut all = Imports::new();
        for (from, to) in edges {
            let place = format!("{from}.rs:1");
            all.entry((*from).to_owned()).or_default().insert((*to).to_owned(), place);
        }
        all
    };
    let found = cycles_in(&imports(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]));
    assert_eq!(found, ["a → b (a.rs:1), b → c (b.rs:1), c → a (c.rs:1)"]);
    assert!(cycles_in(&imports(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    let text = "use crate::db::Conn;\n// use crate::no::one;\nfn f() -> crate::e::F { $crate::h!() }\n";
    let named: Vec<(usize, String)> = named_in(text);
    assert_eq!(named, [(1, "db".to_owned()), (3, "e".to_owned()), (3, "h".to_owned())]);
}

/// The imports of each module of a crate. Tests may import from anywhere.
fn imports_in(folder: &Path) -> Imports {
    let mut imports = Imports::new();
    for file in list_rust_files(folder) {
        let path = file.strip_prefix(folder).expect("a file in the folder");
        let module = module_of(path);
        let is_test = file.file_name().is_some_and(|name| name == "tests.rs");
        if is_test || module == "lib" || module == "main" {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let of_module = imports.entry(module.clone()).or_default();
        let (code, _) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((&text, ""));
        for (line, name) in named_in(code) {
            if name != module {
                let place = format!("{}:{line}", path.display());
                of_module.entry(name).or_insert(place);
            }
        }
    }
    assert!(imports.len() > 4, "{} has only {} modules", folder.display(), imports.len());
    // A name that is no module is a macro at the root of the crate.
    let modules: BTreeSet<String> = imports.keys().cloned().collect();
    for of_module in imports.values_mut() {
        of_module.retain(|name, _| modules.contains(name));
    }
    imports
}

/// The name after each `crate::` outside a comment, with the number of its line.
fn named_in(text: &str) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            // `plumbline_crate::` would be another crate.
            let is_other = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let rest = &code[at + "crate::".len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let name = &rest[..end.unwrap_or(rest.len())];
            assert!(
                !name.is_empty() || rest.starts_with('{') || rest.is_empty(),
                "line {number} is not understood: {line}"
            );
            assert!(!rest.starts_with('{'), "one `use` for each module, please: {line}");
            if !is_other && !name.is_empty() {
                names.push((number, name.to_owned()));
            }
        }
    }
    names
}

/// One line for each module that imports itself through modules that come later in the alphabet.
fn cycles_in(imports: &Imports) -> Vec<String> {
    let mut cycles = Vec::new();
    for start in imports.keys() {
        let mut paths = vec![vec![start.as_str()]];
        let mut seen = BTreeSet::new();
        while let Some(path) = paths.pop() {
            let last = path[path.len() - 1];
            for next in imports.get(last).into_iter().flat_map(BTreeMap::keys) {
                if next == start {
                    let to = path.iter().copied().skip(1).chain([start.as_str()]);
                    let steps = path
                        .iter()
                        .zip(to)
                        .map(|(from, to)| format!("{from} → {to} ({})", imports[*from][to]));
                    cycles.push(steps.collect::<Vec<_>>().join(", "));
                } else if next > start && seen.insert(next) {
                    paths.push(path.iter().copied().chain([next.as_str()]).collect());
                }
            }
        }
    }
    cycles
}

/// The first part of a path, without `.rs`.
fn module_of(path: &Path) -> String {
    let first = path.components().next().expect("a name").as_os_str();
    first.to_string_lossy().trim_end_matches(".rs").to_owned()
}
