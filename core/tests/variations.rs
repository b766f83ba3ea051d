//! Properties of a job with variations: the agreed amount is the sum of its parts, whatever they contain and in
//! whatever order they were accepted, and the sum of its invoices is the agreed amount.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::stage::{
    StageRequest, StageText, build_final_invoice, build_stage, calculate_remaining,
};
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::calculate::variation::{JobVariation, apply_variations};
use plumbline_core::document::{Document, Invoiced};
use plumbline_core::edit::EditableDocument;
use plumbline_core::edit::draft::Draft;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use proptest::prelude::*;
use strategies::calculated;

/// A variation of a quote: any document, sometimes with all of it omitted work.
fn variation() -> impl Strategy<Value = Document> {
    (calculated(), any::<bool>()).prop_map(|((document, _), less)| {
        let mut document = Document {
            variation: true,
            include_deposit: false,
            invoiced: Vec::new(),
            payments: Vec::new(),
            ..document
        };
        if less {
            for line in &mut document.items {
                line.price = Number::Value(-line.price.value());
            }
        }
        document
    })
}

fn sum(parts: &[Totals], figure: impl Fn(&Totals) -> Pence) -> Pence {
    parts.iter().map(figure).sum()
}

proptest! {
    #[test]
    fn a_varied_job_is_the_sum_of_the_quote_and_its_variations(
        (quote, own) in calculated(),
        variations in prop::collection::vec(variation(), 1..4),
        percentage in 1..99_i64,
    ) {
        let quote = Document { payments: Vec::new(), invoiced: Vec::new(), ..quote };
        // All of a job is under one rate of the scheme, and its prices stand to VAT alike.
        let variations: Vec<Document> = variations
            .into_iter()
            .map(|it| Document {
                cis_rate: quote.cis_rate.clone(),
                prices_include_vat: quote.prices_include_vat,
                ..it
            })
            .collect();
        let ids: Vec<String> = (0..variations.len()).map(|at| format!("variation-{at}")).collect();
        let mut all: Vec<JobVariation<'_>> = variations
            .iter()
            .zip(&ids)
            .map(|(document, id)| JobVariation { id, number: id, document })
            .collect();
        let whole = apply_variations(&quote, &all).unwrap();
        let Ok(totals) = calculate(&whole) else { return Ok(()) };
        let own = calculate(&quote).unwrap_or(own);
        let parts: Vec<Totals> = variations.iter().map(|it| calculate(it).unwrap()).chain([own]).collect();
        for figure in [
            (|it| it.subtotal_amount) as fn(&Totals) -> Pence,
            |it| it.discount_amount,
            |it| it.vat_amount,
            |it| it.reverse_charge_vat,
            |it| it.total_amount,
        ] {
            prop_assert_eq!(figure(&totals), sum(&parts, figure));
        }
        let paid = (totals.subtotal_amount - totals.discount_amount).max(Pence::ZERO);
        let base = sum(&parts, |it| it.cis_base);
        prop_assert_eq!(totals.cis_base, base.clamp(Pence::ZERO, paid));
        if totals.cis_base == base {
            prop_assert_eq!(totals.cis_deduction, sum(&parts, |it| it.cis_deduction));
            prop_assert_eq!(totals.amount_payable, sum(&parts, |it| it.amount_payable));
        }
        // In whatever order.
        all.reverse();
        let other = calculate(&apply_variations(&quote, &all).unwrap()).unwrap();
        prop_assert_eq!(other.total_amount, totals.total_amount);
        prop_assert_eq!(&other.vat_groups, &totals.vat_groups);
        prop_assert_eq!(other.amount_payable, totals.amount_payable);
        // As the editor's resident draft says.
        let sheet = EditableDocument { document: whole.clone(), ..EditableDocument::default() };
        let draft = Draft::new(sheet);
        prop_assert_eq!(draft.last_totals().total_amount, totals.total_amount);
        prop_assert_eq!(&draft.last_totals().vat_groups, &totals.vat_groups);
        prop_assert_eq!(draft.last_totals().cis_deduction, totals.cis_deduction);
        // And as anybody who has no more than its figures.
        let figures = calculate(&whole.to_amounts_only()).unwrap();
        prop_assert_eq!(figures.total_amount, totals.total_amount);
        // Its invoices come to it.
        let ask = StageRequest::Percentage(percentage.into());
        if let Ok(part) = build_stage(&whole, &calculate_remaining(&whole, &[]).unwrap(), &ask, &StageText::default()) {
            let before = [Invoiced::from_totals("s", "INV-0001", &part.totals)];
            let last = calculate(&build_final_invoice(&whole, &before)).unwrap();
            prop_assert_eq!(part.totals.total_amount + last.total_amount, totals.total_amount);
            if part.totals.cis_base + last.cis_base == totals.cis_base {
                prop_assert_eq!(part.totals.cis_deduction + last.cis_deduction, totals.cis_deduction);
            }
        }
    }
}
