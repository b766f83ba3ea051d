//! How a person chose to read the columns of a file, remembered for files with the same headings.

use std::collections::HashMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{Conn, DbResult, sql};
use crate::error::ApiError;
use crate::ids::UserId;

/// How many readings are stored per account and kind: the latest ones.
pub const REMEMBERED_MAX: i64 = 100;

/// The remembered readings for a kind of file, by the signature of the headings.
pub async fn load_remembered<T: DeserializeOwned>(
    conn: &mut Conn,
    user_id: &UserId,
    kind: &str,
) -> DbResult<HashMap<String, T>> {
    let rows: Vec<(String, String)> = sql::query_as(
        "SELECT headings, reading FROM file_readings WHERE user_id = $1 AND kind = $2 \
         ORDER BY updated_at DESC, headings LIMIT $3",
    )
    .bind(user_id)
    .bind(kind)
    .bind(REMEMBERED_MAX)
    .fetch_all(conn)
    .await?;
    // Readings in the format of an earlier release are ignored.
    let read = rows
        .into_iter()
        .filter_map(|(headings, reading)| Some((headings, serde_json::from_str(&reading).ok()?)));
    Ok(read.collect())
}

/// Remembers how a file with these headings is read, and forgets the oldest reading beyond [`REMEMBERED_MAX`]: files
/// with ever new headings would fill the disk.
pub async fn remember<T: Serialize>(
    conn: &mut Conn,
    (user_id, kind, headings): (&UserId, &str, &str),
    reading: &T,
    now: i64,
) -> Result<(), ApiError> {
    let reading = serde_json::to_string(reading).map_err(ApiError::internal)?;
    sql::query(
        "INSERT INTO file_readings (user_id, kind, headings, reading, updated_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, kind, headings) \
         DO UPDATE SET reading = excluded.reading, updated_at = excluded.updated_at",
    )
    .bind(user_id)
    .bind(kind)
    .bind(headings)
    .bind(reading)
    .bind(now)
    .execute(&mut *conn)
    .await?;
    sql::query(
        "DELETE FROM file_readings WHERE user_id = $1 AND kind = $2 AND headings NOT IN \
         (SELECT headings FROM file_readings WHERE user_id = $1 AND kind = $2 \
         ORDER BY updated_at DESC, headings LIMIT $3)",
    )
    .bind(user_id)
    .bind(kind)
    .bind(REMEMBERED_MAX)
    .execute(conn)
    .await?;
    Ok(())
}
