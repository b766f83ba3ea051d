//! What a business spends.

mod importing;
mod journeys;
mod many;
pub mod receipts;
mod repeating;
mod shared;

use plumbline::expenses::store;
use plumbline::ids::UserId;
use serde_json::{Value, json};

use crate::documents;
use crate::support::{Client, TestApp};

const PATH: &str = "/api/expenses";

fn fittings_body() -> Value {
    json!({
        "date": "2026-11-12", "supplier": "Screwfix", "description": "15 mm fittings\nfor the en suite",
        "category": "costOfGoods", "amount": "43.20", "vatRate": "20", "job": "9 Quay Street",
        "receipts": []
    })
}

fn with_field(mut body: Value, name: &str, value: impl Into<Value>) -> Value {
    body[name] = value.into();
    body
}

fn expense_path(expense: &Value) -> String {
    format!("{PATH}/{}", expense["id"].as_str().expect("an id"))
}

async fn list_expenses(client: &Client, query: &str) -> Value {
    client.get(&format!("{PATH}?{query}")).await.expect_status(200)
}

/// The values of a field in all rows of a list.
fn column(list: &Value, name: &str) -> Vec<Value> {
    let rows = list["data"].as_array().expect("rows");
    rows.iter().map(|row| row[name].clone()).collect()
}

#[tokio::test]
async fn an_expense_is_created_read_changed_and_deleted() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let made = client.post(PATH, &fittings_body()).await.expect_status(201);
    for (name, value) in fittings_body().as_object().expect("fields") {
        assert_eq!(&made[name], value, "{name}");
    }
    // A sixth of £43.20.
    assert_eq!(made["vatAmount"], "7.20");
    assert_eq!(
        (&made["repeat"], &made["mileage"], &made["fromBank"]),
        (&json!("never"), &Value::Null, &json!(false))
    );
    let path = expense_path(&made);
    let change = with_field(with_field(fittings_body(), "amount", "50"), "version", 1);
    let changed = client.put(&path, &change).await.expect_status(200);
    assert_eq!(
        (&changed["amount"], &changed["vatAmount"], &changed["version"]),
        (&json!("50.00"), &json!("8.33"), &json!(2))
    );
    assert_eq!(client.put(&path, &change).await.expect_status(200), changed);
    let stale = with_field(with_field(fittings_body(), "amount", "1"), "version", 1);
    let stale = client.put(&path, &stale).await;
    let refused = stale.expect_error(409, "stale_version", None);
    assert_eq!(refused["current"], changed);
    // A client that does not know whether it is goods says nothing of it, and changes nothing.
    let body = with_field(with_field(fittings_body(), "goodsOrService", "service"), "version", 2);
    let body = client.put(&path, &body).await.expect_status(200);
    assert_eq!(body["goodsOrService"], "service");
    let older = with_field(with_field(fittings_body(), "amount", "50"), "version", 3);
    let older = client.put(&path, &older).await.expect_status(200);
    assert_eq!((&older["goodsOrService"], &older["amount"]), (&json!("service"), &json!("50.00")));
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&path).await.expect_error(404, "not_found", None);
    jo.put(&path, &change).await.expect_error(404, "not_found", None);
    jo.delete(&path).await.expect_error(404, "not_found", None);
    assert_eq!(list_expenses(&jo, "").await["total"], 0);
    client.delete(&path).await.expect_status(204);
    client.delete(&path).await.expect_error(404, "not_found", None);
    // Undone by sending it again.
    let again = with_field(fittings_body(), "id", made["id"].clone());
    assert_eq!(client.post(PATH, &again).await.expect_status(201)["version"], 1);
    let twice = client.post(PATH, &again).await.expect_status(201);
    assert_eq!(twice["id"], made["id"]);
    assert_eq!(list_expenses(&client, "").await["total"], 1);
    jo.post(PATH, &again).await.expect_error(409, "id_taken", None);
    let response = client.get("/api/activities?about=expense").await.expect_status(200);
    let sentences: Vec<_> = response.as_array().expect("a list").iter().map(|it| &it["sentence"]).collect();
    assert_eq!(
        sentences,
        [
            "You added the expense Screwfix",
            "You deleted the expense Screwfix",
            "You changed the expense Screwfix",
            "You changed the expense Screwfix",
            "You changed the expense Screwfix",
            "You added the expense Screwfix"
        ]
    );
    app.stop().await;
}

