//! Short emails that tell the business what its customer did.

use askama::Template;

use super::mail::title;
use super::rows::{self, Row};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::mail::{Mail, enqueue_for};
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::reached::address;
use plumbline_records::documents::store::parties::owner_email;
use plumbline_records::documents::stored::Stored;

#[derive(Template)]
#[template(path = "mail/notice.txt")]
struct NoticeText<'a> {
    title: &'a str,
    sentence: &'a str,
    said: &'a [&'a str],
    task: Option<&'a str>,
    rows: &'a [Row],
    url: &'a str,
}

#[derive(Template)]
#[template(path = "mail/notice.html")]
struct NoticeHtml<'a> {
    title: &'a str,
    sentence: &'a str,
    said: &'a [&'a str],
    task: Option<&'a str>,
    rows: &'a [Row],
    url: &'a str,
}

/// Queues a short email to the business about what its customer did. `sentence` says it; `more` are details, each under
/// its label. A reply goes to the customer.
pub async fn to_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    sentence: &str,
    more: &[(&'static str, String)],
) -> Result<(), ApiError> {
    let told = Told {
        sentence,
        ..Told::default()
    };
    tell(state, tx, stored, told, more).await
}

/// Like [`to_business`], if the business has something to do now, which `task` says.
pub async fn ask_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (sentence, task): (&str, &str),
    more: &[(&'static str, String)],
) -> Result<(), ApiError> {
    let told = Told {
        sentence,
        task: Some(task),
        ..Told::default()
    };
    tell(state, tx, stored, told, more).await
}

/// Queues an email to the business with a message from its customer: `sentence` introduces it, `task` says what to do
/// about it. A reply goes to the customer's own address or, if that is unknown, to the one that they `gave`.
pub async fn pass_on(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (sentence, words, task): (&str, &str, &str),
    gave: Option<&str>,
) -> Result<(), ApiError> {
    let lines = words.lines().map(str::trim_end);
    let said: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let told = Told {
        sentence,
        said: &said,
        task: Some(task),
        gave,
    };
    tell(state, tx, stored, told, &[]).await
}

/// The contents of such an email above its rows.
#[derive(Default)]
struct Told<'a> {
    /// What the customer did.
    sentence: &'a str,
    /// What they wrote, by line.
    said: &'a [&'a str],
    /// What the business has to do now.
    task: Option<&'a str>,
    /// The address that they gave.
    gave: Option<&'a str>,
}

async fn tell(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    told: Told<'_>,
    more: &[(&'static str, String)],
) -> Result<(), ApiError> {
    let Told {
        sentence,
        said,
        task,
        gave,
    } = told;
    let Some(to) = owner_email(tx, &stored.row.user_id).await? else {
        return Ok(());
    };
    let parties = Parties::shown(tx, &stored.row).await?;
    let title = title(stored);
    let customer = stored.row.customer_name.as_deref();
    let mut rows = vec![Row::new("Customer", customer.unwrap_or_default())];
    rows.extend(more.iter().map(|(label, value)| Row::new(label, value)));
    rows.extend(rows::about(stored));
    rows.extend(rows::figures(stored));
    let url = state.link(&format!(
        "/{}/{}",
        stored.kind.facts().plural,
        stored.row.id
    ));
    let text = NoticeText {
        title: &title,
        sentence,
        said,
        task,
        rows: &rows,
        url: &url,
    };
    let html = NoticeHtml {
        title: &title,
        sentence,
        said,
        task,
        rows: &rows,
        url: &url,
    };
    let theirs = parties.contact.and_then(|contact| address(&contact.email));
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
    enqueue_for(state, tx, &stored.row.user_id, &mail, None).await
}
