//! The job: hands one message to one browser's push service.

use serde::{Deserialize, Serialize};

use super::store::{self, Subscription};
use super::{Answer, Message, Target};
use crate::clock::{DAY, SECOND};
use crate::db::{DbResult, WriteTx};
use crate::error::ApiError;
use crate::ids::SubscriptionId;
use crate::jobs::{self, Duty, Failure, JobKind, Lane};
use crate::limits::AccountLimit;
use crate::state::AppState;

const KIND: JobKind = JobKind::new("push", Lane::Ordinary);

pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(deliver(state, task.payload)));

/// How long a message is worth sending, in milliseconds. After that it is only in the list of notifications.
const NEWS: i64 = DAY;

/// After how many refusals in a row a browser's subscription is deleted: a single one may be our own fault, such as a
/// wrong clock.
const MOST_REFUSALS: i64 = 10;

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct Delivery {
    subscription_id: SubscriptionId,
    message: Message,
    /// When the message becomes useless, milliseconds since the epoch.
    until: i64,
}

pub(super) async fn queue(
    state: &AppState,
    tx: &mut WriteTx,
    subscription: &Subscription,
    message: &Message,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&Delivery {
        subscription_id: subscription.id.clone(),
        message: message.clone(),
        until: state.clock.now_ms() + NEWS,
    })?;
    jobs::enqueue_for(state, tx, &subscription.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, payload: &str) -> Result<(), Failure> {
    let job: Delivery = serde_json::from_str(payload).map_err(Failure::for_good)?;
    let now = state.clock.now_ms();
    let left = job.until - now;
    if left <= 0 {
        return Ok(());
    }
    let mut conn = state.db.read().await.map_err(Failure::for_now)?;
    let found = store::find(&mut conn, &job.subscription_id).await;
    drop(conn);
    // It was switched off since, or belongs to another account now.
    let Some(subscription) = found.map_err(Failure::for_now)? else {
        return Ok(());
    };
    let allowed = state
        .limits
        .has_account(AccountLimit::PushByAccount, &subscription.user_id)
        .await;
    if !allowed.map_err(|error| Failure::for_now(format!("{error:?}")))? {
        tracing::info!(user_id = %subscription.user_id, "too many pushes: it stays in the list");
        return Ok(());
    }
    let target = Target::read(
        &subscription.endpoint,
        &subscription.p256dh,
        &subscription.auth,
        state.push.own(),
    );
    let answer = match target {
        Ok(target) => {
            let times = (left / SECOND, now);
            state.push.send(&target, &job.message, times).await
        }
        // It was accepted once: by other rules, or for an operator's own service that no longer exists.
        Err(_) => Answer::Gone,
    };
    settle(state, &subscription, &answer)
        .await
        .map_err(Failure::for_now)?;
    match answer {
        Answer::Taken | Answer::Gone => Ok(()),
        Answer::Refused(why) => Err(Failure::for_good(why)),
        Answer::Later(why, wait) => Err(Failure::for_now(why).not_before(now + wait)),
    }
}

/// Records the result of a delivery.
async fn settle(state: &AppState, subscription: &Subscription, answer: &Answer) -> DbResult<()> {
    let id = &subscription.id;
    if matches!(answer, Answer::Later(..)) {
        return Ok(());
    }
    let mut tx = state.db.begin_write().await?;
    match answer {
        Answer::Taken => store::note_sent(&mut tx, id, state.clock.now_ms()).await?,
        Answer::Refused(_) if subscription.refusals + 1 < MOST_REFUSALS => {
            store::note_refusal(&mut tx, id).await?;
        }
        _ => {
            tracing::info!(subscription = %id, "a browser is reached no more and is forgotten");
            store::forget(&mut tx, id).await?;
        }
    }
    tx.commit().await
}
