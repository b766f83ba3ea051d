//! VAT: what a document must say and charge, and what a business tells HMRC.
//!
//! What is due on paper: [`registration`], [`contents`], [`tax_point`], [`reverse_charge`], and all of
//! them [`before_issue`]. What is due in
//! a [`period`]: [`record`]s in, the boxes of the return out ([`vat_return()`]).

mod advice;
pub mod bad_debt;
mod basis;
pub mod before_issue;
pub mod contents;
pub mod deposits;
pub mod entry;
pub mod filed;
pub mod finding;
pub mod flat_rate;
pub mod leaving;
mod movements;
pub mod order;
pub mod outside;
pub mod part;
pub mod period;
pub mod record;
pub mod registration;
pub mod reverse_charge;
pub mod supply_lines;
pub mod tax_point;
pub mod threshold;
mod vat_return;

pub use entry::{BoxAmounts, Entry, EntryKind};
pub use filed::{Filed, ShownAs};
pub use finding::{Finding, Weight};
pub use movements::counts_under_flat_rate;
pub use order::{Order, Standing};
pub use period::Stagger;
pub use record::{
    Books, Credit, Paid, Purchase, PurchaseKind, Reclaims, Sale, Scheme, VatAmount, reclaims_on,
};
pub use registration::Registration;
pub use vat_return::{FlatPart, VatBox, VatReturn, vat_return};

#[cfg(test)]
mod tests;