#[tokio::test]
async fn errors_name_the_invalid_field() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let trip = json!({ "vehicle": "car", "miles": "12.5" });
    for (name, value, path, code) in [
        ("amount", json!(""), "amount", "required"),
        ("amount", json!("0.00"), "amount", "required"),
        ("amount", json!("ten"), "amount", "not_a_number"),
        ("amount", json!("1.234"), "amount", "too_many_decimals"),
        ("amount", json!("10000000.01"), "amount", "out_of_range"),
        ("amount", json!("1e400"), "amount", "out_of_range"),
        ("vatRate", json!("101"), "vatRate", "out_of_range"),
        ("vatRate", json!("-1"), "vatRate", "out_of_range"),
        ("vatAmount", json!("43.21"), "vatAmount", "out_of_range"),
        ("vatAmount", json!("-1"), "vatAmount", "out_of_range"),
        ("date", json!("1999-12-31"), "date", "date_out_of_range"),
        ("date", json!("0126-11-20"), "date", "date_out_of_range"),
        ("repeatUntil", json!("9999-12-31"), "repeatUntil", "date_out_of_range"),
        ("date", json!("2028-01-01"), "date", "too_late"),
        ("supplier", json!("x".repeat(201)), "supplier", "too_long"),
        ("supplier", json!("a\nb"), "supplier", "control_character"),
        ("description", json!("x".repeat(1001)), "description", "too_long"),
        ("job", json!("x".repeat(201)), "job", "too_long"),
        ("mileage", trip.clone(), "category", "mileage"),
    ] {
        let body = client.post(PATH, &with_field(fittings_body(), name, value)).await;
        let body = body.expect_error(422, "rule_broken", Some(path));
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    let vat_alone = with_field(with_field(fittings_body(), "vatRate", ""), "vatAmount", "1");
    client.post(PATH, &vat_alone).await.expect_error(422, "rule_broken", Some("vatRate"));
    let backwards = with_field(with_field(fittings_body(), "repeat", "monthly"), "repeatUntil", "2026-11-11");
    client.post(PATH, &backwards).await.expect_error(422, "rule_broken", Some("repeatUntil"));
    let nobody = with_field(fittings_body(), "contactId", "01930000-0000-7000-8000-000000000001");
    client.post(PATH, &nobody).await.expect_error(422, "rule_broken", Some("contactId"));
    for (name, value) in [
        ("category", json!("wages")),
        ("repeat", json!("daily")),
        ("date", json!("12/11/2026")),
        ("contactId", json!("42")),
        ("mileage", json!({ "vehicle": "horse", "miles": "1" })),
    ] {
        let body = client.post(PATH, &with_field(fittings_body(), name, value)).await;
        assert_eq!(body.status.as_u16(), 400, "{name}");
    }
    client.post(PATH, &with_field(fittings_body(), "tip", "1")).await.expect_error(
        400,
        "unknown_field",
        Some("tip"),
    );
    assert_eq!(list_expenses(&client, "").await["total"], 0);
    // What came back of a deposit, with its VAT as the receipt has it.
    let refund = with_field(with_field(fittings_body(), "amount", "-12"), "vatAmount", "-1.99");
    let made = client.post(PATH, &refund).await.expect_status(201);
    assert_eq!((&made["amount"], &made["vatAmount"]), (&json!("-12.00"), &json!("-1.99")));
    app.stop().await;
}

async fn create_a_few(client: &Client) {
    for (date, supplier, category, amount, rate) in [
        ("2026-10-31", "Shell", "carVanTravelExpenses", "60.00", "20"),
        ("2026-11-01", "Élan Supplies", "costOfGoods", "100.00", "20"),
        ("2026-11-02", "Simply Business", "premisesRunningCosts", "38.40", ""),
        ("2026-11-02", "screwfix", "costOfGoods", "9.99", "20"),
        ("2026-11-12", "Screwfix", "costOfGoods", "1043.20", "20"),
    ] {
        let body = json!({ "date": date, "supplier": supplier, "category": category,
            "amount": amount, "vatRate": rate, "job": format!("Job at {supplier}") });
        client.post(PATH, &body).await.expect_status(201);
    }
}

