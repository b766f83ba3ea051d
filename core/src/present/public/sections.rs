//! The sections of a public response, without the prices that are hidden from its customer.
//!
//! Hidden prices are removed here, where the response is put together, and the page, the PDF and the email are made
//! from that response alone. An optional line keeps its amount, because the customer must know what ticking it costs.
//! The total of another selection of options is calculated by the server, which has the prices.

use super::{DocumentKind, PublicDocument, PublicFields, PublicItem, PublicSection};
use crate::calculate::sections::{SectionSum, sum_sections_by_choice};
use crate::calculate::totals::Totals;
use crate::document::{Document, PriceDisplay, Section};
use crate::money::Pence;
use crate::money::number::Number;

/// The indexes of the lines in display order: first those without a section, then by section in the order of the
/// sections.
pub(super) fn order_lines(document: &Document) -> Vec<usize> {
    let lines = document.items.iter();
    let places: Vec<Option<usize>> = lines.map(|line| document.section_index(line)).collect();
    let mut order = Vec::with_capacity(places.len());
    let mut section = None;
    while order.len() < places.len() {
        for (at, place) in places.iter().enumerate() {
            if *place == section {
                order.push(at);
            }
        }
        section = Some(section.map_or(0, |at: usize| at + 1));
    }
    order
}

/// Sets the sections, and removes hidden prices, so that nobody can find them in the response.
pub(super) fn add_sections(
    answer: &mut PublicDocument,
    kind: DocumentKind,
    document: &Document,
    totals: &Totals,
) {
    let fields = match kind {
        DocumentKind::Quote => &mut answer.quote,
        DocumentKind::Invoice => &mut answer.invoice,
        DocumentKind::CreditNote => &mut answer.credit_note,
    };
    let Some(fields) = fields else { return };
    if !document.sections.is_empty() {
        let choices = fields.choice_totals.iter().map(|choice| choice.id.as_str());
        let choices: Vec<&str> = choices.collect();
        let sums = sum_sections_by_choice(document, &totals.items, &choices).into_iter();
        fields.section_sums = sums
            .filter_map(|(choice, sum)| build_section(choice, sum, price_display_for(kind, document)))
            .collect();
        let has_line = |section: &&Section| {
            let mut lines = document.items.iter();
            lines.any(|line| line.section.as_deref() == Some(&*section.id))
        };
        fields.sections = document.sections.iter().filter(has_line).cloned().collect();
    }
    hide_prices(fields, &mut answer.items, price_display_for(kind, document));
}

/// The price display. Only a quote can hide prices: an invoice shows the unit price of each line, as a full VAT invoice
/// must (VAT Regulations 1995, reg. 14), and so does a credit note.
fn price_display_for(kind: DocumentKind, document: &Document) -> PriceDisplay {
    match kind {
        DocumentKind::Quote => document.price_display,
        DocumentKind::Invoice | DocumentKind::CreditNote => PriceDisplay::Lines,
    }
}

/// A section that has lines, with its sum if that is shown and a line counts. The sum of the lines without a section is
/// shown only if their own prices are not.
fn build_section(choice: Option<&str>, sum: SectionSum<'_>, display: PriceDisplay) -> Option<PublicSection> {
    let is_told = sum.id.is_some() || display == PriceDisplay::Sections;
    let shows = display != PriceDisplay::One && sum.counted > 0;
    (sum.lines > 0 && is_told).then(|| PublicSection {
        id: sum.id.unwrap_or_default().into(),
        name: sum.name.into(),
        choice: choice.map(str::to_owned),
        subtotal: shows.then_some(sum.subtotal),
    })
}

fn hide_prices(fields: &mut PublicFields, items: &mut [PublicItem], display: PriceDisplay) {
    if display.is_lines() {
        return;
    }
    fields.price_display = display;
    let is_some = |amount: Option<Pence>| amount.is_some_and(|amount| amount > Pence::ZERO);
    for item in items {
        item.include_labour = item.include_labour && is_some(item.labour_total);
        item.price = Number::Empty;
        item.labour_hours = Number::Empty;
        item.labour_rate = Number::Empty;
        item.labour_total = None;
        // A customer must know what ticking a line costs.
        item.total = item.total.filter(|_| item.optional);
        item.adds = item.adds.filter(|_| item.total.is_some());
    }
    // The document's own labour is shown like a section: its total, without hours and rate.
    fields.include_labour = fields.include_labour && is_some(fields.labour_total);
    fields.labour_hours = Number::Empty;
    fields.labour_rate = Number::Empty;
    fields.labour_total = fields.labour_total.filter(|_| display == PriceDisplay::Sections);
}

#[cfg(test)]
mod tests;
