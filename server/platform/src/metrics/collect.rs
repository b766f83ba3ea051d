//! The text of the metrics: what was counted, and the current state of the database and the system.

use std::fmt;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::prometheus_text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::clock::SECOND;
use crate::db::DbResult;
use crate::error::ApiError;
use crate::jobs;
use crate::state::AppState;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LaneLabel {
    lane: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabel {
    pool: &'static str,
}

/// All metrics as text.
pub(super) async fn collect_text(state: &AppState) -> Result<String, ApiError> {
    let mut now = Registry::with_prefix("plumbline");
    collect_process(state, &mut now);
    // If the database is down, the other metrics are all the more important.
    let is_up = collect_database(state, &mut now).await.is_ok();
    register_gauge(&mut now, "database_up", "Whether the database answers", i64::from(is_up));
    let mut text = String::new();
    let written: fmt::Result =
        encode(&mut text, &state.metrics.registry).and_then(|()| encode(&mut text, &now));
    written.map_err(ApiError::internal)?;
    Ok(text)
}

/// The process's resident memory in bytes; `None` if the system doesn't report it.
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kb: i64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kb * 1024)
}

fn register_gauge(registry: &mut Registry, name: &str, help: &str, value: i64) {
    let gauge = Gauge::<i64>::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

fn collect_process(state: &AppState, now: &mut Registry) {
    if let Some(bytes) = resident_bytes() {
        register_gauge(now, "memory_bytes", "What the process holds of the memory", bytes);
    }
    register_gauge(
        now,
        "workers_up",
        "Whether every worker lives and beats",
        i64::from(state.worker_monitor.find_fault().is_none()),
    );
    let panics = i64::try_from(state.worker_monitor.panic_count()).unwrap_or(i64::MAX);
    register_gauge(now, "job_panics", "Jobs that panicked since the start", panics);
    let (all, idle) = (Family::<PoolLabel, Gauge>::default(), Family::<PoolLabel, Gauge>::default());
    for (pool, size, free) in state.db.connection_counts() {
        all.get_or_create(&PoolLabel { pool }).set(i64::from(size));
        idle.get_or_create(&PoolLabel { pool }).set(i64::try_from(free).unwrap_or(i64::MAX));
    }
    now.register("database_connections", "Connections to the database", all);
    now.register("database_connections_idle", "Connections to the database that nobody uses", idle);
}

async fn collect_database(state: &AppState, now: &mut Registry) -> DbResult<()> {
    let ms = state.clock.now_ms();
    let bytes = state.db.size_in_bytes().await?;
    register_gauge(now, "database_bytes", "The size of the database", bytes);
    let mut conn = state.db.read().await?;
    let (due, age) = (Family::<LaneLabel, Gauge>::default(), Family::<LaneLabel, Gauge>::default());
    for lane in jobs::list_backlog(&mut conn, ms).await? {
        let of = LaneLabel { lane: lane.lane.as_str() };
        due.get_or_create(&of).set(lane.due);
        let since = lane.since.map_or(0, |since| (ms - since) / SECOND);
        age.get_or_create(&of).set(since);
    }
    now.register("jobs_due", "Jobs that are due, by lane", due);
    now.register("jobs_due_seconds", "How long the first of them has been due", age);
    let given_up = jobs::count_given_up(&mut conn).await?;
    register_gauge(now, "jobs_given_up", "Jobs that failed for good in the last 30 days", given_up);
    let (made, proved) = (state.backups)(&mut conn, state.config.backup.to.as_ref()).await?;
    let ends = [
        ("backup_last_seconds", "When the last backup was made, unix time; 0: never", made),
        ("backup_proved_seconds", "When the last verified backup was made, unix time; 0: never", proved),
    ];
    for (name, help, at) in ends {
        register_gauge(now, name, help, at.map_or(0, |at| at / SECOND));
    }
    Ok(())
}
