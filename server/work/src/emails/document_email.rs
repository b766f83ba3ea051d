//! The emails about a document to its customer: with its link, with a receipt, about a payment.

use askama::Template;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::kind::RequestedPayment;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::present;

use super::allowance;
use super::copies::{CopyTexts, contact_phrase, queue_about_document};
use super::rows::{self, EmailSummary, EmailTableRow};
use crate::emails::deliver;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::JobId;
use plumbline_platform::mail::Mail;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::emails::parse_email;
use plumbline_records::documents::reading::response::customer_link;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::sending::texts;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

#[derive(Template)]
#[template(path = "mail/document.txt")]
struct DocumentText<'a> {
    lead: Option<&'a EmailSummary>,
    message: &'a str,
    title: &'a str,
    rows: &'a [EmailTableRow],
    call: &'a str,
    url: &'a str,
    business: &'a str,
    contact_lines: &'a [String],
    report: &'a str,
}

#[derive(Template)]
#[template(path = "mail/document.html")]
struct DocumentHtml<'a> {
    lead: Option<&'a EmailSummary>,
    paragraphs: Vec<&'a str>,
    title: &'a str,
    rows: &'a [EmailTableRow],
    call: &'a str,
    url: &'a str,
    business: &'a str,
    logo: Option<&'a str>,
    contact_lines: &'a [String],
    report: &'a str,
}

/// The contents of such an email.
pub(super) struct EmailContent<'a> {
    pub to: String,
    pub subject: String,
    /// The summary at the top; `None` if the message itself is the news.
    pub summary: Option<EmailSummary>,
    pub message: &'a str,
    /// Whether the message begins with our greeting: a business's own text greets as it likes.
    pub has_greeting: bool,
    pub rows: Vec<EmailTableRow>,
    /// The label of the button, which leads to the document.
    pub button: &'a str,
    /// The address at which its recipient can report it.
    pub report_url: &'a str,
}

/// Builds an email from the business to its customer.
///
/// # Errors
/// 500 when a template fails.
pub(super) fn compose(
    state: &AppState,
    stored: &StoredDocument,
    parties: &Parties,
    email_content: EmailContent<'_>,
) -> Result<Mail, ApiError> {
    let profile = &parties.profile;
    let business = profile.name.trim();
    let title = document_title(stored);
    let name = parties.contact.as_ref().map(|contact| contact.name.trim());
    let greeting = match name.unwrap_or_default() {
        _ if !email_content.has_greeting => String::new(),
        "" => "Hello,\n\n".to_owned(),
        name => format!("Hello {name},\n\n"),
    };
    let message = greeting + email_content.message;
    let token = stored.row.public_token.as_deref().unwrap_or_default();
    let url = customer_link(state, stored.kind, token);
    let logo = profile.logo_url.as_deref().filter(|url| !url.is_empty());
    let logo = logo.map(|path| state.link_to(path));
    let contact_lines = contact_lines(profile);
    let text = DocumentText {
        lead: email_content.summary.as_ref(),
        message: &message,
        title: &title,
        rows: &email_content.rows,
        call: email_content.button,
        url: &url,
        business,
        contact_lines: &contact_lines,
        report: email_content.report_url,
    };
    let lines = message.lines();
    let html = DocumentHtml {
        lead: email_content.summary.as_ref(),
        paragraphs: lines.filter(|line| !line.trim().is_empty()).collect(),
        title: &title,
        rows: &email_content.rows,
        call: email_content.button,
        url: &url,
        business,
        logo: logo.as_deref(),
        contact_lines: &contact_lines,
        report: email_content.report_url,
    };
    Ok(Mail {
        account: Some(stored.row.user_id.clone()),
        to: email_content.to,
        from_name: (!business.is_empty()).then(|| business.to_owned()),
        reply_to: parse_email(&profile.email),
        subject: email_content.subject,
        text: text.render()?,
        html: html.render()?,
        attachments: Vec::new(),
        thread: None,
    })
}

/// What the business wrote in the email for a document.
#[derive(Debug)]
pub struct EmailRequest {
    /// The address to send it to; `None`: the contact's address.
    pub to: Option<String>,
    /// The subject; `None`: a default for the document.
    pub subject: Option<String>,
    /// The text above the totals; `None`: a default for the document.
    pub message: Option<String>,
}

