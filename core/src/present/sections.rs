//! The headings of sections among the lines, and the sentence about hidden prices.

use super::{LineRow, SectionHead, View};
use crate::document::PriceDisplay;
use crate::money::text::gbp;
use crate::present::public::PublicSection;
use crate::text::filled;

/// What stands above lines that are in no section, where what they come to is told in their prices' place,
/// and above those of one that has no name yet.
const UNNAMED: &str = "General";
/// What stands in the place of a line's labour whose rate is hidden.
pub(super) const LABOUR_INCLUDED: &str = "Labour included";

impl View<'_> {
    /// Whether the lines' own prices are hidden.
    pub(super) fn hides_prices(&self) -> bool {
        !self.fields.price_display.is_lines()
    }
}

/// Puts each section's heading above its first line: once above those that are in every choice, and once
/// above those of each choice. The rows are those of the items, in their order.
pub(super) fn put_heads(view: &View, rows: &mut [LineRow]) {
    let sections = &view.fields.section_sums;
    if sections.is_empty() {
        return;
    }
    let mut seen = Vec::new();
    for (item, row) in view.document.items.iter().zip(rows) {
        let id = item.section.as_deref().unwrap_or_default();
        let place = (id, row.choice_id.clone());
        if !seen.contains(&place) {
            let mut sections = sections.iter();
            let section = sections.find(|it| it.id == id && it.choice == place.1);
            row.section = section.map(head);
            seen.push(place);
        }
    }
}

fn head(section: &PublicSection) -> SectionHead {
    SectionHead {
        name: filled(&section.name).unwrap_or_else(|| UNNAMED.into()),
        amount: section.subtotal.map(gbp),
    }
}

/// Whether the heads of the amounts say that VAT is in them: where prices include some, or the business could charge
/// it.
fn says_vat_in_prices(view: &View) -> bool {
    let is_registered = filled(&view.document.business_profile.tax_number).is_some();
    let fields = view.fields;
    fields.prices_include_vat && (is_registered || !fields.vat_amount.is_zero())
}

/// The headings of the table; empty over a column in which nothing stands.
pub(super) fn columns(view: &View) -> [String; 4] {
    let has_amounts = match view.fields.price_display {
        PriceDisplay::Lines | PriceDisplay::Sections => true,
        PriceDisplay::One => view.document.items.iter().any(|item| item.optional),
    };
    let shown = [true, true, !view.hides_prices(), has_amounts];
    let mut columns = ["Description", "Qty", "Rate", "Amount"].map(String::from);
    if says_vat_in_prices(view) {
        columns[2].push_str(" inc. VAT");
        columns[3].push_str(" inc. VAT");
    }
    for (column, is_shown) in columns.iter_mut().zip(shown) {
        if !is_shown {
            column.clear();
        }
    }
    columns
}
