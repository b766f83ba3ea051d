//! Which parts of a document are construction work and which are not: the reverse charge depends on it.

use super::reverse_charge::SupplyLine;
use crate::calculate::line::LineTotals;
use crate::calculate::totals::{Totals, calculate};
use crate::calculate::vat;
use crate::document::{Document, Line, Rate, Treatment};
use crate::money::Pence;
use crate::money::number::Number;

/// The lines of a supply. Those with ids in `not_construction` are not construction work; the document's own labour is.
#[must_use]
pub fn supply_lines(document: &Document, totals: &Totals, not_construction: &[String]) -> Vec<SupplyLine> {
    let chosen = document.counted_choice_id();
    let lines = document.items.iter().zip(&totals.items);
    let lines = lines.filter(|(line, _)| line.is_counted(chosen));
    let labour = totals.labour_total;
    let labour = (labour > Pence::ZERO).then(|| SupplyLine {
        net: without_vat(labour, document, vat::document_vat(document)),
        construction: true,
        zero_rated: is_zero(document.vat_treatment, &document.tax),
    });
    let of_line = |(line, sums): (&Line, &LineTotals)| SupplyLine {
        net: without_vat(sums.total, document, vat::line_vat(line, document)),
        construction: !not_construction.contains(&line.id),
        zero_rated: match &line.vat {
            Some(vat) => is_zero(vat.treatment, &vat.rate),
            None => is_zero(document.vat_treatment, &document.tax),
        },
    };
    lines.map(of_line).chain(labour).collect()
}

/// The same for a draft as it is typed. If it can't be calculated, or is all construction work, the result is a single
/// line, which is zero-rated if everything that the draft charges is.
#[must_use]
pub fn lines_of_draft(document: &Document, not_construction: &[String]) -> Vec<SupplyLine> {
    let totals = calculate(document).ok();
    match totals.filter(|_| !not_construction.is_empty()) {
        Some(totals) => supply_lines(document, &totals, not_construction),
        None => {
            vec![SupplyLine { net: Pence::ZERO, construction: true, zero_rated: is_zero_rated(document) }]
        }
    }
}

/// Whether everything that a draft charges is zero-rated. A rate that hasn't been typed yet doesn't count as zero.
fn is_zero_rated(document: &Document) -> bool {
    let own = (document.vat_treatment, &document.tax);
    let of_line = |line: &Line| match &line.vat {
        Some(vat) => is_typed_zero((vat.treatment, &vat.rate)),
        None => is_typed_zero(own),
    };
    match document.items.is_empty() {
        true => is_typed_zero(own),
        false => document.items.iter().all(of_line),
    }
}

fn is_typed_zero((treatment, rate): (Treatment, &Number)) -> bool {
    matches!(rate, Number::Value(_)) && is_zero(treatment, rate)
}

fn is_zero(treatment: Treatment, rate: &Number) -> bool {
    treatment == Treatment::Taxable && rate.value().is_zero()
}

/// The total of a line without VAT, even if prices include VAT: with several rates, the proportions with VAT and
/// without it differ.
fn without_vat(total: Pence, document: &Document, (treatment, rate): (Treatment, Rate)) -> Pence {
    match document.prices_include_vat && treatment == Treatment::Taxable {
        true => total - total.included_vat(rate.0),
        false => total,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(of: &serde_json::Value) -> Document {
        Document::from_json(&of.to_string()).unwrap()
    }

    fn items() -> serde_json::Value {
        json!([
            { "id": "tiles", "quantity": "1", "price": "1900", "vat": { "treatment": "taxable", "rate": "0" } },
            { "id": "fitting", "quantity": "1", "price": "120" },
        ])
    }

    #[test]
    fn each_line_is_without_vat_also_where_prices_include_it() {
        let other = ["tiles".to_owned()];
        for (included, fitting) in [(false, 12_000), (true, 10_000)] {
            let document = document(&json!({ "items": items(), "tax": "20", "pricesIncludeVat": included }));
            let lines = lines_of_draft(&document, &other);
            let given: Vec<_> =
                lines.iter().map(|line| (line.net.0, line.construction, line.zero_rated)).collect();
            assert_eq!(given, [(190_000, false, true), (fitting, true, false)]);
        }
    }

    #[test]
    fn a_draft_of_construction_work_alone_is_one_line() {
        let own = |tax: &str| json!({ "items": [{ "id": "a", "price": "1" }], "tax": tax });
        for (of, zero_rated) in [
            (json!({ "items": items(), "tax": "20" }), false),
            (json!({ "items": items(), "tax": "0.00" }), true),
            (own("0"), true),
            (own(""), false),
            (json!({ "tax": "0" }), true),
            (json!({ "tax": "0", "vatTreatment": "exempt" }), false),
            // It cannot be calculated.
            (json!({ "items": [{ "id": "a", "price": "x" }], "tax": "0" }), true),
        ] {
            let lines = lines_of_draft(&document(&of), &[]);
            let given: Vec<_> = lines.iter().map(|line| line.zero_rated).collect();
            assert_eq!(given, [zero_rated], "{of}");
        }
    }
}
