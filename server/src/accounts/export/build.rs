//! The job: puts an export together. Its payload is the export's id.

use plumbline_core::kind::Kind;
use serde_json::Value;

use super::parts::PARTS;
use super::{note, table};
use crate::accounts::store::exports::{self, ExportRow, Stage};
use crate::documents::store::export::documents;
use crate::error::BoxError;
use crate::files;
use crate::jobs::{Duty, Failure, JobKind, Lane};
use crate::state::AppState;
use crate::zipped::{self, Zip};

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

/// Fills the zip: one part and one picture is held at a time.
async fn fill(state: AppState, row: ExportRow, zip: Zip) -> Result<Zip, BoxError> {
    let mut zip = zip.add("README.txt".to_owned(), README.into()).await?;
    let mut tx = state.db.begin_read().await?;
    for kind in Kind::ALL {
        let documents = documents(&mut tx, &row.user_id, kind).await?;
        zip = add_part(zip, kind.facts().plural, documents).await?;
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

fn file_name(file: &files::store::FileRow) -> String {
    let ending = match file.content_type.as_str() {
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/webp" => "webp",
        _ => "bin",
    };
    format!("files/{}.{ending}", file.id)
}
