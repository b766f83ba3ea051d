//! A document as text: everything that is displayed, calculated once for the public page, the editor's preview, the
//! email and the PDF, so that they agree (docs/product.md, sections 2 to 5). The code that renders it chooses only type
//! and colour.

use crate::document::parties::{BusinessProfile, Contact};
use crate::kind::RequestedPayment;
use crate::present::public::{DocumentKind, PublicDocument, PublicFields};
pub use crate::text::split_paragraphs;
use crate::time::Date;

pub mod authenticity;
pub mod compare;
pub mod payment_details;
pub mod public;

mod actions;
mod blocks;
mod cancellation;
mod choices;
mod colours;
pub mod lines;
mod model;
pub mod texts;
mod totals;
mod variation;

pub use cancellation::Cancellation;
pub use colours::TemplateColours;
pub use lines::DisplayedPhoto;
pub use model::{
    Actions, BlockLine, BlockPart, DetailRow, Details, DisplayedChoice, DisplayedVariation, Help,
    InstalmentRow, Instalments, LineRow, PartyBlock, PayAllAmount, PayOption, PaymentCard, PaymentRow,
    Presentation, SectionHead, Summary, TotalKind, TotalRow,
};
pub use texts::{LINKED_LAYOUT, PresentationTexts, SIDE_BY_SIDE_LAYOUT};

/// The sender and recipient of a printable document that isn't a quote or an invoice.
#[must_use]
pub fn build_party_blocks(from: &BusinessProfile, to: &Contact) -> (PartyBlock, PartyBlock) {
    (blocks::build_business_block(from), blocks::build_customer_block(to))
}

/// The business's own colours for a printable document that isn't a quote or an invoice; `None` if the business's
/// template doesn't use them.
#[must_use]
pub fn find_brand_colours(from: &BusinessProfile) -> Option<TemplateColours> {
    colours::find_template_colours(blocks::template_or_default(&from.template), from.brand_colour.as_deref())
}

/// The bank account and the payment reference with which a printable document that isn't a quote or an invoice is paid
/// by transfer; empty if the business doesn't accept transfers.
#[must_use]
pub fn build_transfer_details(business: &BusinessProfile, reference: &str) -> Vec<DetailRow> {
    if business.accepted_methods().bank_transfer {
        actions::build_transfer_details(business, reference)
    } else {
        Vec::new()
    }
}

/// The document as shown on the day `today`; `None` for a response without a document.
#[must_use]
pub fn present(document: &PublicDocument, today: Date) -> Option<Presentation> {
    let view = View::from_document(document)?;
    Some(present_with_texts(texts::for_view(&view), &view, today))
}

/// The texts of a document's presentation that depend neither on the day nor on its status or payments. They are stored
/// with an issued version. `None` as for [`present`].
#[must_use]
pub fn build_texts(document: &PublicDocument) -> Option<PresentationTexts> {
    View::from_document(document).map(|view| texts::for_view(&view))
}

/// The texts of a version that was issued before texts were stored, as they were shown then: invoices did not state the
/// total without VAT, and lines at the document's own VAT rate did not name the rate. `None` as for [`present`].
#[must_use]
pub fn build_legacy_texts(document: &PublicDocument) -> Option<PresentationTexts> {
    let view = View::from_document(document)?;
    Some(texts::for_view(&View { is_legacy: true, ..view }))
}

/// An issued document as shown on the day `today`, with the texts stored when it was issued: only the status, the
/// payments and the resulting actions are calculated now. `None` as for [`present`].
#[must_use]
pub fn present_issued(
    texts: PresentationTexts,
    document: &PublicDocument,
    today: Date,
) -> Option<Presentation> {
    View::from_document(document).map(|view| present_with_texts(texts, &view, today))
}

/// Converts a public page's presentation for the editor's preview, the app and the PDF. Its dates become day,
/// abbreviated month and year; public pages have dd/MM/yyyy (docs/product.md, section 9).
#[must_use]
pub fn format_for_renderer(mut presentation: Presentation, document: &PublicDocument) -> Presentation {
    if let Some(view) = View::from_document(document) {
        blocks::format_dates(&view, &mut presentation.details);
        if let Some(plan) = &mut presentation.instalments {
            payment_details::format_dates(&view, plan);
        }
    }
    presentation
}

