//! What responses are compared with: a fixed query of the same database program, on the same machine, in turns with
//! what is measured. It contains nothing of Plumbline, so that a slower list cannot make it longer.

use std::time::{Duration, Instant};

use sqlx::{Connection as _, Executor as _, PgConnection, SqliteConnection};

use super::server::Place;

const TABLE: &str = "CREATE TEMP TABLE yardstick (n BIGINT NOT NULL, words TEXT NOT NULL)";
/// Creates 40,000 rows, with the same text in each database.
const ROWS: &str = "INSERT INTO yardstick WITH RECURSIVE rows (n) AS \
    (SELECT 1 UNION ALL SELECT n + 1 FROM rows WHERE n < 40000) \
    SELECT n, 'Row ' || n || ' of the measure, which is as long as a line of a list that somebody reads' FROM rows";
/// Reads all rows, and finds a tenth of them.
const QUESTION: &str = "SELECT CAST(COUNT(*) AS BIGINT) FROM yardstick WHERE words LIKE '%7 of the%'";
const FOUND: i64 = 4_000;

/// A table of its own, on a connection of its own.
pub enum Yardstick {
    /// In memory, like the pages that a server reads again and again.
    Sqlite(SqliteConnection),
    /// Next to the tables that the server reads.
    Postgres(PgConnection),
}

impl Yardstick {
    /// Creates the table.
    pub async fn on(place: &Place) -> Self {
        match place.url() {
            None => {
                let conn = SqliteConnection::connect("sqlite::memory:").await;
                let mut conn = conn.expect("SQLite");
                let in_memory = "PRAGMA temp_store = MEMORY";
                conn.execute(in_memory).await.expect("a setting");
                conn.execute(TABLE).await.expect("a table");
                conn.execute(ROWS).await.expect("its rows");
                Self::Sqlite(conn)
            }
            Some(url) => {
                let conn = PgConnection::connect(url.as_str()).await;
                let mut conn = conn.expect("PostgreSQL");
                conn.execute(TABLE).await.expect("a table");
                conn.execute(ROWS).await.expect("its rows");
                Self::Postgres(conn)
            }
        }
    }

    /// How long the query takes now.
    pub async fn ask(&mut self) -> Duration {
        let start = Instant::now();
        let found: Result<i64, sqlx::Error> = match self {
            Self::Sqlite(conn) => sqlx::query_scalar(QUESTION).fetch_one(conn).await,
            Self::Postgres(conn) => sqlx::query_scalar(QUESTION).fetch_one(conn).await,
        };
        let took = start.elapsed();
        assert_eq!(found.expect("an answer"), FOUND);
        took
    }
}
