//! The customer's page: the built `public.html` with the document already in it, so that an old phone with a bad
//! connection shows it without a second request. Opening it changes nothing.
//!
//! The templates escape what is in the page as text; data is JSON in an element that no browser runs.

use askama::Template;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::{PaymentRow as Shown, Presentation};
use plumbline_core::status::{Badge, Tone};
use plumbline_core::time::text::{format_date_time, format_short_date};
use plumbline_core::time::wall_clock::WallClock;
use serde::Serialize;
use utoipa::ToSchema;

use super::read::{self, CheckoutReturn};
use super::response::PublicResponse;
use super::store::is_checkout_of;
use super::voided::{self, VoidedNotice};
use plumbline_platform::clock::london_wall_clock;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_platform::web_build::{self, CUSTOMER_PAGE};
use plumbline_records::documents::reading::response::customer_link;
use plumbline_records::documents::reading::selection::CustomerSelection;
use plumbline_records::documents::reading::view::payment_time;
use plumbline_records::documents::store::payments::{self, PaymentRow};
use plumbline_records::documents::store::questions::{self, QuestionKind, QuestionRow};
use plumbline_records::documents::store::{self, DocumentRow, DocumentStatus, stages};
use plumbline_records::documents::stored::StoredDocument;

/// The marker in the built page that is replaced by the title and description.
pub const HEAD_MARKER: &str = "<!--server:head-->";

/// The marker in the built page that is replaced by what is shown until the script runs.
pub const ROOT_MARKER: &str = "<!--server:root-->";

/// The marker at the end of the body that is replaced by the scripts and the data.
pub const BODY_MARKER: &str = "<!--server:body-->";

/// The page for a link.
pub async fn serve_page(
    state: &AppState,
    kind: DocumentKind,
    token: &str,
    back: &CheckoutReturn,
) -> Response {
    let Some(built) = web_build::read_page(CUSTOMER_PAGE) else {
        return web_build::not_built_response();
    };
    let (status, known) = match read::read(state, kind, token, true, CustomerSelection::default()).await {
        Ok(answer) => (StatusCode::OK, Some(Some(answer))),
        Err(error) if error.status() == StatusCode::NOT_FOUND => (StatusCode::NOT_FOUND, Some(None)),
        Err(error) if error.status() == StatusCode::GONE => (StatusCode::GONE, Some(None)),
        // The page requests the document again, so the error is logged and its response dropped.
        Err(error) => (error.into_response().status(), None),
    };
    let is_back = is_returning(state, token, back).await;
    let voided = match status {
        StatusCode::GONE => find_voided(state, kind, token).await,
        _ => None,
    };
    let data = PublicPageData {
        kind,
        token,
        is_back,
        answer: known.as_ref().map(Option::as_ref),
        voided: voided.as_ref(),
    };
    match render_page(&built, &data) {
        Ok(html) => (status, [(header::CACHE_CONTROL, "no-store")], Html(html)).into_response(),
        Err(error) => error.into_response(),
    }
}

/// Whether the customer comes back from paying by card. If that cannot be checked, the page does not wait for the
/// payment.
async fn is_returning(state: &AppState, token: &str, back: &CheckoutReturn) -> bool {
    let Some(session) = back.session() else {
        return false;
    };
    let Ok(mut conn) = state.db.read().await else {
        return false;
    };
    is_checkout_of(&mut conn, session, token).await.unwrap_or(false)
}

/// What is shown for a voided document. If that cannot be read, the page says that there is no such document.
async fn find_voided(state: &AppState, kind: DocumentKind, token: &str) -> Option<VoidedNotice> {
    let mut conn = state.db.read().await.ok()?;
    let found = voided::find_notice(state, &mut conn, kind, token).await;
    found.ok().flatten()
}

/// The whole page: with a document, with the message that there is none, or with neither if the server could not find
/// out.
fn render_page(built: &str, data: &PublicPageData<'_>) -> Result<String, ApiError> {
    let kind = data.kind;
    let page = data.answer.flatten().and_then(|answer| answer.page.as_ref());
    let presentation = page.map(|page| &page.presentation);
    let body = PublicPageBody { data: to_script_json(data)? };
    let head = PublicPageHead::new(kind, presentation, data.voided).render()?;
    let root = PublicPageRoot {
        pdf: page.map_or("", |page| &page.pdf),
        shown: presentation,
        voided: data.voided,
        ..PublicPageRoot::not_found(kind)
    };
    let root = root.render()?;
    // The built page is ours and contains each marker once. What is inserted is not searched for markers.
    let (before, rest) = split_at_marker(built, HEAD_MARKER)?;
    let (middle, rest) = split_at_marker(rest, ROOT_MARKER)?;
    let (after, end) = split_at_marker(rest, BODY_MARKER)?;
    Ok([before, &head, middle, &root, after, &body.render()?, end].concat())
}

