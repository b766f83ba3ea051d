//! The standard's names for core's treatments and groups.

use super::model::{Allowance, TaxGroup};
use super::{EinvoiceFindings, EinvoiceSource};
use crate::calculate::totals::Totals;
use crate::document::{Rate, Treatment};
use crate::money::Pence;
use crate::text::trim_non_empty;

/// A VAT category (UNTDID 5305, limited to those that EN 16931 allows).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VatCategory {
    /// VAT at a rate above 0.
    Standard,
    /// VAT at a rate of 0.
    Zero,
    /// Reverse charge: the customer accounts for the VAT.
    ReverseCharge,
    /// Exempt.
    Exempt,
    /// Not subject to VAT.
    NotSubject,
}

impl VatCategory {
    /// The code of the category.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Standard => "S",
            Self::Zero => "Z",
            Self::ReverseCharge => "AE",
            Self::Exempt => "E",
            Self::NotSubject => "O",
        }
    }

    /// Whether the category has a rate: something not subject to VAT has none, not even 0 (BR-O-05).
    #[must_use]
    pub const fn has_rate(self) -> bool {
        !matches!(self, Self::NotSubject)
    }

    /// Why no VAT is charged: the VATEX code (BT-121), if there is one, and the text (BT-120). `None` if VAT is
    /// charged.
    #[must_use]
    pub const fn reason(self) -> Option<(Option<&'static str>, &'static str)> {
        match self {
            Self::Standard | Self::Zero => None,
            Self::ReverseCharge => {
                Some((Some("VATEX-EU-AE"), "Reverse charge: customer to pay the VAT to HMRC"))
            }
            Self::Exempt => Some((None, "Exempt from VAT")),
            Self::NotSubject => Some((Some("VATEX-EU-O"), "Not subject to VAT")),
        }
    }
}

/// The seller's VAT status, which decides the categories of their lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct SellerVatScope {
    /// Whether the seller is registered for VAT.
    registered: bool,
    /// Whether nothing in the document is subject to VAT, so that it must not contain a VAT number (BR-O-02).
    pub nameless: bool,
}

impl SellerVatScope {
    /// The scope of a document; combinations of groups that are not allowed are added to the findings.
    pub fn for_source(source: &EinvoiceSource, findings: &mut EinvoiceFindings) -> Self {
        let registered = trim_non_empty(&source.seller.profile.tax_number).is_some();
        let mut scope = Self { registered, nameless: false };
        let groups = source.totals.vat_groups.iter();
        let used: Vec<VatCategory> =
            groups.map(|group| scope.categorise(group.treatment, group.rate).0).collect();
        scope.nameless = !used.is_empty() && used.iter().all(|it| *it == VatCategory::NotSubject);
        let has = |category| used.contains(&category);
        let name = source.kind.name();
        // BR-16.
        if used.is_empty() {
            findings.add_for_document("items", "no_lines", format!("This {name} has no lines."));
        }
        if has(VatCategory::NotSubject) && !scope.nameless {
            findings.add_for_document(
                "items",
                "outside_scope_mixed",
                format!(
                    "Some lines are outside the scope of VAT and others aren’t. An e-invoice can’t have both: put \
                     them on a separate {name}.",
                )
                .replace("an credit", "a credit"),
            );
        } else if scope.nameless && registered {
            findings.add_for_document(
                "items",
                "outside_scope",
                format!(
                    "Everything on this {name} is outside the scope of VAT. An e-invoice like this can’t include a \
                     VAT number, so a business with one can’t send it: send it as a PDF instead.",
                ),
            );
        }
        if !registered && (has(VatCategory::Standard) || has(VatCategory::ReverseCharge)) {
            findings.add_for_profile(
                "taxNumber",
                "vat_number",
                format!(
                    "Your VAT number is missing: this {name} charges VAT or says that your customer accounts for it."
                ),
            );
        }
        scope
    }

    /// The category and its rate. Nothing that an unregistered seller sells is subject to VAT, even if a line says 0 %:
    /// every other category needs a VAT number (BR-Z-02, BR-E-02).
    pub fn categorise(self, treatment: Treatment, rate: Rate) -> (VatCategory, Rate) {
        match treatment {
            Treatment::Taxable if !rate.0.is_zero() => (VatCategory::Standard, rate),
            Treatment::ReverseCharge => (VatCategory::ReverseCharge, Rate::default()),
            Treatment::OutsideScope => (VatCategory::NotSubject, Rate::default()),
            _ if !self.registered => (VatCategory::NotSubject, Rate::default()),
            Treatment::Taxable => (VatCategory::Zero, Rate::default()),
            Treatment::Exempt => (VatCategory::Exempt, Rate::default()),
        }
    }
}

/// The VAT groups by category and rate: groups that the standard doesn't distinguish are merged.
pub(super) fn build_tax_groups(totals: &Totals, scope: SellerVatScope) -> Vec<TaxGroup> {
    let mut groups: Vec<TaxGroup> = Vec::new();
    for group in &totals.vat_groups {
        let (category, rate) = scope.categorise(group.treatment, group.rate);
        let charged = match category {
            VatCategory::Standard => group.vat,
            _ => Pence::ZERO,
        };
        let same = groups.iter_mut().find(|it| (it.category, it.rate) == (category, rate));
        match same {
            Some(same) => {
                same.taxable += group.taxable;
                same.discount += group.discount;
                same.vat += charged;
            }
            None => groups.push(TaxGroup {
                category,
                rate,
                taxable: group.taxable,
                vat: charged,
                discount: group.discount,
            }),
        }
    }
    groups
}

/// The discount as allowances, one for each group that bears a share of it.
pub(super) fn build_allowances(source: &EinvoiceSource, groups: &[TaxGroup]) -> Vec<Allowance> {
    let reason = trim_non_empty(&source.document.discount_reason);
    let reason = reason.unwrap_or_else(|| "Discount".to_owned());
    let shares = groups.iter().filter(|group| !group.discount.is_zero());
    let allowance = |group: &TaxGroup| Allowance {
        is_charge: group.discount < Pence::ZERO,
        amount: Pence(group.discount.0.abs()),
        reason: reason.clone(),
        category: group.category,
        rate: group.rate,
    };
    shares.map(allowance).collect()
}
