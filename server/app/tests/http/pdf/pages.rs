//! Long documents.

use serde_json::{Value, json};

use super::{
    TEMPLATES, collapse_spaces, create_draft, download_own_pdf, many_lines, page_texts, remove_spaces,
};
use crate::documents::{TestBusiness, id_of};

#[tokio::test]
async fn three_hundred_lines_go_on_from_page_to_page() {
    let business = TestBusiness::open().await;
    let change = [("items", many_lines(300)), ("includeLabour", json!(false))];
    let made = create_draft(&business, "invoices", &change).await;
    let pages = page_texts(&download_own_pdf(&business, "invoices", &made).await);
    let count = pages.len();
    assert!((10..=20).contains(&count), "{count} pages");
    for (index, page) in pages.iter().map(|page| collapse_spaces(page)).enumerate() {
        let number = format!("Page {} of {count}", index + 1);
        assert!(page.contains(&number), "{number}");
        assert!(page.contains("Generated with Plumbline"), "{page}");
        if page.contains("Part no.") {
            let head = page.find("Description Qty Rate Amount");
            let first = page.find("Part no.");
            assert!(head.is_some() && head < first, "the head is missing: {page}");
        }
        if index > 0 {
            assert!(page.contains("Taylor Plumbing"), "whose page is it: {page}");
        }
    }
    let all = pages.join("");
    for n in 1..=300 {
        assert_eq!(all.matches(&format!("Part no. {n:03}")).count(), 1, "{n}");
    }
    // The totals are in one piece.
    let with_total = pages.iter().find(|page| page.contains("Subtotal")).expect("a subtotal");
    assert!(with_total.contains("£750.00") && with_total.contains("£810.00"));
}

#[tokio::test]
async fn a_description_longer_than_a_page_goes_on_to_the_next() {
    let business = TestBusiness::open().await;
    let long: Vec<String> = (1..=120).map(|n| format!("Step {n} of the work.")).collect();
    let items = json!([
        { "id": "a", "name": "All of it", "description": long.join("\n"), "quantity": "1", "price": "10" },
    ]);
    let made = create_draft(&business, "quotes", &[("items", items)]).await;
    let pages = page_texts(&download_own_pdf(&business, "quotes", &made).await);
    assert!(pages.len() > 1);
    let all = pages.join("");
    assert!((1..=120).all(|n| all.contains(&format!("Step {n} of"))));
}

#[tokio::test]
async fn an_everyday_quote_is_one_page_in_every_template() {
    let business = TestBusiness::open().await;
    let change = [
        ("items", many_lines(3)),
        ("notes", json!("We start at eight.")),
        ("includeDiscount", json!(true)),
        ("discountReason", json!("Returning customer")),
        ("includeDeposit", json!(true)),
    ];
    for template in TEMPLATES {
        let mut change = change.to_vec();
        change.push(("template", json!(template)));
        let made = create_draft(&business, "quotes", &change).await;
        let pages = page_texts(&download_own_pdf(&business, "quotes", &made).await);
        assert_eq!(pages.len(), 1, "{template}: {pages:?}");
        assert!(pages[0].contains("Thank you for your business!"));
        assert!(pages[0].contains("Returning customer"), "{template}");
    }
}

/// A customer looks for the total first, and then for how to pay it.
#[tokio::test]
async fn five_lines_and_their_total_are_on_the_first_page_in_every_template() {
    let business = TestBusiness::open().await;
    for template in TEMPLATES {
        for kind in ["quotes", "invoices"] {
            let change =
                [("items", many_lines(5)), ("template", json!(template)), ("includeLabour", json!(false))];
            let made = create_draft(&business, kind, &change).await;
            let sent = business.send_by_link(kind, &id_of(&made)).await;
            let pages = page_texts(&download_own_pdf(&business, kind, &sent).await);
            let first = collapse_spaces(&pages[0]);
            // 12.50 less a tenth, and VAT.
            for text in ["Part no. 005", "Total £13.50"] {
                assert!(first.contains(text), "{template} {kind}: {text}: {pages:?}");
            }
        }
    }
}

