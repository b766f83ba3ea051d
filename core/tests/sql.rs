//! SQL is in the stores: the file `store.rs` or the folder `store` of the capability whose tables it reads. Statements
//! are made by `platform/src/db/sql.rs` and `table.rs`, which report them, so that both databases can be compared with
//! the types that are read.

mod source_files;

use std::path::Path;

use source_files::list_rust_files;

/// The crates with SQL, relative to the folder of `core`.
const CRATES: [&str; 5] = [
    "../server/platform/src",
    "../server/records/src",
    "../server/tax/src",
    "../server/work/src",
    "../server/app/src",
];

/// What makes statements, and a module that is a store as a whole.
const STORES: [&str; 2] = ["platform/src/db/", "records/src/summaries/"];

/// What only stores contain: what makes a statement, and how statements and conditions begin.
const SQL: [&str; 13] = [
    "sql::query",
    "::select(\"",
    "::select(&",
    "packed_rows::find_",
    "AssertSqlSafe",
    "\"SELECT ",
    "\"INSERT INTO ",
    "\"UPDATE ",
    "\"DELETE FROM ",
    "\"WHERE ",
    "\"user_id = $1",
    ".upsert()",
    ".update_version(",
];

/// What only `platform/src/db` contains, since it makes statements that nobody reports, or reads rows without a type.
const UNREPORTED: [&str; 7] =
    ["sqlx::query(", "sqlx::query_", "sqlx::raw_sql", "QueryBuilder", "AnyRow", ".try_map(", "sqlx::Row"];

#[test]
fn sql_is_in_the_stores() {
    let found = find_lines(|path| !is_store(path), &SQL);
    assert!(found.is_empty(), "move these into the capability's store:\n{}", found.join("\n"));
}

#[test]
fn statements_are_reported() {
    let found = find_lines(|path| !path.contains(STORES[0]), &UNREPORTED);
    assert!(found.is_empty(), "make these with `plumbline_platform::db::sql`:\n{}", found.join("\n"));
}

#[test]
fn finds_lines_of_code_with_one_of_the_texts() {
    let text = "let one = sql::query(\n// sql::query\nlet two = 2;\n#[cfg(test)]\nmod tests {\nsql::query(";
    assert_eq!(lines_with(text, &SQL), [1]);
    assert!(is_store("server/work/src/chasing/store.rs") && is_store("server/work/src/card/store/mod.rs"));
    assert!(!is_store("server/work/src/dashboard/mod.rs") && !is_store("server/work/src/restore.rs"));
}

fn is_store(path: &str) -> bool {
    let is_named = path.ends_with("/store.rs") || path.contains("/store/");
    is_named || STORES.iter().any(|store| path.contains(store))
}

/// Each line of these files' code that contains one of the texts. Tests may contain any.
fn find_lines(is_wanted: impl Fn(&str) -> bool, texts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut files = 0;
    for file in CRATES.iter().flat_map(|folder| list_rust_files(Path::new(folder))) {
        let path = file.to_string_lossy().replace('\\', "/");
        if path.ends_with("tests.rs") || !is_wanted(&path) {
            continue;
        }
        files += 1;
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        found.extend(lines_with(&text, texts).into_iter().map(|line| format!("{path}:{line}")));
    }
    assert!(files > 100, "only {files} files were read");
    found
}

fn lines_with(text: &str, texts: &[&str]) -> Vec<usize> {
    let (code, _) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((text, ""));
    let is_found =
        |line: &str| !line.trim_start().starts_with("//") && texts.iter().any(|it| line.contains(it));
    (1..).zip(code.lines()).filter(|(_, line)| is_found(line)).map(|(number, _)| number).collect()
}
