//! The reports of a tax year, for the year pack.

use plumbline_core::report::books::AccountingBasis;
use plumbline_core::report::{Period, build_income_report, build_spending_report};
use plumbline_core::tax::TaxYear;

use super::names::Names;
use super::query::ReportRequest;
use super::records::load_spending;
use super::response::SumsReport;
use super::{export, income_sums, profit};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::workbook::IndexedReport;

/// The income, expenses and profit of a tax year, as the report pages display them by default; for one business if one
/// is given. Expenses that are assigned to no business count with the account's first, as on the pages.
pub async fn build_reports(
    conn: &mut Conn,
    user_id: &str,
    year: TaxYear,
    profile: Option<&str>,
) -> Result<Vec<IndexedReport>, ApiError> {
    let basis = AccountingBasis::default_for(year);
    let period = Period { from: year.first_day(), to: year.last_day() };
    let report_request = ReportRequest { period, basis };
    let how = match basis {
        AccountingBasis::Cash => "by the date it was paid",
        AccountingBasis::Accruals => "by the invoice date",
    };
    let mut records = income_sums::load_income_for_sums(conn, user_id, report_request).await?;
    records.retain(|it| profile.is_none_or(|id| it.profile.as_deref() == Some(id)));
    let names = Names::load(conn, user_id).await?;
    let earned = SumsReport::from_income(&build_income_report(&records, period, basis), &names);
    let mut costs = load_spending(conn, user_id, report_request).await?.records;
    costs.retain(|it| names.is_for_profile(it.profile.as_deref(), profile));
    let spent = SumsReport::from_spending(&build_spending_report(&costs, period, basis), &names);
    let left = profit::build_report(conn, user_id, report_request, profile).await?;
    let total = &earned.total;
    let (earned_by, spent_by, left_of) = match profile {
        Some(id) => {
            let name = names.profile_name(Some(id));
            (
                format!("What {name} earned"),
                format!("What {name} spent"),
                format!("What {name} was left with"),
            )
        }
        None => ("What was earned".to_owned(), "What was spent".to_owned(), "What is left".to_owned()),
    };
    Ok(vec![
        IndexedReport::new(
            &format!("{earned_by}, {how}"),
            export::sums_to_workbook(("income", "Income"), &earned, (&names, profile)),
            &[
                ("Income without VAT", total.net),
                ("VAT charged", total.vat),
                ("Deducted under CIS", total.cis),
            ],
        ),
        IndexedReport::new(
            &format!("{spent_by}, {how}"),
            export::sums_to_workbook(("expenses", "Expenses"), &spent, (&names, profile)),
            &[("Expenses", spent.total.net), ("VAT claimed back", spent.total.vat)],
        ),
        IndexedReport::new(
            &format!("{left_of}, {how}"),
            export::profit_to_workbook(&left, (&names, profile)),
            &[
                ("Income", left.total.income),
                ("Expenses", left.total.spending),
                ("Profit", left.total.profit),
            ],
        ),
    ])
}
