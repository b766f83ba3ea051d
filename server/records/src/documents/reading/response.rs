//! A document as the business sees it.

use plumbline_core::calculate::instalments::{Instalment, InstalmentSchedule};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::document::{Invoiced, PaymentMethod, Variation};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::payment::describe_deposit_outcome;
use plumbline_core::status::quote::VariedJob;
use plumbline_core::status::{AllowedActions, Badge};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::drafting::fields::DocumentFields;
use crate::documents::parties::Parties;
use crate::documents::reading::certificate::{self, Certificate};
use crate::documents::reading::payment::{PaymentRecord, RemovedPayment, can_give_back, payment_state};
use crate::documents::reading::{replacement, settlement};
use crate::documents::row::EnteredFields;
use crate::documents::store::payments::{self, PaymentRow};
use crate::documents::store::refunds::{self, RefundRow};
use crate::documents::store::{DocumentRow, DocumentStatus, credits};
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// The fields that every kind of document has in a response.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentRecord {
    /// UUIDv7.
    pub id: String,
    /// The kind of document.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// The version, which the next save must send.
    pub version: i64,
    /// The stored status: `draft`, `sent`, `accepted`, …
    pub status: String,
    /// The status as displayed today.
    #[schema(value_type = Object)]
    pub display_status: Badge,
    /// What may be done with it today.
    #[schema(value_type = Object)]
    pub allowed: AllowedActions,
    /// The business profile; `None` means the account's owner.
    pub business_profile_id: Option<String>,
    /// The customer's contact, while it exists.
    pub contact_id: Option<String>,
    /// The customer: for a draft the present details, for an issued document those at issue.
    #[schema(value_type = Option<Object>)]
    pub contact: Option<Contact>,
    /// The business: for a draft the present details, for an issued document those at issue, except for the payment
    /// methods.
    #[schema(value_type = Object)]
    pub business_profile: BusinessProfile,
    /// YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub issue_date: Option<Date>,
    /// The date of the first issue, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub sent_date: Option<Date>,
    /// The description of the job.
    pub job_description: String,
    /// The address of the job, one part per line; empty for the customer's own address.
    pub job_address: String,
    /// The customer's own order number; empty if there is none.
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// The document's own template; `None` for the business profile's.
    pub template: Option<String>,
    /// The document's own terms; `None` for the business profile's.
    pub terms: Option<String>,
    /// Core's totals, including payments.
    #[schema(value_type = Object)]
    pub totals: Totals,
    /// The confirmed and pending payments, oldest first.
    pub payments: Vec<PaymentRecord>,
    /// The payments that were removed after they had counted.
    pub removed_payments: Vec<RemovedPayment>,
    /// The random part of the customer's link; null before the first issue.
    pub public_token: Option<String>,
    /// The customer's link; null before the first issue.
    pub public_url: Option<String>,
    /// Whether it is archived.
    pub archived: bool,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
}

/// A quote.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// The fields that all kinds have.
    #[serde(flatten)]
    pub record: DocumentRecord,
    /// The document's input.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// `Q-0001`; null before the first issue.
    pub quote_number: Option<String>,
    /// The last day to accept it, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub expiry_date: Option<Date>,
    /// The day on which it was accepted, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub accepted_date: Option<Date>,
    /// The day on which it was declined, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub declined_date: Option<Date>,
    /// The reason for declining, as the customer typed it.
    pub decline_reason: Option<String>,
    /// The day on which the customer cancelled the job, YYYY-MM-DD; omitted if they didn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cancelled_date: Option<Date>,
    /// The certificate of its acceptance.
    pub acceptance: Option<Certificate>,
    /// What happens to its deposit when it is invoiced, as a sentence; null without a deposit.
    pub deposit_fate: Option<String>,
    /// The invoice that was made from it.
    pub converted_invoice_id: Option<String>,
    /// The number of invoices of its job before the final one.
    pub stages: i64,
    /// The number of accepted variations of its job; omitted if it is 0.
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<i64>"))]
    pub accepted_variations: i64,
    /// For a variation, the job that it varies; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub variation_of: Option<VariationOf>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(count: &i64) -> bool {
    *count == 0
}

/// The job that a variation varies.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VariationOf {
    /// The id of the accepted quote, a UUIDv7.
    pub id: String,
    /// The quote's number.
    pub quote_number: String,
    /// The agreed total of the job without this variation, including VAT.
    #[schema(value_type = String)]
    pub agreed: Pence,
    /// The agreed total of the job with this variation, whether it is accepted or not.
    #[schema(value_type = String)]
    pub with_this: Pence,
    /// Why nothing more can be agreed for the job, as a sentence; omitted if more can be, and for an accepted
    /// variation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub closed: Option<&'static str>,
}

