//! Short emails that tell the business what its customer did.

use askama::Template;

use super::document_email::document_title;
use super::rows::{self, EmailTableRow};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::mail::{Mail, enqueue_for_account};
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::emails::parse_email;
use plumbline_records::documents::store::parties::find_owner_email;
use plumbline_records::documents::stored::StoredDocument;

#[derive(Template)]
#[template(path = "mail/notice.txt")]
struct NoticeText<'a> {
    title: &'a str,
    sentence: &'a str,
    said: &'a [&'a str],
    task: Option<&'a str>,
    rows: &'a [EmailTableRow],
    url: &'a str,
}

#[derive(Template)]
#[template(path = "mail/notice.html")]
struct NoticeHtml<'a> {
    title: &'a str,
    sentence: &'a str,
    said: &'a [&'a str],
    task: Option<&'a str>,
    rows: &'a [EmailTableRow],
    url: &'a str,
}

/// Queues a short email to the business about what its customer did. `sentence` says it; `more` are details, each under
/// its label. A reply goes to the customer.
pub async fn notify_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    sentence: &str,
    more: &[(&'static str, String)],
) -> Result<(), ApiError> {
    let business_notice = BusinessNotice { sentence, ..BusinessNotice::default() };
    queue_notice(state, tx, stored, business_notice, more).await
}

/// Like [`notify_business`], if the business has something to do now, which `task` says.
pub async fn ask_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (sentence, task): (&str, &str),
    more: &[(&'static str, String)],
) -> Result<(), ApiError> {
    let business_notice = BusinessNotice { sentence, task: Some(task), ..BusinessNotice::default() };
    queue_notice(state, tx, stored, business_notice, more).await
}

/// Queues an email to the business with a message from its customer: `sentence` introduces it, `task` says what to do
/// about it. A reply goes to the customer's own address or, if that is unknown, to the one that they `gave`.
pub async fn forward_to_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (sentence, text, task): (&str, &str, &str),
    gave: Option<&str>,
) -> Result<(), ApiError> {
    let lines = text.lines().map(str::trim_end);
    let texts: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let business_notice = BusinessNotice { sentence, quote: &texts, task: Some(task), reply_to: gave };
    queue_notice(state, tx, stored, business_notice, &[]).await
}

/// The contents of such an email above its rows.
#[derive(Default)]
struct BusinessNotice<'a> {
    /// What the customer did.
    sentence: &'a str,
    /// What they wrote, by line.
    quote: &'a [&'a str],
    /// What the business has to do now.
    task: Option<&'a str>,
    /// The address that they gave.
    reply_to: Option<&'a str>,
}

async fn queue_notice(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    business_notice: BusinessNotice<'_>,
    more: &[(&'static str, String)],
) -> Result<(), ApiError> {
    let BusinessNotice { sentence, quote: texts, task, reply_to: gave } = business_notice;
    let Some(to) = find_owner_email(tx, &stored.row.user_id).await? else {
        return Ok(());
    };
    let parties = Parties::for_document(tx, &stored.row).await?;
    let title = document_title(stored);
    let customer = stored.row.customer_name.as_deref();
    let mut rows = vec![EmailTableRow::new("Customer", customer.unwrap_or_default())];
    rows.extend(more.iter().map(|(label, value)| EmailTableRow::new(label, value)));
    rows.extend(rows::subject_rows(stored));
    rows.extend(rows::amount_rows(stored));
    let url = state.link_to(&format!("/{}/{}", stored.kind.facts().plural, stored.row.id));
    let text = NoticeText { title: &title, sentence, said: texts, task, rows: &rows, url: &url };
    let html = NoticeHtml { title: &title, sentence, said: texts, task, rows: &rows, url: &url };
    let theirs = parties.contact.and_then(|contact| parse_email(&contact.email));
    let mail = Mail {
        account: Some(stored.row.user_id.clone()),
        to,
        from_name: None,
        reply_to: theirs.or_else(|| gave.map(str::to_owned)),
        subject: sentence.to_owned(),
        text: text.render()?,
        html: html.render()?,
        attachments: Vec::new(),
        thread: None,
    };
    enqueue_for_account(state, tx, &stored.row.user_id, &mail, None).await
}
