//! POST /api/facebook-conversion

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConversionEvent, ConversionName, hashed_email};
use plumbline_platform::clock::SECOND;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::jobs;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::{MaybeUser, read_only_error};
use plumbline_platform::state::AppState;

/// The cookie with the visitor's consent (`entities/consent` of the web).
const CONSENT_COOKIE: &str = "plumbline_consent";

const ID_MAX: usize = 100;
const TEXT_MAX: usize = 200;
const URL_MAX: usize = 2_000;
/// How many characters of the user agent are stored.
const AGENT_MAX: usize = 300;

/// An event on the site or in the app, for the operator's advertising account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct Conversion {
    /// The event.
    event_name: ConversionName,
    /// An id chosen by the page: an event that is sent twice counts once.
    event_id: String,
    /// The account's id; ignored in a session, whose own account is used.
    user_id: Option<String>,
    /// More data.
    data: ConversionData,
}

/// More data about a conversion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ConversionData {
    /// The value in pounds.
    #[schema(value_type = String)]
    value: Pence,
    /// `GBP`, which is also the default.
    currency: Option<String>,
    /// The subject, such as a plan.
    content_name: Option<String>,
    /// The category of the subject.
    content_category: Option<String>,
    /// The person's email address; ignored in a session, whose account's address is used.
    email: Option<String>,
    /// The page on which it happened.
    source_url: Option<String>,
    /// The user agent; by default that of the request's header.
    user_agent: Option<String>,
}

/// Where the event is reported.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ConversionResult {
    destination: ConversionDestination,
}

/// Where an event is reported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ConversionDestination {
    /// The operator's advertising account.
    Meta,
    /// Nowhere: no advertising account is configured, or the person hasn't consented.
    None,
}

/// Reports a registration or a change of plan. Without the person's consent to marketing, nothing is stored.
#[utoipa::path(post, path = "/api/facebook-conversion", operation_id = "conversion", tag = "conversions",
    request_body = Conversion, responses((status = 200, body = ConversionResult), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn report_conversion(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    MaybeUser(user): MaybeUser,
    headers: HeaderMap,
    ApiJson(request): ApiJson<Conversion>,
) -> Result<Json<ConversionResult>, ApiError> {
    request.check()?;
    // A support worker who looks into an account isn't its owner, whose consent doesn't apply to them.
    if user.as_ref().is_some_and(|user| user.support_view.is_some()) {
        return Err(read_only_error());
    }
    let limit = AccountLimit::ConversionByAddress;
    state.limits.check_account(limit, client).await?;
    // Only a registration can happen without a session.
    if user.is_none() && request.event_name != ConversionName::CompleteRegistration {
        return Err(ApiError::unauthorized());
    }
    let nobody = ConversionResult { destination: ConversionDestination::None };
    if state.config.ad_conversions.is_none() || !allows_marketing(&headers) {
        return Ok(Json(nobody));
    }
    let Conversion { event_name, event_id, user_id, data } = request;
    let (user_id, email) = match user {
        Some(user) => (Some(user.id.to_string()), Some(user.email)),
        None => (user_id, data.email),
    };
    let header = headers.get(header::USER_AGENT);
    let header = header.and_then(|name| name.to_str().ok()).unwrap_or_default();
    let agent = data.user_agent.as_deref().unwrap_or(header);
    let conversion_event = ConversionEvent {
        name: event_name,
        at: state.clock.now_ms() / SECOND,
        user: user_id.as_deref().map(sha256_hex),
        email: email.as_deref().map(hashed_email),
        agent: agent.chars().take(AGENT_MAX).collect(),
        url: data.source_url.unwrap_or_else(|| state.link_to("")),
        value: data.value.0,
        content_name: data.content_name.unwrap_or_default(),
        content_category: data.content_category.unwrap_or_default(),
        id: event_id,
    };
    let payload = serde_json::to_string(&conversion_event).map_err(ApiError::internal)?;
    let mut tx = state.db.begin_write().await?;
    jobs::enqueue(&state, &mut tx, super::KIND, &payload).await?;
    tx.commit().await?;
    Ok(Json(ConversionResult { destination: ConversionDestination::Meta }))
}

/// Whether the visitor has consented to marketing. An invalid cookie means no consent.
fn allows_marketing(headers: &HeaderMap) -> bool {
    let jar = CookieJar::from_headers(headers);
    let Some(given) = jar.get(CONSENT_COOKIE) else {
        return false;
    };
    // The same values as in the browser; any other value isn't a choice.
    matches!(given.value(), "given.marketing" | "given.analytics.marketing")
}

impl Conversion {
    fn check(&self) -> Result<(), ApiError> {
        let mut checks = FieldChecks::new();
        let data = &self.data;
        checks.check_required_line("eventId", &self.event_id, ID_MAX, "Say which event it is");
        checks.check_line("userId", text_or_empty(self.user_id.as_ref()), ID_MAX);
        for (path, text, limit) in [
            ("data.contentName", &data.content_name, TEXT_MAX),
            ("data.contentCategory", &data.content_category, TEXT_MAX),
            ("data.email", &data.email, TEXT_MAX),
            ("data.sourceUrl", &data.source_url, URL_MAX),
            ("data.userAgent", &data.user_agent, URL_MAX),
        ] {
            checks.check_line(path, text_or_empty(text.as_ref()), limit);
        }
        let mut errors = checks.into_errors();
        if data.currency.as_deref().is_some_and(|code| code != "GBP") {
            let error = FieldError::new("data.currency", "unknown", "The currency must be GBP");
            errors.push(error);
        }
        if data.value < Pence::ZERO {
            let error = FieldError::new("data.value", "negative", "The value can’t be below 0");
            errors.push(error);
        }
        match errors.is_empty() {
            true => Ok(()),
            false => Err(ApiError::rule_broken(errors)),
        }
    }
}

fn text_or_empty(text: Option<&String>) -> &str {
    text.map_or("", String::as_str)
}
