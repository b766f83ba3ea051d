//! The responses of reports.

use plumbline_core::money::Pence;
use plumbline_core::report::books::ExcludedRecord;
use plumbline_core::report::{IncomeReport, Period, Profit, ProfitRow, ReportSum, SpendingReport};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::names::{self, Names};
use super::query::ReportBasis;
use super::records::RecordSource;

/// The days and the basis of a report.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportScope {
    /// First day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// Whether it counts by payment date or by invoice date.
    pub basis: ReportBasis,
    /// Whether the rules for its income were read in a source; the one for VAT's flat rate scheme wasn't. If not, the
    /// app adds 'check with your accountant'.
    pub confirmed: bool,
}

impl ReportScope {
    pub(super) fn new(period: Period, basis: ReportBasis, confirmed: bool) -> Self {
        Self { from: period.from, to: period.to, basis, confirmed }
    }
}

/// A row of a report: the sum of some records.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// The key for a query of its records; `None` for the records that belong to no month, customer, business or
    /// category.
    pub key: Option<String>,
    /// The label of the row.
    pub name: String,
    /// Pounds without VAT, before CIS deductions. Under the flat rate scheme, with VAT less what is due at the flat
    /// rate.
    #[schema(value_type = String)]
    pub net: Pence,
    /// Pounds of VAT: for income, the VAT charged or due at a flat rate; for expenses, the VAT reclaimed.
    #[schema(value_type = String)]
    pub vat: Pence,
    /// Pounds of CIS deductions by contractors; zero for expenses.
    #[schema(value_type = String)]
    pub cis: Pence,
    /// How many records it is the sum of.
    pub records: usize,
}

impl ReportRow {
    fn from_core(row: &ReportSum<'_>, name: String) -> Self {
        Self { key: row.key.clone(), name, net: row.net, vat: row.vat, cis: row.cis, records: row.ids.len() }
    }

    fn from_core_rows(rows: &[ReportSum<'_>], name: impl Fn(Option<&str>) -> String) -> Vec<Self> {
        let named = rows.iter().map(|row| Self::from_core(row, name(row.key.as_deref())));
        named.collect()
    }
}

/// A report of income or of expenses.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct SumsReport {
    /// The days and the basis.
    #[serde(flatten)]
    pub of: ReportScope,
    /// The total.
    pub total: ReportRow,
    /// By calendar month, in order, including months without records.
    pub by_month: Vec<ReportRow>,
    /// By customer, largest first.
    pub by_customer: Vec<ReportRow>,
    /// By business profile, largest first; expenses that are assigned to no business count with the account's first.
    pub by_profile: Vec<ReportRow>,
    /// By category, in the order of the tax return; empty for income.
    pub by_category: Vec<ReportRow>,
}

const ALL_LABEL: &str = "All";

impl SumsReport {
    pub(super) fn from_income(report: &IncomeReport<'_>, names: &Names) -> Self {
        Self {
            of: ReportScope::new(report.period, report.basis.into(), report.confirmed),
            total: ReportRow::from_core(&report.total, ALL_LABEL.to_owned()),
            by_month: ReportRow::from_core_rows(&report.by_month, names::month_label),
            by_customer: ReportRow::from_core_rows(&report.by_customer, |key| names.customer_name(key)),
            by_profile: ReportRow::from_core_rows(&report.by_profile, |key| names.profile_name(key)),
            by_category: Vec::new(),
        }
    }

    pub(super) fn from_spending(report: &SpendingReport<'_>, names: &Names) -> Self {
        Self {
            of: ReportScope::new(report.period, report.basis.into(), true),
            total: ReportRow::from_core(&report.total, ALL_LABEL.to_owned()),
            by_month: ReportRow::from_core_rows(&report.by_month, names::month_label),
            by_customer: ReportRow::from_core_rows(&report.by_customer, |key| names.customer_name(key)),
            by_profile: ReportRow::from_core_rows(&report.by_profile, |key| names.profile_name(key)),
            by_category: ReportRow::from_core_rows(&report.by_category, names::category_label),
        }
    }
}

/// A row of the profit report: income, expenses and profit.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ProfitReportRow {
    /// The month, customer or business; `None` for the records that don't belong to any.
    pub key: Option<String>,
    /// The label of the row.
    pub name: String,
    /// Pounds of income, without VAT and before CIS deductions.
    #[schema(value_type = String)]
    pub income: Pence,
    /// Pounds of expenses, less the VAT that is reclaimed.
    #[schema(value_type = String)]
    pub spending: Pence,
    /// Pounds of profit; negative for a loss.
    #[schema(value_type = String)]
    pub profit: Pence,
}

