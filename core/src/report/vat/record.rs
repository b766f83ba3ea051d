//! The records from which a VAT return is calculated: what documents, payments and expenses say.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::filed::Filed;
use super::period::Stagger;
use super::registration::Registration;
use super::tax_point::{makes_its_own, tax_point};
use crate::document::{Rate, Treatment, VatGroup};
use crate::money::Pence;
use crate::tax::vat_flat_rate::FlatRateSector;
use crate::time::Date;

/// What of a record has one treatment and rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatAmount {
    /// How it stands to VAT.
    pub treatment: Treatment,
    /// The percentage.
    pub rate: Rate,
    /// Without VAT, the discount taken off.
    pub net: Pence,
    /// The VAT: charged where it is taxable, for the customer to account for under the reverse charge.
    pub vat: Pence,
}

impl From<&VatGroup> for VatAmount {
    fn from(group: &VatGroup) -> Self {
        Self {
            treatment: group.treatment,
            rate: group.rate,
            net: group.taxable,
            vat: group.vat,
        }
    }
}

/// Money that came in for a sale, or went out for a purchase; below zero where it went the other way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paid {
    /// The payment's id.
    pub id: String,
    /// The day that it moved on.
    pub date: Date,
    /// How much.
    pub amount: Pence,
}

/// An issued invoice with all that came of it, or a job for which a deposit came in before there is one. Once
/// it is invoiced it keeps its id here, so that a deposit in a filed return is known again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sale {
    /// The document's id.
    pub id: String,
    /// The day on which the work was complete; none for a stage of a contract in construction with more than
    /// one payment (see [`super::tax_point`]).
    pub supplied: Option<Date>,
    /// The day that its invoice was issued on; none while there is none: then what was paid counts, and the
    /// rest once the work is complete.
    pub issued: Option<Date>,
    /// What it comes to, by treatment and rate.
    pub amounts: Vec<VatAmount>,
    /// What pays it in full: the total with VAT, less what a contractor keeps back under CIS.
    pub payable: Pence,
    /// The confirmed payments and refunds, those against its credit notes too.
    pub payments: Vec<Paid>,
    /// Its credit notes.
    pub credits: Vec<Credit>,
    /// When it is to be paid by.
    #[serde(default)]
    pub due: Option<Date>,
    /// The day on which what nobody paid of it was written off (see [`super::bad_debt`]).
    #[serde(default)]
    pub written_off: Option<Date>,
    /// Whether it is of goods that went from Northern Ireland to a member state of the EU.
    pub dispatched: bool,
    /// Whether it was withdrawn: then nothing of it counts.
    pub voided: bool,
}

/// An issued credit note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    /// The document's id.
    pub id: String,
    /// The day that it was issued on.
    pub issued: Date,
    /// What it takes off, above zero, by treatment and rate.
    pub amounts: Vec<VatAmount>,
    /// What it takes off the amount to pay.
    pub payable: Pence,
    /// Whether it was withdrawn.
    pub voided: bool,
}

/// Where a purchase comes from, as far as VAT asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PurchaseKind {
    /// From the United Kingdom.
    #[default]
    Home,
    /// Goods that came to Northern Ireland from a member state of the EU.
    Acquisition,
}

/// What was bought: a supplier's invoice or a receipt. A supplier's credit note is one below zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    /// The expense's id.
    pub id: String,
    /// The tax point on the supplier's invoice.
    pub date: Date,
    /// Where it comes from.
    pub kind: PurchaseKind,
    /// What it comes to, by treatment and rate. Wages and taxes are outside the scope.
    pub amounts: Vec<VatAmount>,
    /// What pays it in full.
    pub payable: Pence,
    /// What was paid; of a receipt the whole on its day.
    pub payments: Vec<Paid>,
    /// Whether its VAT may be reclaimed: not that of entertaining, a car, or private use.
    pub reclaims: bool,
    /// Under the reverse charge, the VAT on what of it was private, which `amounts` lack: it is due all the same, and never
    /// reclaimed (Value Added Tax Act 1994, s. 55A(6)).
    #[serde(default)]
    pub private_vat: Pence,
    /// How much of it, with VAT, is goods used only for the business, as the test of limited cost counts them:
    /// no capital goods, food and drink, vehicles, their parts or fuel.
    pub relevant_goods: Pence,
    /// Whether somebody said that it is goods or that it is a service: where nobody did, the person is asked.
    #[serde(default)]
    pub goods_said: bool,
    /// Whether it is one purchase of capital goods.
    pub capital: bool,
    /// Whether it was withdrawn.
    pub voided: bool,
}

