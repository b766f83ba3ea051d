//! The responses of reports.

use plumbline_core::money::Pence;
use plumbline_core::report::books::LeftOut;
use plumbline_core::report::{IncomeReport, Period, Profit, ProfitRow, Row, SpendingReport};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::names::{self, Names};
use super::query::ReportBasis;
use super::records::Source;

/// The days that a report is of, and how it counts.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportOf {
    /// First day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub from: Date,
    /// Last day, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub to: Date,
    /// How it counts.
    pub basis: ReportBasis,
    /// Whether the rules behind its income were read: that of the flat rate scheme of VAT was not. If not: 'check with
    /// your accountant'.
    pub confirmed: bool,
}

impl ReportOf {
    pub(super) fn new(period: Period, basis: ReportBasis, confirmed: bool) -> Self {
        Self {
            from: period.from,
            to: period.to,
            basis,
            confirmed,
        }
    }
}

/// A row of a report: the sum of some records.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// What its records are asked for by; none where they have nothing in common.
    pub key: Option<String>,
    /// What it is called.
    pub name: String,
    /// Pounds without VAT, and before what contractors kept back; under the flat rate scheme with VAT less what is due
    /// at the flat rate.
    #[schema(value_type = String)]
    pub net: Pence,
    /// Pounds of VAT: charged of what was earned, or due at a flat rate; claimed back of what was spent.
    #[schema(value_type = String)]
    pub vat: Pence,
    /// Pounds that contractors kept back for HMRC; nothing of what was spent.
    #[schema(value_type = String)]
    pub cis: Pence,
    /// How many records it is the sum of.
    pub records: usize,
}

impl ReportRow {
    fn of(row: &Row<'_>, name: String) -> Self {
        Self {
            key: row.key.clone(),
            name,
            net: row.net,
            vat: row.vat,
            cis: row.cis,
            records: row.ids.len(),
        }
    }

    fn list(rows: &[Row<'_>], name: impl Fn(Option<&str>) -> String) -> Vec<Self> {
        let named = rows
            .iter()
            .map(|row| Self::of(row, name(row.key.as_deref())));
        named.collect()
    }
}

/// What was earned, or what was spent.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct SumsReport {
    /// Which days, and how it counts.
    #[serde(flatten)]
    pub of: ReportOf,
    /// All of it.
    pub total: ReportRow,
    /// By calendar month, in order, those without anything too.
    pub by_month: Vec<ReportRow>,
    /// By customer, the largest first.
    pub by_customer: Vec<ReportRow>,
    /// By business profile, the largest first; what was spent for none by name is of the account's first.
    pub by_profile: Vec<ReportRow>,
    /// By category, in the order of the tax return; empty of what was earned.
    pub by_category: Vec<ReportRow>,
}

const ALL: &str = "All";

impl SumsReport {
    pub(super) fn of_income(report: &IncomeReport<'_>, names: &Names) -> Self {
        Self {
            of: ReportOf::new(report.period, report.basis.into(), report.confirmed),
            total: ReportRow::of(&report.total, ALL.to_owned()),
            by_month: ReportRow::list(&report.by_month, names::month),
            by_customer: ReportRow::list(&report.by_customer, |key| names.customer(key)),
            by_profile: ReportRow::list(&report.by_profile, |key| names.profile(key)),
            by_category: Vec::new(),
        }
    }

    pub(super) fn of_spending(report: &SpendingReport<'_>, names: &Names) -> Self {
        Self {
            of: ReportOf::new(report.period, report.basis.into(), true),
            total: ReportRow::of(&report.total, ALL.to_owned()),
            by_month: ReportRow::list(&report.by_month, names::month),
            by_customer: ReportRow::list(&report.by_customer, |key| names.customer(key)),
            by_profile: ReportRow::list(&report.by_profile, |key| names.profile(key)),
            by_category: ReportRow::list(&report.by_category, names::category),
        }
    }
}

/// A row of the profit: what was earned, what was spent, and what is left.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ProfitOf {
    /// A month or a customer; none where neither says whose it is.
    pub key: Option<String>,
    /// What it is called.
    pub name: String,
    /// Pounds earned, without VAT and before what contractors kept back.
    #[schema(value_type = String)]
    pub income: Pence,
    /// Pounds spent, less the VAT that comes back.
    #[schema(value_type = String)]
    pub spending: Pence,
    /// Pounds that are left; below zero is a loss.
    #[schema(value_type = String)]
    pub profit: Pence,
}

