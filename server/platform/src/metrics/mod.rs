//! Metrics in Prometheus' text format, never public: they are served on a separate address, or for a token
//! (`serve`).
//!
//! Counters are counted where things happen; the state of the database and the system is read when the metrics are
//! requested (`collect`). No label comes from a request: routes are templates and methods are from a list, so that a
//! stranger can't create series.

mod collect;
mod serve;

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

pub use serve::{serve, token_router};

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
            "Requests that were answered, by method, route and status",
            requests.clone(),
        );
        registry.register("request_seconds", "How long answers took, by route", seconds.clone());
        registry.register(
            "jobs_ended",
            "Jobs that ended, by kind: done, failed (to be tried again or given up) or left to the next start",
            jobs.clone(),
        );
        registry.register("mail_failures", "Tries to deliver a mail that failed", mails.clone());
        Self { registry: Arc::new(registry), requests, seconds, jobs, mails }
    }
}

impl Metrics {
    /// Counts a request and its response.
    pub fn record_request(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let is_this = |known: &&&str| **known == method.as_str();
        let answered = RequestLabels {
            method: METHODS.iter().find(is_this).copied().unwrap_or("other"),
            route: route.to_owned(),
            status: status.as_u16(),
        };
        self.requests.get_or_create(&answered).inc();
        let route = RouteLabel { route: answered.route };
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

    /// Counts an email that was not delivered.
    pub fn record_failed_mail(&self) {
        self.mails.inc();
    }
}
