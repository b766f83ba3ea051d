//! The mails of a document: to the customer with its link, to the business with what the customer
//! did. Every amount in them is core's.

use askama::Template;
use plumbline_core::kind::Asks;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::time::text::date_short;

use crate::db::WriteTx;
use crate::documents::parties::Parties;
use crate::documents::reading::answer::link;
use crate::documents::stored::Stored;
use crate::error::{ApiError, FieldError};
use crate::hooks::Letter;
use crate::letters::deliver;
use crate::mail::{Mail, enqueue};
use crate::state::AppState;

/// A label and what it says.
struct Row {
    label: &'static str,
    value: String,
    strong: bool,
}

#[derive(Template)]
#[template(path = "mail/document.txt")]
struct DocumentText<'a> {
    greeting: &'a str,
    message: &'a str,
    title: &'a str,
    rows: &'a [Row],
    call: &'a str,
    url: &'a str,
    business: &'a str,
    contact_lines: &'a [String],
}

#[derive(Template)]
#[template(path = "mail/document.html")]
struct DocumentHtml<'a> {
    greeting: &'a str,
    paragraphs: Vec<&'a str>,
    title: &'a str,
    rows: &'a [Row],
    call: &'a str,
    url: &'a str,
    business: &'a str,
    contact_lines: &'a [String],
}

#[derive(Template)]
#[template(path = "mail/notice.txt")]
struct NoticeText<'a> {
    title: &'a str,
    sentence: &'a str,
    rows: &'a [Row],
    url: &'a str,
}

#[derive(Template)]
#[template(path = "mail/notice.html")]
struct NoticeHtml<'a> {
    title: &'a str,
    sentence: &'a str,
    rows: &'a [Row],
    url: &'a str,
}

/// Queues the mail that brings an issued document to its customer.
///
/// # Errors
/// 422 `to` when neither the letter nor the contact has an address.
pub(super) async fn to_customer(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    letter: &Letter,
) -> Result<(), ApiError> {
    let parties = Parties::shown(tx, &stored.row).await?;
    let contact = parties.contact.clone().unwrap_or_default();
    let to = letter
        .to
        .clone()
        .unwrap_or_else(|| contact.email.trim().to_owned());
    if to.is_empty() {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "to",
            "required",
            "This customer has no e-mail address. Enter one, or send by link.",
        )]));
    }
    let business = parties.profile.name.trim();
    let number = stored.row.number.as_deref().unwrap_or_default();
    let title = format!("{} {number}", stored.kind.title());
    let greeting = match contact.name.trim() {
        "" => "Hello,".to_owned(),
        name => format!("Hello {name},"),
    };
    let facts = stored.kind.facts();
    let call = facts.mail_button;
    let message = letter.message.as_deref().unwrap_or(facts.mail_words);
    let token = stored.row.public_token.as_deref().unwrap_or_default();
    let url = link(state, stored.kind, token);
    let rows = figures(stored);
    let contact_lines: Vec<String> = [
        &parties.profile.phone,
        &parties.profile.email,
        &parties.profile.website,
    ]
    .into_iter()
    .filter(|line| !line.trim().is_empty())
    .cloned()
    .collect();
    let text = DocumentText {
        greeting: &greeting,
        message,
        title: &title,
        rows: &rows,
        call,
        url: &url,
        business,
        contact_lines: &contact_lines,
    };
    let html = DocumentHtml {
        greeting: &greeting,
        paragraphs: message
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect(),
        title: &title,
        rows: &rows,
        call,
        url: &url,
        business,
        contact_lines: &contact_lines,
    };
    let mail = Mail {
        to,
        from_name: (!business.is_empty()).then(|| business.to_owned()),
        reply_to: reply_to(&parties),
        subject: letter
            .subject
            .clone()
            .unwrap_or_else(|| format!("{title} from {business}")),
        text: text.render()?,
        html: html.render()?,
        attachments: Vec::new(),
    };
    deliver::later(state, tx, stored, mail).await
}

/// Queues a short mail that tells the business what the customer did. `sentence` says it, `more`
/// what came with it, each under its label.
///
/// # Errors
/// When the database fails.
pub async fn to_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    sentence: &str,
    more: &[(&'static str, String)],
) -> Result<(), ApiError> {
    let Some(to) = crate::documents::store::parties::owner_email(tx, &stored.row.user_id).await?
    else {
        return Ok(());
    };
    let number = stored.row.number.as_deref().unwrap_or_default();
    let title = format!("{} {number}", stored.kind.title());
    let customer = stored.row.customer_name.clone().unwrap_or_default();
    let mut rows = vec![Row {
        label: "Customer",
        value: customer,
        strong: false,
    }];
    rows.extend(more.iter().map(|(label, value)| Row {
        label,
        value: value.clone(),
        strong: false,
    }));
    rows.extend(figures(stored));
    let url = state.link(&format!(
        "/{}/{}",
        stored.kind.facts().plural,
        stored.row.id
    ));
    let mail = Mail {
        to,
        from_name: None,
        reply_to: None,
        subject: sentence.to_owned(),
        text: NoticeText {
            title: &title,
            sentence,
            rows: &rows,
            url: &url,
        }
        .render()?,
        html: NoticeHtml {
            title: &title,
            sentence,
            rows: &rows,
            url: &url,
        }
        .render()?,
        attachments: Vec::new(),
    };
    enqueue(state, tx, &mail).await
}

/// The figures of a document that a mail names.
fn figures(stored: &Stored) -> Vec<Row> {
    let totals = &stored.totals;
    let amount = |label, amount: Pence| Row {
        label,
        value: gbp(amount),
        strong: false,
    };
    let mut rows = Vec::new();
    if totals.vat_amount != Pence::ZERO {
        rows.push(amount("VAT included", totals.vat_amount));
    }
    rows.push(Row {
        strong: true,
        ..amount("Total", totals.total_amount)
    });
    if totals.cis_deduction != Pence::ZERO {
        rows.push(amount("CIS deduction", totals.cis_deduction));
        rows.push(amount("Amount payable", totals.amount_payable));
    }
    let asks = stored.kind.facts().asks;
    let deposit = stored.document.include_deposit && totals.deposit_amount > Pence::ZERO;
    if asks == Asks::Deposit && deposit {
        rows.push(amount("Deposit", totals.deposit_amount));
    }
    if totals.paid_amount > Pence::ZERO {
        rows.push(amount("Paid", totals.paid_amount));
    }
    if asks == Asks::Balance {
        rows.push(Row {
            strong: true,
            ..amount("Balance due", totals.balance_due)
        });
    }
    if let Some(due) = stored.due_date() {
        rows.push(Row {
            label: stored.kind.facts().end_label,
            value: date_short(due),
            strong: false,
        });
    }
    rows
}

/// Answers go to the business, where its profile has an address that can be one.
fn reply_to(parties: &Parties) -> Option<String> {
    let address = parties.profile.email.trim();
    plumbline_core::credentials::is_email(address).then(|| address.to_owned())
}
