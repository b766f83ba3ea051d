//! Many rows as one. SQLite takes some microseconds to hand over a row, whatever is in it, so a list that is read
//! whole (an account's contacts, the rows of a report) is faster as one JSON text with an array per row. PostgreSQL
//! is slower at JSON than at rows, and returns rows.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, SeqAccess, Visitor};
use sqlx::AssertSqlSafe;

use super::column::Column;
use super::table::Table;
use super::{Conn, DbResult, Dialect, dialect_of};

/// The column that says whose a row is.
const OWNER: &str = "user_id";

/// Every row that a condition with these values, `$1` and on, lets through, in no order.
///
/// # Errors
/// When the database fails, or a row cannot be read.
pub async fn all<T: Table>(conn: &mut Conn, condition: &str, values: &[&str]) -> DbResult<Vec<T>> {
    found(conn, condition, values, None).await
}

/// Every row of an account, in no order. Its id is the same in each of them, and no row carries it: of a contact that
/// were a fifth.
///
/// # Errors
/// When the database fails, or a row cannot be read.
pub async fn of_account<T: Table>(conn: &mut Conn, user_id: &str) -> DbResult<Vec<T>> {
    let at = T::READ.iter().position(|column| *column == OWNER);
    let known = at.map(|at| Known { at, value: user_id });
    found(conn, "user_id = $1", &[user_id], known).await
}

async fn found<T: Table>(
    conn: &mut Conn,
    condition: &str,
    values: &[&str],
    known: Option<Known<'_>>,
) -> DbResult<Vec<T>> {
    if dialect_of(conn) == Dialect::Sqlite {
        let carried = T::READ.iter().enumerate();
        let carried = carried.filter(|(at, _)| known.is_none_or(|known| known.at != *at));
        let columns: Vec<&str> = carried.map(|(_, column)| *column).collect();
        let (columns, table) = (columns.join(", "), T::NAME);
        let sql = format!(
            "SELECT json_group_array(json_array({columns})) FROM {table} WHERE {condition}"
        );
        let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
        for value in values {
            query = query.bind(*value);
        }
        let text: String = query.fetch_one(&mut *conn).await?;
        let mut packed = serde_json::Deserializer::from_str(&text);
        // What cannot be read is read one by one, for the error that names the row.
        if let Ok(rows) = (Rows {
            known,
            of: PhantomData,
        })
        .deserialize(&mut packed)
        {
            return Ok(rows);
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

/// What a column holds in every row, by the column's place.
#[derive(Clone, Copy)]
struct Known<'k> {
    at: usize,
    value: &'k str,
}

/// All rows, read from an array of theirs.
struct Rows<'k, T> {
    known: Option<Known<'k>>,
    of: PhantomData<T>,
}

impl<'de, T: Table> DeserializeSeed<'de> for Rows<'_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, rows: D) -> Result<Vec<T>, D::Error> {
        rows.deserialize_seq(self)
    }
}

impl<'de, T: Table> Visitor<'de> for Rows<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "rows of {}", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Vec<T>, A::Error> {
        let mut read = Vec::new();
        let known = self.known;
        let of = PhantomData;
        while let Some(row) = rows.next_element_seed(Row { known, of })? {
            read.push(row);
        }
        Ok(read)
    }
}

/// A row, read from its array.
struct Row<'k, T> {
    known: Option<Known<'k>>,
    of: PhantomData<T>,
}

impl<'de, T: Table> DeserializeSeed<'de> for Row<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, row: D) -> Result<T, D::Error> {
        row.deserialize_seq(self)
    }
}

impl<'de, T: Table> Visitor<'de> for Row<'_, T> {
    type Value = T;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "a row of {}", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<T, A::Error> {
        match self.known {
            None => T::unpack(&mut row),
            Some(known) => T::unpack(&mut Filled {
                row,
                known,
                next: 0,
            }),
        }
    }
}

/// A row whose known column is put back into its place.
struct Filled<'k, A> {
    row: A,
    known: Known<'k>,
    /// The place of the column that is read next.
    next: usize,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Filled<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let here = self.next;
        self.next += 1;
        if here == self.known.at {
            return seed
                .deserialize(self.known.value.into_deserializer())
                .map(Some);
        }
        self.row.next_element_seed(seed)
    }
}