/// With three lines of description each, five lines fit if everything on the page is closer together.
#[tokio::test]
async fn five_described_lines_and_their_total_are_on_the_first_page_in_every_template() {
    let business = TestBusiness::open().await;
    let mut items = many_lines(5);
    for line in items.as_array_mut().expect("lines") {
        line["description"] = json!("Take out what is there.\nFit and test the new one.\nClear up.");
    }
    for template in TEMPLATES {
        let change =
            [("items", items.clone()), ("template", json!(template)), ("includeLabour", json!(false))];
        let made = create_draft(&business, "invoices", &change).await;
        let sent = business.send_by_link("invoices", &id_of(&made)).await;
        let pages = page_texts(&download_own_pdf(&business, "invoices", &sent).await);
        let first = collapse_spaces(&pages[0]);
        for text in ["Part no. 005", "Total £13.50"] {
            assert!(first.contains(text), "{template}: {text}: {pages:?}");
        }
    }
}

/// The way to accept it is beside the total, and the amount of each line beside its name.
#[tokio::test]
async fn a_quote_with_choices_of_four_lines_is_one_page_in_every_template() {
    let business = TestBusiness::open().await;
    let names = ["Bath", "Basin and pedestal", "Close-coupled WC", "Fitting"];
    for template in TEMPLATES {
        for choices in [&["Good", "Better"][..], &["Good", "Better", "Best"]] {
            let lines = choices.iter().flat_map(|choice| {
                names.iter().map(move |name| {
                    json!({ "id": format!("{choice} {name}"), "name": name, "description": "White",
                        "quantity": "1", "price": "310", "choice": choice })
                })
            });
            let named = choices.iter().map(|name| json!({ "id": name, "name": name }));
            let change = [
                ("items", lines.collect::<Value>()),
                ("choices", named.collect::<Value>()),
                ("template", json!(template)),
                ("includeLabour", json!(false)),
                ("includeDiscount", json!(false)),
                ("includeDeposit", json!(false)),
                ("notes", json!("")),
            ];
            let made = create_draft(&business, "quotes", &change).await;
            let sent = business.send_by_link("quotes", &id_of(&made)).await;
            let pages = page_texts(&download_own_pdf(&business, "quotes", &sent).await);
            // The notice and the form to cancel have a page of their own.
            let own: Vec<_> = pages.iter().filter(|page| !page.contains("Your right to cancel")).collect();
            assert_eq!(own.len(), 1, "{template} {choices:?}: {pages:?}");
            for text in ["See and accept this quote online", "Fitting", "Thank you for your business!"] {
                assert!(own[0].contains(text), "{template} {choices:?}: {text}: {pages:?}");
            }
        }
    }
}

/// An invoice with everything besides its line: the bank details, the QR code to pay, and how to check it.
#[tokio::test]
async fn an_invoice_of_one_line_is_one_page_in_every_template() {
    let business = TestBusiness::open().await;
    for template in TEMPLATES {
        let change =
            [("items", many_lines(1)), ("template", json!(template)), ("includeLabour", json!(false))];
        let made = create_draft(&business, "invoices", &change).await;
        let sent = business.send_by_link("invoices", &id_of(&made)).await;
        let pages = page_texts(&download_own_pdf(&business, "invoices", &sent).await);
        assert_eq!(pages.len(), 1, "{template}: {pages:?}");
        for text in [
            "Part no. 001",
            "12345678",
            "Scan to see and pay",
            "Is this invoice genuine?",
            "Thank you for your business!",
        ] {
            assert!(pages[0].contains(text), "{template}: {text}: {pages:?}");
        }
    }
}

/// An invoice of one line that also has terms of two paragraphs, a job description and a payment.
#[tokio::test]
async fn an_invoice_of_one_line_with_terms_and_a_payment_is_one_page() {
    let business = TestBusiness::open().await;
    for template in ["classic", "minimal"] {
        let change = [
            ("items", many_lines(1)),
            ("template", json!(template)),
            ("includeLabour", json!(false)),
            ("includeDiscount", json!(false)),
            ("notes", json!("")),
            ("jobDescription", json!("Thermostatic mixing for six basins")),
            (
                "terms",
                json!(
                    "Please pay by the due date, with the invoice number as your reference.\n\n\
                     Thank you for choosing a local business."
                ),
            ),
        ];
        let made = create_draft(&business, "invoices", &change).await;
        let sent = business.send_by_link("invoices", &id_of(&made)).await;
        let payment = json!({ "amount": "1.00", "method": "cash", "date": "2026-11-16" });
        let path = format!("/api/invoices/{}/payments", id_of(&sent));
        business.client.post(&path, &payment).await.expect_status(201);
        let pages = page_texts(&download_own_pdf(&business, "invoices", &sent).await);
        assert_eq!(pages.len(), 1, "{template}: {pages:?}");
        for text in
            ["local business", "Balance Due", "Is this invoice genuine?", "Thank you for your business!"]
        {
            assert!(pages[0].contains(text), "{template}: {text}: {pages:?}");
        }
    }
}

