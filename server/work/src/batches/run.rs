//! The job: does an action to one document after the other, each in a transaction of its own with the note that it
//! is done, so that nothing is done twice.

use plumbline_core::kind::DocumentKind;

use super::Refusal;
use super::store::{self, BatchAction, BatchRow, BatchState, MemberRow, MemberState};
use crate::emails::reminders;
use crate::sending::{self, SendRequest, Via};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{BatchId, DocumentId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::limits::quota;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting;
use plumbline_records::documents::issuing::issue;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::StoredDocument;

/// The job of an action. The payload is its id.
pub(super) const KIND: JobKind = JobKind::new("batch", Lane::Bulk);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        run(state, &id).await
    })
});

/// How many documents are done before other bulk jobs have their turn.
const DOCUMENTS_PER_TURN: usize = 50;

/// The key of the job's schedule.
pub(super) fn schedule_key(id: &BatchId) -> String {
    format!("batch:{id}")
}

/// Whether there may be more to do.
enum BatchProgress {
    More,
    Finished,
}

async fn run(state: &AppState, id: &BatchId) -> Result<(), JobFailure> {
    for _ in 0..DOCUMENTS_PER_TURN {
        match process_next(state, id).await {
            Ok(BatchProgress::More) => {}
            Ok(BatchProgress::Finished) => return Ok(()),
            Err(error) => return Err(JobFailure::temporary(format!("{error:?}"))),
        }
    }
    let later = reschedule(state, id).await;
    later.map_err(|error| JobFailure::temporary(format!("{error:?}")))
}

/// Does the action to the next document.
async fn process_next(state: &AppState, id: &BatchId) -> Result<BatchProgress, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some(batch) = lock_running(state, &mut tx, id).await? else {
        return Ok(BatchProgress::Finished);
    };
    let Some(member) = store::find_next_waiting(&mut tx, id).await? else {
        store::set_state(&mut tx, id, BatchState::Done, batch.starts_at).await?;
        tx.commit().await?;
        return Ok(BatchProgress::Finished);
    };
    match apply(state, &mut tx, &batch, &member).await {
        Ok(()) => {
            let done = MemberRow { state: MemberState::Done, ..member };
            store::set_member_state(&mut tx, &done).await?;
            tx.commit().await?;
        }
        Err(error) => {
            // Everything is rolled back, and only the reason recorded.
            drop(tx);
            record_refusal(state, id, member, error).await?;
        }
    }
    Ok(BatchProgress::More)
}

/// The action, if it should go on now.
async fn lock_running(
    state: &AppState,
    tx: &mut WriteTx,
    id: &BatchId,
) -> Result<Option<BatchRow>, ApiError> {
    let Some(batch) = store::lock(tx, id).await? else {
        return Ok(None);
    };
    match batch.state {
        BatchState::Running => Ok(Some(batch)),
        // Another portion has postponed it, and scheduled another job.
        BatchState::Held if batch.starts_at > state.clock.now_ms() => Ok(None),
        BatchState::Held => {
            store::set_state(tx, id, BatchState::Running, batch.starts_at).await?;
            Ok(Some(batch))
        }
        BatchState::Stopped | BatchState::Undone | BatchState::Done => Ok(None),
    }
}

async fn apply(
    state: &AppState,
    tx: &mut WriteTx,
    batch: &BatchRow,
    member: &MemberRow,
) -> Result<(), ApiError> {
    let (user_id, id) = (&batch.user_id, &member.document_id);
    match batch.action {
        BatchAction::Send => {
            let mut stored = StoredDocument::lock(tx, user_id, batch.kind, id).await?;
            check_sendable(tx, &stored).await?;
            let by_mail = SendRequest::new(Via::Email);
            let more = sending::send_in_tx(state, tx, &mut stored, by_mail).await?;
            quota::count_storage(state, tx, user_id, more).await
        }
        BatchAction::Remind => {
            let stored = StoredDocument::lock(tx, user_id, batch.kind, id).await?;
            reminders::remind(state, tx, &stored).await
        }
        BatchAction::DeleteDrafts => {
            let draft = drafting::find_deletable(state, tx, user_id, batch.kind, id).await?;
            if !drafting::delete_in_tx(state, tx, (user_id, &draft)).await? {
                return Err(ApiError::unavailable("a draft changed while it was deleted"));
            }
            quota::count_storage(state, tx, user_id, draft.storage_use().negated()).await
        }
    }
}

