//! The job that reports an event to the advertising account.

use std::time::Duration;

use serde_json::json;

use super::event::Kept;
use plumbline_platform::clock::{DAY, SECOND};
use plumbline_platform::config::ConversionsConfig;
use plumbline_platform::jobs::{Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;

pub(super) const KIND: JobKind = JobKind::new("conversion", Lane::Bulk);

/// How it is done.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(pass(state, task.payload)));

/// How long the account may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The version of the interface whose fields these are.
const VERSION: &str = "v21.0";
/// Older events are refused, and with them all of a request.
const OLDEST: i64 = 7 * DAY / SECOND;

async fn pass(state: &AppState, payload: &str) -> Result<(), Failure> {
    // It was switched off since: nobody hears it, and nobody waits for it.
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
        // A token that ran out or a pixel that is none: another try says the same.
        status if status.is_client_error() && status != reqwest::StatusCode::TOO_MANY_REQUESTS => {
            let said = format!("the advertising account answered {status}");
            tracing::error!(%status, "META_PIXEL_ID or META_ACCESS_TOKEN is refused");
            Err(Failure::for_good(said))
        }
        status => Err(Failure::for_now(format!("it answered {status}"))),
    }
}

/// The token travels in the body: an address may be logged on the way.
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
