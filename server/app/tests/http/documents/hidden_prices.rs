//! Prices that a quote hides from its customer: they never leave the business.

use serde_json::json;

use super::edit::{document_path, edit_body, set_line_operation};
use super::sections::{create_draft, quote_body};
use super::{CUSTOMER, TestBusiness, id_of, token_of};
use crate::pdf;

/// The amount of the goods of a line with labour: only the business sees it, in the totals of its own response.
const GOODS: &str = "871.98";
/// Amounts of lines, as in JSON and as displayed: prices, rates and totals.
const LINE_AMOUNTS: [&str; 14] = [
    "18.41", "230.13", "241.19", "63.07", "145.33", GOODS, "46.07", "368.56", "1240.54", "1,240.54", "7.31",
    "14.62", "33.03", "19.87",
];
/// The cost of one unit of a line, which only the business ever sees.
const COST: &str = "11.03";
/// The rate of the document's own labour.
const LABOUR_RATE: &str = "51.37";
/// The amounts of the sections, of the lines without a section, and of the document's own labour.
const SECTION_AMOUNTS: [&str; 7] =
    ["1260.41", "1,260.41", "1326.47", "1,326.47", "244.75", "304.26", "154.11"];
/// Amounts that are always displayed: an optional line, the subtotal and the total.
const VISIBLE_AMOUNTS: [&str; 3] = ["66.06", "1963.53", "2356.24"];

/// Everything that the holder of the link or the recipient of the email can read of a quote that is sent, read, ticked,
/// changed, accepted and read again: the place, and its text.
async fn collect_everything(business: &TestBusiness, display: &str) -> Vec<(&'static str, String)> {
    let draft = create_draft(business, display).await;
    let send = format!("/api/quotes/{}/send", id_of(&draft));
    let sent = business.client.post(&send, &json!({ "via": "email" })).await;
    let sent = sent.expect_status(200);
    let customer = business.app.new_client();
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let printed = format!("/q/{}.pdf", token_of(&sent));
    let mut all = Vec::new();
    for (place, path) in [
        ("the public answer", link.clone()),
        ("the page's answer", format!("{link}?with=page")),
        ("the page's answer, ticked", format!("{link}?with=page&selected=light")),
    ] {
        all.push((place, customer.get(&path).await.text));
    }
    // Only the data in the page, because its styles are full of numbers.
    let page = customer.get(&format!("/q/{}", token_of(&sent))).await.text;
    let put_in = page.split("\"answer\":").last().unwrap_or_default();
    all.push(("the page itself", put_in.to_owned()));
    for (place, path) in
        [("the PDF", printed.clone()), ("the PDF, ticked", format!("{printed}?selected=light"))]
    {
        all.push((place, pdf::pdf_text(&customer.get_bytes(&path).await)));
    }
    let mails = business.app.receive_emails(CUSTOMER).await;
    let mail = mails.last().expect("the mail");
    all.push(("the mail", format!("{}{}{}", mail.subject, mail.text, mail.html)));
    all.push(("the mail's PDF", pdf::pdf_text(&pdf::attached_pdf(mail).1)));

    // The business changes the price of a line: a customer who read it before learns that it changed, but not the
    // amount.
    let seen = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let dearer = edit_body(&sent["version"], json!([set_line_operation("grout", "price", "8.29")]));
    let changed = business.client.patch(&document_path(&sent), &dearer).await.expect_status(200);
    let accept = format!("{link}/accept");
    let body = json!({ "termsAccepted": true, "version": seen["page"]["version"], "selected": ["light"] });
    let stale = customer.post(&accept, &body).await;
    assert_eq!(stale.status.as_u16(), 409, "{}", stale.text);
    all.push(("what is said of a change", stale.text));
    let since = format!("{link}/changes?since={}", seen["page"]["version"].as_str().expect("a hash"));
    all.push(("what changed", customer.get(&since).await.text));
    let back = edit_body(&changed["version"], json!([set_line_operation("grout", "price", "7.31")]));
    business.client.patch(&document_path(&sent), &back).await.expect_status(200);

    let body = json!({ "name": "Jo Bloggs", "termsAccepted": true, "selected": ["light"] });
    let accepted = customer.post(&accept, &body).await;
    assert_eq!(accepted.status.as_u16(), 200, "{}", accepted.text);
    all.push(("the answer to the accept", accepted.text));
    let certificate = format!("/q/{}/certificate.pdf", token_of(&sent));
    let certificate = customer.get_bytes(&certificate).await;
    all.push(("the certificate", pdf::pdf_text(&certificate)));
    let copy = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    all.push(("the copy", format!("{}{}{}", copy.subject, copy.text, copy.html)));
    all.push(("the accepted page", customer.get(&format!("{link}?with=page")).await.text));
    all.push(("the accepted PDF", pdf::pdf_text(&customer.get_bytes(&printed).await)));
    all
}

