//! Choosing on the customer's page, and accepting what was chosen.

use serde_json::{Value, json};

use super::{
    accept_quote, choice_cards, line_ids, load_page, quote_body, read_own_quote,
    sent_quote_with_choices,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of, with_field};
use crate::pdf;

#[tokio::test]
async fn the_page_shows_what_it_comes_to_with_each() {
    let desk = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&desk).await;
    let shown = load_page(&desk, &sent, "").await;
    let recommended = [
        ["Good", "£360.00", ""],
        ["Better", "£600.00", "In the total"],
        ["Best", "£960.00", ""],
    ];
    assert_eq!(choice_cards(&shown), recommended);
    assert_eq!(shown["page"]["presentation"]["actions"]["choose"], true);
    let best = &shown["quote"]["choiceTotals"][2];
    assert_eq!(
        (
            &best["vatAmount"],
            &best["depositAmount"],
            &best["amountPayable"]
        ),
        (&json!("160.00"), &json!("240.00"), &json!("960.00"))
    );

    let picked = load_page(&desk, &sent, "&choice=x").await;
    assert_eq!(
        choice_cards(&picked),
        [
            ["Good", "£360.00", ""],
            ["Better", "£600.00", ""],
            ["Best", "£960.00", "In the total"],
        ]
    );
    let presentation = &picked["page"]["presentation"];
    assert_eq!(presentation["summary"]["amount"], "£960.00");
    assert_eq!(
        presentation["summary"]["deposit"],
        "Deposit £240.00 on acceptance"
    );
    assert_eq!(
        picked["page"]["version"], shown["page"]["version"],
        "it is the offer that was sent"
    );
    let ticked = load_page(&desk, &sent, "&choice=x&selected=cover").await;
    assert_eq!(ticked["quote"]["totalAmount"], "1020.00");
    assert_eq!(
        choice_cards(&ticked)[0],
        ["Good", "£360.00", ""],
        "the cover is Best’s alone"
    );
    // What is not offered is passed over.
    assert_eq!(
        choice_cards(&load_page(&desk, &sent, "&choice=gone").await),
        recommended
    );
    assert_eq!(
        load_page(&desk, &sent, "").await,
        shown,
        "it was only looked at"
    );

    let paper = format!("/q/{}.pdf?choice=x", token_of(&sent));
    let paper = pdf::pdf_text(&desk.app.new_client().get_bytes(&paper).await);
    for said in [
        "Good £360.00 including VAT Plain boiler £200.00 VAT included £60.00 Deposit £90.00",
        "Best In the total £960.00 including VAT Smart boiler £700.00",
        "VAT included £160.00 Deposit £240.00",
    ] {
        assert!(paper.contains(said), "{said:?} not in {paper}");
    }
}

#[tokio::test]
async fn the_paper_has_them_side_by_side_in_every_template() {
    let desk = TestBusiness::open().await;
    for template in ["classic", "modern", "colored", "bold", "minimal"] {
        let offer = with_field(quote_body(&desk), "template", json!(template));
        let draft = desk
            .client
            .post("/api/quotes", &offer)
            .await
            .expect_status(201);
        let sent = desk.send_by_link("quotes", &id_of(&draft)).await;
        let paper = format!("/q/{}.pdf", token_of(&sent));
        let rows = pdf::rows(&desk.app.new_client().get_bytes(&paper).await);
        for side_by_side in [
            ["Good", "Better In the total", "Best"],
            [
                "£360.00 including VAT",
                "£600.00 including VAT",
                "£960.00 including VAT",
            ],
            ["Plain boiler", "Combi boiler", "Smart boiler"],
        ] {
            let row = side_by_side.join(" ");
            assert!(rows.contains(&row), "{template}: {row:?} not in {rows:#?}");
        }
    }
}

