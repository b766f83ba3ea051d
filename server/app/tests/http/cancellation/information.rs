//! The other information that a consumer gets before they agree (Schedule 2), and that an issued document is unchanged.

use serde_json::{Value, json};

use super::{
    accept_quote, cancellation_path, collapse_spaces, load_page, sent_labour_quote, sent_quote_with_agreement,
};
use crate::documents::{TestBusiness, id_of, profile_body, token_of, with_field};

/// The information on a quote, one text per row.
async fn list_information(business: &TestBusiness, quote: &Value) -> Vec<(String, String)> {
    let body = load_page(business, quote).await["presentation"]["cancellation"].clone();
    let rows = body["information"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    rows.iter().map(|row| (text(&row["label"]), text(&row["value"]))).collect()
}

/// Changes these fields of the business profile.
async fn update_profile(business: &TestBusiness, fields: &Value) -> Value {
    let path = format!("/api/business-profiles/{}", business.profile);
    let now = business.client.get(&path).await.expect_status(200);
    let mut body = with_field(profile_body(), "version", now["version"].clone());
    for (name, value) in fields.as_object().expect("fields") {
        body[name] = value.clone();
    }
    business.client.put(&path, &body).await.expect_status(200)
}

#[tokio::test]
async fn information_uses_standard_texts_unless_the_business_wrote_its_own() {
    let business = TestBusiness::open().await;
    let first = business.sent_quote().await;
    let ours = list_information(&business, &first).await;
    let labels: Vec<&str> = ours.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["When", "Complaints", "Your rights", "Returning goods"]);
    assert!(ours[1].1.contains("tell us: Taylor Plumbing, 1 High Street, Leeds"), "{ours:?}");
    assert_eq!(ours[3].1, "We’ll collect them at our own cost.");
    let seen = load_page(&business, &first).await;
    let printed = format!("/q/{}.pdf", token_of(&first));
    let pdf = business.app.new_client().get_bytes(&printed).await;
    let text = collapse_spaces(&crate::pdf::pdf_text(&pdf));
    assert!(text.contains("Dates, complaints and your rights"), "{text}");

    let texts = json!({
        "workTime": "Within six weeks.", "complaints": "Write to Ann.\nShe answers in a week.",
        "returns": "You send them back at your own cost, about £40."
    });
    let saved = update_profile(&business, &texts).await;
    assert_eq!(saved["complaints"], texts["complaints"]);
    let second = business.sent_quote().await;
    let theirs = list_information(&business, &second).await;
    assert_eq!(theirs[0].1, "Within six weeks.");
    assert_eq!(theirs[1].1, "Write to Ann. She answers in a week.");
    assert_eq!(theirs[3].1, "You send them back at your own cost, about £40.");
    let notice = load_page(&business, &second).await["presentation"]["cancellation"]["notice"].to_string();
    assert!(notice.contains("You send them back at your own cost"), "{notice}");
    // The job's own time goes before the usual one; labour alone says nothing of goods.
    let own_time = json!({ "supplies": "labour", "workTime": "Two days in May." });
    let third = list_information(&business, &sent_quote_with_agreement(&business, own_time).await).await;
    assert_eq!((third.len(), &*third[0].1), (3, "Two days in May."));

    // What the first customer was given is theirs, to the byte.
    assert_eq!(load_page(&business, &first).await, seen);
    assert_eq!(business.app.new_client().get_bytes(&printed).await, pdf);
}

