//! The backups table: what was made, and the result of its verification, for the operator and the admins.

use super::Place;
use plumbline_platform::config::Destination;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};

table! {
    /// A backup that was made, or that failed.
    pub struct BackupRow: "backups", by id {
        /// UUIDv7.
        pub id: String,
        /// When it was started, unix milliseconds.
        pub made_at: i64,
        /// The folder or the bucket.
        pub place: String,
        /// The file's name there; empty if no file was made.
        pub name: String,
        /// Its size in bytes.
        pub bytes: i64,
        /// The SHA-256 of the file, in hexadecimal.
        pub sha256: String,
        /// How many documents are in it.
        pub documents: i64,
        /// How many pictures are in it.
        pub files: i64,
        /// When it was verified, unix milliseconds; `None` if the verification failed.
        pub proved_at: Option<i64>,
        /// What is wrong with it; empty if nothing is.
        pub fault: String,
    }
}

/// How many rows are stored.
const ROWS_MAX: i64 = 1_000;

/// Records a backup, and deletes the oldest records.
pub async fn insert(conn: &mut Conn, row: &BackupRow) -> DbResult<()> {
    row.insert().execute(&mut *conn).await?;
    sql::query(
        "DELETE FROM backups WHERE id NOT IN \
         (SELECT id FROM backups ORDER BY made_at DESC, id DESC LIMIT $1)",
    )
    .bind(ROWS_MAX)
    .execute(conn)
    .await?;
    Ok(())
}

/// The backups that were made or failed, newest first.
pub async fn list_newest(conn: &mut Conn, limit: i64) -> DbResult<Vec<BackupRow>> {
    BackupRow::select("ORDER BY made_at DESC, id DESC LIMIT $1").bind(limit).fetch_all(conn).await
}

/// The newest that was stored at a place.
pub async fn find_newest_at(conn: &mut Conn, place: &str) -> DbResult<Option<BackupRow>> {
    BackupRow::select("WHERE place = $1 AND name <> '' ORDER BY made_at DESC, id DESC LIMIT 1")
        .bind(place)
        .fetch_optional(conn)
        .await
}

/// The newest verified backup at the place where the nightly ones are stored; if no place is configured, wherever it
/// was made by hand.
pub async fn find_last_proved(
    conn: &mut Conn,
    destination: Option<&Destination>,
) -> DbResult<Option<BackupRow>> {
    // A place that is not valid has no backups; the error is reported elsewhere.
    let place = destination
        .map(|to| Place::from_destination(to).map_or_else(|_| String::new(), |it| it.display_name()));
    let place = place.as_deref();
    BackupRow::select(
        "WHERE proved_at IS NOT NULL AND (place = $1 OR $2 = 0) ORDER BY made_at DESC, id DESC LIMIT 1",
    )
    .bind(place.unwrap_or_default())
    .bind(i64::from(place.is_some()))
    .fetch_optional(conn)
    .await
}
