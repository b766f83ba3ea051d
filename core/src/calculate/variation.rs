//! The agreed document of a job with variations: the quote and each variation in one document, in the order in which
//! they were accepted.
//!
//! Each part is still calculated separately ([`super::document_parts`]), so that the agreed total is the sum, to the
//! penny, of what the customer accepted. Stages and the final invoice are made of this document.

use super::stage::lines::settle_choices;
use super::totals::calculate;
use super::validate::{DOCUMENT_LINES_MAX, validate};
use super::vat;
use crate::document::{Document, Line, SECTIONS_MAX, Section, VARIATIONS_MAX, Variation, Vat};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::format_gbp;

/// A variation of a job, accepted or offered.
#[derive(Clone, Copy, Debug)]
pub struct JobVariation<'a> {
    /// The id that the caller gives it.
    pub id: &'a str,
    /// The variation's number: `Q-0012-V1`.
    pub number: &'a str,
    /// The variation's document.
    pub document: &'a Document,
}

/// The number of a quote's variation: `Q-0012-V1`.
#[must_use]
pub fn format_variation_number(quote: &str, ordinal: i64) -> String {
    format!("{quote}-V{ordinal}")
}

/// The agreed document of a job: its quote with the accepted variations; the quote itself if there are none.
///
/// # Errors
///
/// A variation cannot be calculated.
pub fn apply_variations(quote: &Document, variations: &[JobVariation<'_>]) -> Result<Document, RuleErrors> {
    let mut agreed = quote.clone();
    for (at, varied) in variations.iter().enumerate() {
        apply_variation(&mut agreed, varied, at + 1)?;
    }
    Ok(agreed)
}

fn apply_variation(agreed: &mut Document, varied: &JobVariation<'_>, place: usize) -> Result<(), RuleErrors> {
    let document = varied.document;
    // Every field is named, so that a new one doesn't compile until somebody decides what is agreed with a variation.
    let Document {
        items,
        document_labour_unit_type,
        include_labour: _, // a line of its own, with the three below
        labour_hours: _,
        labour_rate: _,
        labour_unit_type: _,
        include_discount: _, // one sum, which the four come to
        discount: _,
        discount_type: _,
        discount_reason: _,
        vat_treatment: _,      // of each line, where it is not the quote's
        tax: _,                // likewise
        prices_include_vat: _, // the same as the quote's (`judge`)
        supply_date: _,        // of the whole job
        vat_answers: _,        // of the whole job
        sections: _,           // the variation is one section
        // What the customer sees, how it was agreed, and the photos are those of the quote.
        price_display: _,
        agreement: _,
        photos: _,
        choices: _, // what counts is chosen
        chosen_choice: _,
        include_deposit: _, // it has none (`judge`)
        deposit: _,
        deposit_type: _,
        deposit_reason: _,
        cis_rate: _,   // the same as the quote's (`judge`)
        invoiced: _,   // of a final invoice alone
        variation: _,  // it is agreed
        variations: _, // it has none
        payments: _,   // they are the quote's or the invoice's
    } = document;
    let totals = calculate(document)?;
    let chosen = document.counted_choice_id();
    let counted = items.iter();
    let counted = counted.filter(|line| line.is_counted(chosen)).cloned();
    let mut part = Document { items: counted.chain(labour_line(varied)).collect(), ..Document::default() };
    settle_choices(&mut part);
    for (at, line) in part.items.iter_mut().enumerate() {
        if line.id.is_empty() || agreed.items.iter().any(|known| known.id == line.id) {
            line.id = format!("v{place}-{}", at + 1);
        }
        line.section = Some(varied.id.to_owned());
        // A line without settings of its own has those of the variation's document.
        let unit = line.labour_unit_type;
        line.labour_unit_type = Some(unit.unwrap_or(*document_labour_unit_type));
        if line.vat.is_none() && vat::document_vat(document) != vat::document_vat(agreed) {
            line.vat = Some(document_vat(document));
        }
    }
    agreed.items.append(&mut part.items);
    agreed.sections.push(Section { id: varied.id.to_owned(), name: format!("Variation {}", varied.number) });
    agreed.variations.push(Variation {
        id: varied.id.to_owned(),
        number: varied.number.to_owned(),
        discount: totals.discount_amount,
    });
    Ok(())
}

fn document_vat(document: &Document) -> Vat {
    let (treatment, rate) = vat::document_vat(document);
    Vat { treatment, rate: Number::Value(rate.0) }
}

/// The labour of a variation that belongs to no line, as a separate line. Its name is not just `Labour`, because an
/// invoice with a line of that name leaves out the labour of its quote, which it then takes to be included.
fn labour_line(varied: &JobVariation<'_>) -> Option<Line> {
    let document = varied.document;
    let unit = document.labour_unit_type;
    let is_there = super::line::document_labour_total(document) > Pence::ZERO;
    is_there.then(|| Line {
        id: "labour".to_owned(),
        name: format!("Labour of {}", varied.number),
        include_labour: true,
        labour_hours: document.labour_hours.clone(),
        labour_rate: document.labour_rate.clone(),
        labour_unit_type: Some(unit.unwrap_or(document.document_labour_unit_type)),
        ..Line::default()
    })
}

/// Whether a variation may be offered and accepted: with it, the agreed document of the job must be valid and come to
/// no less than was invoiced of it.
///
/// # Errors
///
/// Why not, by the variation's own fields.
pub fn check_variation(
    quote: &Document,
    accepted: &[JobVariation<'_>],
    new: &JobVariation<'_>,
    invoiced: Pence,
) -> Result<(), RuleErrors> {
    let document = new.document;
    let refuse = |path: &str, code, msg: String| Err(FieldError::new(path, code, msg).into());
    if document.include_deposit {
        let msg = "A variation can’t have its own deposit. Ask for it with the job’s next invoice.";
        return refuse("includeDeposit", code::UNKNOWN_VALUE, msg.into());
    }
    let rate = |document: &Document| document.cis_rate.as_ref().map(Number::value);
    if rate(quote) != rate(document) {
        let msg = "A variation has the same CIS rate as its quote: they are paid together.";
        return refuse("cisRate", code::UNKNOWN_VALUE, msg.into());
    }
    if quote.prices_include_vat != document.prices_include_vat {
        let msg = if quote.prices_include_vat {
            "This quote’s prices include VAT, so its variations’ prices do too."
        } else {
            "This quote’s prices are without VAT, so its variations’ prices are too."
        };
        return refuse("pricesIncludeVat", code::UNKNOWN_VALUE, msg.into());
    }
    if accepted.len() >= VARIATIONS_MAX || quote.sections.len() + accepted.len() >= SECTIONS_MAX {
        let msg = "This job can’t have any more variations. Make this one a separate quote.";
        return refuse("items", code::TOO_MANY_LINES, msg.into());
    }
    let all: Vec<JobVariation<'_>> = accepted.iter().copied().chain([*new]).collect();
    let mut comes_to = calculate(quote)?.total_amount;
    for one in &all {
        comes_to += calculate(one.document)?.total_amount;
    }
    if comes_to < invoiced.max(Pence::ZERO) {
        let msg = if invoiced > Pence::ZERO {
            format!(
                "With this the job comes to {}, but {} of it has already been invoiced. Leave out less.",
                format_gbp(comes_to),
                format_gbp(invoiced)
            )
        } else {
            "This leaves out more than was agreed. Leave out less.".to_owned()
        };
        return refuse("totalAmount", code::NEGATIVE_TOTAL, msg);
    }
    let whole = apply_variations(quote, &all)?;
    if whole.items.len() > DOCUMENT_LINES_MAX {
        let msg = format!(
            "With this the job has more than {DOCUMENT_LINES_MAX} lines. Make this one a separate quote."
        );
        return refuse("items", code::TOO_MANY_LINES, msg);
    }
    match validate(&whole).into_iter().next() {
        None => Ok(()),
        Some(broken) => refuse("items", broken.code, broken.msg),
    }
}

#[cfg(test)]
mod tests;
