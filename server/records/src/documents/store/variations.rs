//! All SQL on variations: the quotes that vary the job of an accepted one.

use crate::documents::store::DocumentRow;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::DocumentId;

table! {
    /// A quote that varies the job of another.
    pub struct VariationRow: "variations", by variation_id {
        /// The variation, which is a quote itself.
        pub variation_id: DocumentId,
        /// The accepted quote.
        pub quote_id: DocumentId,
        /// The number at the end of its own number; `None` for a draft.
        pub ordinal: Option<i64>,
        /// Its position among the accepted variations, starting at 1; `None` if it isn't accepted.
        pub place: Option<i64>,
        /// Once it is accepted, the hash of the accepted version of the quote.
        pub chained_quote: Option<String>,
        /// The hash of the variation that was accepted before it.
        pub chained_before: Option<String>,
        /// Unix milliseconds.
        pub created_at: i64,
    }
}

/// Records that a quote is a variation.
pub async fn insert(conn: &mut Conn, row: &VariationRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// The variation data of a quote; `None` if the quote isn't a variation.
pub async fn find(conn: &mut Conn, id: &DocumentId) -> DbResult<Option<VariationRow>> {
    VariationRow::select("WHERE variation_id = $1").bind(id).fetch_optional(conn).await
}

/// All variations of a quote's job, in order of creation.
pub async fn list_for_quote(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<Vec<DocumentRow>> {
    DocumentRow::select(
        "WHERE id IN (SELECT v.variation_id FROM variations v WHERE v.quote_id = $1) \
         ORDER BY created_at, id",
    )
    .bind(quote_id)
    .fetch_all(conn)
    .await
}

/// The variations that await their customer's decision.
pub async fn list_awaiting_answer(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<Vec<DocumentId>> {
    sql::query_scalar(
        "SELECT v.variation_id FROM variations v JOIN documents d ON d.id = v.variation_id \
         WHERE v.quote_id = $1 AND d.status = 'sent'",
    )
    .bind(quote_id)
    .fetch_all(conn)
    .await
}

/// How many variations a quote's job has, including drafts.
pub async fn count_for_quote(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM variations WHERE quote_id = $1")
        .bind(quote_id)
        .fetch_one(conn)
        .await
}

/// The accepted variations that weren't cancelled, in order of acceptance.
pub async fn list_accepted(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<Vec<DocumentRow>> {
    DocumentRow::select(
        "WHERE cancelled_date IS NULL AND id IN (SELECT v.variation_id FROM variations v \
         WHERE v.quote_id = $1 AND v.place IS NOT NULL) \
         ORDER BY (SELECT v.place FROM variations v WHERE v.variation_id = documents.id)",
    )
    .bind(quote_id)
    .fetch_all(conn)
    .await
}

/// The accepted variations that were cancelled since, in order of acceptance.
pub async fn list_cancelled(conn: &mut Conn, quote_id: &DocumentId) -> DbResult<Vec<DocumentRow>> {
    DocumentRow::select(
        "WHERE cancelled_date IS NOT NULL AND id IN (SELECT v.variation_id FROM variations v \
         WHERE v.quote_id = $1 AND v.place IS NOT NULL) \
         ORDER BY (SELECT v.place FROM variations v WHERE v.variation_id = documents.id)",
    )
    .bind(quote_id)
    .fetch_all(conn)
    .await
}

/// The variation that was accepted last, whether or not it was cancelled since.
pub async fn find_last_accepted(
    conn: &mut Conn,
    quote_id: &DocumentId,
) -> DbResult<Option<(i64, DocumentRow)>> {
    let last = VariationRow::select("WHERE quote_id = $1 AND place IS NOT NULL ORDER BY place DESC LIMIT 1")
        .bind(quote_id)
        .fetch_optional(&mut *conn)
        .await?;
    let Some(VariationRow { variation_id, place: Some(place), .. }) = last else {
        return Ok(None);
    };
    let row = super::find_by_id(conn, &variation_id).await?;
    Ok(row.map(|row| (place, row)))
}

/// Returns the variation's ordinal; if it has none, assigns it the next one among its quote's variations. The caller
/// has locked the quote, so that no two variations get the same.
pub async fn assign_ordinal(conn: &mut Conn, id: &DocumentId, quote_id: &DocumentId) -> DbResult<i64> {
    sql::query(
        "UPDATE variations SET ordinal = (SELECT COALESCE(MAX(o.ordinal), 0) + 1 \
         FROM variations o WHERE o.quote_id = $1) WHERE variation_id = $2 AND ordinal IS NULL",
    )
    .bind(quote_id)
    .bind(id)
    .execute(&mut *conn)
    .await?;
    sql::query_scalar("SELECT ordinal FROM variations WHERE variation_id = $1 AND ordinal IS NOT NULL")
        .bind(id)
        .fetch_one(conn)
        .await
}

/// Chains an accepted variation to what was accepted before it.
pub async fn chain(
    conn: &mut Conn,
    id: &DocumentId,
    place: i64,
    (quote, before): (&str, Option<&str>),
) -> DbResult<()> {
    sql::query(
        "UPDATE variations SET place = $1, chained_quote = $2, chained_before = $3 \
         WHERE variation_id = $4",
    )
    .bind(place)
    .bind(quote)
    .bind(before)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Locks the quote whose job a variation varies until the transaction ends. Wherever either is locked, the quote is
/// locked first, which prevents deadlocks. For any other document nothing is locked.
pub(super) async fn lock_job(conn: &mut Conn, id: &DocumentId) -> DbResult<()> {
    sql::query(
        "UPDATE documents SET version = version WHERE id = \
         (SELECT v.quote_id FROM variations v WHERE v.variation_id = $1)",
    )
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// The same for the variation behind a public link.
pub(super) async fn lock_public_job(conn: &mut Conn, token: &str) -> DbResult<()> {
    sql::query(
        "UPDATE documents SET version = version WHERE id = \
         (SELECT v.quote_id FROM variations v JOIN documents d ON d.id = v.variation_id \
          WHERE d.public_token = $1)",
    )
    .bind(token)
    .execute(conn)
    .await?;
    Ok(())
}
