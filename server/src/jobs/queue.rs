//! Putting jobs into the queue.

use super::store::{self, NewJob};
use super::{JobKind, Lane};
use crate::db::{Conn, DbResult, WriteTx};
use crate::ids::{JobId, UserId};
use crate::state::Services;

/// Queues a job; a worker sees it once the transaction is committed.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue(
    services: &Services,
    tx: &mut WriteTx,
    kind: JobKind,
    payload: &str,
) -> DbResult<()> {
    enqueue_in(services, tx, kind.lane, kind, payload).await
}

/// Queues a job in another lane than its kind's own.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue_in(
    services: &Services,
    tx: &mut WriteTx,
    lane: Lane,
    kind: JobKind,
    payload: &str,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    let job = NewJob {
        lane,
        ..NewJob::of(&id, kind, payload, now)
    };
    store::insert(tx, &job).await?;
    tx.ring(lane.index());
    Ok(())
}

/// Queues a job that goes when its account goes, due at once or at `run_at` (milliseconds since the
/// epoch).
///
/// # Errors
/// When the database refuses.
pub async fn enqueue_for(
    services: &Services,
    tx: &mut WriteTx,
    user_id: &UserId,
    (kind, payload): (JobKind, &str),
    run_at: Option<i64>,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    let job = NewJob {
        user_id: Some(user_id),
        run_at: run_at.unwrap_or(now),
        ..NewJob::of(&id, kind, payload, now)
    };
    store::insert(tx, &job).await?;
    if run_at.is_none() {
        tx.ring(kind.lane.index());
    }
    Ok(())
}

/// Queues a job for later: it is due at `run_at` (milliseconds since the epoch). It cannot be
/// called off; what a day or a person may change is [`super::schedule`]d.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue_at(
    services: &Services,
    tx: &mut WriteTx,
    kind: JobKind,
    payload: &str,
    run_at: i64,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    let job = NewJob {
        run_at,
        ..NewJob::of(&id, kind, payload, now)
    };
    store::insert(tx, &job).await?;
    Ok(())
}

/// Queues a job under an id of the caller's; again is nothing. For places that have a connection
/// only: a worker looks every two seconds, nobody rings for it.
///
/// # Errors
/// When the database refuses.
pub async fn insert_once(
    conn: &mut Conn,
    id: &str,
    kind: JobKind,
    payload: &str,
    now: i64,
) -> DbResult<()> {
    store::insert(conn, &NewJob::of(id, kind, payload, now)).await
}
