//! Citations of the pages in `docs/`. A comment or a test cites a section by its number or its heading. These tests fail
//! if a cited page, section or heading does not exist, if a link of a page leads nowhere, or if a page names a path that
//! no file has.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

/// The folders whose files contain citations.
const FOLDERS: [&str; 9] =
    ["core", "core-wasm", "docs", "server", "tests", "web/e2e", "web/scripts", "web/src", "xtask"];

/// The endings of the files that are checked.
const EXTENSIONS: [&str; 10] = ["css", "html", "json", "md", "mjs", "rs", "toml", "ts", "tsx", "typ"];

/// Folders with build output.
const BUILD_FOLDERS: [&str; 4] = ["dist", "node_modules", "pkg", "target"];

/// The pages outside `docs/` whose links to files are checked, relative to the root.
const OUTSIDE: [&str; 4] = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];

/// The pages that name files by their paths relative to the root.
const PAGES_WITH_PATHS: [&str; 6] =
    ["changing.md", "design.md", "glossary.md", "product.md", "rules.md", "tax.md"];

/// A page named with its folder `docs/`, perhaps followed by section numbers or the beginning of a heading.
static CITATION: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"docs/([\w-]+\.md)`?(?:,? sections? (\d+(?:(?:, and |, | and | to )\d+)*)|, ([A-Z][^.;()]*))?",
    )
});

/// A page named without its folder.
static BARE_NAME: LazyLock<Regex> = LazyLock::new(|| expression(r"(?:^|[^\w/.-])(\w[\w-]*\.md)\b"));

/// A link to a page, and its anchor.
static LINK: LazyLock<Regex> = LazyLock::new(|| expression(r"\]\(([\w./-]*\.md)?(?:#([\w-]+))?\)"));

/// A link to a file, relative to its page.
static FILE_LINK: LazyLock<Regex> = LazyLock::new(|| expression(r"\]\(([^)#\s:]+)(?:#[\w-]*)?\)"));

/// A path relative to the root, in code style.
static PATH: LazyLock<Regex> =
    LazyLock::new(|| expression(r"`((?:core|core-wasm|migrations|server|tests|web|xtask)(?:/[\w.-]+)+/?)`"));

static NUMBER: LazyLock<Regex> = LazyLock::new(|| expression(r"\d+"));

fn expression(text: &str) -> Regex {
    Regex::new(text).expect("a regular expression")
}

/// The headings of each page, by the name of the page.
type Pages = BTreeMap<String, Vec<String>>;

/// The headings of a page without their `#` characters; code blocks are skipped.
fn headings(page: &str) -> Vec<String> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        let heading = line.trim_start_matches('#');
        if !in_code && heading.len() < line.len() && heading.starts_with(' ') {
            found.push(heading.trim().to_owned());
        }
    }
    found
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let characters = lower.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    });
    characters.collect()
}

/// A heading without its leading number.
fn title(heading: &str) -> &str {
    heading.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '))
}

/// A text as one line without comment markers, and the position at which each of its lines begins.
fn join_lines(text: &str) -> (String, Vec<usize>) {
    let mut line = String::new();
    let mut begins = Vec::new();
    for part in text.lines() {
        begins.push(line.len());
        let part = part.trim();
        let markers = ["//!", "///", "//", "/**", "/*", "*", "#"];
        let marker = markers.iter().find_map(|marker| part.strip_prefix(marker));
        line.push_str(marker.unwrap_or(part).trim_start());
        line.push(' ');
    }
    (line, begins)
}

/// The citations in a text that don't exist in the pages: the line number, and what is missing.
fn find_missing(text: &str, pages: &Pages) -> Vec<(usize, String)> {
    let (line, begins) = join_lines(text);
    let number_of = |at: usize| begins.partition_point(|begin| *begin <= at);
    let mut found = Vec::new();
    for citation in CITATION.captures_iter(&line) {
        let at = citation.get(0).map_or(0, |all| all.start());
        let mut report = |what: String| found.push((number_of(at), what));
        let page = &citation[1];
        let Some(headings) = pages.get(page) else {
            report(format!("docs/{page} does not exist"));
            continue;
        };
        if let Some(numbers) = citation.get(2) {
            for number in NUMBER.find_iter(numbers.as_str()) {
                let begin = format!("{}. ", number.as_str());
                if !headings.iter().any(|it| it.starts_with(&begin)) {
                    report(format!("docs/{page} has no section {}", number.as_str()));
                }
            }
        }
        if let Some(rest) = citation.get(3) {
            let rest = rest.as_str();
            if !headings.iter().any(|it| rest.starts_with(title(it))) {
                report(format!("docs/{page} has no heading '{}'", rest.trim()));
            }
        }
    }
    found
}

