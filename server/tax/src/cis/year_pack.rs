//! Both sides of the scheme in a tax year, for the year pack.

use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::response::CisMonthState;
use super::{contractor, file, ledger};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::workbook::IndexedReport;

/// The deductions that contractors made, and those that one business or all of them made from subcontractors, with what
/// is missing for either. A side without any data is left out.
pub async fn build_reports(
    conn: &mut Conn,
    user_id: &UserId,
    (year, today): (TaxYear, Date),
    profile: Option<&str>,
) -> Result<(Vec<IndexedReport>, Vec<String>), ApiError> {
    let (mut made, mut missing) = (Vec::new(), Vec::new());
    let cis_ledger = ledger::load_ledger(conn, user_id, year, today).await?;
    let without = cis_ledger.months.iter().filter(|it| it.standing == CisMonthState::Missing);
    missing.extend(without.map(|it| {
        format!(
            "The CIS statement of {} for the month to {} is missing: {} was deducted.",
            it.contractor.name,
            format_long_date(it.to),
            plumbline_core::money::text::format_gbp(it.deducted)
        )
    }));
    if !cis_ledger.months.is_empty() {
        let totals = [
            ("Paid, before CIS", cis_ledger.gross),
            ("Materials", cis_ledger.materials),
            ("Deducted", cis_ledger.deducted),
            ("Deducted, by the statements", cis_ledger.stated),
        ];
        let what = "What contractors deducted under CIS, against their statements";
        made.push(IndexedReport::new(what, file::to_workbook(&cis_ledger), &totals));
    }
    contractor::add_year_reports(conn, user_id, (year, today), profile, (&mut made, &mut missing)).await?;
    Ok((made, missing))
}
