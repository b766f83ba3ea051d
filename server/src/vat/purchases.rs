//! What was bought, as core's VAT return takes it.

use plumbline_core::document::{Rate, Treatment};
use plumbline_core::expense::Category;
use plumbline_core::money::Pence;
use plumbline_core::report::vat::{Paid, Purchase, PurchaseKind, VatAmount};

use crate::expenses::fields::VatKind;
use crate::reports::store::Spent;

/// An expense as VAT takes it. Without a rate it is outside the scope, as wages and taxes are: nobody said that there
/// is VAT in it. What was private is none of the business's, and VAT on entertaining is not reclaimed (Notice 700/65).
pub(super) fn purchase(it: &Spent) -> Purchase {
    let private = |amount: Pence| amount.percent(it.private_share.value());
    let (gross, charged) = (it.amount - private(it.amount), it.vat - private(it.vat));
    let rate = it.vat_rate.value();
    let is_reverse = it.vat_kind == VatKind::ReverseCharge;
    let treatment = match it.vat_rate.is_empty() {
        true => Treatment::OutsideScope,
        false if is_reverse => Treatment::ReverseCharge,
        false => Treatment::Taxable,
    };
    // Nobody charged it: the business accounts for it on what it paid.
    let vat = match is_reverse {
        true => gross.percent(rate),
        false => charged,
    };
    // Materials are goods that the test of limited cost counts; fuel and food are not.
    let is_goods = it.category == Category::CostOfGoods;
    Purchase {
        id: it.id.clone(),
        date: it.date,
        kind: PurchaseKind::Home,
        amounts: vec![VatAmount {
            treatment,
            rate: Rate(rate),
            net: gross - charged,
            vat,
        }],
        payable: gross,
        payments: vec![Paid {
            id: it.id.clone(),
            date: it.date,
            amount: gross,
        }],
        reclaims: it.category != Category::BusinessEntertainmentCosts,
        relevant_goods: if is_goods { gross } else { Pence::ZERO },
        capital: it.vat_kind == VatKind::Capital,
        voided: false,
    }
}
