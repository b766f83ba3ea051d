//! POST /api/facebook-conversion

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::event::{ConversionName, Kept, hashed_email};
use super::pass;
use plumbline_platform::clock::SECOND;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::text::Checks;
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::jobs;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::{MaybeUser, read_only};
use plumbline_platform::state::AppState;

/// The cookie of what a browser's person allows (`entities/consent` of the web).
const CONSENT: &str = "plumbline_consent";

const ID_MAX: usize = 100;
const TEXT_MAX: usize = 200;
const URL_MAX: usize = 2_000;
/// Characters kept of what a browser calls itself.
const AGENT_KEPT: usize = 300;

/// Something that happened on the site or in the app, for the operator's advertising account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct Conversion {
    /// What.
    event_name: ConversionName,
    /// Chosen by the page: told twice, it counts once.
    event_id: String,
    /// The account; of a session its own counts.
    user_id: Option<String>,
    /// More about it.
    data: ConversionData,
}

/// More about a conversion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ConversionData {
    /// What it is worth, pounds.
    #[schema(value_type = String)]
    value: Pence,
    /// `GBP`, also when missing.
    currency: Option<String>,
    /// What it is about, such as a plan.
    content_name: Option<String>,
    /// What kind of thing that is.
    content_category: Option<String>,
    /// The person's address; of a session the account's own counts.
    email: Option<String>,
    /// The page on which it happened.
    source_url: Option<String>,
    /// What the browser calls itself; the request's own header when missing.
    user_agent: Option<String>,
}

/// Who hears of it.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ConversionTold {
    destination: ConversionDestination,
}

/// Who hears of a conversion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ConversionDestination {
    /// The operator's advertising account.
    Meta,
    /// Nobody: there is none, or the person has not allowed it.
    None,
}

/// Tells of a registration, or of what became of a plan. Without the person's consent to marketing nothing is kept of it.
#[utoipa::path(post, path = "/api/facebook-conversion", operation_id = "conversion", tag = "conversions",
    request_body = Conversion, responses((status = 200, body = ConversionTold), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn tell(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    MaybeUser(user): MaybeUser,
    headers: HeaderMap,
    ApiJson(request): ApiJson<Conversion>,
) -> Result<Json<ConversionTold>, ApiError> {
    request.check()?;
    // Whoever of support looks into an account is not its owner, and has that owner's consent to nothing else.
    if user.as_ref().is_some_and(|user| user.looking.is_some()) {
        return Err(read_only());
    }
    let limit = AccountLimit::ConversionByAddress;
    state.limits.check_account(limit, client).await?;
    // A visitor has no plan yet.
    if user.is_none() && request.event_name != ConversionName::CompleteRegistration {
        return Err(ApiError::unauthorized());
    }
    let nobody = ConversionTold {
        destination: ConversionDestination::None,
    };
    if state.config.conversions.is_none() || !allows_marketing(&headers) {
        return Ok(Json(nobody));
    }
    let Conversion {
        event_name,
        event_id,
        user_id,
        data,
    } = request;
    let (user_id, email) = match user {
        Some(user) => (Some(user.id.to_string()), Some(user.email)),
        None => (user_id, data.email),
    };
    let header = headers.get(header::USER_AGENT);
    let header = header
        .and_then(|name| name.to_str().ok())
        .unwrap_or_default();
    let agent = data.user_agent.as_deref().unwrap_or(header);
    let kept = Kept {
        name: event_name,
        at: state.clock.now_ms() / SECOND,
        user: user_id.as_deref().map(sha256_hex),
        email: email.as_deref().map(hashed_email),
        agent: agent.chars().take(AGENT_KEPT).collect(),
        url: data.source_url.unwrap_or_else(|| state.link("")),
        value: data.value.0,
        content_name: data.content_name.unwrap_or_default(),
        content_category: data.content_category.unwrap_or_default(),
        id: event_id,
    };
    let payload = serde_json::to_string(&kept).map_err(ApiError::internal)?;
    let mut tx = state.db.begin_write().await?;
    jobs::enqueue(&state, &mut tx, pass::KIND, &payload).await?;
    tx.commit().await?;
    Ok(Json(ConversionTold {
        destination: ConversionDestination::Meta,
    }))
}

/// Whether the browser's person has allowed marketing. What cannot be read allows nothing.
fn allows_marketing(headers: &HeaderMap) -> bool {
    let jar = CookieJar::from_headers(headers);
    let Some(given) = jar.get(CONSENT) else {
        return false;
    };
    // As the browser reads it: anything else is no choice.
    matches!(
        given.value(),
        "given.marketing" | "given.analytics.marketing"
    )
}

impl Conversion {
    fn check(&self) -> Result<(), ApiError> {
        let mut checks = Checks::new();
        let data = &self.data;
        checks.required_line("eventId", &self.event_id, ID_MAX, "Say which event it is");
        checks.line("userId", or_empty(self.user_id.as_ref()), ID_MAX);
        for (path, text, limit) in [
            ("data.contentName", &data.content_name, TEXT_MAX),
            ("data.contentCategory", &data.content_category, TEXT_MAX),
            ("data.email", &data.email, TEXT_MAX),
            ("data.sourceUrl", &data.source_url, URL_MAX),
            ("data.userAgent", &data.user_agent, URL_MAX),
        ] {
            checks.line(path, or_empty(text.as_ref()), limit);
        }
        let mut errors = checks.into_errors();
        if data.currency.as_deref().is_some_and(|code| code != "GBP") {
            let error = FieldError::new("data.currency", "unknown", "The currency must be GBP");
            errors.push(error);
        }
        if data.value < Pence::ZERO {
            let error = FieldError::new("data.value", "negative", "The value can't be below 0");
            errors.push(error);
        }
        match errors.is_empty() {
            true => Ok(()),
            false => Err(ApiError::rule_broken(errors)),
        }
    }
}

fn or_empty(text: Option<&String>) -> &str {
    text.map_or("", String::as_str)
}
