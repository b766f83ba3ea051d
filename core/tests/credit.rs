//! Credit notes: golden cases, and properties of every invoice, however it is credited.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::credit::{
    Credit, CreditRequest, InvoiceToCredit, LineToCredit, RemainingCredit, calculate_credit_note,
};
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::Document;
use plumbline_core::error::FieldError;
use plumbline_core::money::Pence;
use proptest::prelude::*;
use rust_decimal::Decimal;
use strategies::calculated;

type Credits = Vec<(Document, Totals)>;

fn document(text: &str) -> Document {
    plumbline_core::json::parse(text).unwrap()
}

fn make(
    document: &Document,
    totals: &Totals,
    credits: &Credits,
    wanted: &CreditRequest,
) -> Result<Credit, FieldError> {
    let invoice = InvoiceToCredit { number: "INV-0007", document, totals, credits };
    calculate_credit_note(invoice, wanted)
}

/// An invoice with a discount, three groups and CIS.
fn mixed() -> (Document, Totals) {
    let it = document(
        r#"{"tax":"20","cisRate":"20","includeDiscount":true,"discount":"10","items":[
            {"id":"a","name":"Boiler","quantity":"3","price":"99.99","costType":"materials"},
            {"id":"b","name":"Fitting","quantity":"1","price":"250","includeLabour":true,"labourHours":"7.5","labourRate":"45"},
            {"id":"c","name":"Insulation","quantity":"10","price":"12.35","vat":{"treatment":"taxable","rate":"5"}},
            {"id":"d","name":"Permit","quantity":"1","price":"30","vat":{"treatment":"outsideScope","rate":""}}]}"#,
    );
    let totals = calculate(&it).unwrap();
    (it, totals)
}

fn line(id: &str, quantity: Option<&str>) -> LineToCredit {
    LineToCredit { id: id.to_owned(), quantity: quantity.map(|text| text.parse().unwrap()) }
}

fn lines(lines: &[(&str, Option<&str>)]) -> CreditRequest {
    CreditRequest::Lines { lines: lines.iter().map(|(id, some)| line(id, *some)).collect(), labour: None }
}

fn code(made: Result<Credit, FieldError>) -> (String, &'static str, String) {
    let error = made.unwrap_err();
    (error.path, error.code, error.msg)
}

#[test]
fn a_full_credit_has_the_lines_and_totals_of_its_invoice() {
    let (it, totals) = mixed();
    let made = make(&it, &totals, &Vec::new(), &CreditRequest::All).unwrap();
    assert_eq!(made.document.items, it.items);
    assert_eq!(made.totals.vat_groups, totals.vat_groups);
    assert_eq!(made.totals.amount_payable, totals.amount_payable);
    assert_eq!(made.totals.deposit_amount, Pence::ZERO);
    assert!(made.is_exact);
    let credits = vec![(made.document, made.totals)];
    let result = code(make(&it, &totals, &credits, &CreditRequest::All));
    assert_eq!((&*result.0, result.1), ("of", "nothing_left"));
}

#[test]
fn a_final_invoice_can_be_credited_up_to_its_own_amount() {
    let it = document(
        r#"{"tax":"20","items":[{"id":"a","name":"Kitchen","quantity":"1","price":"1000"}],
            "invoiced":[{"id":"s","number":"INV-0006","groups":[
                {"treatment":"taxable","rate":"20","taxable":"400.00","vat":"80.00"}]}]}"#,
    );
    let totals = calculate(&it).unwrap();
    assert_eq!(totals.total_amount, Pence(72_000));
    let made = make(&it, &totals, &Vec::new(), &CreditRequest::All).unwrap();
    assert_eq!(made.totals.total_amount, Pence(72_000));
    assert_eq!(made.totals.subtotal_amount, Pence(60_000));
    assert_eq!(made.totals.invoiced_amount, Pence::ZERO);
    let line = make(&it, &totals, &Vec::new(), &lines(&[("a", None)])).unwrap();
    assert_eq!(line.totals.discount_amount, Pence(40_000));
    assert_eq!(line.document.discount_reason, "Already on earlier invoices");
    let result = code(make(&it, &totals, &Vec::new(), &CreditRequest::Amount(Pence(72_001))));
    assert_eq!(result.1, "exceeds_left");
}