/// Why a variation that awaits a reply can't be accepted any more.
fn closed_reason(stored: &StoredDocument) -> Option<&'static str> {
    let row = &stored.row;
    let waits = matches!(row.status, DocumentStatus::Draft | DocumentStatus::Sent | DocumentStatus::Expired);
    match row.varied_job() {
        VariedJob::ClosedJob if !waits => None,
        VariedJob::ClosedJob if row.varied_cancelled.is_some() => {
            Some("The job was cancelled, so this can no longer be accepted.")
        }
        VariedJob::ClosedJob => Some(
            "The job’s final invoice has been made, so this can no longer be accepted. Make a new quote instead.",
        ),
        _ => None,
    }
}

impl VariationOf {
    fn from_stored(stored: &StoredDocument) -> Option<Self> {
        let row = &stored.row;
        let agreed = Pence(row.varied_total?);
        Some(Self {
            id: row.variation_of_id.clone()?.into(),
            quote_number: row.varied_number.clone().unwrap_or_default(),
            agreed,
            with_this: agreed + stored.totals.total_amount,
            closed: closed_reason(stored),
        })
    }
}

/// An invoice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    /// The fields that all kinds have.
    #[serde(flatten)]
    pub record: DocumentRecord,
    /// The document's input.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// `INV-0001`; null before the first issue.
    pub invoice_number: Option<String>,
    /// The last day to pay it on time, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub due_date: Option<Date>,
    /// The date of the payment that completed it, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub paid_date: Option<Date>,
    /// The quote that it was made from.
    pub source_quote_id: Option<String>,
    /// For a stage, the quote of its job.
    pub stage_of_id: Option<String>,
    /// The earlier invoices of its job, which it deducts; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Invoiced>>"))]
    pub invoiced: Vec<Invoiced>,
    /// The variations among its lines, each of which is calculated separately; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Variation>>"))]
    pub variations: Vec<Variation>,
    /// The credit notes against it that are not void, drafts included.
    pub credit_notes: Vec<CreditOfInvoice>,
    /// Pounds that were paid beyond the amount less credit notes, and have not been refunded.
    #[schema(value_type = String)]
    pub to_give_back: Pence,
    /// Pounds that the instalments add up to: what it asks for, less credit notes.
    #[schema(value_type = String)]
    pub instalments_sum: Pence,
    /// The instalments as they were agreed; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Instalment>>"))]
    pub instalments: Vec<Instalment>,
    /// The state of the instalments today; omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub instalment_standing: Option<InstalmentSchedule>,
    /// For a void invoice, the invoice that was sent to replace it; omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub replaced_by: Option<ReplacedBy>,
}

/// The invoice that replaces a voided one: the customer's old link leads to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReplacedBy {
    /// UUIDv7.
    pub id: String,
    /// `INV-0003`.
    pub number: String,
}

impl ReplacedBy {
    async fn find(conn: &mut Conn, row: &DocumentRow) -> Result<Option<Self>, ApiError> {
        if row.kind != DocumentKind::Invoice || row.status != DocumentStatus::Void {
            return Ok(None);
        }
        let by = replacement::find_replacement(conn, row).await?;
        Ok(by.map(|by| Self { id: by.id.into(), number: by.number.unwrap_or_default() }))
    }
}

/// A credit note, as listed in the response for its invoice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CreditOfInvoice {
    /// UUIDv7.
    pub id: String,
    /// `CN-0001`; null for a draft.
    pub number: Option<String>,
    /// `draft` or `sent`.
    pub status: String,
    /// Pounds that it takes off the invoice once it is issued.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Pounds that were refunded against it.
    #[schema(value_type = String)]
    pub refunded: Pence,
}

impl From<credits::InvoiceCreditNote> for CreditOfInvoice {
    fn from(note: credits::InvoiceCreditNote) -> Self {
        Self {
            id: note.id.into(),
            number: note.number,
            status: note.status.code().to_owned(),
            amount: note.amount,
            refunded: note.refunded,
        }
    }
}

/// A credit note.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CreditNote {
    /// The fields that all kinds have; its payments are refunds.
    #[serde(flatten)]
    pub record: DocumentRecord,
    /// The document's input.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// `CN-0001`; null before it is issued.
    pub credit_note_number: Option<String>,
    /// The invoice that it is against.
    pub invoice_id: Option<String>,
    /// The number of that invoice.
    pub credited_invoice_number: Option<String>,
    /// Pounds that may still be refunded against it.
    #[schema(value_type = String)]
    pub to_give_back: Pence,
}

/// A document of any kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DocumentResponse {
    /// A quote.
    Quote(Box<Quote>),
    /// An invoice.
    Invoice(Box<Invoice>),
    /// A credit note.
    CreditNote(Box<CreditNote>),
}

