//! Reports and tax returns: sums over the records of a period, each calculated from a list of records that the
//! caller has read.
//!
//! A record contains what a document, a payment or an expense says; nothing here reads a document again. The order
//! of the records never changes a sum.

pub mod books;
pub mod cis;
pub mod interest;
pub mod mtd;
mod profit;
pub mod rows;
pub mod self_assessment;
pub mod take_home;
mod totals;
pub mod vat;

/// Shown next to an amount that depends on a rule or a rate that was not read in its source.
pub const UNCHECKED: &str = "Check with your accountant.";

pub use profit::{
    IncomeReport, Profit, ProfitRow, SpendingReport, build_income_report, build_profit_report,
    build_spending_report, calculate_turnover,
};
pub use rows::{Period, ReportSum};
pub use totals::{
    AccountingChoices, AmountPart, CategoryTotals, IncomeTaxBooks, IncomeTaxTotals, TracedAmount,
    calculate_totals,
};