#[tokio::test]
async fn taking_another_makes_the_version_that_is_accepted() {
    let desk = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&desk).await;
    let seen = load_page(&desk, &sent, "&choice=x").await;
    let said = json!({
        "name": "Jo Bloggs", "chosenChoice": "x", "selected": ["cover"],
        "version": seen["page"]["version"],
    });
    let answer = accept_quote(&desk, &sent, said).await.expect_status(200);
    assert_eq!(answer["quote"]["totalAmount"], "1020.00");
    assert_eq!(answer["quote"]["chosenChoice"], "x");

    let after = load_page(&desk, &sent, "").await;
    let acceptance = &after["page"]["acceptance"];
    assert_eq!(
        (
            &acceptance["choice"],
            &acceptance["total"],
            &acceptance["options"]
        ),
        (&json!("Best"), &json!("£1,020.00"), &json!(["Cover"]))
    );
    assert_eq!(acceptance["version"], after["page"]["version"]);
    assert_eq!(
        choice_cards(&after),
        [
            ["Good", "£360.00", "Not chosen"],
            ["Better", "£600.00", "Not chosen"],
            ["Best", "£1,020.00", "Chosen"],
        ]
    );
    assert_eq!(line_ids(&after), ["day", "smart", "cover"]);
    assert_eq!(
        load_page(&desk, &sent, "&choice=g").await["quote"]["totalAmount"],
        "1020.00",
        "what was accepted stands"
    );

    let quote = read_own_quote(&desk, &sent).await;
    assert_eq!(quote["acceptance"]["versionNumber"], 2);
    assert_eq!(quote["chosenChoice"], "x");
    assert_eq!(desk.count_rows("document_versions").await, 2);
    let told = desk.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(told.text.contains("Choice: Best"), "{}", told.text);
    let copy = desk
        .app
        .receive_emails(CUSTOMER)
        .await
        .pop()
        .expect("the copy");
    assert!(copy.text.contains("Choice: Best"), "{}", copy.text);
    let activities = desk.client.get("/api/activities").await.expect_status(200);
    assert_eq!(
        activities[0]["sentence"],
        "Jo Bloggs accepted quote Q-0001: Best"
    );
}

#[tokio::test]
async fn the_certificate_names_what_was_chosen_and_what_was_not() {
    let desk = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&desk).await;
    accept_quote(
        &desk,
        &sent,
        json!({ "name": "Jo Bloggs", "chosenChoice": "x" }),
    )
    .await
    .expect_status(200);
    let certificate = format!("/q/{}/certificate.pdf", token_of(&sent));
    let certificate = pdf::pdf_text(&desk.app.new_client().get_bytes(&certificate).await);
    for said in [
        "accepted quote Q-0001 of Taylor Plumbing with the choice “Best” on",
        "Good, not chosen £360.00",
        "Better, not chosen £600.00",
        "Best, chosen £960.00",
    ] {
        assert!(certificate.contains(said), "{said:?} not in {certificate}");
    }
    let paper = format!("/q/{}.pdf", token_of(&sent));
    let paper = pdf::pdf_text(&desk.app.new_client().get_bytes(&paper).await);
    assert!(
        paper.contains("Best Chosen") && paper.contains("Good Not chosen"),
        "{paper}"
    );
    assert!(
        paper.contains("Smart boiler") && !paper.contains("Plain boiler"),
        "what was not taken is no part of what was agreed: {paper}"
    );
}

