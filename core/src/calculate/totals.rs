//! The calculation: a pipeline of the named steps of docs/rules.md, section 3, in its order.

use serde::{Deserialize, Serialize};

use super::document_parts::{self, DocumentPart};
use super::line::{self, LineTotals};
use super::payments::CisPayment;
use super::sections::{self, SectionTotals};
use super::vat::{self, VatGroup};
use super::{cis, invoiced, validate};
use crate::document::{Document, Treatment};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::Pence;

/// The largest subtotal, in pence: 100,000,000 pounds (docs/rules.md, section 1).
pub const SUBTOTAL_MAX: Pence = Pence(10_000_000_000);

/// The totals of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// The totals of each line, in the order of the input.
    pub items: Vec<LineTotals>,
    /// The totals of each section, in order; omitted from the JSON if there are no sections.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<SectionTotals>>"))]
    pub sections: Vec<SectionTotals>,
    /// The document's own labour, without that of its lines.
    pub labour_total: Pence,
    /// The counted lines plus the document's own labour.
    pub subtotal_amount: Pence,
    /// The discount.
    pub discount_amount: Pence,
    /// What earlier invoices of the job asked for, without VAT, or including it if the document's prices do; omitted
    /// from the JSON if it is 0.
    #[serde(default, skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub invoiced_amount: Pence,
    /// The VAT groups, less what was invoiced earlier.
    pub vat_groups: Vec<VatGroup>,
    /// The VAT that is charged.
    pub vat_amount: Pence,
    /// The VAT that the customer accounts for.
    pub reverse_charge_vat: Pence,
    /// Subtotal less discount and what was invoiced earlier, plus charged VAT, unless the document's prices include VAT
    /// already.
    pub total_amount: Pence,
    /// The deposit.
    pub deposit_amount: Pence,
    /// The total less the deposit.
    pub balance_after_deposit: Pence,
    /// The base of the CIS deduction.
    pub cis_base: Pence,
    /// The CIS deduction.
    pub cis_deduction: Pence,
    /// The total less the CIS deduction.
    pub amount_payable: Pence,
    /// The sum of the confirmed payments.
    pub paid_amount: Pence,
    /// The sum of the payments that are not confirmed yet.
    pub pending_amount: Pence,
    /// What remains to be paid, never below 0.
    pub balance_due: Pence,
    /// What issued credit notes take off; omitted from the JSON if there are none. It is not part of a document's own
    /// totals, and [`calculate`] never sets it.
    #[serde(default, skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub credited_amount: Pence,
    /// What was refunded against those credit notes; omitted from the JSON if it is 0.
    #[serde(default, skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub refunded_amount: Pence,
    /// How each confirmed payment is divided under CIS; empty outside the scheme.
    #[serde(default)]
    pub cis_payments: Vec<CisPayment>,
}

impl Totals {
    /// The total without VAT, whether prices include VAT or not.
    pub fn net_amount(&self) -> Pence {
        self.total_amount - self.vat_amount
    }
}

/// Calculates a document.
///
/// # Errors
///
/// Every field that is not a number or is outside its limits, otherwise the subtotal if it is outside its limits. A
/// discount or deposit that is too large is limited instead, so that a preview shows something sensible.
pub fn calculate(document: &Document) -> Result<Totals, RuleErrors> {
    let broken = validate::check_limits(document);
    if !broken.is_empty() {
        return Err(RuleErrors(broken));
    }
    calculate_with_choice(document, document.counted_choice_id())
}

/// The totals of each line with this choice chosen, in order.
pub(super) fn calculate_lines(document: &Document, chosen: Option<&str>) -> Vec<LineTotals> {
    let lines = document.items.iter();
    lines.map(|line| line::calculate_line(line, chosen)).collect()
}

/// Like [`calculate`], for a document within its limits, with this choice chosen.
pub(super) fn calculate_with_choice(document: &Document, chosen: Option<&str>) -> Result<Totals, RuleErrors> {
    let items = calculate_lines(document, chosen);
    let labour_total = line::document_labour_total(document);
    let parts = document_parts::split_into_parts(document, &items, labour_total);
    check_subtotal(document, parts.iter().map(|part| part.subtotal).sum())?;
    Ok(Totals {
        sections: sections::calculate_section_totals(document, &items),
        items,
        labour_total,
        ..from_parts(document, parts)
    }
    .with_payments(&document.payments, document.is_under_cis()))
}

/// Steps 4 to 8, which need only the sums over the lines; the caller sets the lines, the sections, the labour and the
/// payments.
#[must_use]
pub(crate) fn from_parts(document: &Document, parts: Vec<DocumentPart>) -> Totals {
    let job = document_parts::sum_parts(document, parts);
    let (subtotal_amount, discount_amount) = (job.subtotal, job.discount);
    let invoiced = invoiced::InvoicedSums::for_document(document);
    let vat_groups = invoiced::subtract_invoiced(job.groups, document);
    let vat_amount = vat::sum_vat(&vat_groups, Treatment::Taxable);
    let reverse_charge_vat = vat::sum_vat(&vat_groups, Treatment::ReverseCharge);
    let amount = subtotal_amount - discount_amount - invoiced.amount;
    let total_amount = if document.prices_include_vat { amount } else { amount + vat_amount };
    let deposit_amount = document.deposit_partial_amount().amount_of(total_amount);
    let left = (job.cis_base - invoiced.cis_base, job.cis_deduction - invoiced.cis_deduction);
    let (cis_base, cis_deduction) = cis::calculate_remaining(document, left, amount);
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

/// Step 3: checks the limits of the subtotal, 0 to 100,000,000.00; a variation's may be as far below 0.
pub(crate) fn check_subtotal(document: &Document, subtotal: Pence) -> Result<(), FieldError> {
    let least = if document.variation { -SUBTOTAL_MAX } else { Pence::ZERO };
    if (least..=SUBTOTAL_MAX).contains(&subtotal) {
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
