//! Emails for the customer's own records: a receipt, that a payment did not arrive, a copy of what they accepted.
//! Only if the contact has an email address.

use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::status::Method;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;

use super::allowance::{self, Taken};
use super::late;
use super::mail::{Words, compose, title};
use super::receipt;
use super::rows::{self, Row};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::JobId;
use plumbline_platform::mail::Mail;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::reached::address_of;
use plumbline_records::documents::store::payments::{PaymentRow, Recorder};
use plumbline_records::documents::stored::Stored;

/// An email that the customer caused.
pub struct Copy {
    /// The email.
    pub mail: Mail,
    /// When it is sent, milliseconds since the epoch; `None` for now.
    pub at: Option<i64>,
}

/// Queues the receipt of a payment that has just been confirmed.
pub(super) async fn receipt(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    payment: &PaymentRow,
) -> Result<(), ApiError> {
    let message = "Thank you: your payment has been received. This is your receipt.";
    let rows = of_payment(stored, payment, "Received");
    about(state, tx, stored, ("Receipt for", message), rows).await
}

/// Queues the receipt of a payment that the business recorded, on its request. Returns the recipient's address and the
/// id of the email.
///
/// # Errors
/// 422 `to` if the customer's address is unknown; also the errors of [`allowance::take`].
pub async fn receipt_asked(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    payment: &PaymentRow,
) -> Result<(String, JobId), ApiError> {
    let Some(to) = address_of(tx, &stored.row).await? else {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "to",
            "required",
            "This customer has no email address. Add one to their details first.",
        )]));
    };
    let parties = Parties::shown(tx, &stored.row).await?;
    let user_id = &stored.row.user_id;
    let business = parties.profile.name.trim();
    let taken = allowance::take(state, tx, user_id, (business, &to)).await?;
    let message = "Thank you: your payment has been received. This is your receipt.";
    let rows = of_payment(stored, payment, "Received");
    let words = ("Receipt for", message);
    let copy = copy_of(state, stored, &parties, (&to, words, rows), taken)?;
    let id = late::queue(state, tx, stored, copy).await?;
    Ok((to, id))
}

/// Queues the email that says that a payment recorded by the customer has not arrived.
pub async fn not_received(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    payment: &PaymentRow,
) -> Result<(), ApiError> {
    let rows = of_payment(stored, payment, "Not received");
    let parties = Parties::shown(tx, &stored.row).await?;
    let message = astray(payment.method).replace("{reach}", reach(&parties.profile));
    let words = ("Payment not received for", &*message);
    about(state, tx, stored, words, rows).await
}

/// How a customer contacts the business: a reply by email goes nowhere if the business has no address.
pub(super) fn reach(profile: &BusinessProfile) -> &'static str {
    match (profile.email.trim(), profile.phone.trim()) {
        ("", "") => "tell us",
        ("", _) => "call us",
        (_, "") => "reply to this email",
        _ => "reply to this email or call us",
    }
}

/// Cancels the receipt of a payment that was confirmed by mistake and is pending again. If the receipt has been sent,
/// queues an email that corrects it.
pub async fn waits_again(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    payment: &PaymentRow,
) -> Result<(), ApiError> {
    if receipt::call_off(tx, payment).await? {
        return Ok(());
    }
    let message = "We told you that a payment had been received, but that was too soon: we’re still checking it and \
                   will let you know when it arrives. Until then, please ignore the receipt.";
    let rows = of_payment(stored, payment, "Not yet confirmed");
    about(state, tx, stored, ("Correction for", message), rows).await
}

/// Queues the email that says that a confirmed payment was removed, and why.
pub async fn removed(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    payment: &PaymentRow,
    reason: &str,
) -> Result<(), ApiError> {
    receipt::call_off(tx, payment).await?;
    let message = format!(
        "{} You’ll find the reason and what is now due below. If you think this is a mistake, reply to this email or \
         call us.",
        taken_off(payment)
    );
    let mut rows = vec![Row::new("Reason", reason)];
    let mut of_payment = of_payment(stored, payment, "Removed").into_iter();
    rows.splice(0..0, of_payment.by_ref().take(3));
    rows.extend(of_payment);
    let words = ("Payment removed from", &*message);
    about(state, tx, stored, words, rows).await
}

/// The email with the certificate of what the customer accepted, which the caller attaches. `None` if their address is
/// unknown or the account's email is stopped. `witness` was there for the business if the quote was signed on its
/// device; `brought` is a note about a signature that arrived later.
pub async fn accepted(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (witness, brought): (Option<&str>, &[String]),
) -> Result<Option<Copy>, ApiError> {
    let where_signed = witness.map_or_else(String::new, |who| {
        format!(" You signed on our device, with {who} present.")
    });
    let brought: String = brought.iter().map(|said| format!(" {said}")).collect();
    let message = format!(
        "Thank you for accepting.{where_signed}{brought} Your certificate says what you accepted and when. It’s \
         attached, and always on your quote’s page: please keep it."
    );
    let mut rows = rows::about(stored);
    rows.extend(rows::choice(stored));
    rows.extend(rows::figures(stored));
    mail(state, tx, stored, ("You accepted", &message), rows).await
}

