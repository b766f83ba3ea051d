//! The server that is measured: a process of its own, on one core if the system can bind it to one.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use url::Url;

const VARIABLE: &str = "TEST_DATABASE_URL";

/// Where the data is stored.
pub struct Place {
    folder: PathBuf,
    /// A database made for this run, and the server it is on.
    postgres: Option<(String, Url)>,
}

impl Place {
    /// A file in a folder of its own.
    pub fn sqlite() -> Self {
        let name = format!("plumbline-lists-{}", std::process::id());
        Self { folder: std::env::temp_dir().join(name), postgres: None }
    }

    /// A new database, if there is a PostgreSQL server.
    pub async fn postgres() -> Option<Self> {
        let host: Url = std::env::var(VARIABLE).ok()?.parse().expect("an address");
        let name = format!("bench_{}", std::process::id());
        let mut conn = PgConnection::connect(host.as_str()).await.expect("PostgreSQL");
        let sql = format!("CREATE DATABASE {name}");
        conn.execute(AssertSqlSafe(sql)).await.expect("a database");
        Some(Self { postgres: Some((name, host)), ..Self::sqlite() })
    }

    pub fn name(&self) -> &'static str {
        match self.postgres {
            Some(_) => "PostgreSQL",
            None => "SQLite",
        }
    }

    /// The address of the PostgreSQL database; `None` if the data is in a SQLite file.
    pub fn url(&self) -> Option<Url> {
        let (name, host) = self.postgres.as_ref()?;
        let mut url = host.clone();
        url.set_path(name);
        Some(url)
    }

    /// Makes PostgreSQL collect its statistics, which it otherwise does only after some time.
    pub async fn count_rows(&self) {
        let Some(url) = self.url() else { return };
        let mut conn = PgConnection::connect(url.as_str()).await.expect("PostgreSQL");
        conn.execute("ANALYZE").await.expect("its statistics");
    }

    /// Removes the data.
    pub async fn leave(self) {
        std::fs::remove_dir_all(&self.folder).expect("the folder goes");
        if let Some((name, host)) = self.postgres {
            let mut conn = PgConnection::connect(host.as_str()).await.expect("PostgreSQL");
            let sql = format!("DROP DATABASE {name} WITH (FORCE)");
            conn.execute(AssertSqlSafe(sql)).await.expect("dropped");
        }
    }

    fn command(&self, pinned: bool, what: &str) -> Command {
        let server = env!("CARGO_BIN_EXE_plumbline");
        let mut command = if pinned {
            let mut taskset = Command::new("taskset");
            taskset.args(["--cpu-list", "0", server]);
            taskset
        } else {
            Command::new(server)
        };
        command
            .arg(what)
            .env("PLUMBLINE_LISTEN", "127.0.0.1:0")
            .env("PLUMBLINE_DATA", &self.folder)
            .env("PLUMBLINE_CAPTCHA", "off")
            .env("PLUMBLINE_LIMIT_FACTOR", "1000")
            .env("TOKIO_WORKER_THREADS", "1")
            .env_remove("DATABASE_URL")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(url) = self.url() {
            command.env("DATABASE_URL", url.as_str());
        }
        command
    }
}

/// A running server with the demo business.
pub struct Running {
    child: Child,
    pub address: String,
}

impl Running {
    pub fn start(place: &Place) -> Self {
        let demo = place.command(false, "demo").status().expect("a business");
        assert!(demo.success(), "the business is made");
        let pinned = Command::new("taskset").arg("--version").output().is_ok();
        if !pinned {
            println!("  (no taskset here: one thread for requests, the database has its own)");
        }
        let mut child = place.command(pinned, "serve").spawn().expect("the server starts");
        let out = child.stdout.take().expect("standard output");
        let line = BufReader::new(out).lines().next();
        let line = line.expect("a line").expect("a text");
        let (_, address) = line.rsplit_once("http://").expect("an address");
        Self { address: address.to_owned(), child }
    }

    /// The memory of the process in millions of bytes: its own, and including the pages of the program's file, which
    /// the system drops when it needs them. 0 if the system does not report it.
    pub fn memory(&self) -> (f64, f64) {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let of = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kb = line.and_then(|line| line.split_whitespace().next());
            kb.and_then(|kb| kb.parse::<f64>().ok()).unwrap_or_default() * 1024.0 / 1e6
        };
        (of("RssAnon:"), of("VmRSS:"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The data is not needed any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
