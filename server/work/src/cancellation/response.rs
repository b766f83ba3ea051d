//! Whether and until when a quote can be cancelled, as its business sees it.

use plumbline_core::consumer::{
    self, CancellationDecision, CancellationOwed, CancellationRefusal, CancellationState,
};
use plumbline_core::document::Supplies;
use plumbline_core::status::quote::VariedJob;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;
use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::clock::format_london_date_time;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::documents::issuing;
use plumbline_records::documents::reading::settlement::{self, EarlyStart};
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::cancellations::CancellationRow;
use plumbline_records::documents::store::{cancellations as store, versions};
use plumbline_records::documents::stored::StoredDocument;

/// Whether a quote can be cancelled, and its cancellation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CancellationResponse {
    /// The decision by what is known now, which goes with the quote when it is sent next.
    #[schema(value_type = Object)]
    pub decision: CancellationDecision,
    /// Whether what was issued gives the customer the right to cancel.
    pub given: bool,
    /// What matters today, in a sentence; empty if there is nothing to say.
    pub line: String,
    /// The last day on which the customer may cancel, YYYY-MM-DD; `None` before the quote is accepted.
    #[schema(value_type = Option<String>)]
    pub until: Option<Date>,
    /// Whether the quote may be cancelled today.
    pub may_cancel: bool,
    /// Whether the customer asked for a start before that day; `None` if they were not asked.
    pub early_start: Option<bool>,
    /// The day on which all of the work was done, as the business says, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub finished_date: Option<Date>,
    /// Whether the business may set that day: the work was asked for early, and the days are not over. If goods are
    /// supplied, finishing the work does not end the right.
    pub may_finish: bool,
    /// Whether goods are supplied, so that the 14 days run from the day on which the last of them arrive.
    pub goods: bool,
    /// The day on which they arrived, as the business says, YYYY-MM-DD; `None` if they have not all arrived.
    #[schema(value_type = Option<String>)]
    pub goods_arrived_date: Option<Date>,
    /// Whether the business may set that day: the quote was accepted with the right to cancel, supplies goods and was
    /// not cancelled.
    pub may_arrive: bool,
    /// The cancellation; `None` if the quote was not cancelled.
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
    /// When the cancellation was recorded: `3 Dec 2026, 14:05`, London.
    pub noted: String,
    /// Whether the business recorded it, because the customer cancelled in another way.
    pub by_business: bool,
    /// The share of the work that was done by then, per cent; `None` until the business says it.
    pub share_done: Option<String>,
    /// Whether some of the work was asked for early, so that the share that was done counts. For a variation that was
    /// cancelled with its job, the job says so.
    pub asked_early: bool,
    /// The numbers of the variations that were cancelled with it.
    pub with: Vec<String>,
    /// Whether it is a variation of a job that was cancelled as a whole: the refund is calculated with the job.
    pub with_whole_job: bool,
    /// What is owed and what is refunded.
    #[schema(value_type = Object)]
    pub owed: CancellationOwed,
}

impl CancellationResponse {
    /// The response for a quote on the day `today`.
    ///
    /// # Errors
    /// 500 when the stored data cannot be read.
    pub async fn load(conn: &mut Conn, quote: &StoredDocument, today: Date) -> Result<Self, ApiError> {
        let decision = issuing::load_situation(conn, quote).await?.decide();
        let cancellation_state = load_state(conn, quote).await?;
        let may = cancellation_state.as_ref().map(|it| it.check_cancellation(today));
        let row = match &quote.row.cancelled_date {
            Some(_) => store::find(conn, &quote.row.id).await?,
            None => None,
        };
        let cancelled = match row {
            Some(row) => Some(load_cancelled(conn, quote, row, today).await?),
            None => None,
        };
        let who = quote.row.customer_name.as_deref().unwrap_or("The customer");
        let may_cancel = matches!(may, Some(Ok(_)));
        let early = cancellation_state.as_ref().is_some_and(|it| it.early_start);
        let goods = cancellation_state.as_ref().is_some_and(|it| it.pack.goods);
        let is_agreed =
            cancellation_state.as_ref().is_some_and(|it| it.accepted_date.is_some() && it.pack.right);
        let goods_arrived_date = quote.row.goods_arrived_date;
        Ok(Self {
            given: cancellation_state.as_ref().is_some_and(|it| it.pack.right),
            line: match may {
                Some(may) => status_line(may, who, quote, goods_arrived_date.filter(|_| goods)),
                None => notice_missing_line(quote, &decision, who, today),
            },
            until: cancellation_state.as_ref().and_then(CancellationState::last_day),
            may_cancel,
            early_start: quote.row.early_start,
            finished_date: quote.row.finished_date,
            may_finish: may_cancel && early && !goods,
            goods,
            goods_arrived_date,
            may_arrive: goods && is_agreed && quote.row.cancelled_date.is_none(),
            cancelled,
            decision,
        })
    }
}

