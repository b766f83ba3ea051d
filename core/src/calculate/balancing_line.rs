//! Adds a line to a document from another program, which may round differently, so that it comes to the total that it
//! had there. The line's name says so.

use super::totals::calculate;
use crate::document::{CostType, DiscountType, Document, Line, Treatment, Vat};
use crate::money::Pence;
use crate::money::number::Number;

/// The id of the line that makes up the difference.
const DIFFERENCE_LINE_ID: &str = "difference";
/// How often the line's price is adjusted: if sharing the discount differently shifts the VAT of a group, the total may
/// move by a penny.
const ATTEMPTS_MAX: usize = 4;

/// The document with an additional line `name`, outside the scope of VAT, that brings its total to `total`; unchanged
/// if that is its total already. A percentage discount is replaced by its amount, so that the new line is not
/// discounted. `None` if the document cannot be calculated, or no such line gives this total.
#[must_use]
pub fn add_balancing_line(document: &Document, total: Pence, name: &str) -> Option<Document> {
    let totals = calculate(document).ok()?;
    if totals.total_amount == total {
        return Some(document.clone());
    }
    let mut agreed = document.clone();
    if agreed.include_discount {
        agreed.discount_type = DiscountType::Other;
        agreed.discount = Number::from(totals.discount_amount);
    }
    let mut difference = total - totals.total_amount;
    agreed.items.push(Line {
        id: DIFFERENCE_LINE_ID.to_owned(),
        name: name.to_owned(),
        quantity: Number::from(1),
        vat: Some(Vat { treatment: Treatment::OutsideScope, rate: Number::Empty }),
        // Whatever the reason for the difference, CIS deducts nothing from it.
        cost_type: CostType::Materials,
        ..Line::default()
    });
    for _ in 0..ATTEMPTS_MAX {
        agreed.items.last_mut()?.price = Number::from(difference);
        let comes_to = calculate(&agreed).ok()?.total_amount;
        if comes_to == total {
            return Some(agreed);
        }
        difference += total - comes_to;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        crate::json::parse(text).unwrap()
    }

    #[test]
    fn adds_a_line_for_a_difference_of_a_penny() {
        // Three lines of 0.335: by the line 1.02, by the group of VAT another penny.
        let it =
            document(r#"{"tax":"20","items":[{"id":"a","name":"Clips","quantity":"3","price":"0.33"}]}"#);
        let agreed = add_balancing_line(&it, Pence(120), "Difference").unwrap();
        assert_eq!(calculate(&agreed).unwrap().total_amount, Pence(120));
        let line = agreed.items.last().unwrap();
        assert_eq!((&*line.name, &*line.price.to_string()), ("Difference", "0.01"));
        assert_eq!(add_balancing_line(&it, Pence(119), "Difference"), Some(it));
    }

    #[test]
    fn adds_a_line_for_the_whole_difference_despite_a_discount() {
        let it = document(
            r#"{"tax":"20","includeDiscount":true,"discount":"10","items":[
                {"id":"a","quantity":"1","price":"100"},
                {"id":"b","quantity":"1","price":"50","vat":{"treatment":"taxable","rate":"5"}}]}"#,
        );
        let agreed = add_balancing_line(&it, Pence(20_000), "Surcharge").unwrap();
        let totals = calculate(&agreed).unwrap();
        assert_eq!(totals.total_amount, Pence(20_000));
        assert_eq!(totals.discount_amount, Pence(1_500));
    }

    #[test]
    fn refuses_a_total_that_no_line_can_reach() {
        let it = document(r#"{"items":[{"id":"a","quantity":"1","price":"5"}]}"#);
        assert_eq!(add_balancing_line(&it, Pence(-100), "Difference"), None);
        assert_eq!(add_balancing_line(&it, Pence(i64::MAX), "Difference"), None);
    }
}
