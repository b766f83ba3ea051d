//! A document as text: everything that is displayed, calculated once for the public page, the editor's preview, the
//! email and the PDF, so that they agree (docs/product.md, sections 2 to 5). A rendering sets type and colour and
//! decides nothing.

use crate::document::parties::{BusinessProfile, Contact};
use crate::kind::Asks;
use crate::present::public::{Kind, PublicDocument, PublicFields};
pub use crate::text::paragraphs;
use crate::time::Date;

pub mod about;
pub mod compare;
pub mod genuine;
pub mod labour_text;
pub mod on_file;
pub mod public;

mod actions;
mod blocks;
mod cancellation;
mod choices;
mod colours;
mod instalments;
mod lines;
mod model;
mod payments;
mod photos;
mod sections;
mod texts;
mod totals;
mod variation;

pub use cancellation::Cancellation;
pub use colours::Colours;
pub use model::{
    Actions, Block, BlockLine, BlockPart, ChoiceShown, DetailRow, Details, Help, InstalmentRow,
    Instalments, LineRow, Pay, PayAll, PayOption, PaymentRow, Presentation, SectionHead, Summary,
    TotalKind, TotalRow, VariationShown,
};
pub use photos::PhotoShown;
pub use texts::{LINKED, SIDE_BY_SIDE, Texts};

/// The sender and recipient of a printable document that isn't a quote or an invoice.
#[must_use]
pub fn sides(from: &BusinessProfile, to: &Contact) -> (Block, Block) {
    (blocks::from(from), blocks::to(to))
}

/// The business's own colours for such a document; `None` if its template doesn't use them.
#[must_use]
pub fn colours_of(from: &BusinessProfile) -> Option<Colours> {
    colours::of(
        blocks::template(&from.template),
        from.brand_colour.as_deref(),
    )
}

/// The account for a transfer for such a document, with the reference to write on it; empty if the business doesn't
/// accept transfers.
#[must_use]
pub fn transfer_to(business: &BusinessProfile, reference: &str) -> Vec<DetailRow> {
    if business.accepts().bank_transfer {
        actions::transfer(business, reference)
    } else {
        Vec::new()
    }
}

/// The document as shown on the day `today`; `None` for a response without a document.
#[must_use]
pub fn present(document: &PublicDocument, today: Date) -> Option<Presentation> {
    let view = View::of(document)?;
    Some(with_texts(texts::of(&view), &view, today))
}

/// The texts of a document's presentation that depend neither on the day nor on its status or payments. They are stored
/// with an issued version. `None` as for [`present`].
#[must_use]
pub fn texts(document: &PublicDocument) -> Option<Texts> {
    View::of(document).map(|view| texts::of(&view))
}

/// The same for a version that was issued before its texts were stored, as it was shown then: invoices did not state
/// the total without VAT, and lines at the document's own rate did not name it. `None` as for [`present`].
#[must_use]
pub fn texts_from_before(document: &PublicDocument) -> Option<Texts> {
    let view = View::of(document)?;
    Some(texts::of(&View {
        is_from_before: true,
        ..view
    }))
}

/// An issued document as shown on the day `today`, with the texts stored when it was issued: only the status, the
/// payments and the resulting actions are calculated now. `None` as for [`present`].
#[must_use]
pub fn present_issued(
    texts: Texts,
    document: &PublicDocument,
    today: Date,
) -> Option<Presentation> {
    View::of(document).map(|view| with_texts(texts, &view, today))
}

/// The same in the format of printable documents: in the editor's preview, the app and the PDF, dates are written as
/// day, abbreviated month and year; on public pages dd/MM/yyyy (docs/product.md, section 9).
#[must_use]
pub fn in_renderer(mut shown: Presentation, document: &PublicDocument) -> Presentation {
    if let Some(view) = View::of(document) {
        blocks::write_dates_out(&view, &mut shown.details);
        if let Some(plan) = &mut shown.instalments {
            instalments::write_dates_out(&view, plan);
        }
    }
    shown
}

fn with_texts(mut texts: Texts, view: &View, today: Date) -> Presentation {
    choices::fill(view, &mut texts);
    choices::settle(view, &mut texts.choices, &mut texts.lines);
    let Texts {
        mut details,
        mut totals,
        ..
    } = texts;
    let plan = instalments::of(view, today);
    if let Some(plan) = &plan {
        instalments::in_details(view, &mut details.rows, plan);
    }
    details.rows.extend(blocks::paid_details(view));
    totals.extend(totals::paid_rows(view));
    // VAT that the customer owes to HMRC is not part of the total, so its rows come last.
    let is_apart = |row: &TotalRow| row.kind == TotalKind::ReverseCharge;
    let (apart, mut totals): (Vec<_>, Vec<_>) = totals.into_iter().partition(is_apart);
    totals.extend(apart);
    let actions = actions::actions(view, plan.as_ref(), today);
    if actions.accept {
        about::price_options(view, &mut texts.lines);
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
        badge: actions::badge(view, plan.as_ref(), today),
        banners: actions::banners(view, plan.as_ref(), today),
        summary: actions::summary(view, plan.as_ref(), today),
        cancellation: cancellation::of(view, actions.accept, today),
        variation: variation::of(view),
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
        instalments: plan.as_ref().map(instalments::shown),
        notes: texts.notes,
        terms: texts.terms,
        payments: payments::rows(view),
        footer: texts.footer,
        help: texts.help,
    }
}

/// The input of all parts of the presentation.
struct View<'a> {
    document: &'a PublicDocument,
    kind: Kind,
    fields: &'a PublicFields,
    /// Whether it was issued before its texts were stored, and is shown with the texts of that time.
    is_from_before: bool,
}

impl<'a> View<'a> {
    fn of(document: &'a PublicDocument) -> Option<Self> {
        let (kind, fields) = document.fields()?;
        Some(View {
            document,
            kind,
            fields,
            is_from_before: false,
        })
    }

    /// Whether the document asks for a balance, and therefore shows its payments with their dates.
    fn is_bill(&self) -> bool {
        self.kind.facts().asks == Asks::Balance
    }

    /// Whether the document is part of an account with other documents: its details include the number and the total,
    /// and its payments the time of day.
    fn is_of_account(&self) -> bool {
        self.kind.facts().asks != Asks::Deposit
    }

    /// The second date.
    fn end(&self) -> Option<Date> {
        let (expiry, due) = (self.fields.expiry_date, self.fields.due_date);
        self.kind.end_among(expiry, due)
    }

    fn number(&self) -> &'a str {
        let number = match self.kind {
            Kind::Quote => &self.fields.quote_number,
            Kind::Invoice => &self.fields.invoice_number,
            Kind::CreditNote => &self.fields.credit_note_number,
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