/// The right to cancel by what was issued: the accepted version, or else the one that the customer has. `None` if no
/// notice went with it.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn load_state(
    conn: &mut Conn,
    quote: &StoredDocument,
) -> Result<Option<CancellationState>, ApiError> {
    let row = &quote.row;
    if row.issued_version == 0 {
        return Ok(None);
    }
    let number = row.accepted_version.unwrap_or(row.issued_version);
    let version = versions::find(conn, &row.id, number).await?;
    let given = version.and_then(|version| version.cancellation);
    view::cancellation_state(row, given.as_deref())
}

async fn load_cancelled(
    conn: &mut Conn,
    quote: &StoredDocument,
    row: CancellationRow,
    today: Date,
) -> Result<CancelledJob, ApiError> {
    let settled = settlement::settle_cancellation(conn, quote, &row).await?;
    Ok(CancelledJob {
        date: quote.row.cancelled_date.unwrap_or(today),
        noted: format_london_date_time(row.noted_at),
        by_business: row.by_business,
        asked_early: settled.early == EarlyStart::This,
        with: settled.with,
        with_whole_job: settled.with_whole,
        owed: settled.owed,
        share_done: row.share_done,
    })
}

/// What was agreed, within a sentence: `this job`, `variation Q-0001-V1`.
pub(super) fn describe_subject(quote: &StoredDocument) -> String {
    match quote.row.variation_of_id {
        None => "this job".to_owned(),
        Some(_) => {
            let number = quote.row.number.as_deref().unwrap_or_default();
            format!("variation {number}").trim_end().to_owned()
        }
    }
}

fn status_line(
    may: Result<Option<Date>, CancellationRefusal>,
    who: &str,
    quote: &StoredDocument,
    arrived: Option<Date>,
) -> String {
    let it = describe_subject(quote);
    match may {
        Ok(None) => format!(
            "{who} may cancel {it} until 14 days after the last of the goods arrive. Tell us here when they have."
        ),
        Ok(Some(until)) => match arrived {
            None => format!("{who} may cancel {it} until {}.", format_short_date(until)),
            Some(arrived) => format!(
                "{who} may cancel {it} until {}: the last of the goods arrived on {}.",
                format_short_date(until),
                format_short_date(arrived)
            ),
        },
        Err(CancellationRefusal::AlreadyCancelled(day)) => match quote.row.varied_job() {
            VariedJob::Nothing => {
                format!("{who} cancelled this job on {}.", format_short_date(day))
            }
            VariedJob::CancelledJob(day) => {
                format!("{who} cancelled the whole job on {}.", format_short_date(day))
            }
            VariedJob::Job | VariedJob::ClosedJob => format!(
                "{who} cancelled {it} on {}. This doesn’t affect the rest of the job.",
                format_short_date(day)
            ),
        },
        Err(CancellationRefusal::TooLate(until)) => {
            format!("{who} could cancel {it} until {}.", format_short_date(until))
        }
        Err(CancellationRefusal::Finished(day)) => format!(
            "All of the work was done on {}, as {who} had asked you to start early, so it can no longer be \
             cancelled.",
            format_short_date(day)
        ),
        Err(CancellationRefusal::NotAccepted) => {
            format!("This {} includes the cancellation notice and form.", quote.name())
        }
        Err(CancellationRefusal::NoRight) => {
            format!("This {} says that an urgent repair can’t be cancelled.", quote.name())
        }
    }
}

/// The sentence about a quote that was accepted without the notice although its customer may cancel by what is known
/// now, for as long as they may. Empty for any other quote.
fn notice_missing_line(
    quote: &StoredDocument,
    decision: &CancellationDecision,
    who: &str,
    today: Date,
) -> String {
    let accepted = quote.row.accepted_date.filter(|_| decision.has_right());
    let until = accepted.and_then(|day| consumer::last_cancellation_day(day, None));
    let later = match decision.supplies {
        // The right runs from the arrival of the goods, which was not recorded.
        Supplies::Goods => ", or later if goods came after they accepted",
        Supplies::Labour => "",
    };
    match until.filter(|until| !until.has_passed(today)) {
        Some(until) => format!(
            "{who} accepted this {} without the notice, so they may be able to cancel it until {}{later}. Once you \
             give it to them, they have 14 days.",
            quote.name(),
            format_short_date(until)
        ),
        None => String::new(),
    }
}