#[track_caller]
fn assert_none_visible(all: &[(&str, String)], hidden: &[&str]) {
    for (place, text) in all {
        for figure in hidden {
            assert!(!text.contains(figure), "{place} has {figure}: {text}");
        }
    }
}

/// Whether an amount is in any of the texts, as in JSON or as displayed.
fn contains_amount(all: &[(&str, String)], figure: &str) -> bool {
    all.iter().any(|(_, text)| text.contains(figure))
}

#[tokio::test]
async fn with_line_prices_the_customer_sees_prices_but_no_costs() {
    let business = TestBusiness::open().await;
    let all = collect_everything(&business, "lines").await;
    let own = business.client.get("/api/quotes").await.expect_status(200);
    let own = business.client.get(&document_path(&own["data"][0])).await;
    for figure in [GOODS, COST] {
        assert!(own.text.contains(figure), "{figure}: {}", own.text);
    }
    // What is searched for below is there to be found, but for what goods come to before their labour.
    for figure in LINE_AMOUNTS.iter().filter(|figure| **figure != GOODS).chain(&VISIBLE_AMOUNTS).chain(&[
        LABOUR_RATE,
        "1260.41",
        "244.75",
        "154.11",
    ]) {
        assert!(contains_amount(&all, figure), "{figure} is nowhere");
    }
    let (_, printed) = &all[4];
    for text in ["Kitchen £1,260.41", "Bathroom £244.75", "£18.41 £230.13", "Labour: 8 hours at £46.07"]
    {
        assert!(printed.contains(text), "{text}: {printed}");
    }
    assert_none_visible(&all, &[COST, "Cellar"]);
    business.app.stop().await;
}

#[tokio::test]
async fn with_section_prices_the_customer_sees_no_price_of_a_line() {
    let business = TestBusiness::open().await;
    let all = collect_everything(&business, "sections").await;
    assert_none_visible(&all, &LINE_AMOUNTS);
    assert_none_visible(&all, &[LABOUR_RATE, COST, "Cellar", "8.29"]);
    for figure in VISIBLE_AMOUNTS.iter().chain(&["1260.41", "244.75", "304.26", "154.11"]) {
        assert!(contains_amount(&all, figure), "{figure} is nowhere");
    }
    let (_, printed) = &all[4];
    for text in ["General £304.26", "Kitchen £1,260.41", "Bathroom £244.75", "Labour included"] {
        assert!(printed.contains(text), "{text}: {printed}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn with_one_price_the_customer_sees_nothing_before_the_subtotal() {
    let business = TestBusiness::open().await;
    let all = collect_everything(&business, "one").await;
    assert_none_visible(&all, &LINE_AMOUNTS);
    assert_none_visible(&all, &SECTION_AMOUNTS);
    assert_none_visible(&all, &[LABOUR_RATE, COST, "Cellar", "8.29"]);
    for figure in VISIBLE_AMOUNTS {
        assert!(contains_amount(&all, figure), "{figure} is nowhere");
    }
    // The sections are named all the same, and the business has every figure.
    let (_, printed) = &all[4];
    assert!(printed.contains("Kitchen") && printed.contains("£1,963.53"), "{printed}");
    business.app.stop().await;
}

#[tokio::test]
async fn with_choices_the_customer_sees_only_the_total_of_each_choice() {
    let business = TestBusiness::open().await;
    let mut quote = quote_body(&business, "one");
    quote["choices"] = json!([{ "id": "g", "name": "Good" }, { "id": "b", "name": "Better" }]);
    quote["items"][4]["choice"] = json!("g");
    let oak = json!({
        "id": "oak", "name": "Oak plinth", "quantity": "1", "price": "119.83", "section": "k", "choice": "b",
    });
    quote["items"].as_array_mut().expect("lines").push(oak);
    let draft = business.client.post("/api/quotes", &quote).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let customer = business.app.new_client();
    let link = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let printed = format!("/q/{}.pdf", token_of(&sent));
    let picked = format!("{link}&choice=b");
    let all = [
        ("the page", customer.get(&link).await.text),
        ("the page, picked", customer.get(&picked).await.text),
        ("the PDF", pdf::pdf_text(&customer.get_bytes(&printed).await)),
        ("the PDF, picked", pdf::pdf_text(&customer.get_bytes(&format!("{printed}?choice=b")).await)),
    ];
    assert_none_visible(&all, &LINE_AMOUNTS);
    assert_none_visible(&all, &SECTION_AMOUNTS);
    assert_none_visible(&all, &["119.83", LABOUR_RATE, COST]);
    for (place, text) in &all {
        for total in ["2,356.24", "2,476.19"] {
            assert!(text.contains(total), "{place} has no {total}: {text}");
        }
    }
    // In the PDF, each choice has the sections of its own lines.
    let (_, text) = &all[2];
    assert_eq!(text.matches("Kitchen").count(), 3, "{text}");
    business.app.stop().await;
}