#[tokio::test]
async fn the_recommended_one_counts_where_nothing_is_said() {
    let desk = TestBusiness::open().await;
    for said in [
        json!({}),
        json!({ "chosenChoice": "b" }),
        json!({ "chosenChoice": null }),
    ] {
        let sent = sent_quote_with_choices(&desk).await;
        accept_quote(&desk, &sent, said).await.expect_status(200);
        let quote = read_own_quote(&desk, &sent).await;
        assert_eq!(quote["acceptance"]["choice"], "Better");
        assert_eq!(quote["acceptance"]["versionNumber"], 1, "it says the same");
        assert_eq!(quote["totals"]["totalAmount"], "600.00");
    }
    // The first, where none is recommended.
    let unsaid = with_field(quote_body(&desk), "chosenChoice", Value::Null);
    let draft = desk
        .client
        .post("/api/quotes", &unsaid)
        .await
        .expect_status(201);
    let sent = desk.send_by_link("quotes", &id_of(&draft)).await;
    accept_quote(&desk, &sent, json!({}))
        .await
        .expect_status(200);
    assert_eq!(
        read_own_quote(&desk, &sent).await["acceptance"]["choice"],
        "Good"
    );
}

#[tokio::test]
async fn what_the_quote_does_not_offer_cannot_be_taken() {
    let desk = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&desk).await;
    let long = "x".repeat(101);
    for chosen in ["gone", "", "Best", &long] {
        let answer = accept_quote(&desk, &sent, json!({ "chosenChoice": chosen })).await;
        let told = answer.expect_error(422, "rule_broken", Some("chosenChoice"));
        assert_eq!(told["errors"][0]["code"], "unknown_choice", "{told}");
    }
    accept_quote(&desk, &sent, json!({ "chosenChoice": 7 }))
        .await
        .expect_error(400, "invalid_type", Some("chosenChoice"));
    // Nor is there anything to choose on a quote without choices.
    let plain = desk.sent_quote().await;
    accept_quote(&desk, &plain, json!({ "chosenChoice": "b" }))
        .await
        .expect_error(422, "rule_broken", Some("chosenChoice"));
    assert_eq!(desk.count_rows("acceptances").await, 0);
    assert_eq!(read_own_quote(&desk, &sent).await["status"], "sent");
    accept_quote(&desk, &plain, json!({}))
        .await
        .expect_status(200);
    let acceptance = &read_own_quote(&desk, &plain).await["acceptance"];
    assert!(acceptance.get("choice").is_none(), "{acceptance}");
}

#[tokio::test]
async fn what_a_choice_cost_stays_with_the_business() {
    let desk = TestBusiness::open().await;
    let mut costs = quote_body(&desk);
    costs["cisRate"] = json!("20");
    costs["items"][2]["costType"] = json!("materials");
    costs["items"][2]["cost"] = json!("317.77");
    let draft = desk
        .client
        .post("/api/quotes", &costs)
        .await
        .expect_status(201);
    let sent = desk.send_by_link("quotes", &id_of(&draft)).await;
    let shown = load_page(&desk, &sent, "&choice=g").await;
    // 500.00 less 317.77, at 20%; of Good it is 300.00.
    let deductions: Vec<&Value> = shown["quote"]["choiceTotals"]
        .as_array()
        .expect("choices")
        .iter()
        .map(|choice| &choice["cisDeduction"])
        .collect();
    assert_eq!(deductions, ["60.00", "36.45", "160.00"]);
    assert!(!shown.to_string().contains("317.77"), "{shown}");
    let paper = format!("/q/{}.pdf?choice=b", token_of(&sent));
    let paper = pdf::pdf_text(&desk.app.new_client().get_bytes(&paper).await);
    assert!(!paper.contains("317.77"), "{paper}");
}

#[tokio::test]
async fn the_mail_says_what_each_comes_to() {
    let desk = TestBusiness::open().await;
    let draft = desk
        .client
        .post("/api/quotes", &quote_body(&desk))
        .await
        .expect_status(201);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    desk.client
        .post(&path, &json!({ "via": "email" }))
        .await
        .expect_status(200);
    let letter = desk
        .app
        .receive_emails(CUSTOMER)
        .await
        .pop()
        .expect("a mail");
    for said in [
        "Good: £360.00",
        "Better: £600.00, recommended",
        "Best: £960.00",
    ] {
        assert!(
            letter.text.contains(said),
            "{said:?} not in {}",
            letter.text
        );
    }
}
