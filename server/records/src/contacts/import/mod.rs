//! Contacts from a file: a CSV file of a spreadsheet or another program, or vCards of a phone.
//!
//! The file is read twice, for the preview and for the import. Nothing is stored in between, so that a preview
//! leaves nothing behind, and an import that is sent again finds everybody there. Empty fields of existing contacts
//! are filled in; nothing is overwritten.

mod addresses;
mod cards;
mod headings;
mod matching;
pub mod plan;
mod table;
pub mod write;

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use plan::ContactImportPlan;
use serde::Serialize;
use utoipa::ToSchema;

use crate::contacts::fields::ContactFields;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::form::{self, FileLimit};
use plumbline_platform::ids::UserId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};
use plumbline_platform::table_import::columns::{self, ColumnChoices, TableColumn};
use plumbline_platform::table_import::text::{self, DecodedText};
use plumbline_platform::table_import::{self, RowError, RowOutcome, STORED_BYTES_MAX, to_one_line};
use plumbline_platform::worker_pool::PoolEntry;

/// The largest file, in bytes: phones put pictures into their cards.
pub(super) const FILE_LIMIT: FileLimit = FileLimit(10 * 1024 * 1024, "10 MB");

/// The most contacts in one file.
const ROWS_MAX: usize = 5_000;

/// The kind under which choices of columns of these files are remembered.
const KIND: &str = "contacts";

/// A row of an import.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ImportRow {
    /// The row number as in a spreadsheet, where the headings are row 1; for vCards, the number of the card.
    pub row: usize,
    /// What the import does with it.
    pub outcome: RowOutcome,
    /// The customer's name.
    pub name: String,
    /// A message: what is filled in, which row it duplicates, or why it can't be imported.
    pub says: String,
}

/// The report of an import or its preview.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Whether it was imported; false for a preview.
    pub done: bool,
    /// `CSV` or `vCard`.
    pub format: String,
    /// The character encoding of the file: `UTF-8`, `UTF-16LE`, `windows-1252`, …
    pub encoding: String,
    /// The character between the cells of a CSV file.
    pub separator: Option<char>,
    /// The headings of columns that aren't imported.
    pub left_out: Vec<String>,
    /// The columns of a CSV file, and how each is read.
    pub columns: Vec<TableColumn>,
    /// How a column can be read.
    pub choices: Vec<String>,
    /// Whether no column has the customers' names: nothing is read before a column is chosen for them.
    pub asks: bool,
    /// How many contacts are new.
    pub new: usize,
    /// How many existing contacts are filled in.
    pub updated: usize,
    /// How many contacts exist already without changes.
    pub same: usize,
    /// How many rows can't be imported.
    pub unreadable: usize,
    /// The rows.
    pub rows: Vec<ImportRow>,
}

impl ImportReport {
    fn new(done: bool, read: ContactFileInfo, rows: Vec<ImportRow>) -> Self {
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
        Self {
            done,
            format: read.format.to_owned(),
            encoding: read.encoding.to_owned(),
            separator: read.separator,
            left_out: read.left_out,
            columns: read.columns,
            choices: headings::column_choices(),
            asks: read.asks,
            new: count(RowOutcome::New),
            updated: count(RowOutcome::Update),
            same: count(RowOutcome::Same),
            unreadable: count(RowOutcome::Unreadable),
            rows,
        }
    }
}

/// Facts about the file as a whole.
struct ContactFileInfo {
    format: &'static str,
    encoding: &'static str,
    separator: Option<char>,
    left_out: Vec<String>,
    headings: String,
    columns: Vec<TableColumn>,
    asks: bool,
    /// The columns that the request chooses.
    chosen_columns: Option<Vec<String>>,
}

