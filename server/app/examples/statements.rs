//! Compares the statements that the HTTP tests recorded (`PLUMBLINE_STATEMENTS`) with a database that has the current
//! tables: SQLite, or the PostgreSQL at `TEST_DATABASE_URL`. `cargo xtask test` runs it after the tests:
//! `cargo run --example statements RECORD`.
//!
//! Each statement is prepared, not executed, so it doesn't matter which rows a test had. Both databases know the names
//! of a result's columns and the types of those that come from tables. Only PostgreSQL knows the types of other
//! columns, and which columns are never NULL.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::ExitCode;

use plumbline_platform::db::row::row;
use plumbline_platform::db::sql::ReadColumns as _;
use plumbline_platform::db::{Db, sqlite_file};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    AssertSqlSafe, Column as _, ConnectOptions as _, Connection as _, Executor as _, PgConnection,
    SqlSafeStr as _, SqliteConnection, Statement as _, TypeInfo as _,
};

/// The variable with the address of the PostgreSQL server.
const VARIABLE: &str = "TEST_DATABASE_URL";

#[tokio::main]
async fn main() -> ExitCode {
    let Some(record) = std::env::args().nth(1) else {
        eprintln!("the file with the recorded statements is missing");
        return ExitCode::FAILURE;
    };
    let record = std::fs::read_to_string(record).expect("a record");
    let folder = tempfile::tempdir().expect("a folder");
    let url = std::env::var(VARIABLE).ok().filter(|url| !url.is_empty());
    let mut checker = StatementChecker::open(url.as_deref(), folder.path()).await;
    let mut faults = checker.check_itself().await;
    let statements = parse_record(&record);
    for (statement, place) in &statements {
        for fault in checker.check(statement.columns, statement.sql).await {
            faults.push(format!("{place}: {fault}\n    {}", statement.sql));
        }
    }
    for fault in &faults {
        println!("  {fault}");
    }
    println!("{} statements, {} faults", statements.len(), faults.len());
    if faults.is_empty() && !statements.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A recorded statement whose columns are read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct RecordedStatement<'r> {
    /// The columns that its type reads: `id TEXT, total BIGINT NULL` (`platform/src/db/sql.rs`).
    columns: &'r str,
    sql: &'r str,
}

/// The statements of a record whose columns are read, each with one place in the source.
fn parse_record(record: &str) -> BTreeMap<RecordedStatement<'_>, &str> {
    let lines = record.lines().filter_map(|line| {
        let mut parts = line.splitn(3, '\t');
        let (place, columns, sql) = (parts.next()?, parts.next()?, parts.next()?);
        (!columns.is_empty()).then_some((RecordedStatement { columns, sql }, place))
    });
    lines.collect()
}

/// A column of a statement's result, as a database describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ResultColumn {
    name: String,
    /// Its type; `None` if the database doesn't know it.
    stored_as: Option<String>,
    /// The table that it comes from, and whether it may be NULL there; `None` for an expression.
    origin: Option<(String, bool)>,
}

/// A connection through the database's own driver, because sqlx's `Any` doesn't describe the columns of a statement.
enum StatementChecker {
    Sqlite(SqliteConnection),
    Postgres {
        conn: PgConnection,
        /// Whether a column of a table may be NULL, by table and column.
        nullable: HashMap<(String, String), bool>,
    },
}

impl StatementChecker {
    /// Creates the tables and connects.
    async fn open(url: Option<&str>, folder: &Path) -> Self {
        let db = Db::open(url, folder, 2).await.expect("a database");
        db.close().await;
        let Some(url) = url else {
            let options = SqliteConnectOptions::new().filename(sqlite_file(None, folder));
            return Self::Sqlite(options.connect().await.expect("a connection"));
        };
        let mut conn = PgConnection::connect(url).await.expect("a connection");
        // Only tables: for a view, PostgreSQL doesn't know which columns are never NULL.
        let sql = "SELECT CAST(c.relname AS TEXT), CAST(a.attname AS TEXT), NOT a.attnotnull FROM pg_attribute a \
                   JOIN pg_class c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND a.attnum > 0 \
                   AND c.relnamespace = CAST(current_schema() AS regnamespace)";
        let rows: Vec<(String, String, bool)> =
            sqlx::query_as(sql).fetch_all(&mut conn).await.expect("columns");
        let nullable = rows.into_iter().map(|(table, column, it)| ((table, column), it)).collect();
        Self::Postgres { conn, nullable }
    }

