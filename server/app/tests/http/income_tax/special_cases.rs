//! What the return, the updates and the reports say where more than the records decides it: the flat rate scheme, a
//! company, a turnover below zero.

use serde_json::{Value, json};

use super::{YEAR, change_choices, create_expense, find_box};
use crate::credits::{create_sent, credit_all_body};
use crate::documents::{TestBusiness, id_of, with_field};
use crate::reports::record_payment;

/// 25,200.00 with VAT at 9.5 % are 2,394.00: a turnover of 22,806.00, and with goods of 504.00 a profit of 22,302.00.
#[tokio::test]
async fn under_the_flat_rate_scheme_turnover_is_what_is_left_of_it_with_vat() {
    let desk = TestBusiness::open().await;
    let registration = json!({
        "version": 0, "from": "2025-04-01", "until": null, "periods": "march", "annualEndsIn": 0,
        "schemes": [{ "from": "2025-04-01", "cash": true, "flatRate": "building" }]
    });
    let path = format!("/api/vat/{}/registration", desk.profile);
    desk.client
        .put(&path, &registration)
        .await
        .expect_status(200);
    let mut body = desk.invoice_body();
    body["items"] = json!([{ "id": "a", "name": "Roof", "quantity": "1", "price": "20000" }]);
    body["labourHours"] = json!("10");
    body["labourRate"] = json!("100");
    body["includeDiscount"] = json!(false);
    let draft = desk
        .client
        .post("/api/invoices", &body)
        .await
        .expect_status(201);
    let invoice = desk.send_by_link("invoices", &id_of(&draft)).await;
    assert_eq!(invoice["totals"]["totalAmount"], "25200.00");
    record_payment(&desk, &invoice, "25200", "2026-11-16").await;
    let vat = json!({ "vatRate": "20" });
    create_expense(&desk, "2026-11-03", "costOfGoods", "504", vat).await;

    let told = desk
        .client
        .get(&format!("{YEAR}/return"))
        .await
        .expect_status(200);
    let turnover = find_box(&told, 15);
    assert_eq!(
        (&turnover["amount"], &turnover["confirmed"]),
        (&json!("22806.00"), &json!(false))
    );
    assert_eq!(told["profit"], "22302.00");
    let told = desk.client.get(YEAR).await.expect_status(200);
    let sentence = told["duty"]["sentence"].as_str().expect("a sentence");
    assert!(
        sentence.contains("your 2026/27 turnover is already £22,806.00,"),
        "{sentence}"
    );
    for basis in ["cash", "accruals"] {
        let path = format!("/api/reports/profit?from=2026-04-06&to=2027-04-05&basis={basis}");
        let told = desk.client.get(&path).await.expect_status(200);
        let total = &told["total"];
        let sums = ["income", "spending", "profit"].map(|sum| total[sum].as_str().expect("a sum"));
        assert_eq!(sums, ["22806.00", "504.00", "22302.00"], "{basis}");
        assert_eq!(told["confirmed"], false);
    }
    let path = "/api/reports/income?from=2026-04-06&to=2027-04-05";
    let told = desk.client.get(path).await.expect_status(200);
    assert_eq!(told["total"]["vat"], "2394.00");
    // A penny less of goods, and they are of limited cost: 16.5 %.
    let back = json!({ "vatRate": "20" });
    create_expense(&desk, "2026-11-04", "costOfGoods", "-0.01", back).await;
    let told = desk
        .client
        .get(&format!("{YEAR}/return"))
        .await
        .expect_status(200);
    assert_eq!(find_box(&told, 15)["amount"], "21042.00");
    desk.app.stop().await;
}

#[tokio::test]
async fn a_company_has_neither_updates_nor_self_employment_pages() {
    let desk = TestBusiness::open().await;
    change_choices(&desk, YEAR, json!({ "business": "company" })).await;
    let told = desk.client.get(YEAR).await.expect_status(200);
    assert_eq!(
        (&told["updates"], &told["hasSelfEmployment"]),
        (&json!([]), &json!(false))
    );
    let refused = desk
        .client
        .get(&format!("{YEAR}/return"))
        .await
        .expect_status(422);
    assert_eq!(refused["errors"][0]["code"], "company");
    desk.client
        .get(&format!("{YEAR}/updates/1"))
        .await
        .expect_status(404);
    let pack = desk
        .client
        .get("/api/year-pack/2026")
        .await
        .expect_status(200);
    let missing = pack["missing"].to_string();
    assert!(missing.contains("CT600"), "{missing}");
    change_choices(&desk, YEAR, json!({ "business": "partnership" })).await;
    let told = desk.client.get(YEAR).await.expect_status(200);
    assert_eq!(
        (&told["updates"], &told["hasSelfEmployment"]),
        (&json!([]), &json!(true))
    );
    desk.app.stop().await;
}

/// 398.42 were invoiced the year before and credited in this one: the turnover is 398.42 below zero.
#[tokio::test]
async fn what_is_held_back_is_said_in_every_file() {
    let desk = TestBusiness::open().await;
    change_choices(&desk, YEAR, json!({ "basis": "accruals" })).await;
    let body = with_field(desk.invoice_body(), "issueDate", json!("2026-03-01"));
    let draft = desk
        .client
        .post("/api/invoices", &body)
        .await
        .expect_status(201);
    let invoice = desk.send_by_link("invoices", &id_of(&draft)).await;
    create_sent(&desk, &invoice, &credit_all_body()).await;
    let csv = |path: &str| {
        let path = format!("{YEAR}/{path}/file?as=csv");
        let client = &desk.client;
        async move { client.get(&path).await.text }
    };
    let update = csv("updates/3").await;
    let note = "0.00,Not in this update: -£398.42. HMRC doesn’t accept a negative income. The next update includes it.";
    assert!(update.contains(note), "{update}");
    let boxes = csv("return").await;
    assert!(
        boxes.contains("-398.42,\"You refunded more than came in"),
        "{boxes}"
    );
    // On paper: whose, and how it counts.
    for path in [
        &*format!("{YEAR}/return/file?as=pdf"),
        "/api/reports/income/export?from=2026-04-06&to=2027-04-05&basis=accruals&as=pdf",
    ] {
        let paper = crate::pdf::pdf_text(&desk.client.get_bytes(path).await);
        assert!(paper.contains("Taylor Plumbing"), "{paper}");
        assert!(paper.contains("by invoices (accruals)"), "{paper}");
    }
    let bytes = desk.client.get_bytes("/api/year-pack/2026/file").await;
    let index = crate::year_pack::read_index(bytes);
    let held = index.iter().filter(|[name, of, sum]| {
        name.contains("update") && of == "Turnover, held back" && sum == "-398.42"
    });
    assert!(held.count() > 0, "{index:#?}");
    let income: Value = desk
        .client
        .get("/api/reports/income")
        .await
        .expect_status(200);
    assert_eq!(income["confirmed"], true);
    desk.app.stop().await;
}
