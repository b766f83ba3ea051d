//! Purchases, in the form that core's VAT return needs.

use plumbline_core::report::vat::Purchase;

use crate::reports::store::Spent;

/// Converts an expense to core's purchase.
pub(super) fn purchase(it: &Spent) -> Purchase {
    it.bought().purchase()
}
