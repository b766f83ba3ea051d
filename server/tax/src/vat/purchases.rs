//! Purchases, in the form that core's VAT return needs.

use plumbline_core::report::vat::Purchase;

use crate::reports::store::Spent;

/// An expense as VAT takes it.
pub(super) fn purchase(it: &Spent) -> Purchase {
    it.bought().purchase()
}
