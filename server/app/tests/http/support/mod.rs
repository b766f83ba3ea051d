//! The test harness: a real server on a free port, with its own folder, database, clock and emails.

pub mod authenticator;
mod client;
mod database;
mod mailbox;
pub mod model;
pub mod peer;
pub mod push;
pub mod s3;
mod statements;
pub mod stripe;

pub use client::{Client, TestResponse};
pub use mailbox::ReceivedEmail;
pub use statements::DatabaseUse;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plumbline::clock::ManualClock;
use plumbline::config::{Config, HashCost};
use plumbline::db::WriteTx;
use plumbline::ids::SystemEntropy;
use plumbline::jobs::JobHandler;
use plumbline::server::Server;
use plumbline::state::AppState;
use serde_json::{Value, json};
use tempfile::TempDir;

/// 2026-11-16T09:00:00Z, a Monday: the time at which every test begins.
pub const START: i64 = 1_794_819_600_000;

/// The password of every account that the harness creates.
pub const PASSWORD: &str = "Plumb1ine!";

/// A transaction of the test's own that other requests have to wait for; rolled back when it is dropped.
pub struct HeldTransaction {
    /// The transaction, with which the test locks something: on PostgreSQL, only what it reads for update or writes is
    /// locked.
    pub tx: WriteTx,
    _under_way: DatabaseUse,
}

/// A running server.
pub struct TestApp {
    /// The clock, which only moves if a test moves it.
    pub clock: Arc<ManualClock>,
    server: Option<Server>,
    config: Config,
    job_handlers: &'static [JobHandler],
    folder: TempDir,
    database: database::TestDatabase,
}

