//! GET /api/admin/health: what the metrics, the doctor and the backups already know.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::Admin;
use super::store::users;
use super::user::{AdminFailure, list_failures};
use crate::doctor::{self, Finding, Installation, Level};
use plumbline_platform::clock::DAY;
use plumbline_platform::db::{Dialect, migrate};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::jobs;
use plumbline_platform::state::AppState;
use plumbline_records::support::store::queue;
use plumbline_work::backup::store as backups;
use plumbline_work::card::store;

/// The job kinds that send email.
pub(super) const EMAIL_JOBS: [&str; 8] = [
    "mail",
    "document_mail",
    "enclosed_mail",
    "reminder_mail",
    "certificate_mail",
    "customer_notice",
    "customer_copy",
    "payment_receipt",
];

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminHealth {
    /// The program's version.
    version: &'static str,
    /// `SQLite` or `PostgreSQL`.
    database: &'static str,
    /// The number of the newest migration.
    migration: i64,
    /// The findings of the doctor, the most serious first.
    findings: Vec<AdminFinding>,
    /// What is wrong with one of this server's workers; `None` if nothing is.
    worker_fault: Option<String>,
    /// The waiting jobs, by lane.
    lanes: Vec<AdminLane>,
    /// How many jobs failed for good in the last 30 days.
    given_up: i64,
    /// How many of those were emails.
    mails_given_up: i64,
    /// How many attempts to send an email failed since this server started.
    mail_tries_failed: u64,
    /// The latest jobs that failed for good.
    failed: Vec<AdminFailure>,
    /// The events that Stripe sent.
    webhooks: AdminWebhooks,
    /// What is stored.
    storage: AdminStorage,
    /// The latest backups.
    backups: AdminBackups,
    /// How many questions to support are open.
    questions: i64,
}

/// A finding of the doctor.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminFinding {
    /// The name of the check.
    name: &'static str,
    /// `fine`, `warning` or `broken`.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "\"fine\" | \"warning\" | \"broken\""))]
    level: Level,
    /// What was found.
    found: String,
    /// How to fix it; empty if there is nothing to fix.
    mend: String,
}

impl From<Finding> for AdminFinding {
    fn from(it: Finding) -> Self {
        Self { name: it.name, level: it.level, found: it.found, mend: it.fix }
    }
}

/// The waiting jobs of a lane.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminLane {
    /// `urgent`, `ordinary` or `bulk`.
    lane: &'static str,
    /// How many jobs are due.
    due: i64,
    /// Since when the first of them is due, milliseconds since the epoch.
    since: Option<i64>,
}

/// The events that Stripe sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminWebhooks {
    /// Whether this server has keys for Stripe.
    on: bool,
    /// When the last event came, milliseconds since the epoch.
    last_at: Option<i64>,
    /// How many came in the last 24 hours.
    last_day: i64,
    /// How many came before their payment was known, and wait for it.
    waiting: i64,
}

/// What is stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminStorage {
    /// The size of the database in bytes.
    database_bytes: i64,
    /// The number of pictures.
    pictures: i64,
    /// The bytes that count towards the accounts' quotas.
    account_bytes: i64,
}

/// The latest backups.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminBackups {
    /// When the last backup was verified, milliseconds since the epoch.
    proved_at: Option<i64>,
    /// How many documents were calculated again for that.
    documents: i64,
    /// The name of its file.
    name: Option<String>,
    /// What is wrong with the newest backup; empty if nothing is.
    fault: String,
}

/// The state of the server.
#[utoipa::path(get, path = "/api/admin/health", tag = "admin", operation_id = "health",
    responses((status = 200, body = AdminHealth), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub(super) async fn read_health(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<AdminHealth>, ApiError> {
    let installation =
        Installation { config: state.config.clone(), db: Ok(state.db.clone()), clock: state.clock.clone() };
    let mut findings = doctor::run_quick_checks(&installation).await;
    findings.sort_by_key(|it| std::cmp::Reverse(it.level));
    let now = state.clock.now_ms();
    let database_bytes = state.db.size_in_bytes().await?;
    let failed = list_failures(&state).await?;
    let mut conn = state.db.read().await?;
    let lanes = jobs::list_backlog(&mut conn, now).await?;
    let heard = store::load_stats(&mut conn, now - DAY).await?;
    let (pictures, account_bytes) = users::total_storage_used(&mut conn).await?;
    let newest = backups::list_newest(&mut conn, 1).await?.pop();
    let proved = backups::find_last_proved(&mut conn, state.config.backup.to.as_ref()).await?;
    Ok(Json(AdminHealth {
        version: env!("CARGO_PKG_VERSION"),
        database: match state.db.dialect() {
            Dialect::Sqlite => "SQLite",
            Dialect::Postgres => "PostgreSQL",
        },
        migration: migrate::list_known().last().map_or(0, |last| last.version),
        findings: findings.into_iter().map(AdminFinding::from).collect(),
        worker_fault: state.worker_monitor.find_fault(),
        lanes: lanes
            .into_iter()
            .map(|it| AdminLane { lane: it.lane.as_str(), due: it.due, since: it.since })
            .collect(),
        given_up: jobs::count_given_up(&mut conn).await?,
        mails_given_up: jobs::count_given_up_by_kind(&mut conn)
            .await?
            .iter()
            .filter(|(kind, _)| EMAIL_JOBS.contains(&kind.as_str()))
            .map(|(_, count)| count)
            .sum(),
        mail_tries_failed: state.metrics.failed_mail_count(),
        failed,
        webhooks: AdminWebhooks {
            on: state.card.is_on() || state.billing.is_on(),
            last_at: heard.last,
            last_day: heard.since,
            waiting: heard.waiting,
        },
        storage: AdminStorage { database_bytes, pictures, account_bytes },
        backups: AdminBackups {
            proved_at: proved.as_ref().and_then(|row| row.proved_at),
            documents: proved.as_ref().map_or(0, |row| row.documents),
            name: proved.map(|row| row.name),
            fault: newest.map(|row| row.fault).unwrap_or_default(),
        },
        questions: queue::count_open(&mut conn).await?,
    }))
}
