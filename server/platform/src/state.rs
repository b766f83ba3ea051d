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
use crate::files::Files;
use crate::hooks::Registry;
use crate::http::connections::Seats;
use crate::ids::Ids;
use crate::jobs::{Duties, Pulse};
use crate::limits::Limits;
use crate::live::Hub;
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::passwords::Passwords;
use crate::pdf::Typesetter;
use crate::push::Push;
use crate::ready::Ready;
use crate::secrets::CodeKey;
use crate::stripe::{Billing, Card};
use crate::workshop::Workshop;

/// The services of the running server; cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Services>);

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
    pub files: Files,
    /// Delivery of email; modules queue email with [`crate::mail::enqueue`] instead.
    pub mailer: Mailer,
    /// Limits per address and per account.
    pub limits: Limits,
    /// Live updates for open pages.
    pub live: Hub,
    /// Places for WebSockets.
    pub sockets: Arc<Seats>,
    /// The human check.
    pub captcha: Captcha,
    /// The cache of public responses.
    pub ready: Ready<String>,
    /// The key for the codes on invoices.
    pub code_key: CodeKey,
    /// The typesetter of PDFs.
    pub typesetter: Typesetter,
    /// The worker pool that decodes and encodes pictures.
    pub pictures: Workshop,
    /// The worker pool that reads and checks files of other programs, and makes spreadsheets.
    pub tables: Workshop,
    /// The worker pool that makes zip files of documents.
    pub packs: Workshop,
    /// Card payments.
    pub card: Card,
    /// The sale of plans.
    pub billing: Billing,
    /// The model that writes job descriptions, if one is configured.
    pub ai: Ai,
    /// Web Push messages to browsers.
    pub push: Push,
    /// The functions that modules want to be called when something happens.
    pub hooks: Registry,
    /// The job handlers.
    pub duties: Duties,
    /// The metrics for a monitoring system.
    pub metrics: Metrics,
    /// The heartbeats of the workers.
    pub pulse: Pulse,
    /// The check whether the database accepts writes.
    pub write_check: WriteCheck,
    /// The function that deletes expired data.
    pub tidy: Tidy,
    /// The function that returns when backups were made.
    pub backups: LastBackups,
    /// Hashing of passwords.
    pub passwords: Passwords,
}

/// When the last backup was made, and when the last verified one was made at the destination of the nightly backups,
/// both in milliseconds since the epoch.
pub type LastBackups = for<'a> fn(
    &'a mut Conn,
    Option<&'a Destination>,
) -> BoxFuture<'a, DbResult<(Option<i64>, Option<i64>)>>;

/// Deletes the expired data of every module.
pub type Tidy = for<'a> fn(&'a AppState) -> BoxFuture<'a, Result<(), ApiError>>;

impl AppState {
    /// Puts the services together.
    #[must_use]
    pub fn new(services: Services) -> Self {
        Self(Arc::new(services))
    }

    /// An absolute link: the public address with `path`, which begins with `/`.
    #[must_use]
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url.as_str().trim_end_matches('/'))
    }
}

impl Deref for AppState {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.0
    }
}
