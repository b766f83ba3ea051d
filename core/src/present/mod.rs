//! A document as text: everything that a rendering needs, worked out once for the
//! public page, the editor's preview, the e-mail and the PDF, so that they agree
//! (spec.md, sections 2 to 5). A rendering sets type and colour and decides nothing.

use crate::present::public::{Kind, PublicDocument, PublicFields};
use crate::time::Date;

pub mod labour_text;
pub mod public;

mod actions;
mod blocks;
mod lines;
mod model;
mod payments;
mod totals;

pub use model::{
    Actions, Block, BlockLine, BlockPart, DetailRow, Details, Help, LineRow, Pay, PayOption,
    PaymentRow, Presentation, Summary, TotalKind, TotalRow,
};

/// The document as it is shown on the day `today`; `None` for an answer that holds
/// neither a quote nor an invoice.
#[must_use]
pub fn present(document: &PublicDocument, today: Date) -> Option<Presentation> {
    let view = View::of(document, today)?;
    let PublicFields {
        job_description,
        notes,
        ..
    } = view.fields;
    let profile = &document.business_profile;
    let terms = view.pick(&profile.quote_terms, &profile.invoice_terms);
    Some(Presentation {
        kind: view.kind,
        title: view.pick("QUOTE", "INVOICE").into(),
        heading: view.heading(),
        number: view.number().into(),
        template: blocks::template(&profile.template).into(),
        logo_url: profile.logo_url.clone().filter(|url| !url.is_empty()),
        business_name: profile.name.clone(),
        badge: actions::badge(&view),
        banners: actions::banners(&view),
        summary: actions::summary(&view),
        actions: actions::actions(&view),
        from: blocks::from(profile),
        to: blocks::to(document.contact.as_ref()),
        details: blocks::details(&view),
        job_description: paragraphs(job_description),
        columns: ["Description", "Qty", "Rate", "Amount"].map(String::from),
        lines: lines::rows(&view),
        totals: totals::rows(&view),
        notes: paragraphs(notes),
        terms: paragraphs(terms),
        payments: payments::rows(&view),
        footer: blocks::footer(profile),
        help: blocks::help(&view),
    })
}

/// What the parts of the presentation look at.
struct View<'a> {
    document: &'a PublicDocument,
    kind: Kind,
    fields: &'a PublicFields,
    today: Date,
}

impl<'a> View<'a> {
    fn of(document: &'a PublicDocument, today: Date) -> Option<Self> {
        let (kind, fields) = match (&document.quote, &document.invoice) {
            (Some(fields), _) => (Kind::Quote, fields),
            (None, Some(fields)) => (Kind::Invoice, fields),
            (None, None) => return None,
        };
        Some(View {
            document,
            kind,
            fields,
            today,
        })
    }

    fn pick<T>(&self, quote: T, invoice: T) -> T {
        match self.kind {
            Kind::Quote => quote,
            Kind::Invoice => invoice,
        }
    }

    fn number(&self) -> &'a str {
        let number = self.pick(&self.fields.quote_number, &self.fields.invoice_number);
        number.as_deref().unwrap_or_default()
    }

    /// `Quote Q-0012`, `Invoice INV-0007`, `Quote` without a number.
    fn heading(&self) -> String {
        let mut heading = String::from(self.pick("Quote", "Invoice"));
        if !self.number().is_empty() {
            heading.push(' ');
            heading.push_str(self.number());
        }
        heading
    }
}

/// One line of text a paragraph, without empty ones (spec.md, section 2: 'one line per
/// paragraph').
#[must_use]
pub fn paragraphs(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty())
        .map(String::from)
        .collect()
}

#[cfg(test)]
mod tests;
