//! The blocks of a document: from, to, details, footer, help (docs/product.md, section 2,
//! Document body).

use super::{BlockLine, BlockPart, DetailRow, Details, Help, PartyBlock, View};
use crate::document::parties::{BusinessProfile, Contact};
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::text::{split_paragraphs, trim_non_empty};
use crate::time::Date;
use crate::time::text::{format_long_date, format_short_date};

/// The names of all templates, for the printable document and the customer's page.
const TEMPLATES: [&str; 5] = ["classic", "modern", "colored", "bold", "minimal"];

/// The template with this name; an unknown one falls back to classic (docs/product.md, section 3).
pub(super) fn template_or_default(name: &str) -> &'static str {
    let known = TEMPLATES.iter().find(|known| **known == name);
    known.unwrap_or(&"classic")
}

/// A block of the lines that are not empty, with the address after the `first` lines.
fn build_block<const N: usize, const M: usize>(
    label: &str,
    first: [(BlockPart, &str); N],
    address: &[String],
    rest: [(BlockPart, &str); M],
) -> PartyBlock {
    let address = address.iter().map(|line| (BlockPart::Address, line.as_str()));
    let line = |(part, text)| {
        let label = match part {
            BlockPart::VatNumber => "VAT Number: ",
            BlockPart::Registration => "Company Reg: ",
            _ => "",
        };
        let text = format!("{label}{}", trim_non_empty(text)?);
        Some(BlockLine { part, text })
    };
    let lines = first.into_iter().chain(address).chain(rest);
    PartyBlock { label: label.into(), lines: lines.filter_map(line).collect() }
}

/// The business: name, owner, address, address for service, phone, email, VAT Number, Company Reg.
pub(super) fn build_business_block(profile: &BusinessProfile) -> PartyBlock {
    let owner = profile.owner_line().unwrap_or_default();
    let service = profile.service_line().unwrap_or_default();
    let rest = [
        (BlockPart::ServiceAddress, service.as_str()),
        (BlockPart::Phone, &profile.phone),
        (BlockPart::Email, &profile.email),
        (BlockPart::VatNumber, &profile.tax_number),
        (BlockPart::Registration, &profile.registration_number),
    ];
    let first = [(BlockPart::Name, profile.name.as_str()), (BlockPart::Owner, &owner)];
    build_block("From", first, &profile.address_lines(), rest)
}

/// The customer: name, company, address, phone, email.
pub(super) fn build_customer_block(contact: &Contact) -> PartyBlock {
    let first = [(BlockPart::Name, contact.name.as_str()), (BlockPart::Company, &contact.company)];
    let rest = [(BlockPart::Phone, contact.phone.as_str()), (BlockPart::Email, &contact.email)];
    build_block("To", first, &contact.address_lines(), rest)
}

/// The details. Quote: issue date and expiry date. Invoice: number, issue date, due date and total. Credit note: its
/// number and date, those of its invoice, the reason, and its total. All of them include the address of the job if it
/// isn't the customer's own.
pub(super) fn build_details(view: &View) -> Details {
    let fields = view.fields;
    let dated = |label: &str, date: Option<Date>| date.map(|d| DetailRow::new(label, format_short_date(d)));
    let facts = view.kind.facts();
    let is_credit = view.kind == DocumentKind::CreditNote;
    let label = if is_credit { "Credit Note Number".to_owned() } else { format!("{} Number", facts.title) };
    let number = trim_non_empty(view.number()).map(|number| DetailRow::new(&label, number));
    // There never is a variation in the browser.
    let varied = fields.variation.as_ref();
    let varied = varied.filter(|_| !cfg!(target_arch = "wasm32"));
    let job_address = split_paragraphs(&fields.job_address).join(", ");
    let against = trim_non_empty(&fields.credited_invoice_number);
    let reason = is_credit.then(|| split_paragraphs(&fields.job_description).join(" "));
    let rows = [
        number.filter(|_| view.is_account_document()),
        varied.map(|it| DetailRow::new("Variation To", format!("Quote {}", it.quote_number))),
        dated("Issue Date", fields.issue_date),
        dated("Date of Supply", fields.supply_date),
        dated(facts.end_title, view.end_date()),
        against.map(|number| DetailRow::new("For Invoice", number)),
        dated("Invoice Date", fields.credited_invoice_date),
        reason.as_deref().and_then(trim_non_empty).map(|why| DetailRow::new("Reason", why)),
        trim_non_empty(&job_address).map(|place| DetailRow::new("Job Address", place)),
        trim_non_empty(&fields.order_number).map(|number| DetailRow::new("Order Number", number)),
        view.is_account_document().then(|| DetailRow::new("Total", format_gbp(fields.total_amount))),
    ];
    Details { title: facts.details_title.into(), rows: rows.into_iter().flatten().collect() }
}

/// Writes the dates with the month as text, as on documents (docs/product.md, section 9); texts that were stored with
/// another format are unchanged.
pub(super) fn format_dates(view: &View, details: &mut Details) {
    let dates =
        [view.fields.issue_date, view.fields.supply_date, view.end_date(), view.fields.credited_invoice_date];
    for date in dates.into_iter().flatten() {
        let short = format_short_date(date);
        let dated = details.rows.iter_mut().filter(|row| row.value == short);
        dated.for_each(|row| row.value = format_long_date(date));
    }
}

/// The rows that credit notes and payments add to an invoice's details: Credited, Paid and Balance Due.
pub(super) fn build_paid_details(view: &View) -> Vec<DetailRow> {
    let fields = view.fields;
    let is_paid = !view.document.payments.is_empty();
    let is_credited = fields.credited_amount > Pence::ZERO;
    if !view.is_bill() || !is_paid && !is_credited {
        return Vec::new();
    }
    let row = |label: &str, amount| DetailRow::new(label, format_gbp(amount));
    let rows = [
        is_credited.then(|| row("Credited", fields.credited_amount)),
        is_paid.then(|| row("Paid", fields.paid_amount)),
        Some(row("Balance Due", fields.balance_due)),
    ];
    rows.into_iter().flatten().collect()
}

/// Website, email and phone, if the business has them.
pub(super) fn build_footer(profile: &BusinessProfile) -> Vec<String> {
    let methods = [&profile.website, &profile.email, &profile.phone];
    methods.into_iter().filter_map(|method| trim_non_empty(method)).collect()
}

/// The help card, if the business has a phone number or an email address.
pub(super) fn build_help(view: &View) -> Option<Help> {
    let profile = &view.document.business_profile;
    let (phone, email) = (trim_non_empty(&profile.phone), trim_non_empty(&profile.email));
    phone.as_ref().or(email.as_ref())?;
    Some(Help { phone, email, subject: format!("Re: {}", view.heading()) })
}
