//! Starting and stopping: creating the services, listening, and finishing requests and jobs before a stop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::Url;

use crate::app::router;
use crate::first_start;
use plumbline_platform::ai::Ai;
use plumbline_platform::captcha::Captcha;
use plumbline_platform::clock::SharedClock;
use plumbline_platform::config::{Config, Destination};
use plumbline_platform::db::{Conn, Db, DbResult, WriteCheck, sqlite_path};
use plumbline_platform::error::{ApiError, BoxError};
use plumbline_platform::files::{self, FileStorage};
use plumbline_platform::hooks::HookRegistry;
use plumbline_platform::http::connections::{self, Slots};
use plumbline_platform::ids::{Entropy, Ids};
use plumbline_platform::jobs::{DuplicateJobKind, JobHandler, JobHandlers, WorkerMonitor, Workers};
use plumbline_platform::limits::Limits;
use plumbline_platform::live::Hub;
use plumbline_platform::mail::Mailer;
use plumbline_platform::metrics::{self, Metrics};
use plumbline_platform::passwords::Passwords;
use plumbline_platform::pdf::Typesetter;
use plumbline_platform::push::PushService;
use plumbline_platform::response_cache::ResponseCache;
use plumbline_platform::secrets::CodeKey;
use plumbline_platform::state::{AppState, Services};
use plumbline_platform::stripe::{Billing, CardPayments};
use plumbline_platform::{data_folder, table_import, zip_stream};
use plumbline_records::documents::summary;
use plumbline_records::plans;
use plumbline_work::backup::restore::folder_in_use;
use plumbline_work::{backup, card};

/// How long a server that stops waits for the requests in progress.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address can't be listened on.
    #[error("{variable}: cannot listen on {address}: {cause}")]
    Listen {
        /// The setting that names it.
        variable: &'static str,
        /// The address.
        address: SocketAddr,
        /// The system's error.
        cause: std::io::Error,
    },
    /// A service could not be built.
    #[error(transparent)]
    Service(BoxError),
}

fn to_start_error(error: impl Into<BoxError>) -> StartError {
    StartError::Service(error.into())
}

/// Builds the services without listening, for commands and for [`Server::start`].
///
/// # Errors
/// A sentence that says what is wrong.
pub async fn build_services(
    config: Config,
    public_url: Url,
    clock: SharedClock,
    entropy: Arc<dyn Entropy>,
) -> Result<AppState, StartError> {
    build_services_with_jobs(config, public_url, (clock, entropy), &[]).await
}

/// The same with additional job handlers.
async fn build_services_with_jobs(
    config: Config,
    public_url: Url,
    (clock, entropy): (SharedClock, Arc<dyn Entropy>),
    more: &[JobHandler],
) -> Result<AppState, StartError> {
    let database = config.database_url.as_deref().and_then(sqlite_path);
    data_folder::make_private(&config.data, database.as_deref());
    first_start::check_database(&config).await.map_err(to_start_error)?;
    let ids = Ids::new(clock.clone(), entropy);
    let db = Db::open(config.database_url.as_deref(), &config.data, config.db_connections)
        .await
        .map_err(to_start_error)?;
    first_start::check_pictures(&config, &db).await.map_err(to_start_error)?;
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let passwords = Passwords::new(ids.clone(), threads, config.hash_cost);
    let services = Services {
        live: Hub::start(&db),
        // Half of all connections, so that pages can still be read while all sockets are in use.
        sockets: Slots::new(connections::max_connections(&config.connections) / 2),
        files: FileStorage::open(&config.data.join("files")).map_err(to_start_error)?,
        mailer: Mailer::new(&config, clock.clone()).map_err(to_start_error)?,
        limits: Limits::new(clock.clone(), db.clone(), config.limit_factor),
        captcha: Captcha::new(&config.captcha, db.clone(), clock.clone(), ids.clone())
            .await
            .map_err(to_start_error)?,
        response_cache: ResponseCache::default(),
        code_key: CodeKey::open(&db, &ids, clock.now_ms()).await.map_err(to_start_error)?,
        typesetter: Typesetter::new(&config.pdf),
        pictures: files::new_worker_pool(),
        tables: table_import::new_worker_pool(),
        packs: zip_stream::new_worker_pool(),
        card: CardPayments::new(config.stripe.as_ref()).map_err(to_start_error)?,
        billing: Billing::new(config.stripe.as_ref()).map_err(to_start_error)?,
        ai: Ai::new(config.ai.as_ref()).map_err(to_start_error)?,
        push: PushService::open(&config, &public_url, (&db, &ids), clock.now_ms())
            .await
            .map_err(to_start_error)?,
        job_handlers: self::job_handlers(more).map_err(to_start_error)?,
        worker_monitor: WorkerMonitor::new(clock.clone()),
        write_check: WriteCheck::default(),
        cleanup: |state| Box::pin(delete_expired(state)),
        backups: |conn, to| Box::pin(find_last_backups(conn, to)),
        metrics: Metrics::default(),
        passwords,
        public_url,
        db,
        clock,
        ids,
        config,
    };
    let state = AppState::new(services, self::hooks());
    // The lists of an existing database are completed before anybody requests one.
    summary::fill_missing_summaries(&state)
        .await
        .map_err(|error| to_start_error(format!("the lists of documents cannot be written: {error:?}")))?;
    fill_search_words(&state.db)
        .await
        .map_err(|error| to_start_error(format!("what is searched cannot be written: {error}")))?;
    Ok(state)
}

