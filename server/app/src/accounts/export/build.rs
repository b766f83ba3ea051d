//! The job that builds an export. Its payload is the export's id.

use axum::body::Bytes;
use plumbline_core::kind::DocumentKind;
use serde_json::Value;

use super::parts::{LONG_PARTS, NUMBERED_PARTS, PARTS, ReadByKeys};
use super::set_progress;
use crate::accounts::store::exports::{self, ExportRow, ExportStatus};
use plumbline_platform::csv::{BYTE_ORDER_MARK, escape_formula, write_row};
use plumbline_platform::db::Conn;
use plumbline_platform::error::BoxError;
use plumbline_platform::files;
use plumbline_platform::ids::ExportId;
use plumbline_platform::jobs::{JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::zip_stream::{self, ZipStream};
use plumbline_records::documents::store::export as documents;

const README: &str = "Everything in your Plumbline account.\r\n\r\n\
    Each part is here twice: as .json with everything we have, and as .csv for a spreadsheet.\r\n\
    Amounts are pounds, dates are YYYY-MM-DD, other times are milliseconds since 1970-01-01 UTC.\r\n\
    The folder files holds your pictures under their ids, which files.csv lists.\r\n";

/// The job that builds an export.
pub(super) const KIND: JobKind = JobKind::new("export", Lane::Bulk);

/// The handler of the job.
pub(in crate::accounts) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        build(state, &id).await
    })
});

/// Builds the export with this id and stores its file. Running it again makes the same file.
async fn build(state: &AppState, id: &ExportId) -> Result<(), JobFailure> {
    match build_zip(state, id).await {
        Ok(()) => Ok(()),
        Err(error) => {
            // The owner sees that it failed and may request it again.
            if let Err(error) = set_progress(state, id, (ExportStatus::Failed, 0), None).await {
                return Err(JobFailure::temporary(error));
            }
            Err(JobFailure::permanent(error))
        }
    }
}

async fn build_zip(state: &AppState, id: &ExportId) -> Result<(), BoxError> {
    let mut conn = state.db.read().await?;
    let row = exports::find(&mut conn, id).await?;
    drop(conn);
    // The export is already built, or its account was deleted.
    let Some(row) = row.filter(|row| row.status != ExportStatus::Ready) else {
        return Ok(());
    };
    if !set_progress(state, id, (ExportStatus::Running, 5), None).await? {
        return Ok(());
    }

    let key = exports::storage_key(id);
    let pieces = zip_stream::stream_zip((), |zip| fill_zip(state.clone(), row, zip));
    let size = state.files.put_stream(&key, pieces).await?;
    let size = i64::try_from(size)?;
    if !set_progress(state, id, (ExportStatus::Ready, 100), Some(size)).await? {
        // The account was deleted meanwhile, so its file must not remain.
        state.files.remove(&key).await?;
    }
    Ok(())
}

/// How many rows of a long part are in memory at a time. The largest are documents: usually of a few KB, at most of one
/// MB.
const BATCH_SIZE: usize = 20;

/// Fills the zip file. Only one part, one batch of a long part or one picture is in memory at a time.
async fn fill_zip(state: AppState, row: ExportRow, zip: ZipStream) -> Result<ZipStream, BoxError> {
    let mut zip = zip.add_file("README.txt".to_owned(), README.into()).await?;
    let mut tx = state.db.begin_read().await?;
    for kind in DocumentKind::ALL {
        let ids = documents::list_ids(&mut tx, &row.user_id, kind).await?;
        let read: ReadByKeys<String> = |conn, ids| Box::pin(documents::export_documents(conn, ids));
        zip = add_long_part(zip, &mut tx, kind.facts().plural, (&ids, read)).await?;
    }
    for part in NUMBERED_PARTS {
        let keys = (part.keys)(&mut tx, &row.user_id).await?;
        zip = add_long_part(zip, &mut tx, part.name, (&keys, part.read)).await?;
    }
    for part in LONG_PARTS {
        let keys = (part.keys)(&mut tx, &row.user_id).await?;
        zip = add_long_part(zip, &mut tx, part.name, (&keys, part.read)).await?;
    }
    for part in PARTS {
        let rows = (part.read)(&mut tx, &row.user_id).await?;
        zip = add_part(zip, part.name, rows).await?;
    }
    let pictures = files::store::list(&mut tx, &row.user_id).await?;
    drop(tx);
    set_progress(&state, &row.id, (ExportStatus::Running, 40), None).await?;
    for (at, picture) in (0_i64..).zip(&pictures) {
        if let Some(bytes) = state.files.get(picture.id.as_str()).await? {
            zip = zip.add_file(file_name(picture), bytes).await?;
        }
        if at % 20 == 19 {
            let share = at * 55 / i64::try_from(pictures.len())?;
            set_progress(&state, &row.id, (ExportStatus::Running, 40 + share), None).await?;
        }
    }
    Ok(zip)
}

async fn add_part(zip: ZipStream, name: &str, rows: Vec<Value>) -> Result<ZipStream, BoxError> {
    let written = tokio::task::spawn_blocking(move || {
        let json = serde_json::to_vec_pretty(&rows)?;
        Ok::<_, BoxError>((json, to_csv(&rows)))
    });
    let (json, csv) = written.await??;
    let zip = zip.add_file(format!("{name}.json"), json.into()).await?;
    zip.add_file(format!("{name}.csv"), csv.into()).await
}

