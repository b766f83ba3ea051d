//! VAT by groups of treatment and rate (rules.md, section 3, steps 5 and 6).

use std::cmp::Reverse;
use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::discount;
use crate::document::Document;
use crate::line::LineTotals;
use crate::money::Pence;
use crate::number::Number;
use crate::shape::read::fields;

/// How a line stands to VAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Treatment {
    // In the order in which groups are listed.
    /// Charged at its rate, which may be 0.
    #[default]
    Taxable,
    /// Shown, never charged: the customer accounts for it.
    ReverseCharge,
    /// No VAT.
    Exempt,
    /// No VAT.
    OutsideScope,
}

impl Treatment {
    /// Whether a rate belongs to the treatment; without one it is 0.
    #[must_use]
    pub fn has_rate(self) -> bool {
        matches!(self, Self::Taxable | Self::ReverseCharge)
    }
}

/// The VAT of a line that differs from the document's.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Vat {
    /// How the line stands to VAT.
    pub treatment: Treatment,
    /// The percentage; without meaning for `exempt` and `outsideScope`.
    pub rate: Number,
}

impl<'de> Deserialize<'de> for Vat {
    /// The treatment must be given: a guess would charge too much or too little.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Given { treatment, rate } = Given::deserialize(deserializer)?;
        let treatment = treatment.ok_or_else(|| serde::de::Error::missing_field("treatment"))?;
        Ok(Self { treatment, rate })
    }
}

/// What is given of a [`Vat`].
#[derive(Default)]
struct Given {
    treatment: Option<Treatment>,
    rate: Number,
}

fields!(Given {
    "treatment" => treatment,
    "rate" => rate,
});

/// The counted lines of one treatment and rate, and their VAT.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VatGroup {
    /// How the lines stand to VAT.
    pub treatment: Treatment,
    /// The percentage, without trailing zeros.
    pub rate: Rate,
    /// The lines' sum before the discount.
    pub net: Pence,
    /// The group's share of the discount.
    pub discount: Pence,
    /// What VAT is worked out on.
    pub taxable: Pence,
    /// The VAT: charged for `taxable`, only shown for `reverseCharge`, else 0.
    pub vat: Pence,
}

fields!(VatGroup {
    "treatment" => treatment,
    "rate" => rate,
    "net" => net,
    "discount" => discount,
    "taxable" => taxable,
    "vat" => vat,
});

impl VatGroup {
    /// Where the group is listed: by treatment, then the higher rate first.
    fn place(&self) -> (Treatment, Reverse<Rate>) {
        (self.treatment, Reverse(self.rate))
    }

    fn empty(treatment: Treatment, rate: Rate) -> Self {
        let zero = Pence::ZERO;
        Self {
            treatment,
            rate,
            net: zero,
            discount: zero,
            taxable: zero,
            vat: zero,
        }
    }
}

/// A VAT percentage; it crosses as a decimal string without trailing zeros: `"17.5"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Rate(pub Decimal);

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

/// Step 5, first half: the counted lines by treatment and rate, in the order in which groups are
/// listed, and the document's labour in the taxable group of the document's rate.
#[must_use]
pub fn groups(document: &Document, lines: &[LineTotals], document_labour: Pence) -> Vec<VatGroup> {
    let mut groups: Vec<VatGroup> = Vec::new();
    let mut add = |treatment, rate, net| {
        let place = (treatment, Reverse(rate));
        let at = groups
            .iter()
            .position(|group| group.place() >= place)
            .unwrap_or(groups.len());
        if groups.get(at).is_none_or(|group| group.place() != place) {
            groups.insert(at, VatGroup::empty(treatment, rate));
        }
        groups[at].net += net;
    };
    let document_rate = Rate(document.tax.value());
    for (line, totals) in document.items.iter().zip(lines) {
        if !totals.counted {
            continue;
        }
        match &line.vat {
            None => add(Treatment::Taxable, document_rate, totals.total),
            Some(vat) if vat.treatment.has_rate() => {
                add(vat.treatment, Rate(vat.rate.value()), totals.total)
            }
            Some(vat) => add(vat.treatment, Rate::default(), totals.total),
        }
    }
    if document_labour > Pence::ZERO {
        add(Treatment::Taxable, document_rate, document_labour);
    }
    groups
}

/// Step 5, second half: each group's share of the discount, and its VAT, rounded once
/// (EN 16931, BR-CO-17).
#[must_use]
pub fn with_discount(groups: Vec<VatGroup>, discount: Pence, subtotal: Pence) -> Vec<VatGroup> {
    let nets: Vec<Pence> = groups.iter().map(|group| group.net).collect();
    let shares = discount::shares(discount, &nets, subtotal);
    let finish = |(group, share): (VatGroup, Pence)| {
        let taxable = group.net - share;
        let vat = if group.treatment.has_rate() {
            taxable.percent(group.rate.0)
        } else {
            Pence::ZERO
        };
        VatGroup {
            discount: share,
            taxable,
            vat,
            ..group
        }
    };
    groups.into_iter().zip(shares).map(finish).collect()
}

/// Step 6: the VAT of the groups of one treatment.
#[must_use]
pub fn sum(groups: &[VatGroup], treatment: Treatment) -> Pence {
    groups
        .iter()
        .filter(|group| group.treatment == treatment)
        .map(|group| group.vat)
        .sum()
}
