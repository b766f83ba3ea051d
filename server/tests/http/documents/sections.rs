//! Sections of a document, and the prices that its customer is not shown: nothing of them leaves.

use serde_json::{Value, json};

use super::edit::{edit, path, set, set_line};
use super::{CUSTOMER, Desk, id, token, with};
use crate::pdf;

/// Figures of lines, as JSON and as a reader sees them: prices, rates and totals.
const OF_LINES: [&str; 14] = [
    "18.41", "230.13", "241.19", "63.07", "145.33", "871.98", "46.07", "368.56", "1240.54",
    "1,240.54", "7.31", "14.62", "33.03", "19.87",
];
/// What one unit of a line cost: nobody's but the business's, whatever is shown.
const COST: &str = "11.03";
/// The rate of the document's own labour.
const LABOUR_RATE: &str = "51.37";
/// What the sections come to, what stands in none, and the document's own labour.
const OF_SECTIONS: [&str; 7] = [
    "1260.41", "1,260.41", "1326.47", "1,326.47", "244.75", "304.26", "154.11",
];
/// What is always shown: an optional line, the subtotal and the total.
const SHOWN: [&str; 3] = ["66.06", "1963.53", "2356.24"];

/// Three sections, one of them empty, of which the customer is shown this much: 2,356.24.
fn body(desk: &Desk, display: &str) -> Value {
    let mut body = desk.quote();
    body["sections"] = json!([
        { "id": "k", "name": "Kitchen" }, { "id": "b", "name": "Bathroom" }, { "id": "e", "name": "Cellar" },
    ]);
    body["priceDisplay"] = json!(display);
    body["items"] = json!([
        { "id": "tiles", "name": "Tiles", "quantity": "12.5", "price": "18.41", "section": "b", "cost": COST },
        { "id": "skip", "name": "Skip", "quantity": "1", "price": "241.19" },
        { "id": "sand", "name": "Sand", "quantity": "1", "price": "63.07" },
        { "id": "units", "name": "Units", "quantity": "6", "price": "145.33", "section": "k",
            "includeLabour": true, "labourHours": "8", "labourRate": "46.07" },
        { "id": "plinth", "name": "Plinth", "quantity": "1", "price": "19.87", "section": "k" },
        { "id": "grout", "name": "Grout", "quantity": "2", "price": "7.31", "section": "b" },
        { "id": "light", "name": "Light", "quantity": "2", "price": "33.03", "section": "k",
            "optional": true, "selected": false },
    ]);
    for (field, value) in [("labourHours", "3"), ("labourRate", LABOUR_RATE)] {
        body[field] = json!(value);
    }
    for field in ["includeDiscount", "includeDeposit"] {
        body[field] = json!(false);
    }
    body
}

async fn draft(desk: &Desk, display: &str) -> Value {
    let draft = desk.client.post("/api/quotes", &body(desk, display)).await;
    draft.expect(201)
}

