//! The job: hands one message to one browser's push service.

use serde::{Deserialize, Serialize};

use super::store::{self, PushSubscriptionRow};
use super::{PushMessage, PushOutcome, PushTarget};
use crate::clock::{DAY, SECOND};
use crate::db::{DbResult, WriteTx};
use crate::error::ApiError;
use crate::ids::SubscriptionId;
use crate::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use crate::limits::AccountLimit;
use crate::state::AppState;

const KIND: JobKind = JobKind::new("push", Lane::Ordinary);

pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task.payload)));

/// How long a message is worth sending, in milliseconds. After that it is only in the list of notifications.
const LIFETIME: i64 = DAY;

/// After how many refusals in a row a browser's subscription is deleted: a single one may be our own fault, such as a
/// wrong clock.
const REFUSALS_MAX: i64 = 10;

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct PushDelivery {
    subscription_id: SubscriptionId,
    message: PushMessage,
    /// When the message becomes useless, milliseconds since the epoch.
    until: i64,
}

pub(super) async fn enqueue_delivery(
    state: &AppState,
    tx: &mut WriteTx,
    subscription: &PushSubscriptionRow,
    message: &PushMessage,
) -> Result<(), ApiError> {
    let payload = serde_json::to_string(&PushDelivery {
        subscription_id: subscription.id.clone(),
        message: message.clone(),
        until: state.clock.now_ms() + LIFETIME,
    })?;
    jobs::enqueue_for_account(state, tx, &subscription.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    let job: PushDelivery = serde_json::from_str(payload).map_err(JobFailure::permanent)?;
    let now = state.clock.now_ms();
    let left = job.until - now;
    if left <= 0 {
        return Ok(());
    }
    let mut conn = state.db.read().await.map_err(JobFailure::temporary)?;
    let found = store::find(&mut conn, &job.subscription_id).await;
    drop(conn);
    // It was switched off since, or belongs to another account now.
    let Some(subscription) = found.map_err(JobFailure::temporary)? else {
        return Ok(());
    };
    let allowed = state.limits.is_account_allowed(AccountLimit::PushByAccount, &subscription.user_id).await;
    if !allowed.map_err(|error| JobFailure::temporary(format!("{error:?}")))? {
        tracing::info!(user_id = %subscription.user_id, "too many pushes: it stays in the list");
        return Ok(());
    }
    let target = PushTarget::parse(
        &subscription.endpoint,
        &subscription.p256dh,
        &subscription.auth,
        state.push.own_service(),
    );
    let answer = match target {
        Ok(target) => {
            let times = (left / SECOND, now);
            state.push.send(&target, &job.message, times).await
        }
        // It was accepted once: by other rules, or for an operator's own service that no longer exists.
        Err(_) => PushOutcome::Gone,
    };
    record_outcome(state, &subscription, &answer).await.map_err(JobFailure::temporary)?;
    match answer {
        PushOutcome::Accepted | PushOutcome::Gone => Ok(()),
        PushOutcome::Refused(why) => Err(JobFailure::permanent(why)),
        PushOutcome::Later(why, wait) => Err(JobFailure::temporary(why).with_not_before(now + wait)),
    }
}

/// Records the result of a delivery.
async fn record_outcome(
    state: &AppState,
    subscription: &PushSubscriptionRow,
    answer: &PushOutcome,
) -> DbResult<()> {
    let id = &subscription.id;
    if matches!(answer, PushOutcome::Later(..)) {
        return Ok(());
    }
    let mut tx = state.db.begin_write().await?;
    match answer {
        PushOutcome::Accepted => store::record_sent(&mut tx, id, state.clock.now_ms()).await?,
        PushOutcome::Refused(_) if subscription.refusals + 1 < REFUSALS_MAX => {
            store::record_refusal(&mut tx, id).await?;
        }
        _ => {
            tracing::info!(subscription = %id, "a browser is reached no more and is forgotten");
            store::delete_expired(&mut tx, id).await?;
        }
    }
    tx.commit().await
}
