//! PostgreSQL schemas, in which a restore prepares the data that will replace the current data, and stores what was
//! replaced. Because it is one database, no permission to create another is needed, and everything moves in one
//! transaction.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _};
use url::Url;

use super::open::parse_address;
use super::table_rows::quote_name;
use super::{Conn, DbResult, OpenError};

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
