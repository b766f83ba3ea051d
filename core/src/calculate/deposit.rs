//! The deposit (rules.md, section 3, step 7).

use crate::calculate::discount::{clamped_amount, clamped_percentage};
use crate::document::{DepositType, Document};
use crate::money::Pence;

/// Step 7: the deposit in pence, at most the total. One that is too large is clamped here and
/// reported by [`crate::calculate::validate`].
#[must_use]
pub fn amount(document: &Document, total: Pence) -> Pence {
    if !document.include_deposit {
        return Pence::ZERO;
    }
    match document.deposit_type {
        DepositType::Percentage => total.percent(clamped_percentage(&document.deposit)),
        DepositType::Fixed => clamped_amount(&document.deposit, total),
    }
}
