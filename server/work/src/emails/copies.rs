//! Emails for the customer's own records: a receipt, that a payment did not arrive, a copy of what they accepted.
//! Only if the contact has an email address.

use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::PaymentMethod;
use serde::{Deserialize, Serialize};

use super::allowance::{self, ReservedEmail, is_stopped};
use super::document_email::{EmailContent, compose, document_title};
use super::rows::{self, EmailSummary, EmailTableRow};
use super::{receipt, tracking};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::hooks::DocumentRef;
use plumbline_platform::ids::{DocumentId, JobId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::mail::{Mail, deliver_in_job};
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::emails::find_customer_email;
use plumbline_records::documents::store;
use plumbline_records::documents::store::payments::{PaymentRow, RecordedBy};
use plumbline_records::documents::stored::StoredDocument;

/// An email that the customer caused.
pub struct EmailCopy {
    /// The email.
    pub mail: Mail,
    /// When it is sent, milliseconds since the epoch; `None` for now.
    pub at: Option<i64>,
}

/// The texts of such an email.
pub(super) struct CopyTexts<'a> {
    /// The subject, to which the document and the business are added.
    pub subject: &'a str,
    /// The summary at the top; `None` if the message itself is the news.
    pub summary: Option<EmailSummary>,
    /// The message.
    pub message: &'a str,
}

impl<'a> CopyTexts<'a> {
    /// Texts without a summary.
    pub fn new(subject: &'a str, message: &'a str) -> Self {
        Self { subject, summary: None, message }
    }

    /// The texts of a receipt.
    fn for_receipt(stored: &StoredDocument, payment: &PaymentRow) -> Self {
        Self {
            subject: "Receipt for",
            summary: Some(rows::summarise_receipt(stored, payment)),
            message: "Thank you: your payment has been received. This is your receipt.",
        }
    }
}

/// Queues the receipt of a payment that has just been confirmed.
pub(super) async fn queue_receipt(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentRow,
) -> Result<(), ApiError> {
    let rows = payment_rows(stored, payment, "Received");
    queue_about_document(state, tx, stored, CopyTexts::for_receipt(stored, payment), rows).await
}

/// Queues the receipt of a payment that the business recorded, on its request. Returns the recipient's address and the
/// id of the email.
///
/// # Errors
/// 422 `to` if the customer's address is unknown; also the errors of [`allowance::reserve`].
pub async fn queue_requested_receipt(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentRow,
) -> Result<(String, JobId), ApiError> {
    let Some(to) = find_customer_email(tx, &stored.row).await? else {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "to",
            "required",
            "This customer has no email address. Add one to their details first.",
        )]));
    };
    let parties = Parties::for_document(tx, &stored.row).await?;
    let user_id = &stored.row.user_id;
    let business = parties.profile.name.trim();
    let taken = allowance::reserve(state, tx, user_id, (business, &to)).await?;
    let rows = payment_rows(stored, payment, "Received");
    let words = CopyTexts::for_receipt(stored, payment);
    let copy = compose_copy(state, stored, &parties, (&to, words, rows), taken)?;
    let id = queue_copy(state, tx, stored, copy).await?;
    Ok((to, id))
}

/// Queues the email that says that a payment recorded by the customer has not arrived.
pub async fn queue_payment_not_received(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentRow,
) -> Result<(), ApiError> {
    let rows = payment_rows(stored, payment, "Not received");
    let parties = Parties::for_document(tx, &stored.row).await?;
    let message = missing_payment_text(payment.method).replace("{reach}", contact_phrase(&parties.profile));
    let words = CopyTexts::new("Payment not received for", &message);
    queue_about_document(state, tx, stored, words, rows).await
}

/// How a customer contacts the business. Every email in its name can be replied to, see
/// [`plumbline_platform::mail::deliver_in_job`].
pub(super) fn contact_phrase(profile: &BusinessProfile) -> &'static str {
    match profile.phone.trim() {
        "" => "reply to this email",
        _ => "reply to this email or call us",
    }
}

/// Cancels the receipt of a payment that was confirmed by mistake and is pending again. If the receipt has been sent,
/// queues an email that corrects it.
pub async fn queue_receipt_correction(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentRow,
) -> Result<(), ApiError> {
    if receipt::cancel_receipt(tx, payment).await? {
        return Ok(());
    }
    let message = "We told you that a payment had been received, but that was too soon: we’re still checking it and \
                   will let you know when it arrives. Until then, please ignore the receipt.";
    let rows = payment_rows(stored, payment, "Not yet confirmed");
    queue_about_document(state, tx, stored, CopyTexts::new("Correction for", message), rows).await
}

