//! Payments that wait for the business: counted, found and marked.

use serde_json::{Value, json};

use super::{Desk, id, token};

async fn record(desk: &Desk, kind: &str, document: &Value) {
    let link = format!("/api/{kind}/public/{}/payment", token(document));
    let cash = json!({ "method": "cash" });
    desk.app.client().post(&link, &cash).await.expect(201);
}

async fn waiting(desk: &Desk) -> Value {
    let dashboard = desk.client.get("/api/dashboard").await.expect(200);
    dashboard["toConfirm"].clone()
}

async fn listed(desk: &Desk, kind: &str) -> Vec<Value> {
    let path = format!("/api/{kind}?status=to_confirm");
    let list = desk.client.get(&path).await.expect(200);
    let rows = list["data"].as_array().expect("rows").clone();
    assert_eq!(list["total"], rows.len());
    rows
}

#[tokio::test]
async fn what_waits_is_counted_listed_and_marked_until_it_is_decided() {
    let desk = Desk::open().await;
    let nothing = json!({ "quotes": 0, "invoices": 0, "amount": "0.00", "only": null });
    assert_eq!(waiting(&desk).await, nothing);
    let quote = desk.accepted_quote().await;
    record(&desk, "quotes", &quote).await;
    assert_eq!(
        waiting(&desk).await,
        json!({ "quotes": 1, "invoices": 0, "amount": "119.53", "only": id(&quote) })
    );
    let invoice = desk.sent_invoice().await;
    desk.sent_invoice().await;
    record(&desk, "invoices", &invoice).await;
    assert_eq!(
        waiting(&desk).await,
        json!({ "quotes": 1, "invoices": 1, "amount": "597.63", "only": null })
    );
    let [row] = &*listed(&desk, "invoices").await else {
        panic!("one invoice")
    };
    assert_eq!(
        (&row["id"], &row["toConfirm"]),
        (&json!(id(&invoice)), &json!("478.10"))
    );
    assert_eq!(listed(&desk, "quotes").await.len(), 1);
    // Put away it waits as well, and its list says so.
    let path = format!("/api/quotes/{}", id(&quote));
    desk.client
        .post_empty(&format!("{path}/archive"))
        .await
        .expect(200);
    assert_eq!(listed(&desk, "quotes").await.len(), 1);
    let counts = desk.client.get("/api/quotes/counts").await.expect(200);
    let tab = counts
        .as_array()
        .expect("tabs")
        .iter()
        .find(|tab| tab["status"] == "to_confirm");
    assert_eq!(tab.expect("a tab")["documents"], 1);
    desk.client
        .post_empty(&format!("{path}/restore"))
        .await
        .expect(200);

    // A deposit waits in one place: where it can be confirmed.
    let path = format!("/api/quotes/{}/convert", id(&quote));
    let made = desk.client.post_empty(&path).await.expect(201);
    assert!(listed(&desk, "quotes").await.is_empty());
    assert_eq!(listed(&desk, "invoices").await.len(), 2);
    assert_eq!(waiting(&desk).await["amount"], "597.63");

    let payment = id(&made["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{payment}", id(&made));
    desk.client
        .post_empty(&format!("{path}/confirm"))
        .await
        .expect(200);
    assert_eq!(waiting(&desk).await["only"], json!(id(&invoice)));
    desk.client
        .post_empty(&format!("{path}/unconfirm"))
        .await
        .expect(200);
    assert_eq!(waiting(&desk).await["invoices"], 2);

    // Put away with its money waiting, it is counted and found all the same.
    let path = format!("/api/invoices/{}/archive", id(&invoice));
    desk.client.post_empty(&path).await.expect(200);
    assert_eq!(waiting(&desk).await["invoices"], 2);
    assert_eq!(listed(&desk, "invoices").await.len(), 2);
    let path = "/api/invoices?status=to_confirm&archived=false";
    assert_eq!(desk.client.get(path).await.expect(200)["total"], 1);

    // Another account's is no concern of this one.
    let other = desk.app.sign_up("other@example.com").await;
    let theirs = other.get("/api/dashboard").await.expect(200);
    assert_eq!(theirs["toConfirm"], nothing);
}
