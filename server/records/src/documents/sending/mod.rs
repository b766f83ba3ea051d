//! The texts and the link with which a document reaches its customer, and revoking that link. It is sent by `sending`
//! of the crate `work`.

pub mod texts;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use texts::{EmailTexts, ShareTexts};
use utoipa::ToSchema;

use crate::documents::issuing::issue;
use crate::documents::notifying::{self, DocumentEvent, announce_event};
use crate::documents::parties::Parties;
use crate::documents::path::DocumentPath;
use crate::documents::reading::response::DocumentResponse;
use crate::documents::stored::StoredDocument;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::idempotency::{self, IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

// The message that the send dialog starts with.

/// The texts for sending a document to its customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct SendTexts {
    /// The email as it would be sent unless the business changes it.
    pub letter: EmailTexts,
    /// The text for sharing its link; null for a draft, which has no link yet.
    pub share: Option<ShareTexts>,
}

/// The texts for sending a document to its customer, by email or as a link.
#[utoipa::path(get, path = "/{id}/sending", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = SendTexts), (status = 404, body = ErrorBody)))]
pub async fn sending(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<SendTexts>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, &user.id, kind, &id).await?;
    let parties = Parties::for_document(&mut conn, &stored.row).await?;
    let email = texts::compose_email_texts(&mut conn, &stored, &parties).await?;
    let share = texts::compose_share_texts(&state, &stored, &parties);
    Ok(Json(SendTexts { letter: email, share }))
}

// Revoking a link: it stops working, and the document gets a new one.

/// Gives an issued document a new link that the business can pass on, because the old one went to the wrong person. The
/// old link then gives the same response as an invalid one.
#[utoipa::path(post, path = "/{id}/revoke-link", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn revoke_link(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/revoke-link", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let Some(old) = stored.row.public_token.take() else {
        return Err(ApiError::conflict("not_sent", "This is a draft without a link yet. Send it first."));
    };
    // The stored responses to requests with the old link must no longer be available through it.
    idempotency::delete_scope(&mut tx, &format!("link:{old}")).await?;
    stored.row.public_token = Some(issue::new_link_token(&state));
    stored.write(&state, &mut tx, now).await?;
    announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
    notifying::record(&state, &mut tx, "link_revoked", &stored, &[]).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

// A phone number in the form that messengers take.

/// A mobile number in international form, only digits, as `https://wa.me/` expects it; `None` if it isn't a number or
/// can't receive messages. A number without a country code is taken as British.
#[must_use]
pub fn parse_mobile(typed: &str) -> Option<String> {
    let typed = typed.trim();
    // "07700 900123 (Jo)", "… ext 5": ignore everything after the number.
    let end = typed.find(|c: char| !c.is_ascii_digit() && !" +-().".contains(c));
    let typed = &typed[..end.unwrap_or(typed.len())];
    // "+44 (0)7700 …": the zero is dialled only within the UK.
    let bare = typed.replace("(0)", "");
    let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
    let abroad = if bare.trim_start().starts_with('+') {
        digits
    } else if let Some(rest) = digits.strip_prefix("00") {
        rest.to_owned()
    } else if let Some(rest) = digits.strip_prefix('0') {
        format!("44{rest}")
    } else {
        return None;
    };
    can_receive_messages(&abroad).then_some(abroad)
}

/// For British numbers, whether Ofcom assigns the number to mobiles (071 to 075 and 077 to 079; 070 and 076 are
/// forwarded calls and pagers); for others, whether E.164 allows it.
fn can_receive_messages(abroad: &str) -> bool {
    match abroad.strip_prefix("44") {
        Some(home) => {
            home.len() == 10
                && home.starts_with('7')
                && !home.starts_with("70")
                && (!home.starts_with("76") || home.starts_with("7624"))
        }
        None => (8..=15).contains(&abroad.len()) && !abroad.starts_with('0'),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_mobile;

    #[test]
    fn mobiles_are_read_as_people_write_them() {
        for typed in [
            "07700 900123",
            "07700900123",
            "(07700) 900-123",
            "+44 7700 900123",
            "+44 (0)7700 900123",
            "0044 7700 900 123",
            "07700 900123 / 0113 496 0000",
            "07700 900123 ext 5",
        ] {
            assert_eq!(parse_mobile(typed).as_deref(), Some("447700900123"), "{typed}");
        }
        assert_eq!(parse_mobile("+353 87 123 4567").as_deref(), Some("353871234567"));
        assert_eq!(parse_mobile("07624 900123").as_deref(), Some("447624900123"));
    }

    #[test]
    fn refuses_numbers_that_cannot_receive_messages() {
        for typed in [
            "",
            "0113 496 0000",
            "+44 20 7946 0000",
            "070 0090 0123",
            "07600 900123",
            "7700 900123",
            "0770 09001",
            "077009001234",
            "+1",
            "call me",
        ] {
            assert_eq!(parse_mobile(typed), None, "{typed}");
        }
    }
}
