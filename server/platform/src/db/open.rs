//! Opening the database: the address, the pool and what each connection is set to.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyPool, AssertSqlSafe, Connection as _, Executor, Row};
use url::Url;

use super::announce::{Announcements, WakeSignals};
use super::migrate::{self, MigrationError};
use super::{Conn, Db, Dialect};

/// The first SQLite version without the corruption bug of WAL mode.
const SQLITE_MINIMUM: (u32, u32, u32) = (3, 51, 3);

/// The size of a SQLite connection's page cache, in KiB. The operating system caches the whole file if there is enough
/// memory, once for all connections; a larger cache would only hold the same bytes again per connection.
const SQLITE_CACHE: u32 = 2048;

/// SQLite's primary error code for a read-only database.
const SQLITE_READONLY: u32 = 8;

/// How long to wait for a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder cannot be created or read.
    #[error("the folder {path} for the database cannot be used: {cause}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The operating system's error.
        cause: std::io::Error,
    },
    /// `DATABASE_URL` can't be parsed.
    #[error("DATABASE_URL cannot be understood: {0}")]
    Address(String),
    /// The bundled SQLite is too old to be trusted with WAL mode.
    #[error(
        "SQLite {found} is too old: 3.51.3 or newer is needed, older ones can corrupt a database in WAL mode"
    )]
    SqliteTooOld {
        /// The version of the bundled SQLite.
        found: String,
    },
    /// The database doesn't respond in time.
    #[error("the database did not answer within {} seconds", CONNECT_LIMIT.as_secs())]
    Slow,
    /// The database can't be opened or refuses the connection.
    #[error("the database cannot be opened: {0}")]
    Connect(#[from] sqlx::Error),
    /// The tables could not be migrated.
    #[error(transparent)]
    Migrate(#[from] MigrationError),
}

impl Db {
    /// Opens the database at `url`, or SQLite in the folder `data`, and migrates its tables under a lock.
    ///
    /// # Errors
    /// The message of the error says why the database can't be used.
    pub async fn open(url: Option<&str>, data: &Path, connections: u32) -> Result<Self, OpenError> {
        let db = Self::open_without_migrating(url, data, connections).await?;
        migrate::run(&db, data).await?;
        Ok(db)
    }

    /// Opens the database without migrating its tables, for callers that only inspect or copy it.
    ///
    /// # Errors
    /// The message of the error says why the database can't be used.
    pub async fn open_without_migrating(
        url: Option<&str>,
        data: &Path,
        connections: u32,
    ) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        let file;
        let (address, dialect) = match url {
            Some(url) if !url.starts_with("sqlite:") => (parse_address(url)?, Dialect::Postgres),
            sqlite => {
                file = sqlite_file(sqlite, data);
                (sqlite_address(&file)?, Dialect::Sqlite)
            }
        };
        // First a single connection: a pool would only report a timeout.
        let probe = tokio::time::timeout(CONNECT_LIMIT, Conn::connect_with(&address));
        let mut probe = probe.await.map_err(|_| OpenError::Slow)??;
        if dialect == Dialect::Sqlite {
            check_sqlite_version(&mut probe).await?;
        }
        probe.close().await?;
        let (reading, writing) = match dialect {
            Dialect::Sqlite => (connections, 1),
            Dialect::Postgres => (connections.div_ceil(2), connections / 2),
        };
        Ok(Self {
            readers: open_pool(&address, dialect, reading, false).await?,
            writers: open_pool(&address, dialect, writing, true).await?,
            dialect,
            wake_signals: WakeSignals::new(),
            announcements: match (dialect, url) {
                (Dialect::Postgres, Some(url)) => Announcements::new_shared(url).await?,
                _ => Announcements::new_local(),
            },
        })
    }

    /// Whether the configured database exists. It isn't created by the check.
    ///
    /// # Errors
    /// When the database server can't be reached or refuses the connection.
    pub async fn exists(url: Option<&str>, data: &Path) -> Result<bool, OpenError> {
        match url {
            Some(url) if !url.starts_with("sqlite:") => {
                sqlx::any::install_default_drivers();
                let address = parse_address(url)?;
                let conn = tokio::time::timeout(CONNECT_LIMIT, Conn::connect_with(&address));
                let mut conn = conn.await.map_err(|_| OpenError::Slow)??;
                let there = migrate::has_tables(&mut conn, Dialect::Postgres).await?;
                conn.close().await?;
                Ok(there)
            }
            sqlite => {
                let file = sqlite_file(sqlite, data);
                Ok(std::fs::metadata(file).is_ok_and(|about| about.len() > 0))
            }
        }
    }
}

/// The SQLite file: the one in the address, or the one in the data folder.
#[must_use]
pub fn sqlite_file(url: Option<&str>, data: &Path) -> PathBuf {
    url.and_then(sqlite_path).unwrap_or_else(|| data.join("plumbline.db"))
}

