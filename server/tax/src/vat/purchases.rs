//! Purchases, in the form that core's VAT return needs.

use plumbline_core::report::vat::Purchase;

use crate::reports::store::ReportedExpense;

/// Converts an expense to core's purchase.
pub(super) fn to_purchase(it: &ReportedExpense) -> Purchase {
    it.to_core().to_purchase()
}
