//! The rows of the 'Items & Services' table (docs/product.md, section 3, Item and Synthetic
//! Labour line).

use rust_decimal::Decimal;

use super::{LineRow, View, choices, sections, split_paragraphs};
use crate::document::{Treatment, Vat};
use crate::money::Pence;
use crate::money::text::{format_gbp, format_percent, format_price, format_quantity};
use crate::present::labour_text;
use crate::present::public::PublicItem;

/// The lines in order, with section headings; the synthetic Labour line comes last.
pub(super) fn build_rows(view: &View) -> Vec<LineRow> {
    let items = &view.document.items;
    let mut rows: Vec<LineRow> = items.iter().map(|item| build_row(view, item)).collect();
    sections::add_headings(view, &mut rows);
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
            return sections::LABOUR_INCLUDED.into();
        }
        labour_text::format_line(item.labour_hours.value(), item.labour_rate.value(), item.labour_unit_type)
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
    let result = |item: &PublicItem| labour_text::is_labour_name(&item.name);
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
        name: labour_text::LABOUR_NAME.into(),
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
    labour_text::format_description(
        fields.labour_hours.value(),
        fields.labour_rate.value(),
        fields.labour_unit_type,
    )
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
