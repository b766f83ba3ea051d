//! Many rows as one. A row of SQLite takes some microseconds to be handed over by the thread that reads
//! it, whatever is in it: a list that is read whole, such as an account's contacts or what a report sums, comes quicker as one
//! text of JSON, an array for each row. PostgreSQL is slower at JSON than at rows, which come as they are.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};
use sqlx::AssertSqlSafe;

use super::column::Column;
use super::table::Table;
use super::{Conn, DbResult, Dialect, dialect_of};

/// Every row that a condition with these values, `$1` and on, lets through, in no order.
///
/// # Errors
/// When the database fails, or a row cannot be read.
pub async fn all<T: Table>(conn: &mut Conn, condition: &str, values: &[&str]) -> DbResult<Vec<T>> {
    if dialect_of(conn) == Dialect::Sqlite {
        let (columns, table) = (T::READ.join(", "), T::NAME);
        let sql = format!(
            "SELECT json_group_array(json_array({columns})) FROM {table} WHERE {condition}"
        );
        let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
        for value in values {
            query = query.bind(*value);
        }
        let text: String = query.fetch_one(&mut *conn).await?;
        // What cannot be read is read one by one, for the error that names the row.
        if let Ok(rows) = serde_json::from_str::<Vec<Packed<T>>>(&text) {
            return Ok(rows.into_iter().map(|Packed(row)| row).collect());
        }
    }
    let mut rows = T::select(&format!("WHERE {condition}"));
    for value in values {
        rows = rows.bind((*value).to_owned());
    }
    rows.fetch_all(conn).await
}

/// The statement whose one row is all that a statement with so many columns finds, packed.
pub fn as_one(sql: &str, columns: usize) -> String {
    let names: Vec<String> = (1..=columns).map(|at| format!("c{at}")).collect();
    let names = names.join(", ");
    format!(
        "WITH found({names}) AS ({sql}) SELECT json_group_array(json_array({names})) FROM found"
    )
}

/// A column of a packed row.
///
/// # Errors
/// When it is not there, or holds what the type is not.
pub fn column<'de, T: Column, A: SeqAccess<'de>>(row: &mut A) -> Result<T, A::Error> {
    let stored = row.next_element::<T::Stored>()?;
    let stored = stored.ok_or_else(|| A::Error::custom("a row is too short"))?;
    T::read(stored).map_err(A::Error::custom)
}

/// A row, read from its array.
struct Packed<T>(T);

impl<'de, T: Table> Deserialize<'de> for Packed<T> {
    fn deserialize<D: Deserializer<'de>>(row: D) -> Result<Self, D::Error> {
        row.deserialize_seq(Row(PhantomData)).map(Self)
    }
}

struct Row<T>(PhantomData<T>);

impl<'de, T: Table> Visitor<'de> for Row<T> {
    type Value = T;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "a row of {}", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<T, A::Error> {
        T::unpack(&mut row)
    }
}
