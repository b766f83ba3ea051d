//! The dashboard: what is owed, what is late, what was received, what is waiting.

mod store;

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::calculate_acceptance_rate;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::recurring;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::list::{DocumentSummary, to_summaries};
use plumbline_records::documents::store::{recurring_documents, takings};
use plumbline_records::summaries::find::{
    DocumentFilter, ListSums, find_to_confirm, list_latest, list_to_answer, sum_documents,
};
use plumbline_records::{documents, expenses, profiles};

/// The route of the dashboard.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read_dashboard))
}

/// How many documents the dashboard shows.
const RECENT_MAX: i64 = 8;

/// How many of the documents with an unanswered question the dashboard shows.
const TO_ANSWER_MAX: i64 = 5;

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
    pub to_confirm: PaymentsToConfirm,
    /// Documents with an unanswered question or request for changes of their customer.
    pub to_answer: QuestionsToAnswer,
    /// Recurring invoices that the business has to look at.
    pub recurring: RecurringProblems,
    /// Draft quotes.
    pub draft_quotes: i64,
    /// Draft invoices.
    pub draft_invoices: i64,
    /// The last twelve months.
    pub year: DashboardYear,
    /// The steps of the first week; `None` once they are done or the week is over.
    pub first_week: Option<FirstWeek>,
    /// The quotes and invoices that changed last.
    pub recent: Vec<DocumentSummary>,
}

/// Payments to confirm.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PaymentsToConfirm {
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
pub struct QuestionsToAnswer {
    /// The number of documents, including archived ones.
    pub total: i64,
    /// The first 5 of them, those whose customers have waited longest.
    pub first: Vec<DocumentSummary>,
}

/// The problems of recurring invoices.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringProblems {
    /// Invoices that could not be sent, or were made late, and are still drafts.
    pub unsent: i64,
    /// The id of the invoice, if there is only one.
    pub only: Option<String>,
    /// Recurring invoices that were paused automatically.
    pub stopped: i64,
}

/// What is owed, what is late, what was received this month, what is waiting, and the latest documents.
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", responses((status = 200, body = Dashboard)))]
pub async fn read_dashboard(
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
    let outstanding = list_sums(conn, &user.id, DocumentKind::Invoice, "outstanding", today).await?;
    let overdue = list_sums(conn, &user.id, DocumentKind::Invoice, "overdue", today).await?;
    let awaiting = list_sums(conn, &user.id, DocumentKind::Quote, "sent", today).await?;
    let expiring = list_sums(conn, &user.id, DocumentKind::Quote, "expiring", today).await?;
    let acceptance_rate = load_acceptance_rate(conn, &user.id, today).await?;
    let quotes = list_sums(conn, &user.id, DocumentKind::Quote, "draft", today).await?;
    let invoices = list_sums(conn, &user.id, DocumentKind::Invoice, "draft", today).await?;
    let paid = takings::sum_between(conn, &user.id, &first, &last).await?;
    let to_confirm = load_payments_to_confirm(conn, &user.id).await?;
    let (total, first) = list_to_answer(conn, &user.id, TO_ANSWER_MAX).await?;
    let first = to_summaries(conn, first, today).await?;
    let to_answer = QuestionsToAnswer { total, first };
    let recurring = load_recurring_problems(conn, &user.id).await?;
    let recent = list_latest(conn, &user.id, RECENT_MAX).await?;
    let recent = to_summaries(conn, recent, today).await?;
    let year = load_year(conn, &user.id, today).await?;
    let first_week = load(conn, &user.id, state.clock.now_ms()).await?;
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
async fn load_acceptance_rate(conn: &mut Conn, user_id: &UserId, today: Date) -> DbResult<Option<u64>> {
    let issued_from = today.year().checked_sub(1).and_then(|year| {
        // For the 29th of February, which the year before does not have, it is the 28th.
        let day = |day| Date::new(year, today.month(), day).ok();
        day(today.day()).or_else(|| day(28))
    });
    let mut counts = [0; 2];
    for (name, at) in [("accepted", 0), ("invoiced", 0), ("declined", 1), ("expired", 1)] {
        let filter = DocumentFilter {
            shown: DocumentKind::Quote.find_list(name),
            from: issued_from,
            archived: None,
            variations: false,
            ..DocumentFilter::for_kind(user_id, DocumentKind::Quote, today)
        };
        let found = sum_documents(conn, &filter).await?;
        if let Some(count) = counts.get_mut(at) {
            *count += u64::try_from(found.total).unwrap_or_default();
        }
    }
    let [accepted, not] = counts;
    Ok(calculate_acceptance_rate(accepted, not))
}

async fn load_payments_to_confirm(conn: &mut Conn, user_id: &UserId) -> DbResult<PaymentsToConfirm> {
    let (quotes, deposits, quote) = find_to_confirm(conn, user_id, DocumentKind::Quote).await?;
    let (invoices, payments, invoice) = find_to_confirm(conn, user_id, DocumentKind::Invoice).await?;
    Ok(PaymentsToConfirm {
        quotes,
        invoices,
        amount: Pence(deposits + payments),
        only: quote.or(invoice).filter(|_| quotes + invoices == 1),
    })
}

async fn load_recurring_problems(conn: &mut Conn, user_id: &UserId) -> DbResult<RecurringProblems> {
    let (unsent, one) = recurring_documents::count_needing_attention(conn, user_id).await?;
    Ok(RecurringProblems {
        unsent,
        only: one.filter(|_| unsent == 1),
        stopped: recurring::store::count_in_trouble(conn, user_id).await?,
    })
}

/// The sums of a list as it opens, from the same statement as the list.
async fn list_sums(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
    status: &str,
    today: Date,
) -> DbResult<ListSums> {
    let filter =
        DocumentFilter { shown: kind.find_list(status), ..DocumentFilter::for_kind(user_id, kind, today) };
    sum_documents(conn, &filter).await
}

// The steps of a new business in its first week; each is finished by doing it.

/// Which steps are done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct FirstWeek {
    /// The business has a profile.
    pub profile: bool,
    /// Customers can see where to pay: there is a bank account, or cards are accepted.
    pub payment: bool,
    /// There is a customer.
    pub contact: bool,
    /// There is a quote or an invoice.
    pub document: bool,
    /// A document was sent.
    pub sent: bool,
}

