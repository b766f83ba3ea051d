//! A document without its texts has the same totals (`Document::to_amounts_only`): a person with an invoice's code can
//! calculate its total again, and learns nothing about the job.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::totals::calculate;
use proptest::prelude::*;
use strategies::calculated;

proptest! {
    #[test]
    fn the_amounts_alone_give_the_same_totals((document, totals) in calculated()) {
        let bare = document.to_amounts_only();
        let again = calculate(&bare).unwrap();
        prop_assert_eq!(again.subtotal_amount, totals.subtotal_amount);
        prop_assert_eq!(again.discount_amount, totals.discount_amount);
        prop_assert_eq!(again.vat_amount, totals.vat_amount);
        prop_assert_eq!(again.total_amount, totals.total_amount);
        prop_assert_eq!(again.deposit_amount, totals.deposit_amount);
        prop_assert_eq!(&again.vat_groups, &totals.vat_groups);
        prop_assert!(bare.payments.is_empty() && bare.items.iter().all(|line| line.name.is_empty()));
    }
}
