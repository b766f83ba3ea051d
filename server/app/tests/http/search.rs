//! The search over documents, contacts and items.

use reqwest::Method;
use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, contact_body, id_of, with_field};
use crate::support::{Client, TestApp};

pub async fn search_all(client: &Client, typed: &str) -> Value {
    let request = client.request(Method::GET, "/api/search");
    let answer = client.send(request.query(&[("q", typed)])).await;
    answer.expect_status(200)
}

pub fn field_texts(found: &Value, sort: &str, field: &str) -> Vec<String> {
    let rows = found[sort].as_array().expect("rows").iter();
    rows.map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_contact_is_found_by_all_of_its_fields() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let other = app.sign_up("jo@example.com").await;
    let body = json!({ "name": "Zoë O’Brien", "company": "Éclair Ltd", "city": "Leeds",
        "post_code": "LS1 4AP", "phone": "+44 7700 900123", "email": "zoe@eclair.example",
        "address_line1": "12 Mill Lane", "address_line2": "Upper end", "county": "Yorkshire",
        "vat_number": "GB 123 4567 89", "notes": "Key under the mat", "sites": [{ "name": "The rental", "post_code": "YO1 7HH" }] });
    let made = client.post("/api/contacts", &body).await.expect_status(201);
    other.post("/api/contacts", &body).await.expect_status(201);
    for typed in [
        "zoe",
        "OBRIEN",
        "o'br",
        "ecl",
        "leeds ls1",
        "7700900",
        "07700",
        "mat",
        "rental yo1",
        "eclair.ex",
        "mill lane",
        "upper",
        "yorks",
        "4567",
    ] {
        let found = search_all(&client, typed).await;
        assert_eq!(field_texts(&found, "contacts", "company"), ["Éclair Ltd"], "{typed}");
        assert_eq!(found["contacts"][0]["id"], made["id"], "{typed}: another account's");
    }
    for typed in ["", " ", "–", "%", "_oe", "zoe smith", "rien", "\\"] {
        let found = search_all(&client, typed).await;
        assert_eq!(found["contacts"], json!([]), "{typed:?}");
    }
    let path = format!("/api/contacts/{}", id_of(&made));
    let change = with_field(with_field(body, "name", json!("Max Ray")), "version", json!(1));
    client.put(&path, &change).await.expect_status(200);
    assert_eq!(search_all(&client, "obrien").await["contacts"], json!([]), "by its name of before");
    assert_eq!(field_texts(&search_all(&client, "ray max").await, "contacts", "name"), ["Max Ray"]);
    assert_eq!(client.delete(&path).await.status.as_u16(), 204);
    assert_eq!(search_all(&client, "max").await["contacts"], json!([]));
    app.stop().await;
}

