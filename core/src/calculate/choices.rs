//! The totals of each of a quote's choices (docs/rules.md, section 2, `choices`): good, better and best side by
//! side, each calculated as the whole quote with that choice.

use serde::{Deserialize, Serialize};

use super::totals::{self, Totals, calculate, calculate_with_choice};
use super::validate::{self, CHOICES_MAX};
use crate::document::{Choice, Document, Line};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::Pence;
use crate::text::trim_non_empty;

/// The totals of a quote with one of its choices chosen and its optional lines as they are ticked. Each amount has the
/// meaning of the field with the same name in [`Totals`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct ChoiceTotals {
    /// The choice's id.
    pub id: String,
    /// The choice's name.
    pub name: String,
    /// The discount; omitted from the JSON if there is none.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub discount_amount: Pence,
    /// The VAT that is charged.
    pub vat_amount: Pence,
    /// The VAT that the customer accounts for; omitted from the JSON if there is none.
    #[serde(skip_serializing_if = "Pence::is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Pence>"))]
    pub reverse_charge_vat: Pence,
    /// Subtotal less discount, plus charged VAT.
    pub total_amount: Pence,
    /// The deposit.
    pub deposit_amount: Pence,
    /// The CIS deduction.
    pub cis_deduction: Pence,
    /// The total less the CIS deduction.
    pub amount_payable: Pence,
}

impl ChoiceTotals {
    fn new(choice: &Choice, totals: &Totals) -> Self {
        Self {
            id: choice.id.clone(),
            name: choice.name.clone(),
            discount_amount: totals.discount_amount,
            vat_amount: totals.vat_amount,
            reverse_charge_vat: totals.reverse_charge_vat,
            total_amount: totals.total_amount,
            deposit_amount: totals.deposit_amount,
            cis_deduction: totals.cis_deduction,
            amount_payable: totals.amount_payable,
        }
    }
}

/// The totals of a quote with each of its choices, in their order. A choice that cannot be calculated (a credit line
/// larger than everything else in it) is left out: [`check_choices`] reports why, and prevents the quote from being
/// sent. The list is empty for a document that is outside its limits.
#[must_use]
pub fn calculate_choice_totals(document: &Document) -> Vec<ChoiceTotals> {
    if document.choices.is_empty() || !validate::check_limits(document).is_empty() {
        return Vec::new();
    }
    let choices = document.choices.iter().take(CHOICES_MAX);
    let found = choices.filter_map(|choice| {
        let totals = calculate_with_choice(document, Some(&choice.id)).ok()?;
        Some(ChoiceTotals::new(choice, &totals))
    });
    found.collect()
}

/// The highest total that a customer can accept: the maximum over every choice and the quote as it is, each with the
/// optional lines as they are ticked, with all of them, and with only those that add to the total. Combinations that
/// cannot be calculated are ignored. `None` if the document cannot be calculated at all.
#[must_use]
pub fn max_total(document: &Document) -> Option<Pence> {
    if !validate::check_limits(document).is_empty() {
        return None;
    }
    let with = |chosen| {
        let as_set = total_with_choice(document, chosen);
        let all = total_with_options(document, chosen, Pence(i64::MIN));
        let adding = total_with_options(document, chosen, Pence::ZERO);
        as_set.max(all).max(adding)
    };
    let mut most = with(document.counted_choice_id());
    for choice in document.choices.iter().take(CHOICES_MAX) {
        most = most.max(with(Some(&choice.id)));
    }
    most
}

/// The total with this choice and exactly those optional lines whose total is more than `above`.
#[inline(never)] // Inlined, it would be in the browser's package twice.
fn total_with_options(document: &Document, chosen: Option<&str>, above: Pence) -> Option<Pence> {
    let mut ticked = document.clone();
    let lines = totals::calculate_lines(document, chosen);
    for (line, totals) in ticked.items.iter_mut().zip(lines) {
        line.selected = !line.optional || totals.total > above;
    }
    total_with_choice(&ticked, chosen)
}

#[inline(never)] // As above.
fn total_with_choice(document: &Document, chosen: Option<&str>) -> Option<Pence> {
    let totals = calculate_with_choice(document, chosen).ok()?;
    Some(totals.total_amount)
}

/// The most that may be paid under a quote: the highest total that the customer can accept. A variation is part of a
/// job whose agreed total was `agreed` so far (zero for any other quote); then it is the larger of that and the total
/// with the variation. `None` in the same case as [`max_total`].
#[must_use]
pub fn max_payable(document: &Document, agreed: Pence) -> Option<Pence> {
    Some(agreed + max_total(document)?.max(Pence::ZERO))
}

