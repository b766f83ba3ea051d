//! GET /api/quotes/{id}/stages: what was agreed, invoiced and paid for a job, and what is left.

use axum::Json;
use axum::extract::State;
use plumbline_core::document::Invoiced;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::Badge;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::ids::DocumentId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::store::stages::{self, StageBasis, StageRow};
use plumbline_records::documents::store::{self, DocumentStatus, variations};
use plumbline_records::documents::stored::StoredDocument;

/// The state of a job.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// The quote, UUIDv7.
    pub quote_id: String,
    /// Its number.
    pub quote_number: Option<String>,
    /// The total of the quote, including VAT.
    #[schema(value_type = String)]
    pub accepted: Pence,
    /// Its variations, oldest first, including drafts.
    pub variations: Vec<JobVariation>,
    /// What was agreed: the quote and the accepted variations.
    #[schema(value_type = String)]
    pub agreed: Pence,
    /// What its invoices ask for, including drafts, less what was credited.
    #[schema(value_type = String)]
    pub invoiced: Pence,
    /// What was paid for them, or for the quote if there are no invoices.
    #[schema(value_type = String)]
    pub paid: Pence,
    /// What no invoice asks for yet.
    #[schema(value_type = String)]
    pub left: Pence,
    /// What was agreed and is no longer asked for: the final invoice closed the job, and was for less or has been
    /// credited since.
    #[schema(value_type = String)]
    pub given_up: Pence,
    /// What its invoices ask for beyond what is agreed, since a variation was cancelled: it should be credited.
    #[schema(value_type = String)]
    pub over: Pence,
    /// The deposit that the quote asks for and no invoice does yet; `None` if there is none.
    #[schema(value_type = Option<String>)]
    pub deposit: Option<Pence>,
    /// Its invoices, oldest first, the final one last.
    pub invoices: Vec<JobInvoice>,
}

/// A variation of a job.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct JobVariation {
    /// UUIDv7.
    pub id: String,
    /// `Q-0012-V1`; `None` for a draft.
    pub number: Option<String>,
    /// What it is about: the first line of its job description, or else the name of its first line.
    pub about: String,
    /// The stored status.
    pub status: String,
    /// The status as displayed today.
    #[schema(value_type = Object)]
    pub display_status: Badge,
    /// Its total, including VAT; negative if something is left out.
    #[schema(value_type = String)]
    pub total: Pence,
    /// Whether it is part of what was agreed: it was accepted and not cancelled.
    pub counts: bool,
}

/// An invoice of a job.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct JobInvoice {
    /// UUIDv7.
    pub id: String,
    /// `INV-0001`; `None` for a draft.
    pub number: Option<String>,
    /// The kind of stage: `deposit`, `percentage`, `amount`, `lines`, or `final`.
    pub asked: String,
    /// How much: a percentage, pounds, or the number of lines; empty for the final one.
    pub share: String,
    /// The stored status.
    pub status: String,
    /// The status as displayed today.
    #[schema(value_type = Object)]
    pub display_status: Badge,
    /// Its date, YYYY-MM-DD.
    pub date: Option<String>,
    /// Its total, including VAT.
    #[schema(value_type = String)]
    pub total: Pence,
    /// What credit notes take off the total, which can be invoiced again.
    #[schema(value_type = String)]
    pub credited: Pence,
    /// What was paid for it.
    #[schema(value_type = String)]
    pub paid: Pence,
    /// Whether it was voided: then it counts for nothing.
    pub is_void: bool,
}

/// A stage with its invoice.
pub(super) struct StageInvoice {
    pub stage: StageRow,
    pub invoice: StoredDocument,
    /// What it asks for after each of its credit notes; the first entry is before any of them.
    pub after: Vec<Invoiced>,
}

impl StageInvoice {
    /// What it asks for now.
    pub fn current(&self) -> Option<&Invoiced> {
        self.after.last()
    }
}

/// The stages of a job with their invoices, including voided ones.
pub(super) struct JobStages {
    all: Vec<StageInvoice>,
}

/// Reads the stages of a quote's job.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn load_stages(conn: &mut Conn, quote_id: &DocumentId) -> Result<JobStages, ApiError> {
    let rows = stages::list_for_quote(conn, quote_id).await?;
    let mut all = Vec::with_capacity(rows.len());
    for invoice in stages::list_invoices(conn, quote_id).await? {
        let row = rows.iter().find(|row| row.invoice_id == invoice.id);
        if let Some(row) = row {
            let invoice = StoredDocument::load(conn, invoice).await?;
            let after = invoice.to_invoiced(conn).await?;
            all.push(StageInvoice { stage: row.clone(), invoice, after });
        }
    }
    Ok(JobStages { all })
}

impl JobStages {
    /// The stages that are not void.
    pub fn not_voided(&self) -> impl Iterator<Item = &StageInvoice> {
        let all = self.all.iter();
        all.filter(|part| part.invoice.row.status != DocumentStatus::Void)
    }

    /// What these stages ask for.
    pub fn invoiced(&self) -> Vec<Invoiced> {
        self.not_voided().filter_map(StageInvoice::current).cloned().collect()
    }

    /// Whether the deposit is among them.
    pub fn has_deposit(&self) -> bool {
        self.not_voided().any(|part| part.stage.asked == StageBasis::Deposit)
    }