/// Everything that whoever holds the link, or gets the mail, has of a quote that is sent, looked at, ticked,
/// changed, accepted and read again: where it was found, and its words.
async fn everything(desk: &Desk, display: &str) -> Vec<(&'static str, String)> {
    let draft = draft(desk, display).await;
    let send = format!("/api/quotes/{}/send", id(&draft));
    let sent = desk.client.post(&send, &json!({ "via": "email" })).await;
    let sent = sent.expect(200);
    let customer = desk.app.client();
    let link = format!("/api/quotes/public/{}", token(&sent));
    let paper = format!("/q/{}.pdf", token(&sent));
    let mut all = Vec::new();
    for (place, path) in [
        ("the public answer", link.clone()),
        ("the page's answer", format!("{link}?with=page")),
        (
            "the page's answer, ticked",
            format!("{link}?with=page&selected=light"),
        ),
    ] {
        all.push((place, customer.get(&path).await.text));
    }
    // Of the page only what is put into it: its styles are full of numbers.
    let page = customer.get(&format!("/q/{}", token(&sent))).await.text;
    let put_in = page.split("\"answer\":").last().unwrap_or_default();
    all.push(("the page itself", put_in.to_owned()));
    for (place, path) in [
        ("the PDF", paper.clone()),
        ("the PDF, ticked", format!("{paper}?selected=light")),
    ] {
        all.push((place, pdf::text(&customer.bytes(&path).await)));
    }
    let mails = desk.app.mails(CUSTOMER).await;
    let mail = mails.last().expect("the mail");
    all.push((
        "the mail",
        format!("{}{}{}", mail.subject, mail.text, mail.html),
    ));
    all.push(("the mail's PDF", pdf::text(&pdf::attached(mail).1)));

    // The business changes the price of a line: whoever read it before is told, and not of which figure.
    let seen = customer.get(&format!("{link}?with=page")).await.expect(200);
    let dearer = edit(
        &sent["version"],
        json!([set_line("grout", "price", "8.29")]),
    );
    let changed = desk.client.patch(&path(&sent), &dearer).await.expect(200);
    let accept = format!("{link}/accept");
    let said =
        json!({ "termsAccepted": true, "version": seen["page"]["version"], "selected": ["light"] });
    let stale = customer.post(&accept, &said).await;
    assert_eq!(stale.status.as_u16(), 409, "{}", stale.text);
    all.push(("what is said of a change", stale.text));
    let back = edit(
        &changed["version"],
        json!([set_line("grout", "price", "7.31")]),
    );
    desk.client.patch(&path(&sent), &back).await.expect(200);

    let said = json!({ "name": "Jo Bloggs", "termsAccepted": true, "selected": ["light"] });
    let accepted = customer.post(&accept, &said).await;
    assert_eq!(accepted.status.as_u16(), 200, "{}", accepted.text);
    all.push(("the answer to the accept", accepted.text));
    let certificate = format!("/q/{}/certificate.pdf", token(&sent));
    let certificate = customer.bytes(&certificate).await;
    all.push(("the certificate", pdf::text(&certificate)));
    let copy = desk.app.mails(CUSTOMER).await.pop().expect("the copy");
    all.push((
        "the copy",
        format!("{}{}{}", copy.subject, copy.text, copy.html),
    ));
    all.push((
        "the accepted page",
        customer.get(&format!("{link}?with=page")).await.text,
    ));
    all.push(("the accepted PDF", pdf::text(&customer.bytes(&paper).await)));
    all
}

#[track_caller]
fn has_none(all: &[(&str, String)], hidden: &[&str]) {
    for (place, words) in all {
        for figure in hidden {
            assert!(!words.contains(figure), "{place} has {figure}: {words}");
        }
    }
}

/// Whether a figure stands anywhere as JSON or as a reader sees it.
fn stands(all: &[(&str, String)], figure: &str) -> bool {
    all.iter().any(|(_, words)| words.contains(figure))
}

#[tokio::test]
async fn of_line_prices_each_is_shown_and_a_cost_never() {
    let desk = Desk::open().await;
    let all = everything(&desk, "lines").await;
    // What is searched for below is there to be found.
    for figure in OF_LINES
        .iter()
        .chain(&SHOWN)
        .chain(&[LABOUR_RATE, "1260.41", "244.75", "154.11"])
    {
        assert!(stands(&all, figure), "{figure} is nowhere");
    }
    let (_, paper) = &all[4];
    for words in [
        "Kitchen £1,260.41",
        "Bathroom £244.75",
        "£18.41 £230.13",
        "Labour: 8 hours at £46.07",
    ] {
        assert!(paper.contains(words), "{words}: {paper}");
    }
    has_none(&all, &[COST, "Cellar"]);
    desk.app.stop().await;
}

#[tokio::test]
async fn of_section_prices_no_line_has_one_wherever_it_is_read() {
    let desk = Desk::open().await;
    let all = everything(&desk, "sections").await;
    has_none(&all, &OF_LINES);
    has_none(&all, &[LABOUR_RATE, COST, "Cellar", "8.29"]);
    for figure in SHOWN
        .iter()
        .chain(&["1260.41", "244.75", "304.26", "154.11"])
    {
        assert!(stands(&all, figure), "{figure} is nowhere");
    }
    let (_, paper) = &all[4];
    for words in [
        "General £304.26",
        "Kitchen £1,260.41",
        "Bathroom £244.75",
        "Labour included",
    ] {
        assert!(paper.contains(words), "{words}: {paper}");
    }
    desk.app.stop().await;
}

