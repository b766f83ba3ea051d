//! The records from which a VAT return is calculated: what documents, payments and expenses say.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::filed::FiledVatReturn;
use super::period::Stagger;
use super::registration::VatRegistration;
use super::tax_point::{find_tax_point, is_own_tax_point};
use crate::document::{Rate, Treatment, VatGroup};
use crate::money::Pence;
use crate::tax::vat_flat_rate::FlatRateSector;
use crate::time::Date;

/// The part of a record with one treatment and rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatAmount {
    /// The VAT treatment.
    pub treatment: Treatment,
    /// The rate as a percentage.
    pub rate: Rate,
    /// The amount without VAT, after the discount.
    pub net: Pence,
    /// The VAT: charged if it is taxable, accounted for by the customer under the reverse charge.
    pub vat: Pence,
}

impl From<&VatGroup> for VatAmount {
    fn from(group: &VatGroup) -> Self {
        Self { treatment: group.treatment, rate: group.rate, net: group.taxable, vat: group.vat }
    }
}

/// A payment for a sale or a purchase; a refund is negative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatPayment {
    /// The payment's id.
    pub id: String,
    /// The day on which the money moved.
    pub date: Date,
    /// The amount.
    pub amount: Pence,
}

/// An issued invoice with everything that followed, or a job with a deposit before there is an invoice. The id stays
/// the same when it is invoiced, so that a deposit in a filed return is recognised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sale {
    /// The document's id.
    pub id: String,
    /// The supply date, on which the work was complete; `None` for a stage of a construction contract with more than
    /// one payment (see [`super::find_tax_point`]).
    pub supplied: Option<Date>,
    /// The issue date of the invoice; `None` if there is none. Then payments count, and the rest once the work is
    /// complete.
    pub issued: Option<Date>,
    /// The amounts by treatment and rate.
    pub amounts: Vec<VatAmount>,
    /// The amount that pays it in full: the total including VAT, less the CIS deduction.
    pub payable: Pence,
    /// The confirmed payments and refunds, including refunds against its credit notes.
    pub payments: Vec<VatPayment>,
    /// Its credit notes.
    pub credits: Vec<Credit>,
    /// The due date.
    #[serde(default)]
    pub due: Option<Date>,
    /// The day on which the unpaid part was written off (see [`super::bad_debt`]).
    #[serde(default)]
    pub written_off: Option<Date>,
    /// Whether it is for goods sent from Northern Ireland to a member state of the EU.
    pub dispatched: bool,
    /// Whether it is void and therefore doesn't count.
    pub voided: bool,
}

/// An issued credit note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    /// The document's id.
    pub id: String,
    /// The issue date.
    pub issued: Date,
    /// The amounts by treatment and rate, above 0.
    pub amounts: Vec<VatAmount>,
    /// The reduction of the amount payable.
    pub payable: Pence,
    /// Whether it is void.
    pub voided: bool,
}

/// Where a purchase comes from, for VAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PurchaseKind {
    /// From the United Kingdom.
    #[default]
    Home,
    /// Goods brought to Northern Ireland from a member state of the EU.
    Acquisition,
}

/// A purchase: a supplier's invoice or a receipt. A supplier's credit note has negative amounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    /// The expense's id.
    pub id: String,
    /// The tax point on the supplier's invoice.
    pub date: Date,
    /// Where it comes from.
    pub kind: PurchaseKind,
    /// The amounts by treatment and rate. Wages and taxes are outside the scope.
    pub amounts: Vec<VatAmount>,
    /// The amount that pays it in full.
    pub payable: Pence,
    /// The payments; for a receipt, the whole amount on its day.
    pub payments: Vec<VatPayment>,
    /// Whether its VAT may be reclaimed, which it may not for entertaining, a car, or private use.
    pub reclaims: bool,
    /// Under the reverse charge, the VAT on the private part, which is not in `amounts`: it is due too, but never
    /// reclaimed (Value Added Tax Act 1994, s. 55A(6)).
    #[serde(default)]
    pub private_vat: Pence,
    /// How much of it, including VAT, is goods used only for the business, as the limited cost test counts them: not
    /// capital goods, food and drink, vehicles, their parts or fuel.
    pub relevant_goods: Pence,
    /// Whether somebody has said if it is goods or a service; otherwise the user is asked.
    #[serde(default)]
    pub goods_said: bool,
    /// Whether it is a single purchase of capital goods.
    pub capital: bool,
    /// Whether it is void.
    pub voided: bool,
}

