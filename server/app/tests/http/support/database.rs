//! The database of one test: a file in the test's folder on SQLite, or a database of its own on PostgreSQL. Its tables
//! are copied from a template, which the first test that needs it makes, because the migrations take longer than most
//! tests.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::UNIX_EPOCH;

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

/// The environment variable with the address of a PostgreSQL server on which the tests may create databases.
const VARIABLE: &str = "TEST_DATABASE_URL";

pub struct TestDatabase {
    /// The address for the server under test; `None` is SQLite.
    pub url: Option<String>,
    /// Empty if another `TestDatabase` removes the database.
    name: String,
}

impl TestDatabase {
    /// An empty database, without tables.
    pub async fn create_empty() -> Self {
        Self::create_on_server("").await
    }

    /// A database with the current tables; on SQLite its file is in `folder`.
    pub async fn with_tables(folder: &Path) -> Self {
        let Some(host) = postgres_host() else {
            let template = template_file();
            fs::copy(template, folder.join(FILE)).expect("a copy of the template");
            return Self::create_on_server("").await;
        };
        let template = template_database(&host).await;
        // Since version 15, copying writes each page to the log by default, which takes twice as long.
        let sql = "SELECT current_setting('server_version_num')::int >= 150000";
        let by_log: bool =
            sqlx::query_scalar(sql).fetch_one(&mut connect_to_host(&host).await).await.expect("a version");
        let strategy = if by_log { "STRATEGY FILE_COPY" } else { "" };
        Self::create_on_server(&format!("TEMPLATE {template} {strategy}")).await
    }

    async fn create_on_server(options: &str) -> Self {
        let Some(host) = postgres_host() else {
            return Self { url: None, name: String::new() };
        };
        let name = format!("test_{}", uuid::Uuid::new_v4().simple());
        let mut conn = connect_to_host(&host).await;
        conn.execute(AssertSqlSafe(format!("CREATE DATABASE {name} {options}"))).await.expect("a database");
        let mut url = host;
        url.set_path(&name);
        Self { url: Some(url.to_string()), name }
    }

    /// The same database for a second server; the first one removes it.
    pub fn share(&self) -> Option<Self> {
        self.url.clone().map(|url| Self { url: Some(url), name: String::new() })
    }

    /// A database that another `TestDatabase` removes.
    pub fn borrowed(url: String) -> Self {
        Self { url: Some(url), name: String::new() }
    }
}

impl Drop for TestDatabase {
    /// Removes the database, on another thread because this one is blocked meanwhile. If a thousand databases
    /// remained until their cluster is removed, they would take twelve gigabytes.
    fn drop(&mut self) {
        let name = std::mem::take(&mut self.name);
        let Some(host) = postgres_host().filter(|_| !name.is_empty()) else {
            return;
        };
        let remove = async move {
            let sql = format!("DROP DATABASE {name} WITH (FORCE)");
            let mut conn = PgConnection::connect(host.as_str()).await?;
            conn.execute(AssertSqlSafe(sql)).await.map(drop)
        };
        let removed = std::thread::spawn(|| {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(remove)
        });
        let removed = removed.join().expect("the thread doesn't panic");
        // A failing test reports its own reason.
        if !std::thread::panicking() {
            removed.expect("dropped");
        }
    }
}

/// The name of the SQLite file in a server's data folder.
const FILE: &str = "plumbline.db";

/// The file that the tests of this build copy, made by the first of them.
fn template_file() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates");
    fs::create_dir_all(&folder).expect("a folder for templates");
    let lock = File::create(folder.join("lock")).expect("a file to lock");
    lock.lock().expect("the lock");
    let template = folder.join(format!("{}.db", *BUILD));
    if !template.exists() {
        // Remove the files of earlier builds.
        for old in fs::read_dir(&folder).expect("the folder").flatten() {
            let is_template = old.path().extension().is_some_and(|it| it == "db");
            if is_template {
                fs::remove_file(old.path()).expect("an old template is removed");
            }
        }
        let making = tempfile::tempdir_in(&folder).expect("a folder");
        migrate_template(making.path(), None);
        assert!(!making.path().join(format!("{FILE}-wal")).exists());
        fs::rename(making.path().join(FILE), &template).expect("a template");
    }
    template
}

/// The database on this server that the tests of this build copy, made by the first of them.
async fn template_database(host: &url::Url) -> String {
    let (name, making) = (format!("template_{}", *BUILD), format!("making_{}", *BUILD));
    let mut conn = connect_to_host(host).await;
    conn.execute("SELECT pg_advisory_lock(71401)").await.expect("the lock");
    let is_there = sqlx::query("SELECT 1 FROM pg_database WHERE datname = $1").bind(&name);
    if is_there.fetch_optional(&mut conn).await.expect("an answer").is_none() {
        let run = async |conn: &mut PgConnection, sql: String| {
            conn.execute(AssertSqlSafe(sql)).await.expect("done");
        };
        run(&mut conn, format!("DROP DATABASE IF EXISTS {making}")).await;
        run(&mut conn, format!("CREATE DATABASE {making}")).await;
        let mut url = host.clone();
        url.set_path(&making);
        let folder = tempfile::tempdir().expect("a folder");
        migrate_template(folder.path(), Some(&url));
        run(&mut conn, format!("ALTER DATABASE {making} RENAME TO {name}")).await;
    }
    // Closing the connection releases the lock.
    conn.close().await.expect("closed");
    name
}

/// Creates the tables, in another process, so that no session stays open.
fn migrate_template(data: &Path, url: Option<&url::Url>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    program.arg("migrate").env("PLUMBLINE_DATA", data);
    match url {
        Some(url) => program.env("DATABASE_URL", url.as_str()),
        None => program.env_remove("DATABASE_URL"),
    };
    let ended = program.output().expect("the program runs");
    assert!(ended.status.success(), "{ended:?}");
}

/// Identifies this build of the tests, because another build may have other tables. It is read once, at the first test,
/// because the next build may replace the file while the tests of this one run.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let metadata = std::env::current_exe().and_then(fs::metadata).expect("this program");
    let changed = metadata.modified().expect("a time");
    let changed = changed.duration_since(UNIX_EPOCH).expect("after the epoch");
    format!("{}_{}", changed.as_nanos(), metadata.len())
});

async fn connect_to_host(host: &url::Url) -> PgConnection {
    PgConnection::connect(host.as_str()).await.expect("PostgreSQL answers")
}

fn postgres_host() -> Option<url::Url> {
    let text = std::env::var(VARIABLE).ok().filter(|text| !text.is_empty())?;
    Some(text.parse().expect("TEST_DATABASE_URL is an address"))
}