#[tokio::test]
async fn a_client_without_the_new_fields_leaves_them_unchanged() {
    let business = TestBusiness::open().await;
    let texts = json!({ "workTime": "In May.", "complaints": "To Ann.", "returns": "By van." });
    update_profile(&business, &texts).await;
    // The fixture does not have these fields.
    let saved = update_profile(&business, &json!({ "phone": "0113 496 0999" })).await;
    for name in ["workTime", "complaints", "returns"] {
        assert_eq!(saved[name], texts[name], "{name}");
    }
    let cleared = update_profile(&business, &json!({ "returns": "" })).await;
    assert_eq!((&cleared["returns"], &cleared["workTime"]), (&json!(""), &texts["workTime"]));

    let agreement = json!({ "place": "away", "supplies": "labour", "workTime": "In June." });
    let body = with_field(business.quote_body(), "agreement", agreement);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let path = format!("/api/quotes/{}", id_of(&draft));
    // As a whole, and by an edit.
    let old = with_field(body, "agreement", json!({ "place": "distance" }));
    let old = with_field(old, "version", draft["version"].clone());
    let put = business.client.put(&path, &old).await.expect_status(200);
    assert_eq!(
        (&put["agreement"]["place"], &put["agreement"]["supplies"], &put["agreement"]["workTime"]),
        (&json!("distance"), &json!("labour"), &json!("In June."))
    );
    let edit = json!({
        "baseVersion": put["version"], "operationId": uuid::Uuid::now_v7().to_string(),
        "operations": [{ "op": "set", "field": "agreement", "value": { "place": "away" } }],
    });
    let edited = business.client.patch(&path, &edit).await.expect_status(200);
    assert_eq!(edited["agreement"]["supplies"], "labour");
    let edit = json!({
        "baseVersion": edited["version"], "operationId": uuid::Uuid::now_v7().to_string(),
        "operations": [{ "op": "set", "field": "agreement",
            "value": { "place": "away", "supplies": null, "workTime": null } }],
    });
    let taken = business.client.patch(&path, &edit).await.expect_status(200);
    assert_eq!(
        (&taken["agreement"]["supplies"], &taken["agreement"]["workTime"]),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn a_copy_has_the_same_supplies_but_no_work_time() {
    let business = TestBusiness::open().await;
    let agreement = json!({ "place": "away", "supplies": "labour", "workTime": "In June." });
    let quote = sent_quote_with_agreement(&business, agreement).await;
    let copy = format!("/api/quotes/{}/duplicate", id_of(&quote));
    let copy = business.client.post_empty(&copy).await.expect_status(201);
    assert_eq!(
        copy["agreement"],
        json!({ "customer": null, "place": null, "urgent": null, "newBuild": null,
            "supplies": "labour", "workTime": null })
    );
}

#[tokio::test]
async fn an_overlong_or_invalid_text_is_refused_with_its_field() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    for (field, value) in [
        ("workTime", "x".repeat(301)),
        ("complaints", "x".repeat(601)),
        ("returns", "x".repeat(301)),
        ("returns", "by\u{7}van".to_owned()),
    ] {
        let body = with_field(profile_body(), "version", json!(1));
        business.client.put(&path, &with_field(body, field, json!(value))).await.expect_error(
            422,
            "rule_broken",
            Some(field),
        );
    }
    let saved = business.client.get(&path).await.expect_status(200);
    assert_eq!((&saved["version"], &saved["returns"]), (&json!(1), &json!("")));
    let long = json!({ "workTime": "x".repeat(301) });
    let body = with_field(business.quote_body(), "agreement", long);
    business.client.post("/api/quotes", &body).await.expect_error(
        422,
        "rule_broken",
        Some("agreement.workTime"),
    );
}

#[tokio::test]
async fn an_older_notice_without_goods_counts_from_the_agreement() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    // As it was stored until then: nothing about goods, and nothing besides the notice.
    let pack = json!({ "right": true, "notice": ["You may cancel."],
        "form": [{ "label": "To", "value": "Taylor Plumbing" }], "early": "Please start." });
    let sql = "UPDATE document_versions SET cancellation = $1 WHERE document_id = $2";
    business.execute_sql(sql, &[&pack.to_string(), &id_of(&quote)]).await;
    let body = load_page(&business, &quote).await["presentation"]["cancellation"].clone();
    assert_eq!(body["line"], "You may cancel within 14 days of accepting, without giving a reason.");
    assert_eq!(body["information"], Value::Null);
    accept_quote(&business, &quote, true).await;
    let body = load_page(&business, &quote).await["presentation"]["cancellation"].clone();
    assert_eq!(body["line"], "You may cancel until 30/11/2026.");
    assert_eq!(body["notice"], json!(["You may cancel."]));
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(
        (&answer["goods"], &answer["mayFinish"], &answer["until"]),
        (&json!(false), &json!(true), &json!("2026-11-30"))
    );
    let printed = format!("/q/{}.pdf", token_of(&quote));
    let text = collapse_spaces(&crate::pdf::pdf_text(&business.app.new_client().get_bytes(&printed).await));
    assert!(!text.contains("Dates, complaints"), "{text}");
}

#[tokio::test]
async fn an_urgent_repair_gets_the_other_information_too() {
    let business = TestBusiness::open().await;
    let urgent =
        list_information(&business, &sent_quote_with_agreement(&business, json!({ "urgent": true })).await)
            .await;
    let labels: Vec<&str> = urgent.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["When", "Complaints", "Your rights"]);
    let labour = list_information(&business, &sent_labour_quote(&business).await).await;
    assert_eq!(labour.len(), 3);
}
