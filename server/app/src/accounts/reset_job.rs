//! The job that emails a link for a new password, if the address has an account. Its payload is the address as
//! addresses are compared.

use super::store::resets::{self, ResetRow};
use super::{emails, store};
use plumbline_platform::clock::HOUR;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::jobs::{JobHandler, JobKind, Lane};
use plumbline_platform::mail;
use plumbline_platform::state::AppState;

/// How long a link is valid, in milliseconds.
const LIFETIME: i64 = HOUR;

/// The job that sends a requested link.
pub(super) const KIND: JobKind = JobKind::new("reset", Lane::Urgent);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async { send(state, task.payload).await.map_err(super::retry_later) })
});

async fn send(state: &AppState, email_key: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(user) = store::find_by_email(&mut tx, email_key).await? {
        let now = state.clock.now_ms();
        let token = state.ids.new_link_token::<32>();
        let reset = ResetRow {
            token_hash: sha256_hex(&token),
            user_id: user.id.clone(),
            created_at: now,
            expires_at: now + LIFETIME,
        };
        resets::insert(&mut tx, &reset).await?;
        let link = state.link_to(&format!("/reset-password?token={token}"));
        let email = emails::compose_reset(&user, &link)?;
        mail::enqueue_urgent(state, &mut tx, &email, Some(reset.expires_at)).await?;
    }
    tx.commit().await?;
    Ok(())
}