#[test]
fn lines_bear_their_share_of_the_discount() {
    let (it, totals) = mixed();
    let made = make(&it, &totals, &Vec::new(), &lines(&[("a", Some("2"))])).unwrap();
    let result = &made.totals;
    // 2 × 99.99 = 199.98, of which ten in a hundred are discounted: 179.98, VAT 36.00.
    assert_eq!(result.subtotal_amount, Pence(19_998));
    assert_eq!(result.discount_amount, Pence(2_000));
    assert_eq!(result.vat_amount, Pence(3_600));
    assert_eq!(result.total_amount, Pence(21_598));
    // Materials are no part of what is deducted from.
    assert_eq!(result.cis_deduction, Pence::ZERO);
    assert_eq!(result.amount_payable, Pence(21_598));
}

#[test]
fn part_of_a_line_has_its_part_of_the_labour() {
    let it = document(
        r#"{"tax":"20","items":[{"id":"a","name":"Radiator","quantity":"4","price":"100",
            "includeLabour":true,"labourHours":"10","labourRate":"40"}]}"#,
    );
    let totals = calculate(&it).unwrap();
    let one = make(&it, &totals, &Vec::new(), &lines(&[("a", Some("1"))])).unwrap();
    assert_eq!(one.totals.subtotal_amount, Pence(20_000));
    let credits = vec![(one.document, one.totals)];
    let rest = make(&it, &totals, &credits, &lines(&[("a", None)])).unwrap();
    assert_eq!(rest.document.items[0].quantity.to_string(), "3");
    assert_eq!(rest.document.items[0].labour_hours.to_string(), "7.5");
    let result = code(make(&it, &totals, &credits, &lines(&[("a", Some("3.5"))])));
    assert_eq!(
        result,
        ("lines[0].quantity".to_owned(), "exceeds_left", "3 of “Radiator” can still be credited.".to_owned())
    );
}

/// Credits the only line's `many` units one after the other. Returns the amounts of each credit note without and with
/// VAT.
fn one_by_one(price: &str, many: usize) -> Vec<(i64, i64)> {
    let it = document(&format!(
        r#"{{"tax":"20","items":[{{"id":"a","name":"Tile","quantity":"{many}","price":"{price}"}}]}}"#
    ));
    let totals = calculate(&it).unwrap();
    let mut credits = Vec::new();
    for _ in 0..many {
        let made = make(&it, &totals, &credits, &lines(&[("a", Some("1"))])).unwrap();
        assert_eq!(made.totals.discount_amount, Pence::ZERO);
        credits.push((made.document, made.totals));
    }
    let left = RemainingCredit::from_totals(&totals, credits.iter().map(|(_, totals)| totals));
    assert!(left.is_zero(), "{left:?}");
    let result = code(make(&it, &totals, &credits, &CreditRequest::All));
    assert_eq!((&*result.0, result.1), ("of", "nothing_left"));
    let each = credits.iter().map(|(_, totals)| totals);
    each.map(|it| (it.subtotal_amount.0, it.total_amount.0)).collect()
}

#[test]
fn crediting_the_last_unit_of_a_line_leaves_exactly_nothing() {
    // 12 × 0.8333 is 10.00, and 12.00 with VAT: twelve of 0.83 would leave £0.04.
    let each = one_by_one("0.8333", 12);
    assert_eq!(each.iter().map(|it| it.0).sum::<i64>(), 1_000);
    assert_eq!(each.iter().map(|it| it.1).sum::<i64>(), 1_200);
    assert!(each.iter().all(|it| (83..=84).contains(&it.0)), "{each:?}");
    // 3 × 33.333 is 100.00.
    let each = one_by_one("33.333", 3);
    assert_eq!(each, [(3_333, 4_000), (3_334, 4_001), (3_333, 3_999)]);
}

