//! Debts by age, for the year pack.

use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::export::to_workbook;
use super::list::{OwedOrder, load_report};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::workbook::IndexedReport;

/// The report on debts as of a day, by how late they are.
pub async fn report_on(conn: &mut Conn, user_id: &str, today: Date) -> Result<IndexedReport, ApiError> {
    let owed_report = load_report(conn, user_id, today, OwedOrder::Oldest).await?;
    let what = format!("Who owes you, by how overdue it is, at {}", format_long_date(today));
    let totals = [("Total owed", owed_report.all.outstanding), ("Of which overdue", owed_report.all.overdue)];
    Ok(IndexedReport::new(&what, to_workbook(&owed_report), &totals))
}