#[tokio::test]
async fn the_list_is_filtered_sorted_and_summed() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    create_a_few(&client).await;
    let all = list_expenses(&client, "").await;
    assert_eq!((&all["total"], &all["totalAmount"]), (&json!(5), &json!("1251.59")));
    // 10.00 + 16.67 + 1.67 + 173.87
    assert_eq!(all["totalVat"], "202.21");
    assert_eq!(column(&all, "date")[0], "2026-11-12");
    for (query, amounts) in [
        ("q=SCREW", vec!["1043.20", "9.99"]),
        ("q=elan+sup", vec!["100.00"]),
        ("q=materials&to=2026-11-05", vec!["9.99", "100.00"]),
        ("q=1043.20", vec!["1043.20"]),
        ("q=job+shell", vec!["60.00"]),
        ("q=nowhere", vec![]),
        ("q=%25", vec![]),
        ("category=costOfGoods&from=2026-11-02", vec!["1043.20", "9.99"]),
        ("from=2026-11-01&to=2026-11-02&sort=amount", vec!["9.99", "38.40", "100.00"]),
        ("sort=-amount&limit=2", vec!["1043.20", "100.00"]),
        ("sort=supplier", vec!["100.00", "9.99", "1043.20", "60.00", "38.40"]),
        ("sort=-createdAt&limit=1", vec!["1043.20"]),
        ("receipt=with", vec![]),
    ] {
        let found = list_expenses(&client, query).await;
        assert_eq!(column(&found, "amount"), amounts, "{query}");
    }
    let october = list_expenses(&client, "to=2026-10-31").await;
    assert_eq!((&october["total"], &october["totalAmount"]), (&json!(1), &json!("60.00")));
    for sort in ["date", "-date", "amount", "-amount", "supplier", "-supplier", "createdAt"] {
        let whole = column(&list_expenses(&client, &format!("sort={sort}")).await, "id");
        let mut paged = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = list_expenses(&client, &format!("sort={sort}&limit=2&cursor={cursor}")).await;
            assert_eq!(page["total"], 5);
            paged.extend(column(&page, "id"));
            match page["nextCursor"].as_str() {
                Some(next) => next.clone_into(&mut cursor),
                None => break,
            }
        }
        assert_eq!(paged, whole, "{sort}");
    }
    for (query, path) in [
        ("sort=colour", "sort"),
        ("category=wages", "category"),
        ("from=yesterday", "from"),
        ("limit=0", "limit"),
        ("cursor=x", "cursor"),
        ("contactId=x", "contactId"),
        ("receipt=some", "receipt"),
        ("colour=red", "colour"),
    ] {
        let answer = client.get(&format!("{PATH}?{query}")).await;
        answer.expect_error(400, "bad_query", Some(path));
    }
    let suppliers = client.get(&format!("{PATH}/suppliers")).await.expect_status(200);
    let first = json!({ "name": "Screwfix", "category": "costOfGoods", "vatRate": "20" });
    assert_eq!(suppliers[0], first);
    assert_eq!(suppliers.as_array().map(Vec::len), Some(4), "screwfix is Screwfix");
    app.stop().await;
}

#[tokio::test]
async fn the_csv_file_contains_no_formulas() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let customer = client.post("/api/contacts", &documents::contact_body()).await.expect_status(201);
    for (supplier, job) in [("=SUM(A1)", "+44 x"), ("@home", "-x")] {
        let body = with_field(with_field(fittings_body(), "supplier", supplier), "job", job);
        let body = with_field(body, "contactId", customer["id"].clone());
        client.post(PATH, &body).await.expect_status(201);
    }
    client.post(PATH, &with_field(fittings_body(), "amount", "-5.00")).await.expect_status(201);
    let bytes = client.get_bytes(&format!("{PATH}/export?sort=amount")).await;
    let text = String::from_utf8(bytes).expect("UTF-8");
    let name = customer["name"].as_str().expect("a name");
    for cell in ["'=SUM(A1)", "'+44 x", "'@home", "'-x", "2026-11-12", "Materials and goods", ",17,", name] {
        assert!(text.contains(cell), "{cell} in {text}");
    }
    // A sum stays a number.
    assert!(text.contains(",-5.00,20,-0.83,"), "{text}");
    let found =
        list_expenses(&client, &format!("contactId={}", customer["id"].as_str().expect("an id"))).await;
    assert_eq!(found["total"], 2);
    let one = client.get_bytes(&format!("{PATH}/export?q=home")).await;
    let one = String::from_utf8_lossy(&one);
    assert!(one.contains("'@home") && !one.contains("SUM(A1)"), "{one}");
    app.stop().await;
}