    /// Whether one of all stages took over the quote's payments.
    pub fn takes_payments(&self) -> bool {
        self.all.iter().any(|part| part.stage.takes_payments)
    }

    /// The number of the next stage; a deposit is not counted.
    pub fn next_stage(&self) -> usize {
        let state = self.not_voided();
        state.filter(|part| part.stage.asked != StageBasis::Deposit).count() + 1
    }
}

/// The state of a quote's job: what was accepted, varied, agreed, invoiced and paid and what is left, with each
/// variation and each invoice. For a variation, the response is about the job that it varies.
#[utoipa::path(get, path = "/{id}/stages", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = Job), (status = 404, body = ErrorBody)))]
pub async fn read_job(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<Json<Job>, ApiError> {
    let mut conn = state.db.begin_read().await?;
    let quote = StoredDocument::find(&mut conn, &user.id, DocumentKind::Quote, &id).await?;
    let quote = match &quote.row.variation_of_id {
        Some(varied) => StoredDocument::find(&mut conn, &user.id, DocumentKind::Quote, varied).await?,
        None => quote,
    };
    Ok(Json(load_job(&state, &mut conn, &quote).await?))
}

/// The variations of a quote's job.
async fn list_variations(
    conn: &mut Conn,
    quote: &StoredDocument,
    today: Date,
) -> Result<Vec<JobVariation>, ApiError> {
    let mut all = Vec::new();
    for row in variations::list_for_quote(conn, &quote.row.id).await? {
        let varied = StoredDocument::load(conn, row).await?;
        let first = varied.row.job_description.lines().next();
        let first = first.filter(|line| !line.trim().is_empty());
        let line = || varied.document.items.first().map(|line| line.name.as_str());
        all.push(JobVariation {
            about: first.or_else(line).unwrap_or_default().trim().to_owned(),
            id: varied.row.id.to_string(),
            number: varied.row.number.clone(),
            status: varied.row.status.code().to_owned(),
            display_status: varied.badge(today),
            total: varied.totals.total_amount,
            counts: varied.quote_state().is_accepted() && varied.row.cancelled_date.is_none(),
        });
    }
    Ok(all)
}

/// The same for a quote that was already read.
///
/// # Errors
/// As [`load_stages`].
pub(super) async fn load_job(
    state: &AppState,
    conn: &mut Conn,
    quote: &StoredDocument,
) -> Result<Job, ApiError> {
    let today = documents::today(state)?;
    let live = load_stages(conn, &quote.row.id).await?;
    let last = match &quote.row.converted_invoice_id {
        Some(id) => store::find_by_id(conn, id).await?,
        None => None,
    };
    let last = match last {
        Some(row) => Some(StoredDocument::load(conn, row).await?),
        None => None,
    };
    let last_now = match &last {
        Some(last) if last.row.status != DocumentStatus::Void => last.to_invoiced(conn).await?.pop(),
        _ => None,
    };
    let displayed = |invoice: &StoredDocument, now: Option<&Invoiced>, query: &str, share: &str| JobInvoice {
        id: invoice.row.id.to_string(),
        number: invoice.row.number.clone(),
        asked: query.to_owned(),
        share: share.to_owned(),
        status: invoice.row.status.code().to_owned(),
        display_status: invoice.badge(today),
        date: invoice.row.issue_date.map(|date| date.to_string()),
        total: invoice.totals.total_amount,
        credited: now.map_or(Pence::ZERO, |now| invoice.totals.total_amount - now.total()),
        paid: invoice.totals.paid_amount,
        is_void: invoice.row.status == DocumentStatus::Void,
    };
    let stages = live.all.iter();
    let mut invoices: Vec<JobInvoice> = stages
        .map(|part| {
            let StageInvoice { stage, invoice, .. } = part;
            displayed(invoice, part.current(), stage.asked.code(), &stage.share)
        })
        .collect();
    invoices.extend(last.iter().map(|invoice| displayed(invoice, last_now.as_ref(), "final", "")));
    let accepted = quote.totals.total_amount;
    let variations = list_variations(conn, quote, today).await?;
    let counted = variations.iter().filter(|it| it.counts);
    let agreed = accepted + counted.map(|it| it.total).sum::<Pence>();
    let now = live.invoiced();
    let invoiced: Pence = now.iter().chain(&last_now).map(Invoiced::total).sum();
    let standing = invoices.iter().filter(|invoice| !invoice.is_void);
    let paid: Pence = standing.map(|invoice| invoice.paid).sum();
    let is_over = last.as_ref().is_some_and(|last| last.row.status != DocumentStatus::Void);
    let document = &quote.document;
    let deposit = Some(quote.totals.deposit_amount)
        .filter(|deposit| document.include_deposit && *deposit > Pence::ZERO)
        .filter(|_| !live.has_deposit() && !is_over);
    Ok(Job {
        quote_id: quote.row.id.to_string(),
        quote_number: quote.row.number.clone(),
        accepted,
        variations,
        agreed,
        invoiced,
        paid: if invoices.is_empty() { quote.totals.paid_amount } else { paid },
        left: if is_over { Pence::ZERO } else { (agreed - invoiced).max(Pence::ZERO) },
        given_up: if is_over { (agreed - invoiced).max(Pence::ZERO) } else { Pence::ZERO },
        over: (invoiced - agreed).max(Pence::ZERO),
        deposit,
        invoices,
    })
}
