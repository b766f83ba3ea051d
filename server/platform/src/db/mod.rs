//! The database: one text of SQL for SQLite and PostgreSQL, through sqlx's `Any` driver.
//!
//! Nothing outside this folder names a driver. A store takes `&mut Conn`, so that the same function works for a
//! single read and in a transaction. One text for both needs some rules: columns are TEXT or BIGINT; placeholders
//! are `$1`, `$2`, …; every integer is bound as `i64`; there is no `SELECT *`; sums are `CAST(COALESCE(SUM(x),0) AS
//! BIGINT)`; unique violations are recognised by [`is_unique_violation`]; statements are made by [`sql`].

mod announce;
pub mod bulk_write;
pub mod column;
pub mod migrate;
mod open;
pub mod packed_rows;
pub mod row;
pub mod search;
pub mod search_sums;
pub mod sql;
pub mod table;
pub mod table_rows;
pub mod words;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::{broadcast, watch};

pub use announce::QUEUES;
use announce::{Announcements, WakeSignals};
pub use bulk_write::WriteCheck;
pub use migrate::{LOCK, MigrationError};
pub use open::{OpenError, sqlite_file, sqlite_path};

/// A connection, outside or inside a transaction.
pub type Conn = sqlx::AnyConnection;

/// A result of the database.
pub type DbResult<T> = Result<T, sqlx::Error>;

/// The supported databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite, in a file of the server.
    Sqlite,
    /// PostgreSQL, a server.
    Postgres,
}

impl Dialect {
    /// The end of a queue's `SELECT … LIMIT n`, so that workers don't wait for each other.
    #[must_use]
    pub fn skip_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// The end of a `SELECT` of a row that must not change until the transaction ends.
    #[must_use]
    pub fn for_share(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR SHARE",
        }
    }

    /// The end of a `SELECT` of a row that makes transactions take turns. Rows that refer to it may still be written,
    /// also by transactions that wait for it: a stronger lock would cause deadlocks with those.
    #[must_use]
    pub fn for_no_key_update(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR NO KEY UPDATE",
        }
    }

    /// The end of a `SELECT` of a row that the same transaction will change.
    #[must_use]
    pub fn for_update(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE",
        }
    }
}

/// A handle on the database; cheap to clone.
#[derive(Clone)]
pub struct Db {
    /// Reading and writing use separate connections, so that readers never keep a writer from a connection. SQLite
    /// allows only one writer, so it has one connection for writing: writers queue for it in the order in which they
    /// came, instead of polling for the lock.
    readers: AnyPool,
    writers: AnyPool,
    dialect: Dialect,
    /// Signalled after a commit that queued jobs.
    wake_signals: WakeSignals,
    announcements: Announcements,
}

impl Db {
    /// Which database this is.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// A connection for reading.
    ///
    /// # Errors
    /// When no connection becomes free in time.
    pub async fn read(&self) -> DbResult<PoolConnection<Any>> {
        self.readers.acquire().await
    }