async fn open_pool(
    address: &AnyConnectOptions,
    dialect: Dialect,
    connections: u32,
    writes: bool,
) -> Result<AnyPool, sqlx::Error> {
    let tries = writes && dialect == Dialect::Sqlite;
    // Whether SQLite's connection for writing can only read.
    let only_reads = Arc::new(AtomicBool::new(false));
    let found = Arc::clone(&only_reads);
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECT_LIMIT)
        // A file can't drop the connection; a server may.
        .test_before_acquire(dialect == Dialect::Postgres)
        .after_connect(move |conn, _| {
            let found = Arc::clone(&found);
            Box::pin(async move {
                configure(conn, dialect).await?;
                if tries {
                    found.store(is_read_only(conn).await?, Ordering::Relaxed);
                }
                Ok(())
            })
        })
        .after_release(move |conn, _| {
            let is_over = only_reads.load(Ordering::Relaxed);
            Box::pin(async move { Ok(!is_over && is_usable(conn).await?) })
        })
        .connect_with(address.clone())
        .await
}

/// Whether SQLite opened its files read-only, which it does silently when the disk doesn't accept writes. Such a
/// connection would go on refusing writes after the disk has recovered, so it is used only once.
async fn is_read_only(conn: &mut Conn) -> Result<bool, sqlx::Error> {
    // If another process holds the lock, the database can be written.
    conn.execute("PRAGMA busy_timeout = 0").await?;
    let tried = try_write(conn).await;
    conn.execute("PRAGMA busy_timeout = 10000").await?;
    let code = match tried {
        Err(sqlx::Error::Database(error)) => error.code().and_then(|code| code.parse::<u32>().ok()),
        _ => None,
    };
    Ok(code.is_some_and(|code| code & 0xff == SQLITE_READONLY))
}

/// A write that is rolled back before it reaches the disk.
async fn try_write(conn: &mut Conn) -> Result<(), sqlx::Error> {
    let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
    tx.execute("CREATE TABLE never_there (n BIGINT)").await?;
    tx.rollback().await
}

/// Whether a returned connection can be used again. When the disk is full, SQLite ends a transaction itself, so that
/// the driver's ROLLBACK fails; the driver then believes that the transaction is still open, and would refuse every
/// later one.
async fn is_usable(conn: &mut Conn) -> Result<bool, sqlx::Error> {
    // The response comes after the rollback of a dropped transaction.
    conn.ping().await?;
    Ok(!conn.is_in_transaction())
}

/// Applies the settings of every connection.
async fn configure(conn: &mut Conn, dialect: Dialect) -> Result<(), sqlx::Error> {
    match dialect {
        Dialect::Sqlite => {
            conn.execute(AssertSqlSafe(format!(
                "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; \
                 PRAGMA cache_size = -{SQLITE_CACHE}"
            )))
            .await?;
        }
        Dialect::Postgres => {
            conn.execute("SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s'")
                .await?;
        }
    }
    Ok(())
}

async fn check_sqlite_version(conn: &mut Conn) -> Result<(), OpenError> {
    let row = sqlx::query("SELECT sqlite_version() AS version").fetch_one(conn).await?;
    let found: String = row.try_get("version")?;
    let mut parts = found.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    if (next(), next(), next()) < SQLITE_MINIMUM {
        return Err(OpenError::SqliteTooOld { found });
    }
    Ok(())
}

/// The connection options of an address. The errors of the drivers, which read most of it only when they connect, are
/// not passed on: they quote values, and part of a password may have become one.
pub(super) fn parse_address(url: &str) -> Result<AnyConnectOptions, OpenError> {
    let is_read = |text: &str| text.starts_with("sqlite:") || text.parse::<PgConnectOptions>().is_ok();
    if is_read(url)
        && let Ok(options) = url.parse()
    {
        return Ok(options);
    }
    let parsed = Url::parse(url).ok();
    // The drivers refuse no parameter that they don't know, so what is named is one of theirs.
    let mut parameters = parsed.iter().flat_map(Url::query_pairs);
    let wrong = parameters.find(|(name, value)| {
        let mut alone = Url::parse("postgres://host").expect("an address");
        alone.query_pairs_mut().append_pair(name, value);
        !is_read(alone.as_str())
    });
    Err(OpenError::Address(match wrong {
        Some((name, _)) => format!("the value of its parameter {name} is not valid"),
        None => "it is not the address of a database".to_owned(),
    }))
}

