//! What an e-invoice says, by the terms of EN 16931 (BT- and BG-numbers).

use rust_decimal::Decimal;

use super::Category;
use super::identifiers::Endpoint;
use crate::document::Rate;
use crate::money::Pence;
use crate::time::Date;

/// An e-invoice. Empty texts are left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EInvoice {
    /// Whether it is a credit note (type 381) or an invoice (380).
    pub is_credit: bool,
    /// BT-1.
    pub number: String,
    /// BT-2.
    pub issue_date: Date,
    /// When its VAT is due (BT-7), where that is not the day of the invoice.
    pub tax_point: Option<Date>,
    /// The day on which the work was done (BT-72).
    pub supplied: Option<Date>,
    /// BT-9; a credit note has none.
    pub due_date: Option<Date>,
    /// BT-22: one, however much there is to say (PEPPOL-EN16931-R002).
    pub note: String,
    /// BT-10.
    pub buyer_reference: String,
    /// BT-13.
    pub order_reference: String,
    /// BG-3.
    pub preceding: Option<Preceding>,
    /// BG-4.
    pub seller: Party,
    /// BG-7.
    pub buyer: Party,
    /// BG-17: where it is paid to; none where it is not paid by transfer.
    pub account: Option<Account>,
    /// BT-20.
    pub payment_terms: String,
    /// BG-20 and BG-21.
    pub allowances: Vec<Allowance>,
    /// BG-23.
    pub groups: Vec<TaxGroup>,
    /// BG-25.
    pub lines: Vec<EInvoiceLine>,
    /// BT-106.
    pub line_extension: Pence,
    /// BT-109.
    pub tax_exclusive: Pence,
    /// BT-110.
    pub vat: Pence,
    /// BT-112.
    pub tax_inclusive: Pence,
    /// BT-113.
    pub prepaid: Pence,
    /// BT-115.
    pub payable: Pence,
}

impl EInvoice {
    /// BT-107: what is taken off.
    pub fn allowance_total(&self) -> Pence {
        let off = self.allowances.iter().filter(|it| !it.is_charge);
        off.map(|it| it.amount).sum()
    }

    /// BT-108: what is added.
    pub fn charge_total(&self) -> Pence {
        let on = self.allowances.iter().filter(|it| it.is_charge);
        on.map(|it| it.amount).sum()
    }
}

/// The invoice before a credit note (BG-3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preceding {
    /// BT-25.
    pub number: String,
    /// BT-26.
    pub issue_date: Option<Date>,
}

/// The seller (BG-4) or the buyer (BG-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// BT-34, BT-49.
    pub endpoint: Endpoint,
    /// BT-29: an id of the seller where there is no other (BR-CO-26).
    pub identifier: Option<Endpoint>,
    /// BT-27, BT-44.
    pub name: String,
    /// BT-31, BT-48.
    pub vat_number: String,
    /// BT-30.
    pub registration: String,
    /// BG-5, BG-8.
    pub address: Address,
    /// BT-41, BT-56: a person to speak to.
    pub person: String,
    /// BT-42, BT-57.
    pub phone: String,
    /// BT-43, BT-58.
    pub email: String,
}

/// An address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// BT-35, BT-50.
    pub line1: String,
    /// BT-36, BT-51.
    pub line2: String,
    /// BT-37, BT-52.
    pub city: String,
    /// BT-38, BT-53.
    pub post_code: String,
    /// BT-39, BT-54.
    pub county: String,
    /// BT-40, BT-55: `GB`.
    pub country: &'static str,
}

/// An account to pay into (BG-17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// BT-84.
    pub number: String,
    /// BT-85.
    pub name: String,
    /// BT-86, where a British account has its sort code.
    pub sort_code: String,
}

/// A part of the discount, of one group (BG-20); where that group is below zero it adds to it (BG-21).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Whether it adds.
    pub is_charge: bool,
    /// BT-92, BT-99: never below zero.
    pub amount: Pence,
    /// BT-97, BT-104.
    pub reason: String,
    /// BT-95, BT-102.
    pub category: Category,
    /// BT-96, BT-103.
    pub rate: Rate,
}

/// The VAT of one category and rate (BG-23).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxGroup {
    /// BT-118.
    pub category: Category,
    /// BT-119.
    pub rate: Rate,
    /// BT-116.
    pub taxable: Pence,
    /// BT-117.
    pub vat: Pence,
    /// Its share of the discount, which is none of what it says: its allowance does.
    pub discount: Pence,
}

/// A line (BG-25).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EInvoiceLine {
    /// BT-126.
    pub id: String,
    /// BT-129.
    pub quantity: Decimal,
    /// BT-130.
    pub unit: Unit,
    /// BT-131.
    pub net: Pence,
    /// BT-146.
    pub price: Decimal,
    /// BT-153.
    pub name: String,
    /// BT-154.
    pub description: String,
    /// BT-151.
    pub category: Category,
    /// BT-152.
    pub rate: Rate,
}

/// What a quantity counts, by its code of UNECE recommendation 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One of something.
    Each,
    /// An hour.
    Hour,
    /// A day.
    Day,
}

impl Unit {
    /// The code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Each => "C62",
            Self::Hour => "HUR",
            Self::Day => "DAY",
        }
    }
}
