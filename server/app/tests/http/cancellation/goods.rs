//! Jobs with goods: the 14 days run from the day on which the last of them arrived.

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{
    accept_quote, accepted_labour_quote, cancel_path, cancellation_path, collapse_spaces, load_page,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of, with_field};

/// A quote with goods that a consumer accepted on 16 November.
async fn accepted_quote_with_goods(business: &TestBusiness, early: bool) -> Value {
    let quote = business.sent_quote().await;
    accept_quote(business, &quote, early).await;
    quote
}

fn goods_arrived_body(day: Value) -> Value {
    json!({ "finishedDate": null, "shareDone": null, "goodsArrivedDate": day })
}

/// The sentence about cancelling on the customer's page, and whether the page offers to cancel.
async fn public_cancellation_line(business: &TestBusiness, quote: &Value) -> (Value, Value) {
    let body = load_page(business, quote).await["presentation"]["cancellation"].clone();
    (body["line"].clone(), body["cancel"].clone())
}

#[tokio::test]
async fn a_job_may_be_cancelled_until_14_days_after_the_last_goods_arrive() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let (offered, _) = public_cancellation_line(&business, &quote).await;
    assert_eq!(
        offered,
        "You may cancel until 14 days after the last of the goods reach you, without giving a reason."
    );
    accept_quote(&business, &quote, false).await;
    let copy = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    let text = collapse_spaces(&copy.text);
    assert!(
        text.contains("You may cancel until 14 days after the last of the goods reach you, on the page"),
        "{text}"
    );
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    let text = collapse_spaces(&received_email.text);
    assert!(text.contains("They may cancel until: 14 days after the last of the goods arrive."), "{text}");
    let certificate = format!("/q/{}/certificate.pdf", token_of(&quote));
    let certificate = crate::pdf::pdf_text(&business.app.new_client().get_bytes(&certificate).await);
    assert!(
        collapse_spaces(&certificate)
            .contains("May be cancelled until 14 days after the last of the goods arrive"),
        "{certificate}"
    );
    // Months later nothing has come: the right is there.
    business.app.clock.advance(90 * DAY);
    assert_eq!(
        public_cancellation_line(&business, &quote).await,
        (json!("You may cancel until 14 days after the last of the goods reach you."), json!(true))
    );
    business.app.log_in(&business.client, OWNER).await;
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(
        (
            &answer["until"],
            &answer["mayCancel"],
            &answer["goods"],
            &answer["mayArrive"],
            &answer["decision"]["supplies"]
        ),
        (&Value::Null, &json!(true), &json!(true), &json!(true), &json!("goods"))
    );
    business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_status(200);
    // What was cancelled waits for nothing any more.
    business
        .client
        .put(&cancellation_path(&quote), &goods_arrived_body(json!("2026-12-01")))
        .await
        .expect_error(409, "already_cancelled", None);
}

#[tokio::test]
async fn later_goods_restart_the_14_days() {
    let business = TestBusiness::open().await;
    let in_time = accepted_quote_with_goods(&business, false).await;
    let late = accepted_quote_with_goods(&business, false).await;
    let customer = business.app.new_client();
    business.app.clock.advance(5 * DAY);
    business.app.log_in(&business.client, OWNER).await;
    for quote in [&in_time, &late] {
        // A Saturday: the days are calendar days.
        let answer = business
            .client
            .put(&cancellation_path(quote), &goods_arrived_body(json!("2026-11-21")))
            .await
            .expect_status(200);
        assert_eq!(
            (&answer["until"], &answer["goodsArrivedDate"]),
            (&json!("2026-12-05"), &json!("2026-11-21"))
        );
        assert_eq!(
            answer["line"],
            "Jo Bloggs may cancel this job until 05/12/2026: the last of the goods arrived on 21/11/2026."
        );
    }
    assert_eq!(
        public_cancellation_line(&business, &late).await.0,
        "You may cancel until 05/12/2026: the last of the goods reached you on 21/11/2026."
    );
    // The certificate is of the day of the acceptance.
    let path = format!("/q/{}/certificate.pdf", token_of(&late));
    let certificate = collapse_spaces(&crate::pdf::pdf_text(&customer.get_bytes(&path).await));
    assert!(!certificate.contains("21 Nov 2026"), "{certificate}");
    // More of one came on the 24th, which an activity says.
    business.app.clock.advance(3 * DAY);
    business.app.log_in(&business.client, OWNER).await;
    let answer = business
        .client
        .put(&cancellation_path(&in_time), &goods_arrived_body(json!("2026-11-24")))
        .await
        .expect_status(200);
    assert_eq!(answer["until"], "2026-12-08");
    let happened = business.client.get("/api/activities").await.expect_status(200);
    assert!(
        happened.to_string().contains("You recorded that the last of the goods for quote Q-0001 arrived"),
        "{happened}"
    );
    // 6 December.
    business.app.clock.advance(12 * DAY);
    let refused = customer.post_empty(&cancel_path(&late)).await;
    let refused = refused.expect_error(409, "too_late_to_cancel", None);
    assert_eq!(refused["message"], "You could cancel this job until 05/12/2026. Please ask the business.");
    customer.post_empty(&cancel_path(&in_time)).await.expect_status(200);
}

