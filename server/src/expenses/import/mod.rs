//! Expenses from the file of a bank.
//!
//! The file is read twice: for a look at what will happen, and to do it with what was chosen there.
//! Nothing is kept in between. Every line has a fingerprint, so that the same file, or one that covers
//! the same days, adds nothing again; and a line that is an expense which was entered by hand before,
//! its receipt photographed at the counter, is known as that one.

mod bank;
mod keep;
mod plan;

use std::collections::HashMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use plumbline_core::expense::Category;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorBody, FieldError};
use crate::http::form::{self, FileLimit};
use crate::limits::Limit;
use crate::sessions::CurrentUser;
use crate::sheets::allowance::{Allowance, Spent};
use crate::sheets::text::{self, Text};
use crate::sheets::{KEPT_MAX, RowFault};
use crate::state::AppState;
use crate::workshop::Visit;
use bank::FileRead;

/// The most bytes of a file.
pub(super) const LIMIT: FileLimit = FileLimit(10 * 1024 * 1024, "10 MB");
/// What the choices may add to it.
pub(super) const CHOICES_MAX: usize = 512 * 1024;
/// The most rows of one file: they are written in one piece, and the account waits for it.
const ROWS_MAX: usize = 5_000;

/// What becomes of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum BankOutcome {
    /// An expense more.
    New,
    /// It was imported before.
    Known,
    /// It was imported before and its expense deleted since: it comes again if it is chosen.
    Deleted,
    /// It is an expense that was entered by hand; a new one if that is chosen.
    ByHand,
    /// It was left out by choice.
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
    /// Which expense it is, or why it cannot be read.
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
    /// Whether no amount was below nothing, so that all of them are taken for what was bought.
    pub is_card: bool,
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
    Take(Category),
}

/// What a person chose, by row: the category that it is to have, or that it is left out. Else it is as the
/// preview said.
type Choices = HashMap<usize, Choice>;

/// What a person chooses for rows of a file, as the form's field `choices` has it in JSON.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankChoice {
    /// The row.
    row: usize,
    /// Its category; none: it is left out.
    #[schema(value_type = Option<String>)]
    category: Option<Category>,
}

/// Why nothing of a file can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum Unusable {
    #[error("There is no payment in this file.")]
    Empty,
    #[error(
        "This file cannot be read as CSV. Please download your statement as CSV and try again."
    )]
    NotATable,
    #[error(
        "This file has no column for the date or none for the amount. Please download your \
         statement as CSV, with its headings."
    )]
    NoColumns,
    #[error("This file has more than 5,000 rows. Please download fewer months at a time.")]
    TooMany,
    #[error(transparent)]
    Row(#[from] RowFault),
    #[error(transparent)]
    Spent(#[from] Spent),
}

impl From<Unusable> for ApiError {
    fn from(why: Unusable) -> Self {
        let code = match why {
            Unusable::Empty => "empty_file",
            Unusable::NotATable => "unreadable_file",
            Unusable::NoColumns => "no_columns",
            Unusable::TooMany => "too_many",
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
    let (visit, (about, file, choices)) = read(&state, &user.id, form).await?;
    let plan = keep::judged(&state, &user.id, (&visit, file), choices).await?;
    Ok(Json(about.report(false, plan.rows)))
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
    let (visit, (about, file, choices)) = read(&state, &user.id, form).await?;
    let plan = keep::judged(&state, &user.id, (&visit, file), choices).await?;
    let rows = keep::write(&state, &user.id, (&visit, plan)).await?;
    Ok(Json(about.report(true, rows)))
}

/// What is known of the file as a whole.
struct About {
    encoding: &'static str,
    separator: char,
    is_card: bool,
    left_out: Vec<String>,
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
            is_card: self.is_card,
            left_out: self.left_out,
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
) -> Result<(Visit, (About, Vec<bank::Row>, Choices)), ApiError> {
    let arriving = state.tables.receive(user_id).await?;
    let form::FormRead { file, said } =
        form::read(form, "choices", LIMIT, &state.config.data).await?;
    let choices = choices(&said)?;
    let visit = arriving.enter().await?;
    let (encoding, file) = lines(&visit, file.into_bytes().await?).await?;
    let about = About {
        encoding,
        separator: file.separator,
        is_card: file.is_card,
        left_out: file.left_out,
    };
    Ok((visit, (about, file.rows, choices)))
}

async fn lines(visit: &Visit, bytes: Bytes) -> Result<(&'static str, FileRead), ApiError> {
    let read = move || {
        let Text { text, encoding } = text::read(&bytes).ok_or(Unusable::NotATable)?;
        bank::read(&text, Allowance::of(KEPT_MAX)).map(|file| (encoding, file))
    };
    Ok(visit.work(read).await??)
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
        let choice = one.category.map_or(Choice::LeaveOut, Choice::Take);
        (one.row, choice)
    });
    Ok(choices.collect())
}
