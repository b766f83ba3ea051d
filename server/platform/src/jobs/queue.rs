//! Putting jobs into the queue.

use super::store::{self, NewJob};
use super::{JobKind, Lane, Task};
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
    job: (JobKind, &str),
    run_at: Option<i64>,
) -> DbResult<()> {
    let id = services.ids.new_id::<JobId>();
    enqueue_as(services, tx, (&id, user_id), job, run_at).await
}

/// The same under an id of the caller's.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue_as(
    services: &Services,
    tx: &mut WriteTx,
    (id, user_id): (&JobId, &UserId),
    (kind, payload): (JobKind, &str),
    run_at: Option<i64>,
) -> DbResult<()> {
    let now = services.clock.now_ms();
    let job = NewJob {
        user_id: Some(user_id),
        run_at: run_at.unwrap_or(now),
        ..NewJob::of(id, kind, payload, now)
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

/// Notes that a job at hand now does what must not be done twice, such as handing a mail over: an attempt
/// that ends without a word of how it went, as where the server is killed, is the last. Whether the job is
/// still this attempt's; where it is not, it must not go on.
///
/// # Errors
/// When the database refuses.
pub async fn begin_for_good(services: &Services, task: Task<'_>) -> DbResult<bool> {
    let mut tx = services.db.begin_write().await?;
    let is_ours = store::begin_for_good(&mut tx, &task, services.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(is_ours)
}

/// Has a job tried once more that was given up, under the same id and as if it had never been tried. False
/// where there is none any more.
///
/// # Errors
/// When the database refuses.
pub async fn try_again(services: &Services, tx: &mut WriteTx, id: &str) -> DbResult<bool> {
    let lane = store::revive(tx, id, services.clock.now_ms()).await?;
    if let Some(lane) = lane {
        tx.ring(lane.index());
    }
    Ok(lane.is_some())
}

/// Has every job of these kinds that waits taken for one over which a server stopped (`begin_for_good`): of a backup
/// that is restored nobody knows whether they were done since. Each is given up and noted once a worker comes to it.
///
/// # Errors
/// When the database refuses.
pub async fn doubt(conn: &mut Conn, kinds: &[&str], now: i64) -> DbResult<u64> {
    store::doubt(conn, kinds, now).await
}

/// Which of these jobs were given up and can be tried once more.
///
/// # Errors
/// When the database fails.
pub async fn may_try_again(conn: &mut Conn, ids: &[&str]) -> DbResult<Vec<String>> {
    store::given_up::among(conn, ids).await
}
