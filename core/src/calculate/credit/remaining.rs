//! What can still be credited of an invoice.

use crate::calculate::totals::Totals;
use crate::calculate::vat::{Rate, VatGroup};
use crate::document::Treatment;
use crate::money::Pence;

/// What is left of a VAT group. A group of credit lines alone is negative, and stays so until nothing is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingGroup {
    pub treatment: Treatment,
    pub rate: Rate,
    /// The amount before the discount, including VAT if the invoice's prices do.
    pub net: Pence,
    /// The amount after the discount, without VAT.
    pub taxable: Pence,
    /// The VAT: charged or, under the reverse charge, only shown.
    pub vat: Pence,
}

impl RemainingGroup {
    pub fn matches_group(&self, group: &VatGroup) -> bool {
        (self.treatment, self.rate) == (group.treatment, group.rate)
    }

    pub fn is_zero(&self) -> bool {
        self.taxable == Pence::ZERO && self.vat == Pence::ZERO
    }

    /// The taxable amount plus the VAT that is charged.
    pub fn gross(&self) -> Pence {
        gross(self.treatment, self.taxable, self.vat)
    }

    /// Whether this much of the taxable amount is left.
    pub fn has_taxable(&self, taxable: Pence) -> bool {
        is_between_zero_and(taxable, self.taxable)
    }

    /// The VAT for a part of what is left; for the last part, all of it.
    pub fn vat_on(&self, taxable: Pence) -> Pence {
        if taxable == self.taxable {
            return self.vat;
        }
        if !self.treatment.has_rate() {
            return Pence::ZERO;
        }
        let vat = taxable.percent(self.rate.0);
        if is_between_zero_and(vat, self.vat) { vat } else { self.vat }
    }

    /// A part of what is left, given by its amount including charged VAT. The VAT is taken out of it; neither amount is
    /// more than what is left.
    pub fn take_gross(&self, gross: Pence) -> Self {
        let wanted = match self.treatment {
            Treatment::Taxable => clamp_between_zero_and(gross.included_vat(self.rate.0), self.vat),
            _ => return self.take_taxable(gross),
        };
        let taxable = clamp_between_zero_and(gross - wanted, self.taxable);
        Self { net: gross, taxable, vat: gross - taxable, ..self.clone() }
    }

    /// Whether this much is left, including the VAT that is charged.
    pub fn has_gross(&self, gross: Pence) -> bool {
        is_between_zero_and(gross, self.gross())
    }

    /// A part of what is left, given by its taxable amount, with its VAT.
    pub fn take_taxable(&self, taxable: Pence) -> Self {
        Self { net: taxable, vat: self.vat_on(taxable), taxable, ..self.clone() }
    }
}

fn gross(treatment: Treatment, taxable: Pence, vat: Pence) -> Pence {
    match treatment {
        Treatment::Taxable => taxable + vat,
        _ => taxable,
    }
}

/// The amount, limited to the range between 0 and `limit`, which may be negative.
pub(super) fn clamp_between_zero_and(amount: Pence, limit: Pence) -> Pence {
    amount.clamp(limit.min(Pence::ZERO), limit.max(Pence::ZERO))
}

/// Whether an amount is between 0 and `limit`, which may be negative.
fn is_between_zero_and(amount: Pence, limit: Pence) -> bool {
    if limit < Pence::ZERO {
        (limit..=Pence::ZERO).contains(&amount)
    } else {
        (Pence::ZERO..=limit).contains(&amount)
    }
}

/// What can still be credited of an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingCredit {
    /// The VAT groups, in the invoice's order.
    pub(super) groups: Vec<RemainingGroup>,
    /// The base of the CIS deduction.
    pub(super) cis_base: Pence,
    /// The CIS deduction.
    pub(super) cis_deduction: Pence,
}

impl RemainingCredit {
    /// The invoice's totals less those of its credit notes.
    #[must_use]
    pub fn from_totals<'a>(invoice: &Totals, credits: impl Iterator<Item = &'a Totals> + Clone) -> Self {
        let group = |of: &VatGroup| {
            let all = credits.clone().flat_map(|totals| &totals.vat_groups);
            let taken = all.filter(|it| (it.treatment, it.rate) == (of.treatment, of.rate));
            let start = RemainingGroup {
                treatment: of.treatment,
                rate: of.rate,
                net: of.net,
                taxable: of.taxable,
                vat: of.vat,
            };
            taken.fold(start, |left, it| RemainingGroup {
                net: left.net - it.net,
                taxable: left.taxable - it.taxable,
                vat: left.vat - it.vat,
                ..left
            })
        };
        let sum = |figure: fn(&Totals) -> Pence| credits.clone().map(figure).sum::<Pence>();
        Self {
            groups: invoice.vat_groups.iter().map(group).collect(),
            cis_base: invoice.cis_base - sum(|totals| totals.cis_base),
            cis_deduction: invoice.cis_deduction - sum(|totals| totals.cis_deduction),
        }
    }

    /// What is left of the total, including charged VAT.
    pub fn total(&self) -> Pence {
        self.groups.iter().map(RemainingGroup::gross).sum()
    }

    /// What is left of the amount payable.
    pub fn payable(&self) -> Pence {
        self.total() - self.cis_deduction
    }

    /// Whether everything was credited.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.groups.iter().all(RemainingGroup::is_zero) && self.cis_deduction == Pence::ZERO
    }

    /// Whether these groups are everything that is left.
    pub(super) fn equals_groups(&self, groups: &[VatGroup]) -> bool {
        self.groups.iter().all(|left| {
            let taken = groups.iter().find(|it| left.matches_group(it));
            let (taxable, vat) = taken.map_or((Pence::ZERO, Pence::ZERO), |it| (it.taxable, it.vat));
            (left.taxable, left.vat) == (taxable, vat)
        })
    }

    /// Whether a credit note takes no more than is left of anything, and leaves something that another one can take:
    /// the sum of the groups must not become negative.
    pub(super) fn can_credit(&self, credit: &Totals) -> bool {
        let groups = credit.vat_groups.iter().all(|it| {
            let left = self.groups.iter().find(|left| left.matches_group(it));
            left.is_some_and(|left| left.has_taxable(it.taxable) && is_between_zero_and(it.vat, left.vat))
        });
        let after = RemainingCredit::from_totals(&self.to_totals(), std::iter::once(credit));
        let net: Pence = after.groups.iter().map(|group| group.taxable).sum();
        groups
            && is_between_zero_and(credit.cis_base, self.cis_base)
            && is_between_zero_and(credit.cis_deduction, self.cis_deduction)
            && net >= Pence::ZERO
            && after.total() >= Pence::ZERO
            && after.payable() >= Pence::ZERO
    }

    /// What is left, as the totals of an invoice without credit notes.
    fn to_totals(&self) -> Totals {
        let group = |left: &RemainingGroup| VatGroup {
            treatment: left.treatment,
            rate: left.rate,
            net: left.net,
            taxable: left.taxable,
            vat: left.vat,
            ..VatGroup::default()
        };
        Totals {
            vat_groups: self.groups.iter().map(group).collect(),
            cis_base: self.cis_base,
            cis_deduction: self.cis_deduction,
            ..Totals::default()
        }
    }
}
