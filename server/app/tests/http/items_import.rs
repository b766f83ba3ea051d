//! A merchant's price list, and the price list as a file.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use plumbline_platform::ids::UserId;
use plumbline_platform::table_import::columns::{self, REMEMBERED_MAX};

use crate::documents::TestBusiness;
use crate::support::{Client, TestApp, TestResponse};

async fn send_file(client: &Client, path: &str, prices: &str, file: impl Into<Vec<u8>>) -> TestResponse {
    let part = Part::bytes(file.into()).file_name("prices.csv");
    let form = Form::new().text("prices", prices.to_owned()).part("file", part);
    let path = format!("/api/items/import{path}");
    let request = client.request(Method::POST, &path).multipart(form);
    client.send(request).await
}

async fn list_item_names(client: &Client) -> Vec<String> {
    let items = client.get("/api/items").await.expect_status(200);
    let items = items.as_array().expect("items").iter();
    items.map(|item| item["name"].as_str().expect("a name").to_owned()).collect()
}

fn import_counts(report: &Value) -> [u64; 4] {
    ["new", "updated", "same", "unreadable"].map(|what| report[what].as_u64().expect("a count"))
}

#[tokio::test]
async fn a_merchants_list_is_previewed_and_imported_only_once() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let tap = json!({ "name": "Tap", "code": "T1", "cost": "10.00", "price": "25.00" });
    let tap = client.post("/api/items", &tap).await.expect_status(201);
    let nameless = json!({ "name": "Elbow 22 mm", "price": "2.00" });
    client.post("/api/items", &nameless).await.expect_status(201);
    let list = "Stock code;Product description;Trade price;UOM;Barcode\r\n\
                T1;Basin tap;11,20;each;501\r\n\
                E22;elbow 22 MM;0,95;each;502\r\n\
                V9;Valve;£4.00;;503\r\n\
                V9;Valve again;£4.00;;503\r\n\
                ;;1.00;;\r\n\
                X;Cable;POA;metre;504\r\n";
    let preview = send_file(client, "/preview", "paid:50", list).await.expect_status(200);
    assert_eq!(import_counts(&preview), [1, 2, 1, 2]);
    assert_eq!(preview["leftOut"], json!(["Barcode"]));
    assert_eq!(preview["separator"], ";");
    let descriptions: Vec<&str> = preview["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["says"].as_str().expect("a text"))
        .collect();
    assert_eq!(descriptions[0], "cost £10.00 → £11.20, price £25.00 → £16.80, unit");
    assert_eq!(descriptions[1], "cost £0.95, price £2.00 → £1.43, code, unit");
    assert_eq!(descriptions[3], "as row 4");
    assert_eq!(descriptions[4], "It has no name.");
    assert!(descriptions[5].starts_with("Cost: "), "{}", descriptions[5]);
    assert_eq!(list_item_names(client).await, ["Elbow 22 mm", "Tap"], "nothing yet");

    let done = send_file(client, "", "paid:50", list).await.expect_status(200);
    assert_eq!(import_counts(&done), import_counts(&preview));
    assert_eq!(done["done"], true);
    assert_eq!(done["rows"][0]["itemId"], tap["id"]);
    assert_eq!(done["rows"][0]["was"], "25.00");
    assert_eq!(list_item_names(client).await, ["Elbow 22 mm", "Tap", "Valve"]);
    let path = format!("/api/items/{}", tap["id"].as_str().expect("an id"));
    let now = client.get(&path).await.expect_status(200);
    assert_eq!(
        (&now["name"], &now["cost"], &now["price"], &now["unit"]),
        (&json!("Tap"), &json!("11.20"), &json!("16.80"), &json!("each"))
    );
    // A second import of the file changes nothing.
    let again = send_file(client, "", "paid:50", list).await.expect_status(200);
    assert_eq!(import_counts(&again), [0, 0, 4, 2]);
    let body = client.get("/api/activities").await.expect_status(200);
    let body = body.to_string();
    assert!(body.contains("You imported items"), "{body}");
    // Another account doesn't have them.
    let jo = business.app.sign_up("jo@example.com").await;
    assert_eq!(list_item_names(&jo).await, [""; 0]);
}