/// Queues the email that says that a confirmed payment was removed, and why.
pub async fn queue_payment_removed(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment: &PaymentRow,
    reason: &str,
) -> Result<(), ApiError> {
    receipt::cancel_receipt(tx, payment).await?;
    let message = format!(
        "{} You’ll find the reason and what is now due below. If you think this is a mistake, reply to this email or \
         call us.",
        removed_payment_text(payment)
    );
    let mut rows = vec![EmailTableRow::new("Reason", reason)];
    let mut of_payment = payment_rows(stored, payment, "Removed").into_iter();
    rows.splice(0..0, of_payment.by_ref().take(3));
    rows.extend(of_payment);
    let words = CopyTexts::new("Payment removed from", &message);
    queue_about_document(state, tx, stored, words, rows).await
}

/// The email with the certificate of what the customer accepted, which the caller attaches. `None` if their address is
/// unknown or the account's email is stopped. `witness` was there for the business if the quote was signed on its
/// device; `brought` is a note about a signature that arrived later.
pub async fn compose_acceptance(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (witness, brought): (Option<&str>, &[String]),
) -> Result<Option<EmailCopy>, ApiError> {
    let where_signed =
        witness.map_or_else(String::new, |who| format!(" You signed on our device, with {who} present."));
    let brought: String = brought.iter().map(|text| format!(" {text}")).collect();
    let message = format!(
        "Thank you for accepting.{where_signed}{brought} Your certificate says what you accepted and when. It’s \
         attached, and always on your quote’s page: please keep it."
    );
    let mut rows = rows::subject_rows(stored);
    rows.extend(rows::choice_row(stored));
    rows.extend(rows::amount_rows(stored));
    let summary = rows::summarise_acceptance(stored, documents::today(state)?);
    let words = CopyTexts { subject: "You accepted", summary: Some(summary), message: &message };
    compose_about_document(state, tx, stored, words, rows).await
}

/// What a customer should do about a payment that has not arrived, which depends on its method.
fn missing_payment_text(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cash => {
            "You told us about a payment in cash that has not arrived yet. If you have handed it \
             over, {reach}; otherwise you can pay with the button below."
        }
        PaymentMethod::BankTransfer => {
            "You told us about a payment that has not arrived yet. Please check with your bank that \
             it went out. If you think it did, {reach}; otherwise you can pay with the button below."
        }
        PaymentMethod::Cheque => {
            "You told us about a cheque that has not arrived yet. If you have sent it, {reach}; otherwise you can \
             pay with the button below."
        }
        PaymentMethod::Paypal => {
            "You told us about a payment that has not arrived yet. Please check in PayPal that it \
             went out. If you think it did, {reach}; otherwise you can pay with the button below."
        }
        PaymentMethod::Stripe => {
            "You told us about a payment by card that has not arrived yet. If you think it went out, {reach}; \
             otherwise you can pay with the button below."
        }
    }
}

/// The sentence that a payment no longer counts. Only a payment that the customer recorded has a receipt, so it differs
/// by who recorded it.
fn removed_payment_text(payment: &PaymentRow) -> &'static str {
    match (payment.recorded_by, payment.method) {
        (RecordedBy::Customer, _) => {
            "You told us about a payment, and we had confirmed it. We’ve now removed it, so please ignore any \
             receipt you have for it."
        }
        (RecordedBy::Business, PaymentMethod::Stripe) => {
            "We had recorded a card payment from you. We’ve now removed it."
        }
        (RecordedBy::Business, _) => "We had recorded a payment from you. We’ve now removed it.",
    }
}

fn payment_rows(stored: &StoredDocument, payment: &PaymentRow, label: &str) -> Vec<EmailTableRow> {
    let mut rows = vec![
        EmailTableRow::strong(label, format_gbp(Pence(payment.amount))),
        EmailTableRow::new("By", payment.method_label()),
        EmailTableRow::new("Date", rows::payment_date(payment)),
    ];
    rows.extend(rows::subject_rows(stored));
    rows.extend(rows::amount_rows(stored));
    rows
}

/// Queues an email about a document to its customer, if they have an address and the account's email is not stopped.
pub(super) async fn queue_about_document(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    words: CopyTexts<'_>,
    rows: Vec<EmailTableRow>,
) -> Result<(), ApiError> {
    match compose_about_document(state, tx, stored, words, rows).await? {
        Some(copy) => queue_copy(state, tx, stored, copy).await.map(drop),
        None => Ok(()),
    }
}

async fn compose_about_document(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    words: CopyTexts<'_>,
    rows: Vec<EmailTableRow>,
) -> Result<Option<EmailCopy>, ApiError> {
    let Some(to) = find_customer_email(tx, &stored.row).await? else {
        return Ok(None);
    };
    let parties = Parties::for_document(tx, &stored.row).await?;
    let business = parties.profile.name.trim();
    let copy = (business, to.as_str());
    let taken = allowance::reserve_copy(state, tx, &stored.row.user_id, copy).await?;
    let Some(taken) = taken else {
        return Ok(None);
    };
    let given = (to.as_str(), words, rows);
    compose_copy(state, stored, &parties, given, taken).map(Some)
}

