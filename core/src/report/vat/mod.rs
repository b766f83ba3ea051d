//! VAT: what a document must contain and charge, and what a business reports to HMRC.
//!
//! For documents: [`registration`], [`contents`], [`tax_point`], [`reverse_charge`], and all of them together in
//! [`issue_check`]. For a [`period`]: the [`record`]s, from which [`build_return()`] calculates the boxes of the
//! return.

pub mod advice;
pub mod bad_debt;
mod basis;
pub mod contents;
pub mod entry;
pub mod filed;
pub mod filing_order;
pub mod flat_rate;
pub mod issue_check;
mod movements;
pub mod period;
pub mod record;
pub mod registration;
pub mod reverse_charge;
pub mod supply_lines;
pub mod tax_point;
pub mod threshold;
pub mod vat_return;

pub use advice::{Finding, Severity};
pub use entry::{BoxAmounts, EntryKind, VatEntry};
pub use filed::{DisplayedAs, FiledVatReturn};
pub use filing_order::{FilingOrder, FilingState};
pub use movements::is_counted_under_flat_rate;
pub use period::Stagger;
pub use record::{
    Credit, Purchase, PurchaseKind, ReclaimScope, Sale, Scheme, VatAmount, VatBooks, VatPayment,
    find_reclaim_scope,
};
pub use registration::VatRegistration;
pub use vat_return::{FlatPart, VatBox, VatReturn, build_return};

#[cfg(test)]
mod tests;
