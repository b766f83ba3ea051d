//! A document without its texts: only what is needed to calculate its total again.

use super::{Choice, Document, Invoiced, Line, PriceDisplay, Variation};
use crate::money::Pence;

impl Document {
    /// A copy with only the amounts. Names, descriptions, reasons, sections, photos, costs, payments, the answers about
    /// VAT and the agreement are left out, and ids are replaced by positions, so that a person who has only this learns
    /// nothing about the job or its customer. The subtotal, discount, VAT, total and deposit are the same
    /// (docs/rules.md, section 3, steps 1 to 7); a CIS deduction depends on what materials cost and can't be calculated
    /// from it.
    #[must_use]
    pub fn to_amounts_only(&self) -> Self {
        // A line may name a choice that doesn't exist.
        let mut known: Vec<&str> = self.choices.iter().map(|it| it.id.as_str()).collect();
        known.extend(self.chosen_choice.as_deref());
        known.extend(self.items.iter().filter_map(|line| line.choice.as_deref()));
        let choice_at = |id: &str| known.iter().position(|it| *it == id).map(placeholder_id);
        let chosen = self.chosen_choice.as_deref().and_then(choice_at);
        let items = self.items.iter().enumerate().map(|(at, line)| {
            let Line {
                id: _,          // its place
                name: _,        // says what the job is
                description: _, // says what the job is
                quantity,
                price,
                include_labour,
                labour_hours,
                labour_rate,
                labour_unit_type,
                vat,
                optional,
                selected,
                choice,
                section: _, // a variation is calculated separately, so its lines must stay recognisable
                cost_type,
                cost: _, // nobody else's business
            } = line.clone();
            Line {
                id: placeholder_id(at),
                name: String::new(),
                description: String::new(),
                quantity,
                price,
                include_labour,
                labour_hours,
                labour_rate,
                labour_unit_type,
                vat,
                optional,
                selected,
                choice: choice.as_deref().and_then(choice_at),
                section: self.part_index(line).checked_sub(1).map(placeholder_id),
                cost_type,
                cost: None,
            }
        });
        let choices =
            (0..self.choices.len()).map(|at| Choice { id: placeholder_id(at), name: String::new() });
        let invoiced = self.invoiced.iter().enumerate().map(|(at, it)| {
            let Invoiced {
                id: _,     // its place
                number: _, // says which invoice it is
                groups,
                cis_base,
                cis_deduction: _, // nothing of it is under CIS here
            } = it.without_cost();
            Invoiced {
                id: placeholder_id(at),
                number: String::new(),
                groups,
                cis_base,
                cis_deduction: Pence::ZERO,
            }
        });
        let variations = self.variations.iter().enumerate().map(|(at, it)| {
            let Variation {
                id: _,     // its place
                number: _, // says which variation it is
                discount,
            } = it;
            Variation { id: placeholder_id(at), number: String::new(), discount: *discount }
        });
        // Every field is named, so that a new one doesn't compile until somebody decides whether a stranger may read
        // it.
        let Self {
            items: _, // above
            document_labour_unit_type,
            include_labour,
            labour_hours,
            labour_rate,
            labour_unit_type,
            include_discount,
            discount,
            discount_type,
            discount_reason: _, // words
            vat_treatment,
            tax,
            prices_include_vat,
            supply_date: _,   // says when the job was done
            vat_answers: _,   // say what was answered of the customer
            sections: _,      // words
            price_display: _, // no figure follows from it
            agreement: _,     // says how the job was agreed
            photos: _,        // show the customer's home
            choices: _,       // above
            chosen_choice: _, // above
            include_deposit,
            deposit,
            deposit_type,
            deposit_reason: _, // words
            cis_rate: _,       // its deduction hangs on what materials cost
            invoiced: _,       // above
            variation,
            variations: _, // above
            payments: _,   // say who paid what, and when
        } = self.clone();
        Self {
            items: items.collect(),
            document_labour_unit_type,
            include_labour,
            labour_hours,
            labour_rate,
            labour_unit_type,
            include_discount,
            discount,
            discount_type,
            discount_reason: String::new(),
            vat_treatment,
            tax,
            prices_include_vat,
            supply_date: None,
            vat_answers: None,
            sections: Vec::new(),
            price_display: PriceDisplay::Lines,
            agreement: None,
            photos: Vec::new(),
            choices: choices.collect(),
            chosen_choice: chosen,
            include_deposit,
            deposit,
            deposit_type,
            deposit_reason: String::new(),
            cis_rate: None,
            invoiced: invoiced.collect(),
            variation,
            variations: variations.collect(),
            payments: Vec::new(),
        }
    }
}

