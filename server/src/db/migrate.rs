//! Migrations: one folder of portable SQL, inside the binary, run at start under a lock.

use std::fs::File;
use std::path::Path;

use sqlx::migrate::Migrator;

use super::{Db, Dialect, found, search};

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Why the tables could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrationFault {
    /// The lock that keeps two servers from migrating at once cannot be taken.
    #[error("the lock for migrations cannot be taken: {0}")]
    Lock(#[from] std::io::Error),
    /// A migration failed.
    #[error("the tables cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The database failed.
    #[error("the database failed while its tables were brought up to date: {0}")]
    Database(#[from] sqlx::Error),
}

/// Runs the migrations that are missing. PostgreSQL is locked by sqlx (an advisory lock); for
/// SQLite a lock file beside the database does the same between processes.
pub(super) async fn run(db: &Db, data: &Path) -> Result<(), MigrationFault> {
    let _lock = match db.dialect() {
        Dialect::Postgres => None,
        Dialect::Sqlite => Some(lock(data).await?),
    };
    let mut conn = db.writers.acquire().await?;
    MIGRATIONS.run_direct(None, &mut *conn, false).await?;
    search::prepare(&mut conn, db.dialect()).await?;
    found::prepare(&mut conn, db.dialect()).await?;
    Ok(())
}

/// Held until dropped.
async fn lock(data: &Path) -> Result<File, MigrationFault> {
    let path = data.join("migrate.lock");
    let file = tokio::task::spawn_blocking(move || -> std::io::Result<File> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let file = File::create(path)?;
        file.lock()?;
        Ok(file)
    })
    .await
    .map_err(std::io::Error::other)??;
    Ok(file)
}
