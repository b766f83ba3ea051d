//! Deducting earlier invoices of a job from its final one, by treatment and rate, net and VAT separately.
//!
//! The VAT of the whole job is calculated once per group and what was invoiced of it is subtracted, so that all
//! invoices of a job sum to what was agreed, to the penny, however each was rounded.

use super::totals::Totals;
use super::vat::{self, VatGroup};
use crate::document::{Document, Invoiced, Treatment};
use crate::money::Pence;

/// The sums of what earlier invoices asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// As the prices of the final invoice are: without VAT, or with it where they include it.
    pub amount: Pence,
    /// What CIS was deducted on.
    pub cis_base: Pence,
    /// What was deducted.
    pub cis_deduction: Pence,
}

impl Sums {
    /// All of a document's together.
    pub fn of(document: &Document) -> Self {
        let mut sums = Self::default();
        for invoice in &document.invoiced {
            sums.amount += invoice.amount(document.prices_include_vat);
            sums.cis_base += invoice.cis_base;
            sums.cis_deduction += invoice.cis_deduction;
        }
        sums
    }
}

/// The groups less what was invoiced of them; one that is no longer in the document stands with what
/// was asked for too much.
pub(crate) fn taken_off(mut groups: Vec<VatGroup>, document: &Document) -> Vec<VatGroup> {
    for earlier in document.invoiced.iter().flat_map(|one| &one.groups) {
        let group = vat::entry(&mut groups, (earlier.treatment, earlier.rate));
        group.taxable -= earlier.taxable;
        group.vat -= earlier.vat;
    }
    groups
}

impl Invoiced {
    /// The same after a credit note against it, which its number names from now on: what a final invoice takes off
    /// is what both papers come to.
    pub fn credit(&mut self, number: &str, credit: &Totals) {
        let joint = if self.number.contains(" after ") {
            " and "
        } else {
            " after "
        };
        self.number = format!("{}{joint}{number}", self.number);
        for off in &credit.vat_groups {
            let group = vat::entry(&mut self.groups, (off.treatment, off.rate));
            group.taxable -= off.taxable;
            group.vat -= off.vat;
        }
        self.cis_base -= credit.cis_base;
        self.cis_deduction -= credit.cis_deduction;
    }

    /// What it asked for, with the VAT that is charged.
    pub fn total(&self) -> Pence {
        self.net() + vat::sum(&self.groups, Treatment::Taxable)
    }

    /// What it asked for as prices are: with the VAT that is charged where they include it.
    pub fn amount(&self, prices_include_vat: bool) -> Pence {
        if prices_include_vat {
            self.total()
        } else {
            self.net()
        }
    }

    /// What it asked for without VAT.
    pub fn net(&self) -> Pence {
        self.groups.iter().map(|group| group.taxable).sum()
    }

    /// What an invoice asks for, as the final one takes it off.
    #[must_use]
    pub fn of(id: &str, number: &str, totals: &Totals) -> Self {
        Self {
            id: id.to_owned(),
            number: number.to_owned(),
            groups: totals.vat_groups.clone(),
            cis_base: totals.cis_base,
            cis_deduction: totals.cis_deduction,
        }
    }
}