/// A built page before and after one of its markers.
///
/// # Errors
/// 500 if the page does not contain the marker.
pub fn split_at_marker<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str), ApiError> {
    text.split_once(mark).ok_or_else(|| ApiError::internal(format!("a built page has no {mark}")))
}

/// The data for the page's script.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicPageData<'a> {
    kind: DocumentKind,
    token: &'a str,
    /// Whether the customer comes back from paying by card.
    is_back: bool,
    /// `null` for a link that leads nowhere; left out if the server could not find out.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Option<&'a PublicResponse>>,
    /// What is shown instead if the document was voided.
    #[serde(skip_serializing_if = "Option::is_none")]
    voided: Option<&'a VoidedNotice>,
}

/// JSON that is safe inside a `<script>`: nothing in it can end the element or begin another.
///
/// # Errors
/// 500 when the data cannot be written as JSON.
pub fn to_script_json(data: &impl Serialize) -> Result<String, ApiError> {
    let json = serde_json::to_string(data)?;
    Ok(json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"))
}

/// The title and what a messenger shows for the link: the business and the kind of document, never the amount.
#[derive(Template)]
#[template(path = "page/head.html")]
struct PublicPageHead<'a> {
    title: String,
    business: Option<&'a str>,
    description: String,
}

impl<'a> PublicPageHead<'a> {
    fn new(kind: DocumentKind, visible: Option<&'a Presentation>, voided: Option<&VoidedNotice>) -> Self {
        Self {
            title: match (visible, voided) {
                (Some(presentation), _) => {
                    format!("{} from {}", presentation.heading, presentation.business_name)
                }
                (None, Some(voided)) => voided.title.clone(),
                (None, None) => kind.facts().not_found_title.to_owned(),
            },
            business: visible.map(|displayed| displayed.business_name.as_str()),
            description: match visible.and_then(|presentation| presentation.variation.as_ref()) {
                Some(_) => kind.facts().link_text.replace(kind.name(), "variation"),
                None => kind.facts().link_text.to_owned(),
            },
        }
    }
}

/// What the page shows until the script runs (`docs/product.md`, section 2) and, if it doesn't run, after a while or at
/// once.
#[derive(Template)]
#[template(path = "page/root.html")]
struct PublicPageRoot<'a> {
    loading: &'static str,
    name: &'static str,
    not_found_title: &'static str,
    not_found: &'static str,
    pdf: &'a str,
    shown: Option<&'a Presentation>,
    voided: Option<&'a VoidedNotice>,
}

impl PublicPageRoot<'_> {
    /// The texts for a link of this kind that leads nowhere.
    fn not_found(kind: DocumentKind) -> Self {
        let facts = kind.facts();
        Self {
            loading: facts.loading,
            name: facts.name,
            not_found_title: facts.not_found_title,
            not_found: facts.not_found,
            pdf: "",
            shown: None,
            voided: None,
        }
    }
}

/// The data, and the page's behaviour without scripts.
#[derive(Template)]
#[template(path = "page/body.html")]
struct PublicPageBody {
    data: String,
}

// What the customer's payment history shows besides the payments that count.

/// Adds the rejected and removed payments after those that count. They change no amount, but the customer who sent them
/// has to know.
pub(super) async fn add_uncounted(
    conn: &mut Conn,
    stored: &StoredDocument,
    rows: &mut Vec<Shown>,
) -> DbResult<()> {
    if stored.kind.facts().asks == RequestedPayment::Nothing {
        // A refund that was recorded by mistake never left the business.
        return Ok(());
    }
    let missing = payments::list_not_received(conn, &stored.row.id).await?;
    let not_received = |payment| to_row(stored.kind, payment, "not_received", "Not received");
    rows.extend(missing.iter().map(not_received));
    let removed = payments::list_removed(conn, &stored.row.id).await?;
    let removed = removed.iter().map(|payment| Shown {
        note: payment.removed_reason.clone().unwrap_or_default(),
        ..to_row(stored.kind, payment, "removed", "Removed")
    });
    rows.extend(removed);
    Ok(())
}

fn to_row(kind: DocumentKind, payment: &PaymentRow, code: &str, label: &str) -> Shown {
    let at = payment_time(payment);
    // Times of day are shown for documents other than quotes, as in core.
    let timed = kind.facts().asks != RequestedPayment::Deposit;
    let date = match at.parse::<WallClock>() {
        Ok(at) if timed => format_date_time(at),
        Ok(at) => format_short_date(at.date),
        Err(_) => at,
    };
    Shown {
        id: payment.id.to_string(),
        date,
        method: payment.method.label().to_owned(),
        amount: format_gbp(Pence(payment.amount)),
        badge: Badge::new(code, label, Tone::Red),
        withdrawable: false,
        note: String::new(),
    }
}

