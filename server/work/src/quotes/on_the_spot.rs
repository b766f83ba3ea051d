//! Accepting a quote on the spot: its customer signs on the business's own device.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::quotes::acceptance::{self, AcceptanceContext, AcceptanceRequest};
use crate::quotes::offline_signature::OfflineSeal;
use crate::quotes::selection::QuoteSelection;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::{CurrentUser, devices};
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::certificate::{Certificate, Signature};
use plumbline_records::documents::reading::response::{DocumentResponse, Quote};
use plumbline_records::documents::store::acceptances;
use plumbline_records::documents::stored::StoredDocument;

/// What a customer sends who signs on the business's device. A name that is only typed there could be anybody's, so a
/// signature is required too.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignInput {
    /// The customer's name, typed.
    pub name: String,
    /// Their signature, drawn.
    pub signature: Signature,
    /// Whether the terms were ticked: required if the quote has terms.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = false))]
    pub terms_accepted: bool,
    /// Whether 'Please start before the 14 days end' was ticked: an express request, and the acknowledgement that what
    /// has been done by then is paid for. Ignored if the customer may not cancel.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub early_start: bool,
    /// The ids of the chosen optional lines; left out: as the business set them.
    #[serde(default)]
    pub selected: Option<Vec<String>>,
    /// The id of the picked choice, if the quote has choices; left out: the one that the business recommends.
    #[serde(default)]
    pub chosen_choice: Option<String>,
    /// The hash of the version that was read. For a quote that had not been issued when it was signed: `content:` and
    /// the hash of what was typed.
    pub version: String,
    /// For a variation: what had been agreed for its job, in pounds, as it was shown. If another total has been agreed
    /// meanwhile, the request is refused, so that the customer reads the quote again. Not checked if it is left out, or
    /// if the signature was sealed without signal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub agreed: Option<Pence>,
    /// What the device sealed, if it had no signal.
    #[serde(default)]
    pub sealed: Option<OfflineSeal>,
}

/// Accepts the quote for its customer, who signs on the business's device: as through their link, with a certificate
/// that says where it was signed and in whose presence. If two accept at the same time, the first counts and the other
/// request is refused. What was signed without signal arrives later, sealed: it is accepted as of the time when it was
/// signed and, if the quote has been changed since, what was signed counts.
#[utoipa::path(post, path = "/{id}/accept", tag = "documents",
    params(("id" = String, Path)), request_body = SignInput, responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn accept_on_the_spot(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    address: ClientAddress,
    key: IdempotencyKey,
    headers: HeaderMap,
    body: RawJson,
) -> Result<Response, ApiError> {
    let acceptance_request = parse_body(&body)?;
    let today = documents::today(&state)?;
    let route = format!("quote/{id}/accept");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, state.clock.now_ms()).await? {
        return Ok(answer);
    }
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    if quote.quote_state().is_accepted() {
        let saved = acceptances::find(&mut tx, &quote.row.id).await?;
        let seal = acceptance_request.sealed.as_ref().map(|sealed| sealed.seal.as_str());
        // A device may send the same sealed signature again.
        if seal.is_none() || saved.as_ref().and_then(|acceptance_row| acceptance_row.seal.as_deref()) != seal
        {
            let found = saved.as_ref().map(Certificate::from_row).transpose()?;
            return Err(already_accepted(found));
        }
        let answer = DocumentResponse::from_stored(&state, &mut tx, quote).await?;
        let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
        tx.commit().await?;
        return Ok(response);
    }
    let scene = AcceptanceContext {
        address: address.0,
        user_agent: devices::read_user_agent(&headers),
        witness: Some(user.name),
        recorded: None,
    };
    // The business need not be notified: it was there.
    acceptance::accept_quote(&state, &mut tx, &mut quote, (acceptance_request, scene), today).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, quote).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The body, validated as far as possible without the quote.
fn parse_body(body: &RawJson) -> Result<AcceptanceRequest, ApiError> {
    let mut input: SignInput = body.parse()?;
    // The seal covers the name as it was typed.
    let as_sent = input.clone();
    let choice = QuoteSelection::parse(input.selected.take(), input.chosen_choice.take())?;
    let mut checks = FieldChecks::new();
    acceptance::check_signer(Some(&mut input.name), Some(&input.signature), &mut checks);
    checks.into_result()?;
    if let Some(sealed) = &input.sealed {
        sealed.check(&as_sent)?;
    }
    if input.signature.is_empty() {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "signature",
            "required",
            "Sign in the box to accept.",
        )]));
    }
    Ok(AcceptanceRequest {
        name: Some(input.name),
        signature: Some(input.signature),
        terms_accepted: input.terms_accepted,
        must_accept_terms: true,
        early_start: input.early_start,
        choice,
        version: Some(input.version),
        agreed_before: input.agreed,
        sealed: input.sealed,
    })
}

/// 409 `already_accepted`: somebody else was first; it says who, and what they accepted.
fn already_accepted(found: Option<Certificate>) -> ApiError {
    let (by, at, what) = found.map_or_else(Default::default, |certificate| {
        let acceptance = certificate.acceptance;
        let what = acceptance::describe_acceptance(&acceptance);
        let by = acceptance.name.map(|name| format!(" by {name}"));
        (by.unwrap_or_default(), format!(", {}", acceptance.accepted_at), what)
    });
    let msg = format!("This quote has already been accepted{by}{at}{what}. There is no need to sign again.");
    ApiError::conflict("already_accepted", msg)
}