impl Sale {
    /// The tax point, apart from earlier payments; `None` if it is neither invoiced nor complete.
    #[must_use]
    pub fn tax_point(&self) -> Option<Date> {
        let invoiced = |issued| find_tax_point(self.supplied, issued).day;
        self.issued.map(invoiced).or(self.supplied)
    }

    /// Whether a payment on this day has its own tax point.
    #[must_use]
    pub fn is_deposit_on(&self, paid: Date) -> bool {
        match self.issued.or(self.supplied) {
            Some(issued) => is_own_tax_point(paid, self.supplied, issued),
            None => true,
        }
    }
}

impl Purchase {
    /// The amount including VAT.
    pub fn gross(&self) -> Pence {
        self.amounts.iter().map(|it| it.net + it.vat).sum()
    }
}

/// How a business accounts for VAT from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Scheme {
    /// The first day, which is the first day of a period.
    pub from: Date,
    /// Whether it accounts by payments (cash accounting, or the cash-based turnover of the flat rate scheme) instead of
    /// by invoices.
    pub cash: bool,
    /// The sector under the flat rate scheme; `None` outside it.
    pub flat_rate: Option<FlatRateSector>,
}

/// The input of a VAT return.
#[derive(Clone, Copy, Debug)]
pub struct VatBooks<'a> {
    /// The VAT registration.
    pub registration: &'a VatRegistration,
    /// The division into VAT periods.
    pub stagger: Stagger,
    /// The schemes, in any order; before the first, the business accounts by invoices.
    pub schemes: &'a [Scheme],
    /// The sales, in any order, for all days that may matter: those of the period, and of filed periods.
    pub sales: &'a [Sale],
    /// The purchases, likewise.
    pub purchases: &'a [Purchase],
    /// The filed returns, including earlier ones that count as filed elsewhere.
    pub filed: &'a [FiledVatReturn],
    /// The current day of records that are in filed returns and still exist, but are in neither `sales` nor
    /// `purchases`.
    pub moved: &'a HashMap<String, Date>,
}

impl VatBooks<'_> {
    /// The scheme for a document with its tax point on this day. A document always uses the scheme of its tax point:
    /// what was invoiced before cash accounting began was accounted for then.
    #[must_use]
    pub fn find_scheme(&self, day: Date) -> Scheme {
        find_scheme(self.schemes, day)
    }

    /// The tax point of a sale, apart from earlier payments. Work that was done up to the last day of registration but
    /// invoiced later belongs to that registration, and so to the day on which it was done.
    pub(super) fn find_tax_point(&self, sale: &Sale) -> Option<Date> {
        let point = sale.tax_point();
        let is_over = |day| self.registration.until.is_some_and(|until| until < day);
        let done = sale.supplied.filter(|done| self.registration.is_registered_on(*done));
        match point {
            Some(day) if is_over(day) => done.or(point),
            // The same applies before it began: VAT charged on the invoice is owed in any case, on the issue date.
            Some(day) if !self.registration.is_registered_on(day) => {
                sale.issued.filter(|issued| self.registration.is_registered_on(*issued)).or(point)
            }
            _ => point,
        }
    }
}

/// The scheme that applies on a day; by invoices before the first one.
#[must_use]
pub fn find_scheme(schemes: &[Scheme], day: Date) -> Scheme {
    let cached = schemes.iter().filter(|scheme| scheme.from <= day);
    let stored = cached.max_by_key(|scheme| scheme.from).copied();
    stored.unwrap_or(Scheme { from: Date::FIRST, cash: false, flat_rate: None })
}

/// Which VAT is reclaimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReclaimScope {
    /// No VAT, because the business is not registered.
    Nothing,
    /// Only that of capital goods of £2,000 or more, under the flat rate scheme (Notice 733).
    CapitalGoods,
    /// All VAT.
    All,
}

/// Which VAT of purchases on a day is reclaimed.
#[must_use]
pub fn find_reclaim_scope(registration: &VatRegistration, schemes: &[Scheme], day: Date) -> ReclaimScope {
    match (registration.is_registered_on(day), find_scheme(schemes, day).flat_rate.is_some()) {
        (false, _) => ReclaimScope::Nothing,
        (true, true) => ReclaimScope::CapitalGoods,
        (true, false) => ReclaimScope::All,
    }
}
