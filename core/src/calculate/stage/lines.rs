//! A stage of whole lines: what was agreed of them, with their part of the discount.

use crate::calculate::document_parts;
use crate::calculate::totals::calculate;
use crate::document::{DiscountType, Document, Line, PriceDisplay};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::Pence;
use crate::money::number::Number;

/// The document of these lines of an agreed one.
///
/// # Errors
///
/// None of them is in it.
pub(super) fn select_lines(
    agreed: &Document,
    ids: &[String],
    labour: bool,
) -> Result<Document, RuleErrors> {
    let chosen = agreed.counted_choice_id();
    let taken = |line: &&Line| line.is_counted(chosen) && ids.contains(&line.id);
    let items: Vec<Line> = agreed.items.iter().filter(taken).cloned().collect();
    let labour = labour && agreed.include_labour;
    if items.is_empty() && !labour {
        let msg = "Choose the lines to invoice.";
        return Err(FieldError::new("ask", code::REQUIRED, msg).into());
    }
    // Every field is named: a new one does not compile until somebody says whether a stage has it.
    let Document {
        items: _,          // those that were asked for
        include_labour: _, // if it was asked for
        document_labour_unit_type,
        labour_hours,
        labour_rate,
        labour_unit_type,
        include_discount,
        discount,
        discount_type,
        discount_reason,
        vat_treatment,
        tax,
        prices_include_vat,
        supply_date: _, // a stage has no day of supply of its own (VAT Regulations 1995, reg. 93)
        vat_answers,
        sections,
        price_display,
        agreement,
        photos,
        choices,
        chosen_choice,
        include_deposit: _, // it is itself a part of the job
        deposit,
        deposit_type,
        deposit_reason,
        cis_rate,
        invoiced: _, // the final invoice takes them off
        variation,
        variations,
        payments: _, // of another document
    } = agreed.clone();
    let mut document = Document {
        items,
        document_labour_unit_type,
        include_labour: labour,
        labour_hours,
        labour_rate,
        labour_unit_type,
        include_discount,
        discount,
        discount_type,
        discount_reason,
        vat_treatment,
        tax,
        prices_include_vat,
        supply_date: None,
        vat_answers,
        sections,
        price_display,
        agreement,
        photos,
        choices,
        chosen_choice,
        include_deposit: false,
        deposit,
        deposit_type,
        deposit_reason,
        cis_rate,
        invoiced: Vec::new(),
        variation,
        variations,
        payments: Vec::new(),
    };
    settle_choices(&mut document);
    // In the same proportion as of the whole job, be it a percentage or an amount.
    document.include_discount = false;
    let whole = discounts_by_part(agreed)?;
    let some = discounts_by_part(&document)?;
    let shares = some.iter().zip(&whole);
    let shares =
        shares.map(|((some, _), (subtotal, discount))| discount.in_proportion(*some, *subtotal));
    let discount: Pence = shares.sum();
    // It is one sum on one invoice.
    document.variations.clear();
    let part = calculate(&document)?.subtotal_amount;
    if discount > Pence::ZERO {
        document.include_discount = true;
        document.discount_type = DiscountType::Other;
        document.discount = Number::from(discount.min(part));
    }
    Ok(document)
}

/// What each part of what was agreed comes to, and what its discount takes off it.
fn discounts_by_part(document: &Document) -> Result<Vec<(Pence, Pence)>, RuleErrors> {
    let totals = calculate(document)?;
    let parts = document_parts::split_into_parts(document, &totals.items, totals.labour_total);
    let parts = parts.iter().map(|part| part.subtotal).enumerate();
    let discount = |(at, subtotal)| {
        (
            subtotal,
            document_parts::calculate_part_discount(document, at, subtotal),
        )
    };
    Ok(parts.map(discount).collect())
}

/// What was chosen is chosen for good: an invoice offers nothing, and shows no photos. Nor does it hide a
/// price: VAT asks for the unit price of each line (VAT Regulations 1995, reg. 14).
pub(in crate::calculate) fn settle_choices(document: &mut Document) {
    document.choices.clear();
    document.chosen_choice = None;
    document.price_display = PriceDisplay::Lines;
    document.photos.clear();
    for line in &mut document.items {
        line.choice = None;
        line.optional = false;
        line.selected = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample;

    #[test]
    fn a_stage_has_all_that_was_agreed_but_what_is_of_the_whole_job() {
        let agreed = sample::every_field();
        let stage = select_lines(&agreed, &["counted".to_owned()], true).unwrap();
        let mut expected = agreed.clone();
        expected.items.retain(|line| line.id == "counted");
        settle_choices(&mut expected);
        expected.include_deposit = false;
        expected.supply_date = None;
        expected.invoiced.clear();
        expected.variations.clear();
        expected.payments.clear();
        // Its part of the discount.
        assert!(stage.include_discount);
        expected.discount_type = DiscountType::Other;
        expected.discount = stage.discount.clone();
        assert_eq!(stage, expected);
    }
}
