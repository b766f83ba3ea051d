//! The Construction Industry Scheme: as a subcontractor what contractors deducted, and as a contractor what is
//! to be deducted, returned and stated.

mod contractor;
mod ledger;
mod monthly;
mod statement;

pub use contractor::{Deduction, Status, deduction};
pub use ledger::{CisPaid, Ledger, LedgerRow, Standing, Stated, ledger};
pub use monthly::{MonthlyReturn, PaidSubcontractor, ReturnRow, monthly_return};
pub use statement::{Contractor, DeductionStatement, Subcontractor, statement};

#[cfg(test)]
mod tests;