/// Fills in the search words of contacts, items and expenses in an existing database.
async fn fill_search_words(db: &Db) -> DbResult<()> {
    plumbline_records::contacts::store::fill_search_words(db).await?;
    plumbline_records::items::store::fill_search_words(db).await?;
    plumbline_records::expenses::store::fill_search_words(db).await
}

/// Makes business profiles name their card accounts if this server has keys for Stripe.
async fn update_card_profiles(state: &AppState) -> DbResult<()> {
    let mut tx = state.db.begin_write().await?;
    card::store::accounts::update_all_profiles(&mut tx, state.card.is_on()).await?;
    tx.commit().await
}

/// A running server.
pub struct Server {
    address: SocketAddr,
    state: AppState,
    router: Router,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    workers: Option<Workers>,
    /// The address at which metrics are served, if they have one of their own.
    metrics: Option<(SocketAddr, JoinHandle<()>)>,
    /// Locked so that nobody restores a backup meanwhile.
    lock: data_folder::FolderLock,
}

impl Server {
    /// Opens the database, listens and serves requests.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub async fn start(
        config: Config,
        clock: SharedClock,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, StartError> {
        Self::start_with_jobs(config, clock, entropy, &[]).await
    }

    /// The same with additional job handlers, which some tests have.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub async fn start_with_jobs(
        config: Config,
        clock: SharedClock,
        entropy: Arc<dyn Entropy>,
        more: &[JobHandler],
    ) -> Result<Self, StartError> {
        let unheard =
            |cause| StartError::Listen { variable: "PLUMBLINE_LISTEN", address: config.listen, cause };
        let listener = TcpListener::bind(config.listen).await.map_err(unheard)?;
        let address = listener.local_addr().map_err(unheard)?;
        let public_url = match &config.public_url {
            Some(url) => url.clone(),
            None => Url::parse(&format!("http://{address}")).map_err(to_start_error)?,
        };
        let background = config.background;
        // Locked before anything is opened that a restore may be replacing.
        let in_use = data_folder::lock_shared(&folder_in_use(&config)).map_err(to_start_error)?;
        let in_use = in_use.ok_or_else(|| to_start_error("a restore is going on in the data folder"))?;
        let state = build_services_with_jobs(config, public_url, (clock, entropy), more).await?;
        plans::prepare_on_start(&state)
            .await
            .map_err(|error| to_start_error(format!("plans cannot be begun: {error:?}")))?;
        update_card_profiles(&state).await.map_err(to_start_error)?;
        backup::schedule::schedule_next(&state)
            .await
            .map_err(|error| to_start_error(format!("the next backup cannot be planned: {error:?}")))?;
        if let Some(folder) = state.mailer.folder() {
            tracing::warn!(
                "SMTP_URL is not set: no mail leaves this server, each is written to {}",
                folder.display()
            );
        }
        let (stop, stopped) = watch::channel(false);
        let metrics = match state.config.metrics.listen {
            None => None,
            Some(address) => {
                let unheard =
                    |cause| StartError::Listen { variable: "PLUMBLINE_METRICS_LISTEN", address, cause };
                let served = metrics::serve(state.clone(), address, stopped.clone()).await;
                Some(served.map_err(unheard)?)
            }
        };
        let router = router(state.clone());
        let config = state.config.clone();
        let serving = tokio::spawn(connections::serve(listener, router.clone(), config, stopped));
        let workers = background.then(|| Workers::start(&state));
        Ok(Self { address, state, router, stop, serving, workers, metrics, lock: in_use })
    }

    /// The address at which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address at which metrics are served, if they have one of their own.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|(address, _)| *address)
    }

    /// The router, for requests without a connection, as tests make them.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// The server's services.
    #[must_use]
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Accepts no more requests, waits for requests in progress and due jobs, and closes the database.
    pub async fn stop(mut self) {
        // The receiver belongs to the serving task; if it is gone, that has stopped.
        let _ = self.stop.send(true);
        self.state.live.close();
        match tokio::time::timeout(DRAIN_LIMIT, &mut self.serving).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "serving ended badly"),
            Err(_) => {
                tracing::warn!("some requests did not finish in time and were dropped");
                self.serving.abort();
            }
        }
        if let Some(workers) = self.workers {
            workers.stop().await;
        }
        if let Some((_, metrics)) = self.metrics {
            // A client of the metrics that doesn't disconnect is not waited for.
            metrics.abort();
        }
        self.state.db.close().await;
        drop(self.lock);
    }
}

