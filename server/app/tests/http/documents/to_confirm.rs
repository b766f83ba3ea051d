//! Payments that the business has to confirm: counted, found and marked.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, token_of};

async fn record_customer_payment(business: &TestBusiness, kind: &str, document: &Value) {
    let link = format!("/api/{kind}/public/{}/payment", token_of(document));
    let cash = json!({ "method": "cash" });
    business.app.new_client().post(&link, &cash).await.expect_status(201);
}

async fn dashboard_waiting(business: &TestBusiness) -> Value {
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    dashboard["toConfirm"].clone()
}

async fn list_documents(business: &TestBusiness, kind: &str) -> Vec<Value> {
    let path = format!("/api/{kind}?status=to_confirm");
    let list = business.client.get(&path).await.expect_status(200);
    let rows = list["data"].as_array().expect("rows").clone();
    assert_eq!(list["total"], rows.len());
    rows
}

#[tokio::test]
async fn pending_payments_are_counted_listed_and_marked_until_decided() {
    let business = TestBusiness::open().await;
    let nothing = json!({ "quotes": 0, "invoices": 0, "amount": "0.00", "only": null });
    assert_eq!(dashboard_waiting(&business).await, nothing);
    let quote = business.accepted_quote().await;
    record_customer_payment(&business, "quotes", &quote).await;
    assert_eq!(
        dashboard_waiting(&business).await,
        json!({ "quotes": 1, "invoices": 0, "amount": "119.53", "only": id_of(&quote) })
    );
    let invoice = business.sent_invoice().await;
    business.sent_invoice().await;
    record_customer_payment(&business, "invoices", &invoice).await;
    assert_eq!(
        dashboard_waiting(&business).await,
        json!({ "quotes": 1, "invoices": 1, "amount": "597.63", "only": null })
    );
    let [row] = &*list_documents(&business, "invoices").await else { panic!("one invoice") };
    assert_eq!((&row["id"], &row["toConfirm"]), (&json!(id_of(&invoice)), &json!("478.10")));
    assert_eq!(list_documents(&business, "quotes").await.len(), 1);
    // Put away it waits as well, and its list says so.
    let path = format!("/api/quotes/{}", id_of(&quote));
    business.client.post_empty(&format!("{path}/archive")).await.expect_status(200);
    assert_eq!(list_documents(&business, "quotes").await.len(), 1);
    let counts = business.client.get("/api/quotes/counts").await.expect_status(200);
    let tab = counts.as_array().expect("tabs").iter().find(|tab| tab["status"] == "to_confirm");
    assert_eq!(tab.expect("a tab")["documents"], 1);
    business.client.post_empty(&format!("{path}/restore")).await.expect_status(200);

    // A deposit waits in one place: where it can be confirmed.
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let made = business.client.post_empty(&path).await.expect_status(201);
    assert!(list_documents(&business, "quotes").await.is_empty());
    assert_eq!(list_documents(&business, "invoices").await.len(), 2);
    assert_eq!(dashboard_waiting(&business).await["amount"], "597.63");

    let payment = id_of(&made["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{payment}", id_of(&made));
    business.client.post_empty(&format!("{path}/confirm")).await.expect_status(200);
    assert_eq!(dashboard_waiting(&business).await["only"], json!(id_of(&invoice)));
    business.client.post_empty(&format!("{path}/unconfirm")).await.expect_status(200);
    assert_eq!(dashboard_waiting(&business).await["invoices"], 2);

    // Put away with its money waiting, it is counted and found all the same.
    let path = format!("/api/invoices/{}/archive", id_of(&invoice));
    business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(dashboard_waiting(&business).await["invoices"], 2);
    assert_eq!(list_documents(&business, "invoices").await.len(), 2);
    let path = "/api/invoices?status=to_confirm&archived=false";
    assert_eq!(business.client.get(path).await.expect_status(200)["total"], 1);

    // Another account's is no concern of this one.
    let other = business.app.sign_up("other@example.com").await;
    let theirs = other.get("/api/dashboard").await.expect_status(200);
    assert_eq!(theirs["toConfirm"], nothing);
}
