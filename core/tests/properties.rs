//! Properties that always hold (docs/rules.md, section 3), tested with generated documents.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::all_in::find_discount;
use plumbline_core::calculate::balancing_line::add_balancing_line;
use plumbline_core::calculate::sections::sum_sections;
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::calculate::validate::validate;
use plumbline_core::document::{
    DepositType, DiscountType, Document, Line, Payment, PriceDisplay, Treatment, Vat,
};
use plumbline_core::json;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::preview;
use proptest::prelude::*;
use strategies::calculated;

fn sum(amounts: impl Iterator<Item = Pence>) -> Pence {
    amounts.sum()
}

/// Any JSON that uses the names of documents, so that much of it is read.
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
        "choice",
        "choices",
        "chosenChoice",
        "section",
        "sections",
        "priceDisplay",
        "cost",
        "vatTreatment",
        "pricesIncludeVat",
    ]);
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        (-1e9..1e9_f64).prop_map(Into::into),
        "-?[0-9]{0,40}(\\.[0-9]{0,40})?([eE][+-]?[0-9]{1,25})?".prop_map(Into::into),
        prop::sample::select(vec!["taxable", "exempt", "other", "percentage", "fixed", "labour", "pending"])
            .prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec((name.clone(), inner), 0..12).prop_map(|entries| {
                let entries = entries.into_iter().map(|(name, value)| (name.to_owned(), value));
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
    fn sections_other_lines_and_labour_add_up_to_the_subtotal((document, totals) in calculated()) {
        let sums = sum_sections(&document, &totals.items);
        let all = sum(sums.iter().map(|it| it.subtotal));
        prop_assert_eq!(all + totals.labour_total, totals.subtotal_amount);
        let lines: usize = sums.iter().map(|it| it.lines).sum();
        prop_assert_eq!(lines, document.items.len());
        // The totals say the same of those that have a name, and nothing where there are none.
        let named: Vec<_> = sums.iter().filter_map(|it| Some((it.id?, it.subtotal))).collect();
        let given: Vec<_> = totals.sections.iter().map(|it| (it.id.as_str(), it.subtotal)).collect();
        prop_assert_eq!(named, given);
        prop_assert_eq!(totals.sections.len(), document.sections.len());
        let mut turned = document.clone();
        turned.items.reverse();
        prop_assert_eq!(calculate(&turned).unwrap().sections, totals.sections);
    }

    #[test]
    fn sections_and_hidden_prices_change_no_other_figure((document, totals) in calculated()) {
        let mut bare = document.clone();
        bare.sections.clear();
        bare.items.iter_mut().for_each(|line| line.section = None);
        let bare = calculate(&bare).unwrap();
        prop_assert_eq!(Totals { sections: Vec::new(), ..totals.clone() }, bare.clone());
        prop_assert!(!json::to_text(&bare).contains("sections"));
        let hidden = Document { price_display: PriceDisplay::One, ..document };
        prop_assert_eq!(calculate(&hidden).unwrap(), totals);
    }

    #[test]
    fn a_balancing_line_gives_an_imported_document_its_original_total(
        (document, totals) in calculated(),
        pence in -20_000_i64..20_000,
    ) {
        let there = Pence(totals.total_amount.0 + pence);
        if let Some(agreed) = add_balancing_line(&document, there, "Difference") {
            prop_assert_eq!(calculate(&agreed).unwrap().total_amount, there);
        } else {
            // Only what the rules refuse, or what a shared discount keeps from being met to the penny.
            prop_assert!(document.include_discount || totals.subtotal_amount.0 + pence < 0
                || totals.subtotal_amount.0 + pence > 10_000_000_000 || document.items.len() == 500);
        }
    }

    #[test]
    fn net_amounts_and_discount_shares_add_up_over_the_vat_groups((_, totals) in calculated()) {
        prop_assert_eq!(sum(totals.vat_groups.iter().map(|group| group.net)), totals.subtotal_amount);
        prop_assert_eq!(sum(totals.vat_groups.iter().map(|group| group.discount)), totals.discount_amount);
    }

    #[test]
    fn taxable_and_charged_vat_sum_to_the_total((document, totals) in calculated()) {
        let charged = |treatment| matches!(treatment, Treatment::Taxable);
        let parts = totals.vat_groups.iter().map(|group| {
            if charged(group.treatment) { group.taxable + group.vat } else { group.taxable }
        });
        prop_assert_eq!(sum(parts), totals.total_amount);
        let priced = totals.subtotal_amount - totals.discount_amount;
        let on_top = if document.prices_include_vat { Pence::ZERO } else { totals.vat_amount };
        prop_assert_eq!(priced + on_top, totals.total_amount);
        prop_assert_eq!(sum(totals.vat_groups.iter().map(|group| group.taxable)), totals.net_amount());
    }

    #[test]
    fn rounds_the_vat_in_prices_once_for_each_group((document, _) in calculated()) {
        let document = Document { prices_include_vat: true, ..document };
        let totals = calculate(&document).unwrap();
        for group in totals.vat_groups.iter().filter(|it| it.treatment == Treatment::Taxable) {
            let paid = group.net - group.discount;
            prop_assert_eq!(group.taxable + group.vat, paid);
            // Half a penny off at most, and the half is rounded away from nothing.
            let exact = paid.to_decimal() * group.rate.0 / (group.rate.0 + rust_decimal::Decimal::ONE_HUNDRED);
            let off = (group.vat.to_decimal() - exact).abs();
            prop_assert!(off <= rust_decimal::Decimal::new(5, 3), "{} of {}", group.vat, paid);
        }
        prop_assert_eq!((totals.cis_base, totals.cis_deduction), (Pence::ZERO, Pence::ZERO));
        prop_assert!(totals.cis_payments.is_empty());
    }

    #[test]
    fn a_discount_reaches_any_total_exactly_if_prices_include_vat((document, _) in calculated(), share in 0..=1_000_i64) {
        let document = Document { prices_include_vat: true, include_discount: false, ..document };
        let whole = calculate(&document).unwrap().total_amount;
        let target = whole.in_proportion(Pence(share), Pence(1_000));
        let found = find_discount(&document, &Number::from(target)).unwrap();
        prop_assert_eq!((found.exact, found.total_amount, found.discount), (true, target, whole - target));
    }

    #[test]
    fn lists_each_vat_group_once_and_in_order((_, totals) in calculated()) {
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
        prop_assert_eq!(&Document::from_json(&written).unwrap(), &document);
        prop_assert_eq!(&serde_json::from_str::<Document>(&written).unwrap(), &document);
        prop_assert_eq!(preview::calculate_totals_json(&written).unwrap(), text);
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
    fn cis_is_deducted_from_no_more_than_is_paid((_, totals) in calculated()) {
        let paid = totals.subtotal_amount - totals.discount_amount;
        prop_assert!((Pence::ZERO..=paid).contains(&totals.cis_base));
    }

    #[test]
    fn the_cis_parts_of_payments_add_up_to_the_document((mut document, _) in calculated()) {
        document.cis_rate = Some("20".into());
        document.prices_include_vat = false;
        document.payments.clear();
        let unpaid = calculate(&document).unwrap();
        prop_assume!(unpaid.amount_payable > Pence::ZERO);
        // Three payments that come to what is payable.
        let third = unpaid.amount_payable.0 / 3;
        for (id, amount) in [("a", third), ("b", third), ("c", unpaid.amount_payable.0 - 2 * third)] {
            document.payments.push(Payment {
                id: id.into(),
                amount: Number::Value(Pence(amount).to_decimal()),
                ..Payment::default()
            });
        }
        let totals = calculate(&document).unwrap();
        let gross = totals.subtotal_amount - totals.discount_amount;
        let each = &totals.cis_payments;
        prop_assert_eq!(sum(each.iter().map(|p| p.gross)), gross);
        prop_assert_eq!(sum(each.iter().map(|p| p.materials)), gross - totals.cis_base);
        prop_assert_eq!(sum(each.iter().map(|p| p.deducted)), totals.cis_deduction);
        // Payments alone change nothing else.
        prop_assert_eq!(unpaid.with_payments(&document.payments, true), totals);
    }

    #[test]
    fn the_all_in_discount_gives_the_nearest_possible_total(
        lines in prop::collection::vec((-60..300_i64, 0..4_usize), 0..5),
        target in 0..700_i64,
    ) {
        let rate = |at: usize| ["0", "5", "17.5", "100"][at];
        let items = lines.iter().map(|&(pence, at)| Line {
            quantity: 1.into(),
            price: Number::Value(Pence(pence).to_decimal()),
            vat: Some(Vat { treatment: Treatment::Taxable, rate: rate(at).into() }),
            ..Line::default()
        });
        let document = Document { items: items.collect(), ..Document::default() };
        let Ok(without) = calculate(&document) else { return Ok(()) };
        let answer = find_discount(&document, &Number::Value(Pence(target).to_decimal()));
        if target > without.total_amount.0 {
            prop_assert_eq!(answer.unwrap_err().0[0].code, "above_total");
            return Ok(());
        }
        let with = |pence| calculate(&Document {
            include_discount: true,
            discount_type: DiscountType::Other,
            discount: Number::Value(Pence(pence).to_decimal()),
            ..document.clone()
        }).unwrap().total_amount;
        let best = (0..=without.subtotal_amount.0)
            .min_by_key(|&pence| (with(pence).0.abs_diff(target), pence))
            .unwrap();
        let answer = answer.unwrap();
        prop_assert_eq!(answer.discount, Pence(best));
        prop_assert_eq!(answer.total_amount, with(best));
        prop_assert_eq!(answer.exact, with(best).0 == target);
    }

    #[test]
    fn no_json_makes_a_panic(value in any_json()) {
        let text = value.to_string();
        let answer = preview::calculate_totals_json(&text);
        let validated = preview::find_errors_json(&text);
        // What may be saved can be calculated.
        if validated.as_deref() == Ok("[]") {
            prop_assert!(answer.is_ok());
        }
        let mut line = Vec::new();
        plumbline_core::ndjson::write_totals(text.as_bytes(), &mut line);
        prop_assert!(!line.trim_ascii().is_empty());
        // Read from a tree of values, as the browser does, it is the same document.
        if let (Ok(read), Ok(tree)) = (Document::from_json(&text), serde_json::from_value::<Document>(value)) {
            prop_assert_eq!(read, tree);
        }
    }

    #[test]
    fn no_text_makes_a_panic(text in ".{0,80}", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        drop(preview::calculate_totals_json(&text));
        drop(preview::find_errors_json(&text));
        plumbline_core::ndjson::write_totals(&bytes, &mut Vec::new());
    }
}

#[test]
fn ten_thousand_lines_are_refused_and_do_not_overflow() {
    let line = Line { quantity: 1_000_000.into(), price: 10_000_000.into(), ..Line::default() };
    let document = Document { items: vec![line; 10_000], ..Document::default() };
    let errors = calculate(&document).unwrap_err().0;
    assert_eq!((errors.len(), errors[0].code), (1, "too_many_lines"));
    let document = Document { items: document.items[..500].to_vec(), ..Document::default() };
    let errors = calculate(&document).unwrap_err().0;
    assert_eq!((errors.len(), errors[0].path.as_str()), (1, "subtotalAmount"));
}
