//! VAT by groups of treatment and rate (docs/rules.md, section 3, steps 5 and 6).

use std::cmp::Reverse;

use super::line::LineTotals;
use super::partial_amount;
use crate::document::{Document, Line, Treatment};
pub use crate::document::{Rate, VatGroup};
use crate::money::Pence;
use crate::money::number::Number;

impl VatGroup {
    /// The taxable amount plus the VAT that is charged on it.
    pub fn gross(&self) -> Pence {
        match self.treatment {
            Treatment::Taxable => self.taxable + self.vat,
            _ => self.taxable,
        }
    }

    /// The amount in the document's prices: including the charged VAT if they include it.
    pub(crate) fn amount(&self, prices_include_vat: bool) -> Pence {
        if prices_include_vat { self.gross() } else { self.taxable }
    }

    /// The sort key in lists: by treatment, then the higher rate first.
    fn sort_key(&self) -> (Treatment, Reverse<Rate>) {
        (self.treatment, Reverse(self.rate))
    }
}

/// The document's treatment and rate, for its labour and for every line without its own VAT.
#[must_use]
pub fn document_vat(document: &Document) -> (Treatment, Rate) {
    group_key(document.vat_treatment, &document.tax)
}

/// The treatment and rate under which a line's total is grouped.
#[must_use]
pub fn line_vat(line: &Line, document: &Document) -> (Treatment, Rate) {
    match &line.vat {
        None => document_vat(document),
        Some(vat) => group_key(vat.treatment, &vat.rate),
    }
}

/// The rate is 0 for treatments without a rate, whatever is given.
pub(crate) fn group_key(treatment: Treatment, rate: &Number) -> (Treatment, Rate) {
    if treatment.has_rate() { (treatment, Rate(rate.value())) } else { (treatment, Rate::default()) }
}

/// Step 5, first half: the counted lines by treatment and rate, sorted as they are listed; the document's labour is in
/// the group of the document's treatment and rate.
#[must_use]
pub fn group_lines(document: &Document, lines: &[LineTotals], document_labour: Pence) -> Vec<VatGroup> {
    let mut groups: Vec<VatGroup> = Vec::new();
    for (line, totals) in document.items.iter().zip(lines) {
        if totals.counted {
            add_to_group(&mut groups, line_vat(line, document), totals.total);
        }
    }
    if document_labour > Pence::ZERO {
        add_to_group(&mut groups, document_vat(document), document_labour);
    }
    groups
}

/// Adds a net amount to its group, which is created if it doesn't exist.
pub(crate) fn add_to_group(groups: &mut Vec<VatGroup>, place: (Treatment, Rate), net: Pence) {
    group_mut(groups, place).net += net;
}

/// The group of a treatment and rate, which is created in its sorted position if it doesn't exist.
pub(crate) fn group_mut(groups: &mut Vec<VatGroup>, (treatment, rate): (Treatment, Rate)) -> &mut VatGroup {
    let place = (treatment, Reverse(rate));
    let at = groups.iter().position(|group| group.sort_key() >= place).unwrap_or(groups.len());
    if groups.get(at).is_none_or(|group| group.sort_key() != place) {
        let group = VatGroup { treatment, rate, ..VatGroup::default() };
        groups.insert(at, group);
    }
    &mut groups[at]
}

/// Step 5, second half: each group's share of the discount, and its VAT, rounded once (EN 16931, BR-CO-17). If prices
/// include VAT, the VAT is taken out of what is paid for the group (docs/rules.md, section 8).
#[must_use]
pub fn apply_discount(
    mut groups: Vec<VatGroup>,
    discount: Pence,
    subtotal: Pence,
    prices_include_vat: bool,
) -> Vec<VatGroup> {
    let nets: Vec<Pence> = groups.iter().map(|group| group.net).collect();
    let shares = partial_amount::allocate_discount(discount, &nets, subtotal);
    for (group, share) in groups.iter_mut().zip(shares) {
        group.discount = share;
        let paid = group.net - share;
        if prices_include_vat && group.treatment == Treatment::Taxable {
            group.vat = paid.included_vat(group.rate.0);
            group.taxable = paid - group.vat;
            continue;
        }
        group.taxable = paid;
        if group.treatment.has_rate() {
            group.vat = group.taxable.percent(group.rate.0);
        }
    }
    groups
}

/// Step 6: the VAT of the groups of one treatment.
pub fn sum_vat(groups: &[VatGroup], treatment: Treatment) -> Pence {
    let groups = groups.iter();
    let of_treatment = groups.filter(|group| group.treatment == treatment);
    of_treatment.map(|group| group.vat).sum()
}
