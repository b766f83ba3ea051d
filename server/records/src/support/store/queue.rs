//! The questions of all accounts, for the people who reply to them.

use sqlx::AssertSqlSafe;

use super::{SupportMessageRow, SupportStatus};
use plumbline_platform::db::row::row;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult, find_dialect, sql};
use plumbline_platform::ids::SupportMessageId;

row! {
    /// A question in the queue.
    #[derive(Debug, Clone)]
    pub struct QueuedMessageRow {
        /// Its id.
        pub id: String,
        /// The account.
        pub user_id: String,
        /// The subject.
        pub subject: String,
        /// Its state.
        pub status: String,
        /// Whether it has priority.
        pub goes_first: i64,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// When the state last changed, milliseconds since the epoch.
        pub changed_at: i64,
        /// The writer's email address.
        pub email: String,
        /// The writer's name.
        pub name: String,
        /// How many replies have an email whose delivery isn't confirmed.
        pub lost: i64,
    }
}

/// The condition for searched text: `%words%`, escaped, in lower case.
const SEARCH_CONDITION: &str = "($2 = '' OR LOWER(m.subject) LIKE $3 ESCAPE '\\' \
     OR LOWER(m.message) LIKE $4 ESCAPE '\\' OR LOWER(u.email) LIKE $5 ESCAPE '\\' \
     OR LOWER(u.name) LIKE $6 ESCAPE '\\')";

/// The questions in a state, or in any, that match the searched text, and how many there are. Open ones are in the
/// order in which they should be replied to: priority first, then the oldest; all others latest first.
pub async fn list_page(
    conn: &mut Conn,
    status: Option<SupportStatus>,
    pattern: &str,
    (limit, offset): (i64, i64),
) -> DbResult<(Vec<QueuedMessageRow>, i64)> {
    let order = match status {
        Some(SupportStatus::Open) => "m.goes_first DESC, m.created_at, m.id",
        Some(SupportStatus::Answered | SupportStatus::Closed) | None => "m.changed_at DESC, m.id DESC",
    };
    // No state is the empty text, so this matches every state.
    let (is, word) = status.map_or(("<>", ""), |status| ("=", status.code()));
    let from = format!(
        "FROM support_messages m JOIN users u ON u.id = m.user_id WHERE m.status {is} $1 AND {SEARCH_CONDITION}"
    );
    let count = format!("SELECT COUNT(*) {from}");
    let total = sql::query_scalar(AssertSqlSafe(count))
        .bind(word)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .fetch_one(&mut *conn)
        .await?;
    let select = format!(
        "SELECT m.id, m.user_id, m.subject, m.status, m.goes_first, m.created_at, m.changed_at, \
         u.email, u.name, (SELECT COUNT(*) FROM posted_mails p WHERE p.about = 'support_answer' \
         AND p.about_id = m.id AND p.unsettled = 1) AS lost {from} ORDER BY {order} LIMIT $7 OFFSET $8"
    );
    let rows = sql::query_as(AssertSqlSafe(select))
        .bind(word)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(pattern)
        .bind(limit)
        .bind(offset)
        .fetch_all(conn)
        .await?;
    Ok((rows, total))
}

/// How many questions need a reply.
pub async fn count_open(conn: &mut Conn) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM support_messages WHERE status = 'open'").fetch_one(conn).await
}

/// A question of any account.
pub async fn find(conn: &mut Conn, id: &SupportMessageId) -> DbResult<Option<SupportMessageRow>> {
    SupportMessageRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Like [`find`], and locks the row until the transaction ends.
pub async fn lock(conn: &mut Conn, id: &SupportMessageId) -> DbResult<Option<SupportMessageRow>> {
    let end = find_dialect(conn).for_update();
    SupportMessageRow::select(&format!("WHERE id = $1{end}")).bind(id).fetch_optional(conn).await
}

/// Sets the state of a question.
pub async fn set_status(
    conn: &mut Conn,
    id: &SupportMessageId,
    status: SupportStatus,
    now: i64,
) -> DbResult<()> {
    sql::query("UPDATE support_messages SET status = $1, changed_at = $2 WHERE id = $3")
        .bind(status.code())
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}
