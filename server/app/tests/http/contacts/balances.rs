//! What customers owe: the same amounts as on the dashboard and in the lists, by customer.

use serde_json::{Value, json};

use super::PATH;
use crate::documents::{TestBusiness, id_of, with_field};
use crate::support::Client;

/// The balances. Checks that each is the sum of the list behind it, and that their sum is the dashboard's amount.
pub async fn load_balances(client: &Client) -> Value {
    let body = client.get(&format!("{PATH}/balances")).await.expect_status(200);
    let dashboard = client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(body["outstanding"], dashboard["outstanding"]);
    let list = client.get("/api/invoices?status=outstanding").await;
    assert_eq!(body["outstanding"], list.expect_status(200)["outstanding"]);
    let pence = |amount: &Value| {
        let text = amount.as_str().expect("an amount").replace('.', "");
        text.parse::<i64>().expect("pence")
    };
    let mut sum = pence(&body["others"]);
    let mut late = 0;
    for one in body["contacts"].as_array().expect("a list") {
        let customer = one["contactId"].as_str().expect("an id");
        for (name, status) in [("outstanding", "outstanding"), ("overdue", "overdue")] {
            let path = format!("/api/invoices?status={status}&contactId={customer}");
            let list = client.get(&path).await.expect_status(200);
            assert_eq!(one[name], list["outstanding"], "{name} of {customer}");
            if status == "outstanding" {
                assert_eq!(one["invoices"], list["total"]);
            }
        }
        sum += pence(&one["outstanding"]);
        late += pence(&one["overdue"]);
    }
    assert_eq!(sum, pence(&dashboard["outstanding"]));
    assert!(late <= pence(&dashboard["overdue"]));
    body
}

#[tokio::test]
async fn each_customer_owes_the_outstanding_amount_of_their_invoices() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let none = json!({ "contacts": [], "others": "0.00", "outstanding": "0.00" });
    assert_eq!(load_balances(client).await, none);
    // A draft brings nothing in, and a quote never does.
    client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    business.sent_quote().await;
    assert_eq!(load_balances(client).await, none);

    let (first, second) = (business.sent_invoice().await, business.sent_invoice().await);
    let kim = client.post(PATH, &json!({ "name": "Kim" })).await.expect_status(201);
    let body = with_field(business.invoice_body(), "contactId", kim["id"].clone());
    let theirs = client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&theirs)).await;
    let of = |reply: &Value, contact: &str| {
        let all = reply["contacts"].as_array().expect("a list");
        let found = all.iter().find(|one| one["contactId"] == contact);
        found.map_or(Value::Null, |one| one["outstanding"].clone())
    };
    let response = load_balances(client).await;
    assert_eq!(of(&response, &business.contact), "956.20");
    assert_eq!(of(&response, &id_of(&kim)), "478.10");

    // One is partly paid, one archived, and the clock is on a day on which all are overdue.
    let path = format!("/api/invoices/{}/payments", id_of(&first));
    let part = json!({ "amount": "78.10", "method": "cash" });
    client.post(&path, &part).await.expect_status(201);
    let path = format!("/api/invoices/{}/archive", id_of(&second));
    client.post_empty(&path).await.expect_status(200);
    business.app.clock.advance(60 * 24 * 60 * 60 * 1000);
    let client = &business.app.new_client();
    let owner = json!({ "username": crate::documents::OWNER, "password": crate::support::PASSWORD });
    client.post("/api/auth/login", &owner).await.expect_status(200);
    let response = load_balances(client).await;
    assert_eq!(of(&response, &business.contact), "400.00");
    assert_eq!(response["contacts"][0]["overdue"], response["contacts"][0]["outstanding"]);

    // Another account owes and is owed nothing of it.
    let other = business.app.sign_up("jo@example.com").await;
    assert_eq!(load_balances(&other).await, none);
    let nobody = business.app.new_client().get(&format!("{PATH}/balances")).await;
    nobody.expect_error(401, "no_session", None);
    business.app.stop().await;
}
