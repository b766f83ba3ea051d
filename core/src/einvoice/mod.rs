//! A document as an e-invoice: EN 16931 in the words of Peppol BIS Billing 3.0.
//!
//! [`Source`] is what is known, [`make`] says what the e-invoice says ([`EInvoice`]), or every sentence of what
//! stands against it ([`Finding`]). No total is worked out anew: each is core's own, put where the standard wants
//! it. How it is written down as XML is the caller's matter.
//!
//! What the standard will have otherwise than a paper invoice does:
//! - a price is never below zero (BR-27): a credit line has a quantity below zero instead;
//! - a line's net is its quantity times its price (PEPPOL-EN16931-R120): goods and labour of one line are two;
//! - all reverse charge is one group at no rate (BR-AE-01, -05), whatever rate the customer accounts for;
//! - what is outside the scope of VAT stands alone and without VAT numbers (BR-O-02, -11, -12);
//! - a discount belongs to a group: one allowance for each;
//! - amounts are without VAT: where a document's prices include it, it is taken out of each line ([`net`]).

mod categories;
mod country;
mod findings;
mod identifiers;
mod lines;
mod model;
mod net;
mod parties;
mod source;
mod words;

pub use categories::Category;
pub use findings::{Finding, Place};
pub use identifiers::{Endpoint, peppol_address};
pub use model::{
    Account, Address, Allowance, EInvoice, EInvoiceLine, Party, Preceding, TaxGroup, Unit,
};
pub use source::{Buyer, Credited, Seller, Source};

use crate::document::ConfirmationStatus;
use crate::kind::Kind;
use crate::money::Pence;
use crate::money::number::Number;
use crate::report::vat::tax_point::tax_point;
use crate::time::Date;
use categories::Scope;
use findings::Findings;

/// The problems that prevent an e-invoice of this document, as far as a draft can have them: a missing number is not
/// reported.
#[must_use]
pub fn check(source: &Source) -> Vec<Finding> {
    let mut findings = Findings::default();
    let _ = put_together(source, &mut findings);
    findings.0
}

/// Makes the e-invoice of an issued invoice or credit note.
///
/// # Errors
/// Every problem that prevents it, each with a sentence for the user.
pub fn make(source: &Source) -> Result<EInvoice, Vec<Finding>> {
    let mut findings = Findings::default();
    let number = source.number.trim();
    if number.is_empty() {
        let name = source.kind.name();
        findings.document(
            "number",
            "not_issued",
            format!("This {name} is a draft. It can be an e-invoice once it has been sent."),
        );
    }
    let made = put_together(source, &mut findings);
    if findings.0.is_empty() {
        Ok(made)
    } else {
        Err(findings.0)
    }
}

fn put_together(source: &Source, findings: &mut Findings) -> EInvoice {
    let is_credit = source.kind == Kind::CreditNote;
    if source.issue_date.is_none() {
        findings.document("issueDate", "issue_date", "The issue date is missing.");
    }
    let totals = &source.totals;
    let prepaid = prepaid(source);
    let payable = totals.total_amount - prepaid;
    // BR-CO-25.
    if !is_credit && payable > Pence::ZERO && source.due_date.is_none() {
        findings.document("dueDate", "due_date", "The due date is missing.");
    }
    let order_reference = source.order_reference.trim();
    let buyer_reference = source.buyer.reference.trim();
    // PEPPOL-EN16931-R003.
    if order_reference.is_empty() && buyer_reference.is_empty() {
        findings.document(
            "orderReference",
            "reference_missing",
            "Your customer’s reference is missing. Enter their order number here, or with their details the \
             reference they want on every invoice.",
        );
    }
    let scope = Scope::of(source, findings);
    let mut groups = categories::groups(totals, scope);
    let (mut lines, net_from) = lines::of(source, scope, findings);
    if source.document.prices_include_vat {
        net::take_vat_out(&mut lines, net_from, &mut groups);
    }
    EInvoice {
        is_credit,
        number: source.number.trim().to_owned(),
        issue_date: source.issue_date.unwrap_or(Date::FIRST),
        tax_point: source.issue_date.filter(|_| !is_credit).and_then(|issued| {
            let point = tax_point(source.document.supply_date, issued).day;
            (point != issued).then_some(point)
        }),
        supplied: source.document.supply_date.filter(|_| !is_credit),
        due_date: source.due_date.filter(|_| !is_credit),
        note: words::note(source),
        buyer_reference: buyer_reference.to_owned(),
        order_reference: order_reference.to_owned(),
        preceding: source.credited.as_ref().map(|credited| Preceding {
            number: credited.number.clone(),
            issue_date: credited.issue_date,
        }),
        seller: parties::seller(source, findings),
        buyer: parties::buyer(source, scope, findings),
        account: parties::account(source),
        payment_terms: words::payment_terms(source),
        allowances: categories::allowances(source, &groups),
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
fn prepaid(source: &Source) -> Pence {
    if source.kind == Kind::CreditNote {
        return Pence::ZERO;
    }
    let issued = source.issue_date.map(|date| date.to_string());
    let before = source.document.payments.iter().filter(|payment| {
        let day = payment.date.get(..10).unwrap_or(&payment.date);
        payment.confirmation_status == ConfirmationStatus::Confirmed
            && issued.as_deref().is_some_and(|issued| day <= issued)
    });
    before
        .filter_map(|payment| Number::to_pence(&payment.amount))
        .sum()
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod properties;