    async fn describe(&mut self, sql: &str) -> sqlx::Result<Vec<ResultColumn>> {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Ok(match self {
            Self::Sqlite(conn) => {
                let prepared = conn.prepare(sql).await?;
                let columns = prepared.columns().iter().map(|column| ResultColumn {
                    name: column.name().to_owned(),
                    stored_as: common_type(column.type_info().name()),
                    origin: None,
                });
                columns.collect()
            }
            Self::Postgres { conn, nullable } => {
                let prepared = conn.prepare(sql).await?;
                let columns = prepared.columns().iter().map(|column| {
                    let origin = column.origin();
                    let origin = origin.table_column().and_then(|it| {
                        let (table, name) = (it.table.to_string(), it.name.to_string());
                        let is_nullable = *nullable.get(&(table.clone(), name))?;
                        Some((table, is_nullable))
                    });
                    let stored_as = common_type(column.type_info().name());
                    ResultColumn { name: column.name().to_owned(), stored_as, origin }
                });
                columns.collect()
            }
        })
    }

    /// Lists the faults of a statement whose result is read as these columns.
    async fn check(&mut self, columns: &str, sql: &str) -> Vec<String> {
        match self.describe(sql).await {
            Ok(found) => compare(columns, &found, sql),
            Err(error) => vec![format!("the database refuses it: {error}")],
        }
    }

    /// Checks statements that are wrong on purpose, and returns those whose fault isn't found.
    async fn check_itself(&mut self) -> Vec<String> {
        const REFUSED: &str = "refuses it";
        const NULLABLE: &str = "may be NULL";
        let mut wrong = vec![
            ("SELECT id, nickname FROM users WHERE id = $1", REFUSED),
            ("SELECT id, email AS mail, created_at FROM users WHERE id = $1", "no column 'email'"),
            ("SELECT id, created_at AS email, created_at FROM users WHERE id = $1", "email BIGINT"),
        ];
        let only_other = match self {
            Self::Sqlite(_) => "SELECT id, email, created_at FROM users FOR UPDATE",
            Self::Postgres { .. } => "SELECT id, email, created_at FROM users INDEXED BY users_email",
        };
        wrong.push((only_other, REFUSED));
        if let Self::Postgres { .. } = self {
            wrong.extend([
                ("SELECT id, email, verified_at AS created_at FROM users", NULLABLE),
                (
                    "SELECT u.id, u.email, f.created_at FROM users u LEFT JOIN files f ON f.user_id = u.id",
                    NULLABLE,
                ),
                ("SELECT id, email, created_at * 1.0 AS created_at FROM users", "created_at NUMERIC"),
            ]);
        }
        let read = ExpectedUser::columns().join(", ");
        let mut missed = Vec::new();
        for (sql, expected) in wrong {
            let faults = self.check(&read, sql).await;
            if !faults.iter().any(|fault| fault.contains(expected)) {
                missed.push(format!("the check itself: {faults:?} instead of '{expected}' for {sql}"));
            }
        }
        let right = self.check(&read, "SELECT created_at, id, email FROM users").await;
        missed.extend(right.into_iter().map(|fault| format!("the check itself: {fault}")));
        missed
    }
}

row! {
    /// The row that `check_itself` reads.
    #[allow(dead_code)]
    struct ExpectedUser {
        id: String,
        email: String,
        created_at: i64,
    }
}

/// Converts a database's name for a type to the one in the migrations; `None` if the database doesn't know the type.
fn common_type(name: &str) -> Option<String> {
    match name {
        // SQLite's type of an expression.
        "NULL" => None,
        "INTEGER" | "INT4" | "INT8" => Some("BIGINT".to_owned()),
        other => Some(other.to_owned()),
    }
}

/// Compares the columns that a type reads with those of a result.
fn compare(columns: &str, found: &[ResultColumn], sql: &str) -> Vec<String> {
    let columns: Vec<&str> = columns.split(", ").collect();
    let mut faults = Vec::new();
    for (at, read) in columns.iter().enumerate() {
        let mut words = read.split(' ');
        let (name, read_as) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let reads_null = words.next().is_some();
        let is_by_position = name == "?";
        let column = match is_by_position {
            true => found.get(at),
            false => found.iter().find(|column| column.name == name),
        };
        let Some(column) = column else {
            faults.push(match is_by_position {
                true => format!("no column {}", at + 1),
                false => format!("no column '{name}'"),
            });
            continue;
        };
        if let Some(other) = column.stored_as.as_deref().filter(|other| *other != read_as) {
            faults.push(format!("{} {other} is read as {read_as}", column.name));
        }
        if let Some((table, is_nullable)) = &column.origin {
            let may_be_null = is_outer(table, sql) || (*is_nullable && !excludes_null(&column.name, sql));
            let is_never_null = !is_nullable && !sql.contains("LEFT JOIN");
            if may_be_null && !reads_null {
                faults.push(format!("{} may be NULL and isn't read as an Option", column.name));
            } else if is_never_null && reads_null {
                faults.push(format!("{} is never NULL and is read as an Option", column.name));
            }
        }
    }
    if columns[0].starts_with('?') && found.len() > columns.len() {
        faults.push(format!("{} of {} columns are read", columns.len(), found.len()));
    }
    faults
}