/// Adds a part whose rows are read a few at a time. Its CSV file is written in a second pass, once all columns are
/// known; both passes read the same rows.
async fn add_long_part<K>(
    zip: ZipStream,
    conn: &mut Conn,
    name: &str,
    (keys, read): (&[K], ReadByKeys<K>),
) -> Result<ZipStream, BoxError> {
    let mut zip = zip.add_file(format!("{name}.json"), Bytes::new()).await?;
    let mut columns = CsvColumns::default();
    for (at, batch) in keys.chunks(BATCH_SIZE).enumerate() {
        let rows = read(conn, batch).await?;
        let mut known = columns;
        let written = tokio::task::spawn_blocking(move || {
            known.add_names(&rows);
            let json = serde_json::to_string_pretty(&rows)?;
            // The JSON of the rows, without the brackets around the list.
            let rows = json.trim_start_matches('[').trim_end_matches("\n]");
            let begin = if at == 0 { "[" } else { "," };
            Ok::<_, BoxError>((format!("{begin}{rows}"), known))
        });
        let (json, known) = written.await??;
        columns = known;
        zip = zip.append(json.into()).await?;
    }
    let end = if keys.is_empty() { "[]" } else { "\n]" };
    zip = zip.append(end.into()).await?;
    zip = zip.add_file(format!("{name}.csv"), columns.header_line().into()).await?;
    for batch in keys.chunks(BATCH_SIZE) {
        let rows = read(conn, batch).await?;
        let known = columns.clone();
        let written = tokio::task::spawn_blocking(move || known.data_lines(&rows));
        zip = zip.append(written.await?.into()).await?;
    }
    Ok(zip)
}

fn file_name(file: &files::store::FileRow) -> String {
    format!("files/{}.{}", file.id, file.content_type.extension())
}

/// The rows as CSV with a heading line: all names that any row has, in the order in which they first appear. A value
/// that is a list or an object is written as JSON.
pub(super) fn to_csv(rows: &[Value]) -> String {
    let mut columns = CsvColumns::default();
    columns.add_names(rows);
    columns.header_line() + &columns.data_lines(rows)
}

/// The columns of a table: all names that any row has, in the order in which they first appear.
#[derive(Debug, Clone, Default)]
pub(super) struct CsvColumns(Vec<String>);

impl CsvColumns {
    /// Adds the names in these rows that are not columns yet.
    pub fn add_names(&mut self, rows: &[Value]) {
        let names = rows.iter().filter_map(Value::as_object);
        for name in names.flat_map(|row| row.keys()) {
            if !self.0.contains(name) {
                self.0.push(name.clone());
            }
        }
    }

    /// The heading line, after the byte order mark by which spreadsheets recognise UTF-8.
    pub fn header_line(&self) -> String {
        let mut text = String::from(BYTE_ORDER_MARK);
        write_row(&mut text, self.0.iter().map(|name| escape_formula(name)));
        text
    }

    /// These rows as CSV lines.
    pub fn data_lines(&self, rows: &[Value]) -> String {
        let mut text = String::new();
        for row in rows {
            write_row(&mut text, self.0.iter().map(|name| cell_text(row.get(name))));
        }
        text
    }
}

fn cell_text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => escape_formula(text),
        Some(Value::Number(number)) => number.to_string(),
        // Lists and objects contain text that people typed.
        Some(other) => escape_formula(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn writes_every_column_and_escapes_formulas() {
        let rows = [
            json!({ "a": "x,\"y\"\nz", "b": "-5.00" }),
            json!({ "b": "=1+1", "c": { "n": 1 }, "d": null, "e": true }),
        ];
        assert_eq!(
            to_csv(&rows),
            "\u{FEFF}a,b,c,d,e\r\n\"x,\"\"y\"\"\nz\",-5.00,,,\r\n,'=1+1,\"{\"\"n\"\":1}\",,true\r\n"
        );
        let within = json!({ "a": "x;=1+1", "b": ["y\t=1"], "c": { "d": ";=2" } });
        assert_eq!(
            to_csv(&[within]),
            "\u{FEFF}a,b,c\r\n\"x;'=1+1\",\"[\"\"y\\t=1\"\"]\",\"{\"\"d\"\":\"\";'=2\"\"}\"\r\n"
        );
        assert_eq!(to_csv(&[]), "\u{FEFF}\r\n");
    }

    #[test]
    fn a_column_that_first_appears_in_a_later_batch_is_in_every_row() {
        let batches = [vec![json!({ "a": "1" })], vec![json!({ "a": "2", "b": "3" })]];
        let mut columns = CsvColumns::default();
        batches.iter().for_each(|rows| columns.add_names(rows));
        assert_eq!(columns.header_line(), "\u{FEFF}a,b\r\n");
        let lines = batches.iter().map(|rows| columns.data_lines(rows));
        assert_eq!(lines.collect::<String>(), "1,\r\n2,3\r\n");
    }
}
