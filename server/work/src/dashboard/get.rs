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

/// How many documents the dashboard shows.
const RECENT: i64 = 8;
/// How many of the documents with an unanswered question the dashboard shows.
const TO_ANSWER: i64 = 5;

/// The contents of the dashboard.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// Outstanding pounds of issued invoices: the sum of those in the list `outstanding`.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// The part of it, in pounds, whose due date has passed: the sum of those in the list `overdue`.
    #[schema(value_type = String)]
    pub overdue: Pence,
    /// Pounds of confirmed payments dated in this month, less refunds in it.
    #[schema(value_type = String)]
    pub paid_this_month: Pence,
    /// Issued invoices whose due date has passed: those in the list `overdue`.
    pub overdue_invoices: i64,
    /// Sent quotes that can still be accepted.
    pub quotes_awaiting: i64,
    /// Their total in pounds.
    #[schema(value_type = String)]
    pub awaiting_amount: Pence,
    /// How many of them expire within a week: the quotes in the list `expiring`.
    pub quotes_expiring: i64,
    /// The percentage of accepted quotes among those of the last twelve months that are decided or expired; `None` if
    /// there are none. Variations of accepted quotes do not count.
    pub acceptance_rate: Option<u64>,
    /// Payments that customers recorded and the business has to confirm: those of the documents in the list
    /// `to_confirm`.
    pub to_confirm: Waiting,
    /// Documents with an unanswered question or request for changes of their customer.
    pub to_answer: ToAnswer,
    /// Recurring invoices that the business has to look at.
    pub recurring: RecurringToSee,
    /// Draft quotes.
    pub draft_quotes: i64,
    /// Draft invoices.
    pub draft_invoices: i64,
    /// The last twelve months.
    pub year: Year,
    /// The steps of the first week; `None` once they are done or the week is over.
    pub first_week: Option<FirstWeek>,
    /// The quotes and invoices that changed last.
    pub recent: Vec<DocumentSummary>,
}

/// Payments to confirm.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// How many on quotes: deposits.
    pub quotes: i64,
    /// How many on invoices.
    pub invoices: i64,
    /// Pounds in total.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The id of the document, if there is only one.
    pub only: Option<String>,
}

/// The unanswered questions of customers.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ToAnswer {
    /// The number of documents, including archived ones.
    pub total: i64,
    /// The first 5 of them, those whose customers have waited longest.
    pub first: Vec<DocumentSummary>,
}

/// The problems of recurring invoices.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringToSee {
    /// Invoices that could not be sent, or were made late, and are still drafts.
    pub unsent: i64,
    /// The id of the invoice, if there is only one.
    pub only: Option<String>,
    /// Recurring invoices that were paused automatically.
    pub stopped: i64,
}

/// What is owed, what is late, what was received this month, what is waiting, and the latest documents.
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", responses((status = 200, body = Dashboard)))]
pub async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Dashboard>, ApiError> {
    let today = documents::today(&state)?;
    let day = today.to_string();
    let month = day.get(..8).unwrap_or_default();
    // The 31st of a shorter month sorts after its last day as well.
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

/// The percentage of accepted quotes among those that were issued in the last year and are decided or expired. Archived
/// quotes count too: a declined quote is archived sooner than others. Variations do not: their customer had accepted
/// the job, so an extra or two would make the rate look better than it is.
async fn acceptance(conn: &mut Conn, user_id: &str, today: Date) -> DbResult<Option<u64>> {
    let issued_from = today.year().checked_sub(1).and_then(|year| {
        // For the 29th of February, which the year before does not have, it is the 28th.
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

/// The sums of a list as it opens, from the same statement as the list.
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