/// A second list that contains some items of the first adds only the others.
#[tokio::test]
async fn an_overlapping_list_adds_only_its_new_items() {
    let business = TestBusiness::open().await;
    let list = |items: std::ops::Range<usize>| {
        let rows = items.map(|at| format!("C{at},Item {at},{at}.50\n"));
        format!("Code,Name,Price\n{}", rows.collect::<String>())
    };
    for (items, expected) in [(1..15, [14, 0, 0, 0]), (8..22, [7, 0, 7, 0])] {
        let done = send_file(&business.client, "", "charged", list(items)).await;
        assert_eq!(import_counts(&done.expect_status(200)), expected);
    }
    assert_eq!(list_item_names(&business.client).await.len(), 21);
}

#[tokio::test]
async fn new_prices_are_offered_to_the_drafts_that_have_the_old_ones() {
    let business = TestBusiness::open().await;
    let mut ids = Vec::new();
    for (name, price) in [("Valve", "100.00"), ("Unused", "5.00")] {
        let item = json!({ "name": name, "price": price });
        let made = business.client.post("/api/items", &item).await.expect_status(201);
        ids.push(made["id"].clone());
    }
    let mut quote = business.quote_body();
    quote["items"] = json!([{ "id": "a", "name": "Valve", "quantity": "1", "price": "100" },
        { "id": "b", "name": "Valve", "quantity": "1", "price": "90" }]);
    let draft = business.client.post("/api/quotes", &quote).await.expect_status(201);
    let list = "Name,Price\nValve,120\nUnused,6\n";
    let done = send_file(&business.client, "", "charged", list).await.expect_status(200);
    assert_eq!(import_counts(&done), [0, 2, 0, 0]);
    let request = json!({ "items": [{ "id": ids[1], "price": "5.00" },
        { "id": ids[0], "price": "100.00" },
        { "id": "01930000-0000-7000-8000-000000000001", "price": "1" }] });
    let offers = business.client.post("/api/items/drafts", &request).await.expect_status(200);
    let [offer] = &offers.as_array().expect("offers")[..] else {
        panic!("one offer: {offers}");
    };
    assert_eq!(
        (&offer["item"]["price"], &offer["was"], &offer["drafts"][0]["id"]),
        (&json!("120"), &json!("100.00"), &draft["id"])
    );
    assert_eq!(offer["drafts"][0]["lines"], json!(["a"]));
    let path = format!("/api/quotes/{}", draft["id"].as_str().expect("an id"));
    let now = business.client.get(&path).await.expect_status(200);
    assert_eq!(now["version"], draft["version"], "nothing is changed unasked");
    let jo = business.app.sign_up("jo@example.com").await;
    assert_eq!(jo.post("/api/items/drafts", &request).await.expect_status(200), json!([]));
    let many = json!({ "items": vec![json!({ "id": ids[0], "price": "1" }); 5_001] });
    let refused = business.client.post("/api/items/drafts", &many).await;
    refused.expect_error(422, "rule_broken", Some("items"));
}

