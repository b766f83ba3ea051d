//! What else a consumer is told before they agree (Schedule 2), and that what was issued stays as it was.

use serde_json::{Value, json};

use super::{accept, flat, own, page, sent_as, sent_for_labour};
use crate::documents::{Desk, id, profile, token, with};

/// What a quote tells, a text a row.
async fn told(desk: &Desk, quote: &Value) -> Vec<(String, String)> {
    let shown = page(desk, quote).await["presentation"]["cancellation"].clone();
    let rows = shown["information"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    rows.iter()
        .map(|row| (text(&row["label"]), text(&row["value"])))
        .collect()
}

/// Writes these fields into the desk's profile.
async fn says(desk: &Desk, fields: &Value) -> Value {
    let path = format!("/api/business-profiles/{}", desk.profile);
    let now = desk.client.get(&path).await.expect(200);
    let mut body = with(profile(), "version", now["version"].clone());
    for (name, value) in fields.as_object().expect("fields") {
        body[name] = value.clone();
    }
    desk.client.put(&path, &body).await.expect(200)
}

#[tokio::test]
async fn it_is_said_in_our_words_and_else_in_those_of_the_business() {
    let desk = Desk::open().await;
    let first = desk.sent_quote().await;
    let ours = told(&desk, &first).await;
    let labels: Vec<&str> = ours.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(
        labels,
        ["When", "Complaints", "Your rights", "Returning goods"]
    );
    assert!(
        ours[1]
            .1
            .contains("tell us: Taylor Plumbing, 1 High Street, Leeds"),
        "{ours:?}"
    );
    assert_eq!(ours[3].1, "We’ll collect them at our own cost.");
    let seen = page(&desk, &first).await;
    let paper = format!("/q/{}.pdf", token(&first));
    let pdf = desk.app.client().bytes(&paper).await;
    let text = flat(&crate::pdf::text(&pdf));
    assert!(text.contains("Dates, complaints and your rights"), "{text}");

    let words = json!({
        "workTime": "Within six weeks.", "complaints": "Write to Ann.\nShe answers in a week.",
        "returns": "You send them back at your own cost, about £40."
    });
    let kept = says(&desk, &words).await;
    assert_eq!(kept["complaints"], words["complaints"]);
    let second = desk.sent_quote().await;
    let theirs = told(&desk, &second).await;
    assert_eq!(theirs[0].1, "Within six weeks.");
    assert_eq!(theirs[1].1, "Write to Ann. She answers in a week.");
    assert_eq!(
        theirs[3].1,
        "You send them back at your own cost, about £40."
    );
    let notice = page(&desk, &second).await["presentation"]["cancellation"]["notice"].to_string();
    assert!(
        notice.contains("You send them back at your own cost"),
        "{notice}"
    );
    // The job's own time goes before the usual one; labour alone says nothing of goods.
    let own_time = json!({ "supplies": "labour", "workTime": "Two days in May." });
    let third = told(&desk, &sent_as(&desk, own_time).await).await;
    assert_eq!((third.len(), &*third[0].1), (3, "Two days in May."));

    // What the first customer was given is theirs, to the byte.
    assert_eq!(page(&desk, &first).await, seen);
    assert_eq!(desk.app.client().bytes(&paper).await, pdf);
}

#[tokio::test]
async fn a_client_from_before_the_fields_leaves_them_as_they_are() {
    let desk = Desk::open().await;
    let words = json!({ "workTime": "In May.", "complaints": "To Ann.", "returns": "By van." });
    says(&desk, &words).await;
    // The fixture knows none of them.
    let kept = says(&desk, &json!({ "phone": "0113 496 0999" })).await;
    for name in ["workTime", "complaints", "returns"] {
        assert_eq!(kept[name], words[name], "{name}");
    }
    let cleared = says(&desk, &json!({ "returns": "" })).await;
    assert_eq!(
        (&cleared["returns"], &cleared["workTime"]),
        (&json!(""), &words["workTime"])
    );

    let agreement = json!({ "place": "away", "supplies": "labour", "workTime": "In June." });
    let body = with(desk.quote(), "agreement", agreement);
    let draft = desk.client.post("/api/quotes", &body).await.expect(201);
    let path = format!("/api/quotes/{}", id(&draft));
    // As a whole, and by an edit.
    let old = with(body, "agreement", json!({ "place": "distance" }));
    let old = with(old, "version", draft["version"].clone());
    let put = desk.client.put(&path, &old).await.expect(200);
    assert_eq!(
        (
            &put["agreement"]["place"],
            &put["agreement"]["supplies"],
            &put["agreement"]["workTime"]
        ),
        (&json!("distance"), &json!("labour"), &json!("In June."))
    );
    let edit = json!({
        "baseVersion": put["version"], "operationId": uuid::Uuid::now_v7().to_string(),
        "operations": [{ "op": "set", "field": "agreement", "value": { "place": "away" } }],
    });
    let edited = desk.client.patch(&path, &edit).await.expect(200);
    assert_eq!(edited["agreement"]["supplies"], "labour");
    let edit = json!({
        "baseVersion": edited["version"], "operationId": uuid::Uuid::now_v7().to_string(),
        "operations": [{ "op": "set", "field": "agreement",
            "value": { "place": "away", "supplies": null, "workTime": null } }],
    });
    let taken = desk.client.patch(&path, &edit).await.expect(200);
    assert_eq!(
        (
            &taken["agreement"]["supplies"],
            &taken["agreement"]["workTime"]
        ),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn a_copy_supplies_the_same_and_is_done_at_another_time() {
    let desk = Desk::open().await;
    let agreement = json!({ "place": "away", "supplies": "labour", "workTime": "In June." });
    let quote = sent_as(&desk, agreement).await;
    let copy = format!("/api/quotes/{}/duplicate", id(&quote));
    let copy = desk.client.post_empty(&copy).await.expect(201);
    assert_eq!(
        copy["agreement"],
        json!({ "customer": null, "place": null, "urgent": null, "newBuild": null,
            "supplies": "labour", "workTime": null })
    );
}

#[tokio::test]
async fn what_is_too_long_or_no_text_is_refused_by_its_field() {
    let desk = Desk::open().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    for (field, value) in [
        ("workTime", "x".repeat(301)),
        ("complaints", "x".repeat(601)),
        ("returns", "x".repeat(301)),
        ("returns", "by\u{7}van".to_owned()),
    ] {
        let body = with(profile(), "version", json!(1));
        desk.client
            .put(&path, &with(body, field, json!(value)))
            .await
            .refused(422, "rule_broken", Some(field));
    }
    let kept = desk.client.get(&path).await.expect(200);
    assert_eq!(
        (&kept["version"], &kept["returns"]),
        (&json!(1), &json!(""))
    );
    let long = json!({ "workTime": "x".repeat(301) });
    let body = with(desk.quote(), "agreement", long);
    desk.client.post("/api/quotes", &body).await.refused(
        422,
        "rule_broken",
        Some("agreement.workTime"),
    );
}

#[tokio::test]
async fn what_was_given_before_goods_were_asked_for_runs_from_the_agreement() {
    let desk = Desk::open().await;
    let quote = desk.sent_quote().await;
    // As it was kept until then: no word of goods, and nothing beside the notice.
    let pack = json!({ "right": true, "notice": ["You may cancel."],
        "form": [{ "label": "To", "value": "Taylor Plumbing" }], "early": "Please start." });
    let sql = "UPDATE document_versions SET cancellation = $1 WHERE document_id = $2";
    desk.tamper(sql, &[&pack.to_string(), &id(&quote)]).await;
    let shown = page(&desk, &quote).await["presentation"]["cancellation"].clone();
    assert_eq!(
        shown["line"],
        "You may cancel within 14 days of accepting, without giving a reason."
    );
    assert_eq!(shown["information"], Value::Null);
    accept(&desk, &quote, true).await;
    let shown = page(&desk, &quote).await["presentation"]["cancellation"].clone();
    assert_eq!(shown["line"], "You may cancel until 30/11/2026.");
    assert_eq!(shown["notice"], json!(["You may cancel."]));
    let answer = desk.client.get(&own(&quote)).await.expect(200);
    assert_eq!(
        (&answer["goods"], &answer["mayFinish"], &answer["until"]),
        (&json!(false), &json!(true), &json!("2026-11-30"))
    );
    let paper = format!("/q/{}.pdf", token(&quote));
    let text = flat(&crate::pdf::text(&desk.app.client().bytes(&paper).await));
    assert!(!text.contains("Dates, complaints"), "{text}");
}

#[tokio::test]
async fn an_urgent_repair_is_told_the_rest_as_well() {
    let desk = Desk::open().await;
    let urgent = told(&desk, &sent_as(&desk, json!({ "urgent": true })).await).await;
    let labels: Vec<&str> = urgent.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["When", "Complaints", "Your rights"]);
    let labour = told(&desk, &sent_for_labour(&desk).await).await;
    assert_eq!(labour.len(), 3);
}
