//! The job that deletes a picture nothing uses. It checks a picture 30 days after the upload, and 30 days after a
//! business profile, an expense or a quote stopped using it: a phone that was switched off for a fortnight may
//! still send what uses it. Pictures of issued versions stay as long as their account, since customers see them.

use super::enqueue_removal;
use super::store::{self, FileRow};
use crate::clock::DAY;
use crate::db::{DbResult, WriteTx};
use crate::error::ApiError;
use crate::ids::{FileId, UserId};
use crate::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use crate::limits::quota::{self, StorageUse};
use crate::state::{AppState, Services};

/// How long an unused picture is stored, in milliseconds.
const RETENTION: i64 = 30 * DAY;

const KIND: JobKind = JobKind::new("clear_picture", Lane::Bulk);

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        let cleared = delete_if_unused(state, &id).await;
        cleared.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

fn schedule_key(id: &FileId) -> String {
    format!("picture:{id}")
}

/// Schedules a check of a picture 30 days from now, after it was uploaded or something stopped using it.
pub async fn schedule_cleanup(
    services: &Services,
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &FileId,
) -> DbResult<()> {
    let schedule = Schedule {
        key: &schedule_key(id),
        user_id: Some(user_id),
        kind: KIND,
        payload: id.as_str(),
        due_at: services.clock.now_ms() + RETENTION,
    };
    jobs::schedule(services, tx, &schedule).await
}

async fn delete_if_unused(state: &AppState, id: &FileId) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some(file) = find_unused(&mut tx, id).await? else {
        return Ok(());
    };
    store::delete(&mut tx, &file.id).await?;
    enqueue_removal(state, &mut tx, &[file.id.to_string()]).await?;
    let less = StorageUse::of_picture(file.byte_size).negated();
    quota::count_storage(state, &mut tx, &file.user_id, less).await?;
    tx.commit().await?;
    Ok(())
}

/// The picture, locked, if nothing uses it. If it was released since this job was due, `None`: another check is
/// scheduled.
async fn find_unused(tx: &mut WriteTx, id: &FileId) -> DbResult<Option<FileRow>> {
    let Some(file) = store::lock_unissued(tx, id).await? else {
        return Ok(None);
    };
    let is_kept = store::is_used(tx, id).await? || jobs::find_due_at(tx, &schedule_key(id)).await?.is_some();
    Ok(Some(file).filter(|_| !is_kept))
}
