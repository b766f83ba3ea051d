//! The Construction Industry Scheme: for a subcontractor, what contractors deducted; for a contractor, what to
//! deduct, the return and the statements.

mod contractor;
mod filed;
mod ledger;
mod monthly;
mod statement;
mod verified;

pub use contractor::{Deduction, Status, deduction};
pub use filed::{FiledReturn, FiledRow};
pub use ledger::{CisPaid, Ledger, LedgerRow, Standing, Stated, ledger};
pub use monthly::{
    DECLARATIONS, MonthlyReturn, NIL_DECLARATION, PaidSubcontractor, ReturnRow, monthly_return,
};
pub use statement::{Contractor, DeductionStatement, Subcontractor, lacking, statement};
pub use verified::{
    Holding, accounts_office_reference, employer_reference, status_on, utr, verification_number,
};

#[cfg(test)]
mod tests;
