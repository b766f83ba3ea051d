//! Reports and tax returns: sums over the records of a period, each calculated from a list of records that the
//! caller has read.
//!
//! A record contains what a document, a payment or an expense says; nothing here reads a document again. The order
//! of the records never changes a sum.

pub mod books;
pub mod cis;
mod income;
pub mod interest;
pub mod mtd;
pub mod names;
pub mod period;
mod profit;
mod rows;
pub mod self_assessment;
mod spending;
pub mod take_home;
mod totals;
pub mod vat;

/// Shown next to an amount that depends on a rule or a rate that was not read in its source.
pub const UNCHECKED: &str = "Check with your accountant.";

pub use income::{IncomeReport, build_income_report, calculate_turnover};
pub use period::Period;
pub use profit::{Profit, ProfitRow, build_profit_report};
pub use rows::ReportSum;
pub use spending::{SpendingReport, build_spending_report};
pub use totals::{
    AccountingChoices, AmountPart, CategoryTotals, IncomeTaxBooks, IncomeTaxTotals, TracedAmount,
    calculate_totals,
};
