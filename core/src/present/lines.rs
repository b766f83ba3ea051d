//! The rows of the 'Items & Services' table (docs/product.md, section 3, Item and Synthetic
//! Labour line).

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{LineRow, SectionHead, View, choices, split_paragraphs};
use crate::document::{LabourUnit, Photo, PriceDisplay, Treatment, Vat};
use crate::money::Pence;
use crate::money::text::{format_gbp, format_percent, format_price, format_quantity};
use crate::present::public::{PublicItem, PublicSection};
use crate::text::trim_non_empty;

/// The lines in order, with section headings; the synthetic Labour line comes last.
pub(super) fn build_rows(view: &View) -> Vec<LineRow> {
    let items = &view.document.items;
    let mut rows: Vec<LineRow> = items.iter().map(|item| build_row(view, item)).collect();
    add_headings(view, &mut rows);
    rows.extend(build_labour_row(view));
    label_vat(view, &mut rows);
    rows
}

/// Shows the VAT of each line if the counted lines differ in it (VAT Regulations 1995, reg. 14(1)(g): the rate must be
/// shown for each description). If only other lines differ, such as options that were not taken, it is shown on the
/// lines whose VAT differs from the document's, as it used to be in all cases.
fn label_vat(view: &View, rows: &mut [LineRow]) {
    if is_mixed(view) && !view.is_legacy {
        return;
    }
    let of_document = Some(vat_label(&document_vat(view)));
    let is_one = rows.windows(2).all(|pair| pair[0].vat == pair[1].vat);
    for row in rows {
        if is_one || row.vat == of_document {
            row.vat = None;
        }
    }
}

/// The document's own VAT, which also applies to its labour.
fn document_vat(view: &View) -> Vat {
    Vat { treatment: view.fields.vat_treatment, rate: view.fields.tax.clone() }
}

/// Whether the counted lines differ in their VAT, so that the totals list each separately.
pub(super) fn is_mixed(view: &View) -> bool {
    view.fields.vat_groups.len() > 1
}

fn build_row(view: &View, item: &PublicItem) -> LineRow {
    // Shown only if labour is included and its total is above 0; the unit defaults to hours.
    let hides = view.hides_prices();
    let has_labour = item.include_labour && (hides || is_positive(item.labour_total));
    let labour = || {
        if hides {
            return LABOUR_INCLUDED.into();
        }
        format_line(item.labour_hours.value(), item.labour_rate.value(), item.labour_unit_type)
    };
    // A line with only labour has a quantity of 1 at its total, like the document's own labour.
    let (mut number, mut rate) = (item.quantity.value(), item.price.value());
    if has_labour && number.is_zero() {
        number = Decimal::ONE;
        rate = item.total.unwrap_or_default().to_decimal();
    }
    LineRow {
        id: item.id.clone(),
        name: item.name.clone(),
        description: split_paragraphs(&item.description),
        labour: has_labour.then(labour),
        labour_amount: item.labour_total.filter(|_| has_labour && !hides).map(format_gbp),
        vat: Some(vat_label(&item.vat)),
        choice: choice_label(view, item),
        choice_id: choices::choice_id(view, item),
        photos: Vec::new(),
        section: None,
        quantity: format_quantity(number),
        rate: if hides { String::new() } else { format_price(rate) },
        amount: if hides && item.total.is_none() {
            String::new()
        } else {
            format_gbp(item.total.unwrap_or_default())
        },
        adds: None,
        optional: item.optional,
        selected: item.selected,
        counted: item.counted,
    }
}

/// Whether the document has its own labour to show.
pub(super) fn has_labour(view: &View) -> bool {
    let fields = view.fields;
    fields.include_labour && (view.hides_prices() || is_positive(fields.labour_total))
}

/// Whether an amount is present and above 0.
fn is_positive(amount: Option<Pence>) -> bool {
    amount.is_some_and(|amount| amount > Pence::ZERO)
}

/// Whether the synthetic line is left out: on an invoice or credit note with a line that represents the labour already.
pub(super) fn has_labour_line(view: &View) -> bool {
    let result = |item: &PublicItem| is_labour_name(&item.name);
    view.is_account_document() && view.document.items.iter().any(result)
}

/// The synthetic line for the document's own labour: quantity 1, with the labour total as price and amount. The price
/// is hidden if the lines' prices are.
fn build_labour_row(view: &View) -> Option<LineRow> {
    if !has_labour(view) || has_labour_line(view) {
        return None;
    }
    let hides = view.hides_prices();
    let amount = view.fields.labour_total.map(format_gbp).unwrap_or_default();
    Some(LineRow {
        name: LABOUR_NAME.into(),
        description: if hides { Vec::new() } else { vec![labour_label(view)] },
        vat: Some(vat_label(&document_vat(view))),
        quantity: "1".into(),
        rate: if hides { String::new() } else { amount.clone() },
        amount,
        selected: true,
        counted: true,
        ..LineRow::default()
    })
}

