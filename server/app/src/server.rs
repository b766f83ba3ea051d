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
use crate::background;
use crate::first_start;
use plumbline_platform::ai::Ai;
use plumbline_platform::captcha::Captcha;
use plumbline_platform::clock::SharedClock;
use plumbline_platform::config::Config;
use plumbline_platform::data_folder;
use plumbline_platform::db::{Db, DbResult, WriteCheck, sqlite_path};
use plumbline_platform::error::BoxError;
use plumbline_platform::files::{self, Files};
use plumbline_platform::http::connections::{self, Seats};
use plumbline_platform::ids::{Entropy, Ids};
use plumbline_platform::jobs::{Duty, Pulse, Workers};
use plumbline_platform::limits::Limits;
use plumbline_platform::live::Hub;
use plumbline_platform::mail::Mailer;
use plumbline_platform::metrics::{self, Metrics};
use plumbline_platform::passwords::Passwords;
use plumbline_platform::pdf::Typesetter;
use plumbline_platform::push::Push;
use plumbline_platform::ready::Ready;
use plumbline_platform::secrets::CodeKey;
use plumbline_platform::sheets;
use plumbline_platform::state::{AppState, Services};
use plumbline_platform::stripe::{Billing, Card};
use plumbline_platform::zipped;
use plumbline_records::documents::summary;
use plumbline_records::plans;
use plumbline_work::backup::{self, restore::folder_in_use};
use plumbline_work::card;

/// How long a stopping server waits for the requests it is answering.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is taken or not ours.
    #[error("{variable}: cannot listen on {address}: {cause}")]
    Listen {
        /// Which setting names it.
        variable: &'static str,
        /// The address asked for.
        address: SocketAddr,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A service could not be set up.
    #[error(transparent)]
    Service(BoxError),
}

fn service(error: impl Into<BoxError>) -> StartError {
    StartError::Service(error.into())
}

/// Sets up the services without listening: for commands, and inside [`Server::start`].
///
/// # Errors
/// Says in a sentence what is in the way.
pub async fn services(
    config: Config,
    public_url: Url,
    clock: SharedClock,
    entropy: Arc<dyn Entropy>,
) -> Result<AppState, StartError> {
    services_doing(config, public_url, (clock, entropy), &[]).await
}

/// The same, with further kinds of jobs.
async fn services_doing(
    config: Config,
    public_url: Url,
    (clock, entropy): (SharedClock, Arc<dyn Entropy>),
    more: &[Duty],
) -> Result<AppState, StartError> {
    let database = config.database_url.as_deref().and_then(sqlite_path);
    data_folder::keep_private(&config.data, database.as_deref());
    first_start::check(&config).await.map_err(service)?;
    let ids = Ids::new(clock.clone(), entropy);
    let db = Db::open(
        config.database_url.as_deref(),
        &config.data,
        config.db_connections,
    )
    .await
    .map_err(service)?;
    first_start::check_pictures(&config, &db)
        .await
        .map_err(service)?;
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let passwords = Passwords::new(ids.clone(), threads, config.hash_cost);
    let state = AppState::new(Services {
        live: Hub::start(&db),
        // Half of all connections: pages can be read while every socket is taken.
        sockets: Seats::new(connections::most(&config.connections) / 2),
        files: Files::open(&config.data.join("files")).map_err(service)?,
        mailer: Mailer::new(&config, clock.clone()).map_err(service)?,
        limits: Limits::new(clock.clone(), db.clone(), config.limit_factor),
        captcha: Captcha::new(&config.captcha, db.clone(), clock.clone(), ids.clone())
            .await
            .map_err(service)?,
        ready: Ready::default(),
        code_key: CodeKey::open(&db, &ids, clock.now_ms())
            .await
            .map_err(service)?,
        typesetter: Typesetter::new(&config.pdf),
        pictures: files::workshop(),
        tables: sheets::workshop(),
        packs: zipped::workshop(),
        card: Card::new(config.stripe.as_ref()).map_err(service)?,
        billing: Billing::new(config.stripe.as_ref()).map_err(service)?,
        ai: Ai::new(config.ai.as_ref()).map_err(service)?,
        push: Push::open(&config, &public_url, (&db, &ids), clock.now_ms())
            .await
            .map_err(service)?,
        hooks: background::hooks(),
        duties: background::duties(more).map_err(service)?,
        pulse: Pulse::new(clock.clone()),
        write_check: WriteCheck::default(),
        tidy: |state| Box::pin(background::tidy(state)),
        backups: |conn, to| Box::pin(background::last_backups(conn, to)),
        metrics: Metrics::default(),
        passwords,
        public_url,
        db,
        clock,
        ids,
        config,
    });
    // Lists of an existing database are whole before anybody asks for one.
    summary::fill_all(&state).await.map_err(|error| {
        service(format!(
            "the lists of documents cannot be written: {error:?}"
        ))
    })?;
    fill_words(&state.db)
        .await
        .map_err(|error| service(format!("what is searched cannot be written: {error}")))?;
    Ok(state)
}

