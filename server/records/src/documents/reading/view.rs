//! A document as its customer sees it: the latest issued version, by core's `assemble`, with the amounts and the
//! texts that were stored with it.

use plumbline_core::consumer::{CancellationPack, CancellationState};
use plumbline_core::money::Pence;
use plumbline_core::present::public::{
    self, AgreedVariation, DocumentHeader, PublicCreditNote, PublicDocument, PublicVariation,
    assemble_public_document,
};
use plumbline_core::present::{
    Presentation, PresentationTexts, build_legacy_texts, format_for_renderer, present, present_issued,
};
use plumbline_core::status::quote::VariedJob;
use plumbline_core::time::Date;

use crate::documents::agreed_job;
use crate::documents::parties::Parties;
use crate::documents::store::DocumentRow;
use crate::documents::store::credits::InvoiceCreditNote;
use crate::documents::store::payments::{Dispute, PaymentRow};
use crate::documents::store::versions::{self, VersionRow};
use crate::documents::stored::{StoredDocument, parse_issued_totals, with_credits, with_payments};
use plumbline_platform::clock::{format_london_time, london_date};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// The version of the rules under which everything was issued before texts were stored (migration 0009).
const FIRST_RULES_VERSION: i64 = 1;

/// A version as it is displayed.
#[derive(Debug)]
pub struct DisplayedVersion {
    /// The public response.
    pub answer: PublicDocument,
    /// The texts that were stored with it, or those of its time; `None` for a draft and for a selection that a customer
    /// tries out.
    texts: Option<PresentationTexts>,
    /// The ids of payments that were made from a bank account through Stripe.
    by_bank: Vec<String>,
}

impl DisplayedVersion {
    /// The presentation on the day `today`.
    ///
    /// # Errors
    /// 500 if the response contains no document.
    pub fn presentation_on(&self, today: Date) -> Result<Presentation, ApiError> {
        let mut presentation = match &self.texts {
            Some(texts) => present_issued(texts.clone(), &self.answer, today),
            None => present(&self.answer, today),
        };
        for row in presentation.iter_mut().flat_map(|displayed| &mut displayed.payments) {
            if self.by_bank.contains(&row.id) {
                "Pay by bank".clone_into(&mut row.method);
            }
        }
        presentation.ok_or_else(|| ApiError::internal("an answer without a document"))
    }

    /// The same for the app and the PDF, in which the month is written as text.
    ///
    /// # Errors
    /// As for [`DisplayedVersion::presentation_on`].
    pub fn presentation_with_long_dates(&self, today: Date) -> Result<Presentation, ApiError> {
        Ok(format_for_renderer(self.presentation_on(today)?, &self.answer))
    }
}

