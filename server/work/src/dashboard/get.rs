//! The sums and the latest documents.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::status::won::acceptance_rate;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::first_week::{self, FirstWeek};
use super::months::{self, Year};
use crate::recurring;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::reading::list::{DocumentSummary, summaries};
use plumbline_records::documents::store::{made, takings};
use plumbline_records::summaries::find::{Filter, Sums, latest, sums, to_answer, to_confirm};

/// How many documents the first screen shows.
const RECENT: i64 = 8;
/// How many of those that wait for an answer to their customer it shows.
const TO_ANSWER: i64 = 5;

/// The first screen's answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// Pounds that issued invoices still bring in: the sum of the invoices listed as `outstanding`.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// Pounds of it whose due date has passed: the sum of those listed as `overdue`.
    #[schema(value_type = String)]
    pub overdue: Pence,
    /// Pounds of confirmed payments dated in this month, less what went back in it.
    #[schema(value_type = String)]
    pub paid_this_month: Pence,
    /// Issued invoices whose due date has passed: those listed as `overdue`.
    pub overdue_invoices: i64,
    /// Sent quotes that can still be accepted.
    pub quotes_awaiting: i64,
    /// Pounds that they come to.
    #[schema(value_type = String)]
    pub awaiting_amount: Pence,
    /// Those of them that expire within a week: the quotes listed as `expiring`.
    pub quotes_expiring: i64,
    /// Of the quotes of the last twelve months that came to an end, how many in a hundred were
    /// accepted; none where none did. Variations of accepted quotes do not count.
    pub acceptance_rate: Option<u64>,
    /// Payments that customers recorded and the business has to confirm: those of the documents listed
    /// as `to_confirm`.
    pub to_confirm: Waiting,
    /// Documents whose customers asked something, or requested changes, and wait for an answer.
    pub to_answer: ToAnswer,
    /// Recurring invoices that the business has to look at.
    pub recurring: RecurringToSee,
    /// Quotes that are drafts.
    pub draft_quotes: i64,
    /// Invoices that are drafts.
    pub draft_invoices: i64,
    /// The last twelve months.
    pub year: Year,
    /// What of the first week is still to do; none once it is done or over.
    pub first_week: Option<FirstWeek>,
    /// The documents that changed last, quotes and invoices.
    pub recent: Vec<DocumentSummary>,
}

/// Payments to confirm.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// On quotes: deposits.
    pub quotes: i64,
    /// On invoices.
    pub invoices: i64,
    /// Pounds in all.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The document, where there is but one.
    pub only: Option<String>,
}

/// What customers asked and nobody has answered.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ToAnswer {
    /// Documents, those that were put away too.
    pub total: i64,
    /// The first 5 of them, whose customers have waited longest.
    pub first: Vec<DocumentSummary>,
}

/// What of recurring invoices did not go by itself.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringToSee {
    /// Invoices that could not be sent, or were made late, and are drafts still.
    pub unsent: i64,
    /// The invoice, where there is but one.
    pub only: Option<String>,
    /// Recurring invoices that were paused by themselves.
    pub stopped: i64,
}

