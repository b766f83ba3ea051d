//! Metrics in Prometheus' text format. They are never public: they are served on a separate address (`serve`), or to
//! requests with a token (`token_router`).
//!
//! Events are counted where they happen; the state of the database and the system is read when the metrics are
//! requested (`collect_text`). No label is copied from a request: routes are templates and methods are from a list, so
//! that a stranger can't create new time series.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::prometheus_text::{CONTENT_TYPE, encode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use subtle::ConstantTimeEq as _;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::clock::SECOND;
use crate::db::DbResult;
use crate::error::ApiError;
use crate::jobs;
use crate::state::AppState;

/// The upper limits of the histogram's buckets, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The methods that are counted separately.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobLabels {
    kind: String,
    outcome: &'static str,
}

/// The counters of this server; cheap to clone.
#[derive(Clone)]
pub struct Metrics {
    registry: Arc<Registry>,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabel, Histogram>,
    jobs: Family<JobLabels, Counter>,
    mails: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("plumbline");
        let requests = Family::default();
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> Histogram);
        let (jobs, mails) = (Family::default(), Counter::default());
        registry.register(
            "requests",
            "Requests, by method, route and status of the response",
            requests.clone(),
        );
        registry.register("request_seconds", "How long responses took, by route", seconds.clone());
        registry.register(
            "jobs_ended",
            "Jobs that ended, by kind and outcome: done, failed (retried or given up), or left for the next start",
            jobs.clone(),
        );
        registry.register("mail_failures", "Failed attempts to deliver an email", mails.clone());
        Self { registry: Arc::new(registry), requests, seconds, jobs, mails }
    }
}

impl Metrics {
    /// Counts a request and its response.
    pub fn record_request(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let is_this = |known: &&&str| **known == method.as_str();
        let labels = RequestLabels {
            method: METHODS.iter().find(is_this).copied().unwrap_or("other"),
            route: route.to_owned(),
            status: status.as_u16(),
        };
        self.requests.get_or_create(&labels).inc();
        let route = RouteLabel { route: labels.route };
        self.seconds.get_or_create(&route).observe(took.as_secs_f64());
    }

    /// Counts a job that ended.
    pub fn record_job(&self, kind: &str, outcome: &'static str) {
        let ended = JobLabels { kind: kind.to_owned(), outcome };
        self.jobs.get_or_create(&ended).inc();
    }

    /// How many attempts to deliver an email have failed since this server started.
    #[must_use]
    pub fn failed_mail_count(&self) -> u64 {
        self.mails.get()
    }

    /// Counts a failed attempt to deliver an email.
    pub fn record_failed_mail(&self) {
        self.mails.inc();
    }
}

// The text of the metrics: what was counted, and the current state of the database and the system.

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LaneLabel {
    lane: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabel {
    pool: &'static str,
}

/// All metrics as text.
async fn collect_text(state: &AppState) -> Result<String, ApiError> {
    let mut now = Registry::with_prefix("plumbline");
    collect_process(state, &mut now);
    // If the database is down, the other metrics are all the more important.
    let is_up = collect_database(state, &mut now).await.is_ok();
    register_gauge(&mut now, "database_up", "Whether the database responds", i64::from(is_up));
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
        register_gauge(now, "memory_bytes", "The resident memory of the process", bytes);
    }
    register_gauge(
        now,
        "workers_up",
        "Whether every worker is alive and sends its heartbeats",
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
    now.register("database_connections_idle", "Idle connections to the database", idle);
}

async fn collect_database(state: &AppState, now: &mut Registry) -> DbResult<()> {
    let ms = state.clock.now_ms();
    let bytes = state.db.size_in_bytes().await?;
    register_gauge(now, "database_bytes", "The size of the database", bytes);
    let mut conn = state.db.read().await?;
    let (due, age) = (Family::<LaneLabel, Gauge>::default(), Family::<LaneLabel, Gauge>::default());
    for lane in jobs::list_backlog(&mut conn, ms).await? {
        let label = LaneLabel { lane: lane.lane.as_str() };
        due.get_or_create(&label).set(lane.due);
        let since = lane.since.map_or(0, |since| (ms - since) / SECOND);
        age.get_or_create(&label).set(since);
    }
    now.register("jobs_due", "Jobs that are due, by lane", due);
    now.register("jobs_due_seconds", "How long the oldest due job has been due, by lane", age);
    let given_up = jobs::count_given_up(&mut conn).await?;
    register_gauge(now, "jobs_given_up", "Jobs that failed for good in the last 30 days", given_up);
    let (last_made, last_verified) = (state.backups)(&mut conn, state.config.backup.to.as_ref()).await?;
    let times = [
        ("backup_last_seconds", "When the last backup was made, unix time; 0: never", last_made),
        (
            "backup_proved_seconds",
            "When the last verified backup was made, unix time; 0: never",
            last_verified,
        ),
    ];
    for (name, help, at) in times {
        register_gauge(now, name, help, at.map_or(0, |at| at / SECOND));
    }
    Ok(())
}

// Who may read the metrics: anybody who can reach their separate address, and anybody with the token.

const PATH: &str = "/metrics";

/// The route on the server's main address, if a token is configured. Without a token the response is 404, instead of a
/// page of the web app.
pub fn token_router(state: &AppState) -> Router<AppState> {
    match state.config.metrics.token {
        Some(_) => Router::new().route(PATH, get(respond_with_token)),
        None => Router::new().route(PATH, get(async || ApiError::not_found("Path"))),
    }
}

async fn respond_with_token(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let sent_token = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    let token = state.config.metrics.token.as_deref().unwrap_or_default();
    // The comparison takes the same time wherever the texts differ.
    if token.is_empty() || !bool::from(sent_token.as_bytes().ct_eq(token.as_bytes())) {
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "no_token",
            "Send the token of PLUMBLINE_METRICS_TOKEN as a bearer token.",
        ));
    }
    respond(State(state)).await
}

async fn respond(State(state): State<AppState>) -> Result<Response, ApiError> {
    let text = collect_text(&state).await?;
    Ok(([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response())
}

/// Serves the metrics on a separate address until the server stops. Returns the address and the task.
///
/// # Errors
/// When the address is in use or isn't one of this machine.
pub async fn serve(
    state: AppState,
    address: SocketAddr,
    mut stopped: watch::Receiver<bool>,
) -> std::io::Result<(SocketAddr, JoinHandle<()>)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let router = Router::new().route(PATH, get(respond)).with_state(state);
    let until = async move {
        // An error means that the sender was dropped because the server has ended, so this stops too.
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let task = tokio::spawn(async move {
        let served = axum::serve(listener, router).with_graceful_shutdown(until);
        if let Err(error) = served.await {
            tracing::error!(%error, "the metrics are no longer served");
        }
    });
    Ok((address, task))
}
