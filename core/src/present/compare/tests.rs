//! Which changes are listed for the customer and for the business, and which are not.

use serde_json::{Value, json};

use super::{ChangeKind, Comparison, VersionView, compare};
use crate::calculate::totals::calculate;
use crate::document::{Document, PriceDisplay};
use crate::present::present;
use crate::present::public::{DocumentHeader, Parties, assemble_public_document};

fn quote() -> Value {
    json!({
        "kind": "quote", "status": "sent", "quoteNumber": "Q-0001", "issueDate": "2026-11-16",
        "expiryDate": "2026-12-16", "jobDescription": "Refit the bathroom", "jobAddress": "1 High Street",
        "notes": "Two days", "terms": "Pay in 14 days", "template": "classic",
        "items": [
            {"id": "a", "name": "Bath", "description": "Steel", "quantity": "1", "price": "320",
                "costType": "materials", "cost": "210"},
            {"id": "b", "name": "Taps", "quantity": "2", "price": "45", "section": "s"},
            {"id": "c", "name": "Tiling", "quantity": "1", "price": "600", "includeLabour": true,
                "labourHours": "8", "labourRate": "40", "section": "s"},
            {"id": "d", "name": "Heated rail", "quantity": "1", "price": "150", "optional": true,
                "selected": true},
            {"id": "e", "name": "Plain suite", "quantity": "1", "price": "500", "choice": "good"},
            {"id": "f", "name": "Fine suite", "quantity": "1", "price": "900", "choice": "best"}
        ],
        "sections": [{"id": "s", "name": "Walls"}, {"id": "t", "name": "Floor"}],
        "choices": [{"id": "good", "name": "Good"}, {"id": "best", "name": "Best"}],
        "chosenChoice": "good", "includeDiscount": true, "discount": "5", "discountType": "percentage",
        "discountReason": "Loyalty", "vatTreatment": "taxable", "tax": "20", "includeDeposit": true,
        "deposit": "25", "depositType": "percentage", "depositReason": "Materials",
        "includeLabour": true, "labourHours": "4", "labourRate": "50"
    })
}

fn parties() -> Value {
    json!({
        "contact": {"name": "Mary Jones"},
        "businessProfile": {"name": "Sam's Plumbing", "taxNumber": "GB123456789"}
    })
}

/// The changes as the customer sees them, or as the business does (`own`).
fn changed(before: (&Value, &Value), after: (&Value, &Value), own: bool) -> Comparison {
    let [was, is] = [before, after].map(|(quote, parties)| {
        let document: Document = crate::json::parse(&quote.to_string()).unwrap();
        let header: DocumentHeader = serde_json::from_value(quote.clone()).unwrap();
        let parties: Parties = serde_json::from_value(parties.clone()).unwrap();
        let open = Document { price_display: PriceDisplay::Lines, ..document.clone() };
        let displayed = if own { &open } else { &document };
        let answer = assemble_public_document(&header, displayed, &calculate(displayed).unwrap(), &parties);
        let visible = present(&answer, "2026-11-16".parse().unwrap()).unwrap();
        (document, answer, visible)
    });
    let seen =
        |(document, answer, shown)| VersionView { answer, presentation: shown, own: own.then_some(document) };
    compare(seen((&was.0, &was.1, &was.2)), seen((&is.0, &is.1, &is.2)))
}

fn compare_documents(before: &Value, after: &Value, own: bool) -> Comparison {
    changed((before, &parties()), (after, &parties()), own)
}

/// The changes as text, for example `Bath: Price £320.00 → £350.00`.
fn describe(comparison: &Comparison) -> Vec<String> {
    let mut texts = Vec::new();
    for change in &comparison.changes {
        let action = match change.deed {
            ChangeKind::Added => "+ ",
            ChangeKind::Removed => "- ",
            ChangeKind::Moved => "~ ",
            ChangeKind::Changed => "",
        };
        let values = change.values.iter().map(|value| {
            let text = format!("{} {} → {}", value.label, value.before, value.after);
            text.trim().replace('\n', " / ")
        });
        let values: Vec<String> = values.collect();
        texts.push(format!("{action}{}: {}", change.name, values.join("; ")));
    }
    texts
}

fn changed_quote(change: impl Fn(&mut Value)) -> Value {
    let mut quote = quote();
    change(&mut quote);
    quote
}

#[test]
fn finds_no_difference_between_a_document_and_itself() {
    for own in [true, false] {
        for quote in [quote(), changed_quote(|it| it["priceDisplay"] = json!("one"))] {
            let same = compare_documents(&quote, &quote, own);
            assert_eq!(describe(&same), [""; 0]);
            assert_eq!(same.total.difference, "");
            assert_eq!(same.total.before, same.total.after);
        }
    }
}

