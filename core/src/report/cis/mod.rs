//! The Construction Industry Scheme: for a subcontractor, what contractors deducted; for a contractor, what to
//! deduct, the return and the statements.

mod contractor;
mod ledger;
mod monthly;
mod statement;

pub use contractor::{
    CisDeduction, StatusFrom, SubcontractorStatus, calculate_deduction, find_status,
    parse_accounts_office_reference, parse_employer_reference, parse_utr, parse_verification_number,
};
pub use ledger::{CisLedger, CisLedgerRow, LedgerPayment, LedgerRowState, LedgerStatement, build_ledger};
pub use monthly::{
    DECLARATIONS, FiledCisReturn, FiledCisRow, MonthlyReturn, MonthlyReturnRow, NIL_DECLARATION,
    PaidSubcontractor, build_monthly_return,
};
pub use statement::{Contractor, DeductionStatement, Subcontractor, build_statement, describe_missing};

#[cfg(test)]
mod tests;