impl Sale {
    /// When it counts as made, payments before aside; none while it is neither invoiced nor complete.
    #[must_use]
    pub fn tax_point(&self) -> Option<Date> {
        let invoiced = |issued| tax_point(self.supplied, issued).day;
        self.issued.map(invoiced).or(self.supplied)
    }

    /// Whether a payment on a day makes a tax point of its own.
    #[must_use]
    pub fn is_deposit_on(&self, paid: Date) -> bool {
        match self.issued.or(self.supplied) {
            Some(issued) => makes_its_own(paid, self.supplied, issued),
            None => true,
        }
    }
}

impl Purchase {
    /// With VAT.
    pub fn gross(&self) -> Pence {
        self.amounts.iter().map(|it| it.net + it.vat).sum()
    }
}

/// How a business accounts for VAT from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scheme {
    /// The first day: a period's.
    pub from: Date,
    /// Whether by payments (cash accounting, or the cash-based turnover of the flat rate scheme), not by
    /// invoices.
    pub cash: bool,
    /// The sector, under the flat rate scheme.
    pub flat_rate: Option<FlatRateSector>,
}

/// All that a return is worked out from.
#[derive(Clone, Copy, Debug)]
pub struct Books<'a> {
    /// Since when the business is registered.
    pub registration: &'a Registration,
    /// How its time is cut into periods.
    pub stagger: Stagger,
    /// How it accounts, in any order; by invoices before the first.
    pub schemes: &'a [Scheme],
    /// What was sold, in any order, of every day that may matter: the period's, and those of filed periods.
    pub sales: &'a [Sale],
    /// What was bought, as that.
    pub purchases: &'a [Purchase],
    /// The returns that were filed, with those before them that count as filed elsewhere.
    pub filed: &'a [Filed],
    /// Of records in filed returns that are still there, and neither in `sales` nor in `purchases`, the day that
    /// they are of now.
    pub moved: &'a HashMap<String, Date>,
}

impl Books<'_> {
    /// How the business accounts for what has its tax point on a day. A document keeps to the scheme of its
    /// tax point: what was invoiced before cash accounting began was accounted for then.
    #[must_use]
    pub fn scheme_on(&self, day: Date) -> Scheme {
        scheme_on(self.schemes, day)
    }

    /// When a sale counts as made, payments before aside. Work that was done up to the last day of the registration and
    /// invoiced after it belongs to that registration, and so to the day on which it was done.
    pub(super) fn point_of(&self, sale: &Sale) -> Option<Date> {
        let point = sale.tax_point();
        let is_over = |day| self.registration.until.is_some_and(|until| until < day);
        let done = sale.supplied.filter(|done| self.registration.is_on(*done));
        match point {
            Some(day) if is_over(day) => done.or(point),
            // Before it began as well: what the invoice charges is owed all the same, on the day of the invoice.
            Some(day) if !self.registration.is_on(day) => sale
                .issued
                .filter(|issued| self.registration.is_on(*issued))
                .or(point),
            _ => point,
        }
    }
}

/// Which of the schemes holds on a day; by invoices before the first.
#[must_use]
pub fn scheme_on(schemes: &[Scheme], day: Date) -> Scheme {
    let held = schemes.iter().filter(|scheme| scheme.from <= day);
    let held = held.max_by_key(|scheme| scheme.from).copied();
    held.unwrap_or(Scheme {
        from: Date::FIRST,
        cash: false,
        flat_rate: None,
    })
}

/// Of what the VAT is claimed back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reclaims {
    /// Of nothing: who is not registered.
    Nothing,
    /// Of capital goods of £2,000 or more alone: under the flat rate scheme (Notice 733).
    CapitalGoods,
    /// Of everything that has some.
    All,
}

/// Of what the VAT is claimed back that is paid on a day.
#[must_use]
pub fn reclaims_on(registration: &Registration, schemes: &[Scheme], day: Date) -> Reclaims {
    match (
        registration.is_on(day),
        scheme_on(schemes, day).flat_rate.is_some(),
    ) {
        (false, _) => Reclaims::Nothing,
        (true, true) => Reclaims::CapitalGoods,
        (true, false) => Reclaims::All,
    }
}
