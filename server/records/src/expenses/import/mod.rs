//! Expenses from a bank's file.
//!
//! The file is read twice, for the preview and for the import with what was chosen there; nothing is stored in
//! between. Every row has a fingerprint, so that the same file, or one that covers the same days, adds nothing
//! twice. A row for an expense that was entered by hand before, with a receipt photographed at the counter, is
//! recognised as that expense.

mod bank;
mod matching;
mod plan;
mod write;

use std::collections::HashMap;

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use plumbline_core::expense::ExpenseCategory;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::documents;
use bank::{BankColumnFound, BankFile, BankFileOptions, BankQuestion, BankReading, ReadingSaid};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::form::{self, FileLimit};
use plumbline_platform::ids::UserId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};
use plumbline_platform::table_import::text::{self, DecodedText};
use plumbline_platform::table_import::{RowError, STORED_BYTES_MAX, columns, format_count};
use plumbline_platform::worker_pool::PoolEntry;

/// The largest file, in bytes.
pub(super) const FILE_LIMIT: FileLimit = FileLimit(10 * 1024 * 1024, "10 MB");
/// The most bytes of the choices that are sent with it.
pub(super) const CHOICES_MAX: usize = 512 * 1024;
/// The most rows in one file: they are written in one transaction, and the account waits for it.
const ROWS_MAX: usize = 5_000;
/// The kind under which readings of these files are remembered.
const KIND: &str = "bank";

/// What the import does with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum BankOutcome {
    /// A new expense.
    New,
    /// It was imported before; another expense, such as one from another account, if that is chosen.
    Known,
    /// It was imported before and its expense was deleted since; imported again if that is chosen.
    Deleted,
    /// It matches an expense that was entered by hand; a new one if that is chosen.
    ByHand,
    /// It may match an expense that was entered by hand; nothing happens until a person decides.
    Perhaps,
    /// According to its text it isn't an expense, for example a transfer or a tax payment; imported if that is chosen.
    NotExpense,
    /// A person chose to leave it out, in this import or an earlier one.
    LeftOut,
    /// Money was received.
    MoneyIn,
    /// It can't be read.
    Unreadable,
}

/// A row of an import.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankRow {
    /// The row number, counted as in a spreadsheet.
    pub row: usize,
    /// Whether it is the bank's fee in addition to the row's amount.
    pub is_fee: bool,
    /// What the import does with it.
    pub outcome: BankOutcome,
    /// The date, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub date: Option<Date>,
    /// The payee, as the bank writes it.
    pub supplier: String,
    /// Pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The category that it has or would have; null if it isn't an expense.
    #[schema(value_type = Option<String>)]
    pub category: Option<ExpenseCategory>,
    /// Whether the category follows from its text or an earlier choice; otherwise it is Other.
    pub suggested: bool,
    /// A message: which expense it matches or may match, why it isn't one, or why it can't be read.
    pub says: String,
}

/// The report of an import or its preview.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankReport {
    /// Whether it was imported; false for a preview.
    pub done: bool,
    /// The character encoding of the file: `UTF-8`, `windows-1252`, …
    pub encoding: String,
    /// The character between its cells.
    pub separator: char,
    /// Its columns.
    pub columns: Vec<BankColumnFound>,
    /// How it is read.
    pub reading: BankReading,
    /// Questions that the file leaves open and whose answers are guessed: nothing is imported before they are answered.
    pub asks: Vec<BankQuestion>,
    /// The headings of columns that aren't read.
    pub left_out: Vec<String>,
    /// How many expenses are new.
    pub new: usize,
    /// The total of the new expenses, in pounds.
    #[schema(value_type = String)]
    pub new_amount: Pence,
    /// How many exist already, imported or entered by hand.
    pub known: usize,
    /// How many rows are money received.
    pub money_in: usize,
    /// How many rows can't be read.
    pub unreadable: usize,
    /// The rows.
    pub rows: Vec<BankRow>,
}

/// A person's choice for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BankRowChoice {
    LeaveOut,
    /// It is the expense that was entered by hand.
    Same,
    Take(ExpenseCategory),
    /// It is another expense like an existing line, such as the same fee for a second account.
    Again(ExpenseCategory),
}

impl BankRowChoice {
    /// The category of the expense that it adds; `None` if it adds no expense.
    const fn category(self) -> Option<ExpenseCategory> {
        match self {
            Self::Take(category) | Self::Again(category) => Some(category),
            Self::LeaveOut | Self::Same => None,
        }
    }
}

/// The choices by row, and whether they are for the row's fee. Rows without a choice are imported as the preview says.
type BankRowChoices = HashMap<(usize, bool), BankRowChoice>;

