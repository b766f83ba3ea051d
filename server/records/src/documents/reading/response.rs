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
use crate::documents::reading::payment::{
    PaymentRecord, RemovedPayment, can_give_back, payment_state,
};
use crate::documents::reading::refund_due;
use crate::documents::reading::replacement;
use crate::documents::row::Written;
use crate::documents::store::credits;
use crate::documents::store::payments::{self, PaymentRow};
use crate::documents::store::refunds::{self, RefundRow};
use crate::documents::store::{DocumentRow, DocumentStatus};
use crate::documents::stored::{StoredDocument, parse_date};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// What every kind of document answers.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentRecord {
    /// UUIDv7.
    pub id: String,
    /// A quote, an invoice, …
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// To be sent with the next save.
    pub version: i64,
    /// The stored status: `draft`, `sent`, `accepted`, …
    pub status: String,
    /// The status as shown today.
    #[schema(value_type = Object)]
    pub display_status: Badge,
    /// What may be done with it today.
    #[schema(value_type = Object)]
    pub allowed: AllowedActions,
    /// The business it is from; none: the account's owner.
    pub business_profile_id: Option<String>,
    /// The customer, while that contact exists.
    pub contact_id: Option<String>,
    /// The customer: of a draft as they are now, of an issued document as it was issued.
    #[schema(value_type = Option<Object>)]
    pub contact: Option<Contact>,
    /// The business: of a draft as it is now, of an issued document as it was issued, but for the
    /// ways to pay.
    #[schema(value_type = Object)]
    pub business_profile: BusinessProfile,
    /// YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub issue_date: Option<Date>,
    /// The first issue, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub sent_date: Option<Date>,
    /// What the job is.
    pub job_description: String,
    /// Where the job is, a line a part; empty: at the customer's own address.
    pub job_address: String,
    /// The customer's own number of their order; empty where there is none.
    pub order_number: String,
    /// Notes that the customer reads.
    pub notes: String,
    /// A template of its own; none: the business profile's.
    pub template: Option<String>,
    /// Terms of its own; none: the business profile's.
    pub terms: Option<String>,
    /// Core's totals, payments taken in.
    #[schema(value_type = Object)]
    pub totals: Totals,
    /// Confirmed and pending payments, oldest first.
    pub payments: Vec<PaymentRecord>,
    /// Payments that were taken off again after they had counted.
    pub removed_payments: Vec<RemovedPayment>,
    /// The secret in the customer's link, from the first issue on.
    pub public_token: Option<String>,
    /// The customer's link, from the first issue on.
    pub public_url: Option<String>,
    /// Out of sight.
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
    /// What it shares with an invoice.
    #[serde(flatten)]
    pub record: DocumentRecord,
    /// The document's input.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// `Q-0001`, from the first issue on.
    pub quote_number: Option<String>,
    /// The last day to accept it, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub expiry_date: Option<Date>,
    /// YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub accepted_date: Option<Date>,
    /// YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub declined_date: Option<Date>,
    /// Why the customer declined, in their words.
    pub decline_reason: Option<String>,
    /// The day on which the customer cancelled the job, YYYY-MM-DD; left out where they did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cancelled_date: Option<Date>,
    /// The certificate of its acceptance.
    pub acceptance: Option<Certificate>,
    /// What becomes of its deposit when it is invoiced, as a sentence; none without one.
    pub deposit_fate: Option<String>,
    /// The invoice that was made from it.
    pub converted_invoice_id: Option<String>,
    /// How many invoices its job has before the final one.
    pub stages: i64,
    /// How many variations of its job were accepted; left out where none was.
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<i64>"))]
    pub accepted_variations: i64,
    /// What it varies, where it is a variation; left out of every other.
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
    /// The accepted quote, UUIDv7.
    pub id: String,
    /// Its number.
    pub quote_number: String,
    /// What was agreed of the job before, VAT and all.
    #[schema(value_type = String)]
    pub agreed: Pence,
    /// What was agreed with it, or would be.
    #[schema(value_type = String)]
    pub with_this: Pence,
    /// Why nothing more can be agreed of the job, a sentence; left out while it can, and of what was agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub closed: Option<&'static str>,
}

