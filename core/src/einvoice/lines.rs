//! The lines: a line's goods and its labour, each as a quantity of a unit at a price.

use rust_decimal::Decimal;

use super::categories::SellerVatScope;
use super::model::{EinvoiceLine, QuantityUnit};
use super::net::find_unit_price;
use super::{EinvoiceFindings, EinvoiceSource, VatCategory};
use crate::calculate::line::LineTotals;
use crate::calculate::vat;
use crate::document::{Document, Invoiced, LabourUnit, Line, Rate};
use crate::money::{Pence, round2_product};
use crate::text::{split_paragraphs, trim_non_empty};

/// The lines of a document: its own lines, its labour, and negative lines for earlier invoices of its job; and the
/// index of the first of these. The lines before that index have the document's prices, including VAT if those do.
pub(super) fn build_lines(
    source: &EinvoiceSource,
    scope: SellerVatScope,
    findings: &mut EinvoiceFindings,
) -> (Vec<EinvoiceLine>, usize) {
    let (document, totals) = (&source.document, &source.totals);
    let mut lines = Vec::new();
    for (at, (line, totals)) in document.items.iter().zip(&totals.items).enumerate() {
        if !totals.counted {
            continue;
        }
        let name = line_name(line);
        // BR-25.
        if name.is_empty() {
            findings.add_for_document(
                &format!("items[{at}].name"),
                "line_name",
                format!("Line {} has no name. Say what it is.", at + 1),
            );
        }
        let (treatment, rate) = vat::line_vat(line, document);
        let place = scope.categorise(treatment, rate);
        lines.extend(split_line(document, line, totals, &name, place));
    }
    if totals.labour_total > Pence::ZERO {
        let (treatment, rate) = vat::document_vat(document);
        let unit = document.labour_unit_type;
        let labour = (
            document.labour_hours.value(),
            document.labour_rate.value(),
            unit.unwrap_or(document.document_labour_unit_type),
        );
        let place = scope.categorise(treatment, rate);
        lines.push(labour_line(labour, totals.labour_total, "Labour", place));
    }
    lines.iter_mut().for_each(adjust_price_to_net);
    let earlier = lines.len();
    for invoice in &document.invoiced {
        lines.extend(deduction_lines(invoice, scope));
    }
    for (at, line) in lines.iter_mut().enumerate() {
        line.id = (at + 1).to_string();
    }
    (lines, earlier)
}

/// Makes quantity times price equal a line's net amount (PEPPOL-EN16931-R120). It may differ in a credit note that
/// takes the rest of an invoice's line, because of rounding to pence and of hours to two decimals.
fn adjust_price_to_net(line: &mut EinvoiceLine) {
    let net = line.net;
    let is_it = |quantity, price| round2_product(quantity, price) == net;
    if is_it(line.quantity, line.price) {
        return;
    }
    let price = find_unit_price(line.quantity, line.price, net, Decimal::ZERO);
    if !price.is_sign_negative() && is_it(line.quantity, price) {
        line.price = price;
        return;
    }
    // No quantity matches the price, so the line becomes a quantity of one.
    let sign = if net < Pence::ZERO { -1 } else { 1 };
    line.quantity = Decimal::from(sign);
    line.price = Pence(net.0.abs()).to_decimal();
    line.unit = QuantityUnit::Each;
}

/// The name of a line, otherwise the first paragraph of its description.
fn line_name(line: &Line) -> String {
    let described = || split_paragraphs(&line.description).into_iter().next();
    trim_non_empty(&line.name).or_else(described).unwrap_or_default()
}

/// A line's goods and its labour as separate lines, because the net amount of a line is one quantity at one price.
fn split_line(
    document: &Document,
    line: &Line,
    totals: &LineTotals,
    name: &str,
    place: (VatCategory, Rate),
) -> Vec<EinvoiceLine> {
    let has_labour = totals.labour_total > Pence::ZERO;
    let has_goods = !totals.goods.is_zero() || !has_labour;
    let mut parts = Vec::with_capacity(2);
    if has_goods {
        let (mut quantity, mut price) = (line.quantity.value(), line.price.value());
        // BR-27: a price must not be negative, so the minus sign moves to the quantity.
        if price.is_sign_negative() {
            (quantity, price) = (-quantity, -price);
        }
        parts.push(EinvoiceLine {
            quantity,
            price,
            description: line_description(line, name),
            ..plain_line(name, QuantityUnit::Each, totals.goods, place)
        });
    }
    if has_labour {
        let unit = line.labour_unit_type;
        let labour = (
            line.labour_hours.value(),
            line.labour_rate.value(),
            unit.unwrap_or(document.document_labour_unit_type),
        );
        let named = match has_goods {
            true => format!("{name}: labour"),
            false => name.to_owned(),
        };
        let mut part = labour_line(labour, totals.labour_total, &named, place);
        if !has_goods {
            part.description = line_description(line, name);
        }
        parts.push(part);
    }
    parts
}

/// The description of a line, unless it is the same as its name.
fn line_description(line: &Line, name: &str) -> String {
    let text = trim_non_empty(&line.description).unwrap_or_default();
    if text == name { String::new() } else { text }
}

fn labour_line(
    (time, rate, unit): (Decimal, Decimal, LabourUnit),
    net: Pence,
    name: &str,
    place: (VatCategory, Rate),
) -> EinvoiceLine {
    let unit = match unit {
        LabourUnit::Hours => QuantityUnit::Hour,
        LabourUnit::Days => QuantityUnit::Day,
    };
    EinvoiceLine { quantity: time, price: rate, ..plain_line(name, unit, net, place) }
}

/// The negative lines for an earlier invoice of the job, one for each of its VAT groups.
fn deduction_lines(invoice: &Invoiced, scope: SellerVatScope) -> Vec<EinvoiceLine> {
    let name = format!("Less invoice {}", invoice.number);
    let groups = invoice.groups.iter();
    let requested = groups.filter(|group| !group.taxable.is_zero());
    let less = |group: &crate::document::VatGroup| {
        let sign = if group.taxable > Pence::ZERO { -1 } else { 1 };
        EinvoiceLine {
            quantity: Decimal::from(sign),
            price: Pence(group.taxable.0.abs()).to_decimal(),
            ..plain_line(
                &name,
                QuantityUnit::Each,
                -group.taxable,
                scope.categorise(group.treatment, group.rate),
            )
        }
    };
    requested.map(less).collect()
}

fn plain_line(
    name: &str,
    unit: QuantityUnit,
    net: Pence,
    (category, rate): (VatCategory, Rate),
) -> EinvoiceLine {
    EinvoiceLine {
        id: String::new(),
        quantity: Decimal::ZERO,
        unit,
        net,
        price: Decimal::ZERO,
        name: name.to_owned(),
        description: String::new(),
        category,
        rate,
    }
}
