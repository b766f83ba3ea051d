//! The job: does an action to one document after the other, each in a transaction of its own with the note that it
//! is done, so that nothing is done twice.

use super::judge;
use super::store::{self, Action, BatchRow, Fate, MemberRow, Stage};
use crate::letters::remind;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Schedule};
use plumbline_platform::limits::quota;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::delete;
use plumbline_records::documents::sending::send::{self, SendRequest, Via};
use plumbline_records::documents::stored::Stored;

/// The job of an action. The payload is its id.
pub(super) const KIND: JobKind = JobKind::new("batch", Lane::Bulk);

/// The handler of the job.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| Box::pin(run(state, task.payload)));

/// How many documents are done before other bulk jobs have their turn.
const TURN: usize = 50;

/// The key of the job's schedule.
pub(super) fn key(id: &str) -> String {
    format!("batch:{id}")
}

/// Whether there may be more to do.
enum Next {
    More,
    Over,
}

async fn run(state: &AppState, id: &str) -> Result<(), Failure> {
    for _ in 0..TURN {
        match one(state, id).await {
            Ok(Next::More) => {}
            Ok(Next::Over) => return Ok(()),
            Err(error) => return Err(Failure::for_now(format!("{error:?}"))),
        }
    }
    let later = go_on_later(state, id).await;
    later.map_err(|error| Failure::for_now(format!("{error:?}")))
}

/// Does the action to the next document.
async fn one(state: &AppState, id: &str) -> Result<Next, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some(batch) = begun(state, &mut tx, id).await? else {
        return Ok(Next::Over);
    };
    let Some(member) = store::next_waiting(&mut tx, id).await? else {
        store::set_state(&mut tx, id, Stage::Done, batch.starts_at).await?;
        tx.commit().await?;
        return Ok(Next::Over);
    };
    match act(state, &mut tx, &batch, &member).await {
        Ok(()) => {
            let done = MemberRow {
                state: Fate::Done,
                ..member
            };
            store::set_fate(&mut tx, &done).await?;
            tx.commit().await?;
        }
        Err(error) => {
            // Everything is rolled back, and only the reason recorded.
            drop(tx);
            refuse(state, id, member, error).await?;
        }
    }
    Ok(Next::More)
}

/// The action, if it should go on now.
async fn begun(state: &AppState, tx: &mut WriteTx, id: &str) -> Result<Option<BatchRow>, ApiError> {
    let Some(batch) = store::lock(tx, id).await? else {
        return Ok(None);
    };
    match batch.state {
        Stage::Running => Ok(Some(batch)),
        // Another portion has postponed it, and scheduled another job.
        Stage::Held if batch.starts_at > state.clock.now_ms() => Ok(None),
        Stage::Held => {
            store::set_state(tx, id, Stage::Running, batch.starts_at).await?;
            Ok(Some(batch))
        }
        Stage::Stopped | Stage::Undone | Stage::Done => Ok(None),
    }
}

async fn act(
    state: &AppState,
    tx: &mut WriteTx,
    batch: &BatchRow,
    member: &MemberRow,
) -> Result<(), ApiError> {
    let (user_id, id) = (&batch.user_id, &member.document_id);
    match batch.action {
        Action::Send => {
            let mut stored = Stored::lock(tx, user_id, batch.kind, id).await?;
            judge::sendable(tx, &stored).await?;
            let by_mail = SendRequest::of(Via::Email);
            let more = send::send_in(state, tx, &mut stored, by_mail).await?;
            quota::keep(state, tx, user_id, more).await
        }
        Action::Remind => {
            let stored = Stored::lock(tx, user_id, batch.kind, id).await?;
            remind::remind(state, tx, &stored).await
        }
        Action::DeleteDrafts => {
            let draft = delete::judge(state, tx, user_id, batch.kind, id).await?;
            if !delete::delete_in(state, tx, (user_id, &draft)).await? {
                return Err(ApiError::unavailable(
                    "a draft changed while it was deleted",
                ));
            }
            quota::keep(state, tx, user_id, draft.kept().less()).await
        }
    }
}

/// Records why the action was not done to a document. After a fault of the server it is tried again with the job.
async fn refuse(
    state: &AppState,
    id: &str,
    member: MemberRow,
    error: ApiError,
) -> Result<(), ApiError> {
    let Some(refused) = judge::refused(member, &error) else {
        return Err(error);
    };
    let mut tx = state.db.begin_write().await?;
    store::set_fate(&mut tx, &refused).await?;
    if refused.code == judge::SPENT {
        // The others would be refused for the same reason.
        store::refuse_waiting(&mut tx, id, &refused.code, &refused.reason).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Lets other jobs of the lane have their turn first.
async fn go_on_later(state: &AppState, id: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(batch) = begun(state, &mut tx, id).await? {
        let schedule = Schedule {
            key: &key(id),
            user_id: Some(&batch.user_id),
            kind: KIND,
            payload: id,
            due_at: state.clock.now_ms(),
        };
        jobs::schedule(state, &mut tx, &schedule).await?;
        tx.commit().await?;
    }
    Ok(())
}