impl ProfitReportRow {
    fn from_core(row: &ProfitRow, name: String) -> Self {
        Self { key: row.key.clone(), name, income: row.income, spending: row.spending, profit: row.profit }
    }

    fn from_core_rows(rows: &[ProfitRow], name: impl Fn(Option<&str>) -> String) -> Vec<Self> {
        let named = rows.iter().map(|row| Self::from_core(row, name(row.key.as_deref())));
        named.collect()
    }
}

/// The profit report: income less expenses.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ProfitReport {
    /// The days and the basis.
    #[serde(flatten)]
    pub of: ReportScope,
    /// The total.
    pub total: ProfitReportRow,
    /// By calendar month, in order.
    pub by_month: Vec<ProfitReportRow>,
    /// By customer, highest profit first.
    pub by_customer: Vec<ProfitReportRow>,
    /// By business profile, highest profit first.
    pub by_profile: Vec<ProfitReportRow>,
    /// Expenses that don't count in these days, by reason: those that the rate per mile covers, and debts that never
    /// counted as income.
    pub left_out: Vec<TaxLeftOut>,
}

impl ProfitReport {
    pub(super) fn new(of: ReportScope, profit: &Profit, left_out: Vec<TaxLeftOut>, names: &Names) -> Self {
        Self {
            of,
            left_out,
            total: ProfitReportRow::from_core(&profit.total, ALL_LABEL.to_owned()),
            by_month: ProfitReportRow::from_core_rows(&profit.by_month, names::month_label),
            by_customer: ProfitReportRow::from_core_rows(&profit.by_customer, |key| names.customer_name(key)),
            by_profile: ProfitReportRow::from_core_rows(&profit.by_profile, |key| names.profile_name(key)),
        }
    }
}

/// A record behind an amount.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportRecord {
    /// The record's id, unique in its report.
    pub id: String,
    /// `invoice`, `quote`, `credit_note` or `expense`: what to open.
    pub kind: String,
    /// The id of the document or the expense.
    pub subject: String,
    /// The document's number; for an expense, the supplier or purpose.
    pub title: String,
    /// The customer's present name; empty if there is no customer.
    pub customer: String,
    /// The date on which it counts, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds without VAT, negative if the record reduces the sum.
    #[schema(value_type = String)]
    pub net: Pence,
    /// Pounds of VAT.
    #[schema(value_type = String)]
    pub vat: Pence,
    /// Pounds of CIS deductions by contractors.
    #[schema(value_type = String)]
    pub cis: Pence,
}

/// The records behind a row.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportRecords {
    /// The records by date, at most 1,000.
    pub records: Vec<ReportRecord>,
    /// How many records there are.
    pub total: usize,
}

/// The most records in one response; the export has all of them.
pub const RECORDS_MAX: usize = 1_000;

impl ReportRecords {
    /// Limits a row's records to as many as a response may have.
    pub(super) fn from_records(mut records: Vec<ReportRecord>) -> Self {
        records.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
        let total = records.len();
        records.truncate(RECORDS_MAX);
        Self { records, total }
    }
}

impl ReportRecord {
    /// A record of a source, with three amounts: without VAT, VAT, CIS deduction.
    pub(super) fn from_source(
        id: &str,
        source: &RecordSource,
        date: Date,
        customer: String,
        [net, vat, cis]: [Pence; 3],
    ) -> Self {
        let (kind, subject, title) = source.subject();
        Self {
            id: id.to_owned(),
            kind: kind.to_owned(),
            subject: subject.to_owned(),
            title: title.to_owned(),
            customer,
            date,
            net,
            vat,
            cis,
        }
    }
}

/// The records that don't count for one reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxLeftOut {
    /// The reason, as a sentence.
    pub sentence: String,
    /// How many records.
    pub records: usize,
}

impl TaxLeftOut {
    /// Groups the records by reason.
    pub fn from_core(left_out: &[ExcludedRecord<'_>]) -> Vec<Self> {
        let mut tax_left_outs: Vec<Self> = Vec::new();
        for one in left_out {
            let sentence = one.reason.text();
            match tax_left_outs.iter_mut().find(|it| it.sentence == sentence) {
                Some(known) => known.records += 1,
                None => tax_left_outs.push(Self { sentence: sentence.to_owned(), records: 1 }),
            }
        }
        tax_left_outs
    }
}