/// Why a file can't be used at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum ContactFileError {
    #[error("There are no contacts in this file.")]
    Empty,
    #[error("We can’t read this file as CSV or vCard. Please save it as one of them and try again.")]
    NotATable,
    #[error("This is an Excel file. Please save it as CSV and choose that file.")]
    Excel,
    #[error("This file has no column called Name or Company. Please put headings in its first row.")]
    NoNames,
    #[error("{}", table_import::too_many_text(*.0, "contacts", ROWS_MAX))]
    TooMany(usize),
    #[error("Card {0} in this file is too long to read.")]
    LongCard(usize),
    #[error(transparent)]
    Row(#[from] RowError),
    #[error(transparent)]
    Spent(#[from] BudgetExceeded),
}

impl From<ContactFileError> for ApiError {
    fn from(why: ContactFileError) -> Self {
        let code = match why {
            ContactFileError::Empty => "empty_file",
            ContactFileError::NotATable | ContactFileError::Excel => "unreadable_file",
            ContactFileError::NoNames => "no_names",
            ContactFileError::TooMany(_) => "too_many",
            ContactFileError::LongCard(_) => "too_long",
            ContactFileError::Row(fault) => fault.code(),
            ContactFileError::Spent(spent) => spent.code(),
        };
        Self::rule_broken(vec![FieldError::new("file", code, why.to_string())])
    }
}

/// The form of an import.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct ImportForm {
    /// The headings to read the columns by, from the left, as a JSON list; a column with an empty heading isn't read.
    /// By default, those of the last file with the same headings that was imported with such a list, or the file's own
    /// headings.
    columns: Option<String>,
    /// A CSV file or vCards: at most 10 MB, at most 5,000 contacts.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The result that importing a file would have, row by row. Nothing is written.
#[utoipa::path(post, path = "/api/contacts/import/preview", tag = "contacts",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ImportReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ImportReport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (visit, about, rows) = read_form(&state, &user.id, form).await?;
    let existing_contacts = write::load_existing(&state, &user.id).await?;
    let ContactImportPlan { rows, .. } = write::plan_import(&visit, existing_contacts.contacts, rows).await?;
    Ok(Json(ImportReport::new(false, about, rows)))
}

/// Imports a file. Rows that can't be imported are reported and the others are imported, in portions. If that is
/// interrupted, `partly_imported` says how many contacts are saved, and importing the file again continues.
#[utoipa::path(post, path = "/api/contacts/import", tag = "contacts",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ImportReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn import(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ImportReport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (visit, about, rows) = read_form(&state, &user.id, form).await?;
    if about.asks {
        return Err(ContactFileError::NoNames.into());
    }
    let rows = write::import_rows(&state, &user.id, (visit, rows)).await?;
    if let Some(texts) = &about.chosen_columns {
        let mut tx = state.db.begin_write().await?;
        let of = (&user.id, KIND, about.headings.as_str());
        columns::remember(&mut tx, of, texts, state.clock.now_ms()).await?;
        tx.commit().await?;
    }
    Ok(Json(ImportReport::new(true, about, rows)))
}