/// The id for the entry at this index: its position, counted from 1.
fn placeholder_id(at: usize) -> String {
    (at + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample;

    #[test]
    fn keeps_the_amount_of_each_field_or_nothing_of_it() {
        let whole = sample::every_field();
        let mut bare = whole.clone();
        for (at, line) in bare.items.iter_mut().enumerate() {
            line.id = placeholder_id(at);
            line.name.clear();
            line.description.clear();
            line.section = None;
            line.cost = None;
            // The choices are `good` and `best`.
            line.choice = line.choice.as_deref().map(|id| placeholder_id(usize::from(id == "best")));
        }
        for (at, choice) in bare.choices.iter_mut().enumerate() {
            choice.id = placeholder_id(at);
            choice.name.clear();
        }
        bare.chosen_choice = Some(placeholder_id(1));
        bare.discount_reason.clear();
        bare.deposit_reason.clear();
        bare.supply_date = None;
        bare.vat_answers = None;
        bare.sections.clear();
        bare.price_display = PriceDisplay::Lines;
        bare.agreement = None;
        bare.photos.clear();
        bare.cis_rate = None;
        bare.invoiced[0].id = placeholder_id(0);
        bare.invoiced[0].number.clear();
        bare.invoiced[0].cis_base = Pence::ZERO;
        bare.invoiced[0].cis_deduction = Pence::ZERO;
        bare.variations[0].id = placeholder_id(0);
        bare.variations[0].number.clear();
        bare.payments.clear();
        assert_eq!(whole.to_amounts_only(), bare);
    }

    #[test]
    fn amounts_reveal_nothing_about_the_job_or_the_customer() {
        let text = r#"{"items":[{"id":"secret-line","name":"Secret boiler","description":"Secret flat",
            "quantity":"2","price":"12.50","cost":"3.33","choice":"secret-choice","section":"secret-room"}],
            "sections":[{"id":"secret-room","name":"Secret bathroom"}],"agreement":{"place":"away"},
            "photos":[{"id":"secret-photo","line":"secret-line","caption":"Secret wall","width":1,"height":1}],
            "choices":[{"id":"secret-choice","name":"Secret best"}],"chosenChoice":"secret-choice",
            "includeDiscount":true,"discount":"1","discountReason":"Secret friend","depositReason":"Secret",
            "cisRate":20,"supplyDate":"2026-11-16",
            "invoiced":[{"id":"secret","number":"SECRET-1","groups":[],"cisBase":"61.37","cisDeduction":"12.27"}],
            "payments":[{"id":"secret","amount":"1.00","method":"cash"}]}"#;
        let document: Document = crate::json::parse(text).unwrap();
        let bare = serde_json::to_string(&document.to_amounts_only()).unwrap();
        assert!(!bare.to_lowercase().contains("secret"), "{bare}");
        assert!(!bare.contains("3.33"), "{bare}");
        assert!(!bare.contains("61.37") && !bare.contains("12.27"), "{bare}");
        assert!(!bare.contains("agreement"), "{bare}");
        assert!(bare.contains("12.5"), "{bare}");
        assert!(document.to_amounts_only().has_counted_line());
    }
}
