//! The table quote_templates.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::document::Document;
use plumbline_core::money::Pence;

use super::fields::QuoteTemplateFields;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, words};
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
        /// Raised by every change.
        pub version: i64,
        /// Digest of the body that created it.
        pub created_from: String,
        /// Digest of the body that it was saved from last.
        pub saved_from: String,
        /// What the business calls it.
        pub name: String,
        /// The same as names are compared.
        pub name_key: String,
        /// The business that its quotes are from; none: the one that is chosen then.
        pub business_profile_id: Option<ProfileId>,
        /// What the job is.
        pub job_description: String,
        /// Notes that the customer reads.
        pub notes: String,
        /// The look of its paper; none: the business profile's.
        pub template: Option<String>,
        /// Terms of its own; none: the business profile's.
        pub terms: Option<String>,
        /// The core document, JSON.
        pub input: String,
        /// The version of the rules that it was saved by.
        pub rules_version: i64,
        /// What a quote of it comes to.
        pub total_amount: Pence,
        /// Bytes of all that it says.
        pub weight: i64,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

impl QuoteTemplateRow {
    /// The first version of one.
    pub(super) fn new(
        id: QuoteTemplateId,
        user_id: &UserId,
        fields: &QuoteTemplateFields,
        now: i64,
    ) -> Result<Self, ApiError> {
        let (head, document) = (&fields.body.head, &fields.body.document);
        // Every field is named: a new one does not compile until somebody says whether a template has it.
        let ParsedHeader {
            id: _, // the caller's
            version: _,
            contact_id: _, // a template is of no job
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

    /// What its quotes say, as core reads it.
    ///
    /// # Errors
    /// 500 when what is stored cannot be read.
    pub(super) fn document(&self) -> Result<Document, ApiError> {
        Ok(serde_json::from_str(&self.input)?)
    }
}

/// Every template of an account, by name.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<QuoteTemplateRow>> {
    let mut rows = QuoteTemplateRow::select("WHERE user_id = $1")
        .bind(user_id)
        .fetch_all(conn)
        .await?;
    // The databases order letters each in its own way.
    rows.sort_by(|one, other| (&one.name_key, &one.id).cmp(&(&other.name_key, &other.id)));
    Ok(rows)
}

/// Those of an account that have, for each word that was typed, one that begins with it, in their name or their job; by
/// name. They are few, and looked at here.
pub async fn search(
    conn: &mut Conn,
    user_id: &str,
    typed: &str,
    limit: i64,
) -> DbResult<Vec<QuoteTemplateRow>> {
    let queries = words::split_words(typed);
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = list(conn, user_id).await?;
    rows.retain(|row| words::all_match(&queries, [&*row.name, &row.job_description]));
    rows.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(rows)
}

/// A template of an account.
pub async fn find(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<QuoteTemplateRow>> {
    QuoteTemplateRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// One, whoever's it is.
pub async fn find_by_id(conn: &mut Conn, id: &str) -> DbResult<Option<QuoteTemplateRow>> {
    QuoteTemplateRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Whether another of the account's has this name.
pub async fn is_name_taken(conn: &mut Conn, row: &QuoteTemplateRow) -> DbResult<bool> {
    let found: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM quote_templates WHERE user_id = $1 AND name_key = $2 AND id <> $3",
    )
    .bind(row.user_id.as_str())
    .bind(&row.name_key)
    .bind(row.id.as_str())
    .fetch_one(conn)
    .await?;
    Ok(found > 0)
}

/// How many an account has beside this one, and the bytes of them. The account's row is held first, so that
/// two devices count one after the other.
pub async fn count_others(conn: &mut Conn, row: &QuoteTemplateRow) -> DbResult<(i64, i64)> {
    sqlx::query("UPDATE users SET created_at = created_at WHERE id = $1")
        .bind(row.user_id.as_str())
        .execute(&mut *conn)
        .await?;
    sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(weight), 0) AS BIGINT) FROM quote_templates \
         WHERE user_id = $1 AND id <> $2",
    )
    .bind(row.user_id.as_str())
    .bind(row.id.as_str())
    .fetch_one(conn)
    .await
}

/// Writes a new one; false if its id is taken.
pub async fn insert(conn: &mut Conn, row: &QuoteTemplateRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Writes one back, over the row of this version only; whether it was.
pub async fn update(conn: &mut Conn, row: &QuoteTemplateRow, over: i64) -> DbResult<bool> {
    let done = row.update_version(over).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Removes one; whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM quote_templates WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}
