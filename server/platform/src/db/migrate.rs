//! Migrations: one folder of portable SQL, inside the binary, run at start under a lock.

use std::fs::File;
use std::path::Path;
use std::sync::LazyLock;

use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use sqlx::migrate::{MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, SqlSafeStr};
use url::Url;

use super::open::parse_address;
use super::table::Table;
use super::table_rows::quote_name;
use super::{Conn, Db, DbResult, Dialect, OpenError, find_dialect, search, search_sums};
use crate::ids::UserId;

#[derive(RustEmbed)]
#[folder = "../../migrations"]
struct MigrationFiles;

/// The migrations in the binary, in the order of their numbers.
///
/// `sqlx::migrate!` would do this at compile time, but its feature compiles the database drivers a
/// second time for the compiler itself.
static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = MigrationFiles::iter().map(|name| parse(&name));
    Migrator::with_migrations(migrations.collect())
});

/// Reads one file, such as `0001_foundation.sql`, into the same migration as sqlx's own macro makes.
fn parse(name: &str) -> sqlx::migrate::Migration {
    let file = MigrationFiles::get(name).map(|file| file.data.into_owned());
    let sql = file.and_then(|bytes| String::from_utf8(bytes).ok());
    let stem = name.strip_suffix(".sql").unwrap_or(name);
    let (number, description) = stem.split_once('_').unwrap_or((stem, ""));
    // The files are part of the program, so a name or text that can't be read is a bug in it.
    let (Some(sql), Ok(version)) = (sql, number.parse()) else {
        panic!("migrations/{name} is not a numbered SQL file");
    };
    sqlx::migrate::Migration::new(
        version,
        description.replace('_', " ").into(),
        MigrationType::Simple,
        sqlx::AssertSqlSafe(sql).into_sql_str(),
        false,
    )
}

/// The migrations in sqlx's form, for a test that stops at an older one.
#[must_use]
pub fn migrator() -> &'static Migrator {
    &MIGRATIONS
}

/// Why the tables could not be migrated.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The lock that stops two servers from migrating at the same time can't be acquired.
    #[error("the lock for migrations cannot be taken: {0}")]
    Lock(#[from] std::io::Error),
    /// A migration failed.
    #[error("the tables cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The database failed.
    #[error("the database failed while its tables were brought up to date: {0}")]
    Database(#[from] sqlx::Error),
}

/// One migration, as a database recorded it or as this program knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Migration {
    /// The migration's number.
    pub version: i64,
    /// The checksum of the migration's SQL, in hexadecimal.
    pub checksum: String,
}

/// Every migration of this program, in order.
#[must_use]
pub fn list_known() -> Vec<Migration> {
    let each = MIGRATIONS.iter().map(|migration| Migration {
        version: migration.version,
        checksum: hex::encode(&migration.checksum),
    });
    each.collect()
}

/// The migrations that a database has recorded, in order.
pub async fn list_applied(conn: &mut Conn) -> DbResult<Vec<Migration>> {
    let rows: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
            .fetch_all(conn)
            .await?;
    let each =
        rows.into_iter().map(|(version, checksum)| Migration { version, checksum: hex::encode(checksum) });
    Ok(each.collect())
}

/// Whether a database contains this program's tables.
pub(super) async fn has_tables(conn: &mut Conn, dialect: Dialect) -> DbResult<bool> {
    let sql = match dialect {
        Dialect::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'",
        Dialect::Postgres => {
            "SELECT CAST(CASE WHEN to_regclass('_sqlx_migrations') IS NULL THEN 0 ELSE 1 END AS BIGINT)"
        }
    };
    let found: i64 = sqlx::query_scalar(sql).fetch_one(conn).await?;
    Ok(found > 0)
}

/// Runs the migrations up to and including `version` in an empty database, which then has the tables of that time.
///
/// # Errors
/// When a migration fails.
pub async fn run_up_to(db: &Db, version: i64) -> Result<(), MigrationError> {
    let mut conn = db.writers.acquire().await?;
    MIGRATIONS.run_direct(Some(version), &mut *conn, false).await?;
    Ok(())
}

/// Runs the migrations that are missing. PostgreSQL is locked by sqlx (an advisory lock); for SQLite, a lock file in
/// the data folder does the same between processes.
///
/// # Errors
/// The message of the error says why the tables could not be migrated.
pub async fn run(db: &Db, data: &Path) -> Result<(), MigrationError> {
    let _lock = match db.dialect() {
        Dialect::Postgres => None,
        Dialect::Sqlite => Some(lock(data).await?),
    };
    let mut conn = db.writers.acquire().await?;
    MIGRATIONS.run_direct(None, &mut *conn, false).await?;
    search::create_index(&mut conn, db.dialect()).await?;
    search_sums::create_table(&mut conn, db.dialect()).await?;
    Ok(())
}

/// The lock file in the data folder, for SQLite; it is never removed.
pub const LOCK: &str = "migrate.lock";

