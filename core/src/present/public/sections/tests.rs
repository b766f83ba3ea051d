//! Checks that hidden prices are in no response and in no displayed text.

use crate::document::Document;
use serde_json::{Value, json};

use crate::json;
use crate::present::Presentation;
use crate::text_api;

/// Amounts that occur only in their lines.
const LINE_AMOUNTS: [&str; 12] = [
    "18.41", "230.13", "241.19", "145.33", "871.98", "46.07", "368.56", "1,240.54", "1240.54", "7.31",
    "14.62", "33.03",
];
/// The rate of the document's own labour and, below it, the sums of the sections.
const LABOUR_AMOUNTS: [&str; 1] = ["51.37"];
const SECTION_AMOUNTS: [&str; 4] = ["154.11", "1,240.54", "1240.54", "244.75"];

fn document(display: &str) -> Value {
    json!({
        "kind": "quote", "status": "sent", "tax": "20", "priceDisplay": display,
        "sections": [
            {"id": "k", "name": "Kitchen"}, {"id": "b", "name": "Bathroom"}, {"id": "e", "name": "Empty"},
        ],
        "includeLabour": true, "labourHours": "3", "labourRate": "51.37",
        "items": [
            {"id": "tiles", "name": "Tiles", "quantity": "12.5", "price": "18.41", "section": "b"},
            {"id": "skip", "name": "Skip", "quantity": "1", "price": "241.19"},
            {"id": "units", "name": "Units", "quantity": "6", "price": "145.33", "section": "k",
                "includeLabour": true, "labourHours": "8", "labourRate": "46.07"},
            {"id": "plinth", "name": "Plinth", "quantity": "1", "price": "5", "section": "k"},
            {"id": "grout", "name": "Grout", "quantity": "2", "price": "7.31", "section": "b"},
            {"id": "light", "name": "Light", "quantity": "2", "price": "33.03", "section": "k",
                "optional": true, "selected": false},
        ],
    })
}

/// The public response as text, and its presentation.
fn present_document(document: &Value) -> (String, Presentation) {
    let text = document.to_string();
    let (header, document) = (json::parse(&text).unwrap(), Document::from_json(&text).unwrap());
    let answer = text_api::assemble_draft(&header, &document, &json::parse("{}").unwrap()).unwrap();
    let presentation = text_api::present(&answer, "2026-03-05").unwrap();
    (json::to_text(&answer), presentation)
}

/// The rows as `[heading: amount] name quantity × rate = amount`.
fn rows(presentation: &Presentation) -> Vec<String> {
    let lines = presentation.lines.iter().map(|row| {
        let head = row.section.as_ref().map(|head| {
            let amount = head.amount.as_deref().unwrap_or("-");
            format!("[{}: {amount}] ", head.name)
        });
        let head = head.unwrap_or_default();
        format!("{head}{} {} × {} = {}", row.name, row.quantity, row.rate, row.amount)
    });
    lines.collect()
}

fn find_figures<'a>(figures: &[&'a str], text: &str) -> Vec<&'a str> {
    let figures = figures.iter().copied();
    figures.filter(|figure| text.contains(figure)).collect()
}

#[test]
fn shows_lines_in_their_sections_with_subtotals() {
    let (text, presentation) = present_document(&document("lines"));
    assert_eq!(
        rows(&presentation),
        [
            "Skip 1 × £241.19 = £241.19",
            "[Kitchen: £1,245.54] Units 6 × £145.33 = £1,240.54",
            "Plinth 1 × £5.00 = £5.00",
            "Light 2 × £33.03 = £66.06",
            "[Bathroom: £244.75] Tiles 12.5 × £18.41 = £230.13",
            "Grout 2 × £7.31 = £14.62",
            "Labour 1 × £154.11 = £154.11",
        ]
    );
    assert!(!text.contains("Empty") && !text.contains("priceDisplay"));
}

