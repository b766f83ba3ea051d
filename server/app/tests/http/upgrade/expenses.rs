//! Accounts that are older than expenses.

use serde_json::json;

use super::{UpgradedServer, text_of};

#[tokio::test]
async fn accounts_of_an_earlier_version_can_store_expenses() {
    let house = UpgradedServer::open().await;
    for account in ["demo", "sam"] {
        let client = house.sign_in_business(account).await;
        let none = client.get("/api/expenses").await.expect_status(200);
        assert_eq!((&none["total"], &none["totalAmount"]), (&json!(0), &json!("0.00")));
        let contacts = client.get("/api/contacts").await.expect_status(200);
        let mut body = json!({ "date": "2026-11-12", "supplier": "Screwfix",
            "category": "costOfGoods", "amount": "43.20", "vatRate": "20" });
        body["contactId"] = contacts[0]["id"].clone();
        let made = client.post("/api/expenses", &body).await.expect_status(201);
        let path = format!("/api/expenses/{}", text_of(&made["id"]));
        assert_eq!(client.get(&path).await.expect_status(200), made);
    }
    house.app.stop().await;
}
