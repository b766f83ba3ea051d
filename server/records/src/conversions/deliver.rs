//! The job that reports an event to the advertising account.

use std::time::Duration;

use serde_json::json;

use super::event::ConversionEvent;
use plumbline_platform::clock::{DAY, SECOND};
use plumbline_platform::config::ConversionsConfig;
use plumbline_platform::jobs::{JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;

pub(super) const KIND: JobKind = JobKind::new("conversion", Lane::Bulk);

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task.payload)));

/// How long to wait for a response of the advertising account.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The version of the API that has these fields.
const API_VERSION: &str = "v21.0";
/// The greatest age of an event in seconds: an older one makes the API refuse the whole request.
const AGE_MAX: i64 = 7 * DAY / SECOND;

async fn deliver(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    // The feature was switched off since, so the event is dropped.
    let Some(config) = &state.config.conversions else {
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
    config: &ConversionsConfig,
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
