//! What the year pack reads itself.

use plumbline_core::tax::TaxYear;

use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

/// The payments of a tax year that customers recorded and nobody has confirmed: the document's number and its business.
pub(super) async fn list_unconfirmed(
    conn: &mut Conn,
    user_id: &UserId,
    year: TaxYear,
) -> DbResult<Vec<(String, Option<String>)>> {
    sql::query_as(
        "SELECT s.number, d.business_profile_id FROM payments p JOIN documents d ON d.id = p.document_id \
         JOIN document_summaries s ON s.document_id = d.id \
         WHERE s.user_id = $1 AND p.status = 'pending' AND p.carried_from IS NULL AND p.date >= $2 AND p.date <= $3 \
         ORDER BY p.date, p.id",
    )
    .bind(user_id)
    .bind(year.first_day().to_string())
    .bind(year.last_day().to_string())
    .fetch_all(conn)
    .await
}
