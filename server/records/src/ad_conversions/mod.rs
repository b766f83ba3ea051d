//! Conversions: registrations, and plans that are bought, changed or cancelled. They are reported to the operator's
//! advertising account, if there is one and the person allows marketing. `report` accepts a conversion from the
//! browser, and a job sends it.
//!
//! With a session, the account's own id and email address are used, whatever the page sends. Both are sent only as
//! hashes.

mod report;

use std::time::Duration;

use plumbline_core::credentials::normalise_email;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::{DAY, SECOND};
use plumbline_platform::config::AdConversionsConfig;
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::jobs::{JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(report::report_conversion))
}

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[JOB_HANDLER];

// An event in the format of the advertising account: Meta's Conversions API, `POST /{version}/{pixel}/events`.

/// The event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ConversionName {
    /// An account was registered.
    CompleteRegistration,
    /// A plan was bought.
    Purchase,
    /// A plan was changed for the more expensive one.
    SubscriptionUpgrade,
    /// A plan was cancelled.
    SubscriptionCancelled,
}

/// An event as stored until it is reported.
#[derive(Debug, Serialize, Deserialize)]
struct ConversionEvent {
    name: ConversionName,
    /// The id by which the event counts only once, however often it is reported.
    id: String,
    /// Seconds since the epoch.
    at: i64,
    /// SHA-256 hashes of the account's id and of its email address, in hexadecimal; either may be missing.
    user: Option<String>,
    email: Option<String>,
    /// The user agent and the page, which the advertising account requires for events on a website.
    agent: String,
    url: String,
    /// Pence.
    value: i64,
    content_name: String,
    content_category: String,
}

/// The hash of an email address in the form that the advertising account compares: trimmed and in lower case.
fn hashed_email(email: &str) -> String {
    sha256_hex(normalise_email(email))
}

impl ConversionEvent {
    /// The event as an entry of the request's `data`.
    fn to_json(&self) -> Value {
        let mut person = json!({ "client_user_agent": self.agent });
        for (name, hash) in [("external_id", &self.user), ("em", &self.email)] {
            if let Some(hash) = hash {
                person[name] = json!([hash]);
            }
        }
        // The API takes a number; a float is exact enough for two decimals.
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53 pence")]
        let pounds = self.value as f64 / 100.0;
        json!({
            "event_name": self.name,
            "event_id": self.id,
            "event_time": self.at,
            "action_source": "website",
            "event_source_url": self.url,
            "user_data": person,
            "custom_data": {
                "value": pounds,
                "currency": "GBP",
                "content_name": self.content_name,
                "content_category": self.content_category,
            },
        })
    }
}

const KIND: JobKind = JobKind::new("conversion", Lane::Bulk);

/// The job handler.
const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task.payload)));

/// How long to wait for a response of the advertising account.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The version of the API that has these fields.
const API_VERSION: &str = "v21.0";

/// The greatest age of an event in seconds: an older one makes the API refuse the whole request.
const AGE_MAX: i64 = 7 * DAY / SECOND;

async fn deliver(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    // The feature was switched off since, so the event is dropped.
    let Some(config) = &state.config.ad_conversions else {
        return Ok(());
    };
    let conversion_event: ConversionEvent = serde_json::from_str(payload).map_err(JobFailure::permanent)?;
    if state.clock.now_ms() / SECOND - conversion_event.at >= AGE_MAX {
        return Err(JobFailure::permanent("the event is older than a week"));
    }
    let status = send(config, &conversion_event).await.map_err(JobFailure::temporary)?;
    match status {
        status if status.is_success() => Ok(()),
        // The token has expired or the pixel doesn't exist: trying again wouldn't help.
        status if status.is_client_error() && status != reqwest::StatusCode::TOO_MANY_REQUESTS => {
            let text = format!("the advertising account answered {status}");
            tracing::error!(%status, "META_PIXEL_ID or META_ACCESS_TOKEN is refused");
            Err(JobFailure::permanent(text))
        }
        status => Err(JobFailure::temporary(format!("it answered {status}"))),
    }
}

/// Sends the event. The token is in the body, because the address might be logged in transit.
async fn send(
    config: &AdConversionsConfig,
    conversion_event: &ConversionEvent,
) -> reqwest::Result<reqwest::StatusCode> {
    let mut address = config.api_base.clone();
    address.set_path(&format!("{API_VERSION}/{}/events", config.pixel));
    let client =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(TIMEOUT).build()?;
    let body = json!({ "data": [conversion_event.to_json()], "access_token": config.token });
    let answer = client.post(address).json(&body).send().await.map_err(reqwest::Error::without_url)?;
    Ok(answer.status())
}
