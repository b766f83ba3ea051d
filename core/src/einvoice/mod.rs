//! A document as an e-invoice: EN 16931 in the form of Peppol BIS Billing 3.0.
//!
//! [`EinvoiceSource`] is the input. [`create`] returns the content of the e-invoice ([`Einvoice`]), or everything that
//! prevents it as sentences ([`Finding`]). No total is calculated again: each is one of core's own, in the place that
//! the standard requires. The caller writes the XML.
//!
//! How the standard differs from a printed invoice:
//! - a price is never below zero (BR-27): a credit line has a quantity below zero instead;
//! - a line's net is its quantity times its price (PEPPOL-EN16931-R120): goods and labour of one line are two;
//! - all reverse charge is one group at no rate (BR-AE-01, -05), whatever rate the customer accounts for;
//! - what is outside the scope of VAT can't be mixed with anything else, and has no VAT numbers (BR-O-02, -11, -12);
//! - a discount belongs to a group: one allowance for each group;
//! - amounts are without VAT: if a document's prices include it, it is removed from each line ([`net`]).

mod categories;
mod country;
mod findings;
mod identifiers;
mod lines;
mod model;
mod net;
mod parties;
mod source;
mod texts;

pub use categories::VatCategory;
pub use findings::{EinvoicePlace, Finding};
pub use identifiers::{Endpoint, parse_peppol_address};
pub use model::{
    Allowance, Einvoice, EinvoiceAddress, EinvoiceLine, EinvoiceParty, PaymentAccount, PrecedingInvoice,
    QuantityUnit, TaxGroup,
};
pub use source::{CreditedInvoice, EinvoiceBuyer, EinvoiceSeller, EinvoiceSource};

use crate::document::ConfirmationStatus;
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::money::number::Number;
use crate::report::vat::tax_point::find_tax_point;
use crate::time::Date;
use categories::SellerVatScope;
use findings::EinvoiceFindings;

/// The problems that prevent an e-invoice of this document, as far as a draft can have them: a missing number is not
/// reported.
#[must_use]
pub fn check(source: &EinvoiceSource) -> Vec<Finding> {
    let mut findings = EinvoiceFindings::default();
    let _ = assemble(source, &mut findings);
    findings.0
}

/// Makes the e-invoice of an issued invoice or credit note.
///
/// # Errors
/// Every problem that prevents it, each with a sentence for the user.
pub fn create(source: &EinvoiceSource) -> Result<Einvoice, Vec<Finding>> {
    let mut findings = EinvoiceFindings::default();
    let number = source.number.trim();
    if number.is_empty() {
        let name = source.kind.name();
        findings.add_for_document(
            "number",
            "not_issued",
            format!("This {name} is a draft. It can be an e-invoice once it has been sent."),
        );
    }
    let made = assemble(source, &mut findings);
    if findings.0.is_empty() { Ok(made) } else { Err(findings.0) }
}

fn assemble(source: &EinvoiceSource, findings: &mut EinvoiceFindings) -> Einvoice {
    let is_credit = source.kind == DocumentKind::CreditNote;
    if source.issue_date.is_none() {
        findings.add_for_document("issueDate", "issue_date", "The issue date is missing.");
    }
    let totals = &source.totals;
    let prepaid = prepaid_amount(source);
    let payable = totals.total_amount - prepaid;
    // BR-CO-25.
    if !is_credit && payable > Pence::ZERO && source.due_date.is_none() {
        findings.add_for_document("dueDate", "due_date", "The due date is missing.");
    }
    let order_reference = source.order_reference.trim();
    let buyer_reference = source.buyer.reference.trim();
    // PEPPOL-EN16931-R003.
    if order_reference.is_empty() && buyer_reference.is_empty() {
        findings.add_for_document(
            "orderReference",
            "reference_missing",
            "Your customer’s reference is missing. Enter their order number here, or with their details the \
             reference they want on every invoice.",
        );
    }
    let scope = SellerVatScope::for_source(source, findings);
    let mut groups = categories::build_tax_groups(totals, scope);
    let (mut lines, net_from) = lines::build_lines(source, scope, findings);
    if source.document.prices_include_vat {
        net::remove_vat(&mut lines, net_from, &mut groups);
    }
    Einvoice {
        is_credit,
        number: source.number.trim().to_owned(),
        issue_date: source.issue_date.unwrap_or(Date::FIRST),
        tax_point: source.issue_date.filter(|_| !is_credit).and_then(|issued| {
            let point = find_tax_point(source.document.supply_date, issued).day;
            (point != issued).then_some(point)
        }),
        supplied: source.document.supply_date.filter(|_| !is_credit),
        due_date: source.due_date.filter(|_| !is_credit),
        note: texts::write_note(source),
        buyer_reference: buyer_reference.to_owned(),
        order_reference: order_reference.to_owned(),
        preceding: source.credited.as_ref().map(|credited| PrecedingInvoice {
            number: credited.number.clone(),
            issue_date: credited.issue_date,
        }),
        seller: parties::build_seller(source, findings),
        buyer: parties::build_buyer(source, scope, findings),
        account: parties::find_payment_account(source),
        payment_terms: texts::write_payment_terms(source),
        allowances: categories::build_allowances(source, &groups),
        groups,
        line_extension: lines.iter().map(|line| line.net).sum(),
        tax_exclusive: totals.net_amount(),
        vat: totals.vat_amount,
        tax_inclusive: totals.total_amount,
        prepaid,
        payable,
        lines,
    }
}

/// The amount paid by the date of the invoice (BT-113), for instance as a deposit of its quote.
///
/// The amount due for payment is exactly the total less this amount (BR-CO-16), so nothing else may be included. A CIS
/// deduction is not: it isn't a prepayment but a tax that the customer withholds and pays to HMRC for the business, so
/// it settles the total like money. It is mentioned in the payment terms, and the payable amount is still the total (EN
/// 16931, issue 382). Later payments are not included either: an invoice says what it asked for on its date, and
/// downloading it twice must give the same content. Without this amount, a deposit that was already paid would be asked
/// for again.
fn prepaid_amount(source: &EinvoiceSource) -> Pence {
    if source.kind == DocumentKind::CreditNote {
        return Pence::ZERO;
    }
    let issued = source.issue_date.map(|date| date.to_string());
    let before = source.document.payments.iter().filter(|payment| {
        let day = payment.date.get(..10).unwrap_or(&payment.date);
        payment.confirmation_status == ConfirmationStatus::Confirmed
            && issued.as_deref().is_some_and(|issued| day <= issued)
    });
    before.filter_map(|payment| Number::to_pence(&payment.amount)).sum()
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod properties;