impl DocumentResponse {
    /// The response for a document.
    pub async fn from_stored(
        state: &AppState,
        conn: &mut Conn,
        mut stored: StoredDocument,
    ) -> Result<Self, ApiError> {
        let parties = Parties::for_document(conn, &stored.row).await?;
        let today = crate::documents::today(state)?;
        let email = parties.contact.as_ref().map(|contact| contact.email.trim());
        let email = email.filter(|email| !email.is_empty() && !stored.is_draft());
        let records = payment_records(state, conn, &stored, email).await?;
        let removed = payments::list_removed(conn, &stored.row.id).await?;
        // For a job in stages, its first stage says what was paid.
        let fate = (stored.row.stages == 0)
            .then(|| describe_deposit_outcome(stored.document.include_deposit, &stored.totals))
            .flatten();
        let to_give_back = match stored.kind {
            DocumentKind::Quote => Pence::ZERO,
            DocumentKind::Invoice | DocumentKind::CreditNote => {
                settlement::calculate_refund_due(conn, &stored).await?
            }
        };
        let (display_status, allowed) = (stored.badge(today), stored.allowed_actions(today));
        let (instalment_schedule, (whole, _)) = (stored.instalment_schedule(today), stored.instalment_sums());
        let credits = std::mem::take(&mut stored.credits);
        let acceptance = match stored.row.accepted_version {
            Some(_) => certificate::find_certificate(conn, &stored.row.id).await?,
            None => None,
        };
        let (due_date, issue_date) = (stored.written_due_date(), stored.issue_date());
        let instalments = std::mem::take(&mut stored.instalments);
        let variation_of = VariationOf::from_stored(&stored);
        let replaced_by = ReplacedBy::find(conn, &stored.row).await?;
        let EnteredFields {
            issue_date: _, // above, as dates
            due_date: _,
            business_profile_id,
            contact_id,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
        } = stored.row.entered_fields();
        let row = stored.row;
        let public_url = row.public_token.as_ref().map(|token| customer_link(state, stored.kind, token));
        let record = DocumentRecord {
            id: row.id.into(),
            kind: stored.kind,
            version: row.version,
            status: row.status.code().to_owned(),
            display_status,
            allowed,
            business_profile_id: business_profile_id.map(String::from),
            contact_id: contact_id.map(String::from),
            contact: parties.contact,
            business_profile: parties.profile.to_public(),
            issue_date,
            sent_date: row.sent_date,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
            totals: stored.totals,
            payments: records,
            removed_payments: removed.iter().filter_map(RemovedPayment::from_row).collect(),
            public_token: row.public_token,
            public_url,
            archived: row.archived,
            created_at: row.created_at,
            updated_at: row.updated_at,
        };
        let invoiced = stored.document.invoiced.clone();
        let variations = stored.document.variations.clone();
        let document = DocumentFields::from(stored.document);
        Ok(match stored.kind {
            DocumentKind::Quote => Self::Quote(Box::new(Quote {
                record,
                document,
                quote_number: row.number,
                expiry_date: due_date,
                accepted_date: row.accepted_date,
                declined_date: row.declined_date,
                decline_reason: row.decline_reason,
                cancelled_date: row.cancelled_date,
                acceptance,
                deposit_fate: fate,
                converted_invoice_id: row.converted_invoice_id.map(String::from),
                stages: row.stages,
                accepted_variations: row.variations,
                variation_of,
            })),
            DocumentKind::Invoice => Self::Invoice(Box::new(Invoice {
                record,
                document,
                invoice_number: row.number,
                due_date,
                paid_date: row.paid_date,
                source_quote_id: row.source_quote_id.map(String::from),
                stage_of_id: row.stage_of_id.map(String::from),
                invoiced,
                variations,
                credit_notes: credits.into_iter().map(CreditOfInvoice::from).collect(),
                to_give_back,
                instalments_sum: whole,
                instalments,
                instalment_standing: instalment_schedule,
                replaced_by,
            })),
            DocumentKind::CreditNote => Self::CreditNote(Box::new(CreditNote {
                record,
                document,
                credit_note_number: row.number,
                invoice_id: row.credited_invoice_id.map(String::from),
                credited_invoice_number: row.credited_number,
                to_give_back,
            })),
        })
    }
}

/// The payments that are not rejected, each with what may be done with it. `email` is the customer's address.
async fn payment_records(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
    email: Option<&str>,
) -> Result<Vec<PaymentRecord>, ApiError> {
    let now = state.clock.now_ms();
    // Most documents were never paid by card, and without keys nothing can be refunded here.
    let is_on = state.card.is_on() && stored.payments.iter().any(|row| row.method == PaymentMethod::Stripe);
    let refunds = match is_on {
        true => refunds::list_for_document(conn, &stored.row.id).await?,
        false => Vec::new(),
    };
    let carried = match stored.row.paid_on_id {
        Some(_) => payments::list_carried_ids(conn, &stored.row.id).await?,
        None => Vec::new(),
    };
    let record = |row: &PaymentRow| {
        let is_carried = carried.contains(&row.id);
        let mut record = PaymentRecord::from_row(row, &payment_state(row, stored, is_carried, now));
        record.may_give_back = can_give_back(row, stored, is_carried);
        let record = record.with_receipt(row, email);
        if !is_on {
            return record;
        }
        let of_row = |refund: &&RefundRow| refund.payment_id == *row.original_id();
        record.with_refund(row, refunds.iter().rfind(of_row))
    };
    Ok(stored.payments.iter().map(record).collect())
}

/// The customer's link to a document.
pub fn customer_link(state: &AppState, kind: DocumentKind, token: &str) -> String {
    state.link_to(&format!("/{}/{token}", kind.facts().letter))
}