impl ProfitOf {
    fn of(row: &ProfitRow, name: String) -> Self {
        Self {
            key: row.key.clone(),
            name,
            income: row.income,
            spending: row.spending,
            profit: row.profit,
        }
    }

    fn list(rows: &[ProfitRow], name: impl Fn(Option<&str>) -> String) -> Vec<Self> {
        let named = rows
            .iter()
            .map(|row| Self::of(row, name(row.key.as_deref())));
        named.collect()
    }
}

/// What is left of income after spending.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ProfitReport {
    /// Which days, and how it counts.
    #[serde(flatten)]
    pub of: ReportOf,
    /// All of it.
    pub total: ProfitOf,
    /// By calendar month, in order.
    pub by_month: Vec<ProfitOf>,
    /// By customer, the most profit first.
    pub by_customer: Vec<ProfitOf>,
    /// By business profile, the most profit first.
    pub by_profile: Vec<ProfitOf>,
    /// Expenses that are no cost of these days, and why: what a rate for each mile stands for, and debts that never were
    /// income.
    pub left_out: Vec<TaxLeftOut>,
}

impl ProfitReport {
    pub(super) fn new(
        of: ReportOf,
        profit: &Profit,
        left_out: Vec<TaxLeftOut>,
        names: &Names,
    ) -> Self {
        Self {
            of,
            left_out,
            total: ProfitOf::of(&profit.total, ALL.to_owned()),
            by_month: ProfitOf::list(&profit.by_month, names::month),
            by_customer: ProfitOf::list(&profit.by_customer, |key| names.customer(key)),
            by_profile: ProfitOf::list(&profit.by_profile, |key| names.profile(key)),
        }
    }
}

/// A record behind a figure.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportRecord {
    /// The record, unique in its report.
    pub id: String,
    /// `invoice`, `quote`, `credit_note` or `expense`: what is opened.
    pub kind: String,
    /// The document or the expense.
    pub subject: String,
    /// Its number; of an expense whom it was paid to, or what for.
    pub title: String,
    /// The customer as they are now; empty where there is none.
    pub customer: String,
    /// The day that it counts on, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds without VAT, below zero where it takes off.
    #[schema(value_type = String)]
    pub net: Pence,
    /// Pounds of VAT.
    #[schema(value_type = String)]
    pub vat: Pence,
    /// Pounds that a contractor kept back.
    #[schema(value_type = String)]
    pub cis: Pence,
}

/// The records behind a row.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReportRecords {
    /// By day, at most 1,000 of them.
    pub records: Vec<ReportRecord>,
    /// How many there are.
    pub total: usize,
}

/// The most records of one answer; the export has all of them.
pub const MOST: usize = 1_000;

impl ReportRecords {
    /// Of all of a row's records as many as one answer takes.
    pub(super) fn of(mut records: Vec<ReportRecord>) -> Self {
        records.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
        let total = records.len();
        records.truncate(MOST);
        Self { records, total }
    }
}

impl ReportRecord {
    /// A record of a source with its three sums: without VAT, VAT, kept back by a contractor.
    pub(super) fn of(
        id: &str,
        source: &Source,
        date: Date,
        customer: String,
        [net, vat, cis]: [Pence; 3],
    ) -> Self {
        let (kind, subject, title) = source.told();
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

/// Records that do not count, for one reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxLeftOut {
    /// Why, in a sentence.
    pub sentence: String,
    /// How many.
    pub records: usize,
}

impl TaxLeftOut {
    /// Reason by reason.
    pub fn list(left_out: &[LeftOut<'_>]) -> Vec<Self> {
        let mut told: Vec<Self> = Vec::new();
        for one in left_out {
            let sentence = one.reason.sentence();
            match told.iter_mut().find(|it| it.sentence == sentence) {
                Some(known) => known.records += 1,
                None => told.push(Self {
                    sentence: sentence.to_owned(),
                    records: 1,
                }),
            }
        }
        told
    }
}
