//! The job that builds an export. Its payload is the export's id.

use axum::body::Bytes;
use plumbline_core::kind::Kind;
use serde_json::Value;

use super::parts::{LONG_PARTS, NUMBERED_PARTS, PARTS, ReadSome};
use super::table::Columns;
use super::{note, table};
use crate::accounts::store::exports::{self, ExportRow, Stage};
use plumbline_platform::db::Conn;
use plumbline_platform::error::BoxError;
use plumbline_platform::files;
use plumbline_platform::jobs::{Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::zipped::{self, Zip};
use plumbline_records::documents::store::export as documents;

const README: &str = "Everything in your Plumbline account.\r\n\r\n\
    Each part is here twice: as .json with everything we have, and as .csv for a spreadsheet.\r\n\
    Amounts are pounds, dates are YYYY-MM-DD, other times are milliseconds since 1970-01-01 UTC.\r\n\
    The folder files holds your pictures under their ids, which files.csv lists.\r\n";

/// An export that was asked for.
pub(super) const KIND: JobKind = JobKind::new("export", Lane::Bulk);

/// How it is done.
pub(in crate::accounts) const DUTY: Duty =
    Duty::new(KIND, |state, task| Box::pin(build(state, task.payload)));

/// Puts the export `id` together and keeps it. Done again it gives the same file.
async fn build(state: &AppState, id: &str) -> Result<(), Failure> {
    match put_together(state, id).await {
        Ok(()) => Ok(()),
        Err(error) => {
            // The owner sees that it failed and may ask again.
            if let Err(error) = note(state, id, (Stage::Failed, 0), None).await {
                return Err(Failure::for_now(error));
            }
            Err(Failure::for_good(error))
        }
    }
}

async fn put_together(state: &AppState, id: &str) -> Result<(), BoxError> {
    let mut conn = state.db.read().await?;
    let row = exports::find(&mut conn, id).await?;
    drop(conn);
    // Asked for again, or the account is gone.
    let Some(row) = row.filter(|row| row.status != Stage::Ready) else {
        return Ok(());
    };
    if !note(state, id, (Stage::Running, 5), None).await? {
        return Ok(());
    }

    let key = exports::key(id);
    let pieces = zipped::pieces((), |zip| fill(state.clone(), row, zip));
    let size = state.files.put_pieces(&key, pieces).await?;
    let size = i64::try_from(size)?;
    if !note(state, id, (Stage::Ready, 100), Some(size)).await? {
        // The account was deleted meanwhile: its file must not stay.
        state.files.remove(&key).await?;
    }
    Ok(())
}

/// Of how many documents the rows are held at a time: one is 200 KB at most, and some KB mostly.
const PORTION: usize = 100;

/// Fills the zip: one part, or a portion of one that is long, and one picture is held at a time.
async fn fill(state: AppState, row: ExportRow, zip: Zip) -> Result<Zip, BoxError> {
    let mut zip = zip.add("README.txt".to_owned(), README.into()).await?;
    let mut tx = state.db.begin_read().await?;
    for kind in Kind::ALL {
        let ids = documents::ids(&mut tx, &row.user_id, kind).await?;
        let read: ReadSome<String> = |conn, ids| Box::pin(documents::documents(conn, ids));
        zip = add_long(zip, &mut tx, kind.facts().plural, (&ids, read)).await?;
    }
    for part in NUMBERED_PARTS {
        let keys = (part.keys)(&mut tx, &row.user_id).await?;
        zip = add_long(zip, &mut tx, part.name, (&keys, part.read)).await?;
    }
    for part in LONG_PARTS {
        let keys = (part.keys)(&mut tx, &row.user_id).await?;
        zip = add_long(zip, &mut tx, part.name, (&keys, part.read)).await?;
    }
    for part in PARTS {
        let rows = (part.read)(&mut tx, &row.user_id).await?;
        zip = add_part(zip, part.name, rows).await?;
    }
    let pictures = files::store::list(&mut tx, &row.user_id).await?;
    drop(tx);
    note(&state, &row.id, (Stage::Running, 40), None).await?;
    for (at, picture) in (0_i64..).zip(&pictures) {
        if let Some(bytes) = state.files.get(&picture.id).await? {
            zip = zip.add(file_name(picture), bytes).await?;
        }
        if at % 20 == 19 {
            let share = at * 55 / i64::try_from(pictures.len())?;
            note(&state, &row.id, (Stage::Running, 40 + share), None).await?;
        }
    }
    Ok(zip)
}

async fn add_part(zip: Zip, name: &str, rows: Vec<Value>) -> Result<Zip, BoxError> {
    let written = tokio::task::spawn_blocking(move || {
        let json = serde_json::to_vec_pretty(&rows)?;
        Ok::<_, BoxError>((json, table::csv(&rows)))
    });
    let (json, csv) = written.await??;
    let zip = zip.add(format!("{name}.json"), json.into()).await?;
    zip.add(format!("{name}.csv"), csv.into()).await
}

/// The same of one whose rows are read some at a time. Its table is written by a second reading, once all its columns are
/// known; both see the same rows.
async fn add_long<K>(
    zip: Zip,
    conn: &mut Conn,
    name: &str,
    (keys, read): (&[K], ReadSome<K>),
) -> Result<Zip, BoxError> {
    let mut zip = zip.add(format!("{name}.json"), Bytes::new()).await?;
    let mut columns = Columns::default();
    for (at, some) in keys.chunks(PORTION).enumerate() {
        let rows = read(conn, some).await?;
        let mut known = columns;
        let written = tokio::task::spawn_blocking(move || {
            known.see(&rows);
            let json = serde_json::to_string_pretty(&rows)?;
            // Between the brackets of the list.
            let rows = json.trim_start_matches('[').trim_end_matches("\n]");
            let begin = if at == 0 { "[" } else { "," };
            Ok::<_, BoxError>((format!("{begin}{rows}"), known))
        });
        let (json, known) = written.await??;
        columns = known;
        zip = zip.go_on(json.into()).await?;
    }
    let end = if keys.is_empty() { "[]" } else { "\n]" };
    zip = zip.go_on(end.into()).await?;
    zip = zip
        .add(format!("{name}.csv"), columns.head().into())
        .await?;
    for some in keys.chunks(PORTION) {
        let rows = read(conn, some).await?;
        let known = columns.clone();
        let written = tokio::task::spawn_blocking(move || known.lines(&rows));
        zip = zip.go_on(written.await?.into()).await?;
    }
    Ok(zip)
}

fn file_name(file: &files::store::FileRow) -> String {
    let ending = match file.content_type.as_str() {
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/webp" => "webp",
        _ => "bin",
    };
    format!("files/{}.{ending}", file.id)
}