    /// A transaction in which several reads see the same state.
    ///
    /// # Errors
    /// When no connection becomes free in time.
    pub async fn begin_read(&self) -> DbResult<Transaction<'static, Any>> {
        match self.dialect {
            Dialect::Sqlite => self.readers.begin_with("BEGIN DEFERRED").await,
            Dialect::Postgres => {
                self.readers.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
            }
        }
    }

    /// A transaction for writing. On SQLite it holds the write lock from the start, so that what it reads stays true
    /// until it commits; on PostgreSQL, conditional updates, row locks or a version column make writes safe. If it is
    /// dropped without [`WriteTx::commit`], it is rolled back.
    ///
    /// # Errors
    /// When no connection becomes free in time.
    pub async fn begin_write(&self) -> DbResult<WriteTx> {
        let begin = match self.dialect {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        };
        let tx = self.writers.begin_with(begin).await?;
        Ok(WriteTx {
            tx,
            dialect: self.dialect,
            wake_signals: self.wake_signals.clone(),
            queued: [false; QUEUES],
            announcements: self.announcements.clone(),
            announced: Vec::new(),
        })
    }

    /// A receiver of the wake-up signal of a queue, numbered from 0 to [`QUEUES`] less one.
    #[must_use]
    pub fn subscribe_to_queue(&self, queue: usize) -> watch::Receiver<()> {
        self.wake_signals.subscribe(queue)
    }

    /// A receiver of everything that transactions announce from now on, on this server and on those that share the
    /// database.
    #[must_use]
    pub fn announcements(&self) -> broadcast::Receiver<Arc<str>> {
        self.announcements.subscribe()
    }

    /// After a deletion: merges the full text and truncates SQLite's log, because both still contain the deleted data.
    /// If readers prevent the truncation for more than a moment, it happens when the server stops, or with a later
    /// deletion.
    pub async fn truncate_log(&self) -> DbResult<()> {
        if self.dialect == Dialect::Sqlite {
            let mut is_first = true;
            // SQLite has one connection for writing: it is given back after each step, so that others use it between.
            while search::forget_some(&mut *self.writers.acquire().await?, is_first).await? {
                is_first = false;
            }
            let mut conn = self.writers.acquire().await?;
            let emptied = sqlx::raw_sql("PRAGMA busy_timeout = 250; PRAGMA wal_checkpoint(TRUNCATE);");
            let emptied = emptied.execute(&mut *conn).await;
            // Also after a failure, so that the connection waits for others as long as before.
            let patient = sqlx::raw_sql("PRAGMA busy_timeout = 10000;");
            if let Err(error) = patient.execute(&mut *conn).await {
                conn.close_on_drop();
                return Err(error);
            }
            emptied?;
        }
        Ok(())
    }

    /// The number of connections for reading and for writing, and how many of them are idle.
    #[must_use]
    pub fn connection_counts(&self) -> [(&'static str, u32, usize); 2] {
        [("read", &self.readers), ("write", &self.writers)]
            .map(|(what, pool)| (what, pool.size(), pool.num_idle()))
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// When it doesn't.
    pub async fn check_reading(&self) -> DbResult<()> {
        let mut conn = self.readers.acquire().await?;
        sql::query("SELECT CAST(1 AS BIGINT) AS one").execute(&mut *conn).await?;
        Ok(())
    }

    /// The size of the database in bytes.
    pub async fn size_in_bytes(&self) -> DbResult<i64> {
        let sql = match self.dialect {
            Dialect::Sqlite => {
                "SELECT CAST(c.page_count * s.page_size AS BIGINT) \
                 FROM pragma_page_count() c, pragma_page_size() s"
            }
            Dialect::Postgres => "SELECT pg_database_size(current_database())",
        };
        let mut conn = self.readers.acquire().await?;
        sql::query_scalar(sql).fetch_one(&mut *conn).await
    }

    /// The first problem found in the database file; `None` if there is none. PostgreSQL checks itself, so always
    /// `None`.
    pub async fn check_integrity(&self) -> DbResult<Option<String>> {
        if self.dialect == Dialect::Postgres {
            return Ok(None);
        }
        let mut conn = self.readers.acquire().await?;
        let text: String = sql::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *conn).await?;
        Ok(Some(text).filter(|message| message != "ok"))
    }

    /// The clock of the database server, in milliseconds since the epoch; `None` for SQLite, which has no clock of its
    /// own.
    pub async fn now_ms(&self) -> DbResult<Option<i64>> {
        if self.dialect == Dialect::Sqlite {
            return Ok(None);
        }
        let mut conn = self.readers.acquire().await?;
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        sql::query_scalar(sql).fetch_one(&mut *conn).await.map(Some)
    }

    /// Closes the connections, after what is running has finished.
    pub async fn close(&self) {
        self.announcements.stop_listening();
        self.readers.close().await;
        self.writers.close().await;
    }
}

/// A transaction for writing; dereferences to [`Conn`] for the stores.
pub struct WriteTx {
    tx: Transaction<'static, Any>,
    dialect: Dialect,
    wake_signals: WakeSignals,
    /// The queues to which this transaction added jobs.
    queued: [bool; QUEUES],
    announcements: Announcements,
    /// What is announced in this process once the transaction commits (SQLite only).
    announced: Vec<Arc<str>>,
}

impl WriteTx {
    /// Commits the transaction.
    pub async fn commit(self) -> DbResult<()> {
        self.tx.commit().await?;
        for (queue, queued) in self.queued.into_iter().enumerate() {
            if queued {
                self.wake_signals.wake(queue);
            }
        }
        for text in self.announced {
            self.announcements.send(text);
        }
        Ok(())
    }

    /// Announces `text` (under 8,000 bytes) to every server on this database once the transaction commits.
    pub async fn announce(&mut self, text: String) -> DbResult<()> {
        match self.dialect {
            Dialect::Sqlite => self.announced.push(text.into()),
            Dialect::Postgres => announce::notify(&mut self.tx, &text).await?,
        }
        Ok(())
    }

    /// Which database this is.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Sends the wake-up signal of a queue once the transaction commits.
    pub fn wake_queue(&mut self, queue: usize) {
        self.queued[queue % QUEUES] = true;
    }
}

impl Deref for WriteTx {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.tx
    }
}

impl DerefMut for WriteTx {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.tx
    }
}

/// A value with which a statement compares a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnValue {
    /// For a column of whole numbers.
    Integer(i64),
    /// For a column of text.
    Text(String),
}

/// The database of a connection.
#[must_use]
pub fn find_dialect(conn: &Conn) -> Dialect {
    match conn.backend_name() {
        "SQLite" => Dialect::Sqlite,
        _ => Dialect::Postgres,
    }
}

/// What follows a table's name so that the table is read by this index. SQLite plans without statistics here, so the
/// index is named; PostgreSQL has statistics and chooses itself.
#[must_use]
pub fn indexed_by(dialect: Dialect, index: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!(" INDEXED BY {index}"),
        Dialect::Postgres => String::new(),
    }
}

/// Whether a write failed because a row with the same key exists already.
#[must_use]
pub fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}

/// A pattern for `LIKE … ESCAPE '\'` that matches everything that begins with `text`.
#[must_use]
pub fn like_prefix(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("{escaped}%")
}