#[test]
fn lists_a_changed_price_and_everything_that_follows_from_it() {
    let after = changed_quote(|it| it["items"][0]["price"] = json!("350"));
    let comparison = compare_documents(&quote(), &after, false);
    assert_eq!(
        describe(&comparison),
        [
            "Good: Total £2,485.20 → £2,519.40",
            "Best: Total £2,941.20 → £2,975.40",
            "Bath: Price £320.00 → £350.00; Amount £320.00 → £350.00",
            "Subtotal: £2,180.00 → £2,210.00",
            "Discount (5%): -£109.00 → -£110.50",
            "VAT @ 20%: £414.20 → £419.90",
            "Total: £2,485.20 → £2,519.40",
            "Deposit (25%): £621.30 → £629.85",
            "Balance after deposit: £1,863.90 → £1,889.55",
        ]
    );
    assert_eq!(comparison.total.difference, "£34.20 more");
    assert_eq!(compare_documents(&after, &quote(), false).total.difference, "£34.20 less");
}

#[test]
fn lists_added_removed_and_moved_lines() {
    let after = changed_quote(|it| {
        let items = it["items"].as_array_mut().unwrap();
        items.remove(3);
        items.swap(1, 2);
        items.push(json!({"id": "n", "name": "Skip hire", "quantity": "1", "price": "0"}));
    });
    let lines = describe(&compare_documents(&quote(), &after, false));
    let lines: Vec<&String> = lines.iter().filter(|it| it.starts_with(['+', '-', '~'])).collect();
    assert_eq!(
        lines,
        [
            "+ Skip hire: Quantity  → 1; Price  → £0.00; Amount  → £0.00",
            "~ Tiling: ",
            "- Heated rail: Quantity 1 →; Price £150.00 →; Optional Yes →; Amount £150.00 →",
        ]
    );
}

#[test]
fn hidden_prices_stay_hidden_and_costs_are_never_public() {
    let hidden = changed_quote(|it| it["priceDisplay"] = json!("one"));
    let after = changed_quote(|it| {
        it["priceDisplay"] = json!("one");
        it["items"][0]["price"] = json!("350");
        it["items"][0]["cost"] = json!("250");
        it["items"][2]["labourRate"] = json!("41");
    });
    let public = describe(&compare_documents(&hidden, &after, false)).join("\n");
    for secret in ["£350", "£250", "£210", "Bath", "Tiling", "£41.00", "Cost"] {
        assert!(!public.contains(secret), "{secret}: {public}");
    }
    let own = describe(&compare_documents(&hidden, &after, true));
    let expected = "Bath: Price £320.00 → £350.00; Cost to you £210.00 → £250.00; Amount £320.00 → £350.00";
    assert!(own.contains(&expected.to_owned()), "{own:#?}");
    // From shown to hidden, neither's are told.
    let from_shown = describe(&compare_documents(&quote(), &after, false)).join("\n");
    assert!(from_shown.contains("Prices shown: Each line’s → The total only"));
    for secret in ["£320", "£350", "Bath", "£40.00", "£41.00"] {
        assert!(!from_shown.contains(secret), "{secret}: {from_shown}");
    }
}

#[test]
fn shows_the_business_changes_of_its_own_settings() {
    for (field, before, after, expected) in [
        ("pricesIncludeVat", json!(false), json!(true), "Prices: Without VAT → With VAT"),
        (
            "supplyDate",
            json!("2026-11-17"),
            json!("2026-11-18"),
            "Work complete on: 17 Nov 2026 → 18 Nov 2026",
        ),
        ("template", json!("classic"), json!("bold"), "Document style: classic → bold"),
    ] {
        let [before, after] = [before, after].map(|value| changed_quote(|it| it[field] = value.clone()));
        let texts = describe(&compare_documents(&before, &after, true));
        assert!(texts.contains(&expected.to_owned()), "{texts:#?}");
    }
}

