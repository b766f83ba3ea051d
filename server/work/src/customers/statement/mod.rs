//! GET /api/contacts/{id}/statement: what was invoiced to a customer and paid by them between two
//! days, as JSON for the page and as a PDF; and its POST, which emails that (`send`).

mod account;
mod pdf;
pub(super) mod send;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{Days, NaiveDate};
use plumbline_core::calculate::statement::Statement;
use plumbline_core::document::parties::Contact;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::dates::parse_query_day;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::ContactId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::contacts::store as contacts;
use plumbline_records::documents;

/// The default period of a statement.
const DEFAULT_PERIOD: Days = Days::new(365);
/// The most rows of one statement. Nobody reads more; a shorter period has fewer.
const ROWS_MAX: usize = 2_000;

/// The query of a statement.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct StatementQuery {
    /// The first day, YYYY-MM-DD; by default a year before the last.
    from: Option<String>,
    /// The last day, YYYY-MM-DD; by default today.
    to: Option<String>,
    /// `json` (the default) or `pdf`.
    #[param(inline)]
    format: StatementFormat,
}

/// The format of the response.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum StatementFormat {
    /// JSON, for the page.
    #[default]
    Json,
    /// PDF, to send.
    Pdf,
}

/// A customer's statement of account.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct AccountStatement {
    /// The customer's name.
    pub customer: String,
    /// The customer's address, to which it can be emailed; empty if there is none.
    pub email: String,
    /// The first day.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day.
    #[schema(value_type = String)]
    pub to: Date,
    /// What happened in the period, as calculated by core.
    #[schema(value_type = Object)]
    pub statement: Statement,
    /// Pounds that are owed today, whatever the period: the customer's balance.
    #[schema(value_type = String)]
    pub owed_now: Pence,
    /// Today in London.
    #[schema(value_type = String)]
    pub today: Date,
}

/// What was invoiced to a customer and what they paid in a period.
#[utoipa::path(get, path = "/api/contacts/{id}/statement", tag = "contacts",
    params(ContactId, StatementQuery),
    responses((status = 200, body = AccountStatement), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 404, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn read_statement(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    ApiQuery(query): ApiQuery<StatementQuery>,
) -> Result<Response, ApiError> {
    let today = documents::today(&state)?;
    let (from, to) = parse_period(&query, today)?;
    if query.format == StatementFormat::Pdf {
        state.limits.check(ProcessLimit::PdfByAccount, &user.id)?;
    }
    let mut tx = state.db.begin_read().await?;
    let (account_statement, contact, latest) =
        load_statement(&mut tx, &user.id, &id, ((from, to), today)).await?;
    if query.format == StatementFormat::Json {
        return Ok(Json(account_statement).into_response());
    }
    let from = pdf::find_sender(&mut tx, &user.id, latest.as_deref()).await?;
    drop(tx);
    let pdf = pdf::render_pdf(&state, &user.id, &account_statement, contact, from).await?;
    Ok(pdf.into_response())
}

/// The statement of a period, the customer, and the id of their latest invoice, if there is one.
async fn load_statement(
    conn: &mut Conn,
    user_id: &str,
    id: &ContactId,
    ((from, to), today): ((Date, Date), Date),
) -> Result<(AccountStatement, Contact, Option<String>), ApiError> {
    let contact = contacts::find(conn, user_id, id).await?;
    let contact = contact.ok_or_else(|| ApiError::not_found("Contact"))?;
    let account = account::CustomerAccount::load(conn, user_id, id).await?;
    let account_statement = AccountStatement {
        customer: contact.fields.display_name().to_owned(),
        email: contact.fields.email.trim().to_owned(),
        from,
        to,
        statement: account.to_statement(from, to)?,
        owed_now: account.owed_now,
        today,
    };
    let latest = account.latest().map(str::to_owned);
    Ok((account_statement, contact.fields.into(), latest))
}

/// The first and the last day.
fn parse_period(query: &StatementQuery, today: Date) -> Result<(Date, Date), ApiError> {
    let to = parse_query_day("to", query.to.as_deref())?.unwrap_or(today);
    let from = match parse_query_day("from", query.from.as_deref())? {
        Some(from) => from,
        None => year_before(to)?,
    };
    if to < from {
        return Err(field_error("to", "Choose an end date that isn’t before the start date."));
    }
    Ok((from, to))
}

fn year_before(day: Date) -> Result<Date, ApiError> {
    let day: NaiveDate = day.to_string().parse().map_err(ApiError::internal)?;
    let before = day.checked_sub_days(DEFAULT_PERIOD).unwrap_or(day);
    Ok(before.to_string().parse().unwrap_or(Date::FIRST))
}

fn field_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
