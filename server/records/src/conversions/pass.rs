//! The job that reports an event to the advertising account.

use std::time::Duration;

use serde_json::json;

use super::event::Kept;
use plumbline_platform::clock::{DAY, SECOND};
use plumbline_platform::config::ConversionsConfig;
use plumbline_platform::jobs::{Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;

pub(super) const KIND: JobKind = JobKind::new("conversion", Lane::Bulk);

/// The job handler.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(pass(state, task.payload)));

/// How long to wait for a response of the advertising account.
const PATIENCE: Duration = Duration::from_secs(10);
/// The version of the API that has these fields.
const VERSION: &str = "v21.0";
/// The greatest age of an event in seconds: an older one makes the API refuse the whole request.
const OLDEST: i64 = 7 * DAY / SECOND;

async fn pass(state: &AppState, payload: &str) -> Result<(), Failure> {
    // The feature was switched off since, so the event is dropped.
    let Some(config) = &state.config.conversions else {
        return Ok(());
    };
    let kept: Kept = serde_json::from_str(payload).map_err(Failure::for_good)?;
    if state.clock.now_ms() / SECOND - kept.at >= OLDEST {
        return Err(Failure::for_good("the event is older than a week"));
    }
    let status = send(config, &kept).await.map_err(Failure::for_now)?;
    match status {
        status if status.is_success() => Ok(()),
        // The token has expired or the pixel doesn't exist: trying again wouldn't help.
        status if status.is_client_error() && status != reqwest::StatusCode::TOO_MANY_REQUESTS => {
            let said = format!("the advertising account answered {status}");
            tracing::error!(%status, "META_PIXEL_ID or META_ACCESS_TOKEN is refused");
            Err(Failure::for_good(said))
        }
        status => Err(Failure::for_now(format!("it answered {status}"))),
    }
}

/// Sends the event. The token is in the body, because the address might be logged in transit.
async fn send(config: &ConversionsConfig, kept: &Kept) -> reqwest::Result<reqwest::StatusCode> {
    let mut address = config.api_base.clone();
    address.set_path(&format!("{VERSION}/{}/events", config.pixel));
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(PATIENCE)
        .build()?;
    let body = json!({ "data": [kept.told()], "access_token": config.token });
    let answer = client
        .post(address)
        .json(&body)
        .send()
        .await
        .map_err(reqwest::Error::without_url)?;
    Ok(answer.status())
}
