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
mod identifiers;
mod lines;
mod model;
mod net;
mod parties;

use categories::SellerVatScope;
use serde::{Deserialize, Serialize};

use crate::calculate::totals::{Totals, calculate};
use crate::document::parties::{BusinessProfile, Contact};
use crate::document::{ConfirmationStatus, Document, Treatment};
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::{format_gbp, format_percent};
use crate::report::vat::tax_point::find_tax_point;
use crate::text::split_paragraphs;
use crate::time::Date;

pub use categories::VatCategory;
pub use identifiers::{Endpoint, parse_peppol_address};
pub use model::{
    Allowance, Einvoice, EinvoiceAddress, EinvoiceLine, EinvoiceParty, PaymentAccount, PrecedingInvoice,
    QuantityUnit, TaxGroup,
};

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
        note: write_note(source),
        buyer_reference: buyer_reference.to_owned(),
        order_reference: order_reference.to_owned(),
        preceding: source.credited.as_ref().map(|credited| PrecedingInvoice {
            number: credited.number.clone(),
            issue_date: credited.issue_date,
        }),
        seller: parties::build_seller(source, findings),
        buyer: parties::build_buyer(source, scope, findings),
        account: parties::find_payment_account(source),
        payment_terms: write_payment_terms(source),
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

// What is missing for an e-invoice, as sentences that also say where to fix it.

/// One problem: something that is missing or wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "EinvoiceFinding"))]
pub struct Finding {
    /// Where the user can fix it.
    pub place: EinvoicePlace,
    /// The field to fix: `peppol_id`.
    pub field: String,
    /// The stable code.
    pub code: &'static str,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Where a problem can be fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum EinvoicePlace {
    /// In the customer's details.
    Contact,
    /// In the business profile.
    Profile,
    /// On the document.
    Document,
}

/// The problems found so far.
#[derive(Debug, Default)]
struct EinvoiceFindings(pub Vec<Finding>);

impl EinvoiceFindings {
    pub fn add_for_document(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(EinvoicePlace::Document, field, code, message);
    }

    pub fn add_for_contact(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(EinvoicePlace::Contact, field, code, message);
    }

    pub fn add_for_profile(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(EinvoicePlace::Profile, field, code, message);
    }

    fn add(&mut self, place: EinvoicePlace, field: &str, code: &'static str, message: impl Into<String>) {
        self.0.push(Finding { place, field: field.to_owned(), code, message: message.into() });
    }
}

/// An invoice or a credit note, with everything that its e-invoice can contain.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EinvoiceSource {
    /// The kind: an invoice or a credit note.
    pub kind: DocumentKind,
    /// The number; empty for a draft.
    #[serde(default)]
    pub number: String,
    /// The issue date.
    #[serde(default)]
    pub issue_date: Option<Date>,
    /// The due date.
    #[serde(default)]
    pub due_date: Option<Date>,
    /// The description of the job.
    #[serde(default)]
    pub job_description: String,
    /// The address of the job, one line for each part.
    #[serde(default)]
    pub job_address: String,
    /// Notes for the customer.
    #[serde(default)]
    pub notes: String,
    /// The customer's own order number.
    #[serde(default)]
    pub order_reference: String,
    /// The invoice that a credit note is against; `None` for an invoice.
    #[serde(default)]
    pub credited: Option<CreditedInvoice>,
    /// The document.
    pub document: Document,
    /// The totals as issued.
    #[serde(default)]
    pub totals: Totals,
    /// The business that sends it.
    pub seller: EinvoiceSeller,
    /// The customer.
    #[serde(default)]
    pub buyer: EinvoiceBuyer,
}

/// The invoice that a credit note is against.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CreditedInvoice {
    /// The number of the invoice.
    pub number: String,
    /// The issue date of the invoice.
    pub issue_date: Option<Date>,
}

/// The business.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EinvoiceSeller {
    /// The business profile.
    pub profile: BusinessProfile,
    /// The Peppol address, if it isn't the VAT number: `0088:5060012349998`.
    pub peppol_id: String,
}

/// The customer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EinvoiceBuyer {
    /// The customer's details on the document; `None` if no customer was chosen.
    pub contact: Option<Contact>,
    /// The customer's VAT number, as typed.
    pub vat_number: String,
    /// The customer's Peppol address, if it isn't their VAT number.
    pub peppol_id: String,
    /// The reference that the customer wants on every invoice.
    pub reference: String,
}

impl EinvoiceSource {
    /// Reads a source from JSON; if it has no totals, they are calculated.
    ///
    /// # Errors
    /// A message if the JSON cannot be read, or the totals cannot be calculated.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let mut source: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if source.totals == Totals::default() {
            let totals = calculate(&source.document);
            source.totals = totals.map_err(|error| error.to_string())?;
        }
        Ok(source)
    }
}

// The texts of an e-invoice: its note, and its payment terms.

/// The note: the statement that the law requires for the reverse charge, the job, and the notes.
///
/// An invoice under the reverse charge must say so and state the VAT, which is not part of the total (VAT Regulations
/// reg. 14(1)(o), VATREVCON37100). The standard's group for it has no rate and no VAT, so the note states both.
fn write_note(source: &EinvoiceSource) -> String {
    let groups = source.totals.vat_groups.iter();
    let reverse = groups.filter(|group| group.treatment == Treatment::ReverseCharge);
    let stated: Vec<String> = reverse
        .map(|group| {
            let rate = format_percent(group.rate.0);
            format!("{rate} of {}: {}", format_gbp(group.taxable), format_gbp(group.vat))
        })
        .collect();
    let mut parts = Vec::new();
    if !stated.is_empty() {
        let stated = stated.join("; ");
        parts.push(format!("Reverse charge: customer to pay the VAT to HMRC. VAT {stated}."));
    }
    parts.extend(split_paragraphs(&source.job_description));
    let place = split_paragraphs(&source.job_address).join(", ");
    if !place.is_empty() {
        parts.push(format!("Job address: {place}"));
    }
    parts.extend(split_paragraphs(&source.notes));
    parts.join("\n")
}

/// The payment terms: the CIS deduction, which the payable amount doesn't include, and for a credit note the invoice
/// that it is against, because an amount above zero needs a due date or terms (BR-CO-25).
fn write_payment_terms(source: &EinvoiceSource) -> String {
    let totals = &source.totals;
    let under_cis = totals.cis_deduction > Pence::ZERO;
    let rate = source.document.cis_rate.as_ref();
    let rate = rate.map(|rate| format_percent(rate.value())).unwrap_or_default();
    let (deduction, base) = (format_gbp(totals.cis_deduction), format_gbp(totals.cis_base));
    if source.kind == DocumentKind::CreditNote {
        let against = source.credited.as_ref();
        let number = against.map_or("", |it| it.number.trim());
        let mut terms = format!("Taken off invoice {number}.");
        if under_cis {
            terms += &format!(" The CIS deduction falls by {deduction}: {rate} of {base}.");
        }
        return terms;
    }
    if !under_cis {
        return String::new();
    }
    let left = totals.amount_payable - prepaid_amount(source);
    format!(
        "CIS: please deduct {deduction} ({rate} of {base}) and pay it to HMRC. {} is then left to pay to us.",
        format_gbp(left.max(Pence::ZERO))
    )
}

#[cfg(test)]
mod golden;

#[cfg(test)]
mod properties;
