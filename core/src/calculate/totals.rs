//! The calculation: a pipeline of the named steps of docs/rules.md, section 3, in its order.

use serde::{Deserialize, Serialize};

use super::invoiced;
use super::line::{self, LineTotals};
use super::parts::{self, Part};
use super::payments::CisPayment;
use super::sections::{self, SectionTotals};
use super::vat::{self, VatGroup};
use super::{cis, labour, validate};
use crate::document::{Document, Treatment};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::Pence;

/// The largest subtotal, in pence: 100,000,000 pounds (docs/rules.md, section 1).
pub const LARGEST_SUBTOTAL: Pence = Pence(10_000_000_000);

/// What a document comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Each line's, in the order of the input.
    pub items: Vec<LineTotals>,
    /// What each section comes to, in their order; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<Vec<SectionTotals>>")
    )]
    pub sections: Vec<SectionTotals>,
    /// The document's own labour, without its lines'.
    pub labour_total: Pence,
    /// The counted lines and the document's labour.
    pub subtotal_amount: Pence,
    /// What the discount takes off.
    pub discount_amount: Pence,
    /// What earlier invoices of the job asked for, without VAT, or with it where the document's prices include
    /// it; left out where it is nothing.
    #[serde(default, skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub invoiced_amount: Pence,
    /// VAT by treatment and rate, less what was invoiced of it earlier.
    pub vat_groups: Vec<VatGroup>,
    /// The VAT that is charged.
    pub vat_amount: Pence,
    /// The VAT that the customer accounts for.
    pub reverse_charge_vat: Pence,
    /// Subtotal less discount, less what was invoiced earlier, plus charged VAT, which is in them already where
    /// the document's prices include it.
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
    /// What issued credit notes take off; left out where there are none. It is no part of what a
    /// document comes to, and [`calculate`] never fills it.
    #[serde(default, skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub credited_amount: Pence,
    /// What was given back against them; left out where nothing was.
    #[serde(default, skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub refunded_amount: Pence,
    /// What each confirmed payment was for under CIS; empty outside the scheme.
    #[serde(default)]
    pub cis_payments: Vec<CisPayment>,
}

impl Totals {
    /// What is asked for without VAT, whether prices include it or not.
    pub fn net_amount(&self) -> Pence {
        self.total_amount - self.vat_amount
    }
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
    with_chosen(document, document.chosen())
}

/// What each line comes to with this choice chosen, in their order.
pub(super) fn of_lines(document: &Document, chosen: Option<&str>) -> Vec<LineTotals> {
    let lines = document.items.iter();
    lines.map(|line| line::totals(line, chosen)).collect()
}

/// As [`calculate`], of a document within its limits, as it is with this choice chosen.
pub(super) fn with_chosen(document: &Document, chosen: Option<&str>) -> Result<Totals, RuleErrors> {
    let items = of_lines(document, chosen);
    let labour_total = labour::of_document(document);
    let parts = parts::of(document, &items, labour_total);
    within(document, parts.iter().map(|part| part.subtotal).sum())?;
    Ok(Totals {
        sections: sections::totals(document, &items),
        items,
        labour_total,
        ..from_parts(document, parts)
    }
    .paid_by(&document.payments, document.is_under_cis()))
}

/// Steps 4 to 8, which need the lines only in sum; the lines, the sections, the labour and the payments
/// are the caller's to fill in.
#[must_use]
pub(crate) fn from_parts(document: &Document, parts: Vec<Part>) -> Totals {
    let job = parts::sums(document, parts);
    let (subtotal_amount, discount_amount) = (job.subtotal, job.discount);
    let invoiced = invoiced::Sums::of(document);
    let vat_groups = invoiced::taken_off(job.groups, document);
    let vat_amount = vat::sum(&vat_groups, Treatment::Taxable);
    let reverse_charge_vat = vat::sum(&vat_groups, Treatment::ReverseCharge);
    let asked = subtotal_amount - discount_amount - invoiced.amount;
    let total_amount = if document.prices_include_vat {
        asked
    } else {
        asked + vat_amount
    };
    let deposit_amount = document.deposit_part().of(total_amount);
    let left = (
        job.cis_base - invoiced.cis_base,
        job.cis_deduction - invoiced.cis_deduction,
    );
    let (cis_base, cis_deduction) = cis::of_rest(document, left, asked);
    Totals {
        subtotal_amount,
        discount_amount,
        invoiced_amount: invoiced.amount,
        vat_groups,
        vat_amount,
        reverse_charge_vat,
        total_amount,
        deposit_amount,
        balance_after_deposit: total_amount - deposit_amount,
        cis_base,
        cis_deduction,
        amount_payable: total_amount - cis_deduction,
        ..Totals::default()
    }
}

/// Step 3: the subtotal within its limits, 0 to 100,000,000.00; a variation may take off as much.
pub(crate) fn within(document: &Document, subtotal: Pence) -> Result<(), FieldError> {
    let least = if document.variation {
        -LARGEST_SUBTOTAL
    } else {
        Pence::ZERO
    };
    if (least..=LARGEST_SUBTOTAL).contains(&subtotal) {
        return Ok(());
    }
    let msg = if subtotal > Pence::ZERO {
        "The subtotal must be at most £100,000,000.00."
    } else if document.variation {
        "A variation can take off at most £100,000,000.00."
    } else {
        "The subtotal must not be below £0.00."
    };
    Err(FieldError::new("subtotalAmount", code::OUT_OF_RANGE, msg))
}
