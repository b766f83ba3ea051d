//! Importing from another program: its customers, its price list, and its quotes and invoices as the history of the
//! business.
//!
//! The files are read twice, for the preview and for the import. Every document is calculated by our rules and
//! compared with its totals there; each difference is listed before anything is saved. Customers and items are
//! saved first, in one transaction; documents follow in portions, each whole, so that sending a file again
//! continues where it stopped and saves nothing twice.

mod currencies;
mod document_importer;
mod files;
mod importer;
mod invoice_ninja;
mod parsed;
mod plan;
mod report;
mod tradify;

use std::collections::HashMap;

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use plumbline_core::time::date_parser::DateOrder;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use files::{ImportFile, TablesSaid};
use parsed::ParsedData;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::form::{self, FRAME_MAX, FileLimit, NamedFile};
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::BudgetExceeded;
use plumbline_platform::table_import::{RowError, columns, format_count};
use plumbline_platform::worker_pool::PoolEntry;
use plumbline_records::documents::store::origins::ImportSource;
use report::DataImport;

/// The most bytes of all files together.
const FILE_LIMIT: FileLimit = FileLimit(50 * 1024 * 1024, "50 MB");
/// The most files in one request.
const FILES_MAX: usize = 10;
/// The most customers, and the most items.
const ROWS_MAX: usize = 5_000;
/// The most documents.
const DOCUMENTS_MAX: usize = 20_000;

/// The most rows of all tables: a document has one for each of its lines.
const TABLE_ROWS_MAX: usize = 200_000;
/// The most bytes that are stored in memory from all files together.
const MEMORY_MAX: usize = 128 * 1024 * 1024;

/// The routes of imports, whose bodies may be as large as the files.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(preview))
        .routes(routes!(import))
        .layer(DefaultBodyLimit::max(FILE_LIMIT.0 + FRAME_MAX))
}

/// Files of more bytes than this may take much time and memory.
const LARGE: usize = 64 * 1024;

/// Whether reading these files may take much time and memory. A zip file may, however small it is: what it contains can
/// be a thousand times as large.
fn is_large(files: &[NamedFile]) -> bool {
    let bytes: usize = files.iter().map(|named| named.file.len()).sum();
    bytes > LARGE || files.iter().any(|named| named.file.is_zip())
}

/// What to do with documents whose total differs here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum OnDifferentTotal {
    /// Import them, with a line that makes up the difference.
    #[default]
    Keep,
    /// Leave them out.
    LeaveOut,
}

/// What to do with amounts in another currency. They are never converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnOtherCurrency {
    /// Leave out their documents and items.
    LeaveOut,
    /// Import the amounts as pounds, unchanged.
    AsPounds,
}

