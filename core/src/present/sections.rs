//! The headings of sections among the lines, and the sentence about hidden prices.

use super::{LineRow, SectionHead, View};
use crate::document::PriceDisplay;
use crate::money::text::format_gbp;
use crate::present::public::PublicSection;
use crate::text::trim_non_empty;

/// The heading above lines without a section, if their sum is shown instead of their prices, and above those of a
/// section without a name.
const UNNAMED_SECTION: &str = "General";
/// The text for a line's labour if its rate is hidden.
pub(super) const LABOUR_INCLUDED: &str = "Labour included";

impl View<'_> {
    /// Whether the prices of lines are hidden.
    pub(super) fn hides_prices(&self) -> bool {
        !self.fields.price_display.is_lines()
    }
}

/// Puts the heading of each section above its first line: once for the lines that are in every choice, and once for
/// those of each choice. The rows must be those of the items, in order.
pub(super) fn add_headings(view: &View, rows: &mut [LineRow]) {
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
            row.section = section.map(build_heading);
            seen.push(place);
        }
    }
}

fn build_heading(section: &PublicSection) -> SectionHead {
    SectionHead {
        name: trim_non_empty(&section.name).unwrap_or_else(|| UNNAMED_SECTION.into()),
        amount: section.subtotal.map(format_gbp),
    }
}

/// Whether the column headings say that amounts include VAT: if prices include some, or the business could charge it.
fn has_vat_in_headings(view: &View) -> bool {
    let is_registered = trim_non_empty(&view.document.business_profile.tax_number).is_some();
    let fields = view.fields;
    fields.prices_include_vat && (is_registered || !fields.vat_amount.is_zero())
}

/// The column headings; empty for an empty column.
pub(super) fn column_headings(view: &View) -> [String; 4] {
    let has_amounts = match view.fields.price_display {
        PriceDisplay::Lines | PriceDisplay::Sections => true,
        PriceDisplay::One => view.document.items.iter().any(|item| item.optional),
    };
    let displayed = [true, true, !view.hides_prices(), has_amounts];
    let mut columns = ["Description", "Qty", "Rate", "Amount"].map(String::from);
    if has_vat_in_headings(view) {
        columns[2].push_str(" inc. VAT");
        columns[3].push_str(" inc. VAT");
    }
    for (column, is_shown) in columns.iter_mut().zip(displayed) {
        if !is_shown {
            column.clear();
        }
    }
    columns
}
