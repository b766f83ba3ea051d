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

/// What [`AppState`] points at.
pub struct Services {
    /// The configuration that the server was started with.
    pub config: Config,
    /// The address under which people reach the server; links in mails begin with it.
    pub public_url: Url,
    /// The database.
    pub db: Db,
    /// The clock.
    pub clock: SharedClock,
    /// Ids, tokens and codes.
    pub ids: Ids,
    /// Pictures at rest.
    pub files: Files,
    /// Delivery of mail; capabilities queue mail with [`crate::mail::enqueue`] instead.
    pub mailer: Mailer,
    /// Limits per address and per account.
    pub limits: Limits,
    /// Live updates for open pages.
    pub live: Hub,
    /// Places of live sockets.
    pub sockets: Arc<Seats>,
    /// The human check.
    pub captcha: Captcha,
    /// Public answers, ready to send.
    pub ready: Ready<String>,
    /// What vouches for the codes on invoices.
    pub code_key: CodeKey,
    /// PDFs.
    pub typesetter: Typesetter,
    /// Where pictures are made anew.
    pub pictures: Workshop,
    /// Where files of other programs are read and judged, and spreadsheets made.
    pub tables: Workshop,
    /// Where zip files of papers are made.
    pub packs: Workshop,
    /// Card payments.
    pub card: Card,
    /// What the operator sells: plans.
    pub billing: Billing,
    /// The model that writes job descriptions, where there is one.
    pub ai: Ai,
    /// Messages to browsers.
    pub push: Push,
    /// What rooms hang on documents.
    pub hooks: Registry,
    /// Who does the jobs.
    pub duties: Duties,
    /// What a monitoring system reads.
    pub metrics: Metrics,
    /// Whether the workers live.
    pub pulse: Pulse,
    /// Whether the database takes writes.
    pub write_check: WriteCheck,
    /// Clears away what has run out.
    pub tidy: Tidy,
    /// When backups were made.
    pub backups: LastBackups,
    /// Hashing of passwords.
    pub passwords: Passwords,
}

/// When the last backup was made, and the last that proved itself where they are made each night, unix milliseconds.
pub type LastBackups = for<'a> fn(
    &'a mut Conn,
    Option<&'a Destination>,
) -> BoxFuture<'a, DbResult<(Option<i64>, Option<i64>)>>;

/// Clears away what has run out, in every capability.
pub type Tidy = for<'a> fn(&'a AppState) -> BoxFuture<'a, Result<(), ApiError>>;

impl AppState {
    /// Wraps the services.
    #[must_use]
    pub fn new(services: Services) -> Self {
        Self(Arc::new(services))
    }

    /// A link below the public address: `path` begins with `/`.
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
