//! Arriving from another program: its customers, its price list, and its quotes and invoices as the
//! history of the business.
//!
//! The files are read twice: for a look at what will happen, and to do it. Every document is worked
//! out by our rules and held against what it came to there; each difference is listed before
//! anything is kept. Customers and items come first, in one piece; documents follow in portions, each
//! whole, so that a file that is sent again goes on where it was stopped, and brings nothing twice.

mod bring;
mod files;
mod found;
mod invoice_ninja;
mod keep;
mod plan;
mod tradify;

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::contacts::import::ImportRow;
use crate::documents::store::origins::Source;
use crate::error::{ApiError, ErrorBody, FieldError};
use crate::http::form::{self, FRAME_MAX, FileLimit};
use crate::ids::ProfileId;
use crate::limits::Limit;
use crate::sessions::CurrentUser;
use crate::sheets::RowFault;
use crate::sheets::allowance::Spent;
use crate::state::AppState;
use crate::workshop::Visit;
use files::File;
use found::Found;

/// The most bytes of all files together.
const FILE_LIMIT: FileLimit = FileLimit(50 * 1024 * 1024, "50 MB");
/// The most files at a time.
const FILES_MAX: usize = 10;
/// The most customers, and the most items.
const ROWS_MAX: usize = 5_000;
/// The most documents.
const DOCUMENTS_MAX: usize = 20_000;

/// The most rows of all tables: documents have one for each of their lines.
const LINES_MAX: usize = 200_000;
/// The most bytes that are kept of all files together.
const KEPT_MAX: usize = 128 * 1024 * 1024;

/// The routes, whose bodies may be as large as the files.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(preview))
        .routes(routes!(bring))
        .layer(DefaultBodyLimit::max(FILE_LIMIT.0 + FRAME_MAX))
}

/// What is done with documents that come to another total here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Differing {
    /// They are kept, with a line that makes up the difference.
    #[default]
    Kept,
    /// They are left out.
    LeftOut,
}

/// What becomes of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum PaperOutcome {
    /// It is kept.
    New,
    /// It came before.
    Same,
    /// It comes to another total here, and those are left out.
    LeftOut,
    /// It cannot be kept.
    Refused,
}

/// A quote or an invoice of another program.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PaperRow {
    /// Its kind.
    #[schema(value_type = String)]
    pub kind: Kind,
    /// Empty of a draft.
    pub number: String,
    /// Who it is for.
    pub customer: String,
    /// YYYY-MM-DD.
    pub date: Option<String>,
    /// What becomes of it.
    pub outcome: PaperOutcome,
    /// Pounds that it came to there.
    #[schema(value_type = Option<String>)]
    pub theirs: Option<Pence>,
    /// Pounds that it comes to by our rules.
    #[schema(value_type = Option<String>)]
    pub ours: Option<Pence>,
    /// Theirs less ours, where they differ.
    #[schema(value_type = Option<String>)]
    pub difference: Option<Pence>,
    /// What is done about it, or why it cannot be kept.
    pub says: String,
}

/// What becomes of the customers, or of the items.
#[derive(Debug, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Arrived {
    /// How many are new.
    pub new: usize,
    /// How many change.
    pub updated: usize,
    /// How many are there already.
    pub same: usize,
    /// How many cannot be kept.
    pub unreadable: usize,
    /// Each of them.
    pub rows: Vec<ImportRow>,
}

/// What becomes of the documents.
#[derive(Debug, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ArrivedPapers {
    /// How many quotes are new.
    pub quotes: usize,
    /// How many invoices are new.
    pub invoices: usize,
    /// How many came before.
    pub same: usize,
    /// How many come to another total here.
    pub differing: usize,
    /// How many cannot be kept.
    pub refused: usize,
    /// How many new ones wait for the next portion: the same files, sent again, bring it.
    pub left: usize,
    /// Each that differs or cannot be kept, then others, as many as fit.
    pub rows: Vec<PaperRow>,
}

/// What the files of another program bring, or have brought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Arrival {
    /// Whether it is done; else it is what will be.
    pub done: bool,
    /// The customers.
    pub customers: Arrived,
    /// The price list.
    pub items: Arrived,
    /// Quotes and invoices.
    pub documents: ArrivedPapers,
    /// What is not taken: `3 credit notes`.
    pub left_out: Vec<String>,
}