/// The file in a `sqlite:` address; `None` if the path is empty.
#[must_use]
pub fn sqlite_path(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("sqlite:")?;
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let path = rest.split('?').next().unwrap_or(rest);
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// The connection options of a SQLite file, whatever characters its path contains.
fn sqlite_address(file: &Path) -> Result<AnyConnectOptions, OpenError> {
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let broken = |cause| OpenError::Folder { path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(broken)?;
    let folder = folder.canonicalize().map_err(broken)?;
    let name = file.file_name().ok_or_else(|| OpenError::Address("the file has no name".into()))?;
    let path = folder.join(name);
    let text =
        path.to_str().ok_or_else(|| OpenError::Address(format!("{} is not valid text", path.display())))?;
    let mut url = Url::parse("sqlite:///").map_err(|error| OpenError::Address(error.to_string()))?;
    url.set_path(&text.replace('%', "%25"));
    url.set_query(Some("mode=rwc"));
    parse_address(url.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn opens_a_database_in_a_folder_with_special_characters() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("Bob's 50% off? #1 café");
        let db = Db::open(None, &data, 2).await.expect("opens");
        drop(db);
        assert!(data.join("plumbline.db").is_file());
    }

    /// Part of a password with an & in it becomes another parameter.
    #[test]
    fn names_a_wrong_parameter_of_an_address_without_its_value() {
        for (address, named) in [
            ("postgres://db.example/plumbline?user=me&password=12&sslmode=hush", " parameter sslmode is"),
            ("postgres://db.example/plumbline?password=12&ssl-mode=hush&x=1", " parameter ssl-mode is"),
            ("postgres://db.example/plumbline?port=hush", " parameter port is"),
            ("postgres://db.example/plumbline?hostaddr=hush", " parameter hostaddr is"),
            (
                "postgres://db.example/plumbline?statement-cache-capacity=hush",
                " parameter statement-cache-capacity is",
            ),
            ("postgres://me:hush%FF@db.example/plumbline", "it is not "),
            ("postgres://me:hush@db.example:port", "it is not "),
        ] {
            let error = parse_address(address).expect_err(address);
            let text = error.to_string();
            assert!(text.contains(named), "{text}");
            assert!(!format!("{text} {error:?}").contains("hush"), "{text} {error:?}");
        }
        let good = "postgres://me:p%40s@db.example/plumbline?sslmode=require&hush=1";
        assert!(parse_address(good).is_ok());
    }

    #[tokio::test]
    async fn a_transaction_that_sqlite_ended_spoils_no_later_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(None, folder.path(), 2).await.expect("opens");
        let mut tx = db.begin_write().await.expect("a transaction");
        // SQLite does the same when the disk is full.
        let ended = "CREATE TABLE one (x BIGINT PRIMARY KEY); INSERT INTO one VALUES (1); \
            INSERT OR ROLLBACK INTO one VALUES (1)";
        let ended = sqlx::raw_sql(ended).execute(&mut *tx).await;
        ended.expect_err("it is there already");
        drop(tx);
        let mut tx = db.begin_write().await.expect("a transaction");
        sqlx::raw_sql("CREATE TABLE one (x BIGINT)")
            .execute(&mut *tx)
            .await
            .expect("nothing of the one before is left");
        tx.commit().await.expect("a commit");
    }

    #[tokio::test]
    async fn detects_a_read_only_connection() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(None, folder.path(), 2).await.expect("opens");
        for (mode, expected) in [("ro", true), ("rw", false), ("rw", false)] {
            let file = folder.path().join("plumbline.db");
            let address = format!("sqlite:{}?mode={mode}", file.display());
            let address = parse_address(&address).expect("an address");
            let mut conn = Conn::connect_with(&address).await.expect("connects");
            let result = is_read_only(&mut conn).await.expect("an answer");
            assert_eq!(result, expected, "{mode}");
            assert!(!conn.is_in_transaction());
        }
        // Another writer at the same time is no error.
        let tx = db.begin_write().await.expect("a transaction");
        let address = sqlite_address(&folder.path().join("plumbline.db")).expect("an address");
        let mut conn = Conn::connect_with(&address).await.expect("connects");
        assert!(!is_read_only(&mut conn).await.expect("an answer"));
        drop(tx);
    }

    #[tokio::test]
    async fn a_database_can_be_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        Db::open(None, folder.path(), 2).await.expect("opens").close().await;
        Db::open(None, folder.path(), 2).await.expect("opens again");
    }

    /// The index may contain words that are no longer in the rows.
    #[tokio::test]
    async fn rebuilds_a_search_index_that_used_secure_delete() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(None, folder.path(), 2).await.expect("opens");
        let mut tx = db.begin_write().await.expect("a transaction");
        for sql in [
            "INSERT INTO document_search (document_search, rank) VALUES ('secure-delete', 1)",
            "INSERT INTO document_search (rowid, words, customer_words) VALUES (7, 'gone', '')",
        ] {
            sqlx::query(sql).execute(&mut *tx).await.expect("a change");
        }
        tx.commit().await.expect("a commit");
        db.close().await;
        let db = Db::open(None, folder.path(), 2).await.expect("opens again");
        let mut tx = db.begin_write().await.expect("a transaction");
        let check = "INSERT INTO document_search (document_search, rank) VALUES ('integrity-check', 1)";
        sqlx::query(check).execute(&mut *tx).await.expect("an index that is sound");
    }
}