/// A week, in milliseconds.
const WEEK: i64 = 7 * 24 * 60 * 60 * 1_000;

/// The steps of an account at the instant `now`; `None` once all of them are done or, if something was sent, once the
/// week is over: a business that is paid in cash has no bank to name.
async fn load(conn: &mut Conn, user_id: &UserId, now: i64) -> DbResult<Option<FirstWeek>> {
    let profiles = profiles::store::list(conn, user_id).await?;
    let week = FirstWeek {
        profile: !profiles.is_empty(),
        payment: profiles.iter().any(|profile| {
            let has_bank = !profile.fields.account_number.trim().is_empty();
            has_bank || profile.stripe_account_id.is_some()
        }),
        contact: store::has_contact(conn, user_id).await?,
        document: store::has_document(conn, user_id).await?,
        sent: store::has_sent(conn, user_id).await?,
    };
    let is_done = week.profile && week.payment && week.contact && week.document && week.sent;
    let is_over = week.sent && now >= store::account_created_at(conn, user_id).await?.saturating_add(WEEK);
    Ok((!is_done && !is_over).then_some(week))
}

/// How many months are shown, including this one.
const MONTHS: u32 = 12;

/// The last twelve months, ending with this one.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DashboardYear {
    /// The months, oldest first, including those without income and expenses.
    pub months: Vec<DashboardMonth>,
    /// Pounds of income, in all months together.
    #[schema(value_type = String)]
    pub income: Pence,
    /// Pounds of expenses, in all months together.
    #[schema(value_type = String)]
    pub expenses: Pence,
}

/// A month's income and expenses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DashboardMonth {
    /// `2026-11`.
    pub month: String,
    /// Pounds of confirmed payments dated in it, less refunds in it.
    #[schema(value_type = String)]
    pub income: Pence,
    /// Pounds of expenses dated in it, including VAT, less refunds.
    #[schema(value_type = String)]
    pub expenses: Pence,
}

/// The twelve months that end with the one of `today`.
async fn load_year(conn: &mut Conn, user_id: &UserId, today: Date) -> DbResult<DashboardYear> {
    let names = month_names(today);
    let first = names.first().cloned().unwrap_or_default();
    let last = names.last().cloned().unwrap_or_default();
    // The 31st of a shorter month sorts after its last day as well.
    let (from, to) = (format!("{first}-01"), format!("{last}-31"));
    let came: HashMap<String, i64> =
        takings::sum_by_month(conn, user_id, &from, &to).await?.into_iter().collect();
    let went = match month_range(&first, &last) {
        Some((from, to)) => expenses::store::sum_by_month(conn, user_id, from, to).await?,
        None => Vec::new(),
    };
    let went: HashMap<String, Pence> = went.into_iter().collect();
    let months: Vec<DashboardMonth> = names
        .into_iter()
        .map(|month| DashboardMonth {
            income: Pence(came.get(&month).copied().unwrap_or_default()),
            expenses: went.get(&month).copied().unwrap_or_default(),
            month,
        })
        .collect();
    Ok(DashboardYear {
        income: Pence(months.iter().map(|month| month.income.0).sum()),
        expenses: Pence(months.iter().map(|month| month.expenses.0).sum()),
        months,
    })
}

/// The first day of one month and the last of another.
fn month_range(first: &str, last: &str) -> Option<(Date, Date)> {
    let day = |month: &str, day: u8| format!("{month}-{day:02}").parse::<Date>().ok();
    let end = (28..=31).rev().find_map(|n| day(last, n))?;
    Some((day(first, 1)?, end))
}

/// The names of the months, oldest first.
fn month_names(today: Date) -> Vec<String> {
    // Months since the year 0.
    let this = u32::from(today.year()) * 12 + u32::from(today.month()) - 1;
    let months = (0..MONTHS).rev().filter_map(|back| this.checked_sub(back));
    months.map(|n| format!("{:04}-{:02}", n / 12, n % 12 + 1)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_month_ends_with_its_own_last_day() {
        for (month, last) in [
            ("2026-11", "2026-11-30"),
            ("2026-12", "2026-12-31"),
            ("2027-02", "2027-02-28"),
            ("2028-02", "2028-02-29"),
        ] {
            let (from, to) = super::month_range("2026-01", month).unwrap();
            assert_eq!((from.to_string().as_str(), to.to_string().as_str()), ("2026-01-01", last));
        }
    }

    #[test]
    fn lists_twelve_months_up_to_the_current_one() {
        let names = |day: &str| super::month_names(day.parse().unwrap());
        let of_november = names("2026-11-30");
        assert_eq!(of_november.len(), 12);
        assert_eq!(of_november.first().unwrap(), "2025-12");
        assert_eq!(of_november.last().unwrap(), "2026-11");
        let of_january = names("2026-01-01");
        assert_eq!(of_january.first().unwrap(), "2025-02");
        assert_eq!(of_january.get(10).unwrap(), "2025-12");
        assert_eq!(of_january.last().unwrap(), "2026-01");
        assert_eq!(names("9999-12-31").last().unwrap(), "9999-12");
    }
}
