//! The reports of a tax year, for whoever wants all of them.

use plumbline_core::report::books::Basis;
use plumbline_core::report::{Period, income};
use plumbline_core::tax::TaxYear;

use super::answer::SumsReport;
use super::names::Names;
use super::query::Asked;
use super::sums::{self, SumsOf};
use super::{export, profit, summed};
use crate::db::Conn;
use crate::error::ApiError;
use crate::workbook::Reported;

/// Income, expenses and profit of a tax year, as their pages have them when nothing else is chosen. Income is of one
/// business where one is named; what was spent is of the account.
///
/// # Errors
/// When the database fails.
pub(crate) async fn of_year(
    conn: &mut Conn,
    user_id: &str,
    year: TaxYear,
    profile: Option<&str>,
) -> Result<Vec<Reported>, ApiError> {
    let basis = Basis::of(year);
    let period = Period {
        from: year.first(),
        to: year.last(),
    };
    let asked = Asked { period, basis };
    let how = match basis {
        Basis::Cash => "by the day on which money moved",
        Basis::Accruals => "by the day on which it was invoiced or billed",
    };
    let mut records = summed::income(conn, user_id, asked).await?;
    records.retain(|it| profile.is_none_or(|id| it.profile.as_deref() == Some(id)));
    let names = Names::read(conn, user_id).await?;
    let earned = SumsReport::of_income(&income(&records, period, basis), &names);
    let (spent, _) = sums::report(conn, user_id, SumsOf::Expenses, asked).await?;
    let left = profit::read(conn, user_id, asked).await?;
    let total = &earned.total;
    let what = match profile {
        Some(id) => format!("What {} earned, {how}", names.profile(Some(id))),
        None => format!("What was earned, {how}"),
    };
    let of_all = match profile {
        Some(_) => ", of all your businesses together",
        None => "",
    };
    Ok(vec![
        Reported::of(
            &what,
            export::sums(("income", "Income"), &earned, (&names, profile)),
            &[
                ("Income without VAT", total.net),
                ("VAT charged", total.vat),
                ("Kept back under CIS", total.cis),
            ],
        ),
        Reported::of(
            &format!("What was spent, {how}{of_all}"),
            export::sums(("expenses", "Expenses"), &spent, (&names, None)),
            &[
                ("Expenses", spent.total.net),
                ("VAT claimed back", spent.total.vat),
            ],
        ),
        Reported::of(
            &format!("What is left, {how}{of_all}"),
            export::profit(&left, &names),
            &[
                ("Income", left.total.income),
                ("Expenses", left.total.spending),
                ("Profit", left.total.profit),
            ],
        ),
    ])
}