/// Ten at 0.05 less half are 0.25, so 2.5p each: 3p and 2p in turns. Rounded separately, each would be 3p, and nothing
/// would be left for the last two. If prices don't include VAT, 3p have 0.6p of VAT and 2p 0.4p, so ten have 5p.
#[test]
fn units_credited_one_by_one_share_the_discount_exactly() {
    for (with_vat, total, vat) in [(false, 30, 5), (true, 25, 4)] {
        let it = document(&format!(
            r#"{{"tax":"20","pricesIncludeVat":{with_vat},"includeDiscount":true,"discount":"50",
            "items":[{{"id":"a","name":"Clip","quantity":"10","price":"0.05"}}]}}"#
        ));
        let totals = calculate(&it).unwrap();
        assert_eq!((totals.total_amount.0, totals.vat_amount.0), (total, vat));
        let mut credits = Vec::new();
        for at in 0..10 {
            let one = lines(&[("a", Some("1"))]);
            let made = make(&it, &totals, &credits, &one).unwrap();
            let result = &made.totals;
            let less_discount = result.subtotal_amount - result.discount_amount;
            assert_eq!(less_discount, Pence(if at % 2 == 0 { 3 } else { 2 }));
            credits.push((made.document, made.totals));
        }
        let left = RemainingCredit::from_totals(&totals, credits.iter().map(|(_, totals)| totals));
        assert!(left.is_zero(), "{left:?}");
    }
}

/// Eight units of a line with 0.05 hours: each has 0.00625. The running sums are 0.01, 0.01, 0.02, 0.03, 0.03, 0.04,
/// 0.04 and 0.05. And half of 0.25 hours is 0.13, never 0.12.
#[test]
fn hours_are_divided_as_money_is() {
    let of = |quantity: &str, hours: &str| {
        let it = document(&format!(
            r#"{{"tax":"20","items":[{{"id":"a","name":"Clip","quantity":"{quantity}","price":"10",
            "includeLabour":true,"labourHours":"{hours}","labourRate":"40"}}]}}"#
        ));
        let totals = calculate(&it).unwrap();
        let mut credits = Vec::new();
        let mut texts = Vec::new();
        while let Ok(one) = make(&it, &totals, &credits, &lines(&[("a", Some("1"))])) {
            texts.push(one.document.items[0].labour_hours.to_string());
            credits.push((one.document, one.totals));
        }
        texts
    };
    assert_eq!(of("8", "0.05"), ["0.01", "0", "0.01", "0.01", "0", "0.01", "0", "0.01"]);
    assert_eq!(of("2", "0.25"), ["0.13", "0.12"]);
}

#[test]
fn crediting_lines_and_labour_in_parts_leaves_nothing() {
    let it = document(
        r#"{"tax":"20","includeLabour":true,"labourHours":"3","labourRate":"33.33","items":[
            {"id":"a","name":"Socket","quantity":"7","price":"0.7142","includeLabour":true,"labourHours":"1","labourRate":"10"}]}"#,
    );
    let totals = calculate(&it).unwrap();
    let mut credits = Vec::new();
    for some in ["2.5", "1.5", "3"] {
        let wanted = CreditRequest::Lines { lines: vec![line("a", Some(some))], labour: Some(Decimal::ONE) };
        let made = make(&it, &totals, &credits, &wanted).unwrap();
        credits.push((made.document, made.totals));
    }
    let left = RemainingCredit::from_totals(&totals, credits.iter().map(|(_, totals)| totals));
    assert!(left.is_zero(), "{left:?}");
}

