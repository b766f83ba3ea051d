//! Both sides of the scheme in a tax year, for the year pack.

use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;

use super::answer::CisStanding;
use super::{contractor, file, ledger};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::workbook::Reported;

/// The deductions that contractors made, and those that one business or all of them made from subcontractors, with what
/// is missing for either. A side without any data is left out.
pub async fn of_year(
    conn: &mut Conn,
    user_id: &str,
    (year, today): (TaxYear, Date),
    profile: Option<&str>,
) -> Result<(Vec<Reported>, Vec<String>), ApiError> {
    let (mut made, mut missing) = (Vec::new(), Vec::new());
    let told = ledger::of(conn, user_id, year, today).await?;
    let without = told
        .months
        .iter()
        .filter(|it| it.standing == CisStanding::Missing);
    missing.extend(without.map(|it| {
        format!(
            "The CIS statement of {} for the month to {} is missing: {} was deducted.",
            it.contractor.name,
            date_long(it.to),
            plumbline_core::money::text::gbp(it.deducted)
        )
    }));
    if !told.months.is_empty() {
        let totals = [
            ("Paid, before CIS", told.gross),
            ("Materials", told.materials),
            ("Deducted", told.deducted),
            ("Deducted, by the statements", told.stated),
        ];
        let what = "What contractors deducted under CIS, against their statements";
        made.push(Reported::of(what, file::of(&told), &totals));
    }
    contractor::of_year(
        conn,
        user_id,
        (year, today),
        profile,
        (&mut made, &mut missing),
    )
    .await?;
    Ok((made, missing))
}
