//! What HMRC asks for, calculated from the records: VAT, CIS, income tax, reports.

pub mod cis;
pub mod income_tax;
pub mod late_payment;
pub mod reports;
pub mod vat;
