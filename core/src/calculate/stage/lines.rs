//! A stage that consists of whole lines of a job, with their part of the discount.

use crate::calculate::document_parts;
use crate::calculate::totals::calculate;
use crate::document::{DiscountType, Document, Line, PriceDisplay};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::Pence;
use crate::money::number::Number;

/// The document of a stage with only these lines of the agreed document.
///
/// # Errors
///
/// No counted line of the agreed document has one of these ids, and no labour is included.
pub(super) fn select_lines(agreed: &Document, ids: &[String], labour: bool) -> Result<Document, RuleErrors> {
    let chosen = agreed.counted_choice_id();
    let taken = |line: &&Line| line.is_counted(chosen) && ids.contains(&line.id);
    let items: Vec<Line> = agreed.items.iter().filter(taken).cloned().collect();
    let labour = labour && agreed.include_labour;
    if items.is_empty() && !labour {
        let msg = "Choose the lines to invoice.";
        return Err(FieldError::new("ask", code::REQUIRED, msg).into());
    }
    // Every field is named, so that a new one doesn't compile until somebody decides whether a stage has it.
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
    // The discount is in the same proportion as for the whole job, whether it is a percentage or an amount.
    document.include_discount = false;
    let whole = discounts_by_part(agreed)?;
    let some = discounts_by_part(&document)?;
    let shares = some.iter().zip(&whole);
    let shares = shares.map(|((some, _), (subtotal, discount))| discount.in_proportion(*some, *subtotal));
    let discount: Pence = shares.sum();
    // On the stage's invoice, variations are not separate parts.
    document.variations.clear();
    let part = calculate(&document)?.subtotal_amount;
    if discount > Pence::ZERO {
        document.include_discount = true;
        document.discount_type = DiscountType::Other;
        document.discount = Number::from(discount.min(part));
    }
    Ok(document)
}

/// The subtotal of each part of the agreed document, and its discount.
fn discounts_by_part(document: &Document) -> Result<Vec<(Pence, Pence)>, RuleErrors> {
    let totals = calculate(document)?;
    let parts = document_parts::split_into_parts(document, &totals.items, totals.labour_total);
    let parts = parts.iter().map(|part| part.subtotal).enumerate();
    let discount =
        |(at, subtotal)| (subtotal, document_parts::calculate_part_discount(document, at, subtotal));
    Ok(parts.map(discount).collect())
}

/// Makes the customer's choices final: an invoice has no options, and shows no photos. It hides no prices either,
/// because a VAT invoice must contain the unit price of each line (VAT Regulations 1995, reg. 14).
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
    fn a_stage_omits_only_what_belongs_to_the_whole_job() {
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
