//! Dates that nobody can type any more: before 2000 or after 2099 (rules.md, section 1). They were stored before there
//! was a bound, and each distorts the reports of its year.

use super::{Patient, Said, failed, fine, unseen, warning};
use crate::db::{Conn, DbResult};

/// How many are named.
const NAMED: usize = 20;

pub(super) async fn within_bounds(it: &Patient) -> Said {
    let Ok(db) = &it.db else {
        return unseen();
    };
    let looked = async { outside(&mut *db.read().await?).await };
    match looked.await {
        Err(error) => failed(error),
        Ok(dates) if dates.is_empty() => fine("every date is of the years 2000 to 2099"),
        Ok(dates) => {
            let named = dates.iter().take(NAMED);
            let named = named.map(|(what, id, date)| format!("{what} {id}: {date}"));
            let more = match dates.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            warning(
                format!("{}{more}", named.collect::<Vec<_>>().join(", ")),
                "ask the account's owner to correct them: reports of their years leave them out",
            )
        }
    }
}

/// What each date outside the bounds is of, its row's id, and the date.
async fn outside(conn: &mut Conn) -> DbResult<Vec<(String, String, String)>> {
    sqlx::query_as(
        "SELECT what, id, date FROM ( \
         SELECT 'issue date of document' AS what, id, issue_date AS date FROM documents \
         UNION ALL SELECT 'due date of document', id, due_date FROM documents \
         UNION ALL SELECT 'supply date of document', document_id, supply_date FROM document_summaries \
         UNION ALL SELECT 'finishing day of job', id, finished_date FROM documents \
         UNION ALL SELECT 'cancelling day of job', id, cancelled_date FROM documents \
         UNION ALL SELECT 'arrival of goods of job', id, goods_arrived_date FROM documents \
         UNION ALL SELECT 'instalment of invoice', document_id, due_on FROM summary_parts \
         UNION ALL SELECT 'payment', id, date FROM payments \
         UNION ALL SELECT 'expense', id, date FROM expenses \
         UNION ALL SELECT 'last day of expense', id, repeat_until FROM expenses \
         UNION ALL SELECT 'other income', id, date FROM other_income \
         UNION ALL SELECT 'CIS statement', id, month FROM cis_statements \
         UNION ALL SELECT 'CIS return', id, filed_on FROM cis_returns \
         UNION ALL SELECT 'recurring invoice', id, first_day FROM recurring_invoices \
         UNION ALL SELECT 'last day of recurring invoice', id, last_day FROM recurring_invoices \
         UNION ALL SELECT 'VAT registration of business', profile_id, registered_from FROM vat_registrations \
         UNION ALL SELECT 'end of VAT registration of business', profile_id, registered_until FROM vat_registrations \
         UNION ALL SELECT 'VAT return', id, period_to FROM vat_returns \
         UNION ALL SELECT 'notice of contact', id, end_user_notice_date FROM contacts \
         ) dates WHERE date <> '' AND (date < '2000-01-01' OR date > '2099-12-31') ORDER BY what, id",
    )
    .fetch_all(conn)
    .await
}
