//! Who owes, for whoever wants it beside other reports.

use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;

use super::export::workbook;
use super::list::{OwedOrder, owed};
use crate::db::Conn;
use crate::error::ApiError;
use crate::workbook::Reported;

/// What is owed on a day, by how late it is.
///
/// # Errors
/// When the database fails.
pub(crate) async fn on(conn: &mut Conn, user_id: &str, today: Date) -> Result<Reported, ApiError> {
    let told = owed(conn, user_id, today, OwedOrder::Oldest).await?;
    let what = format!("Who owes, by how late it is, as of {}", date_long(today));
    let totals = [
        ("Total owed", told.all.outstanding),
        ("Of which late", told.all.overdue),
    ];
    Ok(Reported::of(&what, workbook(&told), &totals))
}