#[tokio::test]
async fn an_arrival_date_can_be_removed_and_older_clients_leave_it_unchanged() {
    let business = TestBusiness::open().await;
    let quote = accepted_quote_with_goods(&business, false).await;
    let set = goods_arrived_body(json!("2026-11-16"));
    let first = business.client.put(&cancellation_path(&quote), &set).await.expect_status(200);
    assert_eq!(first["until"], "2026-11-30");
    // The same again is no error and no news.
    let versions = format!("/api/quotes/{}", id_of(&quote));
    let before = business.client.get(&versions).await.expect_status(200);
    let again = business.client.put(&cancellation_path(&quote), &set).await.expect_status(200);
    assert_eq!(again, first);
    assert_eq!(business.client.get(&versions).await.expect_status(200), before);
    // Nothing is said of it.
    let old = json!({ "finishedDate": null, "shareDone": null });
    let saved = business.client.put(&cancellation_path(&quote), &old).await.expect_status(200);
    assert_eq!(saved["goodsArrivedDate"], "2026-11-16");
    let back = business
        .client
        .put(&cancellation_path(&quote), &goods_arrived_body(Value::Null))
        .await
        .expect_status(200);
    assert_eq!((&back["goodsArrivedDate"], &back["until"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn an_impossible_date_is_refused_with_its_field() {
    let business = TestBusiness::open().await;
    let quote = accepted_quote_with_goods(&business, false).await;
    for day in ["2026-11-17", "2026-11-15", "2000-01-01", "2099-12-31"] {
        business.client.put(&cancellation_path(&quote), &goods_arrived_body(json!(day))).await.expect_error(
            422,
            "rule_broken",
            Some("goodsArrivedDate"),
        );
    }
    for day in ["2026-02-30", "16/11/2026", "0026-11-20", "9999-12-31", "", "soon"] {
        let refused = business.client.put(&cancellation_path(&quote), &goods_arrived_body(json!(day))).await;
        assert!([400, 422].contains(&refused.status.as_u16()), "{day}: {}", refused.text);
        assert!(refused.text.contains("goodsArrivedDate"), "{}", refused.text);
    }
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(answer["goodsArrivedDate"], Value::Null);
    // Two at once with something wrong: nothing is half-written.
    let both = json!({ "finishedDate": null, "shareDone": "5", "goodsArrivedDate": "2026-11-16" });
    business.client.put(&cancellation_path(&quote), &both).await.expect_error(409, "not_cancelled", None);
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(answer["goodsArrivedDate"], Value::Null);
}

#[tokio::test]
async fn only_an_accepted_quote_with_goods_has_an_arrival_date() {
    let business = TestBusiness::open().await;
    let day = goods_arrived_body(json!("2026-11-16"));
    let labour = accepted_labour_quote(&business, false).await;
    business.client.put(&cancellation_path(&labour), &day).await.expect_error(409, "no_goods", None);
    let offered = business.sent_quote().await;
    business.client.put(&cancellation_path(&offered), &day).await.expect_error(409, "not_accepted", None);
    let quote = accepted_quote_with_goods(&business, false).await;
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.put(&cancellation_path(&quote), &day).await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn finished_work_does_not_end_the_right_to_cancel_if_goods_are_supplied() {
    let business = TestBusiness::open().await;
    let quote = accepted_quote_with_goods(&business, true).await;
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!((&answer["earlyStart"], &answer["mayFinish"]), (&json!(true), &json!(false)));
    let done = json!({ "finishedDate": "2026-11-16", "shareDone": null });
    business.client.put(&cancellation_path(&quote), &done).await.expect_error(409, "goods_supplied", None);
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(
        collapse_spaces(&received_email.text)
            .contains("Early start: Asked for. If they cancel, they pay for the work done."),
        "{}",
        received_email.text
    );
}

#[tokio::test]
async fn what_the_agreement_says_is_supplied_takes_precedence_over_the_lines() {
    let business = TestBusiness::open().await;
    let work = json!([{ "id": "a", "name": "Tiling", "quantity": "0", "price": "0",
        "includeLabour": true, "labourHours": "10", "labourRate": "40" }]);
    for (agreement, lines, supplies) in [
        (Value::Null, None, "goods"),
        (json!({ "supplies": "labour" }), None, "labour"),
        (Value::Null, Some(&work), "labour"),
        (json!({ "supplies": "goods" }), Some(&work), "goods"),
    ] {
        let mut body = with_field(business.quote_body(), "agreement", agreement.clone());
        if let Some(lines) = lines {
            body["items"] = lines.clone();
        }
        let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
        let answer = business.client.get(&cancellation_path(&draft)).await.expect_status(200);
        assert_eq!(answer["decision"]["supplies"], supplies, "{agreement}");
        let sent = business.send_by_link("quotes", &id_of(&draft)).await;
        let page = load_page(&business, &sent).await["presentation"]["cancellation"].clone();
        let labels = page["form"].to_string();
        assert_eq!(labels.contains("Goods received on"), supplies == "goods", "{labels}");
    }
    let bad = with_field(business.quote_body(), "agreement", json!({ "supplies": "air" }));
    business.client.post("/api/quotes", &bad).await.expect_error(
        422,
        "rule_broken",
        Some("agreement.supplies"),
    );
}
