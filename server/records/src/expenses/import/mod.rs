//! Expenses from a bank's file.
//!
//! The file is read twice, for the preview and for the import with what was chosen there; nothing is stored in
//! between. Every row has a fingerprint, so that the same file, or one that covers the same days, adds nothing
//! twice. A row for an expense that was entered by hand before, with a receipt photographed at the counter, is
//! recognised as that expense.

mod bank;
mod keep;
mod known;
mod plan;

use std::collections::HashMap;

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use plumbline_core::expense::Category;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::documents;
use bank::{FileRead, Found, Question, Reading, ReadingSaid, Said};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::form::{self, FileLimit};
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::sheets::allowance::{Allowance, Spent};
use plumbline_platform::sheets::text::{self, Text};
use plumbline_platform::sheets::{KEPT_MAX, RowFault, counted, readings};
use plumbline_platform::state::AppState;
use plumbline_platform::workshop::Visit;

/// The most bytes of a file.
pub(super) const LIMIT: FileLimit = FileLimit(10 * 1024 * 1024, "10 MB");
/// What the choices may add to it.
pub(super) const CHOICES_MAX: usize = 512 * 1024;
/// The most rows of one file: they are written in one piece, and the account waits for it.
const ROWS_MAX: usize = 5_000;
/// As what readings of these files are remembered.
const KIND: &str = "bank";

/// What becomes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum BankOutcome {
    /// An expense more.
    New,
    /// It was imported before; one more, of another account, if that is chosen.
    Known,
    /// It was imported before and its expense deleted since: it comes again if it is chosen.
    Deleted,
    /// It is an expense that was entered by hand; a new one if that is chosen.
    ByHand,
    /// An expense that was entered by hand may be it: nothing becomes of it before somebody says.
    Perhaps,
    /// It is no expense by its words, such as a transfer or a tax payment; one if that is chosen.
    NotExpense,
    /// It was left out by choice, in this import or in one before.
    LeftOut,
    /// Money came in.
    MoneyIn,
    /// It cannot be read.
    Unreadable,
}

/// A row of an import.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankRow {
    /// As a spreadsheet counts it.
    pub row: usize,
    /// Whether it is what the bank took for the payment of the row, beside its amount.
    pub is_fee: bool,
    /// What becomes of it.
    pub outcome: BankOutcome,
    /// When, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub date: Option<Date>,
    /// Whom it was paid to, as the bank says it.
    pub supplier: String,
    /// Pounds.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The category that it has or would have; none of what is no expense.
    #[schema(value_type = Option<String>)]
    pub category: Option<Category>,
    /// Whether its words, or an earlier choice, told the category; else it is Other.
    pub suggested: bool,
    /// Which expense it is or may be, why it is none, or why it cannot be read.
    pub says: String,
}

/// What an import will do, or has done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankReport {
    /// Whether it is done.
    pub done: bool,
    /// What the file was written in: `UTF-8`, `windows-1252`, …
    pub encoding: String,
    /// What stands between its cells.
    pub separator: char,
    /// Its columns.
    pub columns: Vec<Found>,
    /// How it is read.
    pub reading: Reading,
    /// What the file leaves open, and is guessed: nothing is imported before somebody says.
    pub asks: Vec<Question>,
    /// The headings of columns that are not read.
    pub left_out: Vec<String>,
    /// How many are new.
    pub new: usize,
    /// Pounds that they come to together.
    #[schema(value_type = String)]
    pub new_amount: Pence,
    /// How many are there already, by an import or by hand.
    pub known: usize,
    /// How many are money that came in.
    pub money_in: usize,
    /// How many cannot be read.
    pub unreadable: usize,
    /// Each row.
    pub rows: Vec<BankRow>,
}

/// What was chosen for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    LeaveOut,
    /// It is the expense that was entered by hand.
    Same,
    Take(Category),
    /// It is another one like a line that is there, such as the same fee on a second account.
    Again(Category),
}

impl Choice {
    /// The category that its expense is to have; none where it adds none.
    const fn category(self) -> Option<Category> {
        match self {
            Self::Take(category) | Self::Again(category) => Some(category),
            Self::LeaveOut | Self::Same => None,
        }
    }
}