impl TestApp {
    /// Starts a server with an empty database.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// Starts a server with a changed configuration.
    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_with_jobs(&[], change).await
    }

    /// Starts a server after `prepare` has filled its folder and its database.
    pub async fn start_after(change: impl FnOnce(&mut Config), prepare: impl AsyncFnOnce(&Config)) -> Self {
        let database = database::TestDatabase::create_empty().await;
        Self::start_prepared(tempfile::tempdir().expect("a folder"), database, &[], change, prepare).await
    }

    /// Starts a second server on the same database; `None` on SQLite, which has one server.
    pub async fn start_second(&self) -> Option<Self> {
        // Also on SQLite, because the list of such tests is made there.
        statements::mark_concurrent();
        let database = self.database.share()?;
        Some(Self::start_on(database, &[], |_| {}).await)
    }

    /// Starts a server with additional job handlers.
    pub async fn start_with_jobs(duties: &'static [JobHandler], change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = database::TestDatabase::with_tables(folder.path()).await;
        Self::start_prepared(folder, database, duties, change, async |_| {}).await
    }

    /// Starts a second server on the same database, of either kind: two processes can share a SQLite file too, but they
    /// don't get each other's live updates.
    pub async fn start_twin(&self, change: impl FnOnce(&mut Config)) -> Self {
        self.start_twin_with_jobs(&[], change).await
    }

    /// The same with additional job handlers.
    pub async fn start_twin_with_jobs(
        &self,
        duties: &'static [JobHandler],
        change: impl FnOnce(&mut Config),
    ) -> Self {
        statements::mark_concurrent();
        let file = self.folder.path().join("plumbline.db");
        let url = format!("sqlite:{}", file.display());
        let database = self.database.share();
        let database = database.unwrap_or_else(|| database::TestDatabase::borrowed(url));
        let twin = Self::start_on(database, duties, change).await;
        twin.clock.set(plumbline::clock::Clock::now_ms(&*self.clock));
        twin
    }

    /// A server in a folder of its own, on the database of another.
    async fn start_on(
        database: database::TestDatabase,
        duties: &'static [JobHandler],
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::start_prepared(folder, database, duties, change, async |_| {}).await
    }

    async fn start_prepared(
        folder: TempDir,
        database: database::TestDatabase,
        duties: &'static [JobHandler],
        change: impl FnOnce(&mut Config),
        prepare: impl AsyncFnOnce(&Config),
    ) -> Self {
        statements::start_recording();
        let mut config = Config::from_lookup(|name| match name {
            "PLUMBLINE_LISTEN" => Some("127.0.0.1:0".to_owned()),
            "PLUMBLINE_DATA" => Some(folder.path().display().to_string()),
            "DATABASE_URL" => database.url.clone(),
            // A human check that takes no time.
            "PLUMBLINE_CAPTCHA_COST" => Some("20".to_owned()),
            _ => None,
        })
        .expect("a configuration");
        config.background = false;
        config.hash_cost = HashCost::Minimum;
        // A second server has a folder of its own, without the pictures.
        config.expect_data = Some(false);
        config.pdf.program = Some(env!("CARGO_BIN_EXE_plumbline").into());
        // As long as a debug build may take on a machine that does other work too.
        config.pdf.time = Duration::from_secs(120);
        change(&mut config);
        prepare(&config).await;
        let clock = Arc::new(ManualClock::new(START));
        let entropy = Arc::new(SystemEntropy);
        let server = Server::start_with_jobs(config.clone(), clock.clone(), entropy, duties)
            .await
            .expect("the server starts");
        Self { clock, server: Some(server), config, job_handlers: duties, folder, database }
    }

    /// The address at which metrics are served, if they have one of their own.
    pub fn metrics_url(&self) -> Option<String> {
        let address = self.server().metrics_address();
        address.map(|address| format!("http://{address}/metrics"))
    }

    fn server(&self) -> &Server {
        self.server.as_ref().expect("the server runs")
    }

    /// The server's services, for what cannot be seen from outside.
    pub fn state(&self) -> &AppState {
        self.server().state()
    }

    /// An address on the server; `path` begins with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server().address())
    }

    /// A browser in which nobody is signed in.
    pub fn new_client(&self) -> Client {
        let server = self.server();
        Client::new(format!("http://{}", server.address()), server.router())
    }

    /// A browser signed in as a new, verified account with this address.
    pub async fn sign_up(&self, email: &str) -> Client {
        let client = self.new_client();
        self.register(&client, email).await;
        let code = self.newest_code(email).await;
        let body = json!({ "email": email, "code": code });
        client.post("/api/auth/verify-email", &body).await.expect_status(200);
        self.log_in(&client, email).await;
        self.name_business(email, "Sam Taylor").await;
        client
    }

    /// Sets the account's name of the business for documents without a profile, without which nothing can be sent.
    pub async fn name_business(&self, email: &str, name: &str) {
        let _under_way = DatabaseUse::begin_write();
        let mut tx = self.state().db.begin_write().await.expect("a transaction");
        sqlx::query("UPDATE users SET business_name = $1 WHERE email = $2")
            .bind(name)
            .bind(email)
            .execute(&mut *tx)
            .await
            .expect("named");
        tx.commit().await.expect("committed");
    }

    /// Registers an account, which is not verified yet.
    pub async fn register(&self, client: &Client, email: &str) {
        let body = json!({
            "name": "Sam Taylor",
            "email": email,
            "password": PASSWORD,
            "recaptchaToken": client.solve_captcha().await,
        });
        let answer = client.post("/api/auth/register", &body).await.expect_status(201);
        assert_eq!(answer, json!({ "requiresVerification": true }));
    }

    /// Signs in with the harness's password.
    pub async fn log_in(&self, client: &Client, email: &str) -> Value {
        let body = json!({ "username": email, "password": PASSWORD });
        client.post("/api/auth/login", &body).await.expect_status(200)
    }

    /// Begins a write and leaves it open, while the test sends other requests.
    pub async fn begin_write(&self) -> HeldTransaction {
        let under_way = DatabaseUse::begin_write();
        HeldTransaction {
            tx: self.state().db.begin_write().await.expect("a transaction"),
            _under_way: under_way,
        }
    }

    /// Runs all due jobs.
    pub async fn run_jobs(&self) -> usize {
        let _under_way = DatabaseUse::begin_write();
        plumbline::jobs::run_due(self.state()).await.expect("jobs can be read")
    }

    /// All emails to an address, oldest first, after running the due jobs.
    pub async fn receive_emails(&self, to: &str) -> Vec<ReceivedEmail> {
        self.run_jobs().await;
        mailbox::read_mailbox(&self.folder.path().join("mail"), to)
    }

    /// All emails to an address that are delivered already.
    pub fn delivered_emails(&self, to: &str) -> Vec<ReceivedEmail> {
        mailbox::read_mailbox(&self.folder.path().join("mail"), to)
    }

    /// The code in the newest mail to an address.
    pub async fn newest_code(&self, to: &str) -> String {
        let received_emails = self.receive_emails(to).await;
        received_emails.last().expect("a mail").find_code().expect("a code in the mail")
    }

    /// The server's data folder.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Its configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Stops the server; it can be started again.
    pub async fn stop_for_now(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    /// Tries to start the server again; returns the error if it does not start.
    pub async fn try_start_again(&mut self) -> Result<(), String> {
        self.stop_for_now().await;
        let (config, clock) = (self.config.clone(), self.clock.clone());
        let entropy = Arc::new(SystemEntropy);
        let server = Server::start_with_jobs(config, clock, entropy, self.job_handlers).await;
        self.server = Some(server.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Stops the server and starts it again with the same data. Browsers have to be created again, because its address
    /// changes.
    pub async fn restart(&mut self) {
        self.stop_for_now().await;
        let (config, clock) = (self.config.clone(), self.clock.clone());
        let entropy = Arc::new(SystemEntropy);
        let server = Server::start_with_jobs(config, clock, entropy, self.job_handlers).await;
        self.server = Some(server.expect("the server starts again"));
    }

    /// Stops the server like a signal does.
    pub async fn stop(self) {
        self.stop_keeping().await;
    }

    /// Stops the server; its folder exists until the returned value is dropped.
    pub async fn stop_keeping(mut self) -> TempDir {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
        self.folder
    }
}
