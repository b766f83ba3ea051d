//! Many rows as one. SQLite takes some microseconds to return a row, whatever it contains, so a list that is read
//! completely (an account's contacts, the rows of a report) is faster as one JSON text with an array per row.
//! PostgreSQL is slower at JSON than at rows, and returns rows.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, SeqAccess, Visitor};
use sqlx::AssertSqlSafe;

use super::column::Column;
use super::sql;
use super::table::Table;
use super::{Conn, DbResult, Dialect, find_dialect};
use crate::ids::UserId;

/// The column with the id of the account that owns the row.
const OWNER: &str = "user_id";

/// Every row that matches a condition with these values (`$1`, `$2`, …), in no particular order.
pub async fn find_all<T: Table>(conn: &mut Conn, condition: &str, values: &[&str]) -> DbResult<Vec<T>> {
    find_packed(conn, condition, values, None).await
}

/// Every row of an account, in no particular order. The account's id is the same in all of them, so it is left out of
/// the packed rows: in a contact it would be a fifth of the bytes.
pub async fn find_by_account<T: Table>(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<T>> {
    let at = T::READ_COLUMNS.iter().position(|column| *column == OWNER);
    let known = at.map(|at| KnownColumn { at, value: user_id.as_str() });
    find_packed(conn, "user_id = $1", &[user_id.as_str()], known).await
}

async fn find_packed<T: Table>(
    conn: &mut Conn,
    condition: &str,
    values: &[&str],
    known: Option<KnownColumn<'_>>,
) -> DbResult<Vec<T>> {
    if find_dialect(conn) == Dialect::Sqlite {
        let carried = T::READ_COLUMNS.iter().enumerate();
        let carried = carried.filter(|(at, _)| known.is_none_or(|known| known.at != *at));
        let columns: Vec<&str> = carried.map(|(_, column)| *column).collect();
        let (columns, table) = (columns.join(", "), T::NAME);
        let sql = format!("SELECT json_group_array(json_array({columns})) FROM {table} WHERE {condition}");
        let mut query = sql::query_scalar(AssertSqlSafe(sql));
        for value in values {
            query = query.bind(*value);
        }
        let text: String = query.fetch_one(&mut *conn).await?;
        let mut packed = serde_json::Deserializer::from_str(&text);
        // If the packed rows can't be read, they are read one by one, for an error that names the row.
        if let Ok(rows) = (PackedRows { known, row_type: PhantomData }).deserialize(&mut packed) {
            return Ok(rows);
        }
    }
    let mut rows = T::select(&format!("WHERE {condition}"));
    for value in values {
        rows = rows.bind((*value).to_owned());
    }
    rows.fetch_all(conn).await
}

/// Wraps a statement with this many columns so that it returns all its rows packed into one.
pub fn as_single_row(sql: &str, columns: usize) -> String {
    let names: Vec<String> = (1..=columns).map(|at| format!("c{at}")).collect();
    let names = names.join(", ");
    format!("WITH found({names}) AS ({sql}) SELECT json_group_array(json_array({names})) FROM found")
}

/// The next column of a packed row.
///
/// # Errors
/// When the column is missing, or its value isn't valid for the type.
pub fn next_column<'de, T: Column, A: SeqAccess<'de>>(row: &mut A) -> Result<T, A::Error> {
    let stored = row.next_element::<T::Stored>()?;
    let stored = stored.ok_or_else(|| A::Error::custom("a row is too short"))?;
    T::from_stored(stored).map_err(A::Error::custom)
}

/// A column that has the same value in every row, by its position.
#[derive(Clone, Copy)]
struct KnownColumn<'k> {
    at: usize,
    value: &'k str,
}

/// Reads all rows from their array.
struct PackedRows<'k, T> {
    known: Option<KnownColumn<'k>>,
    row_type: PhantomData<T>,
}

impl<'de, T: Table> DeserializeSeed<'de> for PackedRows<'_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, rows: D) -> Result<Vec<T>, D::Error> {
        rows.deserialize_seq(self)
    }
}

impl<'de, T: Table> Visitor<'de> for PackedRows<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "rows of {}", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Vec<T>, A::Error> {
        let mut read = Vec::new();
        let known = self.known;
        let of = PhantomData;
        while let Some(row) = rows.next_element_seed(PackedRow { known, row_type: of })? {
            read.push(row);
        }
        Ok(read)
    }
}

/// Reads a row from its array.
struct PackedRow<'k, T> {
    known: Option<KnownColumn<'k>>,
    row_type: PhantomData<T>,
}

impl<'de, T: Table> DeserializeSeed<'de> for PackedRow<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, row: D) -> Result<T, D::Error> {
        row.deserialize_seq(self)
    }
}

impl<'de, T: Table> Visitor<'de> for PackedRow<'_, T> {
    type Value = T;

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "a row of {}", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<T, A::Error> {
        match self.known {
            None => T::unpack(&mut row),
            Some(known) => T::unpack(&mut RowWithKnownColumn { row, known, next: 0 }),
        }
    }
}

/// A row into which the known column is inserted again at its position.
struct RowWithKnownColumn<'k, A> {
    row: A,
    known: KnownColumn<'k>,
    /// The position of the next column.
    next: usize,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for RowWithKnownColumn<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let here = self.next;
        self.next += 1;
        if here == self.known.at {
            return seed.deserialize(self.known.value.into_deserializer()).map(Some);
        }
        self.row.next_element_seed(seed)
    }
}