/// The pages that a source file names without their folder. `is_there` returns whether a file with that name is at the
/// root or next to the source.
fn find_bare_names(text: &str, is_there: impl Fn(&str) -> bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for name in BARE_NAME.captures_iter(line) {
            if !is_there(&name[1]) {
                found.push((at + 1, format!("{} is cited without 'docs/'", &name[1])));
            }
        }
    }
    found
}

/// The links on a page that lead nowhere; `name` is the name of the page.
fn find_dead_links(name: &str, text: &str, pages: &Pages) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for link in LINK.captures_iter(line) {
            let page = link.get(1).map_or(name, |page| page.as_str());
            // A link to a file outside docs/ is checked elsewhere, with the links to files.
            if page.contains('/') {
                continue;
            }
            let Some(headings) = pages.get(page) else {
                found.push((at + 1, format!("the link leads to no page: {page}")));
                continue;
            };
            let wanted = link.get(2).map_or("", |wanted| wanted.as_str());
            if !wanted.is_empty() && !headings.iter().any(|it| anchor(it) == wanted) {
                found.push((at + 1, format!("{page} has no heading for #{wanted}")));
            }
        }
    }
    found
}

/// The repository's root.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("a folder above").to_owned()
}

/// Adds the files in a folder that are checked.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !BUILD_FOLDERS.contains(&name.as_ref()) {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|ending| {
            let ending = ending.to_string_lossy();
            EXTENSIONS.contains(&ending.as_ref())
        }) {
            files.push(path);
        }
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The headings of every page.
fn pages(root: &Path) -> Pages {
    let mut files = Vec::new();
    collect(&root.join("docs"), &mut files);
    let pages = files.iter().map(|path| {
        let name = path.file_name().unwrap_or_default();
        (name.to_string_lossy().into_owned(), headings(&read(path)))
    });
    pages.collect()
}

/// Fails if there are any faults, listing each with its file and line.
fn expect_none(root: &Path, faults: Vec<(PathBuf, usize, String)>) {
    let lines = faults.iter().map(|(path, line, what)| {
        let path = path.strip_prefix(root).unwrap_or(path).display();
        format!("{path}:{line}: {what}\n")
    });
    let lines: String = lines.collect();
    assert!(lines.is_empty(), "\n{lines}");
}

/// Every file that is checked, except this one, whose tests cite things that don't exist.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        collect(&root.join(folder), &mut files);
    }
    files.retain(|path| !path.ends_with("xtask/src/citations.rs"));
    files.sort();
    files
}

#[test]
fn every_cited_page_section_and_heading_exists() {
    let root = root();
    let pages = pages(&root);
    let files = sources(&root);
    let mut faults = Vec::new();
    let mut cited = 0;
    for path in &files {
        let text = read(path);
        let is_page = path.starts_with(root.join("docs"));
        let beside = path.parent().unwrap_or(&root);
        let is_there = |name: &str| root.join(name).is_file() || beside.join(name).is_file();
        let mut found = find_missing(&text, &pages);
        if !is_page {
            found.extend(find_bare_names(&text, is_there));
        }
        cited += CITATION.find_iter(&text).count();
        faults.extend(found.into_iter().map(|(line, what)| (path.clone(), line, what)));
    }
    expect_none(&root, faults);
    assert!(cited > 100, "only {cited} citations in {} files", files.len());
}

#[test]
fn every_link_between_pages_leads_to_a_heading() {
    let root = root();
    let pages = pages(&root);
    let mut faults = Vec::new();
    for name in pages.keys() {
        let path = root.join("docs").join(name);
        let found = find_dead_links(name, &read(&path), &pages);
        faults.extend(found.into_iter().map(|(line, what)| (path.clone(), line, what)));
    }
    expect_none(&root, faults);
}