/// Whether a statement reads a table only by LEFT JOIN, so that all of the table's columns may be NULL.
fn is_outer(table: &str, sql: &str) -> bool {
    let words: Vec<&str> = sql.split_whitespace().collect();
    let is_read = |at: usize| words[at].trim_end_matches([',', ')']) == table;
    let joins: Vec<bool> = (2..words.len())
        .filter(|at| is_read(*at) && matches!(words[at - 1], "JOIN" | "FROM"))
        .map(|at| words[at - 1] == "JOIN" && words[at - 2] == "LEFT")
        .collect();
    !joins.is_empty() && joins.iter().all(|is_left| *is_left)
}

/// Whether a statement finds only rows that have a value in a column.
fn excludes_null(column: &str, sql: &str) -> bool {
    let starts_name = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let condition = format!("{column} IS NOT NULL");
    sql.match_indices(&condition).any(|(at, _)| starts_name(&sql[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, stored_as: Option<&str>, origin: Option<(&str, bool)>) -> ResultColumn {
        let origin = origin.map(|(table, is_nullable)| (table.to_owned(), is_nullable));
        ResultColumn { name: name.to_owned(), stored_as: stored_as.map(str::to_owned), origin }
    }

    #[tokio::test]
    async fn finds_statements_that_are_wrong_on_purpose() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut checker = StatementChecker::open(None, folder.path()).await;
        assert_eq!(checker.check_itself().await, Vec::<String>::new());
    }

    #[test]
    fn compares_names_or_positions_and_types() {
        let found =
            [column("id", Some("TEXT"), None), column("n", Some("BIGINT"), None), column("m", None, None)];
        let faults = |columns| compare(columns, &found, "");
        assert_eq!(faults("n BIGINT, id TEXT, m TEXT"), Vec::<String>::new());
        assert_eq!(faults("? TEXT, ? BIGINT, ? BIGINT"), Vec::<String>::new());
        assert_eq!(faults("number BIGINT"), ["no column 'number'"]);
        assert_eq!(faults("n TEXT"), ["n BIGINT is read as TEXT"]);
        assert_eq!(faults("? TEXT"), ["1 of 3 columns are read"]);
        assert_eq!(faults("? TEXT, ? BIGINT, ? TEXT, ? TEXT"), ["no column 4"]);
    }

    #[test]
    fn requires_an_option_only_where_a_column_may_be_null() {
        let faults = |read: &str, is_nullable, sql| {
            let found = [column("day", Some("TEXT"), Some(("jobs", is_nullable)))];
            compare(read, &found, sql).len()
        };
        let plain = "SELECT day FROM jobs";
        assert_eq!([faults("day TEXT", false, plain), faults("day TEXT NULL", true, plain)], [0, 0]);
        assert_eq!([faults("day TEXT", true, plain), faults("day TEXT NULL", false, plain)], [1, 1]);
        let excluded = "SELECT j.day FROM jobs j WHERE j.day IS NOT NULL";
        assert_eq!([faults("day TEXT", true, excluded), faults("day TEXT NULL", true, excluded)], [0, 0]);
        assert_eq!(faults("day TEXT", true, "SELECT day FROM jobs WHERE birthday IS NOT NULL"), 1);
        let outer = "SELECT j.day FROM users u LEFT JOIN jobs j ON j.user_id = u.id";
        assert_eq!([faults("day TEXT", false, outer), faults("day TEXT NULL", false, outer)], [1, 0]);
        let inner = "SELECT j.day FROM jobs j LEFT JOIN users u ON u.id = j.user_id";
        assert_eq!(faults("day TEXT", false, inner), 0);
    }

    #[test]
    fn a_record_lists_each_statement_once() {
        let record = "a.rs:1\tid TEXT\tSELECT id\nb.rs:2\tid TEXT\tSELECT id\nc.rs:3\t\tDELETE FROM jobs\n";
        let statement = RecordedStatement { columns: "id TEXT", sql: "SELECT id" };
        assert_eq!(parse_record(record).into_iter().collect::<Vec<_>>(), [(statement, "b.rs:2")]);
    }
}
