//! What is always true (rules.md, section 3), on documents that nobody thought of.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::document::{DepositType, DiscountType, Document};
use plumbline_core::json;
use plumbline_core::line::Line;
use plumbline_core::money::Pence;
use plumbline_core::number::Number;
use plumbline_core::totals::{Totals, calculate};
use plumbline_core::validate::validate;
use plumbline_core::vat::Treatment;
use proptest::prelude::*;
use strategies::calculated;

fn sum(amounts: impl Iterator<Item = Pence>) -> Pence {
    amounts.sum()
}

/// Any JSON, with the names that documents use, so that it is read far into.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let name = prop::sample::select(vec![
        "items",
        "quantity",
        "price",
        "vat",
        "treatment",
        "rate",
        "discount",
        "discountType",
        "includeDiscount",
        "deposit",
        "includeDeposit",
        "tax",
        "cisRate",
        "payments",
        "amount",
        "labourHours",
        "labourRate",
        "includeLabour",
        "optional",
        "selected",
        "costType",
        "id",
        "name",
        "confirmationStatus",
    ]);
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        "-?[0-9]{0,40}(\\.[0-9]{0,40})?([eE][+-]?[0-9]{1,25})?".prop_map(Into::into),
        prop::sample::select(vec![
            "taxable",
            "exempt",
            "other",
            "percentage",
            "fixed",
            "labour",
            "pending"
        ])
        .prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec((name.clone(), inner), 0..12).prop_map(|entries| {
                let entries = entries
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value));
                serde_json::Value::Object(entries.collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn line_totals_and_labour_sum_to_the_subtotal((_, totals) in calculated()) {
        let lines = totals.items.iter().filter(|line| line.counted).map(|line| line.total);
        prop_assert_eq!(sum(lines) + totals.labour_total, totals.subtotal_amount);
        for line in &totals.items {
            prop_assert_eq!(line.goods + line.labour_total, line.total);
        }
    }

    #[test]
    fn nets_sum_to_the_subtotal_and_shares_to_the_discount((_, totals) in calculated()) {
        prop_assert_eq!(sum(totals.vat_groups.iter().map(|group| group.net)), totals.subtotal_amount);
        prop_assert_eq!(sum(totals.vat_groups.iter().map(|group| group.discount)), totals.discount_amount);
    }

    #[test]
    fn taxable_and_charged_vat_sum_to_the_total((_, totals) in calculated()) {
        let charged = |treatment| matches!(treatment, Treatment::Taxable);
        let parts = totals.vat_groups.iter().map(|group| {
            if charged(group.treatment) { group.taxable + group.vat } else { group.taxable }
        });
        prop_assert_eq!(sum(parts), totals.total_amount);
        prop_assert_eq!(totals.subtotal_amount - totals.discount_amount + totals.vat_amount, totals.total_amount);
    }

    #[test]
    fn groups_stand_in_their_order_and_once((_, totals) in calculated()) {
        let place = |at: usize| (totals.vat_groups[at].treatment, std::cmp::Reverse(totals.vat_groups[at].rate));
        for at in 1..totals.vat_groups.len() {
            prop_assert!(place(at - 1) < place(at));
        }
    }

    #[test]
    fn the_deposit_never_exceeds_the_total((document, totals) in calculated()) {
        if totals.total_amount >= Pence::ZERO {
            prop_assert!(totals.deposit_amount <= totals.total_amount);
            prop_assert!(totals.deposit_amount >= Pence::ZERO);
        } else {
            prop_assert!(validate(&document).iter().any(|error| error.code == "negative_total"));
        }
        prop_assert_eq!(totals.total_amount - totals.deposit_amount, totals.balance_after_deposit);
    }

    #[test]
    fn the_discount_is_within_the_subtotal((_, totals) in calculated()) {
        prop_assert!((Pence::ZERO..=totals.subtotal_amount).contains(&totals.discount_amount));
    }

    #[test]
    fn the_order_of_the_lines_changes_no_total((document, totals) in calculated(), turn in 0..9_usize) {
        let mut turned = document;
        turned.items.reverse();
        if !turned.items.is_empty() {
            let turn = turn % turned.items.len();
            turned.items.rotate_left(turn);
        }
        let mut again = calculate(&turned).unwrap();
        again.items.clone_from(&totals.items);
        prop_assert_eq!(again, totals);
    }

    #[test]
    fn amounts_survive_json((document, totals) in calculated()) {
        let text = serde_json::to_string(&totals).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Totals>(&text).unwrap(), &totals);
        let written = serde_json::to_string(&document).unwrap();
        prop_assert_eq!(&json::document(&written).unwrap(), &document);
        prop_assert_eq!(&serde_json::from_str::<Document>(&written).unwrap(), &document);
        prop_assert_eq!(json::calculate(&written).unwrap(), text);
    }

    #[test]
    fn a_clamped_discount_or_deposit_is_reported((document, totals) in calculated()) {
        let errors = validate(&document);
        let reported = |path: &str| errors.iter().any(|error| error.path == path);
        let wanted = |number: &Number| number.to_pence().unwrap();
        if document.include_discount && document.discount_type == DiscountType::Other {
            prop_assert_eq!(reported("discount"), wanted(&document.discount) > totals.subtotal_amount);
            prop_assert_eq!(totals.discount_amount, wanted(&document.discount).min(totals.subtotal_amount));
        }
        if document.include_deposit && document.deposit_type == DepositType::Fixed && totals.total_amount >= Pence::ZERO {
            prop_assert_eq!(reported("deposit"), wanted(&document.deposit) > totals.total_amount);
            prop_assert_eq!(totals.deposit_amount, wanted(&document.deposit).min(totals.total_amount));
        }
    }

    #[test]
    fn the_balance_is_what_is_payable_less_what_is_paid((_, totals) in calculated()) {
        prop_assert_eq!(totals.amount_payable, totals.total_amount - totals.cis_deduction);
        prop_assert_eq!(totals.balance_due, (totals.amount_payable - totals.paid_amount).max(Pence::ZERO));
    }

    #[test]
    fn no_json_makes_a_panic(value in any_json()) {
        let text = value.to_string();
        let answer = json::calculate(&text);
        let validated = json::validate(&text);
        // What may be saved can be calculated.
        if validated.as_deref() == Ok("[]") {
            prop_assert!(answer.is_ok());
        }
        prop_assert!(!plumbline_core::ndjson::answer_text(&text).trim().is_empty());
        // Read from a tree of values, as the server does, it is the same document.
        if let (Ok(read), Ok(tree)) = (json::document(&text), serde_json::from_value::<Document>(value)) {
            prop_assert_eq!(read, tree);
        }
    }

    #[test]
    fn no_text_makes_a_panic(text in ".{0,80}", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        drop(json::calculate(&text));
        drop(json::validate(&text));
        drop(plumbline_core::draft::Draft::default().set_line(0, &text));
        plumbline_core::ndjson::answer(&bytes, &mut Vec::new());
    }
}

#[test]
fn ten_thousand_lines_are_refused_and_do_not_overflow() {
    let line = Line {
        quantity: 1_000_000.into(),
        price: 10_000_000.into(),
        ..Line::default()
    };
    let document = Document {
        items: vec![line; 10_000],
        ..Document::default()
    };
    let errors = calculate(&document).unwrap_err().0;
    assert_eq!((errors.len(), errors[0].code), (1, "too_many_lines"));
    let document = Document {
        items: document.items[..500].to_vec(),
        ..Document::default()
    };
    let errors = calculate(&document).unwrap_err().0;
    assert_eq!(
        (errors.len(), errors[0].path.as_str()),
        (1, "subtotalAmount")
    );
}
