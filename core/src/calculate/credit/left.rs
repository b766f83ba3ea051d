//! What of an invoice can still be credited.

use crate::calculate::totals::Totals;
use crate::calculate::vat::{Rate, VatGroup};
use crate::document::Treatment;
use crate::money::Pence;

/// A VAT group's part of it. A group of credit lines alone is below zero, and stays so until nothing
/// is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub treatment: Treatment,
    pub rate: Rate,
    /// Before the discount; with VAT where the invoice's prices include it.
    pub net: Pence,
    /// After it.
    pub taxable: Pence,
    /// Charged or only shown.
    pub vat: Pence,
}

impl Group {
    pub fn is_of(&self, group: &VatGroup) -> bool {
        (self.treatment, self.rate) == (group.treatment, group.rate)
    }

    pub fn is_nothing(&self) -> bool {
        self.taxable == Pence::ZERO && self.vat == Pence::ZERO
    }

    /// With the VAT that is charged.
    pub fn gross(&self) -> Pence {
        gross(self.treatment, self.taxable, self.vat)
    }

    /// Whether so much of its taxable amount is left.
    pub fn has(&self, taxable: Pence) -> bool {
        is_within(taxable, self.taxable)
    }

    /// The VAT on some of what is left: all of it on the last.
    pub fn vat_on(&self, taxable: Pence) -> Pence {
        if taxable == self.taxable {
            return self.vat;
        }
        if !self.treatment.has_rate() {
            return Pence::ZERO;
        }
        let vat = taxable.percent(self.rate.0);
        if is_within(vat, self.vat) {
            vat
        } else {
            self.vat
        }
    }

    /// Some of what is left, of so much with the VAT that is charged: the VAT is taken out of it, and of both no
    /// more than is left.
    pub fn part_with_vat(&self, gross: Pence) -> Self {
        let wanted = match self.treatment {
            Treatment::Taxable => nearest_within(gross.vat_within(self.rate.0), self.vat),
            _ => return self.part(gross),
        };
        let taxable = nearest_within(gross - wanted, self.taxable);
        Self {
            net: gross,
            taxable,
            vat: gross - taxable,
            ..self.clone()
        }
    }

    /// Whether so much of it is left with the VAT that is charged.
    pub fn has_with_vat(&self, gross: Pence) -> bool {
        is_within(gross, self.gross())
    }

    /// Some of what is left, with its VAT.
    pub fn part(&self, taxable: Pence) -> Self {
        Self {
            net: taxable,
            vat: self.vat_on(taxable),
            taxable,
            ..self.clone()
        }
    }
}

fn gross(treatment: Treatment, taxable: Pence, vat: Pence) -> Pence {
    match treatment {
        Treatment::Taxable => taxable + vat,
        _ => taxable,
    }
}

/// The nearest to an amount that lies between nothing and a limit.
pub(super) fn nearest_within(amount: Pence, limit: Pence) -> Pence {
    amount.clamp(limit.min(Pence::ZERO), limit.max(Pence::ZERO))
}

/// Whether an amount lies between nothing and a limit, on whichever side that is.
fn is_within(amount: Pence, limit: Pence) -> bool {
    if limit < Pence::ZERO {
        (limit..=Pence::ZERO).contains(&amount)
    } else {
        (Pence::ZERO..=limit).contains(&amount)
    }
}

/// What of an invoice can still be credited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// By VAT group, in the invoice's order.
    pub(super) groups: Vec<Group>,
    /// Of what the CIS deduction is worked out on.
    pub(super) cis_base: Pence,
    /// Of the CIS deduction.
    pub(super) cis_deduction: Pence,
}

impl Left {
    /// An invoice's figures less those of its credit notes.
    #[must_use]
    pub fn of<'a>(invoice: &Totals, credits: impl Iterator<Item = &'a Totals> + Clone) -> Self {
        let group = |of: &VatGroup| {
            let all = credits.clone().flat_map(|totals| &totals.vat_groups);
            let taken = all.filter(|it| (it.treatment, it.rate) == (of.treatment, of.rate));
            let start = Group {
                treatment: of.treatment,
                rate: of.rate,
                net: of.net,
                taxable: of.taxable,
                vat: of.vat,
            };
            taken.fold(start, |left, it| Group {
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

    /// Of the total, charged VAT in it.
    pub fn total(&self) -> Pence {
        self.groups.iter().map(Group::gross).sum()
    }

    /// Of what the customer has to pay.
    pub fn payable(&self) -> Pence {
        self.total() - self.cis_deduction
    }

    /// Whether all of it was credited.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.groups.iter().all(Group::is_nothing) && self.cis_deduction == Pence::ZERO
    }

    /// Whether these groups are all that is left.
    pub(super) fn is_all(&self, groups: &[VatGroup]) -> bool {
        self.groups.iter().all(|left| {
            let taken = groups.iter().find(|it| left.is_of(it));
            let (taxable, vat) =
                taken.map_or((Pence::ZERO, Pence::ZERO), |it| (it.taxable, it.vat));
            (left.taxable, left.vat) == (taxable, vat)
        })
    }

    /// Whether a credit note takes of nothing more than is left, and leaves what another one can take:
    /// no sum of the groups below nothing.
    pub(super) fn holds(&self, credit: &Totals) -> bool {
        let groups = credit.vat_groups.iter().all(|it| {
            let left = self.groups.iter().find(|left| left.is_of(it));
            left.is_some_and(|left| left.has(it.taxable) && is_within(it.vat, left.vat))
        });
        let after = Left::of(&self.as_totals(), std::iter::once(credit));
        let net: Pence = after.groups.iter().map(|group| group.taxable).sum();
        groups
            && is_within(credit.cis_base, self.cis_base)
            && is_within(credit.cis_deduction, self.cis_deduction)
            && net >= Pence::ZERO
            && after.total() >= Pence::ZERO
            && after.payable() >= Pence::ZERO
    }

    /// As the figures of an invoice of which nothing was credited.
    fn as_totals(&self) -> Totals {
        let group = |left: &Group| VatGroup {
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
