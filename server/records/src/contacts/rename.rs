//! A contact's new name, in the rows of its documents: drafts show it, and all of them are found by it. For a
//! contact with thousands of documents this is a job, in portions so short that other writers hardly wait.

use serde::{Deserialize, Serialize};

use super::store;
use crate::summaries::customer::Place;
use crate::summaries::{account, customer};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, UserId};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;

/// The documents of a contact take in its name.
const KIND: JobKind = JobKind::new("contact_renamed", Lane::Bulk);

/// How they do.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| {
    Box::pin(async {
        let job: Renaming = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
        let done = go_on(state, job, PORTION).await;
        done.map_err(|error| Failure::for_now(format!("{error:?}")))
    })
});

/// The most documents that take a name in with the transaction that gives it.
const AT_ONCE: i64 = 5_000;
/// How many do in a transaction of the job, and how many of those there are before somebody else's bulk work has its
/// turn.
const PORTION: i64 = 500;
const TURN: usize = 20;

/// A contact whose documents take in its name, and how far they have.
#[derive(Debug, Serialize, Deserialize)]
pub struct Renaming {
    user_id: UserId,
    contact_id: ContactId,
    /// The last document that has.
    after: Place,
}

impl Renaming {
    /// From the first document on.
    #[must_use]
    pub fn of(user_id: &UserId, contact_id: &ContactId) -> Self {
        Self {
            user_id: user_id.clone(),
            contact_id: contact_id.clone(),
            after: Place::default(),
        }
    }
}

/// Has the documents of a contact take in what it is called now, person and company: at once, or soon where they are
/// many.
pub async fn take_in(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, contact_id): (&UserId, &ContactId),
    names: [&str; 2],
) -> Result<(), ApiError> {
    if account::documents(tx, user_id, contact_id).await? <= AT_ONCE {
        customer::changed(tx, user_id, contact_id, names).await?;
        return Ok(());
    }
    later(state, tx, &Renaming::of(user_id, contact_id)).await
}

async fn later(state: &AppState, tx: &mut WriteTx, job: &Renaming) -> Result<(), ApiError> {
    let payload = serde_json::to_string(job)?;
    jobs::enqueue_for(state, tx, &job.user_id, (KIND, &payload), None).await?;
    Ok(())
}

/// Goes on with it, so many documents in a transaction. Stopped in between, it goes on from where it was, or begins
/// anew: what has the name already is not written again.
pub async fn go_on(state: &AppState, mut job: Renaming, portion: i64) -> Result<(), ApiError> {
    for _ in 0..TURN {
        let mut tx = state.db.begin_write().await?;
        // As it is called by now: it may have been renamed once more, or be gone.
        let Some(row) = store::find(&mut tx, &job.user_id, &job.contact_id).await? else {
            return Ok(());
        };
        let whose = (job.user_id.as_str(), job.contact_id.as_str());
        let names = [row.fields.name.as_str(), &row.fields.company];
        let last = customer::some_changed(&mut tx, whose, names, &job.after, portion).await?;
        tx.commit().await?;
        let Some(last) = last else {
            return Ok(());
        };
        job.after = last;
    }
    let mut tx = state.db.begin_write().await?;
    later(state, &mut tx, &job).await?;
    tx.commit().await?;
    Ok(())
}