/// A person's choice for a row, as JSON in the form's field `choices`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankChoice {
    /// The row.
    row: usize,
    /// Whether it is for the row's fee.
    #[serde(default)]
    is_fee: bool,
    /// Its category; null to leave it out.
    #[schema(value_type = Option<String>)]
    category: Option<ExpenseCategory>,
    /// Whether it is the expense that was entered by hand; then there is no category.
    #[serde(default)]
    same: bool,
    /// Whether it is another expense like an existing line, such as the same fee for a second account. Otherwise an
    /// existing line isn't imported again, whatever its category.
    #[serde(default)]
    again: bool,
}

/// Why a file can't be used at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum BankFileError {
    #[error("There are no payments in this file.")]
    Empty,
    #[error("We can’t read this file as CSV. Please download your statement as CSV and try again.")]
    NotATable,
    #[error("{}", unsupported_format_text(.0))]
    Format(&'static str),
    #[error("This is an Excel file. Please save it as CSV and choose that file.")]
    Excel,
    #[error(
        "This file has no date column or no amount column. Please download your \
         statement as CSV, with its headings."
    )]
    NoColumns,
    #[error(
        "This file has {} rows, and we can import {} at a time. Please split it, or download fewer months at a time.",
        format_count(*.0),
        format_count(ROWS_MAX)
    )]
    TooMany(usize),
    #[error(transparent)]
    Row(#[from] RowError),
    #[error(transparent)]
    Spent(#[from] BudgetExceeded),
}

/// The message for a file that isn't a table.
fn unsupported_format_text(name: &str) -> String {
    let article = match name {
        "OFX" | "MT940" => "an",
        _ => "a",
    };
    format!("This is {article} {name} file, which we can’t read yet. Please download your statement as CSV.")
}

impl From<BankFileError> for ApiError {
    fn from(why: BankFileError) -> Self {
        let code = match why {
            BankFileError::Empty => "empty_file",
            BankFileError::NotATable | BankFileError::Excel => "unreadable_file",
            BankFileError::Format(_) => "other_format",
            BankFileError::NoColumns => "no_columns",
            BankFileError::TooMany(_) => "too_many",
            BankFileError::Row(fault) => fault.code(),
            BankFileError::Spent(spent) => spent.code(),
        };
        Self::rule_broken(vec![FieldError::new("file", code, why.to_string())])
    }
}

/// The form of an import.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct BankForm {
    /// The choices for rows, a JSON list of `BankChoice`.
    choices: Option<String>,
    /// How to read the file, a `BankReadingSaid` as JSON. What it leaves out is read as in the last file with the same
    /// headings that was imported with a reading, or is detected from the file. While a question is open (`asks`),
    /// nothing is imported.
    reading: Option<String>,
    /// A CSV file from a bank: at most 10 MB, at most 5,000 rows.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The result that importing a bank file would have, row by row. Nothing is written.
#[utoipa::path(post, path = "/api/expenses/import/preview", tag = "expenses",
    operation_id = "preview_import",
    request_body(content = BankForm, content_type = "multipart/form-data"),
    responses((status = 200, body = BankReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<BankReport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (visit, bank_import_request) = read_form(&state, &user.id, form).await?;
    let plan =
        write::plan_import(&state, &user.id, (&visit, bank_import_request.rows), bank_import_request.choices)
            .await?;
    Ok(Json(bank_import_request.info.into_report(false, plan.rows)))
}

/// Imports a bank file, in portions. If that is interrupted, `partly_imported` says how many expenses are saved.
/// Importing it again adds the rest; after that, it adds nothing.
#[utoipa::path(post, path = "/api/expenses/import", tag = "expenses",
    request_body(content = BankForm, content_type = "multipart/form-data"),
    responses((status = 200, body = BankReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn import(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<BankReport>, ApiError> {
    state.limits.check(ProcessLimit::ImportByAccount, &user.id)?;
    let (visit, bank_import_request) = read_form(&state, &user.id, form).await?;
    if !bank_import_request.info.asks.is_empty() {
        let open = bank_import_request.info.asks.iter().map(|question| open(*question));
        return Err(ApiError::rule_broken(open.collect()));
    }
    let plan =
        write::plan_import(&state, &user.id, (&visit, bank_import_request.rows), bank_import_request.choices)
            .await?;
    let learned = bank_import_request
        .is_reading_given
        .then_some((&*bank_import_request.headings, &bank_import_request.said));
    let rows = write::write_plan(&state, &user.id, (visit, plan), learned).await?;
    Ok(Json(bank_import_request.info.into_report(true, rows)))
}

/// The error for a question that isn't answered.
fn open(question: BankQuestion) -> FieldError {
    let (code, text) = match question {
        BankQuestion::Columns => ("no_columns", "Please say which column has the date and which the amount."),
        BankQuestion::Dates => (
            "no_dates",
            "The dates in this file can be read in two ways. Please say whether the day or the month comes first.",
        ),
        BankQuestion::Signs => (
            "no_signs",
            "This file doesn’t say which amounts you spent. Please say whether they have a minus.",
        ),
    };
    FieldError::new("reading", code, text)
}

/// Facts about the file as a whole.
struct BankFileInfo {
    encoding: &'static str,
    separator: char,
    left_out: Vec<String>,
    columns: Vec<BankColumnFound>,
    reading: BankReading,
    asks: Vec<BankQuestion>,
}

/// The parsed request.
struct BankImportRequest {
    info: BankFileInfo,
    /// The hash of the file's headings.
    headings: String,
    /// Whether the request says how to read the file.
    is_reading_given: bool,
    /// The choices that were sent or remembered.
    said: ReadingSaid,
    rows: Vec<bank::BankFileRow>,
    choices: BankRowChoices,
}

impl BankFileInfo {
    fn into_report(self, done: bool, rows: Vec<BankRow>) -> BankReport {
        use BankOutcome::{ByHand, Deleted, Known, MoneyIn, New, Unreadable};
        let of = |these: &[BankOutcome]| {
            let these = rows.iter().filter(|row| these.contains(&row.outcome));
            these.count()
        };
        let new = rows.iter().filter(|row| row.outcome == New);
        BankReport {
            done,
            encoding: self.encoding.to_owned(),
            separator: self.separator,
            left_out: self.left_out,
            columns: self.columns,
            reading: self.reading,
            asks: self.asks,
            new: of(&[New]),
            new_amount: new.map(|row| row.amount).sum(),
            known: of(&[Known, Deleted, ByHand]),
            money_in: of(&[MoneyIn]),
            unreadable: of(&[Unreadable]),
            rows,
        }
    }
}

/// Reads the form, and the file on a thread that doesn't serve requests.
async fn read_form(
    state: &AppState,
    user_id: &UserId,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(PoolEntry, BankImportRequest), ApiError> {
    let arriving = state.tables.begin_upload(user_id.as_str()).await?;
    let form = form::read_files(form, 1, FILE_LIMIT, &state.config.data).await?;
    let given = |name: &str| form.texts.get(name).map_or("", |message| message.trim());
    let choices = parse_choices(given("choices"))?;
    let reading = parse_reading(given("reading"))?;
    let mut conn = state.db.read().await?;
    let remembered = columns::load_remembered::<ReadingSaid>(&mut conn, user_id, KIND).await?;
    drop(conn);
    let file = form.files.into_iter().next();
    let file = file.ok_or_else(|| ApiError::internal("a form without its file"))?;
    let visit = arriving.enter().await?;
    let bytes = file.file.into_bytes().await?;
    let is_told = reading.is_some();
    let reading = reading.unwrap_or_default();
    let today = documents::today(state)?;
    let work = move || {
        let DecodedText { text, encoding } = text::decode(&bytes).ok_or(match text::is_excel(&bytes) {
            true => BankFileError::Excel,
            false => BankFileError::NotATable,
        })?;
        let bank_file_options = BankFileOptions {
            reading,
            remembered: &|headings| remembered.get(headings).cloned(),
            today: Some(today),
        };
        bank::read(&text, bank_file_options, ReadBudget::new(STORED_BYTES_MAX)).map(|file| (encoding, file))
    };
    let read: Result<_, BankFileError> = visit.run(work).await?;
    let (encoding, file): (_, BankFile) = read?;
    let bank_import_request = BankImportRequest {
        info: BankFileInfo {
            encoding,
            separator: file.separator,
            left_out: file.left_out,
            columns: file.columns,
            reading: file.reading,
            asks: file.asks,
        },
        headings: file.headings,
        is_reading_given: is_told,
        said: file.said,
        rows: file.rows,
        choices,
    };
    Ok((visit, bank_import_request))
}

/// How to read the file, if the request says so.
fn parse_reading(text: &str) -> Result<Option<ReadingSaid>, ApiError> {
    if text.is_empty() {
        return Ok(None);
    }
    let read = serde_json::from_str(text);
    read.map(Some).map_err(|_| {
        let message =
            "The reading says what each column holds, how dates are written and which amounts went out.";
        ApiError::bad_field("reading", "invalid_type", message)
    })
}

fn parse_choices(text: &str) -> Result<BankRowChoices, ApiError> {
    if text.trim().is_empty() {
        return Ok(BankRowChoices::new());
    }
    let read: Result<Vec<BankChoice>, _> = serde_json::from_str(text);
    let read = read.map_err(|_| {
        let message = "The choices are a list of rows, each with a category or none.";
        ApiError::bad_field("choices", "invalid_type", message)
    })?;
    let choices = read.into_iter().map(|one| {
        let choice = match one.category {
            None if one.same => BankRowChoice::Same,
            None => BankRowChoice::LeaveOut,
            Some(category) if one.again => BankRowChoice::Again(category),
            Some(category) => BankRowChoice::Take(category),
        };
        ((one.row, one.is_fee), choice)
    });
    Ok(choices.collect())
}
