//! Reports and tax returns: sums over the records of a period, each calculated from a list of records that the
//! caller has read.
//!
//! A record contains what a document, a payment or an expense says; nothing here reads a document again. The order
//! of the records never changes a sum.

pub mod books;
pub mod cis;
mod figures;
mod income;
pub mod interest;
pub mod kept;
pub mod mtd;
pub mod names;
pub mod period;
mod profit;
mod rows;
pub mod self_assessment;
mod spending;
pub mod vat;

/// Shown next to an amount that depends on a rule or a rate that was not read in its source.
pub const UNCHECKED: &str = "Check with your accountant.";

pub use figures::{Books, Choices, Cost, Figure, Figures, Part, figures};
pub use income::{IncomeReport, income, turnover};
pub use period::Period;
pub use profit::{Profit, ProfitRow, profit};
pub use rows::Row;
pub use spending::{SpendingReport, spending};
