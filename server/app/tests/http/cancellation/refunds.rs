//! What the business refunded by hand.

use serde_json::json;

use super::{
    accepted_labour_quote, cancel_path, cancellation_path, cancelled_invoiced_quote, load_page,
    record_cash_payment,
};
use crate::documents::{TestBusiness, id_of};

#[tokio::test]
async fn a_manual_refund_is_recorded_and_no_longer_counts_as_paid() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    record_cash_payment(&business, &quote, "119.53").await;
    let read = async || {
        let path = format!("/api/quotes/{}", id_of(&quote));
        business.client.get(&path).await.expect_status(200)["payments"][0].clone()
    };
    let payment = read().await;
    assert_eq!(payment["mayGiveBack"], false);
    let path = format!("/api/quotes/{}/payments/{}/given-back", id_of(&quote), id_of(&payment));
    let back = |amount: &str| json!({ "amount": amount });
    business.client.post(&path, &back("119.53")).await.expect_error(409, "not_cancelled", None);
    business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_status(200);
    assert_eq!(read().await["mayGiveBack"], true);
    for bad in ["119.54", "-0.01", "1.005", "all"] {
        business.client.post(&path, &back(bad)).await.expect_error(422, "rule_broken", Some("amount"));
    }
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.post(&path, &back("1")).await.expect_error(404, "not_found", None);
    let nobody = path.replace(&id_of(&payment), &id_of(&quote));
    business.client.post(&nobody, &back("1")).await.expect_error(404, "not_found", None);
    assert_eq!(
        (read().await["refunded"].clone(), business.count_rows("takings").await),
        (json!("0.00"), 1),
        "nothing was half written"
    );

    // Of all of it first some, then the rest; the same again is no news.
    for (amount, left, rows) in [("100", "19.53", 2), ("100.00", "19.53", 2), ("119.53", "0.00", 3)] {
        business.client.post(&path, &back(amount)).await.expect_status(200);
        let owed =
            business.client.get(&cancellation_path(&quote)).await.expect_status(200)["cancelled"]["owed"]
                .clone();
        assert_eq!((&owed["paid"], &owed["giveBack"]), (&json!(left), &json!(left)));
        assert_eq!(business.count_rows("takings").await, rows);
    }
    let body = load_page(&business, &quote).await["presentation"].clone();
    assert!(body["payments"].to_string().contains("Refunded £119.53"), "{}", body["payments"]);
    let happened = business.client.get("/api/activities").await.expect_status(200);
    let happened = happened.to_string();
    assert_eq!(happened.matches("You recorded a refund of").count(), 2, "{happened}");

    // It was a mistake: it is to be given back again.
    let answer = business.client.post(&path, &back("0")).await.expect_status(200);
    assert_eq!(answer["payments"][0]["refunded"], "0.00");
    let owed =
        business.client.get(&cancellation_path(&quote)).await.expect_status(200)["cancelled"]["owed"].clone();
    assert_eq!(owed["giveBack"], "119.53");

    let archive = format!("/api/quotes/{}/archive", id_of(&quote));
    business.client.post_empty(&archive).await.expect_status(200);
    business.client.post(&path, &back("1")).await.expect_error(409, "archived", None);
}

#[tokio::test]
async fn a_payment_on_an_invoice_is_refunded_with_a_credit_note() {
    let business = TestBusiness::open().await;
    let quote = cancelled_invoiced_quote(&business).await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    let payment = business.client.get(&path).await.expect_status(200)["payments"][0].clone();
    assert_eq!(payment["mayGiveBack"], false);
    business
        .client
        .post(&format!("{path}/payments/{}/given-back", id_of(&payment)), &json!({ "amount": "1" }))
        .await
        .expect_error(409, "goes_back_elsewhere", None);
}
