//! The database of one test: none of its own on SQLite (a file in the test's folder), a freshly
//! made one on PostgreSQL.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

/// The variable that names a PostgreSQL server on which databases may be made.
const VARIABLE: &str = "TEST_DATABASE_URL";

pub struct TestDatabase {
    /// The address for the server under test; `None` is SQLite.
    pub url: Option<String>,
    /// Empty where somebody else removes it.
    name: String,
}

impl TestDatabase {
    pub async fn create() -> Self {
        let Some(host) = host() else {
            return Self {
                url: None,
                name: String::new(),
            };
        };
        let name = format!("test_{}", uuid::Uuid::new_v4().simple());
        let mut conn = PgConnection::connect(host.as_str())
            .await
            .expect("PostgreSQL answers");
        conn.execute(AssertSqlSafe(format!("CREATE DATABASE {name}")))
            .await
            .expect("a database");
        let mut url = host;
        url.set_path(&name);
        Self {
            url: Some(url.to_string()),
            name,
        }
    }

    /// The same database for a second server, which leaves it to the first to remove it.
    pub fn shared(&self) -> Option<Self> {
        self.url.clone().map(|url| Self {
            url: Some(url),
            name: String::new(),
        })
    }

    /// A database that somebody else removes.
    pub fn at(url: String) -> Self {
        Self {
            url: Some(url),
            name: String::new(),
        }
    }

    /// Removes the database; what a failed test leaves behind goes with its cluster.
    pub async fn drop(self) {
        if let Some(host) = host().filter(|_| !self.name.is_empty()) {
            let mut conn = PgConnection::connect(host.as_str())
                .await
                .expect("PostgreSQL answers");
            let sql = format!("DROP DATABASE {} WITH (FORCE)", self.name);
            conn.execute(AssertSqlSafe(sql)).await.expect("dropped");
        }
    }
}

fn host() -> Option<url::Url> {
    let text = std::env::var(VARIABLE)
        .ok()
        .filter(|text| !text.is_empty())?;
    Some(text.parse().expect("TEST_DATABASE_URL is an address"))
}