#[test]
fn shows_the_business_every_changed_field() {
    let fields: [(&str, Value); 26] = [
        ("issueDate", json!("2026-11-17")),
        ("expiryDate", json!("2026-12-18")),
        ("jobDescription", json!("Another job")),
        ("jobAddress", json!("2 High Street")),
        ("notes", json!("Three days")),
        ("terms", json!("Pay at once")),
        ("template", json!("bold")),
        ("chosenChoice", json!("best")),
        ("includeDiscount", json!(false)),
        ("discount", json!("6")),
        ("discountType", json!("other")),
        ("discountReason", json!("Neighbour")),
        ("vatTreatment", json!("reverseCharge")),
        ("tax", json!("5")),
        ("includeDeposit", json!(false)),
        ("deposit", json!("30")),
        ("depositType", json!("fixed")),
        ("depositReason", json!("Skip")),
        ("includeLabour", json!(false)),
        ("labourHours", json!("5")),
        ("labourRate", json!("55")),
        ("labourUnitType", json!("days")),
        ("documentLabourUnitType", json!("days")),
        ("cisRate", json!("20")),
        ("priceDisplay", json!("sections")),
        ("supplyDate", json!("2026-11-20")),
    ];
    for (name, value) in fields {
        let after = changed_quote(|it| it[name] = value.clone());
        assert!(!describe(&compare_documents(&quote(), &after, true)).is_empty(), "{name}");
    }
    for (name, value) in [("vatAnswers", json!({"staff": true})), ("agreement", json!({"urgent": true}))] {
        let after = changed_quote(|it| it[name] = value.clone());
        assert_eq!(describe(&compare_documents(&quote(), &after, true)).len(), 1, "{name}");
        assert_eq!(describe(&compare_documents(&quote(), &after, false)).len(), 0, "{name}");
    }
    let of_line: [(&str, Value); 13] = [
        ("name", json!("Shower")),
        ("description", json!("Acrylic")),
        ("quantity", json!("3")),
        ("price", json!("321")),
        ("includeLabour", json!(true)),
        ("labourHours", json!("9")),
        ("labourRate", json!("42")),
        ("vat", json!({"treatment": "taxable", "rate": "5"})),
        ("optional", json!(true)),
        ("choice", json!("best")),
        ("section", json!("t")),
        ("costType", json!("labour")),
        ("cost", json!("200")),
    ];
    for (name, value) in of_line {
        let labour = name.starts_with("labour");
        let at = if labour || name == "costType" { 2 } else { 0 };
        let at = if name == "costType" { 0 } else { at };
        let after = changed_quote(|it| {
            it["items"][at][name] = value.clone();
            if name == "includeLabour" {
                it["items"][at]["labourHours"] = json!("1");
                it["items"][at]["labourRate"] = json!("10");
            }
        });
        let comparison = compare_documents(&quote(), &after, true);
        let line = comparison.changes.iter().any(|change| {
            let of_it = ["Bath", "Shower", "Tiling"].contains(&change.name.as_str());
            of_it && change.deed == ChangeKind::Changed
        });
        assert!(line, "{name}: {:#?}", describe(&comparison));
    }
}

#[test]
fn choices_and_sections_are_named() {
    let after = changed_quote(|it| {
        it["choices"][0]["name"] = json!("Plain");
        it["choices"].as_array_mut().unwrap().push(json!({"id": "top", "name": "Finest"}));
        it["sections"][0]["name"] = json!("Tiles");
        it["items"][0]["section"] = json!("t");
    });
    let texts = describe(&compare_documents(&quote(), &after, false));
    for expected in [
        "Good: Name Good → Plain".replace("Good:", "Plain:"),
        "+ Finest: Total  → £1,915.20".to_owned(),
        "Tiles: Name Walls → Tiles".to_owned(),
        "Bath: Section  → Floor".to_owned(),
    ] {
        assert!(texts.contains(&expected), "{expected}: {texts:#?}");
    }
}

#[test]
fn shows_the_customers_details_before_and_after() {
    let other = json!({
        "contact": {"name": "Mary Smith"},
        "businessProfile": {"name": "Sam's Plumbing", "taxNumber": "GB123456789"}
    });
    let comparison = changed((&quote(), &parties()), (&quote(), &other), false);
    assert_eq!(describe(&comparison), ["Customer’s details: Mary Jones → Mary Smith"]);
}

#[test]
fn lists_added_and_removed_photos() {
    let photo = |id: &str, line: Value, caption: &str| json!({"id": id, "line": line, "caption": caption, "width": 4, "height": 3});
    let mut before = quote();
    before["photos"] = json!([photo("1", json!(null), "The wall"), photo("2", json!("a"), "")]);
    let mut after = quote();
    after["photos"] = json!([photo("3", json!(null), "The wall"), photo("2", json!("a"), "The drain")]);
    for own in [false, true] {
        assert_eq!(compare_documents(&before, &before, own).changes, []);
        assert_eq!(
            describe(&compare_documents(&before, &after, own)),
            ["Photos: The wall → New: The wall", "Bath: Photos Photo of Bath → The drain"]
        );
        assert_eq!(
            describe(&compare_documents(&before, &quote(), own)),
            ["- Photos: The wall →", "Bath: Photos Photo of Bath →"]
        );
    }
}