#[test]
fn credits_the_documents_labour_by_hours() {
    let it = document(r#"{"tax":"20","includeLabour":true,"labourHours":"8","labourRate":"45","items":[]}"#);
    let totals = calculate(&it).unwrap();
    let labour =
        |hours: i64| CreditRequest::Lines { lines: Vec::new(), labour: Some(Decimal::new(hours, 0)) };
    let made = make(&it, &totals, &Vec::new(), &labour(3)).unwrap();
    assert_eq!(made.totals.total_amount, Pence(16_200));
    let credits = vec![(made.document, made.totals)];
    let result = code(make(&it, &totals, &credits, &labour(6)));
    assert_eq!(result.2, "5 of the labour can still be credited.");
    let rest = make(&it, &totals, &credits, &labour(5)).unwrap();
    assert_eq!(rest.totals.total_amount, Pence(27_000));
}

#[test]
fn credits_the_requested_amount_or_the_nearest_possible() {
    let it = document(r#"{"tax":"20","items":[{"id":"a","name":"Work","quantity":"1","price":"100"}]}"#);
    let totals = calculate(&it).unwrap();
    for (amount, comes_to, is_exact) in [
        (2_400, 2_400, true),
        (1, 1, true),
        (2, 2, true),
        // 2p with 0.4p is 2p, 3p with 0.6p is 4p: nothing comes to 3p.
        (3, 2, false),
        (11_999, 11_999, true),
        (12_000, 12_000, true),
    ] {
        let wanted = CreditRequest::Amount(Pence(amount));
        let made = make(&it, &totals, &Vec::new(), &wanted).unwrap();
        let result = (made.totals.total_amount.0, made.is_exact);
        assert_eq!(result, (comes_to, is_exact), "{amount}");
    }
}

#[test]
fn refuses_to_credit_more_than_is_left_and_names_the_field() {
    let (it, totals) = mixed();
    let too_much = CreditRequest::Amount(totals.total_amount + Pence(1));
    let result = code(make(&it, &totals, &Vec::new(), &too_much));
    assert_eq!((&*result.0, result.1), ("amount", "exceeds_left"));
    let some = make(&it, &totals, &Vec::new(), &CreditRequest::Amount(Pence(50_000))).unwrap();
    let left = totals.total_amount - some.totals.total_amount;
    let credits = vec![(some.document, some.totals)];
    let result = code(make(&it, &totals, &credits, &CreditRequest::Amount(left + Pence(1))));
    assert_eq!(result.2, format!("This is more than the £{left} that can still be credited."));
    // Every line, of which some was credited as an amount.
    let all = lines(&[("a", None), ("b", None), ("c", None), ("d", None)]);
    let result = code(make(&it, &totals, &credits, &all));
    assert_eq!((&*result.0, result.1), ("lines", "exceeds_left"));
    for nothing in [Pence::ZERO, Pence(-5)] {
        let result = code(make(&it, &totals, &credits, &CreditRequest::Amount(nothing)));
        assert_eq!(result.1, "out_of_range");
    }
}

/// A line and a negative one, of the same VAT rate as the first, of the other line's, or of its own.
#[test]
fn the_error_names_the_line_that_must_be_credited_together_with_another() {
    let zero = r#","vat":{"treatment":"taxable","rate":"0"}"#;
    let with = |names: &str| format!("This can’t be credited alone. Credit it together with {names}.");
    for (items, id, said) in [
        ([("z", "50", ""), ("n", "-40", ""), ("m", "200", zero)], "z", with("“n”")),
        ([("z", "50", ""), ("n", "-40", ""), ("m", "200", zero)], "n", with("“z”")),
        ([("z", "500", ""), ("n", "-100", zero), ("m", "300", zero)], "m", with("“n”")),
        ([("z", "500", ""), ("n", "-100", zero), ("m", "50", zero)], "n", with("“z” and “m”")),
        ([("z", "90", ""), ("n", "-40", ""), ("m", "-45", "")], "z", with("“n” and “m”")),
    ] {
        let lines_json = items.map(|(id, price, vat)| {
            format!(r#"{{"id":"{id}","name":"{id}","quantity":"1","price":"{price}"{vat}}}"#)
        });
        let it = document(&format!(r#"{{"tax":"20","items":[{}]}}"#, lines_json.join(",")));
        let totals = calculate(&it).unwrap();
        let result = code(make(&it, &totals, &Vec::new(), &lines(&[(id, None)])));
        assert_eq!((&*result.0, result.2), ("lines", said), "{id} of {items:?}");
    }
}

/// A part of a negative line is not more than what is left: the sentence says what can be credited.
#[test]
fn a_part_of_a_negative_line_is_refused_with_a_true_sentence() {
    let at = |rate: &str| format!(r#","vat":{{"treatment":"taxable","rate":"{rate}"}}"#);
    for (others, rate) in [
        (vec![("t", "900", "20")], "20"),
        (vec![("t", "900", "20")], "0"),
        (vec![("t", "900", "5"), ("b", "150", "20")], "20"),
    ] {
        let line = |id: &str, quantity: &str, price: &str, rate: &str| {
            let vat = at(rate);
            format!(r#"{{"id":"{id}","name":"{id}","quantity":"{quantity}","price":"{price}"{vat}}}"#)
        };
        let mut items: Vec<String> =
            others.iter().map(|(id, price, rate)| line(id, "1", price, rate)).collect();
        items.push(line("d", "4", "-25", rate));
        let it = document(&format!(r#"{{"tax":"20","items":[{}]}}"#, items.join(",")));
        let totals = calculate(&it).unwrap();
        for quantity in ["1", "3"] {
            let result = code(make(&it, &totals, &Vec::new(), &lines(&[("d", Some(quantity))])));
            let said = "This can’t be credited alone. Credit everything that is left instead.";
            assert_eq!((&*result.0, &*result.2), ("lines", said), "{quantity} of {items:?}");
        }
    }
}

#[test]
fn the_error_names_what_is_left_of_the_vat_rate_of_a_line() {
    let it = document(
        r#"{"tax":"20","items":[{"id":"a","name":"Tap","quantity":"1","price":"100"},
            {"id":"b","name":"Permit","quantity":"1","price":"200","vat":{"treatment":"outsideScope","rate":""}}]}"#,
    );
    let totals = calculate(&it).unwrap();
    let half = make(&it, &totals, &Vec::new(), &CreditRequest::Amount(Pence(16_000))).unwrap();
    let credits = vec![(half.document, half.totals)];
    for (id, said) in [
        ("a", "Only £60.00 of the lines with VAT at 20% can still be credited."),
        ("b", "Only £100.00 of the lines outside the scope of VAT can still be credited."),
    ] {
        let result = code(make(&it, &totals, &credits, &lines(&[(id, None)])));
        assert_eq!((result.1, &*result.2), ("exceeds_left", said));
    }
}

#[test]
fn refuses_unknown_duplicate_and_empty_lines() {
    let (it, totals) = mixed();
    let found = |wanted: &[(&str, Option<&str>)]| {
        let result = code(make(&it, &totals, &Vec::new(), &lines(wanted)));
        (result.0, result.1)
    };
    let is = |path: &str, code| (path.to_owned(), code);
    assert_eq!(found(&[]), is("lines", "required"));
    assert_eq!(found(&[("x", None)]), is("lines[0].id", "unknown"));
    assert_eq!(found(&[("a", None), ("a", None)]), is("lines[1].id", "twice"));
    assert_eq!(found(&[("a", Some("0"))]), is("lines[0].quantity", "out_of_range"));
    assert_eq!(found(&[("a", Some("-1"))]), is("lines[0].quantity", "out_of_range"));
}

/// Of 353.90 including VAT: a requested amount is met exactly, a sixth of it is VAT, and the rest is credited in full.
#[test]
fn credits_prices_that_include_vat_including_vat() {
    let it = document(
        r#"{"tax":"20","pricesIncludeVat":true,"items":[
            {"id":"a","name":"Tap","quantity":"1","price":"340.00"},{"id":"b","name":"Trap","quantity":"1","price":"13.90"}]}"#,
    );
    let totals = calculate(&it).unwrap();
    let part = make(&it, &totals, &Vec::new(), &CreditRequest::Amount(Pence(10_001))).unwrap();
    assert!(part.is_exact);
    let figures = |totals: &Totals| (totals.total_amount.0, totals.vat_amount.0);
    // 100.01 × 20/120 = 16.668…
    assert_eq!(figures(&part.totals), (10_001, 1_667));
    assert_eq!(&*part.document.items[0].price.to_string(), "100.01");
    let credits = vec![(part.document, part.totals)];
    let line = make(&it, &totals, &credits, &lines(&[("b", None)])).unwrap();
    // 13.90 × 20/120 = 2.316…
    assert_eq!(figures(&line.totals), (1_390, 232));
    let credits = [credits, vec![(line.document, line.totals)]].concat();
    let rest = make(&it, &totals, &credits, &CreditRequest::All).unwrap();
    assert_eq!(figures(&rest.totals), (35_390 - 11_391, 5_898 - 1_899));
    assert!(rest.document.prices_include_vat);
}

/// The next credit of an invoice: either of lines, chosen by a mask, possibly with half their quantities, or of an
/// amount, as a share of what is left.
#[derive(Clone, Debug)]
enum CreditChange {
    Lines(u16, bool),
    Share(u32),
}

fn credit_changes() -> impl Strategy<Value = Vec<CreditChange>> {
    let tuple_union = prop_oneof![
        (any::<u16>(), any::<bool>()).prop_map(|(mask, halves)| CreditChange::Lines(mask, halves)),
        (0_u32..=1_000).prop_map(CreditChange::Share),
    ];
    prop::collection::vec(tuple_union, 0..5)
}

fn wanted(change: &CreditChange, document: &Document, left: &RemainingCredit) -> CreditRequest {
    match change {
        CreditChange::Share(share) => {
            CreditRequest::Amount(left.total().in_proportion(Pence(i64::from(*share)), Pence(1_000)))
        }
        CreditChange::Lines(mask, halves) => {
            let chosen = document.items.iter().enumerate();
            let chosen = chosen.filter(|(at, _)| mask & (1 << (at % 16)) != 0);
            let lines = chosen.map(|(_, line)| LineToCredit {
                id: line.id.clone(),
                quantity: halves.then(|| (line.quantity.value() / Decimal::TWO).round_dp(4)),
            });
            let labour = document.labour_hours.value() / Decimal::TWO;
            CreditRequest::Lines {
                lines: lines.collect(),
                labour: (document.include_labour && *halves).then(|| labour.round_dp(2)),
            }
        }
    }
}

fn figures(totals: &Totals) -> [Pence; 6] {
    [
        totals.vat_amount,
        totals.reverse_charge_vat,
        totals.total_amount,
        totals.cis_base,
        totals.cis_deduction,
        totals.amount_payable,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn after_any_credits_crediting_the_rest_leaves_exactly_nothing(
        (mut document, _) in calculated(), changes in credit_changes(),
    ) {
        for (at, line) in document.items.iter_mut().enumerate() {
            line.id = format!("line-{at}");
        }
        let totals = calculate(&document).unwrap();
        let mut credits: Credits = Vec::new();
        for change in &changes {
            let left = RemainingCredit::from_totals(&totals, credits.iter().map(|(_, totals)| totals));
            let wanted = wanted(change, &document, &left);
            let Ok(made) = make(&document, &totals, &credits, &wanted) else { continue };
            let result = &made.totals;
            let priced = result.subtotal_amount - result.discount_amount;
            let on_top = if document.prices_include_vat { Pence::ZERO } else { result.vat_amount };
            prop_assert_eq!(priced + on_top, result.total_amount);
            prop_assert_eq!(made.document.prices_include_vat, document.prices_include_vat);
            prop_assert_eq!(result.total_amount - result.cis_deduction, result.amount_payable);
            prop_assert!(result.total_amount > Pence::ZERO && result.total_amount <= left.total());
            prop_assert!(result.amount_payable <= left.payable());
            if let CreditRequest::Amount(amount) = wanted {
                prop_assert_eq!(made.is_exact, result.total_amount == amount);
                prop_assert!(made.is_exact || !document.prices_include_vat);
                let off = (result.total_amount - amount).0.abs();
                prop_assert!(off <= i64::try_from(result.vat_groups.len()).unwrap().max(1), "{off} off");
            }
            credits.push((made.document, made.totals));
        }
        let left = RemainingCredit::from_totals(&totals, credits.iter().map(|(_, totals)| totals));
        if !left.is_zero() {
            let rest = make(&document, &totals, &credits, &CreditRequest::All).unwrap();
            credits.push((rest.document, rest.totals));
        }
        for (at, of_invoice) in figures(&totals).into_iter().enumerate() {
            let credited: Pence = credits.iter().map(|(_, totals)| figures(totals)[at]).sum();
            prop_assert_eq!(credited, of_invoice, "figure {}", at);
        }
        for group in &totals.vat_groups {
            let groups = credits.iter().flat_map(|(_, totals)| &totals.vat_groups);
            let groups = groups.filter(|it| (it.treatment, it.rate) == (group.treatment, group.rate));
            let (taxable, vat) = groups.fold((Pence::ZERO, Pence::ZERO), |sum, it| {
                (sum.0 + it.taxable, sum.1 + it.vat)
            });
            prop_assert_eq!((taxable, vat), (group.taxable, group.vat));
        }
    }
}