/// What prevents a quote from being sent to a customer who may take any of its choices: a choice without a name or
/// without anything in it, or one with which the quote breaks a rule. Empty for a document without choices.
#[must_use]
pub fn check_choices(document: &Document) -> Vec<FieldError> {
    let choices = document.choices.iter().take(CHOICES_MAX).enumerate();
    choices.filter_map(|(at, choice)| check_choice(document, at, choice)).collect()
}

fn check_choice(document: &Document, at: usize, choice: &Choice) -> Option<FieldError> {
    let path = format!("choices[{at}]");
    let Some(name) = trim_non_empty(&choice.name) else {
        let msg = "Give this choice a name, so that your customer can tell it from the others.";
        return Some(FieldError::new(format!("{path}.name"), code::REQUIRED, msg));
    };
    let with_it = select_choice(document, &choice.id);
    let refused = match calculate(&with_it) {
        Err(RuleErrors(errors)) => errors.into_iter().next(),
        Ok(totals) if !with_it.has_counted_line() && totals.labour_total == Pence::ZERO => {
            let msg = format!("“{name}” is empty. Add a line to it, or remove it.");
            return Some(FieldError::new(path, code::REQUIRED, msg));
        }
        Ok(totals) => validate::check_totals(&with_it, &totals).into_iter().next(),
    };
    refused.map(|error| FieldError::new(path, error.code, format!("With “{name}”: {}", error.msg)))
}

/// The document with this choice chosen.
#[must_use]
pub fn select_choice(document: &Document, id: &str) -> Document {
    Document { chosen_choice: Some(id.to_owned()), ..document.clone() }
}

// What each optional line of a quote adds to its total, including VAT: what a customer pays for ticking it.

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

    /// The highest total, in pounds; `choices` and the choice of each line are given by their ids.
    fn max_total_for(choices: &[&str], lines: &[(&str, bool, bool, &str)]) -> Option<i64> {
        let choices: Vec<String> =
            choices.iter().map(|id| format!(r#"{{"id":"{id}","name":"{id}"}}"#)).collect();
        let lines: Vec<String> = lines
            .iter()
            .enumerate()
            .map(|(at, (price, optional, selected, choice))| {
                let choice = if choice.is_empty() {
                    "null".to_owned()
                } else {
                    format!("{choice:?}")
                };
                format!(
                    r#"{{"id":"{at}","name":"x","quantity":"1","price":"{price}","optional":{optional},"selected":{selected},"choice":{choice}}}"#
                )
            })
            .collect();
        let text =
            format!(r#"{{"tax":"20","choices":[{}],"items":[{}]}}"#, choices.join(","), lines.join(","));
        max_total(&Document::from_json(&text).unwrap()).map(|total| total.0)
    }

    #[test]
    fn the_largest_total_counts_every_option_that_increases_it() {
        // A call-out, and an optional boiler that isn't ticked.
        let boiler = [("30", false, false, ""), ("1000", true, false, "")];
        assert_eq!(max_total_for(&[], &boiler), Some(123_600));
        // An optional credit is left out, even if it is ticked or larger than everything else.
        let credit = [("30", false, false, ""), ("10", true, false, ""), ("-100", true, true, "")];
        assert_eq!(max_total_for(&[], &credit), Some(4_800));
        // Each choice has its own options; the choice with the highest total counts.
        let options = [
            ("20", false, false, "a"),
            ("30", false, false, "b"),
            ("90", true, false, "a"),
            ("5", true, true, "b"),
        ];
        assert_eq!(max_total_for(&["a", "b"], &options), Some(13_200));
        assert_eq!(max_total_for(&[], &[("-5", false, false, "")]), None);
    }

    #[test]
    fn the_largest_payable_amount_of_a_variation_includes_its_job() {
        let extra = |price: &str| {
            let text = format!(
                r#"{{"tax":"20","variation":true,"items":[{{"id":"a","name":"x","quantity":"1","price":"{price}"}}]}}"#
            );
            let extra = Document::from_json(&text).unwrap();
            max_payable(&extra, Pence(120_000)).map(|total| total.0)
        };
        assert_eq!(extra("30"), Some(123_600));
        assert_eq!(extra("-400"), Some(120_000));
    }

    fn priced_options(document: serde_json::Value) -> Vec<(String, Pence)> {
        price_options(&serde_json::from_value(document).unwrap())
    }

    #[test]
    fn the_price_of_an_option_includes_its_vat_and_its_part_of_the_discount() {
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