#[tokio::test]
async fn expenses_remain_if_their_customer_is_merged_or_deleted() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let one = client.post("/api/contacts", &documents::contact_body()).await.expect_status(201);
    let other = client.post("/api/contacts", &documents::contact_body()).await.expect_status(201);
    let body = with_field(fittings_body(), "contactId", other["id"].clone());
    let made = client.post(PATH, &body).await.expect_status(201);
    let merge = json!({ "version": 1, "other": other["id"], "otherVersion": 1 });
    let contact = format!("/api/contacts/{}", one["id"].as_str().expect("an id"));
    client.post(&format!("{contact}/merge"), &merge).await.expect_status(200);
    let now = client.get(&expense_path(&made)).await.expect_status(200);
    assert_eq!(now["contactId"], one["id"]);
    client.delete(&contact).await.expect_status(204);
    let now = client.get(&expense_path(&made)).await.expect_status(200);
    assert_eq!(now["contactId"], Value::Null);
    assert_eq!(now["job"], "9 Quay Street");
    app.stop().await;
}

#[tokio::test]
async fn other_modules_get_sums_by_month_and_matching_expenses() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    create_a_few(&client).await;
    let me = client.get("/api/auth/me").await.expect_status(200);
    let user: UserId = me["id"].as_str().expect("an id").parse().expect("an id");
    let mut conn = app.state().db.read().await.expect("a connection");
    let day = |text: &str| text.parse().expect("a day");
    let months = store::sum_by_month(&mut conn, &user, day("2026-10-31"), day("2026-11-02")).await;
    let months: Vec<_> =
        months.expect("months").into_iter().map(|(month, sum)| (month, sum.to_string())).collect();
    assert_eq!(
        months,
        [("2026-10".to_owned(), "60.00".to_owned()), ("2026-11".to_owned(), "148.39".to_owned())]
    );
    let found = store::search(&mut conn, &user, "screwf", 1).await.expect("rows");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].amount.to_string(), "1043.20");
    drop(conn);
    app.stop().await;
}

#[tokio::test]
async fn a_preview_of_the_vat_writes_nothing() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let look = json!({ "date": "2026-11-12", "amount": "9.99", "vatRate": "5" });
    let body = client.post(&format!("{PATH}/preview"), &look).await.expect_status(200);
    assert_eq!(body, json!({ "amount": "9.99", "vatAmount": "0.48", "mileage": null }));
    let wrong = json!({ "date": "2026-11-12", "amount": "x" });
    client.post(&format!("{PATH}/preview"), &wrong).await.expect_error(422, "rule_broken", Some("amount"));
    assert_eq!(list_expenses(&client, "").await["total"], 0);
    app.stop().await;
}

#[tokio::test]
async fn the_csv_file_has_every_column() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let body = with_field(fittings_body(), "privateShare", "25");
    let body = with_field(body, "goodsOrService", "goods");
    let contact = client.post("/api/contacts", &json!({ "name": "Jo Bloggs" })).await;
    let body = with_field(body, "contactId", contact.expect_status(201)["id"].clone());
    let profile = client.post("/api/business-profiles", &json!({ "name": "Taylor Plumbing" })).await;
    let body = with_field(body, "businessProfileId", profile.expect_status(201)["id"].clone());
    client.post(PATH, &with_field(body, "description", "Fittings")).await.expect_status(201);
    let van = json!({ "date": "2026-11-13", "supplier": "Van Centre", "category": "carVanTravelExpenses",
        "amount": "120", "vatRate": "20", "vatKind": "capital", "vehicleCost": true,
        "goodsOrService": "service" });
    client.post(PATH, &van).await.expect_status(201);
    let journey = json!({ "date": "2026-11-14", "category": "carVanTravelExpenses", "job": "Quay Street",
        "mileage": { "vehicle": "motorcycle", "miles": "12.5" } });
    client.post(PATH, &journey).await.expect_status(201);
    // A journey needs no receipt.
    assert_eq!(list_expenses(&client, "receipt=without").await["total"], 2);
    let file = client.get(&format!("{PATH}/export")).await;
    let lines: Vec<&str> = file.text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(
        lines,
        [
            "Date,Supplier,Description,Category,Tax return box,Amount,VAT rate,VAT,Customer,Business,Job,Vehicle,Miles,\
             Private part (%),Cost of a vehicle,Goods or service,Receipts,Kind of VAT",
            "2026-11-14,,,\"Car, van and travel\",20,3.00,,0.00,,,Quay Street,motorcycle,12.5,,,,0,",
            "2026-11-13,Van Centre,,\"Car, van and travel\",20,120.00,20,20.00,,,,,,,yes,service,0,equipment",
            "2026-11-12,Screwfix,Fittings,Materials and goods,17,43.20,20,7.20,Jo Bloggs,Taylor Plumbing,9 Quay Street,,,25,,goods,0,",
        ]
    );
    app.stop().await;
}
