//! The PDF contains what core presents.

use serde_json::{Value, json};

use super::{TEMPLATES, collapse_spaces, create_draft, download_own_pdf, load_presentation, pdf_text};
use crate::documents::{TestBusiness, id_of, token_of};

/// All texts of the presentation that belong to the document.
fn presentation_texts(body: &Value) -> Vec<String> {
    let parts = [
        "title",
        "number",
        "from",
        "to",
        "details",
        "jobDescription",
        "columns",
        "lines",
        "totals",
        "notes",
        "terms",
        "footer",
    ];
    let mut all = Vec::new();
    for part in parts {
        collect_texts(&body[part], &mut all);
    }
    all
}

fn collect_texts(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::String(text) => all.push(collapse_spaces(text)),
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, all)),
        Value::Object(fields) => fields
            .iter()
            // These names are for rendering only, or belong to an option that can be ticked.
            .filter(|(name, _)| !matches!(name.as_str(), "id" | "kind" | "part" | "adds"))
            .for_each(|(_, field)| collect_texts(field, all)),
        _ => {}
    }
}

const HOME_COUNTRY: &str = "United Kingdom";

fn assert_all_present(body: &Value, text: &str) {
    let template = &body["template"];
    // This template has no title above its dates.
    let unsaid = (template == "minimal").then_some(&body["details"]["title"]);
    for texts in presentation_texts(body) {
        // Both parties are in one country, which is not printed; the PDF has a minus sign instead of a hyphen.
        let left_out = unsaid.is_some_and(|unsaid| *unsaid == *texts) || texts == HOME_COUNTRY;
        let texts = texts.replace("-£", "−£");
        assert!(left_out || text.contains(&texts), "{template}: {texts:?} not in {text}");
    }
}

fn rich_documents() -> Vec<(&'static str, Value)> {
    vec![(
        "items",
        json!([
            { "id": "a", "name": "Boiler service", "quantity": "1", "price": "1234.5",
              "vat": { "treatment": "taxable", "rate": "20" } },
            { "id": "b", "name": "Copper pipe", "description": "15 mm\nclipped", "quantity": "3.5",
              "price": "4.2055", "vat": { "treatment": "taxable", "rate": "5" } },
            { "id": "c", "name": "Credit for parts", "quantity": "1", "price": "-19.99" },
            { "id": "d", "name": "Survey", "quantity": "1", "price": "10",
              "includeLabour": true, "labourHours": "2.5", "labourRate": "45", "labourUnitType": "hours" },
            { "id": "e", "name": "Power flush", "quantity": "1", "price": "320", "optional": true,
              "selected": false },
        ]),
    )]
}

#[tokio::test]
async fn a_quote_has_every_text_and_amount_of_the_core_in_each_template() {
    let business = TestBusiness::open().await;
    for template in TEMPLATES {
        let mut change = rich_documents();
        change.push(("template", json!(template)));
        let made = create_draft(&business, "quotes", &change).await;
        let sent = business.send_by_link("quotes", &id_of(&made)).await;
        let body = load_presentation(&business, "quotes", &token_of(&sent)).await;
        assert_eq!(body["template"], template);
        let text = pdf_text(&download_own_pdf(&business, "quotes", &sent).await);
        assert_all_present(&body, &text);
        assert!(text.contains("Optional, not included"), "{template}");
        assert!(text.contains("Thank you for your business!"), "{template}");
    }
}

#[tokio::test]
async fn an_invoice_has_every_text_and_amount_of_the_core_in_each_template() {
    let business = TestBusiness::open().await;
    for template in TEMPLATES {
        let mut change = rich_documents();
        change.push(("template", json!(template)));
        change.push(("cisRate", json!(20)));
        let made = create_draft(&business, "invoices", &change).await;
        let sent = business.send_by_link("invoices", &id_of(&made)).await;
        let paid = json!({ "amount": "100.00", "method": "cash", "date": "2026-11-16" });
        let path = format!("/api/invoices/{}/payments", id_of(&sent));
        business.client.post(&path, &paid).await.expect_status(201);
        let body = load_presentation(&business, "invoices", &token_of(&sent)).await;
        let text = pdf_text(&download_own_pdf(&business, "invoices", &sent).await);
        assert_all_present(&body, &text);
        // Somebody with only the PDF can pay as well.
        for row in body["actions"]["pay"]["bank"].as_array().expect("rows") {
            let value = row["value"].as_str().expect("a value");
            assert!(text.contains(value), "{template}: {value}");
        }
    }
}

/// How often a text occurs in another.
fn count_occurrences(text: &str, texts: &str) -> usize {
    text.matches(texts).count()
}

