//! A document without its texts: only what is needed to calculate its total again.

use super::{Choice, Document, Invoiced, Line, PriceDisplay, Variation};
use crate::money::Pence;

impl Document {
    /// Its figures alone. Names, descriptions, reasons, sections, photos, what things cost the business, payments, what
    /// was answered for VAT and how the job was agreed are left out, and ids are places: whoever has no more than these learns nothing of the
    /// job or its customer. It comes to the same subtotal, discount, VAT, total and deposit (docs/rules.md,
    /// section 3, steps 1 to 7); a CIS deduction hangs on what materials cost and is not worked out from it.
    #[must_use]
    pub fn figures_only(&self) -> Self {
        // A line may name a choice that there is not.
        let mut known: Vec<&str> = self.choices.iter().map(|it| it.id.as_str()).collect();
        known.extend(self.chosen_choice.as_deref());
        known.extend(self.items.iter().filter_map(|line| line.choice.as_deref()));
        let choice_at = |id: &str| known.iter().position(|it| *it == id).map(named);
        let chosen = self.chosen_choice.as_deref().and_then(choice_at);
        let items = self.items.iter().enumerate().map(|(at, line)| Line {
            id: named(at),
            name: String::new(),
            description: String::new(),
            choice: line.choice.as_deref().and_then(choice_at),
            cost: None,
            // A variation is worked out by itself, so its lines are told from the others.
            section: self.part_of(line).checked_sub(1).map(named),
            ..line.clone()
        });
        let choices = (0..self.choices.len()).map(|at| Choice {
            id: named(at),
            name: String::new(),
        });
        let invoiced = self.invoiced.iter().enumerate().map(|(at, it)| Invoiced {
            id: named(at),
            number: String::new(),
            // Nothing of it is under CIS here.
            cis_deduction: Pence::ZERO,
            ..it.without_cost()
        });
        let variations = self
            .variations
            .iter()
            .enumerate()
            .map(|(at, it)| Variation {
                id: named(at),
                number: String::new(),
                discount: it.discount,
            });
        Self {
            items: items.collect(),
            discount_reason: String::new(),
            supply_date: None,
            vat_answers: None,
            sections: Vec::new(),
            price_display: PriceDisplay::Lines,
            agreement: None,
            photos: Vec::new(),
            choices: choices.collect(),
            chosen_choice: chosen,
            deposit_reason: String::new(),
            cis_rate: None,
            invoiced: invoiced.collect(),
            variations: variations.collect(),
            payments: Vec::new(),
            ..self.clone()
        }
    }
}

/// The id of what stands at a place, the first of them 1.
fn named(at: usize) -> String {
    (at + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_say_nothing_of_the_job_or_the_customer() {
        let text = r#"{"items":[{"id":"secret-line","name":"Secret boiler","description":"Secret flat",
            "quantity":"2","price":"12.50","cost":"3.33","choice":"secret-choice","section":"secret-room"}],
            "sections":[{"id":"secret-room","name":"Secret bathroom"}],"agreement":{"place":"away"},
            "photos":[{"id":"secret-photo","line":"secret-line","caption":"Secret wall","width":1,"height":1}],
            "choices":[{"id":"secret-choice","name":"Secret best"}],"chosenChoice":"secret-choice",
            "includeDiscount":true,"discount":"1","discountReason":"Secret friend","depositReason":"Secret",
            "cisRate":20,"supplyDate":"2026-11-16",
            "invoiced":[{"id":"secret","number":"SECRET-1","groups":[],"cisBase":"61.37","cisDeduction":"12.27"}],
            "payments":[{"id":"secret","amount":"1.00","method":"cash"}]}"#;
        let document: Document = crate::json::read(text).unwrap();
        let bare = serde_json::to_string(&document.figures_only()).unwrap();
        assert!(!bare.to_lowercase().contains("secret"), "{bare}");
        assert!(!bare.contains("3.33"), "{bare}");
        assert!(!bare.contains("61.37") && !bare.contains("12.27"), "{bare}");
        assert!(!bare.contains("agreement"), "{bare}");
        assert!(bare.contains("12.5"), "{bare}");
        assert!(document.figures_only().has_counted_line());
    }
}
