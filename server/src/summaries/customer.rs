//! A customer's name as lists show it, when the contact changes.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use crate::db::{Conn, DbResult, Dialect, dialect_of, search, words};

/// The name that lists show of a contact: the person's, else the company's.
#[must_use]
pub fn name<'a>(name: &'a str, company: &'a str) -> &'a str {
    if name.trim().is_empty() {
        company
    } else {
        name
    }
}

/// What a contact is called now, person and company, for the row of a document of theirs. None
/// where there is no such contact.
///
/// On PostgreSQL a contact may be renamed at the same time: where the row is theirs already it is
/// held first, so that the rename waits for it, and else the contact is.
///
/// # Errors
/// When the database fails.
pub async fn of_document(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
    document_id: &str,
) -> DbResult<Option<[String; 2]>> {
    let dialect = dialect_of(conn);
    let mut end = "";
    if dialect == Dialect::Postgres {
        let held = sqlx::query(
            "UPDATE document_summaries SET filled_by = filled_by \
             WHERE document_id = $1 AND contact_id = $2",
        )
        .bind(document_id)
        .bind(contact_id)
        .execute(&mut *conn)
        .await?;
        if held.rows_affected() == 0 {
            end = dialect.for_share();
        }
    }
    let sql = format!("SELECT name, company FROM contacts WHERE id = $1 AND user_id = $2{end}");
    let names: Option<(String, String)> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(contact_id)
        .bind(user_id)
        .fetch_optional(conn)
        .await?;
    Ok(names.map(|(person, company)| [person, company]))
}

/// Takes in what a contact is called now: its drafts show it, and all of its documents are found
/// by it. What was issued shows the name that it was issued to.
///
/// # Errors
/// When the database fails.
pub async fn changed(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
    [person, company]: [&str; 2],
) -> DbResult<()> {
    // Held in the order in which one action on many documents holds them.
    let end = dialect_of(conn).for_update();
    let sql = format!(
        "SELECT kind FROM document_summaries WHERE user_id = $1 AND contact_id = $2 \
         ORDER BY document_id{end}"
    );
    let kinds: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(user_id)
        .bind(contact_id)
        .fetch_all(&mut *conn)
        .await?;
    let shown = name(person, company);
    sqlx::query(
        "UPDATE document_summaries SET contact_name = $1, contact_key = $2 \
         WHERE user_id = $3 AND contact_id = $4 AND number = '' AND contact_name <> $1",
    )
    .bind(shown)
    .bind(words::key(shown))
    .bind(user_id)
    .bind(contact_id)
    .execute(&mut *conn)
    .await?;
    for kind in kinds.into_iter().collect::<BTreeSet<_>>() {
        sqlx::query(
            "UPDATE document_summaries SET customer_words = $1 \
             WHERE user_id = $2 AND contact_id = $3 AND kind = $4 AND customer_words <> $1",
        )
        .bind(search::stored(user_id, &kind, [person, company]))
        .bind(user_id)
        .bind(contact_id)
        .bind(kind)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Takes in that a contact is gone: its drafts have no customer any more.
///
/// # Errors
/// When the database fails.
pub async fn gone(conn: &mut Conn, user_id: &str, contact_id: &str) -> DbResult<()> {
    changed(conn, user_id, contact_id, ["", ""]).await?;
    sqlx::query(
        "UPDATE document_summaries SET contact_id = '' WHERE user_id = $1 AND contact_id = $2",
    )
    .bind(user_id)
    .bind(contact_id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes in that one contact's documents are another's now; their names follow by [`changed`].
///
/// # Errors
/// When the database fails.
pub async fn hand_over(conn: &mut Conn, user_id: &str, [from, to]: [&str; 2]) -> DbResult<()> {
    sqlx::query(
        "UPDATE document_summaries SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3",
    )
    .bind(to)
    .bind(user_id)
    .bind(from)
    .execute(conn)
    .await?;
    Ok(())
}