#[tokio::test]
async fn of_one_price_nothing_is_told_before_the_subtotal() {
    let desk = Desk::open().await;
    let all = everything(&desk, "one").await;
    has_none(&all, &OF_LINES);
    has_none(&all, &OF_SECTIONS);
    has_none(&all, &[LABOUR_RATE, COST, "Cellar", "8.29"]);
    for figure in SHOWN {
        assert!(stands(&all, figure), "{figure} is nowhere");
    }
    // The sections are named all the same, and the business has every figure.
    let (_, paper) = &all[4];
    assert!(
        paper.contains("Kitchen") && paper.contains("£1,963.53"),
        "{paper}"
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn the_business_has_every_figure_of_what_it_hides() {
    let desk = Desk::open().await;
    let draft = draft(&desk, "one").await;
    assert_eq!(draft["priceDisplay"], "one");
    assert_eq!(draft["items"][0]["section"], "b");
    let sections = json!([
        { "id": "k", "subtotal": "1260.41" }, { "id": "b", "subtotal": "244.75" }, { "id": "e", "subtotal": "0.00" },
    ]);
    assert_eq!(draft["totals"]["sections"], sections);
    assert_eq!(draft["totals"]["totalAmount"], "2356.24");
    // What is set back is left out again.
    let back = edit(&draft["version"], json!([set("priceDisplay", Value::Null)]));
    let edited = desk.client.patch(&path(&draft), &back).await.expect(200);
    assert_eq!(edited.get("priceDisplay"), None);
    let copy = format!("/api/quotes/{}/duplicate", id(&draft));
    let copy = desk.client.post_empty(&copy).await.expect(201);
    assert_eq!(copy["sections"], draft["sections"]);
    desk.app.stop().await;
}

#[tokio::test]
async fn a_document_without_sections_is_written_as_before() {
    let desk = Desk::open().await;
    let sent = desk.sent_quote().await;
    assert_eq!(sent["totals"].get("sections"), None);
    let stored = desk.stored(&id(&sent)).await.to_string();
    for field in ["sections", "section", "priceDisplay"] {
        assert!(!stored.contains(&format!("\"{field}\"")), "{stored}");
    }
    let link = format!("/api/quotes/public/{}?with=page", token(&sent));
    let answer = desk.app.client().get(&link).await.text;
    assert!(!answer.contains("ection\""), "{answer}");
    desk.app.stop().await;
}

#[tokio::test]
async fn the_invoice_keeps_the_sections_and_shows_each_price() {
    let desk = Desk::open().await;
    let draft = draft(&desk, "one").await;
    let sent = desk.send("quotes", &id(&draft)).await;
    let accept = format!("/api/quotes/public/{}/accept", token(&sent));
    let said = json!({ "termsAccepted": true });
    desk.app.client().post(&accept, &said).await.expect(200);
    // A stage of some lines keeps theirs.
    let stages = format!("/api/quotes/{}/stages", id(&sent));
    let stage = desk
        .client
        .post(&stages, &json!({ "lines": ["tiles", "skip"] }))
        .await;
    let stage = stage.expect(201);
    assert_eq!(stage.get("priceDisplay"), None);
    assert_eq!(stage["sections"], draft["sections"]);
    assert_eq!(
        stage["totals"]["sections"][1],
        json!({ "id": "b", "subtotal": "230.13" })
    );
    let stage = desk.send("invoices", &id(&stage)).await;
    let shown = format!("/api/invoices/public/{}?with=page", token(&stage));
    let shown = desk.app.client().get(&shown).await.expect(200);
    let lines = &shown["page"]["presentation"]["lines"];
    assert_eq!(lines[0]["rate"], "£241.19");
    assert_eq!(
        lines[1]["section"],
        json!({ "name": "Bathroom", "amount": "£230.13" })
    );

    let convert = format!("/api/quotes/{}/convert", id(&sent));
    let invoice = desk.client.post_empty(&convert).await.expect(201);
    assert_eq!(invoice.get("priceDisplay"), None);
    assert_eq!(invoice["sections"], draft["sections"]);
    let invoice = desk.send("invoices", &id(&invoice)).await;
    let paper = pdf::text(
        &desk
            .app
            .client()
            .bytes(&format!("/i/{}.pdf", token(&invoice)))
            .await,
    );
    assert!(
        paper.contains("£145.33 £1,240.54") && paper.contains("3 hours at £51.37/hour"),
        "{paper}"
    );
    // What is credited of a line stands in the line's section.
    let credits = format!("/api/invoices/{}/credit-notes", id(&invoice));
    let some = json!({ "of": "lines", "lines": [{ "id": "plinth" }], "reason": "Not fitted" });
    let credit = desk.client.post(&credits, &some).await.expect(201);
    assert_eq!(credit["items"][0]["section"], "k");
    assert_eq!(
        credit["totals"]["sections"][0],
        json!({ "id": "k", "subtotal": "19.87" })
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn what_a_customer_is_shown_is_a_quotes_alone() {
    let desk = Desk::open().await;
    let hides = with(desk.invoice(), "priceDisplay", json!("one"));
    let refused = desk.client.post("/api/invoices", &hides).await;
    refused.refused(422, "rule_broken", Some("priceDisplay"));
    let draft = desk.client.post("/api/invoices", &desk.invoice()).await;
    let draft = draft.expect(201);
    let own = format!("/api/invoices/{}", id(&draft));
    let hide = edit(&draft["version"], json!([set("priceDisplay", "sections")]));
    let refused = desk.client.patch(&own, &hide).await;
    refused.refused(422, "rule_broken", Some("priceDisplay"));
    assert_eq!(desk.client.get(&own).await.expect(200), draft);
    desk.app.stop().await;
}

#[tokio::test]
async fn sections_that_cannot_be_are_refused_by_name() {
    let desk = Desk::open().await;
    let section = |n: usize| json!({ "id": format!("s{n}"), "name": format!("Part {n}") });
    let many: Vec<Value> = (0..31).map(section).collect();
    let long = json!([{ "id": "k", "name": "x".repeat(301) }]);
    for (field, value, status, code, at) in [
        ("sections", json!(many), 422, "rule_broken", "sections"),
        (
            "sections",
            json!([section(1), section(1)]),
            422,
            "rule_broken",
            "sections[1].id",
        ),
        (
            "sections",
            json!([{ "name": "No id" }]),
            422,
            "rule_broken",
            "sections[0].id",
        ),
        ("sections", long, 422, "rule_broken", "sections[0].name"),
        (
            "sections",
            json!([{ "id": "k", "colour": "red" }]),
            400,
            "unknown_field",
            "sections[0].colour",
        ),
        (
            "priceDisplay",
            json!("some"),
            422,
            "rule_broken",
            "priceDisplay",
        ),
    ] {
        let refused = desk
            .client
            .post("/api/quotes", &with(desk.quote(), field, value))
            .await;
        refused.refused(status, code, Some(at));
    }
    let mut lost = desk.quote();
    lost["items"][1]["section"] = json!("gone");
    let refused = desk.client.post("/api/quotes", &lost).await;
    refused.refused(422, "rule_broken", Some("items[1].section"));
    // As many as there may be, and one that is none for now.
    let mut most = with(desk.quote(), "sections", json!(many[..30]));
    most["items"][0]["section"] = Value::Null;
    desk.client.post("/api/quotes", &most).await.expect(201);
    assert_eq!(desk.rows("documents").await, 1);
    desk.app.stop().await;
}

#[tokio::test]
async fn two_who_sort_at_once_are_merged() {
    let desk = Desk::open().await;
    let draft = draft(&desk, "lines").await;
    let base = &draft["version"];
    let one = edit(
        base,
        json!([
            set_line("skip", "section", "e"),
            set("priceDisplay", "sections")
        ]),
    );
    desk.client.patch(&path(&draft), &one).await.expect(200);
    let two = edit(base, json!([set_line("grout", "section", Value::Null)]));
    let both = desk.client.patch(&path(&draft), &two).await.expect(200);
    let sections: Vec<&str> = both["totals"]["sections"]
        .as_array()
        .expect("sections")
        .iter()
        .map(|one| one["subtotal"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(sections, ["1260.41", "230.13", "241.19"]);
    // Two names for one section are asked about.
    let renamed = |name: &str| {
        set(
            "sections",
            json!([{ "id": "k", "name": name }, { "id": "b", "name": "Bathroom" },
        { "id": "e", "name": "Cellar" }]),
        )
    };
    let one = edit(&both["version"], json!([renamed("Scullery")]));
    desk.client.patch(&path(&draft), &one).await.expect(200);
    let two = edit(&both["version"], json!([renamed("Galley")]));
    let asked = desk.client.patch(&path(&draft), &two).await;
    assert_eq!(asked.status.as_u16(), 409, "{}", asked.text);
    assert_eq!(asked.json()["conflicts"][0]["path"], "sections");
    desk.app.stop().await;
}