fn compose_copy(
    state: &AppState,
    stored: &StoredDocument,
    parties: &Parties,
    (to, words, rows): (&str, CopyTexts<'_>, Vec<EmailTableRow>),
    taken: ReservedEmail,
) -> Result<EmailCopy, ApiError> {
    let CopyTexts { subject, summary, message } = words;
    let business = parties.profile.name.trim();
    let title = document_title(stored);
    let (first, rest) = title.split_at(1);
    let email_content = EmailContent {
        to: to.to_owned(),
        subject: format!("{subject} {}{rest} from {business}", first.to_lowercase()),
        summary,
        message,
        has_greeting: true,
        rows,
        button: &format!("See the {}", stored.name()),
        report_url: &taken.report_url,
    };
    let mail = compose(state, stored, parties, email_content)?;
    Ok(EmailCopy { mail, at: taken.at })
}

// The job that sends a customer's copy, at once or when the account's allowance permits it. Whether the account's
// email is stopped, and which address the customer has, is checked at that time.

/// The job that sends a customer's copy.
const KIND: JobKind = JobKind::new("customer_copy", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task)))
        .with_failure_hook(tracking::record_outcome);

/// The job's payload.
#[derive(Serialize, Deserialize)]
struct CustomerCopy {
    mail: Mail,
    user_id: UserId,
    kind: DocumentKind,
    document_id: DocumentId,
    /// The address that the customer gave with their question, used while their own is unknown. Empty for other copies,
    /// and for those that an older server queued.
    #[serde(default)]
    otherwise: Option<String>,
}

/// Queues a copy that needs no attachment, and returns the id of the email.
pub(super) async fn queue_copy(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    copy: EmailCopy,
) -> Result<JobId, ApiError> {
    queue_copy_with_fallback(state, tx, stored, (copy, None)).await
}

/// The same, with the address `otherwise` for a customer who has no address of their own when the copy is sent.
pub(super) async fn queue_copy_with_fallback(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (copy, otherwise): (EmailCopy, Option<String>),
) -> Result<JobId, ApiError> {
    let id = state.ids.new_id();
    tracking::track(state, tx, stored, (&id, &copy.mail)).await?;
    let payload = serde_json::to_string(&CustomerCopy {
        mail: copy.mail,
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        document_id: stored.row.id.clone(),
        otherwise,
    })?;
    let job = (KIND, payload.as_str());
    jobs::enqueue_with_id(state, tx, (&id, &stored.row.user_id), job, copy.at).await?;
    Ok(id)
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let job: CustomerCopy = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let document = DocumentRef { user_id: job.user_id, kind: job.kind, id: job.document_id };
    let Some(mail) = prepare_with_fallback(state, &document, (job.mail, job.otherwise)).await? else {
        return tracking::set_dropped(state, task.id).await;
    };
    deliver_in_job(state, &mail, task).await?;
    tracking::set_sent_to(state, task.id, &mail.to).await
}

/// A copy as it may be sent now, to the customer's current address. `None` if the customer has no address any more, or
/// the document is gone.
///
/// # Errors
/// Fails for now while the account's email is stopped: it waits some days for the operator to look.
pub async fn prepare_copy(
    state: &AppState,
    document: &DocumentRef,
    mail: Mail,
) -> Result<Option<Mail>, JobFailure> {
    prepare_with_fallback(state, document, (mail, None)).await
}

async fn prepare_with_fallback(
    state: &AppState,
    document: &DocumentRef,
    (mail, otherwise): (Mail, Option<String>),
) -> Result<Option<Mail>, JobFailure> {
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let stopped = is_stopped(&mut conn, &document.user_id).await;
    if stopped.map_err(JobFailure::temporary)? {
        return Err(tracking::stopped_failure());
    }
    let found = store::find(&mut conn, &document.user_id, document.kind, &document.id).await;
    let Some(row) = found.map_err(JobFailure::temporary)? else {
        return Ok(None);
    };
    let to = find_customer_email(&mut conn, &row).await;
    let to = to.map_err(|error| JobFailure::temporary(format!("{error:?}")))?;
    Ok(to.or(otherwise).map(|to| Mail { to, ..mail }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_only_contact_details_that_the_business_has() {
        let with = |phone: &str| {
            contact_phrase(&BusinessProfile { phone: phone.into(), ..BusinessProfile::default() })
        };
        assert_eq!(with("0113"), "reply to this email or call us");
        assert_eq!(with(" "), "reply to this email");
        for method in PaymentMethod::ALL {
            assert_eq!(missing_payment_text(method).matches("{reach}").count(), 1);
        }
    }
}
