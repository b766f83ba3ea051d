//! Accepting a quote by its link.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::emails;
use crate::public::link::Link;
use crate::public::response::PublicResponse;
use crate::public::{count_action, lock, respond};
use crate::quotes::acceptance::{self, AcceptanceContext, AcceptanceRequest};
use crate::quotes::selection::QuoteSelection;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::devices;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::certificate::Signature;
use plumbline_records::documents::{self, notifying};
use plumbline_records::notifications;

/// What a customer may send when they accept. Every field is optional, and so is the body.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct AcceptInput {
    /// Their name, typed.
    pub name: Option<String>,
    /// Their signature, drawn.
    pub signature: Option<Signature>,
    /// Whether the terms were ticked: required in a body if the quote has terms.
    #[cfg_attr(feature = "typescript", ts(optional = false))]
    pub terms_accepted: bool,
    /// Whether 'Please start before the 14 days end' was ticked: an express request, and the acknowledgement that what
    /// has been done by then is paid for. Ignored if the customer may not cancel.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub early_start: bool,
    /// The ids of the chosen optional lines. If left out, the lines are chosen as the business set them.
    pub selected: Option<Vec<String>>,
    /// The id of the picked choice, if the quote has choices. If left out, the one that the business recommends.
    pub chosen_choice: Option<String>,
    /// The hash of the version that was shown.
    pub version: Option<String>,
    /// For a variation: what had been agreed for its job, in pounds, as it was shown. If another total has been agreed
    /// meanwhile, the request is refused, so that the customer reads the quote again. If left out, it isn't checked.
    #[schema(value_type = Option<String>)]
    pub agreed: Option<Pence>,
}

/// Accepts the quote as its customer sees it: that version is stored as the accepted one, with a certificate. If the
/// customer picks another choice or other options than the business had set, a new version is made. Repeating the same
/// request is not an error and changes nothing. If an accept and a decline, or two accepts with different choices,
/// arrive together, the first counts and the other is refused.
#[utoipa::path(post, path = "/public/{token}/accept", tag = "public",
    params(("token" = String, Path)), request_body = Option<AcceptInput>, responses(
    (status = 200, body = PublicResponse, description = "As the GET"), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn accept_by_link(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
    headers: HeaderMap,
    body: RawJson,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let mut input = parse_body(&body)?;
    let choice = QuoteSelection::parse(input.selected.take(), input.chosen_choice.take())?;
    let today = documents::today(&state)?;
    count_action(&state, DocumentKind::Quote, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, DocumentKind::Quote, &link.token).await?;
    if quote.quote_state().is_accepted() {
        acceptance::check_same_selection(&mut tx, &quote, choice.as_ref(), input.version.as_deref()).await?;
        drop(tx);
        return respond(&state, &quote).await;
    }
    let acceptance_request = AcceptanceRequest {
        name: input.name,
        signature: input.signature,
        terms_accepted: input.terms_accepted,
        must_accept_terms: !body.0.is_empty(),
        early_start: input.early_start,
        choice,
        version: input.version,
        agreed_before: input.agreed,
        sealed: None,
    };
    let context = AcceptanceContext {
        address: address.0,
        user_agent: devices::read_user_agent(&headers),
        witness: None,
        recorded: None,
    };
    let acceptance_summary =
        acceptance::accept_quote(&state, &mut tx, &mut quote, (acceptance_request, context), today).await?;
    let accepted = (notifications::NotificationKind::QuoteAccepted, Pence(quote.row.total_amount));
    notifying::notify_business(&state, &mut tx, &quote, accepted).await?;
    let sentence = crate::public::describe_action(&quote, "accepted");
    emails::notify_business(&state, &mut tx, &quote, &sentence, &acceptance_summary.email_rows()).await?;
    tx.commit().await?;
    respond(&state, &quote).await
}

/// The body, validated as far as possible without the quote; the default if it is empty.
fn parse_body(body: &RawJson) -> Result<AcceptInput, ApiError> {
    if body.0.is_empty() {
        return Ok(AcceptInput::default());
    }
    let mut input: AcceptInput = body.parse()?;
    let mut checks = FieldChecks::new();
    acceptance::check_signer(input.name.as_mut(), input.signature.as_ref(), &mut checks);
    checks.into_result()?;
    Ok(input)
}