/// What a person chose, by row and whether it is its fee: the category that it is to have, or that it is left out. Else
/// it is as the preview said.
type Choices = HashMap<(usize, bool), Choice>;

/// What a person chooses for rows of a file, as the form's field `choices` has it in JSON.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankChoice {
    /// The row.
    row: usize,
    /// Whether it is the fee of the row.
    #[serde(default)]
    is_fee: bool,
    /// Its category; none: it is left out.
    #[schema(value_type = Option<String>)]
    category: Option<Category>,
    /// Whether it is the expense that was entered by hand; then there is no category.
    #[serde(default)]
    same: bool,
    /// Whether it is another one like a line that is already there, such as the same fee on a second account. Else a
    /// line that is there is not taken again, whatever its category.
    #[serde(default)]
    again: bool,
}

/// Why nothing of a file can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum Unusable {
    #[error("There are no payments in this file.")]
    Empty,
    #[error("We can’t read this file as CSV. Please download your statement as CSV and try again.")]
    NotATable,
    #[error("{}", of_format(.0))]
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
        counted(*.0),
        counted(ROWS_MAX)
    )]
    TooMany(usize),
    #[error(transparent)]
    Row(#[from] RowFault),
    #[error(transparent)]
    Spent(#[from] Spent),
}

/// What is said of a file that is no table.
fn of_format(name: &str) -> String {
    let article = match name {
        "OFX" | "MT940" => "an",
        _ => "a",
    };
    format!(
        "This is {article} {name} file, which we can’t read yet. Please download your statement as CSV."
    )
}

impl From<Unusable> for ApiError {
    fn from(why: Unusable) -> Self {
        let code = match why {
            Unusable::Empty => "empty_file",
            Unusable::NotATable | Unusable::Excel => "unreadable_file",
            Unusable::Format(_) => "other_format",
            Unusable::NoColumns => "no_columns",
            Unusable::TooMany(_) => "too_many",
            Unusable::Row(fault) => fault.code(),
            Unusable::Spent(spent) => spent.code(),
        };
        Self::rule_broken(vec![FieldError::new("file", code, why.to_string())])
    }
}

/// The form of an import.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct BankForm {
    /// What was chosen for rows, a JSON list of `BankChoice`.
    choices: Option<String>,
    /// How the file is to be read, a `BankReadingSaid` in JSON. What it doesn’t say is read as in the last file with the
    /// same headings that was imported with a reading, or as the file tells. While the file leaves something open (`asks`),
    /// nothing of it is imported.
    reading: Option<String>,
    /// A CSV file of a bank: at most 10 MB, at most 5,000 rows.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What importing a bank's file would do, row by row. Nothing is written.
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
    state.limits.check(Limit::ImportByAccount, &user.id)?;
    let (visit, asked) = read(&state, &user.id, form).await?;
    let plan = keep::judged(&state, &user.id, (&visit, asked.rows), asked.choices).await?;
    Ok(Json(asked.about.report(false, plan.rows)))
}