#[test]
fn hides_line_prices_if_only_section_prices_are_shown() {
    let (text, presentation) = present_document(&document("sections"));
    assert_eq!(
        rows(&presentation),
        [
            "[General: £241.19] Skip 1 ×  = ",
            "[Kitchen: £1,245.54] Units 6 ×  = ",
            "Plinth 1 ×  = ",
            "Light 2 ×  = £66.06",
            "[Bathroom: £244.75] Tiles 12.5 ×  = ",
            "Grout 2 ×  = ",
            "Labour 1 ×  = £154.11",
        ]
    );
    assert_eq!(presentation.columns, ["Description", "Qty", "", "Amount"]);
    let all = format!("{text}{}", json!(presentation));
    // What stands alone in no section is told by what that comes to.
    let hidden: Vec<_> = LINE_AMOUNTS.into_iter().filter(|it| *it != "241.19").collect();
    assert_eq!(find_figures(&hidden, &all), [""; 0]);
    assert_eq!(find_figures(&LABOUR_AMOUNTS, &all), [""; 0]);
    assert!(text.contains(r#""subtotal":"244.75""#) && text.contains(r#""labourTotal":"154.11""#));
}

#[test]
fn hides_every_amount_before_the_subtotal_if_one_price_is_shown() {
    let (text, presentation) = present_document(&document("one"));
    assert_eq!(
        rows(&presentation),
        [
            "Skip 1 ×  = ",
            "[Kitchen: -] Units 6 ×  = ",
            "Plinth 1 ×  = ",
            "Light 2 ×  = £66.06",
            "[Bathroom: -] Tiles 12.5 ×  = ",
            "Grout 2 ×  = ",
            "Labour 1 ×  = ",
        ]
    );
    let all = format!("{text}{}", json!(presentation));
    for hidden in [&LINE_AMOUNTS[..], &LABOUR_AMOUNTS, &SECTION_AMOUNTS] {
        assert_eq!(find_figures(hidden, &all), [""; 0]);
    }
    assert!(all.contains("£1,885.59"), "the subtotal: {all}");
}

#[test]
fn gives_a_column_without_amounts_no_heading() {
    let mut document = document("one");
    document["items"].as_array_mut().unwrap().pop();
    let (_, presentation) = present_document(&document);
    assert_eq!(presentation.columns, ["Description", "Qty", "", ""]);
    let units = presentation.lines.iter().find(|row| row.id == "units").unwrap();
    assert_eq!(units.labour.as_deref(), Some("Labour included"));
    assert_eq!(units.labour_amount, None);
}

#[test]
fn only_a_quote_hides_a_price() {
    for kind in ["invoice", "credit_note"] {
        let mut document = document("one");
        document["kind"] = kind.into();
        let (text, presentation) = present_document(&document);
        assert_eq!(find_figures(&LABOUR_AMOUNTS, &text), LABOUR_AMOUNTS, "{kind}");
        assert_eq!(presentation.columns[2], "Rate", "{kind}");
        let head = presentation.lines[1].section.as_ref().unwrap();
        assert_eq!(head.amount.as_deref(), Some("£1,245.54"), "{kind}");
    }
}

#[test]
fn a_response_with_hidden_prices_is_unchanged_after_reading() {
    for display in ["lines", "sections", "one"] {
        let (text, presented) = present_document(&document(display));
        let again = json::parse(&text).unwrap();
        assert_eq!(json::to_text::<crate::present::public::PublicDocument>(&again), text);
        assert_eq!(text_api::present(&again, "2026-03-05").unwrap(), presented);
    }
}

#[test]
fn each_choice_has_its_own_sections_and_the_same_hidden_prices() {
    let document = |display: &str| {
        json!({
            "kind": "quote", "status": "sent", "priceDisplay": display, "chosenChoice": "g",
            "sections": [{"id": "k", "name": "Kitchen"}],
            "choices": [{"id": "g", "name": "Good"}, {"id": "b", "name": "Better"}],
            "items": [
                {"id": "t", "name": "Tap", "quantity": "1", "price": "150.33", "section": "k", "choice": "b"},
                {"id": "u", "name": "Units", "quantity": "1", "price": "871.98", "section": "k"},
                {"id": "p", "name": "Plinth", "quantity": "1", "price": "5.29", "section": "k", "choice": "b"},
                {"id": "s", "name": "Sink", "quantity": "1", "price": "60.61", "section": "k", "choice": "g"},
            ],
        })
    };
    let (_, lines) = present_document(&document("lines"));
    assert_eq!(
        rows(&lines),
        [
            "[Kitchen: £155.62] Tap 1 × £150.33 = £150.33",
            "[Kitchen: £871.98] Units 1 × £871.98 = £871.98",
            "Plinth 1 × £5.29 = £5.29",
            "[Kitchen: £60.61] Sink 1 × £60.61 = £60.61",
        ]
    );
    let (text, sections) = present_document(&document("sections"));
    assert_eq!(
        rows(&sections),
        [
            "[Kitchen: £155.62] Tap 1 ×  = ",
            "[Kitchen: £871.98] Units 1 ×  = ",
            "Plinth 1 ×  = ",
            "[Kitchen: £60.61] Sink 1 ×  = ",
        ]
    );
    assert_eq!(find_figures(&["150.33", "5.29"], &text), [""; 0]);
    let (text, one) = present_document(&document("one"));
    assert_eq!(rows(&one)[0], "[Kitchen: -] Tap 1 ×  = ");
    let hidden = ["150.33", "5.29", "871.98", "60.61", "155.62"];
    assert_eq!(find_figures(&hidden, &text), [""; 0]);
    // What the whole comes to with each is never hidden.
    let totals: Vec<&str> = one.choices.iter().map(|it| it.total.as_str()).collect();
    assert_eq!(totals, ["£932.59", "£1,027.60"]);
}
