//! Which parts of a document are construction work and which are not: the reverse charge depends on it.

use super::record::VatAmount;
use super::reverse_charge::SupplyLine;
use crate::calculate::line::LineTotals;
use crate::calculate::partial_amount::allocate_discount;
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

// How much of a document's VAT belongs to a part of its money.

/// The part of some amounts for which a part of the payment is; everything for the whole payment.
///
/// `total × part / whole`, rounded once, is shared among the net amounts and the VAT of every treatment and rate in
/// proportion by largest remainder, so that no penny is lost: a fair and reasonable apportionment (Notice 731).
#[must_use]
pub fn take_proportion(amounts: &[VatAmount], part: Pence, whole: Pence) -> Vec<VatAmount> {
    if part == whole {
        return amounts.to_vec();
    }
    let pieces: Vec<Pence> = amounts.iter().flat_map(|it| [it.net, it.vat]).collect();
    let total: Pence = pieces.iter().copied().sum();
    let share = total.in_proportion(part, whole);
    let shared = if total == Pence::ZERO {
        // Amounts that cancel each other out have no proportion of their sum.
        let each = pieces.iter().map(|piece| piece.in_proportion(part, whole));
        each.collect()
    } else if total < Pence::ZERO {
        let turned: Vec<Pence> = pieces.iter().map(|piece| -*piece).collect();
        let shared = allocate_discount(-share, &turned, -total);
        shared.into_iter().map(|it| -it).collect()
    } else {
        allocate_discount(share, &pieces, total)
    };
    let mut amounts = amounts.to_vec();
    for (amount, pair) in amounts.iter_mut().zip(shared.chunks_exact(2)) {
        (amount.net, amount.vat) = (pair[0], pair[1]);
    }
    amounts
}

/// Adds amounts by treatment and rate, in a fixed order; `by` is 1 to add or -1 to subtract.
pub fn add_amounts(to: &mut Vec<VatAmount>, amounts: &[VatAmount], by: i64) {
    for amount in amounts {
        let key = (amount.treatment, amount.rate);
        let at = to.partition_point(|it| (it.treatment, it.rate) < key);
        if to.get(at).is_none_or(|it| (it.treatment, it.rate) != key) {
            let none = VatAmount { net: Pence::ZERO, vat: Pence::ZERO, ..*amount };
            to.insert(at, none);
        }
        to[at].net += Pence(amount.net.0.saturating_mul(by));
        to[at].vat += Pence(amount.vat.0.saturating_mul(by));
    }
}

/// The amount, limited to the range between 0 and `limit`, which may be negative.
pub fn clamp_between_zero_and(amount: Pence, limit: Pence) -> Pence {
    if limit < Pence::ZERO { amount.clamp(limit, Pence::ZERO) } else { amount.clamp(Pence::ZERO, limit) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::{Rate, Treatment};

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
    fn line_amounts_exclude_vat_even_if_prices_include_it() {
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

    fn vat_amount(rate: &str, net: i64, vat: i64) -> VatAmount {
        VatAmount {
            treatment: Treatment::Taxable,
            rate: Rate(rate.parse().unwrap()),
            net: Pence(net),
            vat: Pence(vat),
        }
    }

    fn figures(amounts: &[VatAmount]) -> Vec<(i64, i64)> {
        amounts.iter().map(|it| (it.net.0, it.vat.0)).collect()
    }

    #[test]
    fn divides_a_part_payment_between_the_rates_in_proportion() {
        // £1,000.00 at 20 % and £200.00 at 5 %: £1,410.00. £500.00 of it is 50/141:
        // 35460.99 + 7092.20 + 7092.20 + 354.61 p = 35461 + 7092 + 7092 + 355.
        let amounts = [vat_amount("20", 100_000, 20_000), vat_amount("5", 20_000, 1_000)];
        let part = take_proportion(&amounts, Pence(50_000), Pence(141_000));
        assert_eq!(figures(&part), [(35_461, 7_092), (7_092, 355)]);
        let sum: i64 = figures(&part).iter().map(|(net, vat)| net + vat).sum();
        assert_eq!(sum, 50_000);
        let whole = take_proportion(&amounts, Pence(141_000), Pence(141_000));
        assert_eq!(whole, amounts);
        // Under CIS £1,210.00 pays the whole: half of that is for half.
        let half = take_proportion(&amounts, Pence(60_500), Pence(121_000));
        assert_eq!(figures(&half), [(50_000, 10_000), (10_000, 500)]);
    }

    #[test]
    fn divides_a_refund_as_it_divided_the_payment() {
        let amounts = [vat_amount("20", -100_000, -20_000), vat_amount("5", -20_000, -1_000)];
        let part = take_proportion(&amounts, Pence(-50_000), Pence(-141_000));
        assert_eq!(figures(&part), [(-35_461, -7_092), (-7_092, -355)]);
        let cancel = [vat_amount("20", 100, 20), vat_amount("0", -120, 0)];
        let half = take_proportion(&cancel, Pence(1), Pence(2));
        assert_eq!(figures(&half), [(50, 10), (-60, 0)]);
        assert_eq!(clamp_between_zero_and(Pence(5), Pence(-3)), Pence(0));
        assert_eq!(clamp_between_zero_and(Pence(-5), Pence(-3)), Pence(-3));
        assert_eq!(clamp_between_zero_and(Pence(5), Pence(3)), Pence(3));
    }
}
