//! The job: puts an export together. Its payload is the export's id.

use std::io::{Cursor, Write as _};

use axum::body::Bytes;
use plumbline_core::kind::Kind;
use serde_json::Value;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::parts::PARTS;
use super::{note, table};
use crate::accounts::store::exports::{self, Stage};
use crate::documents::store::export::documents;
use crate::error::BoxError;
use crate::files;
use crate::jobs::{Duty, Failure, JobKind, Lane};
use crate::state::AppState;

const README: &str = "Everything that your Plumbline account holds.\r\n\r\n\
    Each part is there twice: as .json with all that is known, and as .csv for a spreadsheet.\r\n\
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

    let mut parts: Vec<(&str, Vec<Value>)> = Vec::new();
    let mut tx = state.db.begin_read().await?;
    for kind in Kind::ALL {
        let documents = documents(&mut tx, &row.user_id, kind).await?;
        parts.push((kind.facts().plural, documents));
    }
    for part in PARTS {
        parts.push((part.name, (part.read)(&mut tx, &row.user_id).await?));
    }
    let pictures = files::store::list(&mut tx, &row.user_id).await?;
    drop(tx);
    note(state, id, (Stage::Running, 40), None).await?;

    let mut kept = Vec::new();
    for (at, picture) in (0_i64..).zip(&pictures) {
        if let Some(bytes) = state.files.get(&picture.id).await? {
            kept.push((file_name(picture), bytes));
        }
        if at % 20 == 19 {
            let share = at * 40 / i64::try_from(pictures.len())?;
            note(state, id, (Stage::Running, 40 + share), None).await?;
        }
    }
    note(state, id, (Stage::Running, 80), None).await?;
    let bytes = tokio::task::spawn_blocking(move || pack(&parts, &kept)).await??;
    let size = i64::try_from(bytes.len())?;
    state.files.put(&exports::key(id), bytes).await?;
    if !note(state, id, (Stage::Ready, 100), Some(size)).await? {
        // The account was deleted meanwhile: its file must not stay.
        state.files.remove(&exports::key(id)).await?;
    }
    Ok(())
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

fn pack(parts: &[(&str, Vec<Value>)], files: &[(String, Bytes)]) -> Result<Bytes, BoxError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    let mut add = |name: &str, bytes: &[u8]| -> Result<(), BoxError> {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
        Ok(())
    };
    add("README.txt", README.as_bytes())?;
    for (name, rows) in parts {
        add(&format!("{name}.json"), &serde_json::to_vec_pretty(rows)?)?;
        add(&format!("{name}.csv"), table::csv(rows).as_bytes())?;
    }
    for (name, bytes) in files {
        add(name, bytes)?;
    }
    Ok(zip.finish()?.into_inner().into())
}
