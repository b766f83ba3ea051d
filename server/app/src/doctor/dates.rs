//! Dates that can't be entered any more: before 2000 or after 2099 (docs/rules.md, section 1). They were stored
//! before there was a limit, and each distorts the reports of its year.

use plumbline_core::time::{DateError, supplied};

use super::{CheckOutcome, Installation, database_failed, fine, no_database, warning};
use plumbline_platform::db::{Conn, DbResult, sql};

/// How many dates are listed.
const NAMED_MAX: usize = 20;

pub(super) async fn check_bounds(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let looked = async {
        let mut conn = db.read().await?;
        let mut dates = list_outside(&mut conn).await?;
        dates.extend(list_outside_in_lists(&mut conn).await?);
        Ok::<_, sqlx::Error>(dates)
    };
    match looked.await {
        Err(error) => database_failed(error),
        Ok(dates) if dates.is_empty() => fine("all dates are between 2000 and 2099"),
        Ok(dates) => {
            let named = dates.iter().take(NAMED_MAX);
            let named = named.map(|(what, id, date)| format!("{what} {id}: {date}"));
            let more = match dates.len().saturating_sub(NAMED_MAX) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            warning(
                format!("{}{more}", named.collect::<Vec<_>>().join(", ")),
                "ask the account’s owner to correct them: reports leave them out",
            )
        }
    }
}

/// Each date outside the bounds: what it belongs to, the id of its row, and the date.
async fn list_outside(conn: &mut Conn) -> DbResult<Vec<(String, String, String)>> {
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

/// The same for the dates in such a list.
async fn list_outside_in_lists(conn: &mut Conn) -> DbResult<Vec<(String, String, String)>> {
    let mut found = Vec::new();
    for (what, sql) in DATED_LISTS {
        let rows: Vec<(String, String)> = sql::query_as(sql).fetch_all(&mut *conn).await?;
        for (id, list) in rows {
            let outside = list_start_days(&list).into_iter().filter(|day| is_outside(day));
            found.extend(outside.map(|day| (what.to_owned(), id.clone(), day)));
        }
    }
    Ok(found)
}

/// The dates from which the entries of a list are valid.
fn list_start_days(list: &str) -> Vec<String> {
    let entries: Vec<serde_json::Value> = serde_json::from_str(list).unwrap_or_default();
    let days = entries.iter().filter_map(|entry| entry["from"].as_str());
    days.map(str::to_owned).collect()
}

fn is_outside(day: &str) -> bool {
    supplied::parse(day) == Err(DateError::OutOfRange)
}

#[cfg(test)]
mod tests {
    use super::{is_outside, list_start_days};

    #[test]
    fn finds_every_date_out_of_range_in_a_list() {
        let list = r#"[{"from":"0126-11-20","status":"net"},{"from":"2026-11-20"},{"from":"2100-01-01"}]"#;
        let days = list_start_days(list);
        let outside: Vec<&str> = days.iter().map(String::as_str).filter(|day| is_outside(day)).collect();
        assert_eq!(outside, ["0126-11-20", "2100-01-01"]);
        assert!(list_start_days("").is_empty());
    }
}
