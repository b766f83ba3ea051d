//! Deducting earlier invoices of a job from its final one, by treatment and rate, net and VAT separately.
//!
//! The VAT of the whole job is calculated once per group and what was invoiced of it is subtracted, so that all
//! invoices of a job sum to what was agreed, to the penny, however each was rounded.

use super::totals::Totals;
use super::vat::{self, VatGroup};
use crate::document::{Document, Invoiced, Treatment};
use crate::money::Pence;

/// The sums over the earlier invoices of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InvoicedSums {
    /// The amounts in the final invoice's prices: without VAT, or including it if those do.
    pub amount: Pence,
    /// The bases of the CIS deductions.
    pub cis_base: Pence,
    /// The CIS deductions.
    pub cis_deduction: Pence,
}

impl InvoicedSums {
    /// The sums over all earlier invoices of a document.
    pub fn for_document(document: &Document) -> Self {
        let mut sums = Self::default();
        for invoice in &document.invoiced {
            sums.amount += invoice.amount(document.prices_include_vat);
            sums.cis_base += invoice.cis_base;
            sums.cis_deduction += invoice.cis_deduction;
        }
        sums
    }
}

/// The groups less what was invoiced of them before. A group that is no longer in the document becomes negative by what
/// was invoiced too much.
pub(crate) fn subtract_invoiced(mut groups: Vec<VatGroup>, document: &Document) -> Vec<VatGroup> {
    for earlier in document.invoiced.iter().flat_map(|one| &one.groups) {
        let group = vat::group_mut(&mut groups, (earlier.treatment, earlier.rate));
        group.taxable -= earlier.taxable;
        group.vat -= earlier.vat;
    }
    groups
}

impl Invoiced {
    /// Subtracts a credit note against this invoice and adds the credit note's number to its name, so that a final
    /// invoice deducts the two together.
    pub fn apply_credit_note(&mut self, number: &str, credit: &Totals) {
        let joint = if self.number.contains(" after ") { " and " } else { " after " };
        self.number = format!("{}{joint}{number}", self.number);
        for off in &credit.vat_groups {
            let group = vat::group_mut(&mut self.groups, (off.treatment, off.rate));
            group.taxable -= off.taxable;
            group.vat -= off.vat;
        }
        self.cis_base -= credit.cis_base;
        self.cis_deduction -= credit.cis_deduction;
    }

    /// The total that it asked for, including charged VAT.
    pub fn total(&self) -> Pence {
        self.net() + vat::sum_vat(&self.groups, Treatment::Taxable)
    }

    /// The amount that it asked for in the document's prices: including charged VAT if they do.
    pub fn amount(&self, prices_include_vat: bool) -> Pence {
        if prices_include_vat { self.total() } else { self.net() }
    }

    /// The amount that it asked for without VAT.
    pub fn net(&self) -> Pence {
        self.groups.iter().map(|group| group.taxable).sum()
    }

    /// An issued invoice in the form in which the final invoice deducts it.
    #[must_use]
    pub fn from_totals(id: &str, number: &str, totals: &Totals) -> Self {
        Self {
            id: id.to_owned(),
            number: number.to_owned(),
            groups: totals.vat_groups.clone(),
            cis_base: totals.cis_base,
            cis_deduction: totals.cis_deduction,
        }
    }
}