/// However many lines there are, the totals are on a page with at least one of them.
#[tokio::test]
async fn the_totals_are_never_alone_on_a_page() {
    let business = TestBusiness::open().await;
    let mut torn = 0;
    for template in TEMPLATES {
        for count in 6..=13 {
            let change = [
                ("items", many_lines(count)),
                ("template", json!(template)),
                ("includeLabour", json!(false)),
            ];
            let made = create_draft(&business, "quotes", &change).await;
            let pages = page_texts(&download_own_pdf(&business, "quotes", &made).await);
            let page = pages.iter().position(|page| page.contains("Subtotal"));
            let page = page.expect("a subtotal");
            assert!(pages[page].contains("Part no."), "{template} {count}: {pages:?}");
            torn += usize::from(page > 0);
        }
    }
    assert!(torn >= TEMPLATES.len(), "no count came to a second page");
}

/// A last line that is too long to be kept together continues on the next page, and its end is on the same page as the
/// totals.
#[tokio::test]
async fn the_end_of_a_long_last_line_is_on_the_page_of_the_totals() {
    let business = TestBusiness::open().await;
    let steps = (1..=14).map(|n| format!("Step {n} of the work."));
    let bullets = steps.collect::<Vec<_>>().join("\n");
    let prose = format!("{} End of the work.", "Take out what is there. ".repeat(60));
    let endless = format!("{} {}End", "Take out. ".repeat(20), "x".repeat(1200));
    for (template, before, description) in [
        ("classic", 6, &bullets),
        ("modern", 2, &prose),
        ("colored", 4, &prose),
        ("bold", 4, &endless),
        ("minimal", 6, &prose),
    ] {
        let mut torn = 0;
        for count in [before, before + 3, before + 5] {
            let mut items = many_lines(count);
            let last = json!({
                "id": "long", "name": "All of it", "description": description, "quantity": "1", "price": "10",
            });
            items.as_array_mut().expect("lines").push(last);
            let change = [("items", items), ("template", json!(template)), ("includeLabour", json!(false))];
            let made = create_draft(&business, "quotes", &change).await;
            let pages = page_texts(&download_own_pdf(&business, "quotes", &made).await);
            let page = pages.iter().position(|page| page.contains("Subtotal"));
            let page = page.expect("a subtotal");
            let end = description.rsplit(' ').next().unwrap_or_default();
            let end = &end[end.len().saturating_sub(5)..];
            assert!(remove_spaces(&pages[page]).contains(end), "{template} {count}: {pages:?}");
            let all: Vec<&str> = pages.iter().map(String::as_str).collect();
            assert_eq!(all.concat().matches("All of it").count(), 1);
            torn += usize::from(page > 0);
        }
        assert!(torn > 0, "{template}: no count came to a second page");
    }
}

#[tokio::test]
async fn a_word_moves_to_the_next_line_if_it_fits_there() {
    let business = TestBusiness::open().await;
    let part = "WRAS-approved-part-number-X4419BB72KQ0098123ZT";
    let name = format!("Thermostatic mixing valve with isolators, nuts and olives {part}");
    let items = json!([{ "id": "a", "name": name, "quantity": "1", "price": "10" }]);
    let long = "W".repeat(120);
    let made = create_draft(&business, "quotes", &[("items", items), ("notes", json!(long))]).await;
    let pages = page_texts(&download_own_pdf(&business, "quotes", &made).await);
    assert!(pages[0].contains("X4419BB72KQ0098123ZT"), "{pages:?}");
    // What no line can hold is broken, and all there.
    assert_eq!(super::remove_spaces(&pages.join("")).matches(&long).count(), 1);
}