/// Why a variation that was not answered cannot be accepted any more.
fn closed_reason(stored: &StoredDocument) -> Option<&'static str> {
    let row = &stored.row;
    let waits = matches!(
        row.status,
        DocumentStatus::Draft | DocumentStatus::Sent | DocumentStatus::Expired
    );
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
    /// What it shares with a quote.
    #[serde(flatten)]
    pub record: DocumentRecord,
    /// The document's input.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// `INV-0001`, from the first issue on.
    pub invoice_number: Option<String>,
    /// The last day to pay in time, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub due_date: Option<Date>,
    /// The day of the payment that paid it in full, YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub paid_date: Option<Date>,
    /// The quote that it was made from.
    pub source_quote_id: Option<String>,
    /// The quote of whose job it asks for a part.
    pub stage_of_id: Option<String>,
    /// The earlier invoices of its job, which it takes off; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Invoiced>>"))]
    pub invoiced: Vec<Invoiced>,
    /// The variations among its lines, each worked out by itself; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Variation>>"))]
    pub variations: Vec<Variation>,
    /// The credit notes against it that are not void, drafts too.
    pub credit_notes: Vec<CreditOfInvoice>,
    /// Pounds that were paid beyond what credit notes leave of it, and have not been given back.
    #[schema(value_type = String)]
    pub to_give_back: Pence,
    /// Pounds that instalments come to together: what it asks for, credit notes taken off.
    #[schema(value_type = String)]
    pub instalments_sum: Pence,
    /// The instalments that were agreed, as they were agreed; left out where none were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Instalment>>"))]
    pub instalments: Vec<Instalment>,
    /// How they stand today; left out where none were agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub instalment_standing: Option<InstalmentSchedule>,
    /// The invoice that was sent in its place, where it is void; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub replaced_by: Option<ReplacedBy>,
}

/// The invoice that was sent in a voided one's place: the customer's link leads there.
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
        Ok(by.map(|by| Self {
            id: by.id.into(),
            number: by.number.unwrap_or_default(),
        }))
    }
}

/// A credit note, as its invoice names it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CreditOfInvoice {
    /// UUIDv7.
    pub id: String,
    /// `CN-0001`; drafts have none.
    pub number: Option<String>,
    /// `draft` or `sent`.
    pub status: String,
    /// Pounds that it takes off the invoice once it is issued.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Pounds that were given back against it.
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
    /// What it shares with the others; its payments are what was given back.
    #[serde(flatten)]
    pub record: DocumentRecord,
    /// The document's input.
    #[serde(flatten)]
    pub document: DocumentFields,
    /// `CN-0001`, from its issue on.
    pub credit_note_number: Option<String>,
    /// The invoice that it is against.
    pub invoice_id: Option<String>,
    /// That invoice's number.
    pub credited_invoice_number: Option<String>,
    /// Pounds that may still be given back against it.
    #[schema(value_type = String)]
    pub to_give_back: Pence,
}

/// A document of whichever kind.
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
    /// The answer for a document.
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
        // Of a job in stages its first one says what was paid.
        let fate = (stored.row.stages == 0)
            .then(|| describe_deposit_outcome(stored.document.include_deposit, &stored.totals))
            .flatten();
        let to_give_back = refund_due::calculate_refund_due(conn, &stored).await?;
        let (display_status, allowed) = (stored.badge(today), stored.allowed_actions(today));
        let (instalment_schedule, (whole, _)) =
            (stored.instalment_schedule(today), stored.instalment_sums());
        let credits = std::mem::take(&mut stored.credits);
        let acceptance = match stored.row.accepted_version {
            Some(_) => certificate::find_certificate(conn, &stored.row.id).await?,
            None => None,
        };
        let (due_date, issue_date) = (stored.written_due_date(), stored.issue_date());
        let instalments = std::mem::take(&mut stored.instalments);
        let variation_of = VariationOf::from_stored(&stored);
        let replaced_by = ReplacedBy::find(conn, &stored.row).await?;
        let Written {
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
        } = stored.row.written();
        let row = stored.row;
        let public_url = row
            .public_token
            .as_ref()
            .map(|token| customer_link(state, stored.kind, token));
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
            sent_date: parse_date(&row.sent_date),
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
            totals: stored.totals,
            payments: records,
            removed_payments: removed
                .iter()
                .filter_map(RemovedPayment::from_row)
                .collect(),
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
                accepted_date: parse_date(&row.accepted_date),
                declined_date: parse_date(&row.declined_date),
                decline_reason: row.decline_reason,
                cancelled_date: parse_date(&row.cancelled_date),
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
                paid_date: parse_date(&row.paid_date),
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

/// The payments that stand, each with what may be done with it here. The customer is reached at
/// `email`.
async fn payment_records(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
    email: Option<&str>,
) -> Result<Vec<PaymentRecord>, ApiError> {
    let now = state.clock.now_ms();
    // Most documents were never paid by card, and without keys nothing goes back here.
    let is_on = state.card.is_on()
        && stored
            .payments
            .iter()
            .any(|row| row.method == PaymentMethod::Stripe);
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