/// Records why the action was not done to a document. After a fault of the server it is tried again with the job.
async fn record_refusal(
    state: &AppState,
    id: &BatchId,
    member: MemberRow,
    error: ApiError,
) -> Result<(), ApiError> {
    let Some(refused) = to_refused(member, &error) else {
        return Err(error);
    };
    let mut tx = state.db.begin_write().await?;
    store::set_member_state(&mut tx, &refused).await?;
    if refused.code == EMAILS_SPENT {
        // The others would be refused for the same reason.
        store::refuse_waiting(&mut tx, id, &refused.code, &refused.reason).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Lets other jobs of the lane have their turn first.
async fn reschedule(state: &AppState, id: &BatchId) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(batch) = lock_running(state, &mut tx, id).await? {
        let schedule = Schedule {
            key: &schedule_key(id),
            user_id: Some(&batch.user_id),
            kind: KIND,
            payload: id.as_str(),
            due_at: state.clock.now_ms(),
        };
        jobs::schedule(state, &mut tx, &schedule).await?;
        tx.commit().await?;
    }
    Ok(())
}

// Whether an action is possible for a document, as far as that is known before it is done.

/// The code of a temporary refusal: the email allowance is used up.
pub(super) const EMAILS_SPENT: &str = "mails_spent";

/// The check of one id of an action.
pub(super) enum CheckedDocument {
    /// A document of the account: waiting, or refused with its reason.
    Member(MemberRow),
    /// There is no such document, or it is another account's.
    Unknown(Refusal),
}

/// Checks a document for an action.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn check_document(
    state: &AppState,
    conn: &mut Conn,
    (user_id, kind, action): (&UserId, DocumentKind, BatchAction),
    (batch_id, id): (&BatchId, DocumentId),
) -> Result<CheckedDocument, ApiError> {
    let waiting = MemberRow {
        batch_id: batch_id.clone(),
        document_id: id,
        state: MemberState::Waiting,
        name: String::new(),
        code: String::new(),
        reason: String::new(),
    };
    let id = waiting.document_id.clone();
    let stored = match StoredDocument::find(conn, user_id, kind, &id).await {
        Ok(stored) => stored,
        Err(error) => {
            let strange = to_refused(waiting, &error).ok_or(error)?;
            return Ok(CheckedDocument::Unknown(strange.into()));
        }
    };
    let waiting = MemberRow { name: display_name(conn, &stored).await?, ..waiting };
    let judged = match action {
        BatchAction::Send => check_sendable(conn, &stored).await,
        BatchAction::Remind => reminders::check_may_remind(state, conn, &stored).await.map(|_| ()),
        BatchAction::DeleteDrafts => {
            let draft = drafting::find_deletable(state, conn, user_id, kind, &id).await;
            draft.map(|_| ())
        }
    };
    let member = match judged {
        Ok(()) => waiting,
        Err(error) => to_refused(waiting, &error).ok_or(error)?,
    };
    Ok(CheckedDocument::Member(member))
}

/// The document, refused with an error's message; `None` if the error is a fault of the server.
pub(super) fn to_refused(member: MemberRow, error: &ApiError) -> Option<MemberRow> {
    if error.status().is_server_error() {
        return None;
    }
    let code = if error.is_too_many() { EMAILS_SPENT } else { error.code() };
    Some(MemberRow {
        state: MemberState::Refused,
        code: code.to_owned(),
        reason: error.user_message().to_owned(),
        ..member
    })
}

/// Whether a document is a draft with everything that its customer needs, and an address to send it to.
pub(super) async fn check_sendable(conn: &mut Conn, stored: &StoredDocument) -> Result<(), ApiError> {
    if !stored.is_draft() {
        let msg = format!("This {} has already been sent. Open it to send it again.", stored.kind.name());
        return Err(ApiError::conflict("sent", msg));
    }
    let parties = issue::check_ready(conn, stored).await?;
    let email = parties.contact.map(|contact| contact.email);
    if email.is_none_or(|email| email.trim().is_empty()) {
        let msg = "This customer has no email address. Share the link with them instead.";
        return Err(ApiError::rule_broken(vec![FieldError::new("to", "required", msg)]));
    }
    Ok(())
}

/// The name by which a person knows the document: its number, or else its customer.
async fn display_name(conn: &mut Conn, stored: &StoredDocument) -> Result<String, ApiError> {
    if let Some(number) = &stored.row.number {
        return Ok(number.clone());
    }
    let customer = Parties::current(conn, &stored.row).await?.customer_name();
    Ok(match customer.as_str() {
        "" => "Draft without a customer".to_owned(),
        customer => format!("Draft for {customer}"),
    })
}
