//! How a quote stands to being cancelled, as its business gets it.

use plumbline_core::consumer::{Decision, NoCancel, Owed, Standing, owed, period};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::{self, CancellationRow};
use crate::clock::london_said;
use crate::db::Conn;
use crate::documents::issuing::pack;
use crate::documents::reading::view;
use crate::documents::store as documents;
use crate::documents::store::{stages, versions};
use crate::documents::stored::{Stored, date};
use crate::error::ApiError;

/// How a quote stands to being cancelled.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CancellationAnswer {
    /// What it comes to by what is known now: what goes with the quote when it is sent next.
    #[schema(value_type = Object)]
    pub decision: Decision,
    /// Whether what was issued gives its customer the right to cancel.
    pub given: bool,
    /// What matters of it today, in a sentence; empty where there is nothing to say.
    pub line: String,
    /// The last day on which the customer may cancel, YYYY-MM-DD; none before it is accepted.
    #[schema(value_type = Option<String>)]
    pub until: Option<Date>,
    /// Whether it may be cancelled today.
    pub may_cancel: bool,
    /// Whether the customer asked for a start before then; none where they were not asked.
    pub early_start: Option<bool>,
    /// The day on which all of the work was done, as the business says, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub finished_date: Option<Date>,
    /// Whether it may say so: the work was asked for early, and the days are not over.
    pub may_finish: bool,
    /// What became of it when it was cancelled; none where it was not.
    pub cancelled: Option<CancelledJob>,
}

/// A cancelled job.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CancelledJob {
    /// The day that counts, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// When that was noted: `3 Dec 2026, 14:05`, London.
    pub noted: String,
    /// Whether the business noted it, since it was told in another way.
    pub by_business: bool,
    /// The share of the work that was done until then, per cent; none until the business says it.
    pub share_done: Option<String>,
    /// What is owed and given back.
    #[schema(value_type = Object)]
    pub owed: Owed,
}

impl CancellationAnswer {
    /// The answer for a quote on the day `today`.
    ///
    /// # Errors
    /// 500 when what is stored cannot be read.
    pub async fn of(conn: &mut Conn, quote: &Stored, today: Date) -> Result<Self, ApiError> {
        let decision = pack::situation(conn, quote).await?.decide();
        let standing = standing(conn, quote).await?;
        let may = standing.as_ref().map(|it| it.may_cancel(today));
        let row = match &quote.row.cancelled_date {
            Some(_) => store::find(conn, &quote.row.id).await?,
            None => None,
        };
        let cancelled = match row {
            Some(row) => Some(cancelled(conn, quote, row, today).await?),
            None => None,
        };
        let who = quote.row.customer_name.as_deref().unwrap_or("The customer");
        let may_cancel = matches!(may, Some(Ok(_)));
        let early = standing.as_ref().is_some_and(|it| it.early_start);
        Ok(Self {
            given: standing.as_ref().is_some_and(|it| it.pack.right),
            line: match may {
                Some(may) => line(may, who),
                None => untold(quote, &decision, who, today),
            },
            until: standing.as_ref().and_then(Standing::until),
            may_cancel,
            early_start: quote.row.early_start,
            finished_date: date(&quote.row.finished_date),
            may_finish: may_cancel && early,
            cancelled,
            decision,
        })
    }
}

/// How a quote stands by what was issued: what was accepted, else what its customer has before them. None
/// where nothing went with it.
///
/// # Errors
/// 500 when what is stored cannot be read.
pub(super) async fn standing(
    conn: &mut Conn,
    quote: &Stored,
) -> Result<Option<Standing>, ApiError> {
    let row = &quote.row;
    if row.issued_version == 0 {
        return Ok(None);
    }
    let number = row.accepted_version.unwrap_or(row.issued_version);
    let version = versions::find(conn, &row.id, number).await?;
    let given = version.and_then(|version| version.cancellation);
    view::cancellation(row, given.as_deref())
}

async fn cancelled(
    conn: &mut Conn,
    quote: &Stored,
    row: CancellationRow,
    today: Date,
) -> Result<CancelledJob, ApiError> {
    let on = date(&quote.row.cancelled_date).unwrap_or(today);
    let share = row.share_done.as_deref().map(Number::from_text);
    let sums = (quote.totals.total_amount, paid_of_job(conn, quote).await?);
    let asked = quote.row.early_start == Some(true);
    Ok(CancelledJob {
        date: on,
        noted: london_said(row.noted_at),
        by_business: row.by_business,
        owed: owed::owed(sums, asked, share.map(|share| share.value()), on),
        share_done: row.share_done,
    })
}

/// What was paid of a job: of its quote, or of the invoices that it became.
///
/// # Errors
/// 500 when what is stored cannot be read.
pub(super) async fn paid_of_job(conn: &mut Conn, quote: &Stored) -> Result<Pence, ApiError> {
    let mut invoices = stages::invoices(conn, &quote.row.id).await?;
    if let Some(id) = &quote.row.converted_invoice_id {
        invoices.extend(documents::find_any(conn, id).await?);
    }
    if invoices.is_empty() {
        return Ok(quote.totals.paid_amount);
    }
    // What was paid of one that was withdrawn was paid all the same.
    Ok(invoices.iter().map(|row| Pence(row.paid_amount)).sum())
}

fn line(may: Result<Date, NoCancel>, who: &str) -> String {
    match may {
        Ok(until) => format!("{who} may cancel this job until {}.", date_short(until)),
        Err(NoCancel::Already(day)) => format!("{who} cancelled this job on {}.", date_short(day)),
        Err(NoCancel::TooLate(until)) => {
            format!("{who} could cancel this job until {}.", date_short(until))
        }
        Err(NoCancel::Finished(day)) => format!(
            "All of the work was done on {}, as {who} had asked for it early: it cannot be cancelled any more.",
            date_short(day)
        ),
        Err(NoCancel::NotAccepted) => {
            "The notice and the form to cancel with are in this quote.".to_owned()
        }
        Err(NoCancel::NoRight) => {
            "This quote says that an urgent repair cannot be cancelled.".to_owned()
        }
    }
}

/// What is said of a quote that was accepted without the notice, though its customer may cancel by what is
/// known now: as long as they may. Empty of every other.
fn untold(quote: &Stored, decision: &Decision, who: &str, today: Date) -> String {
    let accepted = date(&quote.row.accepted_date).filter(|_| decision.has_right());
    let until = accepted.and_then(|day| period::last_day(day, None));
    match until.filter(|until| !until.has_passed(today)) {
        Some(until) => format!(
            "This quote was accepted without the notice, so {who} may be able to cancel until {}. Once you give \
             it to them, they have 14 days.",
            date_short(until)
        ),
        None => String::new(),
    }
}