// Background work: every capability's hooks and job handlers, and cleaning up.

/// All job handlers, each from the capability that it belongs to, and `more`.
///
/// # Errors
/// If two handlers have the same job kind.
pub fn job_handlers(more: &[JobHandler]) -> Result<JobHandlers, DuplicateJobKind> {
    let all = [
        plumbline_platform::mail::JOB_HANDLERS,
        plumbline_platform::push::JOB_HANDLERS,
        plumbline_platform::files::JOB_HANDLERS,
        crate::accounts::JOB_HANDLERS,
        plumbline_records::contacts::JOB_HANDLERS,
        plumbline_records::profiles::bank::JOB_HANDLERS,
        plumbline_work::emails::JOB_HANDLERS,
        plumbline_work::batches::JOB_HANDLERS,
        plumbline_work::quotes::JOB_HANDLERS,
        plumbline_records::expenses::JOB_HANDLERS,
        plumbline_work::recurring::JOB_HANDLERS,
        plumbline_work::card::JOB_HANDLERS,
        plumbline_work::chasing::JOB_HANDLERS,
        plumbline_records::plans::JOB_HANDLERS,
        plumbline_records::ad_conversions::JOB_HANDLERS,
        plumbline_work::backup::JOB_HANDLERS,
        more,
    ];
    JobHandlers::new(all.into_iter().flatten().copied())
}

/// All hooks, each from the module that reacts to a change. Their order doesn't matter.
#[must_use]
pub fn hooks() -> HookRegistry {
    HookRegistry::new([plumbline_work::card::HOOKS, plumbline_work::chasing::HOOKS])
}

/// When the last backup was made, and when the last verified one at the nightly destination was made, unix
/// milliseconds.
pub async fn find_last_backups(
    conn: &mut Conn,
    to: Option<&Destination>,
) -> DbResult<(Option<i64>, Option<i64>)> {
    let proved = plumbline_work::backup::store::find_last_proved(conn, to).await?;
    let made = plumbline_work::backup::store::list_newest(conn, 1).await?;
    let at = |row: &plumbline_work::backup::store::BackupRow| row.made_at;
    // A failed backup has no name.
    let made = made.iter().find(|row| !row.name.is_empty()).or(proved.as_ref());
    Ok((made.map(at), proved.as_ref().map(at)))
}

/// Deletes what has expired.
pub async fn delete_expired(state: &AppState) -> Result<(), ApiError> {
    state.limits.prune();
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    plumbline_platform::sessions::store::delete_ended(&mut tx, now).await?;
    plumbline_platform::idempotency::delete_old(&mut tx, now).await?;
    plumbline_platform::attempts::delete_old(&mut tx, now).await?;
    plumbline_platform::limits::delete_old(&mut tx, now).await?;
    plumbline_platform::captcha::delete_old(&mut tx, now).await?;
    plumbline_platform::jobs::delete_old(&mut tx, now).await?;
    crate::accounts::delete_old(&mut tx, now).await?;
    plumbline_work::emails::delete_old(&mut tx, now).await?;
    plumbline_work::batches::delete_old(&mut tx, now).await?;
    plumbline_work::card::store::delete_old(&mut tx, now).await?;
    plumbline_records::notifications::delete_old(&mut tx, now).await?;
    crate::accounts::tidy_exports(state, &mut tx).await?;
    tx.commit().await?;
    Ok(())
}