#[tokio::test]
async fn a_name_is_found_by_the_part_behind_its_apostrophe() {
    let mut business = TestBusiness::open().await;
    let client = &business.client;
    let contact = with_field(contact_body(), "name", json!("Sean O’Neill"));
    let contact = client.post("/api/contacts", &contact).await.expect_status(201);
    let quote = with_field(business.quote_body(), "contactId", contact["id"].clone());
    let quote = client.post("/api/quotes", &quote).await.expect_status(201);
    let item = json!({ "name": "O'Neill valve", "price": "12.50" });
    client.post("/api/items", &item).await.expect_status(201);
    let expense = json!({ "date": "2026-11-02", "supplier": "O`Neill Tools", "category": "costOfGoods",
        "amount": "12.00", "vatRate": "" });
    client.post("/api/expenses", &expense).await.expect_status(201);
    // The words as an earlier version stored them, which the start writes again.
    let mut tx = business.app.state().db.begin_write().await.expect("a transaction");
    for sql in [
        "UPDATE contacts SET words = ' sean oneill'",
        "UPDATE items SET words = ' oneill valve'",
        "UPDATE expenses SET words = ' oneill tools '",
        "UPDATE document_summaries SET filled_by = 0, words = '', customer_words = ''",
        "DELETE FROM fillings",
    ] {
        sqlx::query(sql).execute(&mut *tx).await.expect("written");
    }
    tx.commit().await.expect("committed");
    assert_eq!(search_all(&business.client, "neill").await["contacts"], json!([]));
    business.app.restart().await;
    business.client = business.app.new_client();
    business.app.log_in(&business.client, OWNER).await;
    for typed in ["neill", "NEIL", "o neill", "o'neill", "oneill"] {
        let found = search_all(&business.client, typed).await;
        assert_eq!(field_texts(&found, "documents", "id"), [id_of(&quote)], "{typed}");
        assert_eq!(field_texts(&found, "contacts", "name"), ["Sean O’Neill"], "{typed}");
        assert_eq!(field_texts(&found, "items", "name"), ["O'Neill valve"], "{typed}");
        assert_eq!(field_texts(&found, "expenses", "name"), ["O`Neill Tools"], "{typed}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn items_are_found_by_name_code_category_and_description() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for (name, code) in [("Radiator 600", "RAD-600"), ("Radiator 800", "RAD-800"), ("Call-out", "")] {
        let body = json!({ "name": name, "code": code, "category": "Heating", "price": "86.4950",
            "description": "White", "unit": "each" });
        client.post("/api/items", &body).await.expect_status(201);
        app.clock.advance(1_000);
    }
    // What changed last comes first.
    assert_eq!(
        field_texts(&search_all(&client, "rad").await, "items", "name"),
        ["Radiator 800", "Radiator 600"]
    );
    let found = search_all(&client, "rad-600").await;
    assert_eq!(found["items"][0]["code"], "RAD-600");
    assert_eq!(found["items"][0]["price"], "86.4950");
    assert_eq!(field_texts(&search_all(&client, "heat whi").await, "items", "name").len(), 3);
    let few = client.get("/api/search?q=heating&limit=2").await.expect_status(200);
    assert_eq!(field_texts(&few, "items", "name"), ["Call-out", "Radiator 800"]);
    app.stop().await;
}

#[tokio::test]
async fn documents_of_both_kinds_are_found_and_a_matching_number_comes_first() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    business.app.clock.advance(1_000);
    let invoice = business.sent_invoice().await;
    let (of_quote, of_invoice) = (id_of(&quote), id_of(&invoice));
    // By the total, the customer, a line: what changed last first.
    for typed in ["478", "boiler valve"] {
        let found = search_all(&business.client, typed).await;
        assert_eq!(field_texts(&found, "documents", "id"), [of_invoice.clone(), of_quote.clone()], "{typed}");
    }
    let number = quote["quoteNumber"].as_str().expect("a number");
    let job = format!("As {number} says, again");
    let draft =
        with_field(with_field(business.quote_body(), "jobDescription", json!(job)), "contactId", Value::Null);
    business.app.clock.advance(1_000);
    let draft = business.client.post("/api/quotes", &draft).await.expect_status(201);
    let found = search_all(&business.client, &number.to_lowercase()).await;
    assert_eq!(
        field_texts(&found, "documents", "id"),
        [of_quote.clone(), id_of(&draft)],
        "the very number first"
    );
    // As it is typed in a hurry, here and on the list.
    let figures = number.trim_start_matches("Q-").trim_start_matches('0');
    for typed in [format!("q{figures}"), format!("Q {figures}"), figures.to_owned()] {
        let found = search_all(&business.client, &typed).await;
        assert_eq!(field_texts(&found, "documents", "id")[0], of_quote, "{typed}");
    }
    let listed = business.client.get(&format!("/api/quotes?q=q{figures}")).await.expect_status(200);
    assert_eq!(listed["total"], 2, "its own and the one that names it");
    // Archived documents are found too, and marked.
    let path = format!("/api/quotes/{of_quote}/archive");
    business.client.post_empty(&path).await.expect_status(200);
    let found = search_all(&business.client, number).await;
    assert_eq!(found["documents"][0]["archived"], true);
    let found = search_all(&business.client, "boiler valve").await;
    let archived: Vec<_> = [0, 1].map(|at| found["documents"][at]["archived"].clone()).into();
    assert!(archived.contains(&json!(true)), "by its words too: {found}");
    // Nothing typed: what changed last.
    let recent = search_all(&business.client, "").await;
    assert_eq!(field_texts(&recent, "documents", "id"), [id_of(&draft), of_invoice]);
    let other = business.app.sign_up("other@example.com").await;
    let none = json!({
        "documents": [], "contacts": [], "items": [], "expenses": [], "recurring": [], "templates": []
    });
    for typed in ["", "478", number, "boiler"] {
        assert_eq!(search_all(&other, typed).await, none, "another account's: {typed}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn an_invalid_query_is_refused_with_its_parameter() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    for limit in ["0", "21", "-1", "many"] {
        let answer = client.get(&format!("/api/search?limit={limit}")).await;
        answer.expect_error(400, "bad_query", Some("limit"));
    }
    client.get("/api/search?page=2").await.expect_error(400, "bad_query", Some("page"));
    for typed in [&"long ".repeat(2_000), "\u{202e}x", "'; DROP TABLE contacts; --"] {
        search_all(&client, typed).await;
    }
    let visitor = app.new_client();
    visitor.get("/api/search?q=a").await.expect_error(401, "no_session", None);
    app.stop().await;
}

#[tokio::test]
async fn expenses_are_found_by_supplier_description_and_amount() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let mut made = Vec::new();
    for (supplier, description, amount) in
        [("Screwfix", "Fittings for the en suite", "43.20"), ("", "Parking at Quay Street", "6.50")]
    {
        let body = json!({ "date": "2026-11-12", "category": "costOfGoods", "amount": amount,
            "supplier": supplier, "description": description });
        made.push(client.post("/api/expenses", &body).await.expect_status(201));
    }
    for typed in ["screwfix", "SUITE fit", "43.20"] {
        let found = search_all(&client, typed).await;
        assert_eq!(field_texts(&found, "expenses", "name"), ["Screwfix"], "{typed}");
        assert_eq!(found["expenses"][0]["id"], made[0]["id"]);
        assert_eq!(found["expenses"][0]["amount"], "43.20");
    }
    let parking = search_all(&client, "quay").await;
    assert_eq!(field_texts(&parking, "expenses", "name"), ["Parking at Quay Street"]);
    for typed in ["", "rien"] {
        assert_eq!(search_all(&client, typed).await["expenses"], json!([]), "{typed}");
    }
    let jo = app.sign_up("jo@example.com").await;
    assert_eq!(search_all(&jo, "screwfix").await["expenses"], json!([]));
    app.stop().await;
}
