//! Recording that a quote's customer agreed by phone, in person or by message.
//!
//! The quote is accepted like any other, with a record of how and on which day its customer agreed and who recorded
//! that. Nothing was signed, no terms were ticked and no early start was requested; the customer gets an email with
//! what was recorded, so that they can object.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::quote::QuoteAction;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::quotes::acceptance::{self, AcceptanceContext, AcceptanceRequest};
use crate::quotes::acceptance_record::RecordedAcceptance;
use crate::quotes::selection::QuoteSelection;
use plumbline_platform::clock::london_date;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::{CurrentUser, devices};
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::certificate::Certificate;
use plumbline_records::documents::reading::response::{DocumentResponse, Quote};
use plumbline_records::documents::status::transition_error;
use plumbline_records::documents::store::acceptances::{self, AcceptanceMethod};
use plumbline_records::documents::store::versions;
use plumbline_records::documents::stored::StoredDocument;

/// How a customer accepted without using the app.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "snake_case")]
pub enum AgreedBy {
    /// By phone.
    Phone,
    /// Face to face.
    InPerson,
    /// By email, text message or letter.
    Message,
}

/// What the business records about its customer's acceptance.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MarkAcceptedInput {
    /// How the customer said it.
    pub by: AgreedBy,
    /// The day on which they did, YYYY-MM-DD: from the day on which they had the quote as it is now, to its expiry.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub date: Date,
    /// The name of the person who said it; if it is left out or empty, the record names the quote's customer.
    #[serde(default)]
    pub name: Option<String>,
    /// The ids of the optional lines that are taken; left out: as the business set them.
    #[serde(default)]
    pub selected: Option<Vec<String>>,
    /// The id of the choice that is taken, if the quote has choices; left out: the one that the business recommends.
    #[serde(default)]
    pub chosen_choice: Option<String>,
    /// The hash of the version that was agreed to; left out: the newest.
    #[serde(default)]
    pub version: Option<String>,
    /// For a variation: what had been agreed for its job, in pounds, as it was shown. If another total has been agreed
    /// meanwhile, the request is refused, so that the quote is read again. Left out: not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub agreed: Option<Pence>,
}

/// Marks the quote as accepted, because its customer told the business so. The customer gets an email that says what
/// was recorded. If two accept at the same time, the first counts and the other request is refused.
#[utoipa::path(post, path = "/{id}/mark-accepted", tag = "documents",
    params(("id" = String, Path)), request_body = MarkAcceptedInput, responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn mark_accepted(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    address: ClientAddress,
    key: IdempotencyKey,
    headers: HeaderMap,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input = parse_body(&body)?;
    let choice = QuoteSelection::parse(input.selected, input.chosen_choice)?;
    let today = documents::today(&state)?;
    let route = format!("quote/{id}/mark-accepted");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, state.clock.now_ms()).await? {
        return Ok(answer);
    }
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    if quote.quote_state().is_accepted() {
        let acceptance_row = acceptances::find(&mut tx, &quote.row.id).await?;
        return Err(already_accepted(
            acceptance_row.as_ref().map(Certificate::from_row).transpose()?.as_ref(),
        ));
    }
    check_day(&mut tx, &quote, input.date, today).await?;
    let acceptance_request = AcceptanceRequest {
        name: input.name,
        signature: None,
        terms_accepted: false,
        must_accept_terms: false,
        early_start: false,
        choice,
        version: input.version,
        agreed_before: input.agreed,
        sealed: None,
    };
    let scene = AcceptanceContext {
        address: address.0,
        user_agent: devices::read_user_agent(&headers),
        witness: None,
        recorded: Some(RecordedAcceptance { way: input.by.into(), on: input.date, by: user.name }),
    };
    // The business need not be notified: it made the request.
    acceptance::accept_quote(&state, &mut tx, &mut quote, (acceptance_request, scene), input.date).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, quote).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The body, validated as far as possible without the quote. An empty name counts as no name.
fn parse_body(body: &RawJson) -> Result<MarkAcceptedInput, ApiError> {
    let mut input: MarkAcceptedInput = body.parse()?;
    let name = input.name.take().unwrap_or_default().trim().to_owned();
    let mut checks = FieldChecks::new();
    checks.check_line("name", &name, NAME_MAX);
    checks.into_result()?;
    input.name = (!name.is_empty()).then_some(name);
    Ok(input)
}

/// Refuses a quote that could be accepted on no day at all, and a day on which its customer cannot have agreed to it.
async fn check_day(conn: &mut Conn, quote: &StoredDocument, day: Date, today: Date) -> Result<(), ApiError> {
    // On any day: whether the quote had expired is checked for the given day below.
    quote.quote_state().apply(QuoteAction::Accept, Date::FIRST).map_err(transition_error)?;
    let version = versions::load_latest(conn, &quote.row).await?;
    let issued: Option<Date> = london_date(version.issued_at).to_string().parse().ok();
    let expiry = quote.row.due_date;
    let msg = if day > today {
        "This date is in the future.".to_owned()
    } else if let Some(issued) = issued.filter(|issued| day < *issued) {
        format!(
            "This version of the quote was sent on {}, so they can’t have agreed to it before then.",
            format_short_date(issued)
        )
    } else if let Some(expiry) = expiry.filter(|expiry| day > *expiry) {
        format!(
            "The quote ran out on {}. If they agreed later, give it a new expiry date first.",
            format_short_date(expiry)
        )
    } else {
        return Ok(());
    };
    let error = FieldError::new("date", "out_of_range", msg);
    Err(ApiError::rule_broken(vec![error]))
}

/// 409 `already_accepted`: somebody else was first; it says who.
fn already_accepted(found: Option<&Certificate>) -> ApiError {
    let text = found.map(|certificate| {
        let acceptance = &certificate.acceptance;
        let name = acceptance.name.as_ref();
        let by = name.map(|name| format!(" by {name}")).unwrap_or_default();
        format!("{by}, {}", acceptance.accepted_at)
    });
    ApiError::conflict(
        "already_accepted",
        format!("This quote has already been accepted{}.", text.unwrap_or_default()),
    )
}

impl From<AgreedBy> for AcceptanceMethod {
    fn from(by: AgreedBy) -> Self {
        match by {
            AgreedBy::Phone => Self::Phone,
            AgreedBy::InPerson => Self::InPerson,
            AgreedBy::Message => Self::Message,
        }
    }
}
