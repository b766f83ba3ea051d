//! The table quote_templates.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::document::Document;
use plumbline_core::money::Pence;

use super::fields::QuoteTemplateFields;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql, words};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ProfileId, QuoteTemplateId, UserId};
use plumbline_records::documents::drafting::body::ParsedHeader;
use plumbline_records::documents::stored::calculate_totals;

table! {
    /// A template as stored.
    pub struct QuoteTemplateRow: "quote_templates", by id, immutable [user_id, created_from, created_at] {
        /// UUIDv7.
        pub id: QuoteTemplateId,
        /// The account.
        pub user_id: UserId,
        /// The version, raised by every change.
        pub version: i64,
        /// Digest of the body that created it.
        pub created_from: String,
        /// Digest of the body of the last save.
        pub saved_from: String,
        /// The name that the business gives it.
        pub name: String,
        /// The name in the form in which names are compared.
        pub name_key: String,
        /// The business profile of its quotes; `None`: the one chosen when a quote is made.
        pub business_profile_id: Option<ProfileId>,
        /// The job.
        pub job_description: String,
        /// Notes for the customer.
        pub notes: String,
        /// The template of its printable document; `None`: the business profile's.
        pub template: Option<String>,
        /// Its own terms; `None`: the business profile's.
        pub terms: Option<String>,
        /// The core document, JSON.
        pub input: String,
        /// The version of the rules by which it was saved.
        pub rules_version: i64,
        /// The total of a quote made from it.
        pub total_amount: Pence,
        /// The bytes of its contents.
        pub weight: i64,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

impl QuoteTemplateRow {
    /// The row of a new template.
    pub(super) fn new(
        id: QuoteTemplateId,
        user_id: &UserId,
        fields: &QuoteTemplateFields,
        now: i64,
    ) -> Result<Self, ApiError> {
        let (head, document) = (&fields.body.head, &fields.body.document);
        // Every field is named, so that a new field doesn't compile until somebody decides whether a template has it.
        let ParsedHeader {
            id: _, // the caller's
            version: _,
            contact_id: _, // a template does not belong to a job
            issue_date: _,
            due_date: _,
            job_address: _,
            order_number: _,
            business_profile_id,
            job_description,
            notes,
            template,
            terms,
        } = head.clone();
        let input = serde_json::to_string(document)?;
        let texts = [&input, &fields.name, &head.job_description, &head.notes];
        let texts = texts.into_iter().chain(&head.terms);
        let weight: usize = texts.map(String::len).sum();
        Ok(Self {
            id,
            user_id: user_id.clone(),
            version: 1,
            created_from: fields.body.digest.clone(),
            saved_from: fields.body.digest.clone(),
            name: fields.name.clone(),
            name_key: words::sort_key(&fields.name),
            business_profile_id,
            job_description,
            notes,
            template,
            terms,
            input,
            rules_version: i64::from(RULES_VERSION),
            total_amount: calculate_totals(document)?.total_amount,
            weight: i64::try_from(weight).unwrap_or(i64::MAX),
            created_at: now,
            updated_at: now,
        })
    }

    /// The document of its quotes.
    ///
    /// # Errors
    /// 500 when the stored data cannot be read.
    pub(super) fn document(&self) -> Result<Document, ApiError> {
        Ok(serde_json::from_str(&self.input)?)
    }
}

/// Every template of an account, by name.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<QuoteTemplateRow>> {
    let mut rows = QuoteTemplateRow::select("WHERE user_id = $1").bind(user_id).fetch_all(conn).await?;
    // Sorted here, because each database has its own order of letters.
    rows.sort_by(|one, other| (&one.name_key, &one.id).cmp(&(&other.name_key, &other.id)));
    Ok(rows)
}

/// The account's templates, by name, in which every typed word is the beginning of a word of their name or job. There
/// are few of them, so they are filtered here.
pub async fn search(
    conn: &mut Conn,
    user_id: &UserId,
    typed: &str,
    limit: i64,
) -> DbResult<Vec<QuoteTemplateRow>> {
    let queries = words::split_search_words(typed);
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = list(conn, user_id).await?;
    rows.retain(|row| words::all_match(&queries, [&*row.name, &row.job_description]));
    rows.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(rows)
}

/// A template of an account.
pub async fn find(
    conn: &mut Conn,
    user_id: &UserId,
    id: &QuoteTemplateId,
) -> DbResult<Option<QuoteTemplateRow>> {
    QuoteTemplateRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// A template of any account.
pub async fn find_by_id(conn: &mut Conn, id: &QuoteTemplateId) -> DbResult<Option<QuoteTemplateRow>> {
    QuoteTemplateRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Whether another template of the account has this name.
pub async fn is_name_taken(conn: &mut Conn, row: &QuoteTemplateRow) -> DbResult<bool> {
    let found: i64 = sql::query_scalar(
        "SELECT COUNT(*) FROM quote_templates WHERE user_id = $1 AND name_key = $2 AND id <> $3",
    )
    .bind(row.user_id.as_str())
    .bind(&row.name_key)
    .bind(row.id.as_str())
    .fetch_one(conn)
    .await?;
    Ok(found > 0)
}

/// How many other templates the account has, and how many bytes they have. Locks the account's row first, so that two
/// devices count one after the other.
pub async fn count_others(conn: &mut Conn, row: &QuoteTemplateRow) -> DbResult<(i64, i64)> {
    sql::query("UPDATE users SET created_at = created_at WHERE id = $1")
        .bind(row.user_id.as_str())
        .execute(&mut *conn)
        .await?;
    sql::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(weight), 0) AS BIGINT) FROM quote_templates \
         WHERE user_id = $1 AND id <> $2",
    )
    .bind(row.user_id.as_str())
    .bind(row.id.as_str())
    .fetch_one(conn)
    .await
}

/// Inserts a new template. Returns false if its id is taken.
pub async fn insert(conn: &mut Conn, row: &QuoteTemplateRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Saves a change to this version of the row. Returns false if the version is no longer the newest.
pub async fn update(conn: &mut Conn, row: &QuoteTemplateRow, over: i64) -> DbResult<bool> {
    let done = row.update_version(over).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a template. Returns false if there was none.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &QuoteTemplateId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM quote_templates WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}
