//! The blocks of a document: from, to, details, footer, help (spec.md, section 2,
//! Document body).

use super::{Block, BlockLine, BlockPart, DetailRow, Details, Help, View};
use crate::document::parties::{BusinessProfile, Contact};
use crate::money::text::gbp;
use crate::time::Date;
use crate::time::text::date_short;

/// The templates that there are; the renderer's and the public page's names both.
const TEMPLATES: [&str; 5] = ["classic", "modern", "colored", "bold", "minimal"];

/// An unknown type falls back to classic (spec.md, section 3).
pub(super) fn template(name: &str) -> &'static str {
    let known = TEMPLATES.iter().find(|known| **known == name);
    known.unwrap_or(&"classic")
}

/// Lines of a block, empty ones left out.
struct Lines(Vec<BlockLine>);

impl Lines {
    fn add(&mut self, part: BlockPart, text: &str) {
        self.add_labelled(part, "", text);
    }

    fn add_labelled(&mut self, part: BlockPart, label: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            let text = format!("{label}{text}");
            self.0.push(BlockLine { part, text });
        }
    }
}

/// Business name, address, phone, e-mail, VAT Number, Company Reg.
pub(super) fn from(profile: &BusinessProfile) -> Block {
    let mut lines = Lines(Vec::new());
    lines.add(BlockPart::Name, &profile.name);
    for line in profile.address_lines() {
        lines.add(BlockPart::Address, &line);
    }
    lines.add(BlockPart::Phone, &profile.phone);
    lines.add(BlockPart::Email, &profile.email);
    lines.add_labelled(BlockPart::VatNumber, "VAT Number: ", &profile.tax_number);
    lines.add_labelled(
        BlockPart::Registration,
        "Company Reg: ",
        &profile.registration_number,
    );
    Block {
        label: "From".into(),
        lines: lines.0,
    }
}

/// Customer name, company, address, phone, e-mail.
pub(super) fn to(contact: Option<&Contact>) -> Block {
    let mut lines = Lines(Vec::new());
    if let Some(contact) = contact {
        lines.add(BlockPart::Name, &contact.name);
        lines.add(BlockPart::Company, &contact.company);
        for line in contact.address_lines() {
            lines.add(BlockPart::Address, &line);
        }
        lines.add(BlockPart::Phone, &contact.phone);
        lines.add(BlockPart::Email, &contact.email);
    }
    Block {
        label: "To".into(),
        lines: lines.0,
    }
}

/// A quote's: issue date and expiry date. An invoice's: number, issue date, due date and total.
pub(super) fn details(view: &View) -> Details {
    let fields = view.fields;
    let dated =
        |label: &str, date: Option<Date>| date.map(|d| DetailRow::new(label, date_short(d)));
    let facts = view.kind.facts();
    let number = filled(view.number())
        .map(|number| DetailRow::new(&format!("{} Number", facts.title), number));
    let rows = [
        number.filter(|_| view.is_bill()),
        dated("Issue Date", fields.issue_date),
        dated(facts.end_title, view.end()),
        view.is_bill()
            .then(|| DetailRow::new("Total", gbp(fields.total_amount))),
    ];
    Details {
        title: facts.details_title.into(),
        rows: rows.into_iter().flatten().collect(),
    }
}

/// What payments add to an invoice's details: Paid and Balance Due.
pub(super) fn paid_details(view: &View) -> Vec<DetailRow> {
    if !view.is_bill() || view.document.payments.is_empty() {
        return Vec::new();
    }
    let row = |label: &str, amount| DetailRow::new(label, gbp(amount));
    vec![
        row("Paid", view.fields.paid_amount),
        row("Balance Due", view.fields.balance_due),
    ]
}

/// Website, e-mail and phone, as far as the business has them.
pub(super) fn footer(profile: &BusinessProfile) -> Vec<String> {
    let ways = [&profile.website, &profile.email, &profile.phone];
    ways.into_iter().filter_map(|way| filled(way)).collect()
}

/// Only if the business has a phone or an e-mail.
pub(super) fn help(view: &View) -> Option<Help> {
    let profile = &view.document.business_profile;
    let (phone, email) = (filled(&profile.phone), filled(&profile.email));
    if phone.is_none() && email.is_none() {
        return None;
    }
    let subject = format!("Re: {}", view.heading());
    Some(Help {
        phone,
        email,
        subject,
    })
}

fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
