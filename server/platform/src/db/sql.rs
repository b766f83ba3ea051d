//! Statements, through sqlx's own functions. Each reports its text, its place in the source and the columns that its
//! type reads, so that `cargo xtask test` can compare these with both databases (`server/app/examples/statements.rs`).
//!
//! sqlx's `query!` macros compare them while compiling, but know no `Any` driver, only one database at a time, and only
//! statements that are a single literal.

use std::panic::Location;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::{Query, QueryAs, QueryScalar};
use sqlx::{Any, FromRow, SqlSafeStr, SqlStr};

use super::column::Column;

/// The target of the trace events that report the statements.
pub const TARGET: &str = "plumbline::statements";

/// A type of a stored value, which is what the databases know of a column.
pub trait StoredValue {
    /// The type of the column.
    const TYPE: &'static str;
    /// Whether the column may be NULL.
    const IS_NULLABLE: bool = false;
}

impl StoredValue for String {
    const TYPE: &'static str = "TEXT";
}

impl StoredValue for i64 {
    const TYPE: &'static str = "BIGINT";
}

impl<T: StoredValue> StoredValue for Option<T> {
    const TYPE: &'static str = T::TYPE;
    const IS_NULLABLE: bool = true;
}

/// A type that is read from a row.
pub trait ReadColumns: for<'r> FromRow<'r, AnyRow> {
    /// The columns that it reads, each as [`describe_column`] writes it.
    fn columns() -> Vec<String>;
}

/// A column that is read: `name TEXT` or `name TEXT NULL`, with `?` for the name if it is read by its position.
#[must_use]
pub fn describe_column<T: Column>(name: &str) -> String {
    let end = if T::Stored::IS_NULLABLE { " NULL" } else { "" };
    format!("{name} {}{end}", T::Stored::TYPE)
}

/// The same for a field of a struct whose type isn't named.
pub fn describe_field<S, T: Column>(name: &str, _: for<'a> fn(&'a S) -> &'a T) -> String {
    describe_column::<T>(name)
}

/// Tuples, which are read by position.
macro_rules! read_by_position {
    ($($($type:ident),+;)+) => {$(
        impl<$($type: Column),+> ReadColumns for ($($type,)+)
        where
            Self: for<'r> FromRow<'r, AnyRow>,
        {
            fn columns() -> Vec<String> {
                vec![$(describe_column::<$type>("?")),+]
            }
        }
    )+};
}

read_by_position! {
    A;
    A, B;
    A, B, C;
    A, B, C, D;
    A, B, C, D, E;
    A, B, C, D, E, F;
    A, B, C, D, E, F, G;
    A, B, C, D, E, F, G, H;
    A, B, C, D, E, F, G, H, I;
    A, B, C, D, E, F, G, H, I, J;
}

/// A statement of which no columns are read.
#[track_caller]
pub fn query<'q>(sql: impl SqlSafeStr) -> Query<'q, Any, AnyArguments> {
    sqlx::query(report(sql, Vec::new))
}

/// A statement whose rows are read as `T`.
#[track_caller]
pub fn query_as<'q, T: ReadColumns>(sql: impl SqlSafeStr) -> QueryAs<'q, Any, T, AnyArguments> {
    sqlx::query_as(report(sql, T::columns))
}

/// A statement whose only column is read as `T`.
#[track_caller]
pub fn query_scalar<'q, T>(sql: impl SqlSafeStr) -> QueryScalar<'q, Any, T, AnyArguments>
where
    (T,): ReadColumns,
{
    sqlx::query_scalar(report(sql, <(T,)>::columns))
}

/// Reports a statement, if anything listens.
#[track_caller]
fn report(sql: impl SqlSafeStr, columns: fn() -> Vec<String>) -> SqlStr {
    let (sql, place) = (sql.into_sql_str(), Location::caller());
    tracing::trace!(
        target: TARGET,
        place = %format_args!("{}:{}", place.file(), place.line()),
        columns = columns().join(", "),
        statement = sql.as_str(),
    );
    sql
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::row::row;
    use crate::db::table::table;
    use crate::ids::UserId;

    table! {
        /// A row of a table.
        #[allow(dead_code)]
        struct Gauge: "gauges", by id {
            /// The owner.
            id: UserId,
            /// Stored as a number.
            archived: bool,
            /// A number that may be missing.
            reading: Option<i64>,
        }
        read {
            /// A calculated text that may be missing.
            owner: Option<String> = "(SELECT name FROM users WHERE users.id = gauges.id)",
        }
    }

    row! {
        /// A row of a query.
        #[allow(dead_code)]
        struct Reading {
            /// Text.
            unit: String,
            /// A number.
            amount: i64,
        }
    }

    #[test]
    fn types_list_the_columns_that_they_read() {
        let gauge = ["id TEXT", "archived BIGINT", "reading BIGINT NULL", "owner TEXT NULL"];
        assert_eq!(Gauge::columns(), gauge);
        assert_eq!(Reading::columns(), ["unit TEXT", "amount BIGINT"]);
        assert_eq!(<(Option<String>, i64)>::columns(), ["? TEXT NULL", "? BIGINT"]);
    }
}