/// What a customer should do about a payment that has not arrived, which depends on its method.
fn astray(method: Method) -> &'static str {
    match method {
        Method::Cash => {
            "You told us about a payment in cash that has not arrived yet. If you have handed it \
             over, {reach}; otherwise you can pay with the button below."
        }
        Method::BankTransfer => {
            "You told us about a payment that has not arrived yet. Please check with your bank that \
             it went out. If you think it did, {reach}; otherwise you can pay with the button below."
        }
        Method::Cheque => {
            "You told us about a cheque that has not arrived yet. If you have sent it, {reach}; otherwise you can \
             pay with the button below."
        }
        Method::Paypal => {
            "You told us about a payment that has not arrived yet. Please check in PayPal that it \
             went out. If you think it did, {reach}; otherwise you can pay with the button below."
        }
        Method::Stripe => {
            "You told us about a payment by card that has not arrived yet. If you think it went out, {reach}; \
             otherwise you can pay with the button below."
        }
    }
}

/// The sentence that a payment no longer counts. Only a payment that the customer recorded has a receipt, so it differs
/// by who recorded it.
fn taken_off(payment: &PaymentRow) -> &'static str {
    match (payment.recorded_by, payment.method) {
        (Recorder::Customer, _) => {
            "You told us about a payment, and we had confirmed it. We’ve now removed it, so please ignore any \
             receipt you have for it."
        }
        (Recorder::Business, Method::Stripe) => {
            "We had recorded a card payment from you. We’ve now removed it."
        }
        (Recorder::Business, _) => "We had recorded a payment from you. We’ve now removed it.",
    }
}

fn of_payment(stored: &Stored, payment: &PaymentRow, label: &str) -> Vec<Row> {
    let date = payment.date.parse::<Date>();
    let mut rows = vec![
        Row::strong(label, gbp(Pence(payment.amount))),
        Row::new("By", payment.way()),
        Row::new("Date", date.map_or(payment.date.clone(), date_short)),
    ];
    rows.extend(rows::about(stored));
    rows.extend(rows::figures(stored));
    rows
}

/// Queues an email about a document to its customer, if they have an address and the account's email is not stopped.
pub(super) async fn about(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    words: (&str, &str),
    rows: Vec<Row>,
) -> Result<(), ApiError> {
    match mail(state, tx, stored, words, rows).await? {
        Some(copy) => late::queue(state, tx, stored, copy).await.map(drop),
        None => Ok(()),
    }
}

async fn mail(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (subject, message): (&str, &str),
    rows: Vec<Row>,
) -> Result<Option<Copy>, ApiError> {
    let Some(to) = address_of(tx, &stored.row).await? else {
        return Ok(None);
    };
    let parties = Parties::shown(tx, &stored.row).await?;
    let business = parties.profile.name.trim();
    let copy = (business, to.as_str());
    let taken = allowance::take_copy(state, tx, &stored.row.user_id, copy).await?;
    let Some(taken) = taken else {
        return Ok(None);
    };
    let said = (to.as_str(), (subject, message), rows);
    copy_of(state, stored, &parties, said, taken).map(Some)
}

fn copy_of(
    state: &AppState,
    stored: &Stored,
    parties: &Parties,
    (to, (subject, message), rows): (&str, (&str, &str), Vec<Row>),
    taken: Taken,
) -> Result<Copy, ApiError> {
    let business = parties.profile.name.trim();
    let title = title(stored);
    let (first, rest) = title.split_at(1);
    let words = Words {
        to: to.to_owned(),
        subject: format!("{subject} {}{rest} from {business}", first.to_lowercase()),
        lead: None,
        message,
        greets: true,
        rows,
        call: &format!("See the {}", stored.kind.name()),
        report: &taken.report,
    };
    let mail = compose(state, stored, parties, words)?;
    Ok(Copy { mail, at: taken.at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_is_told_only_of_ways_that_lead_somewhere() {
        let with = |email: &str, phone: &str| {
            reach(&BusinessProfile {
                email: email.into(),
                phone: phone.into(),
                ..BusinessProfile::default()
            })
        };
        assert_eq!(
            with("a@b.example", "0113"),
            "reply to this email or call us"
        );
        assert_eq!(with("a@b.example", " "), "reply to this email");
        assert_eq!(with("", "0113"), "call us");
        assert_eq!(with("", ""), "tell us");
        for method in Method::ALL {
            assert_eq!(astray(method).matches("{reach}").count(), 1);
        }
    }
}
