//! What an expense of one business means for the reports and VAT returns of each business.

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of, profile_body, with_field};
use crate::reports::record_payment;

const YEAR: &str = "from=2026-04-06&to=2027-04-05";

fn row_amounts(report: &Value) -> Vec<(&str, &str)> {
    let rows = report["byProfile"].as_array().expect("rows").iter();
    let result = rows.map(|row| {
        let sum = row["profit"].as_str().or_else(|| row["net"].as_str());
        (row["name"].as_str().expect("a name"), sum.expect("a sum"))
    });
    result.collect()
}

/// 54.00 of the first business, of which 30.00 name no business, and 20.00 of the second; the first received 83.33.
#[tokio::test]
async fn each_business_has_its_own_expenses() {
    let test_business = TestBusiness::open().await;
    let mut second = with_field(profile_body(), "name", json!("Taylor Gardens"));
    second["taxNumber"] = json!("");
    let second = test_business.client.post("/api/business-profiles", &second).await.expect_status(201);
    let path = format!("/api/vat/{}/registration", test_business.profile);
    let registration = json!({
        "version": 0, "from": "2026-04-01", "until": null, "periods": "march", "annualEndsIn": 0, "schemes": []
    });
    test_business.client.put(&path, &registration).await.expect_status(200);
    record_payment(&test_business, &test_business.sent_invoice().await, "100", "2026-11-16").await;
    let spend = |business: Value, amount: &'static str| {
        let body = json!({
            "date": "2026-11-03", "category": "costOfGoods", "amount": amount, "vatRate": "20", "receipts": [],
            "businessProfileId": business
        });
        let client = &test_business.client;
        async move { client.post("/api/expenses", &body).await.expect_status(201) }
    };
    spend(Value::Null, "36").await;
    spend(json!(test_business.profile), "28.80").await;
    let made = spend(json!(id_of(&second)), "20").await;
    assert_eq!(made["businessProfileId"], json!(id_of(&second)));

    let response =
        test_business.client.get(&format!("/api/reports/expenses?{YEAR}")).await.expect_status(200);
    // The second is not registered: its VAT does not come back.
    let expected = [("Taylor Plumbing", "54.00"), ("Taylor Gardens", "20.00")];
    assert_eq!(row_amounts(&response), expected);
    let path = format!("/api/reports/expenses/records?{YEAR}&by=profile&key={}", id_of(&second));
    let records = test_business.client.get(&path).await.expect_status(200);
    assert_eq!(records["records"][0]["net"], "20.00");
    let response = test_business.client.get(&format!("/api/reports/profit?{YEAR}")).await.expect_status(200);
    let expected = [("Taylor Plumbing", "29.33"), ("Taylor Gardens", "-20.00")];
    assert_eq!(row_amounts(&response), expected);
    // Purchases of the return: 10.80 of VAT in 54.00.
    let path = format!("/api/vat/{}/return?on=2026-11-16", test_business.profile);
    let response = test_business.client.get(&path).await.expect_status(200);
    let boxes = response["boxes"].as_array().expect("boxes").iter();
    let amounts: Vec<_> =
        boxes.filter(|it| it["number"] == 4 || it["number"] == 7).map(|it| it["amount"].clone()).collect();
    assert_eq!(amounts, [json!("10.80"), json!("54.00")]);
    let csv = test_business.client.get("/api/expenses/export").await;
    assert!(csv.text.contains(",Taylor Gardens,"), "{}", csv.text);

    // One that is moved, and one of nobody's.
    let input = json!({
        "version": 1, "date": "2026-11-03", "category": "costOfGoods", "amount": "20", "vatRate": "20", "receipts": [],
        "businessProfileId": test_business.profile
    });
    let path = format!("/api/expenses/{}", id_of(&made));
    let moved = test_business.client.put(&path, &input).await.expect_status(200);
    assert_eq!(moved["businessProfileId"], json!(test_business.profile));
    let other = test_business.app.sign_up("other@example.com").await;
    let theirs = other.post("/api/business-profiles", &profile_body()).await.expect_status(201);
    let mut input = with_field(input, "version", json!(2));
    input["businessProfileId"] = json!(id_of(&theirs));
    let refused = test_business.client.put(&path, &input).await.expect_status(422);
    assert_eq!(refused["errors"][0]["path"], "businessProfileId");
    test_business.app.stop().await;
}

/// Two customers with the same name are distinguished by their towns.
#[tokio::test]
async fn customers_with_the_same_name_are_distinguished_by_town() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    record_payment(&business, &invoice, "100", "2026-11-16").await;
    let path = format!("/api/contacts/{}", business.contact);
    let first = business.client.get(&path).await.expect_status(200);
    let twin = json!({ "name": first["name"], "city": "Whitby" });
    let twin = business.client.post("/api/contacts", &twin).await.expect_status(201);
    let body = with_field(business.invoice_body(), "contactId", json!(id_of(&twin)));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let other = business.send_by_link("invoices", &id_of(&draft)).await;
    record_payment(&business, &other, "50", "2026-11-16").await;
    let response = business.client.get(&format!("/api/reports/income?{YEAR}")).await.expect_status(200);
    let names: Vec<&str> = response["byCustomer"]
        .as_array()
        .expect("customers")
        .iter()
        .map(|row| row["name"].as_str().expect("a name"))
        .collect();
    assert!(names[1].ends_with("(Whitby)"), "{names:?}");
    assert_ne!(names[0], names[1]);
    business.app.stop().await;
}