/// An email with a document that may be sent: it was checked, and nothing has been written.
#[derive(Debug)]
pub struct CheckedEmail {
    /// The id of the email, by which its delivery can be looked up.
    pub id: JobId,
    to: String,
    subject: Option<String>,
    message: Option<String>,
}

/// Checks whether a document may be emailed to its customer now. Nothing is written.
///
/// # Errors
/// 422 `to` if neither the request nor the contact has an address; also the errors of [`allowance::check`].
pub async fn check_document(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    request: EmailRequest,
) -> Result<CheckedEmail, ApiError> {
    let parties = Parties::for_document(tx, &stored.row).await?;
    let EmailRequest { to, subject, message } = request;
    let known = || parties.contact.as_ref().map(|contact| contact.email.trim().to_owned());
    let Some(to) = to.or_else(known).filter(|to| !to.is_empty()) else {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "to",
            "required",
            "This customer has no email address. Enter one, or send by link.",
        )]));
    };
    allowance::check(state, tx, &stored.row.user_id, parties.profile.name.trim()).await?;
    Ok(CheckedEmail { id: state.ids.new_id(), to, subject, message })
}

/// Queues the email with an issued document, which was checked, to its customer.
pub async fn queue_document(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    email: CheckedEmail,
) -> Result<(), ApiError> {
    let CheckedEmail { id, to, subject, message } = email;
    let parties = Parties::for_document(tx, &stored.row).await?;
    let business = parties.profile.name.trim();
    let taken = allowance::count(state, tx, &stored.row.user_id, (business, &to)).await?;
    let facts = stored.kind.facts();
    let usual = texts::compose_email_texts(tx, stored, &parties).await?;
    let mut rows = rows::subject_rows(stored);
    rows.extend(rows::amount_rows(stored));
    if let Some(presentation) = present(&view::load_public_document(tx, stored).await?, today(state)?) {
        rows.extend(rows::option_rows(&presentation));
        let pay = presentation.actions.pay.filter(|_| facts.asks == RequestedPayment::Balance);
        rows.extend(rows::bank_rows(pay.map(|pay| pay.bank).unwrap_or_default()));
    }
    let email_content = EmailContent {
        to,
        subject: subject.unwrap_or(usual.subject),
        summary: Some(rows::summarise(stored, today(state)?)),
        message: message.as_deref().unwrap_or(&usual.message),
        has_greeting: false,
        rows,
        button: &stored.name_itself(facts.mail_button),
        report_url: &taken.report_url,
    };
    let mail = compose(state, stored, &parties, email_content)?;
    deliver::queue_email(state, tx, stored, (&id, mail)).await
}

/// `Quote Q-0012`.
pub(super) fn document_title(stored: &StoredDocument) -> String {
    let number = stored.row.number.as_deref().unwrap_or_default();
    format!("{} {number}", stored.title())
}

/// Who owns the business and the address for serving documents on them, and how to contact it, by line.
pub(super) fn contact_lines(profile: &BusinessProfile) -> Vec<String> {
    let ways = [&profile.phone, &profile.email, &profile.website];
    let methods = ways.into_iter().map(|method| method.trim().to_owned());
    let lines = profile.owner_lines().into_iter().chain(methods);
    lines.filter(|line| !line.is_empty()).collect()
}

// The email that tells a customer that an invoice was voided, so that nobody pays it because they didn't open the
// link.

/// Queues the email for an invoice that was voided just now. Nothing if the customer's address is unknown or the
/// account's email is stopped.
pub async fn queue_voided(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    let number = stored.row.number.as_deref().unwrap_or_default();
    let parties = Parties::for_document(tx, &stored.row).await?;
    let reach = contact_phrase(&parties.profile);
    let message = format!(
        "We have voided {} {number}, so there is nothing to pay for it. If you have set up a payment, please cancel \
         it. If you have already paid it, {reach}.",
        stored.name()
    );
    let mut rows = rows::subject_rows(stored);
    rows.push(EmailTableRow::new("Original amount", format_gbp(Pence(stored.row.total_amount))));
    rows.push(EmailTableRow::strong("To pay", format_gbp(Pence::ZERO)));
    let summary = rows::summarise_voided(stored, today(state)?);
    let words = CopyTexts { subject: "Nothing to pay for", summary: Some(summary), message: &message };
    queue_about_document(state, tx, stored, words, rows).await
}
