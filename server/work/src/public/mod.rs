//! What a customer does by a link, without a log-in (`docs/product.md`, sections 4 and 7).
//!
//! Reading changes nothing, because link previews and email scanners open links too. Only a POST, which a person
//! triggers, does. Somebody without access to a document can't tell why: an unknown link and a draft's get the same
//! response. A voided invoice's link says that it was voided, and accepts nothing any more. An archived document
//! stays visible to its customer, since archiving is only for the business's own lists.

use axum::Json;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::public::PublicDocument;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::payments::PaymentRow;
use plumbline_records::documents::store::{self as documents, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;

pub mod link;
pub mod link_routes;
pub mod page;
pub mod read;
pub mod response;
mod store;
pub mod voided;

/// The routes below each kind's path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read::read_document)).routes(routes!(read::record_opened))
}

/// The document behind a link, locked until the transaction ends.
pub async fn lock(conn: &mut Conn, kind: DocumentKind, token: &str) -> Result<StoredDocument, ApiError> {
    match documents::lock_public(conn, kind, token).await? {
        Some(row) if row.status != DocumentStatus::Void => StoredDocument::load(conn, row).await,
        _ => Err(not_found(kind)),
    }
}

/// Counts an action by the holder of a link of which the business is notified. Call it outside a transaction.
///
/// # Errors
/// 404 for a link that leads nowhere; 403 if the account is suspended; 429 after too many actions.
pub async fn count_action(state: &AppState, kind: DocumentKind, token: &str) -> Result<(), ApiError> {
    let limits = [AccountLimit::ActByLink, AccountLimit::ActByLinkDay];
    count(state, kind, token, limits).await
}

/// Counts a question by the holder of a link. Questions have limits of their own, so that somebody who sends too many
/// can still accept or pay. Call it outside a transaction.
///
/// # Errors
/// As [`count_action`].
pub async fn count_question(state: &AppState, kind: DocumentKind, token: &str) -> Result<(), ApiError> {
    let limits = [AccountLimit::AskByLink, AccountLimit::AskByLinkDay];
    count(state, kind, token, limits).await
}

async fn count(
    state: &AppState,
    kind: DocumentKind,
    token: &str,
    limits: [AccountLimit; 2],
) -> Result<(), ApiError> {
    let mut conn = state.db.read().await?;
    let row = documents::find_public(&mut conn, kind, token).await?;
    let row = row.filter(|row| row.status != DocumentStatus::Void);
    let row = row.ok_or_else(|| not_found(kind))?;
    require_not_suspended(&mut conn, &row.user_id).await?;
    drop(conn);
    for limit in limits {
        state.limits.check_account(limit, &row.id).await?;
    }
    Ok(())
}

/// What customers read while an account is suspended.
pub const SUSPENDED_TEXT: &str =
    "This business can’t take replies or payments here at the moment. Please contact them directly.";

/// Refuses a customer's action if the business's account is suspended. Its documents can be read and nothing else:
/// nobody would see a reply, and a fraudster must not get anybody's money.
///
/// # Errors
/// 403 `business_suspended`.
pub async fn require_not_suspended(conn: &mut Conn, user_id: &UserId) -> Result<(), ApiError> {
    if sessions::is_suspended(conn, user_id).await? {
        return Err(ApiError::forbidden("business_suspended", SUSPENDED_TEXT));
    }
    Ok(())
}

/// The one response for every link that leads nowhere (`docs/product.md`, section 8).
pub fn not_found(kind: DocumentKind) -> ApiError {
    ApiError::new(axum::http::StatusCode::NOT_FOUND, "not_found", kind.facts().not_found)
}

/// The public response for a document that was just written.
pub async fn respond(state: &AppState, stored: &StoredDocument) -> Result<Json<PublicDocument>, ApiError> {
    let mut conn = state.db.read().await?;
    view::load_public_document(&mut conn, stored).await.map(Json)
}

/// The message to the business: `Jo Bloggs accepted quote Q-0001`.
pub fn describe_action(stored: &StoredDocument, did: &str) -> String {
    let customer = stored.row.customer_name.as_deref().unwrap_or("Your customer");
    let number = stored.row.number.as_deref().unwrap_or_default();
    format!("{customer} {did} {} {number}", stored.name())
}

/// How a message to the business names a payment: `£120.00, Cash`.
pub fn payment_text(payment: &PaymentRow) -> String {
    let amount = format_gbp(Pence(payment.amount));
    format!("{amount}, {}", payment.method_label())
}