#[test]
fn every_linked_file_exists() {
    let root = root();
    let outside = OUTSIDE.iter().map(|name| root.join(name));
    let pages = pages(&root);
    let inside = pages.keys().map(|name| root.join("docs").join(name));
    let mut faults = Vec::new();
    for page in outside.chain(inside) {
        let folder = page.parent().unwrap_or(&root);
        for (at, line) in read(&page).lines().enumerate() {
            for link in FILE_LINK.captures_iter(line) {
                if !folder.join(&link[1]).exists() {
                    let what = format!("the link leads to no file: {}", &link[1]);
                    faults.push((page.clone(), at + 1, what));
                }
            }
        }
    }
    expect_none(&root, faults);
}

#[test]
fn every_path_that_a_page_names_has_a_file() {
    let root = root();
    let mut faults = Vec::new();
    for name in PAGES_WITH_PATHS {
        let page = root.join("docs").join(name);
        for (at, line) in read(&page).lines().enumerate() {
            for path in PATH.captures_iter(line) {
                if !root.join(&path[1]).exists() {
                    faults.push((page.clone(), at + 1, format!("{} does not exist", &path[1])));
                }
            }
        }
    }
    expect_none(&root, faults);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_pages() -> Pages {
        let page = "# Rules\n\n## 1. Numbers\n\n```\n# no heading\n```\n\n## 2. A document (quote)\n";
        let design = "# Design\n\n## Look\n\n## Edits\n";
        [("rules.md", page), ("design.md", design)]
            .map(|(name, text)| (name.to_owned(), headings(text)))
            .into()
    }

    fn reports(text: &str) -> Vec<(usize, String)> {
        find_missing(text, &two_pages())
    }

    #[test]
    fn what_exists_is_not_reported() {
        for text in [
            "//! Numbers (docs/rules.md, section 1).",
            "/// (`docs/rules.md`, sections 1 and 2, step 3)",
            "/// A long line (docs/rules.md,\n    /// section 2).",
            "# A comment (docs/rules.md, sections 1 to 2)",
            "/* Colours (docs/design.md, Look). */",
            "\"rule\": \"docs/design.md, Edits: both\"",
            "// docs/rules.md's example",
        ] {
            assert!(reports(text).is_empty(), "{text}: {:?}", reports(text));
        }
    }

    #[test]
    fn what_does_not_exist_is_reported_with_its_line() {
        for (text, line, what) in [
            ("\n// docs/spec.md, section 1", 2, "docs/spec.md does not exist"),
            ("// docs/rules.md, section 3.", 1, "docs/rules.md has no section 3"),
            ("//! (docs/rules.md,\n//! sections 1, 2 and 12)", 1, "docs/rules.md has no section 12"),
            ("/* (docs/design.md, Words) */", 1, "docs/design.md has no heading 'Words'"),
        ] {
            assert_eq!(reports(text), [(line, what.to_owned())], "{text}");
        }
    }

    #[test]
    fn reports_a_page_cited_without_its_folder() {
        let is_there = |name: &str| name == "README.md";
        let text = "// README.md, docs/rules.md and crate/README.md\n// spec.md, section 3";
        let wanted = (2, "spec.md is cited without 'docs/'".to_owned());
        assert_eq!(find_bare_names(text, is_there), [wanted]);
    }

    #[test]
    fn a_link_needs_its_page_and_its_heading() {
        let text = "[a](rules.md) [b](rules.md#2-a-document-quote) [c](#1-numbers)\n\
                    [d](rules.md#3-more) [e](tax.md) [f](#look)";
        let whats: Vec<_> = find_dead_links("rules.md", text, &two_pages())
            .into_iter()
            .map(|(line, what)| format!("{line}: {what}"))
            .collect();
        assert_eq!(
            whats,
            [
                "2: rules.md has no heading for #3-more",
                "2: the link leads to no page: tax.md",
                "2: rules.md has no heading for #look",
            ]
        );
    }
}
