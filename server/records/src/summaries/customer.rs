//! A customer's name as lists show it, updated when the contact changes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::AssertSqlSafe;

use plumbline_platform::db::{
    Conn, DbResult, Dialect, bulk_write, find_dialect, indexed_by, search, sql, words,
};
use plumbline_platform::ids::{ContactId, DocumentId, UserId};

/// The name of a contact in lists: the person's or, if that is empty, the company's.
#[must_use]
pub fn display_name<'a>(name: &'a str, company: &'a str) -> &'a str {
    if name.trim().is_empty() { company } else { name }
}

/// The contact's present person's and company's name, for the summary of one of its documents. `None` if there is no
/// such contact.
///
/// On PostgreSQL the contact may be renamed at the same time. If the document already has a summary for this contact,
/// that row is locked first, so that the rename waits for it; otherwise the contact is locked.
pub async fn find_names(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
    document_id: &DocumentId,
) -> DbResult<Option<[String; 2]>> {
    let dialect = find_dialect(conn);
    let mut end = "";
    if dialect == Dialect::Postgres {
        let any_query_result = sql::query(
            "UPDATE document_summaries SET filled_by = filled_by \
             WHERE document_id = $1 AND contact_id = $2",
        )
        .bind(document_id)
        .bind(contact_id)
        .execute(&mut *conn)
        .await?;
        if any_query_result.rows_affected() == 0 {
            end = dialect.for_share();
        }
    }
    let sql = format!("SELECT name, company FROM contacts WHERE id = $1 AND user_id = $2{end}");
    let names: Option<(String, String)> =
        sql::query_as(AssertSqlSafe(sql)).bind(contact_id).bind(user_id).fetch_optional(conn).await?;
    Ok(names.map(|(person, company)| [person, company]))
}

/// Updates the summaries of a contact's documents with the contact's present names: drafts display them, and all of its
/// documents can be found by them. Issued documents display the name at issue.
pub async fn rename_in_documents(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
    names: [&str; 2],
) -> DbResult<()> {
    rename_all_in_documents(conn, user_id, &[(contact_id.as_str(), names)]).await
}

/// The same for up to some thousand contacts, each given once.
pub async fn rename_all_in_documents(
    conn: &mut Conn,
    user_id: &UserId,
    contacts: &[(&str, [&str; 2])],
) -> DbResult<()> {
    if contacts.is_empty() {
        return Ok(());
    }
    // Locked in the same order as by bulk actions on documents.
    let end = find_dialect(conn).for_update();
    let (ids, user) = (bulk_write::placeholders(1, contacts.len()), contacts.len() + 1);
    let sql = format!(
        "SELECT contact_id, kind FROM document_summaries WHERE contact_id IN {ids} \
         AND user_id = ${user} ORDER BY document_id{end}"
    );
    let mut query = sql::query_as(AssertSqlSafe(sql));
    for (id, _) in contacts {
        query = query.bind(*id);
    }
    let documents: Vec<(String, String)> = query.bind(user_id).fetch_all(&mut *conn).await?;
    // Most contacts have no documents.
    let documents: BTreeSet<(String, String)> = documents.into_iter().collect();
    let names: HashMap<&str, [&str; 2]> = contacts.iter().copied().collect();
    let mut by_kind: BTreeMap<&str, Vec<(&str, [&str; 2])>> = BTreeMap::new();
    for (id, kind) in &documents {
        if let Some(names) = names.get(id.as_str()) {
            by_kind.entry(kind).or_default().push((id.as_str(), *names));
        }
    }
    for (kind, contacts) in by_kind {
        update_displayed_names(conn, (user_id, kind), &contacts).await?;
        update_search_words(conn, (user_id, kind), &contacts).await?;
    }
    Ok(())
}

/// The position of a document among its contact's: its kind, its creation time (unix milliseconds) and its id.
pub type DocumentPosition = (String, i64, String);

/// The same as [`rename_in_documents`], for a limited number of a contact's documents after a position. Returns the
/// position of the last one; `None` if there are no more.
pub async fn rename_in_some_documents(
    conn: &mut Conn,
    (user_id, contact_id): (&UserId, &ContactId),
    names: [&str; 2],
    after: &DocumentPosition,
    most: i64,
) -> DbResult<Option<DocumentPosition>> {
    let index = contact_condition(conn);
    let sql = format!(
        "SELECT kind, created_at, document_id FROM document_summaries{index} \
         WHERE user_id = $1 AND contact_id = $2 AND (kind, created_at, document_id) > ($3, $4, $5) \
         ORDER BY kind, created_at, document_id LIMIT $6"
    );
    let (kind, created_at, id) = after;
    let some: Vec<DocumentPosition> = sql::query_as(AssertSqlSafe(sql))
        .bind(user_id)
        .bind(contact_id)
        .bind(kind)
        .bind(created_at)
        .bind(id)
        .bind(most)
        .fetch_all(&mut *conn)
        .await?;
    let Some(last) = some.last().cloned() else {
        return Ok(None);
    };
    let mut by_kind: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (kind, _, id) in &some {
        by_kind.entry(kind).or_default().push(id);
    }
    for (kind, mut ids) in by_kind {
        ids.sort_unstable();
        rename_in_documents_of_kind(conn, (user_id, contact_id, kind), names, &ids).await?;
    }
    Ok(Some(last))
}

