//! Reports as files.

use plumbline_core::report::books::AccountingBasis;
use plumbline_core::report::{Period, build_income_report, build_spending_report};
use plumbline_core::tax::TaxYear;
use plumbline_core::time::text::format_long_date;

use super::names::Names;
use super::query::ReportRequest;
use super::records::load_spending;
use super::response::{ProfitReport, ProfitReportRow, ReportRow, ReportScope, SumsReport};
use super::{income_sums, profit};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::workbook::{IndexedReport, Workbook, WorkbookCell, WorkbookColumn, WorkbookTable};

/// A workbook of the profit report.
pub(super) fn profit_to_workbook(
    report: &ProfitReport,
    (names, profile): (&Names, Option<&str>),
) -> Workbook {
    let columns = |first| {
        [
            WorkbookColumn::text(first),
            WorkbookColumn::money("Income"),
            WorkbookColumn::money("Expenses"),
            WorkbookColumn::money("Profit"),
        ]
    };
    let total = std::slice::from_ref(&report.total);
    let lists = [
        ("Month", &*report.by_month),
        ("Customer", &*report.by_customer),
        ("Business profile", &*report.by_profile),
        ("All", total),
    ];
    let lists = lists.map(|(title, rows)| {
        let mut list = WorkbookTable::new(title, &columns(title));
        for ProfitReportRow { name, income, spending, profit, .. } in rows {
            let amounts = [income, spending, profit].map(|it| WorkbookCell::Money(*it));
            let cells = std::iter::once(WorkbookCell::text(name)).chain(amounts);
            list.add_row(cells.collect());
        }
        list
    });
    let headed = subtitle(&report.of, names, profile);
    build_workbook(("profit", "Profit"), &report.of, headed, lists.into())
}

/// A workbook of a report of income or expenses.
pub(super) fn sums_to_workbook(
    name: (&str, &str),
    report: &SumsReport,
    (names, profile): (&Names, Option<&str>),
) -> Workbook {
    let columns = |first| {
        [
            WorkbookColumn::text(first),
            WorkbookColumn::money("Without VAT"),
            WorkbookColumn::money("VAT"),
            WorkbookColumn::money("Deducted under CIS"),
            WorkbookColumn::count("Records"),
        ]
    };
    let total = std::slice::from_ref(&report.total);
    let lists = [
        ("Month", &*report.by_month),
        ("Category", &*report.by_category),
        ("Customer", &*report.by_customer),
        ("Business profile", &*report.by_profile),
        ("All", total),
    ];
    let lists = lists.into_iter().filter(|(_, rows)| !rows.is_empty());
    let lists = lists.map(|(title, rows)| {
        let mut list = WorkbookTable::new(title, &columns(title));
        for ReportRow { name, net, vat, cis, records, .. } in rows {
            let amounts = [net, vat, cis].map(|it| WorkbookCell::Money(*it));
            let cells = std::iter::once(WorkbookCell::text(name)).chain(amounts);
            list.add_row(cells.chain([WorkbookCell::Count(*records)]).collect());
        }
        list
    });
    let headed = subtitle(&report.of, names, profile);
    build_workbook(name, &report.of, headed, lists.collect())
}

/// The subtitle: the days, the owner and the basis.
fn subtitle(of: &ReportScope, names: &Names, profile: Option<&str>) -> String {
    let days = format!("{} to {}", format_long_date(of.from), format_long_date(of.to));
    names.subtitle(&days, AccountingBasis::from(of.basis).label(), profile)
}

fn build_workbook(
    (name, title): (&str, &str),
    of: &ReportScope,
    days: String,
    lists: Vec<WorkbookTable>,
) -> Workbook {
    Workbook {
        name: format!("{name}-{}-to-{}", of.from, of.to),
        title: title.to_owned(),
        days,
        lists,
        records: None,
    }
}

/// The income, expenses and profit of a tax year, as the report pages display them by default; for one business if one
/// is given. Expenses that are assigned to no business count with the account's first, as on the pages.
pub async fn build_reports(
    conn: &mut Conn,
    user_id: &UserId,
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
            sums_to_workbook(("income", "Income"), &earned, (&names, profile)),
            &[
                ("Income without VAT", total.net),
                ("VAT charged", total.vat),
                ("Deducted under CIS", total.cis),
            ],
        ),
        IndexedReport::new(
            &format!("{spent_by}, {how}"),
            sums_to_workbook(("expenses", "Expenses"), &spent, (&names, profile)),
            &[("Expenses", spent.total.net), ("VAT claimed back", spent.total.vat)],
        ),
        IndexedReport::new(
            &format!("{left_of}, {how}"),
            profit_to_workbook(&left, (&names, profile)),
            &[
                ("Income", left.total.income),
                ("Expenses", left.total.spending),
                ("Profit", left.total.profit),
            ],
        ),
    ])
}