/// The lock, held until it is dropped.
async fn lock(data: &Path) -> Result<File, MigrationError> {
    let path = data.join(LOCK);
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

// PostgreSQL schemas, in which a restore prepares the data that will replace the current data, and stores what was
// replaced. Because it is one database, no permission to create another is needed, and everything moves in one
// transaction.

/// The address of the same database with this schema instead of its own.
///
/// # Errors
/// When the address can't be parsed.
pub fn address_with_schema(url: &str, schema: &str) -> Result<String, OpenError> {
    let mut url = Url::parse(url).map_err(|error| OpenError::Address(error.to_string()))?;
    url.query_pairs_mut().append_pair("options[search_path]", schema);
    Ok(url.into())
}

/// A single connection.
pub async fn connect(url: &str) -> Result<Conn, OpenError> {
    sqlx::any::install_default_drivers();
    Ok(Conn::connect_with(&parse_address(url)?).await?)
}

/// How many other connections to the database there are.
pub async fn count_other_connections(conn: &mut Conn) -> DbResult<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
         AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
    .fetch_one(conn)
    .await
}

/// Creates an empty schema, after removing what may be left of an older one with this name.
pub async fn create_schema(conn: &mut Conn, schema: &str) -> DbResult<()> {
    drop_schema(conn, schema).await?;
    let sql = format!("CREATE SCHEMA {}", quote_name(schema));
    conn.execute(AssertSqlSafe(sql)).await?;
    Ok(())
}

/// Removes a schema with everything in it; does nothing if it doesn't exist.
pub async fn drop_schema(conn: &mut Conn, schema: &str) -> DbResult<()> {
    let sql = format!("DROP SCHEMA IF EXISTS {} CASCADE", quote_name(schema));
    conn.execute(AssertSqlSafe(sql)).await?;
    Ok(())
}

/// Moves the tables and views in the database's own schema into a new schema, `aside`, and those of `from` into their
/// place, all or nothing. Then removes `from`.
pub async fn swap_schemas(conn: &mut Conn, aside: &str, from: &str) -> DbResult<()> {
    let mut tx = conn.begin().await?;
    let own: String = sqlx::query_scalar("SELECT CAST(current_schema() AS TEXT)").fetch_one(&mut *tx).await?;
    let sql = format!("CREATE SCHEMA {}", quote_name(aside));
    tx.execute(AssertSqlSafe(sql)).await?;
    move_tables(&mut tx, &own, aside).await?;
    move_tables(&mut tx, from, &own).await?;
    let sql = format!("DROP SCHEMA {}", quote_name(from));
    tx.execute(AssertSqlSafe(sql)).await?;
    tx.commit().await
}

/// Moves only what belongs to our database user; other users' tables in the schema stay.
async fn move_tables(conn: &mut Conn, from: &str, to: &str) -> DbResult<()> {
    let all: Vec<(String, String)> = sqlx::query_as(
        "SELECT CAST(c.relname AS TEXT), CAST(c.relkind AS TEXT) FROM pg_class c \
         JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 \
         AND c.relkind IN ('r', 'v') AND pg_get_userbyid(c.relowner) = current_user",
    )
    .bind(from)
    .fetch_all(&mut *conn)
    .await?;
    for (name, kind) in all {
        let what = if kind == "v" { "VIEW" } else { "TABLE" };
        let (from, name, to) = (quote_name(from), quote_name(&name), quote_name(to));
        let sql = format!("ALTER {what} {from}.{name} SET SCHEMA {to}");
        conn.execute(AssertSqlSafe(sql)).await?;
    }
    Ok(())
}

// Fingerprints by which a transaction notices that rows have changed since they were read and checked, so that they
// needn't be locked in the meantime.

/// A fingerprint of an account's rows in a table: their number, the sum of their versions, and the time of the newest
/// change. It differs after any change.
pub type TableFingerprint = (i64, i64, i64);

/// The fingerprint of an account's rows in a table with versions.
pub async fn read_fingerprint<T: Table>(conn: &mut Conn, user_id: &UserId) -> DbResult<TableFingerprint> {
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(version), 0) AS BIGINT), \
         CAST(COALESCE(MAX(updated_at), 0) AS BIGINT) FROM {} WHERE user_id = $1",
        T::NAME
    );
    sqlx::query_as(AssertSqlSafe(sql)).bind(user_id).fetch_one(conn).await
}

/// The same fingerprint, once no other import of the account is running.
pub async fn lock_and_read<T: Table>(conn: &mut Conn, user_id: &UserId) -> DbResult<TableFingerprint> {
    lock_imports(conn, user_id).await?;
    read_fingerprint::<T>(conn, user_id).await
}

/// Waits until no other import of the account is running, by locking the account's row until the transaction ends.
/// Reads after this see what the previous import wrote.
pub async fn lock_imports(conn: &mut Conn, user_id: &UserId) -> DbResult<()> {
    let end = find_dialect(conn).for_update();
    let sql = format!("SELECT id FROM users WHERE id = $1{end}");
    let _: Option<String> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(user_id).fetch_optional(conn).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that no migration has and that must not be used for new ones. A database or backup with a later
    /// migration wouldn't have this one: sqlx would run it after its successors, and a restore refuses a backup whose
    /// migrations differ from ours in any place.
    const SKIPPED_NUMBERS: [i64; 16] = [22, 23, 24, 28, 31, 36, 39, 45, 59, 61, 62, 64, 65, 71, 92, 94];

    #[test]
    fn a_new_migration_is_numbered_above_the_highest() {
        let mut versions: Vec<i64> = migrator().iter().map(|one| one.version).collect();
        versions.sort_unstable();
        let newest = *versions.last().expect("migrations");
        let missing: Vec<i64> = (1..newest).filter(|it| !versions.contains(it)).collect();
        assert_eq!(
            missing, SKIPPED_NUMBERS,
            "number a new migration one above the highest; a number that was skipped by then stays empty and is added here"
        );
        let twice = versions.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "two migrations have this number");
    }
}
