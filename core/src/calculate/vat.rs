//! VAT by groups of treatment and rate (rules.md, section 3, steps 5 and 6).

use std::cmp::Reverse;
use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::discount;
use super::line::LineTotals;
use crate::document::{Document, Line, Treatment};
use crate::money::number::Number;
use crate::money::{Pence, power_of_ten};

/// The counted lines of one treatment and rate, and their VAT.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VatGroup {
    /// How the lines stand to VAT.
    pub treatment: Treatment,
    /// The percentage, without trailing zeros.
    pub rate: Rate,
    /// The lines' sum before the discount.
    #[serde(default)]
    pub net: Pence,
    /// The group's share of the discount.
    #[serde(default)]
    pub discount: Pence,
    /// What VAT is worked out on.
    #[serde(default)]
    pub taxable: Pence,
    /// The VAT: charged for `taxable`, only shown for `reverseCharge`, else 0.
    #[serde(default)]
    pub vat: Pence,
}

impl VatGroup {
    /// Where the group is listed: by treatment, then the higher rate first.
    fn place(&self) -> (Treatment, Reverse<Rate>) {
        (self.treatment, Reverse(self.rate))
    }
}

/// A VAT percentage; it crosses as a decimal string without trailing zeros: `"17.5"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Rate(pub Decimal);

impl Rate {
    /// The nearest 64-bit float; a rate has 2 decimals at most wherever a document can be calculated.
    #[must_use]
    pub fn nearest(&self) -> f64 {
        self.0.mantissa() as f64 / power_of_ten(self.0.scale()) as f64
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.normalize().fmt(f)
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Number::deserialize(deserializer)? {
            Number::Value(rate) => Ok(Self(rate)),
            _ => Err(serde::de::Error::custom("a percentage as a decimal string")),
        }
    }
}

/// The document's own treatment and rate, for its labour and for every line without a VAT of its
/// own.
#[must_use]
pub fn of_document(document: &Document) -> (Treatment, Rate) {
    group_of(document.vat_treatment, &document.tax)
}

/// The treatment and rate under which a line's total is grouped.
#[must_use]
pub fn of_line(line: &Line, document: &Document) -> (Treatment, Rate) {
    match &line.vat {
        None => of_document(document),
        Some(vat) => group_of(vat.treatment, &vat.rate),
    }
}

/// Treatments without a rate have rate 0, whatever is given.
pub(crate) fn group_of(treatment: Treatment, rate: &Number) -> (Treatment, Rate) {
    if treatment.has_rate() {
        (treatment, Rate(rate.value()))
    } else {
        (treatment, Rate::default())
    }
}

/// Step 5, first half: the counted lines by treatment and rate, in the order in which groups are
/// listed, and the document's labour in the group of the document's own treatment and rate.
#[must_use]
pub fn groups(document: &Document, lines: &[LineTotals], document_labour: Pence) -> Vec<VatGroup> {
    let mut groups: Vec<VatGroup> = Vec::new();
    for (line, totals) in document.items.iter().zip(lines) {
        if totals.counted {
            add(&mut groups, of_line(line, document), totals.total);
        }
    }
    if document_labour > Pence::ZERO {
        add(&mut groups, of_document(document), document_labour);
    }
    groups
}

/// Adds a net to its group, which is put in its place where there is none yet.
pub(crate) fn add(groups: &mut Vec<VatGroup>, place: (Treatment, Rate), net: Pence) {
    entry(groups, place).net += net;
}

/// The group of a treatment and rate, put in its place where there is none yet.
pub(crate) fn entry(
    groups: &mut Vec<VatGroup>,
    (treatment, rate): (Treatment, Rate),
) -> &mut VatGroup {
    let place = (treatment, Reverse(rate));
    let at = groups
        .iter()
        .position(|group| group.place() >= place)
        .unwrap_or(groups.len());
    if groups.get(at).is_none_or(|group| group.place() != place) {
        let group = VatGroup {
            treatment,
            rate,
            ..VatGroup::default()
        };
        groups.insert(at, group);
    }
    &mut groups[at]
}

/// Step 5, second half: each group's share of the discount, and its VAT, rounded once
/// (EN 16931, BR-CO-17).
#[must_use]
pub fn with_discount(mut groups: Vec<VatGroup>, discount: Pence, subtotal: Pence) -> Vec<VatGroup> {
    let nets: Vec<Pence> = groups.iter().map(|group| group.net).collect();
    let shares = discount::shares(discount, &nets, subtotal);
    for (group, share) in groups.iter_mut().zip(shares) {
        group.discount = share;
        group.taxable = group.net - share;
        if group.treatment.has_rate() {
            group.vat = group.taxable.percent(group.rate.0);
        }
    }
    groups
}

/// Step 6: the VAT of the groups of one treatment.
pub fn sum(groups: &[VatGroup], treatment: Treatment) -> Pence {
    let groups = groups.iter();
    let of_treatment = groups.filter(|group| group.treatment == treatment);
    of_treatment.map(|group| group.vat).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_the_nearest_float() {
        for (rate, float) in [("17.50", 17.5), ("20", 20.0), ("0", 0.0), ("0.01", 0.01)] {
            let rate = Rate(rate.parse().unwrap());
            assert!((rate.nearest() - float).abs() < f64::EPSILON, "{rate}");
        }
    }
}