#[tokio::test]
async fn exported_items_can_be_imported_again_unchanged() {
    let business = TestBusiness::open().await;
    let whole = json!({ "name": "=Boiler, \"combi\"", "description": "30 kW\nwith flue",
        "code": "+44", "unit": "each", "category": "Heating", "cost": "700", "price": "1234.5",
        "quantity": "2", "favourite": true, "includeLabour": true, "labourHours": "8",
        "labourRate": "45.5", "labourUnitType": "days",
        "vat": { "treatment": "reverseCharge", "rate": "20" }, "costType": "materials" });
    business.client.post("/api/items", &whole).await.expect_status(201);
    let plain = json!({ "name": "Callout", "price": "60" });
    business.client.post("/api/items", &plain).await.expect_status(201);
    let file = business.client.get_bytes("/api/items/export").await;
    let text = String::from_utf8(file.clone()).expect("UTF-8");
    assert!(text.contains("\"'=Boiler, \"\"combi\"\"\""), "{text}");
    assert!(text.contains("'+44"), "{text}");
    let same = send_file(&business.client, "/preview", "charged", file.clone()).await;
    assert_eq!(import_counts(&same.expect_status(200)), [0, 0, 2, 0]);
    let jo = business.app.sign_up("jo@example.com").await;
    let done = send_file(&jo, "", "charged", file).await.expect_status(200);
    assert_eq!(import_counts(&done), [2, 0, 0, 0]);
    let bare = |items: Value| -> Vec<Value> {
        let mut items = items.as_array().expect("items").clone();
        for item in &mut items {
            let item = item.as_object_mut().expect("an item");
            for own in ["id", "createdAt", "updatedAt", "version"] {
                item.remove(own);
            }
        }
        items
    };
    let mine = bare(business.client.get("/api/items").await.expect_status(200));
    assert_eq!(bare(jo.get("/api/items").await.expect_status(200)), mine);
}

#[tokio::test]
async fn a_file_that_is_not_a_price_list_is_refused_with_the_reason() {
    let business = TestBusiness::open().await;
    let many = format!("Name\n{}", "Tap\n".repeat(50_000));
    for (file, code) in [
        ("", "empty_file"),
        ("Name,Price\n", "empty_file"),
        ("Colour\nred\n", "no_names"),
        (many.as_str(), "too_many"),
    ] {
        let refused = send_file(&business.client, "", "charged", file).await;
        let refused = refused.expect_error(422, "rule_broken", Some("file"));
        assert_eq!(refused["errors"][0]["code"], code);
        if code == "too_many" {
            assert_eq!(
                refused["errors"][0]["msg"],
                "This file has 50,000 items, and we can import 5,000 at a time. Please split it into several files."
            );
        }
    }
    let spreadsheet = send_file(&business.client, "", "charged", b"PK\x03\x04xl/workbook.xml".to_vec()).await;
    let spreadsheet = spreadsheet.expect_error(422, "rule_broken", Some("file"));
    assert_eq!(spreadsheet["errors"][0]["code"], "unreadable_file");
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    let refused = send_file(&business.client, "", "charged", picture).await;
    assert_eq!(refused.status.as_u16(), 422);
    let list = "Name,Price\nTap,1\n";
    let refused = send_file(&business.client, "", "guessed", list).await;
    refused.expect_error(400, "unknown_word", Some("prices"));
    let refused = send_file(&business.client, "", "paid:-3", list).await;
    refused.expect_error(422, "rule_broken", Some("prices"));
    // A file in Windows' own encoding.
    let old = b"Name,Price\nCaf\xe9 tap,\xa31.50\n".to_vec();
    let done = send_file(&business.client, "", "charged", old).await.expect_status(200);
    assert_eq!(done["rows"][0]["name"], "Café tap");
    assert_eq!(list_item_names(&business.client).await, ["Café tap"]);
}

/// Otherwise, files with ever-changing headings would fill the disk.
#[tokio::test]
async fn the_oldest_remembered_column_choices_are_deleted() {
    let app = TestApp::start().await;
    app.sign_up("sam@example.com").await;
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    let found = sqlx::query_scalar("SELECT id FROM users");
    let user: UserId = found.fetch_one(&mut *tx).await.expect("an account");
    for at in 0..REMEMBERED_MAX + 2 {
        let headings = format!("Name,Price {at}");
        let remembered = columns::remember(&mut tx, (&user, "items", &headings), &["name"], at);
        remembered.await.expect("it is stored");
    }
    let found = sqlx::query_scalar("SELECT headings FROM file_readings ORDER BY updated_at");
    let left: Vec<String> = found.fetch_all(&mut *tx).await.expect("readings");
    tx.commit().await.expect("a commit");
    assert_eq!(left.len(), 100);
    assert_eq!(left[0], "Name,Price 2");
    app.stop().await;
}
