//! Debts by age, for the year pack.

use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;

use super::export::workbook;
use super::list::{OwedOrder, owed};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::workbook::Reported;

/// The report on debts as of a day, by how late they are.
pub async fn on(conn: &mut Conn, user_id: &str, today: Date) -> Result<Reported, ApiError> {
    let told = owed(conn, user_id, today, OwedOrder::Oldest).await?;
    let what = format!(
        "Who owes you, by how overdue it is, at {}",
        date_long(today)
    );
    let totals = [
        ("Total owed", told.all.outstanding),
        ("Of which overdue", told.all.overdue),
    ];
    Ok(Reported::of(&what, workbook(&told), &totals))
}