/// `8 hours at £45.00/hour`, for the document's own labour.
pub(super) fn labour_label(view: &View) -> String {
    let fields = view.fields;
    format_description(fields.labour_hours.value(), fields.labour_rate.value(), fields.labour_unit_type)
}

/// The choice that the line belongs to, and whether it is in the total.
fn choice_label(view: &View, item: &PublicItem) -> Option<String> {
    let id = item.choice.as_ref()?;
    let fields = view.fields;
    let choice = fields.choices.iter().find(|choice| choice.id == *id)?;
    let is_chosen = fields.chosen_choice.as_ref() == Some(id);
    Some(match (is_chosen, item.counted) {
        (true, true) => format!("{}, in the total", choice.name),
        // An optional line that was not taken is marked as such anyway.
        (true, false) => choice.name.clone(),
        (false, _) => format!("{}, not in the total", choice.name),
    })
}

pub(super) fn vat_label(vat: &Vat) -> String {
    match vat.treatment {
        Treatment::Taxable => format!("VAT @ {}", format_percent(vat.rate.value())),
        Treatment::ReverseCharge => {
            format!("Reverse charge @ {}", format_percent(vat.rate.value()))
        }
        Treatment::Exempt => "VAT exempt".into(),
        Treatment::OutsideScope => "Outside the scope of VAT".into(),
    }
}

// The photos among the lines and below them.

/// A photo as it is displayed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DisplayedPhoto {
    /// The picture's id.
    pub id: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The caption; empty for no caption.
    pub caption: String,
    /// The text alternative for people who can't see the photo.
    pub alt: String,
}

/// Adds the photos of each line to its row, and returns those of the job: photos without a line, and those whose line
/// was deleted.
pub(super) fn place_photos(view: &View, rows: &mut [LineRow]) -> Vec<DisplayedPhoto> {
    let mut own = Vec::new();
    for photo in &view.fields.photos {
        let line = photo.line.as_deref();
        match rows.iter_mut().find(|row| line == Some(&*row.id)) {
            Some(row) => {
                let displayed_photo = display_photo(photo, trim_non_empty(&row.name));
                row.photos.push(displayed_photo);
            }
            None => own.push(display_photo(photo, None)),
        }
    }
    own
}

fn display_photo(photo: &Photo, line: Option<String>) -> DisplayedPhoto {
    let caption = trim_non_empty(&photo.caption).unwrap_or_default();
    let alt = match (&*caption, line) {
        ("", Some(line)) => format!("Photo of {line}"),
        ("", None) => "Photo of the job".to_owned(),
        (caption, _) => caption.to_owned(),
    };
    DisplayedPhoto { id: photo.id.clone(), width: photo.width, height: photo.height, caption, alt }
}

// The headings of sections among the lines, and the sentence about hidden prices.

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

// Labour as text (docs/product.md, section 3, Synthetic Labour line).
//
// The specification writes 'hour(s)' and 'day(s)': one is 'hour' or 'day', every
// other number (0.5, 1.5, 2) 'hours' or 'days'.

/// The name of the line for the document's own labour.
pub const LABOUR_NAME: &str = "Labour";

/// Occurs in the name of a line that stands for the labour of the whole job.
const OVERALL_LABOUR: &str = "Overall Job Labour";

/// The description of that synthetic line: `8 hours at £45.00/hour`.
#[must_use]
pub fn format_description(number: Decimal, rate: Decimal, unit: LabourUnit) -> String {
    format_labour(number, rate, unit, "/")
}

/// The labour of a line: `Labour: 1.5 days at £200.00 per day`.
#[must_use]
pub fn format_line(number: Decimal, rate: Decimal, unit: LabourUnit) -> String {
    String::from("Labour: ") + &format_labour(number, rate, unit, " per ")
}

/// Whether a line with this name already represents an invoice's labour, so that the synthetic line is left out.
#[must_use]
pub fn is_labour_name(name: &str) -> bool {
    // Compares windows of bytes, because the standard search would add several kB to the browser's download.
    let mut windows = name.as_bytes().windows(OVERALL_LABOUR.len());
    name == LABOUR_NAME || windows.any(|window| window == OVERALL_LABOUR.as_bytes())
}

fn format_labour(number: Decimal, rate: Decimal, unit: LabourUnit, per: &str) -> String {
    let word = match unit {
        LabourUnit::Hours => "hour",
        LabourUnit::Days => "day",
    };
    let plural = if number == Decimal::ONE { "" } else { "s" };
    let (number, rate) = (format_quantity(number), format_price(rate));
    format!("{number} {word}{plural} at {rate}{per}{word}")
}

#[cfg(test)]
mod tests;
