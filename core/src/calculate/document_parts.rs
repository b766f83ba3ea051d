//! The parts of an agreed job: the quote, and each of its variations.
//!
//! Each is calculated separately, as it was when it was accepted, and the job is their sum: rounded together, a
//! penny of VAT or CIS could appear that nobody agreed to. A document without variations is one part.

use super::cis::{self, MaterialsTotal};
use super::line::LineTotals;
use super::vat::{self, VatGroup};
use crate::document::Document;
use crate::money::Pence;

/// The sums over the lines of a part (the document itself, or one variation), before its discount.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DocumentPart {
    /// The sum of the counted lines and, for the document itself, its labour.
    pub subtotal: Pence,
    /// The same by treatment and rate.
    pub groups: Vec<VatGroup>,
    /// How much materials reduce the base of the CIS deduction.
    pub materials: MaterialsTotal,
}

/// The sums over all parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DocumentSums {
    pub subtotal: Pence,
    pub discount: Pence,
    pub groups: Vec<VatGroup>,
    pub cis_base: Pence,
    pub cis_deduction: Pence,
}

/// The parts of a document: itself first, then its variations.
pub(super) fn split_into_parts(
    document: &Document,
    lines: &[LineTotals],
    document_labour: Pence,
) -> Vec<DocumentPart> {
    let mut parts = vec![DocumentPart::default(); document.variations.len() + 1];
    let own = &mut parts[0];
    own.subtotal = document_labour;
    if document_labour > Pence::ZERO {
        vat::add_to_group(&mut own.groups, vat::document_vat(document), document_labour);
    }
    for (line, totals) in document.items.iter().zip(lines) {
        let part = &mut parts[document.part_index(line)];
        part.materials += MaterialsTotal::for_line(line, totals);
        if totals.counted {
            part.subtotal += totals.total;
            vat::add_to_group(&mut part.groups, vat::line_vat(line, document), totals.total);
        }
    }
    parts
}

/// Steps 4, 5 and 8 for each part, added up.
pub(super) fn sum_parts(document: &Document, parts: Vec<DocumentPart>) -> DocumentSums {
    let mut sums = DocumentSums::default();
    for (at, part) in parts.into_iter().enumerate() {
        let discount = calculate_part_discount(document, at, part.subtotal);
        let base = if document.prices_include_vat {
            // There is no deduction: docs/rules.md, section 8.
            Pence::ZERO
        } else if at == 0 && !document.variation {
            cis::calculate_base(part.subtotal, discount, part.materials)
        } else {
            // Omitted work reduces the deduction.
            cis::calculate_base_change(part.subtotal, discount, part.materials)
        };
        sums.subtotal += part.subtotal;
        sums.discount += discount;
        sums.cis_base += base;
        sums.cis_deduction += cis::calculate_deduction(document, base);
        let groups = vat::apply_discount(part.groups, discount, part.subtotal, document.prices_include_vat);
        if at == 0 {
            sums.groups = groups;
            continue;
        }
        for group in groups {
            let sum = vat::group_mut(&mut sums.groups, (group.treatment, group.rate));
            sum.net += group.net;
            sum.discount += group.discount;
            sum.taxable += group.taxable;
            sum.vat += group.vat;
        }
    }
    // The limits of step 8 apply to the job as a whole: a variation may credit more materials or labour than it
    // contains itself.
    let paid = (sums.subtotal - sums.discount).max(Pence::ZERO);
    let base = sums.cis_base.clamp(Pence::ZERO, paid);
    if !document.variation && sums.cis_base != base {
        sums.cis_base = base;
        sums.cis_deduction = cis::calculate_deduction(document, base);
    }
    sums
}

/// Step 4: the discount of a part. If a part is negative, because it omits work, a percentage reduces the credit, and a
/// fixed amount does not apply.
pub(super) fn calculate_part_discount(document: &Document, at: usize, subtotal: Pence) -> Pence {
    let Some(variation) = at.checked_sub(1).and_then(|at| document.variations.get(at)) else {
        let part = document.discount_partial_amount();
        return if subtotal < Pence::ZERO && !part.is_percentage {
            Pence::ZERO
        } else {
            part.amount_of(subtotal)
        };
    };
    variation.discount.clamp(subtotal.min(Pence::ZERO), subtotal.max(Pence::ZERO))
}
