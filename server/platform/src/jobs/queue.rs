//! Putting jobs into the queue.

use super::store::{self, NewJob};
use super::{JobKind, Lane, Task};
use crate::db::{Conn, DbResult, WriteTx};
use crate::ids::{JobId, UserId};
use crate::state::Services;

/// Queues a job, which workers see once the transaction is committed.
pub async fn enqueue(services: &Services, tx: &mut WriteTx, kind: JobKind, payload: &str) -> DbResult<()> {
    enqueue_in_lane(services, tx, kind.lane, kind, payload).await
}

/// Queues a job in a lane other than its kind's own.
pub async fn enqueue_in_lane(
    services: &Services,
    tx: &mut WriteTx,
    lane: Lane,
    kind: JobKind,
    payload: &str,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    let job = NewJob { lane, ..NewJob::new(&id, kind, payload, now) };
    store::insert(tx, &job).await?;
    tx.wake_queue(lane.index());
    Ok(())
}

/// Queues a job that is deleted together with its account, due at once or at `run_at` (milliseconds since the epoch).
pub async fn enqueue_for_account(
    services: &Services,
    tx: &mut WriteTx,
    user_id: &UserId,
    job: (JobKind, &str),
    run_at: Option<i64>,
) -> DbResult<()> {
    let id = services.ids.new_id::<JobId>();
    enqueue_with_id(services, tx, (&id, user_id), job, run_at).await
}

/// The same, with an id chosen by the caller.
pub async fn enqueue_with_id(
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
        ..NewJob::new(id, kind, payload, now)
    };
    store::insert(tx, &job).await?;
    if run_at.is_none() {
        tx.wake_queue(kind.lane.index());
    }
    Ok(())
}

/// Queues a job that is due at `run_at` (milliseconds since the epoch). It can't be cancelled; use [`super::schedule`]
/// for a time that may change.
pub async fn enqueue_at(
    services: &Services,
    tx: &mut WriteTx,
    kind: JobKind,
    payload: &str,
    run_at: i64,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    let job = NewJob { run_at, ..NewJob::new(&id, kind, payload, now) };
    store::insert(tx, &job).await?;
    Ok(())
}

/// Queues a job with an id chosen by the caller; does nothing if the id exists already. For callers that only have a
/// connection: no wake-up signal is sent, so the job starts when a worker next checks, within two seconds.
pub async fn insert_once(conn: &mut Conn, id: &str, kind: JobKind, payload: &str, now: i64) -> DbResult<()> {
    store::insert(conn, &NewJob::new(id, kind, payload, now)).await
}

/// Marks the current attempt of a job as doing something that must not be done twice, such as handing an email over. If
/// the attempt then ends without a result, for example because the server is killed, it is the last one. Returns
/// whether the job still belongs to this attempt; if not, the attempt must not continue.
pub async fn mark_begun(services: &Services, task: Task<'_>) -> DbResult<bool> {
    let mut tx = services.db.begin_write().await?;
    let is_ours = store::mark_begun(&mut tx, &task, services.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(is_ours)
}

/// Queues a job that was given up for another try, under the same id and as if it had never been tried. False if it no
/// longer exists.
pub async fn retry(services: &Services, tx: &mut WriteTx, id: &str) -> DbResult<bool> {
    let lane = store::reset(tx, id, services.clock.now_ms()).await?;
    if let Some(lane) = lane {
        tx.wake_queue(lane.index());
    }
    Ok(lane.is_some())
}

/// Marks every waiting job of these kinds like one during which a server stopped (`mark_begun`), because after a
/// restore from a backup it is unknown whether they were done in the meantime. Each is given up, and noted as such,
/// when a worker takes it. Returns how many there are.
pub async fn mark_uncertain(conn: &mut Conn, kinds: &[&str], now: i64) -> DbResult<u64> {
    store::mark_uncertain(conn, kinds, now).await
}

/// Which of these jobs were given up and can be tried again.
pub async fn list_retryable(conn: &mut Conn, ids: &[&str]) -> DbResult<Vec<String>> {
    store::given_up::filter_given_up(conn, ids).await
}
