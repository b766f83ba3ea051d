//! The reports of a tax year, for the year pack.

use plumbline_core::report::books::Basis;
use plumbline_core::report::{Period, income, spending};
use plumbline_core::tax::TaxYear;

use super::answer::SumsReport;
use super::names::Names;
use super::query::Asked;
use super::records::spent;
use super::{export, profit, summed};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::workbook::Reported;

/// The income, expenses and profit of a tax year, as the report pages display them by default; for one business if one
/// is given. Expenses that are assigned to no business count with the account's first, as on the pages.
pub async fn of_year(
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
        Basis::Cash => "by the date it was paid",
        Basis::Accruals => "by the invoice date",
    };
    let mut records = summed::income(conn, user_id, asked).await?;
    records.retain(|it| profile.is_none_or(|id| it.profile.as_deref() == Some(id)));
    let names = Names::read(conn, user_id).await?;
    let earned = SumsReport::of_income(&income(&records, period, basis), &names);
    let mut costs = spent(conn, user_id, asked).await?.records;
    costs.retain(|it| names.is_of(it.profile.as_deref(), profile));
    let spent = SumsReport::of_spending(&spending(&costs, period, basis), &names);
    let left = profit::read(conn, user_id, asked, profile).await?;
    let total = &earned.total;
    let (earned_by, spent_by, left_of) = match profile {
        Some(id) => {
            let name = names.profile(Some(id));
            (
                format!("What {name} earned"),
                format!("What {name} spent"),
                format!("What {name} was left with"),
            )
        }
        None => (
            "What was earned".to_owned(),
            "What was spent".to_owned(),
            "What is left".to_owned(),
        ),
    };
    Ok(vec![
        Reported::of(
            &format!("{earned_by}, {how}"),
            export::sums(("income", "Income"), &earned, (&names, profile)),
            &[
                ("Income without VAT", total.net),
                ("VAT charged", total.vat),
                ("Deducted under CIS", total.cis),
            ],
        ),
        Reported::of(
            &format!("{spent_by}, {how}"),
            export::sums(("expenses", "Expenses"), &spent, (&names, profile)),
            &[
                ("Expenses", spent.total.net),
                ("VAT claimed back", spent.total.vat),
            ],
        ),
        Reported::of(
            &format!("{left_of}, {how}"),
            export::profit(&left, (&names, profile)),
            &[
                ("Income", left.total.income),
                ("Expenses", left.total.spending),
                ("Profit", left.total.profit),
            ],
        ),
    ])
}