/// Updates the names in the summaries of these documents, which are all of one kind, if they still belong to the
/// contact.
async fn rename_in_documents_of_kind(
    conn: &mut Conn,
    (user_id, contact_id, kind): (&UserId, &ContactId, &str),
    names: [&str; 2],
    ids: &[&str],
) -> DbResult<()> {
    let (places, after) = (bulk_write::placeholders(1, ids.len()), ids.len());
    let (contact, one, two) = (after + 1, after + 2, after + 3);
    // Locked in the same order as by bulk actions on documents.
    let end = find_dialect(conn).for_update();
    let hold = format!(
        "SELECT document_id FROM document_summaries WHERE document_id IN {places} \
         AND contact_id = ${contact} ORDER BY document_id{end}"
    );
    let mut cached = sql::query_scalar(AssertSqlSafe(hold));
    for id in ids {
        cached = cached.bind(*id);
    }
    let _: Vec<String> = cached.bind(contact_id).fetch_all(&mut *conn).await?;
    let [person, company] = names;
    let displayed = display_name(person, company);
    let show = format!(
        "UPDATE document_summaries SET contact_name = ${one}, contact_key = ${two} \
         WHERE document_id IN {places} AND contact_id = ${contact} AND number = '' AND contact_name <> ${one}"
    );
    let mut query = sql::query(AssertSqlSafe(show));
    for id in ids {
        query = query.bind(*id);
    }
    let query = query.bind(contact_id).bind(displayed).bind(words::sort_key(displayed));
    query.execute(&mut *conn).await?;
    let find = format!(
        "UPDATE document_summaries SET customer_words = ${one} \
         WHERE document_id IN {places} AND contact_id = ${contact} AND customer_words <> ${one}"
    );
    let mut query = sql::query(AssertSqlSafe(find));
    for id in ids {
        query = query.bind(*id);
    }
    let text = search::to_stored_words(user_id, kind, names);
    query.bind(contact_id).bind(text).execute(&mut *conn).await?;
    Ok(())
}

/// How many documents each of these contacts has, by its id; contacts without documents are left out.
pub async fn count_documents(
    conn: &mut Conn,
    user_id: &UserId,
    contacts: &[&str],
) -> DbResult<HashMap<String, i64>> {
    if contacts.is_empty() {
        return Ok(HashMap::new());
    }
    let (ids, user) = (bulk_write::placeholders(1, contacts.len()), contacts.len() + 1);
    let sql = format!(
        "SELECT contact_id, COUNT(*) FROM document_summaries WHERE contact_id IN {ids} \
         AND user_id = ${user} GROUP BY contact_id"
    );
    let mut query = sql::query_as(AssertSqlSafe(sql));
    for id in contacts {
        query = query.bind(*id);
    }
    let counts: Vec<(String, i64)> = query.bind(user_id).fetch_all(&mut *conn).await?;
    Ok(counts.into_iter().collect())
}

/// The index of a contact's documents.
fn contact_condition(conn: &Conn) -> String {
    indexed_by(find_dialect(conn), "document_summaries_contact")
}

/// Updates the displayed names of drafts of a kind.
async fn update_displayed_names(
    conn: &mut Conn,
    (user_id, kind): (&UserId, &str),
    contacts: &[(&str, [&str; 2])],
) -> DbResult<()> {
    let index = contact_condition(conn);
    for some in contacts.chunks(bulk_write::rows_per_statement(3)) {
        let (values, after) = (bulk_write::placeholders(some.len(), 3), some.len() * 3);
        let (user, of_kind) = (after + 1, after + 2);
        let sql = format!(
            "UPDATE document_summaries{index} SET contact_name = v.column2, contact_key = v.column3 \
             FROM (VALUES {values}) AS v WHERE user_id = ${user} AND contact_id = v.column1 \
             AND kind = ${of_kind} AND number = '' AND contact_name <> v.column2"
        );
        let mut query = sql::query(AssertSqlSafe(sql));
        for (id, [person, company]) in some {
            let displayed = display_name(person, company);
            query = query.bind(*id).bind(displayed).bind(words::sort_key(displayed));
        }
        query.bind(user_id).bind(kind).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Updates the search words of documents of a kind.
async fn update_search_words(
    conn: &mut Conn,
    (user_id, kind): (&UserId, &str),
    contacts: &[(&str, [&str; 2])],
) -> DbResult<()> {
    let index = contact_condition(conn);
    for some in contacts.chunks(bulk_write::rows_per_statement(2)) {
        let (values, after) = (bulk_write::placeholders(some.len(), 2), some.len() * 2);
        let (user, of_kind) = (after + 1, after + 2);
        let sql = format!(
            "UPDATE document_summaries{index} SET customer_words = v.column2 \
             FROM (VALUES {values}) AS v WHERE user_id = ${user} AND contact_id = v.column1 \
             AND kind = ${of_kind} AND customer_words <> v.column2"
        );
        let mut query = sql::query(AssertSqlSafe(sql));
        for (id, names) in some {
            query = query.bind(*id).bind(search::to_stored_words(user_id, kind, *names));
        }
        query.bind(user_id).bind(kind).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Updates the summaries after a contact was deleted: its drafts no longer have a customer.
pub async fn remove_contact(conn: &mut Conn, user_id: &UserId, contact_id: &ContactId) -> DbResult<()> {
    rename_in_documents(conn, user_id, contact_id, ["", ""]).await?;
    sql::query("UPDATE document_summaries SET contact_id = '' WHERE user_id = $1 AND contact_id = $2")
        .bind(user_id)
        .bind(contact_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Moves the summaries of one contact's documents to another contact; [`rename_in_documents`] then updates the names.
pub async fn reassign_contact(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    sql::query("UPDATE document_summaries SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}