fn present_with_texts(mut texts: PresentationTexts, view: &View, today: Date) -> Presentation {
    choices::fill_missing_texts(view, &mut texts);
    choices::settle_choices(view, &mut texts.choices, &mut texts.lines);
    let PresentationTexts { mut details, mut totals, .. } = texts;
    let plan = payment_details::find_schedule(view, today);
    if let Some(plan) = &plan {
        payment_details::replace_due_date(view, &mut details.rows, plan);
    }
    details.rows.extend(blocks::build_paid_details(view));
    totals.extend(totals::build_paid_rows(view));
    // VAT that the customer owes to HMRC is not part of the total, so its rows come last.
    let is_reverse_charge = |row: &TotalRow| row.kind == TotalKind::ReverseCharge;
    let (reverse_charge, mut totals): (Vec<_>, Vec<_>) = totals.into_iter().partition(is_reverse_charge);
    totals.extend(reverse_charge);
    let actions = actions::build_actions(view, plan.as_ref(), today);
    if actions.accept {
        texts::price_options(view, &mut texts.lines);
    }
    Presentation {
        kind: view.kind,
        layout: texts.layout,
        title: texts.title,
        heading: texts.heading,
        number: texts.number,
        template: texts.template,
        colours: texts.colours,
        logo_url: texts.logo_url,
        business_name: texts.business_name,
        badge: actions::build_badge(view, plan.as_ref(), today),
        banners: actions::build_banners(view, plan.as_ref(), today),
        summary: actions::build_summary(view, plan.as_ref(), today),
        cancellation: cancellation::build_cancellation(view, actions.accept, today),
        variation: variation::build_variation(view),
        actions,
        from: texts.from,
        to: texts.to,
        details,
        job_description: texts.job_description,
        columns: texts.columns,
        lines: texts.lines,
        choices: texts.choices,
        photos: texts.photos,
        totals,
        agreed_totals: texts.agreed_totals,
        instalments: plan.as_ref().map(payment_details::build_table),
        notes: texts.notes,
        terms: texts.terms,
        payments: payment_details::build_rows(view),
        footer: texts.footer,
        help: texts.help,
    }
}

/// The input of all parts of the presentation.
struct View<'a> {
    document: &'a PublicDocument,
    kind: DocumentKind,
    fields: &'a PublicFields,
    /// Whether it was issued before its texts were stored, and is shown with the texts of that time.
    is_legacy: bool,
}

impl<'a> View<'a> {
    fn from_document(document: &'a PublicDocument) -> Option<Self> {
        let (kind, fields) = document.fields()?;
        Some(View { document, kind, fields, is_legacy: false })
    }

    /// Whether the document asks for a balance, and therefore shows its payments with their dates.
    fn is_bill(&self) -> bool {
        self.kind.facts().asks == RequestedPayment::Balance
    }

    /// Whether the document belongs in the customer's account, as invoices and credit notes do. Its details then
    /// include the number and the total, and its payments the time of day.
    fn is_account_document(&self) -> bool {
        self.kind.facts().asks != RequestedPayment::Deposit
    }

    /// The expiry date of a quote, or the due date of an invoice.
    fn end_date(&self) -> Option<Date> {
        let (expiry, due) = (self.fields.expiry_date, self.fields.due_date);
        self.kind.pick_end_date(expiry, due)
    }

    fn number(&self) -> &'a str {
        let number = match self.kind {
            DocumentKind::Quote => &self.fields.quote_number,
            DocumentKind::Invoice => &self.fields.invoice_number,
            DocumentKind::CreditNote => &self.fields.credit_note_number,
        };
        number.as_deref().unwrap_or_default()
    }

    /// `Quote Q-0012`, `Invoice INV-0007`, `Quote` without a number.
    fn heading(&self) -> String {
        let title = match self.fields.variation {
            Some(_) => "Variation",
            None => self.kind.title(),
        };
        let mut heading = String::from(title);
        if !self.number().is_empty() {
            heading.push(' ');
            heading.push_str(self.number());
        }
        heading
    }
}

#[cfg(test)]
mod tests;