/// Imports a bank's file, all of it or nothing. Sent again it adds nothing.
#[utoipa::path(post, path = "/api/expenses/import", tag = "expenses",
    request_body(content = BankForm, content_type = "multipart/form-data"),
    responses((status = 200, body = BankReport), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn import(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<BankReport>, ApiError> {
    state.limits.check(Limit::ImportByAccount, &user.id)?;
    let (visit, asked) = read(&state, &user.id, form).await?;
    if !asked.about.asks.is_empty() {
        let open = asked.about.asks.iter().map(|question| open(*question));
        return Err(ApiError::rule_broken(open.collect()));
    }
    let plan = keep::judged(&state, &user.id, (&visit, asked.rows), asked.choices).await?;
    let learned = asked.is_told.then_some((&*asked.headings, &asked.said));
    let rows = keep::write(&state, &user.id, (&visit, plan), learned).await?;
    Ok(Json(asked.about.report(true, rows)))
}

/// What is said of a question that nobody answered.
fn open(question: Question) -> FieldError {
    let (code, told) = match question {
        Question::Columns => (
            "no_columns",
            "Please say which column has the date and which the amount.",
        ),
        Question::Dates => (
            "no_dates",
            "The dates in this file can be read in two ways. Please say whether the day or the month comes first.",
        ),
        Question::Signs => (
            "no_signs",
            "This file doesn’t say which amounts you spent. Please say whether they have a minus.",
        ),
    };
    FieldError::new("reading", code, told)
}

/// What is known of the file as a whole.
struct About {
    encoding: &'static str,
    separator: char,
    left_out: Vec<String>,
    columns: Vec<Found>,
    reading: Reading,
    asks: Vec<Question>,
}

/// What was sent.
struct Asked {
    about: About,
    /// What the headings of the file come to.
    headings: String,
    /// Whether its sender says how it is read.
    is_told: bool,
    /// What of that was said or is remembered.
    said: ReadingSaid,
    rows: Vec<bank::Row>,
    choices: Choices,
}

impl About {
    fn report(self, done: bool, rows: Vec<BankRow>) -> BankReport {
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

/// Reads the form, the file off the threads that answer requests.
async fn read(
    state: &AppState,
    user_id: &str,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(Visit, Asked), ApiError> {
    let arriving = state.tables.receive(user_id).await?;
    let form = form::files_of(form, 1, LIMIT, &state.config.data).await?;
    let said = |name: &str| form.said.get(name).map_or("", |said| said.trim());
    let choices = choices(said("choices"))?;
    let reading = reading(said("reading"))?;
    let mut conn = state.db.read().await?;
    let remembered = readings::remembered::<ReadingSaid>(&mut conn, user_id, KIND).await?;
    drop(conn);
    let file = form.files.into_iter().next();
    let file = file.ok_or_else(|| ApiError::internal("a form without its file"))?;
    let visit = arriving.enter().await?;
    let bytes = file.file.into_bytes().await?;
    let is_told = reading.is_some();
    let reading = reading.unwrap_or_default();
    let today = documents::today(state)?;
    let work = move || {
        let Text { text, encoding } = text::read(&bytes).ok_or(match text::is_excel(&bytes) {
            true => Unusable::Excel,
            false => Unusable::NotATable,
        })?;
        let said = Said {
            reading,
            remembered: &|headings| remembered.get(headings).cloned(),
            today: Some(today),
        };
        bank::read(&text, said, Allowance::of(KEPT_MAX)).map(|file| (encoding, file))
    };
    let read: Result<_, Unusable> = visit.work(work).await?;
    let (encoding, file): (_, FileRead) = read?;
    let asked = Asked {
        about: About {
            encoding,
            separator: file.separator,
            left_out: file.left_out,
            columns: file.columns,
            reading: file.reading,
            asks: file.asks,
        },
        headings: file.headings,
        is_told,
        said: file.said,
        rows: file.rows,
        choices,
    };
    Ok((visit, asked))
}

/// How the file is to be read, where its sender says so.
fn reading(said: &str) -> Result<Option<ReadingSaid>, ApiError> {
    if said.is_empty() {
        return Ok(None);
    }
    let read = serde_json::from_str(said);
    read.map(Some).map_err(|_| {
        let told = "The reading says what each column holds, how dates are written and which amounts went out.";
        ApiError::bad_field("reading", "invalid_type", told)
    })
}

fn choices(said: &str) -> Result<Choices, ApiError> {
    if said.trim().is_empty() {
        return Ok(Choices::new());
    }
    let read: Result<Vec<BankChoice>, _> = serde_json::from_str(said);
    let read = read.map_err(|_| {
        let told = "The choices are a list of rows, each with a category or none.";
        ApiError::bad_field("choices", "invalid_type", told)
    })?;
    let choices = read.into_iter().map(|one| {
        let choice = match one.category {
            None if one.same => Choice::Same,
            None => Choice::LeaveOut,
            Some(category) if one.again => Choice::Again(category),
            Some(category) => Choice::Take(category),
        };
        ((one.row, one.is_fee), choice)
    });
    Ok(choices.collect())
}
