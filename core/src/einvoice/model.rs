//! The content of an e-invoice, by the terms of EN 16931 (BT- and BG-numbers).

use rust_decimal::Decimal;

use super::VatCategory;
use super::identifiers::Endpoint;
use crate::document::Rate;
use crate::money::Pence;
use crate::time::Date;

/// An e-invoice. Empty texts are left out of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Einvoice {
    /// Whether it is a credit note (type 381) or an invoice (380).
    pub is_credit: bool,
    /// The invoice number (BT-1).
    pub number: String,
    /// The issue date (BT-2).
    pub issue_date: Date,
    /// The date on which its VAT becomes due (BT-7), if it isn't the issue date.
    pub tax_point: Option<Date>,
    /// The date of supply (BT-72).
    pub supplied: Option<Date>,
    /// The due date (BT-9); a credit note has none.
    pub due_date: Option<Date>,
    /// The note (BT-22). Only one is allowed, however long (PEPPOL-EN16931-R002).
    pub note: String,
    /// The buyer's reference (BT-10).
    pub buyer_reference: String,
    /// The buyer's order number (BT-13).
    pub order_reference: String,
    /// The invoice that a credit note refers to (BG-3).
    pub preceding: Option<PrecedingInvoice>,
    /// The seller (BG-4).
    pub seller: EinvoiceParty,
    /// The buyer (BG-7).
    pub buyer: EinvoiceParty,
    /// The bank account for a transfer (BG-17); `None` if it isn't paid by transfer.
    pub account: Option<PaymentAccount>,
    /// The payment terms (BT-20).
    pub payment_terms: String,
    /// The allowances and charges (BG-20 and BG-21).
    pub allowances: Vec<Allowance>,
    /// The VAT breakdown (BG-23).
    pub groups: Vec<TaxGroup>,
    /// The lines (BG-25).
    pub lines: Vec<EinvoiceLine>,
    /// The sum of the lines' net amounts (BT-106).
    pub line_extension: Pence,
    /// The total without VAT (BT-109).
    pub tax_exclusive: Pence,
    /// The total VAT (BT-110).
    pub vat: Pence,
    /// The total including VAT (BT-112).
    pub tax_inclusive: Pence,
    /// The amount already paid (BT-113).
    pub prepaid: Pence,
    /// The amount due for payment (BT-115).
    pub payable: Pence,
}

impl Einvoice {
    /// The sum of the allowances (BT-107).
    pub fn allowance_total(&self) -> Pence {
        let off = self.allowances.iter().filter(|it| !it.is_charge);
        off.map(|it| it.amount).sum()
    }

    /// The sum of the charges (BT-108).
    pub fn charge_total(&self) -> Pence {
        let on = self.allowances.iter().filter(|it| it.is_charge);
        on.map(|it| it.amount).sum()
    }
}

/// The invoice that a credit note refers to (BG-3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrecedingInvoice {
    /// Its number (BT-25).
    pub number: String,
    /// Its issue date (BT-26).
    pub issue_date: Option<Date>,
}

/// The seller (BG-4) or the buyer (BG-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EinvoiceParty {
    /// The electronic address (BT-34, BT-49).
    pub endpoint: Endpoint,
    /// An identifier of the seller if there is no other (BT-29, BR-CO-26).
    pub identifier: Option<Endpoint>,
    /// The name (BT-27, BT-44).
    pub name: String,
    /// The VAT number (BT-31, BT-48).
    pub vat_number: String,
    /// The company registration number (BT-30).
    pub registration: String,
    /// The postal address (BG-5, BG-8).
    pub address: EinvoiceAddress,
    /// The contact person (BT-41, BT-56).
    pub person: String,
    /// The telephone number (BT-42, BT-57).
    pub phone: String,
    /// The email address (BT-43, BT-58).
    pub email: String,
}

/// A postal address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EinvoiceAddress {
    /// The first line (BT-35, BT-50).
    pub line1: String,
    /// The second line (BT-36, BT-51).
    pub line2: String,
    /// The city (BT-37, BT-52).
    pub city: String,
    /// The postcode (BT-38, BT-53).
    pub post_code: String,
    /// The county (BT-39, BT-54).
    pub county: String,
    /// The country code (BT-40, BT-55): `GB`.
    pub country: &'static str,
}

/// The bank account for a transfer (BG-17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentAccount {
    /// The account number (BT-84).
    pub number: String,
    /// The account name (BT-85).
    pub name: String,
    /// The sort code of a British account (BT-86).
    pub sort_code: String,
}

/// A share of the discount, for one VAT group (BG-20). For a group with a negative amount it is a charge (BG-21).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Whether it is a charge rather than an allowance.
    pub is_charge: bool,
    /// The amount, never negative (BT-92, BT-99).
    pub amount: Pence,
    /// The reason (BT-97, BT-104).
    pub reason: String,
    /// The VAT category (BT-95, BT-102).
    pub category: VatCategory,
    /// The VAT rate (BT-96, BT-103).
    pub rate: Rate,
}

/// The VAT of one category and rate (BG-23).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxGroup {
    /// The category (BT-118).
    pub category: VatCategory,
    /// The rate (BT-119).
    pub rate: Rate,
    /// The taxable amount (BT-116).
    pub taxable: Pence,
    /// The VAT (BT-117).
    pub vat: Pence,
    /// The group's share of the discount. It is not written with the group but as an allowance.
    pub discount: Pence,
}

/// A line (BG-25).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EinvoiceLine {
    /// The line's identifier (BT-126).
    pub id: String,
    /// The quantity (BT-129).
    pub quantity: Decimal,
    /// The unit (BT-130).
    pub unit: QuantityUnit,
    /// The net amount (BT-131).
    pub net: Pence,
    /// The unit price without VAT (BT-146).
    pub price: Decimal,
    /// The name (BT-153).
    pub name: String,
    /// The description (BT-154).
    pub description: String,
    /// The VAT category (BT-151).
    pub category: VatCategory,
    /// The VAT rate (BT-152).
    pub rate: Rate,
}

/// The unit of a quantity, with its code from UNECE recommendation 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantityUnit {
    /// One of something.
    Each,
    /// An hour.
    Hour,
    /// A day.
    Day,
}

impl QuantityUnit {
    /// The code of the unit.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Each => "C62",
            Self::Hour => "HUR",
            Self::Day => "DAY",
        }
    }
}