/// Reads the form's file, on a thread that doesn't serve requests.
async fn read_form(
    state: &AppState,
    user_id: &UserId,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(PoolEntry, ContactFileInfo, Vec<ContactFileRow>), ApiError> {
    let arriving = state.tables.begin_upload(user_id.as_str()).await?;
    let form = form::read_files(form, 1, FILE_LIMIT, &state.config.data).await?;
    let texts = columns::parse_headings(form.texts.get("columns").map_or("", |message| message.trim()))?;
    let mut conn = state.db.read().await?;
    let remembered = columns::load_remembered::<Vec<String>>(&mut conn, user_id, KIND).await?;
    drop(conn);
    let file = form.files.into_iter().next();
    let file = file.ok_or_else(|| ApiError::internal("a form without its file"))?;
    let visit = arriving.enter().await?;
    let bytes = file.file.into_bytes().await?;
    let sent = texts.clone();
    let read = move || {
        let DecodedText { text, encoding } = text::decode(&bytes).ok_or(match text::is_excel(&bytes) {
            true => ContactFileError::Excel,
            false => ContactFileError::NotATable,
        })?;
        let allowance = ReadBudget::new(STORED_BYTES_MAX);
        let file = if cards::is_vcard_file(&text) {
            cards::read(&text, allowance)
        } else {
            let column_choices =
                ColumnChoices { columns: sent, remembered: &|headings| remembered.get(headings).cloned() };
            table::read(&text, column_choices, allowance)
        };
        file.map(|file| (encoding, file))
    };
    let read: Result<_, ContactFileError> = visit.run(read).await?;
    let (encoding, file): (_, ContactFile) = read?;
    let ContactFile { format, separator, left_out, headings, columns, asks, rows } = file;
    if rows.is_empty() && !asks {
        return Err(ContactFileError::Empty.into());
    }
    let about = ContactFileInfo {
        format,
        encoding,
        separator,
        left_out,
        headings,
        columns,
        asks,
        chosen_columns: texts,
    };
    Ok((visit, about, rows))
}

// The data read from a file, before it is checked.

/// A file as it was read.
#[derive(Debug, Default)]
struct ContactFile {
    /// `CSV` or `vCard`.
    pub format: &'static str,
    /// The separator between the cells of a CSV file; `None` for cards.
    pub separator: Option<char>,
    /// The headings whose cells are not imported, as they are written.
    pub left_out: Vec<String>,
    /// The signature of the headings, by which a choice of columns is found again; empty for cards.
    pub headings: String,
    /// The columns; empty for cards.
    pub columns: Vec<TableColumn>,
    /// Whether no column contains a name: then nothing is imported until a person chooses one.
    pub asks: bool,
    /// The rows.
    pub rows: Vec<ContactFileRow>,
}

/// One row or one card.
#[derive(Debug, Clone)]
pub struct ContactFileRow {
    /// The number of the row as in a spreadsheet, where the headings are row 1; for cards, the number of the card.
    pub row: usize,
    /// The contact's fields.
    pub fields: ContactFields,
    /// Why nothing is imported from the row; `None` if it can be.
    refused: Option<String>,
}

impl ContactFileRow {
    /// A row that was read.
    #[must_use]
    pub fn new(row: usize, fields: ContactFields) -> Self {
        Self { row, fields, refused: None }
    }

    /// A row from which nothing is imported.
    fn refused(row: usize, why: String) -> Self {
        Self { refused: Some(why), ..Self::new(row, ContactFields::default()) }
    }

    /// Why the row can't be saved; empty if it can.
    fn problems(&self) -> Vec<String> {
        if let Some(why) = &self.refused {
            return vec![why.clone()];
        }
        let mut checks = FieldChecks::new();
        self.fields.check(&mut checks);
        let errors = checks.into_errors().into_iter();
        errors
            .map(|error| match &*error.path {
                "name" if error.code == "required" => error.msg.into_owned(),
                path => format!("{}: {}", field_label(path), error.msg),
            })
            .collect()
    }
}

fn field_label(path: &str) -> String {
    if path.starts_with("sites") {
        return "Job addresses".to_owned();
    }
    let text = match path {
        "address_line1" => "Address line 1",
        "address_line2" => "Address line 2",
        "city" => "Town or city",
        "post_code" => "Postcode",
        "vat_number" => "VAT number",
        other => other,
    };
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// A country as it is stored: `uk` for the United Kingdom, however it is written.
fn normalise_country(cell: &str) -> String {
    const UK_NAMES: &[&str] = &[
        "",
        "uk",
        "u.k.",
        "gb",
        "gbr",
        "united kingdom",
        "great britain",
        "england",
        "scotland",
        "wales",
        "northern ireland",
    ];
    let typed = to_one_line(cell);
    if UK_NAMES.contains(&typed.to_lowercase().as_str()) { "uk".to_owned() } else { typed }
}
