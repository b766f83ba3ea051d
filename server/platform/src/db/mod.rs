//! The database: one text of SQL for SQLite and PostgreSQL, through sqlx's `Any` driver.
//!
//! Nothing outside this folder names a driver. A store takes `&mut Conn`, so that the same function works for a
//! single read and in a transaction. One text for both needs some rules: columns are TEXT or BIGINT; placeholders
//! are `$1`, `$2`, …; every integer is bound as `i64`; there is no `SELECT *`; sums are `CAST(COALESCE(SUM(x),0) AS
//! BIGINT)`; unique violations are recognised by [`is_unique_violation`].

mod announce;
mod bells;
pub mod column;
pub mod found;
pub mod having_words;
pub mod many;
pub mod mark;
pub mod migrate;
mod open;
pub mod packed;
pub mod row;
pub mod rows;
pub mod schemas;
pub mod search;
pub mod table;
pub mod words;
mod write_check;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::{broadcast, watch};

use announce::Announcements;
use bells::Bells;
pub use bells::QUEUES;
pub use migrate::{LOCK, MigrationFault};
pub use open::{OpenError, sqlite_file, sqlite_path};
pub use write_check::WriteCheck;

/// A connection, be it plain or inside a transaction.
pub type Conn = sqlx::AnyConnection;

/// A result of the database.
pub type DbResult<T> = Result<T, sqlx::Error>;

/// The two databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite, a file of our own.
    Sqlite,
    /// PostgreSQL, a server.
    Postgres,
}

impl Dialect {
    /// What a `SELECT … LIMIT n` of a queue ends with, so that workers do not wait for each other.
    #[must_use]
    pub fn skip_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// What a `SELECT` of a row ends with that must not change until the transaction ends.
    #[must_use]
    pub fn for_share(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR SHARE",
        }
    }

    /// What a `SELECT` of a row ends with by which transactions take turns. Rows that belong to it may
    /// be written meanwhile, also by who waits: a lock against those would end two of them at once.
    #[must_use]
    pub fn in_turn(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR NO KEY UPDATE",
        }
    }

    /// What a `SELECT` of a row ends with that the same transaction is going to change.
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
    /// Reading and writing have connections of their own, so that readers never keep a writer
    /// from its connection. On SQLite there is one for writing, since it has one writer: writers
    /// queue for it in the order they came, instead of polling for the lock.
    readers: AnyPool,
    writers: AnyPool,
    dialect: Dialect,
    /// Rung after a commit that queued work.
    bells: Bells,
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
    /// When none becomes free in time.
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
                self.readers
                    .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    .await
            }
        }
    }

    /// A transaction for writing. On SQLite it holds the write lock from the start, so that what
    /// it reads stays true until it commits; on PostgreSQL writes are made safe by conditional
    /// updates, row locks or a version column. Dropped without [`WriteTx::commit`], it undoes all.
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
            bells: self.bells.clone(),
            queued: [false; QUEUES],
            announcements: self.announcements.clone(),
            announced: Vec::new(),
        })
    }

    /// Rung when work was queued in a queue, from 0 to [`QUEUES`] less one.
    #[must_use]
    pub fn bell(&self, queue: usize) -> watch::Receiver<()> {
        self.bells.hear(queue)
    }

    /// What transactions announce from now on, on this server and on those beside it.
    #[must_use]
    pub fn announcements(&self) -> broadcast::Receiver<Arc<str>> {
        self.announcements.subscribe()
    }

    /// After a deletion: merges the full text and empties SQLite's log, which hold what was there before. Where readers are
    /// in the way for longer than a moment it is emptied when the server stops, or by a later one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn empty_log(&self) -> DbResult<()> {
        if self.dialect == Dialect::Sqlite {
            let mut conn = self.writers.acquire().await?;
            search::forget(&mut conn).await?;
            let emptied =
                sqlx::raw_sql("PRAGMA busy_timeout = 250; PRAGMA wal_checkpoint(TRUNCATE);");
            let emptied = emptied.execute(&mut *conn).await;
            // Also where that failed: the connection goes on waiting for others as long as before.
            let patient = sqlx::raw_sql("PRAGMA busy_timeout = 10000;");
            if let Err(error) = patient.execute(&mut *conn).await {
                conn.close_on_drop();
                return Err(error);
            }
            emptied?;
        }
        Ok(())
    }

    /// How many connections there are, for reading and for writing, and how many of them are idle.
    #[must_use]
    pub fn connections(&self) -> [(&'static str, u32, usize); 2] {
        [("read", &self.readers), ("write", &self.writers)]
            .map(|(what, pool)| (what, pool.size(), pool.num_idle()))
    }

    /// The bytes of the database.
    ///
    /// # Errors
    /// When it fails.
    pub async fn bytes(&self) -> DbResult<i64> {
        let sql = match self.dialect {
            Dialect::Sqlite => {
                "SELECT CAST(c.page_count * s.page_size AS BIGINT) \
                 FROM pragma_page_count() c, pragma_page_size() s"
            }
            Dialect::Postgres => "SELECT pg_database_size(current_database())",
        };
        let mut conn = self.readers.acquire().await?;
        sqlx::query_scalar(sql).fetch_one(&mut *conn).await
    }

    /// What is wrong with the database as it lies on the disk, the first of it. PostgreSQL looks after
    /// itself.
    ///
    /// # Errors
    /// When it fails.
    pub async fn faults(&self) -> DbResult<Option<String>> {
        if self.dialect == Dialect::Postgres {
            return Ok(None);
        }
        let mut conn = self.readers.acquire().await?;
        let said: String = sqlx::query_scalar("PRAGMA quick_check(1)")
            .fetch_one(&mut *conn)
            .await?;
        Ok(Some(said).filter(|said| said != "ok"))
    }

    /// The database server's clock, unix milliseconds; none where it has none of its own.
    ///
    /// # Errors
    /// When it fails.
    pub async fn now_ms(&self) -> DbResult<Option<i64>> {
        if self.dialect == Dialect::Sqlite {
            return Ok(None);
        }
        let mut conn = self.readers.acquire().await?;
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        sqlx::query_scalar(sql)
            .fetch_one(&mut *conn)
            .await
            .map(Some)
    }

    /// Closes the connections; what runs is let finish.
    pub async fn close(&self) {
        self.announcements.stop_listening();
        self.readers.close().await;
        self.writers.close().await;
    }
}