/// Contacts and items of an existing database are found by their words.
async fn fill_words(db: &Db) -> DbResult<()> {
    plumbline_records::contacts::store::fill_words(db).await?;
    plumbline_records::items::store::fill_words(db).await
}

/// Profiles name their card accounts while this server has keys.
async fn put_cards_in_use(state: &AppState) -> DbResult<()> {
    let mut tx = state.db.begin_write().await?;
    card::store::accounts::put_all_in_use(&mut tx, state.card.is_on()).await?;
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
    /// Where the figures are served, where they have an address of their own.
    metrics: Option<(SocketAddr, JoinHandle<()>)>,
    /// Held so that nobody restores under it.
    in_use: data_folder::Locked,
}

impl Server {
    /// Listens, opens the database, and serves.
    ///
    /// # Errors
    /// Says in a sentence what is in the way.
    pub async fn start(
        config: Config,
        clock: SharedClock,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, StartError> {
        Self::start_doing(config, clock, entropy, &[]).await
    }

    /// The same, with kinds of jobs beside those of the house; tests have some.
    ///
    /// # Errors
    /// Says in a sentence what is in the way.
    pub async fn start_doing(
        config: Config,
        clock: SharedClock,
        entropy: Arc<dyn Entropy>,
        more: &[Duty],
    ) -> Result<Self, StartError> {
        let unheard = |cause| StartError::Listen {
            variable: "PLUMBLINE_LISTEN",
            address: config.listen,
            cause,
        };
        let listener = TcpListener::bind(config.listen).await.map_err(unheard)?;
        let address = listener.local_addr().map_err(unheard)?;
        let public_url = match &config.public_url {
            Some(url) => url.clone(),
            None => Url::parse(&format!("http://{address}")).map_err(service)?,
        };
        let background = config.background;
        // Before anything is opened that a restore may be replacing.
        let in_use = data_folder::use_it(&folder_in_use(&config)).map_err(service)?;
        let in_use = in_use.ok_or_else(|| service("a restore is going on in the data folder"))?;
        let state = services_doing(config, public_url, (clock, entropy), more).await?;
        plans::start(&state)
            .await
            .map_err(|error| service(format!("plans cannot be begun: {error:?}")))?;
        put_cards_in_use(&state).await.map_err(service)?;
        backup::schedule::plan(&state)
            .await
            .map_err(|error| service(format!("the next backup cannot be planned: {error:?}")))?;
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
                let unheard = |cause| StartError::Listen {
                    variable: "PLUMBLINE_METRICS_LISTEN",
                    address,
                    cause,
                };
                let served = metrics::listen(state.clone(), address, stopped.clone()).await;
                Some(served.map_err(unheard)?)
            }
        };
        let router = router(state.clone());
        let config = state.config.clone();
        let serving = tokio::spawn(connections::serve(
            listener,
            router.clone(),
            config,
            stopped,
        ));
        let workers = background.then(|| Workers::start(&state));
        Ok(Self {
            address,
            state,
            router,
            stop,
            serving,
            workers,
            metrics,
            in_use,
        })
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it serves its figures, where they have an address of their own.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|(address, _)| *address)
    }

    /// What answers the requests, for those that come without a connection: tests make theirs so.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// The server's services.
    #[must_use]
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Takes no more requests, lets those at hand and the due jobs finish, and closes the database.
    pub async fn stop(mut self) {
        // The receiver lives in the serving task: if it is gone, it has stopped.
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
            // A reader that does not hang up is none to wait for.
            metrics.abort();
        }
        self.state.db.close().await;
        drop(self.in_use);
    }
}
