//! Contacts from a file: a CSV file of a spreadsheet or another program, or vCards of a phone.
//!
//! The file is read twice, for the preview and for the import. Nothing is stored in between, so that a preview
//! leaves nothing behind, and an import that is sent again finds everybody there. Empty fields of existing contacts
//! are filled in; nothing is overwritten.

mod card_texts;
mod cards;
mod headings;
pub mod keep;
mod known;
mod places;
pub mod plan;
pub mod rows;
mod sheet;
mod ways;

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use serde::Serialize;
use utoipa::ToSchema;

use plan::Plan;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::form::{self, FileLimit};
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::sheets::allowance::{Allowance, Spent};
use plumbline_platform::sheets::columns::{self, Said, SheetColumn};
use plumbline_platform::sheets::text::{self, Text};
use plumbline_platform::sheets::{self, KEPT_MAX, Outcome, RowFault, readings};
use plumbline_platform::state::AppState;
use plumbline_platform::workshop::Visit;
use rows::FileRead;

/// The most bytes of a file: telephones put pictures into their cards.
pub(super) const FILE_LIMIT: FileLimit = FileLimit(10 * 1024 * 1024, "10 MB");
/// The most contacts of one file: they are written at once, and the account waits for it.
const ROWS_MAX: usize = 5_000;
/// As what choices of columns of these files are remembered.
const KIND: &str = "contacts";

/// A row of an import.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ImportRow {
    /// As a spreadsheet counts it, the headings being 1; of cards, the number of the card.
    pub row: usize,
    /// What becomes of it.
    pub outcome: Outcome,
    /// Who it is.
    pub name: String,
    /// What is filled in, whose double it is, or why it cannot be kept.
    pub says: String,
}

/// What an import will do, or has done.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Whether it is done.
    pub done: bool,
    /// `CSV` or `vCard`.
    pub format: String,
    /// What the file was written in: `UTF-8`, `UTF-16LE`, `windows-1252`, …
    pub encoding: String,
    /// What stands between the cells of a CSV file.
    pub separator: Option<char>,
    /// The headings of columns that are not kept.
    pub left_out: Vec<String>,
    /// The columns of a CSV file, and as what each is read.
    pub columns: Vec<SheetColumn>,
    /// As what a column may be read.
    pub choices: Vec<String>,
    /// Whether no column says who somebody is: nothing is read before that is said.
    pub asks: bool,
    /// How many are new.
    pub new: usize,
    /// How many are filled in.
    pub updated: usize,
    /// How many are there already.
    pub same: usize,
    /// How many cannot be kept.
    pub unreadable: usize,
    /// Each row.
    pub rows: Vec<ImportRow>,
}

impl ImportReport {
    fn of(done: bool, read: About, rows: Vec<ImportRow>) -> Self {
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
        Self {
            done,
            format: read.format.to_owned(),
            encoding: read.encoding.to_owned(),
            separator: read.separator,
            left_out: read.left_out,
            columns: read.columns,
            choices: headings::choices(),
            asks: read.asks,
            new: count(Outcome::New),
            updated: count(Outcome::Update),
            same: count(Outcome::Same),
            unreadable: count(Outcome::Unreadable),
            rows,
        }
    }
}

/// What is known of the file as a whole.
struct About {
    format: &'static str,
    encoding: &'static str,
    separator: Option<char>,
    left_out: Vec<String>,
    headings: String,
    columns: Vec<SheetColumn>,
    asks: bool,
    /// How its sender says that the columns are read.
    said: Option<Vec<String>>,
}