/// The public response for an issued document.
///
/// # Errors
/// 500 if the stored data can't be read.
pub async fn load_public_document(
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<PublicDocument, ApiError> {
    let version = versions::load_latest(conn, &stored.row).await?;
    Ok(display_version(conn, stored, version).await?.answer)
}

/// A version as it is displayed: the latest one for [`load_public_document`], or an earlier one.
///
/// # Errors
/// As for [`load_public_document`].
pub async fn display_version(
    conn: &mut Conn,
    stored: &StoredDocument,
    version: VersionRow,
) -> Result<DisplayedVersion, ApiError> {
    let parties = Parties::for_version(conn, &stored.row, &version).await?;
    let texts = version.texts.as_deref().map(serde_json::from_str);
    let texts = texts.transpose()?;
    let is_from_before = version.rules_version == FIRST_RULES_VERSION;
    let mut answer = assemble_document(stored, version, parties)?;
    if let Some(quote) = &mut answer.quote {
        let variations = agreed_job::load_accepted_variations(conn, stored).await?;
        quote.agreed_variations = variations.iter().map(to_agreed_variation).collect();
    }
    let texts = match texts {
        None if is_from_before => build_legacy_texts(&answer),
        texts => texts,
    };
    let by_bank = stored.payments.iter().filter(|row| row.by_bank == Some(true));
    let by_bank = by_bank.map(|row| row.id.to_string()).collect();
    Ok(DisplayedVersion { answer, texts, by_bank })
}

/// The public response for a version with its parties.
///
/// # Errors
/// As for [`load_public_document`].
pub fn assemble_document(
    stored: &StoredDocument,
    version: VersionRow,
    parties: Parties,
) -> Result<PublicDocument, ApiError> {
    let row = &stored.row;
    // Every field is named, so that a new one doesn't compile until somebody decides whether readers see it.
    let VersionRow {
        document_id: _, // which document and which of its versions it is
        version: _,
        issued_at: _,
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        totals: issued,
        contact: _, // in the parties
        contact_id: _,
        business: _,
        business_profile: _,
        rules_version: _, // for `of_version`
        texts: _,
        cancellation: given,
    } = version;
    let mut document = with_payments(serde_json::from_str(&input)?, &stored.payments);
    let totals = if stored.is_draft() {
        stored.totals.clone()
    } else {
        let totals = parse_issued_totals(&issued, &document)?;
        with_credits(stored.kind, totals, &stored.credits)
    };
    for (payment, row) in document.payments.iter_mut().zip(&stored.payments) {
        payment.date = payment_time(row);
    }
    let due = due_date.0;
    let cancellation = cancellation_state(row, given.as_deref())?;
    let header = DocumentHeader {
        kind: stored.kind,
        quote_number: row.number.clone(),
        invoice_number: row.number.clone(),
        credit_note_number: row.number.clone(),
        credited_invoice: credited_invoice_details(row),
        credit_notes: stored.credits.iter().filter_map(to_public_credit).collect(),
        instalments: stored.instalments.clone(),
        status: row.status.code().to_owned(),
        issue_date: issue_date.0,
        expiry_date: due,
        accepted_date: row.accepted_date,
        due_date: due,
        paid_date: row.paid_date,
        job_description,
        job_address,
        order_number,
        notes,
        staged: row.stages > 0,
        cancellation,
        variation: to_public_variation(row),
        template,
        terms,
    };
    let parties = public::Parties {
        contact: parties.contact,
        business: parties.business,
        business_profile: Some(parties.profile),
    };
    let mut answer = assemble_public_document(&header, &document, &totals, &parties);
    for (payment, row) in answer.payments.iter_mut().zip(&stored.payments) {
        // The history shows what was paid and what was refunded; the totals count what is left.
        payment.amount = Pence(row.amount);
        payment.refunded = Pence(row.amount - row.remaining());
        payment.disputed = matches!(row.dispute, Some(Dispute::Open | Dispute::Lost));
    }
    Ok(answer)
}

/// Whether and until when a quote can be cancelled, given the information that its customer received; `None` if they
/// received none.
///
/// # Errors
/// 500 if the stored data can't be read.
pub fn cancellation_state(
    row: &DocumentRow,
    given: Option<&str>,
) -> Result<Option<CancellationState>, ApiError> {
    let Some(given) = given else {
        return Ok(None);
    };
    let pack: CancellationPack = serde_json::from_str(given)?;
    Ok(Some(CancellationState {
        pack,
        accepted_date: row.accepted_date,
        early_start: row.early_start == Some(true),
        finished_date: row.finished_date,
        cancelled_date: row.cancelled_date,
        goods_arrived_date: row.goods_arrived_date,
    }))
}

/// The job that a variation varies; `None` for any other document.
fn to_public_variation(row: &DocumentRow) -> Option<PublicVariation> {
    Some(PublicVariation {
        quote_number: row.varied_number.clone()?,
        agreed: Pence(row.varied_total?),
        is_closed: row.varied_job() == VariedJob::ClosedJob,
        cancelled: row.varied_cancelled,
    })
}

/// An accepted variation, for the head of its quote's page.
fn to_agreed_variation(variation: &StoredDocument) -> AgreedVariation {
    AgreedVariation {
        number: variation.row.number.clone().unwrap_or_default(),
        total: variation.totals.total_amount,
        vat: variation.totals.vat_amount,
    }
}

/// The number and the date of the invoice that a credit note is against.
fn credited_invoice_details(row: &DocumentRow) -> Option<(String, Option<Date>)> {
    Some((row.credited_number.clone()?, row.credited_date))
}

/// A credit note as listed on the page of its invoice; `None` for a draft.
fn to_public_credit(note: &InvoiceCreditNote) -> Option<PublicCreditNote> {
    let number = note.number.clone().filter(|_| note.is_counted())?;
    Some(PublicCreditNote { number, amount: note.amount })
}

/// The date of a payment, with the time in London at which it was recorded if that was on the same day: the history
/// shows HH:mm (`docs/product.md`, section 4), but the time of a payment that was entered later is not known.
pub fn payment_time(payment: &PaymentRow) -> String {
    if payment.date.to_string() == london_date(payment.created_at).to_string() {
        format!("{}T{}", payment.date, format_london_time(payment.created_at))
    } else {
        payment.date.to_string()
    }
}
