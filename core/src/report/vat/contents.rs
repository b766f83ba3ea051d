//! What a VAT invoice must contain.
//!
//! Sources: VAT Regulations 1995, reg. 14(1) (a full invoice), reg. 14(1)(o) (the text for a reverse charge) and reg.
//! 16A (a simplified one, up to £250 with VAT).

use super::advice::{Finding, Severity};
use crate::document::Treatment;
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::format_gbp;
use crate::tax::vat_thresholds::VatThreshold;
use crate::time::Date;

/// The content of an invoice as it would be issued. Missing texts are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InvoiceContents {
    /// The number; empty if it is given on issue (see `numbered_on_issue`).
    pub number: String,
    /// Whether it gets the next number of its sequence when it is issued.
    pub numbered_on_issue: bool,
    /// The issue date.
    pub issued: Option<Date>,
    /// The tax point.
    pub tax_point: Option<Date>,
    /// The supplier.
    pub supplier: PartyContents,
    /// The supplier's VAT number.
    pub vat_number: String,
    /// The customer.
    pub customer: PartyContents,
    /// The lines.
    pub lines: Vec<LineContents>,
    /// Whether a discount for early payment is offered.
    pub offers_cash_discount: bool,
    /// The early payment discount, as text.
    pub cash_discount: String,
    /// The total without VAT.
    pub total_net: Option<Pence>,
    /// The total VAT, in pounds.
    pub total_vat: Option<Pence>,
    /// The total including VAT.
    pub total: Pence,
    /// Whether it says, with the words 'reverse charge', that the customer accounts for the VAT.
    pub has_reverse_charge_note: bool,
}

/// The supplier or the customer on an invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartyContents {
    /// The name, or the company's name.
    pub name: String,
    /// The address as one text.
    pub address: String,
}

/// A line of an invoice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineContents {
    /// What was supplied.
    pub description: String,
    /// The quantity, or the number of hours.
    pub quantity: Number,
    /// The unit price without VAT.
    pub unit_price: Number,
    /// The VAT treatment.
    pub treatment: Treatment,
    /// The VAT rate as a percentage.
    pub rate: Number,
    /// The total of the line without VAT.
    pub net: Option<Pence>,
}

/// The result of checking an invoice.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContentsCheck {
    /// Whether it may be a simplified invoice, because its total is small.
    pub simplified: bool,
    /// What is missing, in the order of the regulation.
    pub findings: Vec<Finding>,
}

impl InvoiceContents {
    /// Checks what a VAT invoice lacks. It must be a full invoice unless its total is at most the limit of reg. 16A and
    /// there is no reverse charge, for which the customer needs a full invoice.
    #[must_use]
    pub fn check(&self) -> ContentsCheck {
        let day = self.issued.or(self.tax_point).unwrap_or(Date::LAST);
        let limit = VatThreshold::SimplifiedInvoice.find_amount(day);
        let is_reverse = self.has_treatment(Treatment::ReverseCharge);
        let simplified = !is_reverse && limit.is_some_and(|limit| self.total <= limit.value);
        let mut found = MissingContents(Vec::new());
        if !simplified {
            let has_number = self.numbered_on_issue || is_present(&self.number);
            found.require(has_number, "number", "missing_number", "a number of your sequence");
        }
        let supplied = "the date of supply, which is the tax point";
        found.require(self.tax_point.is_some(), "taxPoint", "missing_tax_point", supplied);
        if !simplified {
            let has_date = self.issued.is_some();
            found.require(has_date, "issued", "missing_issue_date", "the date of issue");
        }
        self.check_parties(&mut found, simplified);
        self.check_lines(&mut found, simplified);
        if !simplified {
            self.check_totals(&mut found, is_reverse);
        }
        ContentsCheck { simplified, findings: found.0 }
    }

    fn has_treatment(&self, treatment: Treatment) -> bool {
        self.lines.iter().any(|line| line.treatment == treatment)
    }

    fn check_parties(&self, found: &mut MissingContents, simplified: bool) {
        let supplier = &self.supplier;
        let has = is_present(&supplier.name);
        found.require(has, "supplier.name", "missing_supplier_name", "your business name");
        let has = is_present(&supplier.address);
        found.require(has, "supplier.address", "missing_supplier_address", "your address");
        let has = is_present(&self.vat_number);
        found.require(has, "vatNumber", "missing_vat_number", "your VAT number");
        if !simplified {
            let customer = &self.customer;
            let has = is_present(&customer.name);
            found.require(has, "customer.name", "missing_customer_name", "your customer’s name");
            let has = is_present(&customer.address);
            let what = "your customer’s address";
            found.require(has, "customer.address", "missing_customer_address", what);
        }
    }

    fn check_lines(&self, found: &mut MissingContents, simplified: bool) {
        found.require(!self.lines.is_empty(), "lines", "missing_lines", "what is supplied");
        for (at, line) in self.lines.iter().enumerate() {
            let path = |field: &str| format!("lines[{at}].{field}");
            let of = |what: &str| format!("{what} of line {}", at + 1);
            let has = is_present(&line.description);
            found.require(has, path("description"), "missing_description", of("the description"));
            let needs_rate = line.treatment.has_rate();
            let has = !needs_rate || !line.rate.is_empty();
            found.require(has, path("rate"), "missing_rate", of("the rate of VAT"));
            if simplified {
                continue;
            }
            let has = !line.quantity.is_empty();
            found.require(has, path("quantity"), "missing_quantity", of("the quantity"));
            let has = !line.unit_price.is_empty();
            let what = of("the unit price without VAT");
            found.require(has, path("unitPrice"), "missing_unit_price", what);
            let what = of("the amount without VAT");
            found.require(line.net.is_some(), path("net"), "missing_line_net", what);
        }
    }

    fn check_totals(&self, found: &mut MissingContents, is_reverse: bool) {
        let has = self.total_net.is_some();
        found.require(has, "totalNet", "missing_total_net", "the total without VAT");
        let has = !self.offers_cash_discount || is_present(&self.cash_discount);
        let what = "the rate of the discount for paying early";
        found.require(has, "cashDiscount", "missing_cash_discount", what);
        let has = self.total_vat.is_some();
        found.require(has, "totalVat", "missing_total_vat", "the total VAT in pounds");
        let has = !is_reverse || self.has_reverse_charge_note;
        let what = "the words ‘Reverse charge: customer to pay the VAT to HMRC’";
        found.require(has, "reverseCharge", "missing_reverse_charge_words", what);
    }
}

/// The sentence about the limit for simplified invoices.
#[must_use]
pub fn simplified_limit_text(day: Date) -> Option<String> {
    let limit = VatThreshold::SimplifiedInvoice.find_amount(day)?;
    Some(format!(
        "An invoice of up to {} including VAT can be simplified: it doesn’t need the customer, quantities or VAT \
         totals.",
        format_gbp(limit.value)
    ))
}

fn is_present(text: &str) -> bool {
    !text.trim().is_empty()
}

struct MissingContents(Vec<Finding>);

impl MissingContents {
    /// Adds a finding if something is missing. Its code is the name of what is missing.
    fn require(
        &mut self,
        is_there: bool,
        path: impl Into<String>,
        what: &'static str,
        named: impl std::fmt::Display,
    ) {
        if !is_there {
            let text = format!("A VAT invoice must show {named}.");
            self.0.push(Finding::new(Severity::Refuse, path, what, text));
        }
    }
}

#[cfg(test)]
mod tests;
