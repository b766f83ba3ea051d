//! Reading a document by its link.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::link::Link;
use super::response::PublicResponse;
use super::{not_found, voided};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiQuery, ClientAddress};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::MaybeUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::reading::selection::CustomerSelection;
use plumbline_records::documents::store::openings::{self, OpeningRow};
use plumbline_records::documents::store::{self, DocumentStatus, posted_emails};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The query of a public GET.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PublicQuery {
    /// `page` adds the field `page`, with everything that our own page shows.
    #[serde(default)]
    #[param(inline)]
    with: Option<PublicExtra>,
    /// The ids of the chosen optional lines, separated by commas: the response is as if the quote were accepted with
    /// them. Left out: as the business set them.
    #[serde(default)]
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    selected: Option<String>,
    /// The id of the picked choice, in the same way. Left out: the one that the business recommends.
    #[serde(default)]
    choice: Option<String>,
}

impl PublicQuery {
    fn picks(&self) -> CustomerSelection<'_> {
        CustomerSelection { selected: self.selected.as_deref(), choice: self.choice.as_deref() }
    }
}

/// A further part of the response.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublicExtra {
    /// What our own page shows.
    Page,
}

/// The document behind a link.
#[utoipa::path(get, path = "/public/{token}", tag = "public", params(("token" = String, Path), PublicQuery), responses(
    (status = 200, body = PublicResponse, description = "quote or invoice, items, contact, business, businessProfile, payments"),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody, description = "it was voided; `current` says what replaces it")))]
pub async fn read_document(
    State(state): State<AppState>,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
    ApiQuery(wanted): ApiQuery<PublicQuery>,
) -> Result<Response, ApiError> {
    if wanted.with.is_some() || wanted.selected.is_some() || wanted.choice.is_some() {
        let is_page = wanted.with.is_some();
        let answer = read(&state, kind, &link.token, is_page, wanted.picks()).await?;
        return Ok(Json(answer).into_response());
    }
    let body = read_plain(&state, kind, &link.token).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// The JSON of the response without further parts. It is read far more often than it changes, so one query says whether
/// the last response is still right.
async fn read_plain(state: &AppState, kind: DocumentKind, token: &str) -> Result<Bytes, ApiError> {
    let mut conn = state.db.read().await?;
    let stamp = store::find_public_stamp(&mut conn, kind, token).await?;
    let Some(stamp) = stamp else {
        return Err(voided::refusal_error(state, &mut conn, kind, token).await?);
    };
    drop(conn);
    if let Some(body) = state.response_cache.get(token, &stamp) {
        return Ok(body);
    }
    // What is read now is at least as new as the stamp, so the response stored under the stamp is never older than it
    // claims.
    let answer = read(state, kind, token, false, CustomerSelection::default()).await?;
    let body = Bytes::from(serde_json::to_vec(&answer)?);
    state.response_cache.put(token, stamp, body.clone());
    Ok(body)
}

/// The response for a link, with what our page shows if `page` is set.
///
/// # Errors
/// The one 404 for every link that leads nowhere; 410 if the document was voided; 422 for picks that the rules refuse.
pub async fn read(
    state: &AppState,
    kind: DocumentKind,
    token: &str,
    page: bool,
    picks: CustomerSelection<'_>,
) -> Result<PublicResponse, ApiError> {
    let today = today(state)?;
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, kind, token).await?;
    let Some(row) = row.filter(|row| row.status != store::DocumentStatus::Void) else {
        return Err(voided::refusal_error(state, &mut tx, kind, token).await?);
    };
    let stored = StoredDocument::load(&mut tx, row).await?;
    PublicResponse::load(state, &mut tx, &stored, page.then_some(today), picks).await
}

// That a person opened a document's link.
//
// Previews and scanners read pages too, so only the page itself reports this, after a person did something on it.
// Nothing about the person is stored.

/// Records that a person opened the link, at most once an hour. A business that looks at its own document is not
/// recorded.
#[utoipa::path(post, path = "/public/{token}/opened", tag = "public",
    params(("token" = String, Path)), responses((status = 204), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn record_opened(
    State(state): State<AppState>,
    address: ClientAddress,
    user: MaybeUser,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
) -> Result<StatusCode, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = store::find_public(&mut conn, kind, &link.token).await?;
    let row = row.filter(|row| row.status != DocumentStatus::Void).ok_or_else(|| not_found(kind))?;
    let seen = openings::find(&mut conn, &row.id).await?;
    drop(conn);
    let is_owner = user.0.is_some_and(|user| user.id == row.user_id);
    match seen {
        _ if is_owner => {}
        Some(seen) if seen.is_same_visit(now) => {}
        Some(_) => {
            let mut tx = state.db.begin_write().await?;
            openings::touch(&mut tx, &row.id, now).await?;
            tx.commit().await?;
        }
        None => {
            let mut tx = state.db.begin_write().await?;
            if openings::insert(&mut tx, &OpeningRow::new(&row.id, now)).await? {
                let stored = StoredDocument::load(&mut tx, row).await?;
                notifying::record(&state, &mut tx, "opened", &stored, &[]).await?;
                announce_event(&mut tx, &stored, DocumentEvent::Opened).await?;
                // A customer who opens the link has the document, so nobody has to ask whether the email arrived.
                posted_emails::mark_settled(&mut tx, &stored.row.id).await?;
                tx.commit().await?;
            }
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

// The return from card checkout: whether the session that an address names belongs to its document. Anybody could
// write such an address, so nothing else in it is believed.

/// The longest session id that is looked up.
const SESSION_MAX: usize = 255;

/// What the card provider adds to a page's address when it sends the customer back.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CheckoutReturn {
    payment: String,
    session_id: String,
}

impl CheckoutReturn {
    /// The session, if the address says that it was paid.
    pub(super) fn session(&self) -> Option<&str> {
        let is_one = self.payment == "success" && (1..=SESSION_MAX).contains(&self.session_id.len());
        is_one.then_some(self.session_id.as_str())
    }
}
