//! The services that every handler shares.

use std::ops::Deref;
use std::sync::Arc;

use futures::future::BoxFuture;
use url::Url;

use crate::ai::Ai;
use crate::captcha::Captcha;
use crate::clock::SharedClock;
use crate::config::{Config, Destination};
use crate::db::{Conn, Db, DbResult, WriteCheck};
use crate::error::ApiError;
use crate::files::FileStorage;
use crate::hooks::HookRegistry;
use crate::http::connections::Slots;
use crate::ids::Ids;
use crate::jobs::{JobHandlers, WorkerMonitor};
use crate::limits::Limits;
use crate::live::Hub;
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::passwords::Passwords;
use crate::pdf::Typesetter;
use crate::push::PushService;
use crate::response_cache::ResponseCache;
use crate::secrets::CodeKey;
use crate::stripe::{Billing, CardPayments};
use crate::worker_pool::WorkerPool;

/// The services of the running server, with the hooks of its modules; cheap to clone. Code that writes documents takes
/// this; a hook gets only the services, so that it can't run hooks.
#[derive(Clone)]
pub struct AppState {
    services: Arc<Services>,
    hooks: Arc<HookRegistry>,
}

/// The services to which [`AppState`] points.
pub struct Services {
    /// The configuration with which the server was started.
    pub config: Config,
    /// The address at which people reach the server; links in emails begin with it.
    pub public_url: Url,
    /// The database.
    pub db: Db,
    /// The clock.
    pub clock: SharedClock,
    /// The generator of ids, tokens and codes.
    pub ids: Ids,
    /// The stored pictures and other files.
    pub files: FileStorage,
    /// Delivery of email; modules queue email with [`crate::mail::enqueue`] instead.
    pub mailer: Mailer,
    /// Limits per address and per account.
    pub limits: Limits,
    /// Live updates for open pages.
    pub live: Hub,
    /// Places for WebSockets.
    pub sockets: Arc<Slots>,
    /// The human check.
    pub captcha: Captcha,
    /// The cache of public responses.
    pub response_cache: ResponseCache<String>,
    /// The key for the codes on invoices.
    pub code_key: CodeKey,
    /// The typesetter of PDFs.
    pub typesetter: Typesetter,
    /// The worker pool that decodes and encodes pictures.
    pub pictures: WorkerPool,
    /// The worker pool that reads and checks files of other programs, and makes spreadsheets.
    pub tables: WorkerPool,
    /// The worker pool that makes zip files of documents.
    pub packs: WorkerPool,
    /// Card payments.
    pub card: CardPayments,
    /// The sale of plans.
    pub billing: Billing,
    /// The model that writes job descriptions, if one is configured.
    pub ai: Ai,
    /// Web Push messages to browsers.
    pub push: PushService,
    /// The job handlers.
    pub job_handlers: JobHandlers,
    /// The metrics for a monitoring system.
    pub metrics: Metrics,
    /// The heartbeats of the workers.
    pub worker_monitor: WorkerMonitor,
    /// The check whether the database accepts writes.
    pub write_check: WriteCheck,
    /// The function that deletes expired data.
    pub cleanup: CleanupFn,
    /// The function that returns when backups were made.
    pub backups: LastBackupsFn,
    /// Hashing of passwords.
    pub passwords: Passwords,
}

/// When the last backup was made, and when the last verified one was made at the destination of the nightly backups,
/// both in milliseconds since the epoch.
pub type LastBackupsFn =
    for<'a> fn(&'a mut Conn, Option<&'a Destination>) -> BoxFuture<'a, DbResult<(Option<i64>, Option<i64>)>>;

/// Deletes the expired data of every module.
pub type CleanupFn = for<'a> fn(&'a AppState) -> BoxFuture<'a, Result<(), ApiError>>;

impl AppState {
    /// Puts the services together, with the functions that modules want to be called when something happens.
    #[must_use]
    pub fn new(services: Services, hooks: HookRegistry) -> Self {
        Self { services: Arc::new(services), hooks: Arc::new(hooks) }
    }

    /// The functions that modules want to be called when something happens.
    #[must_use]
    pub fn hooks(&self) -> &HookRegistry {
        &self.hooks
    }

    /// An absolute link: the public address with `path`, which begins with `/`.
    #[must_use]
    pub fn link_to(&self, path: &str) -> String {
        format!("{}{path}", self.public_url.as_str().trim_end_matches('/'))
    }
}

impl Deref for AppState {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}