/// Why nothing in the files can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum ImportError {
    #[error("We can’t open this zip file. Please download it again.")]
    BrokenZip,
    #[error(
        "These files come to more than 256 MB when they are unpacked, which is more than we can read. Please import \
         one part at a time."
    )]
    TooLarge,
    #[error(
        "One of these files is larger than 20 MB, which is the most that we can read. Please split it into several \
         files."
    )]
    LargeTable,
    #[error("This zip has more than 10,000 files. Please choose the CSV files in it, 10 at most.")]
    TooManyFiles,
    #[error("This backup is too large for us to read. {AS_CSV}")]
    LargeBackup,
    #[error("One of these files is an Excel file. Please save it as CSV and choose that file.")]
    Excel,
    #[error("There is no backup of Invoice Ninja among these files: it is a zip, or backup.json.")]
    NoBackup,
    #[error("We can’t read this backup. Please make it again in Invoice Ninja.")]
    BrokenBackup,
    #[error(
        "We don’t recognise these files as customers, a price list, quotes or invoices. Please choose the CSV files \
         that your program exported."
    )]
    NoTable,
    #[error("There are no customers, items or documents in these files.")]
    Empty,
    #[error("{}", too_many(*.0, "customers", ROWS_MAX))]
    TooManyCustomers(usize),
    #[error("{}", too_many(*.0, "items", ROWS_MAX))]
    TooManyItems(usize),
    #[error("{}", too_many(*.0, "quotes and invoices", DOCUMENTS_MAX))]
    TooManyDocuments(usize),
    #[error("These files have more than 200,000 rows. Please split them and import one part at a time.")]
    TooManyLines,
    #[error("{}", too_many_in_backup(*.0, .1))]
    TooManyInBackup(usize, &'static Most),
    #[error(transparent)]
    Row(#[from] RowError),
    #[error(transparent)]
    Spent(#[from] BudgetExceeded),
}

/// What a backup has too much of, and how much is allowed.
#[derive(Debug, PartialEq, Eq)]
struct Most {
    what: &'static str,
    most: usize,
}

/// What to do about a backup that is too large, since nobody can split one.
const AS_CSV: &str = "Please export your customers, items, quotes and invoices from Invoice Ninja as CSV files, split \
    those that are too long, and choose “Another program” here.";

/// The message about a backup with too much of something.
fn too_many_in_backup(found: usize, Most { what, most }: &Most) -> String {
    // Counting stops eventually.
    let found = match found > TABLE_ROWS_MAX {
        true => format!("more than {}", format_count(TABLE_ROWS_MAX)),
        false => format_count(found),
    };
    format!("This backup has {found} {what}, and we can import {}. {AS_CSV}", format_count(*most))
}

/// The message about files with too much of something.
fn too_many(found: usize, what: &str, most: usize) -> String {
    format!(
        "These files have {} {what}, and we can import {} at a time. Please split them and import one part at a time.",
        format_count(found),
        format_count(most)
    )
}

impl ImportError {
    /// The same for a backup, which nobody can split.
    const fn of_backup(self) -> Self {
        match self {
            Self::TooLarge | Self::Spent(_) => Self::LargeBackup,
            other => other,
        }
    }
}

impl From<ImportError> for ApiError {
    fn from(why: ImportError) -> Self {
        let code = match why {
            ImportError::BrokenZip | ImportError::BrokenBackup | ImportError::Excel => "unreadable_file",
            ImportError::TooLarge | ImportError::LargeTable | ImportError::LargeBackup => "too_large",
            ImportError::NoBackup | ImportError::NoTable => "unknown_file",
            ImportError::Empty => "empty_file",
            ImportError::TooManyCustomers(_)
            | ImportError::TooManyItems(_)
            | ImportError::TooManyDocuments(_)
            | ImportError::TooManyLines
            | ImportError::TooManyFiles
            | ImportError::TooManyInBackup(..) => "too_many",
            ImportError::Row(fault) => fault.code(),
            ImportError::Spent(spent) => spent.code(),
        };
        Self::rule_broken(vec![FieldError::new("file", code, why.to_string())])
    }
}

/// The form of an import.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct DataImportForm {
    /// `tradify`, `invoice_ninja`, or `other` for the CSV files of another program.
    source: String,
    /// What to do with documents whose total differs here: `importer` (the default: a line makes up the difference) or
    /// `leave`.
    differing: Option<String>,
    /// What to do with amounts in another currency: `leave` or `pounds` (the amounts are imported as pounds,
    /// unchanged). Nothing is converted. Files with such amounts are not imported before this is set.
    currency: Option<String>,
    /// How to read dates that may be two days, such as 03/04/2026, if nothing in their table says which: `dayFirst` or
    /// `monthFirst`. Files with such dates are not imported before this is set.
    dates: Option<String>,
    /// The headings under which the columns of tables are read: a JSON object with a list for each table, under its
    /// `headings` as in the report; a column with an empty heading is not read. If it is left out, columns are read as
    /// in the last import of a table with the same headings that had such a list, or else by their own headings.
    columns: Option<String>,
    /// The business profile of the documents; left out: the account's own.
    profile: Option<String>,
    /// Invoice Ninja's backup, or the CSV files of Tradify or another program, separately or in a zip file: at most 10
    /// files of 50 MB together.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The request.
struct ImportRequest {
    source: ImportSource,
    on_different_total: OnDifferentTotal,
    on_other_currency: Option<OnOtherCurrency>,
    are_dates_said: bool,
    profile: Option<ProfileId>,
    /// The headings under which the columns of tables are read, as they were sent.
    columns: HashMap<String, Vec<String>>,
    data: ParsedData,
}

/// Previews an import of another program's files. Nothing is written.
#[utoipa::path(post, path = "/api/arriving/preview", tag = "arriving",
    request_body(content = DataImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = DataImport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<DataImport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (visit, import_request) = read_form(&state, &user.id, form).await?;
    Ok(Json(importer::preview(&state, &user.id, (&visit, import_request)).await?))
}

/// Imports customers and items, and a portion of the documents, each complete. Sending the files again continues the
/// import; `left` says how many documents are left.
#[utoipa::path(post, path = "/api/arriving", tag = "arriving",
    request_body(content = DataImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = DataImport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn import(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<DataImport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (visit, import_request) = read_form(&state, &user.id, form).await?;
    Ok(Json(importer::import(&state, &user.id, (&visit, import_request)).await?))
}

/// Reads the form. The files are read outside the threads that serve requests.
async fn read_form(
    state: &AppState,
    user_id: &UserId,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(PoolEntry, ImportRequest), ApiError> {
    let arriving = state.tables.begin_upload(user_id.as_str()).await?;
    let form = form::read_files(form, FILES_MAX, FILE_LIMIT, &state.config.data).await?;
    let given = |name: &str| form.texts.get(name).map_or("", |text| text.trim());
    let source: ImportSource = given("source").parse().map_err(|_| {
        let message = "Say “tradify”, “invoice_ninja” or “other”.";
        ApiError::bad_field("source", "unknown_word", message)
    })?;
    let differing = match given("differing") {
        "" | "keep" => OnDifferentTotal::Keep,
        "leave" => OnDifferentTotal::LeaveOut,
        _ => {
            let message = "Say “keep” or “leave”.";
            return Err(ApiError::bad_field("differing", "unknown_word", message));
        }
    };
    let currency = match given("currency") {
        "" => None,
        "leave" => Some(OnOtherCurrency::LeaveOut),
        "pounds" => Some(OnOtherCurrency::AsPounds),
        _ => {
            let message = "Say “leave” or “pounds”.";
            return Err(ApiError::bad_field("currency", "unknown_word", message));
        }
    };
    let dates = match given("dates") {
        "" => None,
        "dayFirst" => Some(DateOrder::DayFirst),
        "monthFirst" => Some(DateOrder::MonthFirst),
        _ => {
            let message = "Say “dayFirst” or “monthFirst”.";
            return Err(ApiError::bad_field("dates", "unknown_word", message));
        }
    };
    let sent = columns::parse_headings_by_table(given("columns"))?;
    let profile = match given("profile") {
        "" => None,
        id => {
            Some(id.parse().map_err(|_| ApiError::bad_field("profile", "invalid_id", "This is not an id."))?)
        }
    };
    let mut conn = state.db.read().await?;
    let remembered = columns::load_remembered(&mut conn, user_id, source.code()).await?;
    drop(conn);
    let of_tables = TablesSaid { sent: sent.clone(), remembered, dates };
    let visit = match is_large(&form.files) {
        true => arriving.enter_large().await?,
        false => arriving.enter().await?,
    };
    let mut files = Vec::new();
    for named in form.files {
        files.push(ImportFile { name: named.name.to_lowercase(), bytes: named.file.into_bytes().await? });
    }
    let found = visit.run(move || read_files(files, source, &of_tables)).await??;
    let import_request = ImportRequest {
        source,
        on_different_total: differing,
        on_other_currency: currency,
        are_dates_said: dates.is_some(),
        profile,
        columns: sent,
        data: found,
    };
    Ok((visit, import_request))
}

fn read_files(
    files: Vec<ImportFile>,
    source: ImportSource,
    tables_said: &TablesSaid,
) -> Result<ParsedData, ImportError> {
    let found = match source {
        // Other programs have similar names for their columns.
        ImportSource::Tradify | ImportSource::Other => tradify::read(files, tables_said)?,
        ImportSource::InvoiceNinja => invoice_ninja::read(files).map_err(ImportError::of_backup)?,
    };
    let has_any = !(found.customers.is_empty() && found.items.is_empty() && found.documents.is_empty());
    if !has_any && !found.tables.iter().any(|table| table.asks) {
        return Err(ImportError::Empty);
    }
    Ok(found.with_named_customers())
}

#[cfg(test)]
mod tests {
    use plumbline_platform::http::form::ReceivedFile;

    use super::*;

    #[tokio::test]
    async fn a_zip_file_counts_as_large_whatever_its_size() {
        let folder = tempfile::tempdir().expect("a folder");
        for (parts, expected) in [
            (&[&b"Name,Email\n"[..], b"Jo,"][..], false),
            (&[b"PK\x03\x04", b"rest"], true),
            (&[&vec![b'x'; LARGE], b""], false),
            (&[&vec![b'x'; LARGE], b"x"], true),
        ] {
            let mut file = ReceivedFile::default();
            for part in parts {
                file.append(part, folder.path()).await.expect("room");
            }
            let files = [NamedFile { name: "a.csv".to_owned(), file }];
            assert_eq!(is_large(&files), expected);
        }
    }
}
