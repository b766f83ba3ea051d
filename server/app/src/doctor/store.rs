//! The SQL with which the check of dates reads them.

use plumbline_platform::db::{Conn, DbResult, sql};

/// Lists each stored date before 2000 or after 2099: what it belongs to, the id of its row, and the date.
pub(super) async fn list_dates_out_of_range(conn: &mut Conn) -> DbResult<Vec<(String, String, String)>> {
    sql::query_as(
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
         UNION ALL SELECT 'month of CIS return', id, month FROM cis_returns \
         UNION ALL SELECT 'payment to subcontractor', expense_id, date FROM cis_payments \
         UNION ALL SELECT 'CIS registration of business', profile_id, begins FROM cis_contractors \
         UNION ALL SELECT 'end of CIS registration of business', profile_id, ends FROM cis_contractors \
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

/// The JSON lists whose entries are valid from a date.
const DATED_LISTS: [(&str, &str); 2] = [
    ("rate of subcontractor", "SELECT contact_id, holdings FROM cis_subcontractors ORDER BY contact_id"),
    ("VAT scheme of business", "SELECT profile_id, schemes FROM vat_registrations ORDER BY profile_id"),
];

/// Reads [`DATED_LISTS`]: what each belongs to, the id of its row, and the list.
pub(super) async fn read_dated_lists(conn: &mut Conn) -> DbResult<Vec<(&'static str, String, String)>> {
    let mut found = Vec::new();
    for (what, sql) in DATED_LISTS {
        let rows: Vec<(String, String)> = sql::query_as(sql).fetch_all(&mut *conn).await?;
        found.extend(rows.into_iter().map(|(id, list)| (what, id, list)));
    }
    Ok(found)
}