/// Why nothing of a file can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum Unusable {
    #[error("There are no contacts in this file.")]
    Empty,
    #[error(
        "We can’t read this file as CSV or vCard. Please save it as one of them and try again."
    )]
    NotATable,
    #[error("This is an Excel file. Please save it as CSV and choose that file.")]
    Excel,
    #[error(
        "This file has no column called Name or Company. Please put headings in its first row."
    )]
    NoNames,
    #[error("{}", sheets::too_many(*.0, "contacts", ROWS_MAX))]
    TooMany(usize),
    #[error("Card {0} in this file is too long to read.")]
    LongCard(usize),
    #[error(transparent)]
    Row(#[from] RowFault),
    #[error(transparent)]
    Spent(#[from] Spent),
}

impl From<Unusable> for ApiError {
    fn from(why: Unusable) -> Self {
        let code = match why {
            Unusable::Empty => "empty_file",
            Unusable::NotATable | Unusable::Excel => "unreadable_file",
            Unusable::NoNames => "no_names",
            Unusable::TooMany(_) => "too_many",
            Unusable::LongCard(_) => "too_long",
            Unusable::Row(fault) => fault.code(),
            Unusable::Spent(spent) => spent.code(),
        };
        Self::rule_broken(vec![FieldError::new("file", code, why.to_string())])
    }
}

/// The form of an import.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct ImportForm {
    /// The headings as which the columns are read, from the left, a JSON list; an empty one is not read. Else they are
    /// read as those of the last file with the same headings that was imported with such a list, or by their headings.
    columns: Option<String>,
    /// A CSV file or vCards: at most 10 MB, at most 5,000 contacts.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What importing a file would do, row by row. Nothing is written.
#[utoipa::path(post, path = "/api/contacts/import/preview", tag = "contacts",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ImportReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ImportReport>, ApiError> {
    state.limits.check(Limit::ImportByAccount, &user.id)?;
    let (visit, about, rows) = read(&state, &user.id, form).await?;
    let kept = keep::known(&state, &user.id).await?;
    let Plan { rows, .. } = keep::judged(&visit, kept.contacts, rows).await?;
    Ok(Json(ImportReport::of(false, about, rows)))
}

/// Imports a file, all of it or nothing: rows that cannot be kept are told, and the others are. Where more than 5,000
/// documents are found by what is filled in, it may be broken off between two contacts. Sent again it finds everybody
/// there, and goes on.
#[utoipa::path(post, path = "/api/contacts/import", tag = "contacts",
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ImportReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn import(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ImportReport>, ApiError> {
    state.limits.check(Limit::ImportByAccount, &user.id)?;
    let (visit, about, rows) = read(&state, &user.id, form).await?;
    if about.asks {
        return Err(Unusable::NoNames.into());
    }
    let rows = keep::import(&state, &user.id, (&visit, rows)).await?;
    if let Some(said) = &about.said {
        let mut tx = state.db.begin_write().await?;
        let of = (user.id.as_str(), KIND, about.headings.as_str());
        readings::remember(&mut tx, of, said, state.clock.now_ms()).await?;
        tx.commit().await?;
    }
    Ok(Json(ImportReport::of(true, about, rows)))
}

/// Reads the form's file, off the threads that answer requests.
async fn read(
    state: &AppState,
    user_id: &str,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(Visit, About, Vec<rows::FoundRow>), ApiError> {
    let arriving = state.tables.receive(user_id).await?;
    let form = form::files_of(form, 1, FILE_LIMIT, &state.config.data).await?;
    let said = columns::said(form.said.get("columns").map_or("", |said| said.trim()))?;
    let mut conn = state.db.read().await?;
    let remembered = readings::remembered::<Vec<String>>(&mut conn, user_id, KIND).await?;
    drop(conn);
    let file = form.files.into_iter().next();
    let file = file.ok_or_else(|| ApiError::internal("a form without its file"))?;
    let visit = arriving.enter().await?;
    let bytes = file.file.into_bytes().await?;
    let sent = said.clone();
    let read = move || {
        let Text { text, encoding } = text::read(&bytes).ok_or(match text::is_excel(&bytes) {
            true => Unusable::Excel,
            false => Unusable::NotATable,
        })?;
        let allowance = Allowance::of(KEPT_MAX);
        let file = if cards::is_cards(&text) {
            cards::read(&text, allowance)
        } else {
            let said = Said {
                columns: sent,
                remembered: &|headings| remembered.get(headings).cloned(),
            };
            sheet::read(&text, said, allowance)
        };
        file.map(|file| (encoding, file))
    };
    let read: Result<_, Unusable> = visit.work(read).await?;
    let (encoding, file): (_, FileRead) = read?;
    let FileRead {
        format,
        separator,
        left_out,
        headings,
        columns,
        asks,
        rows,
    } = file;
    if rows.is_empty() && !asks {
        return Err(Unusable::Empty.into());
    }
    let about = About {
        format,
        encoding,
        separator,
        left_out,
        headings,
        columns,
        asks,
        said,
    };
    Ok((visit, about, rows))
}