// The invoices of a quote, for the customer with the quote's link: what was agreed there is paid here.

/// Another document of the same customer, with its own link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct LinkedDocument {
    /// `Invoice INV-0004`.
    pub heading: String,
    /// The address at which the customer reads and pays it.
    pub url: String,
}

/// The issued invoices of a quote: its stages in order and then its own invoice. Empty for any other document. Invoices
/// that were voided and those for another customer are left out.
pub(super) async fn list_for_quote(
    state: &AppState,
    conn: &mut Conn,
    quote: &StoredDocument,
) -> Result<Vec<LinkedDocument>, ApiError> {
    if quote.kind != DocumentKind::Quote {
        return Ok(Vec::new());
    }
    let mut rows = match quote.row.stages {
        0 => Vec::new(),
        _ => stages::list_invoices(conn, &quote.row.id).await?,
    };
    if let Some(id) = &quote.row.converted_invoice_id {
        rows.extend(store::find_by_id(conn, id).await?);
    }
    let linked = rows.iter().filter(|row| is_visible(quote, row));
    let linked = linked.filter_map(|row| {
        let (token, number) = (row.public_token.as_deref()?, row.number.as_deref()?);
        Some(LinkedDocument {
            heading: format!("{} {number}", row.kind.title()),
            url: customer_link(state, row.kind, token),
        })
    });
    Ok(linked.collect())
}

/// Whether the holder of the quote's link may see this invoice: it was issued, is not void, and is for the same
/// customer.
fn is_visible(quote: &StoredDocument, row: &DocumentRow) -> bool {
    row.issued_version > 0
        && row.status != DocumentStatus::Void
        && row.user_id == quote.row.user_id
        && row.contact_id == quote.row.contact_id
}

// What was asked on a document's page, as the page shows it: to the person with its link, and to nobody else.

/// The most questions that a page shows, the newest ones, so that the page stays small.
const QUESTIONS_MAX: usize = 10;

/// A question on a document's page. The address that came with it is for the business only, and the text of the reply
/// is in the email that brought it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PageQuestion {
    /// Whether this is a question or a request for changes.
    pub wish: QuestionKind,
    /// The text as the customer typed it: plain text.
    pub words: String,
    /// When it was sent: `30/11/2026 14:05`.
    pub asked: String,
    /// What happened to the question: `Replied by email on 01/12/2026 09:30`.
    pub reply: String,
}

/// The questions asked about a document, newest first.
pub(super) async fn list_for_document(
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<Vec<PageQuestion>, ApiError> {
    let rows = questions::list_for_document(conn, &stored.row.id).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let replies = questions::list_replies_for_document(conn, &stored.row.id).await?;
    let displayed = rows.into_iter().rev().take(QUESTIONS_MAX).map(|row| {
        let own = replies.iter().filter(|reply| reply.question_id == row.id);
        let replied_at = own.map(|reply| reply.replied_at).max();
        PageQuestion {
            reply: reply_status(&row, replied_at),
            wish: row.wish,
            words: row.words,
            asked: format_date_time(london_wall_clock(row.asked_at)),
        }
    });
    Ok(displayed.collect())
}

/// What happened to a question. It may have been answered without an email: on the phone, or, if changes were
/// requested, by a new version.
fn reply_status(row: &QuestionRow, replied_at: Option<i64>) -> String {
    let on = |at: i64| format_date_time(london_wall_clock(at));
    match (replied_at, row.answered_at) {
        (Some(at), _) => format!("Replied by email on {}", on(at)),
        (None, Some(at)) => format!("Answered on {}", on(at)),
        (None, None) => "Not answered yet".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::kind::KINDS;

    use super::*;

    #[test]
    fn a_page_names_its_kind_of_document_in_plain_english() {
        for facts in &KINDS {
            let root = PublicPageRoot::not_found(facts.kind).render().unwrap();
            assert!(root.contains(facts.loading), "{root}");
            assert!(root.contains(facts.not_found_title), "{root}");
            let name = facts.kind.name();
            assert!(root.contains(&format!("sent you the {name}.")), "{root}");
            assert!(!root.contains('_'), "{root}");
        }
    }

    #[test]
    fn embedded_data_cannot_close_its_script_element() {
        let data = PublicPageData {
            kind: DocumentKind::Quote,
            token: "</script><script>alert(1)</script><!-- & -->",
            is_back: false,
            answer: Some(None),
            voided: None,
        };
        let json = to_script_json(&data).unwrap();
        assert!(!json.contains(['<', '>', '&']), "{json}");
        let back: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(back["token"], data.token);
    }
}
