//! What each optional line of a quote adds to its total, including VAT: what a customer pays for ticking it.

use super::totals::calculate_with_choice;
use super::validate;
use crate::document::{Document, Line};
use crate::money::Pence;

/// The most optional lines that get a price, because each takes two calculations of the whole document.
const OPTIONS_MAX: usize = 60;

/// How much each optional line adds, by its id: the total with the line less the total without it, everything else
/// unchanged. For a line of a choice, that choice is taken as chosen. A line with which the document cannot be
/// calculated is left out; a document outside its limits has no entries.
#[must_use]
pub fn price_options(document: &Document) -> Vec<(String, Pence)> {
    let is_optional = |line: &&Line| line.optional;
    if !document.items.iter().any(|line| line.optional) || !validate::check_limits(document).is_empty() {
        return Vec::new();
    }
    let options = document.items.iter().filter(is_optional).take(OPTIONS_MAX);
    let priced = options.filter_map(|line| {
        let chosen = line.choice.as_deref().or_else(|| document.counted_choice_id());
        let total = |taken: bool| {
            let mut tried = document.clone();
            let lines = tried.items.iter_mut();
            for one in lines.filter(|one| one.id == line.id) {
                one.selected = taken;
            }
            Some(calculate_with_choice(&tried, chosen).ok()?.total_amount)
        };
        Some((line.id.clone(), total(true)? - total(false)?))
    });
    priced.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn priced_options(document: serde_json::Value) -> Vec<(String, Pence)> {
        price_options(&serde_json::from_value(document).unwrap())
    }

    #[test]
    fn an_option_adds_its_vat_and_has_its_part_of_the_discount() {
        let lines = json!([
            {"id": "a", "name": "Boiler", "quantity": "1", "price": "1000"},
            {"id": "b", "name": "Filter", "quantity": "1", "price": "168", "optional": true, "selected": false},
            {"id": "c", "name": "Smart valve", "quantity": "2", "price": "30", "optional": true, "selected": true},
        ]);
        assert_eq!(
            priced_options(json!({"items": lines, "tax": "20"})),
            [("b".to_owned(), Pence(20_160)), ("c".to_owned(), Pence(7_200))]
        );
        let less = json!({
            "items": lines, "tax": "20", "includeDiscount": true, "discountType": "percentage", "discount": "10",
        });
        assert_eq!(priced_options(less)[0], ("b".to_owned(), Pence(18_144)));
    }

    #[test]
    fn an_option_of_a_choice_is_priced_with_that_choice() {
        let document = json!({
            "items": [
                {"id": "a", "name": "Good", "quantity": "1", "price": "100", "choice": "good"},
                {"id": "b", "name": "Best", "quantity": "1", "price": "300", "choice": "best"},
                {"id": "c", "name": "Cover", "quantity": "1", "price": "50", "choice": "best", "optional": true,
                 "selected": false},
            ],
            "choices": [{"id": "good", "name": "Good"}, {"id": "best", "name": "Best"}],
            "chosenChoice": "good", "tax": "20",
        });
        assert_eq!(priced_options(document), [("c".to_owned(), Pence(6_000))]);
    }

    #[test]
    fn a_quote_without_options_prices_none() {
        let plain = json!({"items": [{"id": "a", "quantity": "1", "price": "5"}]});
        assert!(priced_options(plain).is_empty());
    }
}
