//! A document in which every field differs from its default, for tests that check what a copy, a template or an export
//! leaves out. A new field of a document doesn't compile until it has a value here.

use super::{
    AgreedAt, Agreement, BuysAs, Choice, ConfirmationStatus, CostType, DepositType, DiscountType, Document,
    Invoiced, LabourUnit, Line, Payment, Photo, PriceDisplay, Rate, Section, Supplies, Treatment, Variation,
    Vat, VatAnswers, VatGroup,
};
use crate::money::Pence;
use crate::money::number::Number;
use crate::tax::vat_reliefs::VatRelief;

/// Returns such a document. The line `left-out` is an option that is not taken and `counted` counts, both with every
/// field set; `other` belongs to the choice that doesn't count. The rules wouldn't allow all of this together: CIS with
/// prices that include VAT, or a variation that deducts invoices.
#[must_use]
pub fn every_field() -> Document {
    let other = Line {
        name: "Plain bath".to_owned(),
        choice: Some("good".to_owned()),
        optional: false,
        ..line("other", true)
    };
    Document {
        items: vec![line("left-out", false), line("counted", true), other],
        document_labour_unit_type: LabourUnit::Days,
        include_labour: true,
        labour_hours: Number::from_text("3.25"),
        labour_rate: Number::from_text("260"),
        labour_unit_type: Some(LabourUnit::Days),
        include_discount: true,
        discount: Number::from_text("7"),
        discount_type: DiscountType::Other,
        discount_reason: "For the delay".to_owned(),
        vat_treatment: Treatment::Exempt,
        tax: Number::from_text("17.5"),
        prices_include_vat: true,
        supply_date: "2026-11-20".parse().ok(),
        vat_answers: Some(VatAnswers {
            reliefs: vec![VatRelief::EmptyHome],
            in_cis: Some(true),
            customer_registered: Some(false),
            staff: Some(true),
            end_user_notice: Some(false),
            not_construction: vec!["counted".to_owned()],
        }),
        sections: vec![Section { id: "room".to_owned(), name: "Bathroom".to_owned() }],
        price_display: PriceDisplay::Sections,
        agreement: Some(Agreement {
            customer: Some(BuysAs::Business),
            place: Some(AgreedAt::Distance),
            urgent: Some(true),
            new_build: Some(false),
            supplies: Some(Supplies::Labour),
            work_time: Some("In May".to_owned()),
        }),
        photos: vec![Photo {
            id: "photo".to_owned(),
            line: Some("counted".to_owned()),
            caption: "The old bath".to_owned(),
            width: 640,
            height: 480,
        }],
        choices: ["good", "best"].map(choice).to_vec(),
        chosen_choice: Some("best".to_owned()),
        include_deposit: true,
        deposit: Number::from_text("90"),
        deposit_type: DepositType::Fixed,
        deposit_reason: "For the boiler".to_owned(),
        cis_rate: Some(Number::from(20)),
        invoiced: vec![Invoiced {
            id: "stage".to_owned(),
            number: "INV-0007".to_owned(),
            groups: vec![VatGroup {
                treatment: Treatment::Exempt,
                rate: Rate(5.into()),
                net: Pence(1_100),
                discount: Pence(100),
                taxable: Pence(1_000),
                vat: Pence(1),
            }],
            cis_base: Pence(900),
            cis_deduction: Pence(180),
        }],
        variation: true,
        variations: vec![Variation {
            id: "varied".to_owned(),
            number: "Q-0012-V1".to_owned(),
            discount: Pence(250),
        }],
        payments: vec![Payment {
            id: "payment".to_owned(),
            amount: Number::from_text("12.34"),
            date: "2026-11-18".to_owned(),
            method: "cheque".to_owned(),
            notes: "By post".to_owned(),
            confirmation_status: ConfirmationStatus::Pending,
        }],
    }
}

fn line(id: &str, selected: bool) -> Line {
    Line {
        id: id.to_owned(),
        name: "Steel bath".to_owned(),
        description: "With legs".to_owned(),
        quantity: Number::from_text("2"),
        price: Number::from_text("320.5"),
        include_labour: true,
        labour_hours: Number::from_text("1.75"),
        labour_rate: Number::from_text("43.25"),
        labour_unit_type: Some(LabourUnit::Hours),
        vat: Some(Vat { treatment: Treatment::Taxable, rate: Number::from_text("5") }),
        optional: true,
        selected,
        choice: Some("best".to_owned()),
        section: Some("room".to_owned()),
        cost_type: CostType::Materials,
        cost: Some(Number::from_text("210.4")),
    }
}

fn choice(id: &str) -> Choice {
    Choice { id: id.to_owned(), name: format!("The {id} one") }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn no_field_of_the_sample_has_its_default_value() {
        let of = |value: Value| value.as_object().cloned().unwrap_or_default();
        let all = of(serde_json::to_value(every_field()).unwrap());
        let usual = of(serde_json::to_value(Document::default()).unwrap());
        assert!(usual.keys().all(|name| all.contains_key(name)));
        for (name, value) in &all {
            assert_ne!(usual.get(name), Some(value), "{name}");
        }
        let line = of(all["items"][0].clone());
        let usual = of(serde_json::to_value(Line::default()).unwrap());
        assert!(usual.keys().all(|name| line.contains_key(name)));
        for (name, value) in &line {
            assert_ne!(usual.get(name), Some(value), "{name} of a line");
        }
    }
}