/// What a VAT invoice must show for each line (VAT Regulations 1995, reg. 14(1)(g) and (h)), after a discount too:
/// 1,000.00 and 90.00 of labour at 20 %, 200.00 at 5 % and 50.00 exempt, less a tenth.
#[tokio::test]
async fn page_and_pdf_show_the_vat_rate_of_each_line_and_the_total_without_vat() {
    let business = TestBusiness::open().await;
    let change = [
        (
            "items",
            json!([
                { "id": "a", "name": "Boiler", "quantity": "1", "price": "1000" },
                { "id": "b", "name": "Insulation", "quantity": "1", "price": "200",
                  "vat": { "treatment": "taxable", "rate": "5" } },
                { "id": "c", "name": "Survey", "quantity": "1", "price": "50", "vat": { "treatment": "exempt" } },
            ]),
        ),
        ("includeLabour", json!(true)),
        ("labourHours", json!("2")),
        ("labourRate", json!("45")),
        ("includeDiscount", json!(true)),
        ("discountType", json!("percentage")),
        ("discount", json!("10")),
    ];
    for template in TEMPLATES {
        let mut change = change.to_vec();
        change.push(("template", json!(template)));
        let made = create_draft(&business, "invoices", &change).await;
        let sent = business.send_by_link("invoices", &id_of(&made)).await;
        let page = format!("/api/invoices/public/{}?with=page", token_of(&sent));
        let page = business.app.new_client().get(&page).await.expect_status(200);
        let page = &page["page"]["presentation"];
        let vats = page["lines"].as_array().expect("lines").iter();
        let vats: Vec<_> = vats.map(|line| &line["vat"]).collect();
        assert_eq!(vats, ["VAT @ 20%", "VAT @ 5%", "VAT exempt", "VAT @ 20%"], "{page}");
        let rows = page["totals"].as_array().expect("rows").iter();
        let net = rows.map(|row| (&row["label"], &row["amount"]));
        let net: Vec<_> = net.filter(|(label, _)| *label == "Total excluding VAT").collect();
        assert_eq!(net, [(&json!("Total excluding VAT"), &json!("£1,206.00"))]);
        // In the PDF, the lines and the VAT rows both show it.
        let text = pdf_text(&download_own_pdf(&business, "invoices", &sent).await);
        for (texts, count) in [("VAT @ 20%", 3), ("VAT @ 5%", 2), ("VAT exempt", 1)] {
            assert_eq!(count_occurrences(&text, texts), count, "{template}: {texts}: {text}");
        }
        assert!(text.contains("Total excluding VAT £1,206.00"), "{template}: {text}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn a_template_that_is_not_known_is_classic() {
    let business = TestBusiness::open().await;
    let plain = create_draft(&business, "quotes", &[]).await;
    let odd = create_draft(&business, "quotes", &[("template", json!("baroque"))]).await;
    let (plain, odd) = (
        download_own_pdf(&business, "quotes", &plain).await,
        download_own_pdf(&business, "quotes", &odd).await,
    );
    assert_eq!(plain, odd);
}

#[tokio::test]
async fn countries_are_named_only_if_they_differ() {
    let business = TestBusiness::open().await;
    let text_of = async |quote: &Value| pdf_text(&download_own_pdf(&business, "quotes", quote).await);
    let quote = create_draft(&business, "quotes", &[]).await;
    assert!(!text_of(&quote).await.contains(HOME_COUNTRY));
    let path = format!("/api/contacts/{}", quote["contactId"].as_str().expect("an id"));
    let changes = [("", ""), ("Ireland", "YO1 1AA Ireland")];
    for ((country, named), version) in changes.into_iter().zip(1..) {
        let mut contact = crate::documents::contact_body();
        contact["country"] = json!(country);
        contact["version"] = json!(version);
        business.client.put(&path, &contact).await.expect_status(200);
        let text = text_of(&quote).await;
        assert!(text.contains(named), "{text}");
        assert_eq!(text.contains(HOME_COUNTRY), !country.is_empty(), "{text}");
    }
}

#[tokio::test]
async fn a_paid_invoice_says_so_and_a_partly_paid_one_does_not() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&sent));
    let of = format!("/api/invoices/{}", id_of(&sent));
    for is_paid in [false, true] {
        let now = business.client.get(&of).await.expect_status(200);
        let rest = now["totals"]["balanceDue"].clone();
        let amount = if is_paid { rest } else { json!("100.00") };
        let paid = json!({ "amount": amount, "method": "cash", "date": "2026-11-16" });
        business.client.post(&path, &paid).await.expect_status(201);
        let text = pdf_text(&download_own_pdf(&business, "invoices", &sent).await);
        assert_eq!(text.contains("INV-0001 PAID"), is_paid, "{text}");
    }
}
