//! The calculation: a pipeline of the named steps of rules.md, section 3, in its order.

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::error::{FieldError, RuleErrors, code};
use crate::line::{Line, LineTotals};
use crate::money::Pence;
use crate::payments::{self, ConfirmationStatus};
use crate::vat::{self, Treatment, VatGroup};
use crate::{cis, deposit, discount, labour, validate};

/// The largest subtotal, in pence: 100,000,000 pounds (rules.md, section 1).
pub const LARGEST_SUBTOTAL: Pence = Pence(10_000_000_000);

/// What a document comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Each line's, in the order of the input.
    pub items: Vec<LineTotals>,
    /// The document's own labour, without its lines'.
    pub labour_total: Pence,
    /// The counted lines and the document's labour.
    pub subtotal_amount: Pence,
    /// What the discount takes off.
    pub discount_amount: Pence,
    /// VAT by treatment and rate.
    pub vat_groups: Vec<VatGroup>,
    /// The VAT that is charged.
    pub vat_amount: Pence,
    /// The VAT that the customer accounts for.
    pub reverse_charge_vat: Pence,
    /// Subtotal less discount plus charged VAT.
    pub total_amount: Pence,
    /// The deposit asked for.
    pub deposit_amount: Pence,
    /// The total less the deposit.
    pub balance_after_deposit: Pence,
    /// What a CIS deduction is worked out on.
    pub cis_base: Pence,
    /// What the customer deducts under CIS.
    pub cis_deduction: Pence,
    /// The total less the CIS deduction.
    pub amount_payable: Pence,
    /// The confirmed payments.
    pub paid_amount: Pence,
    /// The payments awaiting confirmation.
    pub pending_amount: Pence,
    /// What remains to pay, never below 0.
    pub balance_due: Pence,
}

/// Calculates a document.
///
/// # Errors
///
/// Every field that is no number or outside its limits, or the subtotal when it is. A discount or
/// deposit that is too large is clamped instead, so that a preview shows something sensible.
pub fn calculate(document: &Document) -> Result<Totals, RuleErrors> {
    let broken = validate::broken_limits(document);
    if !broken.is_empty() {
        return Err(RuleErrors(broken));
    }
    let items: Vec<LineTotals> = document.items.iter().map(Line::totals).collect();
    let labour_total = labour::total(
        document.include_labour,
        &document.labour_hours,
        &document.labour_rate,
    );
    let subtotal_amount = subtotal(&items, labour_total)?;
    let discount_amount = discount::amount(document, subtotal_amount);
    let vat_groups = vat::groups(document, &items, labour_total);
    let vat_groups = vat::with_discount(vat_groups, discount_amount, subtotal_amount);
    let vat_amount = vat::sum(&vat_groups, Treatment::Taxable);
    let reverse_charge_vat = vat::sum(&vat_groups, Treatment::ReverseCharge);
    let total_amount = subtotal_amount - discount_amount + vat_amount;
    let deposit_amount = deposit::amount(document, total_amount);
    let balance_after_deposit = total_amount - deposit_amount;
    let labour_part = cis::labour_part(document, &items, labour_total);
    let cis_base = cis::base(labour_part, discount_amount, subtotal_amount);
    let cis_deduction = cis::deduction(document, cis_base);
    let amount_payable = total_amount - cis_deduction;
    let paid_amount = payments::sum(&document.payments, ConfirmationStatus::Confirmed);
    let pending_amount = payments::sum(&document.payments, ConfirmationStatus::Pending);
    let balance_due = payments::balance_due(amount_payable, paid_amount);
    Ok(Totals {
        items,
        labour_total,
        subtotal_amount,
        discount_amount,
        vat_groups,
        vat_amount,
        reverse_charge_vat,
        total_amount,
        deposit_amount,
        balance_after_deposit,
        cis_base,
        cis_deduction,
        amount_payable,
        paid_amount,
        pending_amount,
        balance_due,
    })
}

/// Step 3: the counted line totals and the document's labour, 0 to 100,000,000.00.
fn subtotal(lines: &[LineTotals], document_labour: Pence) -> Result<Pence, FieldError> {
    let counted = lines
        .iter()
        .filter(|line| line.counted)
        .map(|line| line.total);
    let subtotal = counted.sum::<Pence>() + document_labour;
    if (Pence::ZERO..=LARGEST_SUBTOTAL).contains(&subtotal) {
        return Ok(subtotal);
    }
    let msg = if subtotal < Pence::ZERO {
        "The subtotal must not be below £0.00."
    } else {
        "The subtotal must be at most £100,000,000.00."
    };
    Err(FieldError::new("subtotalAmount", code::OUT_OF_RANGE, msg))
}