/// Why nothing of the files can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum Unusable {
    #[error("This zip file cannot be opened. Please download it again.")]
    BrokenZip,
    #[error("What is in this zip file is too large to be read.")]
    TooLarge,
    #[error("There is no backup of Invoice Ninja among these files: it is a zip, or backup.json.")]
    NoBackup,
    #[error("This backup cannot be read. Please make it again in Invoice Ninja.")]
    BrokenBackup,
    #[error(
        "We don’t recognise these files as Tradify's customers, price list, quotes or invoices. Please choose the \
         CSV files it exported."
    )]
    NoTable,
    #[error("There are no customers, items or documents in these files.")]
    Empty,
    #[error("These files have more than 5,000 customers or items.")]
    TooManyRows,
    #[error("These files have more than 20,000 quotes and invoices.")]
    TooManyDocuments,
    #[error("These files have more than 200,000 rows.")]
    TooManyLines,
    #[error("These files have more than 20,000 contact people.")]
    TooManyPeople,
    #[error("These files have more than 50,000 payments.")]
    TooManyPayments,
    #[error(transparent)]
    Row(#[from] RowFault),
    #[error(transparent)]
    Spent(#[from] Spent),
}

impl From<Unusable> for ApiError {
    fn from(why: Unusable) -> Self {
        let code = match why {
            Unusable::BrokenZip | Unusable::BrokenBackup => "unreadable_file",
            Unusable::TooLarge => "too_large",
            Unusable::NoBackup | Unusable::NoTable => "unknown_file",
            Unusable::Empty => "empty_file",
            Unusable::TooManyRows
            | Unusable::TooManyDocuments
            | Unusable::TooManyLines
            | Unusable::TooManyPeople
            | Unusable::TooManyPayments => "too_many",
            Unusable::Row(fault) => fault.code(),
            Unusable::Spent(spent) => spent.code(),
        };
        Self::rule_broken(vec![FieldError::new("file", code, why.to_string())])
    }
}

/// The form.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct ArrivalForm {
    /// `tradify` or `invoice_ninja`.
    source: String,
    /// `keep` (a line makes up the difference; so where it is not said) or `leave`: what becomes of
    /// documents that come to another total here.
    differing: Option<String>,
    /// The business profile that the documents are of; none: the account's own.
    profile: Option<String>,
    /// Invoice Ninja's backup, or Tradify's CSV files, one by one or in a zip: at most 10 files of
    /// 50 MB together.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What is asked for.
struct Asked {
    source: Source,
    differing: Differing,
    profile: Option<ProfileId>,
    found: Found,
}

/// What the files of another program would bring. Nothing is written.
#[utoipa::path(post, path = "/api/arriving/preview", tag = "arriving",
    request_body(content = ArrivalForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Arrival), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Arrival>, ApiError> {
    state.limits.check(Limit::ImportByAccount, &user.id)?;
    let (visit, asked) = read(&state, &user.id, form).await?;
    Ok(Json(
        keep::preview(&state, &user.id, (&visit, asked)).await?,
    ))
}

/// Brings over customers and items, and a portion of the documents, each whole. Sent again it goes on
/// where it was; `left` says how many wait.
#[utoipa::path(post, path = "/api/arriving", tag = "arriving",
    request_body(content = ArrivalForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Arrival), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn bring(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Arrival>, ApiError> {
    state.limits.check(Limit::ImportByAccount, &user.id)?;
    let (visit, asked) = read(&state, &user.id, form).await?;
    Ok(Json(keep::bring(&state, &user.id, (&visit, asked)).await?))
}

/// Reads the form, the files of it off the threads that answer requests.
async fn read(
    state: &AppState,
    user_id: &str,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(Visit, Asked), ApiError> {
    let arriving = state.tables.receive(user_id).await?;
    let form = form::files_of(form, FILES_MAX, FILE_LIMIT, &state.config.data).await?;
    let said = |name: &str| form.said.get(name).map_or("", |said| said.trim());
    let source: Source = said("source").parse().map_err(|_| {
        let told = "Say “tradify” or “invoice_ninja”.";
        ApiError::bad_field("source", "unknown_word", told)
    })?;
    let differing = match said("differing") {
        "" | "keep" => Differing::Kept,
        "leave" => Differing::LeftOut,
        _ => {
            let told = "Say “keep” or “leave”.";
            return Err(ApiError::bad_field("differing", "unknown_word", told));
        }
    };
    let profile = match said("profile") {
        "" => None,
        id => Some(
            id.parse()
                .map_err(|_| ApiError::bad_field("profile", "invalid_id", "This is not an id."))?,
        ),
    };
    let visit = arriving.enter().await?;
    let mut files = Vec::new();
    for named in form.files {
        files.push(File {
            name: named.name.to_lowercase(),
            bytes: named.file.into_bytes().await?,
        });
    }
    let found = visit.work(move || found_in(files, source)).await??;
    let asked = Asked {
        source,
        differing,
        profile,
        found,
    };
    Ok((visit, asked))
}

fn found_in(files: Vec<File>, source: Source) -> Result<Found, Unusable> {
    let found = match source {
        Source::Tradify => tradify::read(files)?,
        Source::InvoiceNinja => invoice_ninja::read(files)?,
    };
    let (customers, items) = (found.customers.len(), found.items.len());
    if customers == 0 && items == 0 && found.documents.is_empty() {
        return Err(Unusable::Empty);
    }
    if customers > ROWS_MAX || items > ROWS_MAX {
        return Err(Unusable::TooManyRows);
    }
    if found.documents.len() > DOCUMENTS_MAX {
        return Err(Unusable::TooManyDocuments);
    }
    Ok(found.with_named_customers())
}