/// What is owed, what is late, what came in this month, what waits, and the latest documents.
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", responses((status = 200, body = Dashboard)))]
pub async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Dashboard>, ApiError> {
    let today = documents::today(&state)?;
    let day = today.to_string();
    let month = day.get(..8).unwrap_or_default();
    // The 31st of a shorter month sorts after its last day all the same.
    let (first, last) = (format!("{month}01"), format!("{month}31"));
    let mut tx = state.db.begin_read().await?;
    let conn = &mut *tx;
    let outstanding = listed(conn, &user.id, Kind::Invoice, "outstanding", today).await?;
    let overdue = listed(conn, &user.id, Kind::Invoice, "overdue", today).await?;
    let awaiting = listed(conn, &user.id, Kind::Quote, "sent", today).await?;
    let expiring = listed(conn, &user.id, Kind::Quote, "expiring", today).await?;
    let acceptance_rate = acceptance(conn, &user.id, today).await?;
    let quotes = listed(conn, &user.id, Kind::Quote, "draft", today).await?;
    let invoices = listed(conn, &user.id, Kind::Invoice, "draft", today).await?;
    let paid = takings::between(conn, &user.id, &first, &last).await?;
    let to_confirm = waiting(conn, &user.id).await?;
    let (total, first) = to_answer(conn, &user.id, TO_ANSWER).await?;
    let first = summaries(conn, first, today).await?;
    let to_answer = ToAnswer { total, first };
    let recurring = recurring_to_see(conn, &user.id).await?;
    let recent = latest(conn, &user.id, RECENT).await?;
    let recent = summaries(conn, recent, today).await?;
    let year = months::year(conn, &user.id, today).await?;
    let first_week = first_week::of(conn, &user.id, state.clock.now_ms()).await?;
    Ok(Json(Dashboard {
        outstanding: Pence(outstanding.outstanding),
        overdue: Pence(overdue.outstanding),
        paid_this_month: Pence(paid),
        overdue_invoices: overdue.total,
        quotes_awaiting: awaiting.total,
        awaiting_amount: Pence(awaiting.amount),
        quotes_expiring: expiring.total,
        acceptance_rate,
        to_confirm,
        to_answer,
        recurring,
        draft_quotes: quotes.total,
        draft_invoices: invoices.total,
        year,
        first_week,
        recent,
    }))
}

/// How many in a hundred of the quotes issued in the last year and ended were accepted. What was
/// put away counts too: a declined quote is put away sooner than another. A variation does not: its customer had
/// accepted the job, so that an extra or two would make the rate look better than it is.
async fn acceptance(conn: &mut Conn, user_id: &str, today: Date) -> DbResult<Option<u64>> {
    let issued_from = today.year().checked_sub(1).and_then(|year| {
        // The 29th of February has no day a year before: the 28th is one.
        let day = |day| Date::new(year, today.month(), day).ok();
        day(today.day()).or_else(|| day(28))
    });
    let mut counts = [0; 2];
    for (name, at) in [
        ("accepted", 0),
        ("invoiced", 0),
        ("declined", 1),
        ("expired", 1),
    ] {
        let filter = Filter {
            shown: Kind::Quote.list(name),
            from: issued_from,
            archived: None,
            variations: false,
            ..Filter::of(user_id, Kind::Quote, today)
        };
        let found = sums(conn, &filter).await?;
        if let Some(count) = counts.get_mut(at) {
            *count += u64::try_from(found.total).unwrap_or_default();
        }
    }
    let [accepted, not] = counts;
    Ok(acceptance_rate(accepted, not))
}

async fn waiting(conn: &mut Conn, user_id: &str) -> DbResult<Waiting> {
    let (quotes, deposits, quote) = to_confirm(conn, user_id, Kind::Quote).await?;
    let (invoices, payments, invoice) = to_confirm(conn, user_id, Kind::Invoice).await?;
    Ok(Waiting {
        quotes,
        invoices,
        amount: Pence(deposits + payments),
        only: quote.or(invoice).filter(|_| quotes + invoices == 1),
    })
}

async fn recurring_to_see(conn: &mut Conn, user_id: &str) -> DbResult<RecurringToSee> {
    let (unsent, one) = made::to_look_at(conn, user_id).await?;
    Ok(RecurringToSee {
        unsent,
        only: one.filter(|_| unsent == 1),
        stopped: recurring::store::in_trouble(conn, user_id).await?,
    })
}

/// The sums of a list as it opens: the figure and the list behind it are one statement.
async fn listed(
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
    status: &str,
    today: Date,
) -> DbResult<Sums> {
    let filter = Filter {
        shown: kind.list(status),
        ..Filter::of(user_id, kind, today)
    };
    sums(conn, &filter).await
}