/// A transaction for writing; derefs to [`Conn`] for stores.
pub struct WriteTx {
    tx: Transaction<'static, Any>,
    dialect: Dialect,
    bells: Bells,
    /// Which queues this transaction put work into.
    queued: [bool; QUEUES],
    announcements: Announcements,
    /// What this server is told once this is committed.
    announced: Vec<Arc<str>>,
}

impl WriteTx {
    /// Makes everything written durable.
    ///
    /// # Errors
    /// When the database refuses; then nothing was written.
    pub async fn commit(self) -> DbResult<()> {
        self.tx.commit().await?;
        for (queue, queued) in self.queued.into_iter().enumerate() {
            if queued {
                self.bells.ring(queue);
            }
        }
        for text in self.announced {
            self.announcements.tell(text);
        }
        Ok(())
    }

    /// Tells every server on this database `text` (under 8,000 bytes) once this is committed.
    ///
    /// # Errors
    /// When the database fails.
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

    /// Rings for who does the work of a queue once this is committed.
    pub fn ring(&mut self, queue: usize) {
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

/// A value of a column that a statement compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Of a column of whole numbers.
    Whole(i64),
    /// Of a column of text.
    Text(String),
}

/// Which database a connection leads to.
#[must_use]
pub fn dialect_of(conn: &Conn) -> Dialect {
    match conn.backend_name() {
        "SQLite" => Dialect::Sqlite,
        _ => Dialect::Postgres,
    }
}

/// What follows a table's name to read it by this index. SQLite plans without having counted
/// anything, so it is told; PostgreSQL counts, and chooses by itself.
#[must_use]
pub fn indexed_by(dialect: Dialect, index: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!(" INDEXED BY {index}"),
        Dialect::Postgres => String::new(),
    }
}

/// Whether a write failed because a row with the same key is there already.
#[must_use]
pub fn is_unique_violation(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(|error| error.is_unique_violation())
}

/// A pattern for `LIKE … ESCAPE '\'` that finds what begins with `text`.
#[must_use]
pub fn like_start(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    format!("{escaped}%")
}
