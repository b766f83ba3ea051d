//! The export of everything in an account.

use std::io::{Cursor, Read as _};

use plumbline::clock::{DAY, MINUTE};
use serde_json::{Value, json};

use super::{SAM, export_account, fill_account, list_text_columns};
use crate::documents::{self, TestBusiness, id_of};
use crate::support::{PASSWORD, START, TestApp};

/// The part of an export that each of an account's tables is in, or why it is in none.
const TABLES: [(&str, Result<&str, &str>); 61] = [
    ("account_usage", Err("counts of what other tables hold")),
    ("activities", Ok("activities")),
    ("admins", Err("who runs the server")),
    ("bank_changes", Ok("bank-changes")),
    ("batches", Err("work under way, gone when it is done")),
    ("business_profiles", Ok("business-profiles")),
    ("cancellations", Ok("cancelled-jobs")),
    ("chase_plans", Ok("reminder-plans")),
    ("cis_contractors", Ok("cis-contractors")),
    ("cis_payments", Ok("cis-payments")),
    ("cis_returns", Ok("cis-returns")),
    ("cis_statements", Ok("cis-statements")),
    ("cis_subcontractors", Ok("cis-subcontractors")),
    ("contact_merges", Err("how a merge of two contacts is undone, for thirty days")),
    ("contacts", Ok("contacts")),
    ("customer_mails", Ok("emails")),
    ("devices", Ok("devices")),
    ("document_edits", Ok("edits")),
    ("document_origins", Ok("origins")),
    ("document_summaries", Err("what lists show of documents")),
    ("documents", Ok("quotes")),
    ("email_changes", Ok("account")),
    ("expense_bank_lines", Err("which lines of a bank's file are expenses already")),
    ("expenses", Ok("expenses")),
    ("exports", Err("this one")),
    ("file_readings", Err("how the columns of files were read")),
    ("files", Ok("files")),
    ("items", Ok("items")),
    ("jobs", Err("work under way, gone when it is done")),
    ("mail_stops", Err("set by the operator")),
    ("notification_settings", Ok("notification-settings")),
    ("notifications", Ok("notifications")),
    ("order_references", Ok("order-references")),
    ("other_income", Ok("other-income")),
    ("owner_sequences", Err("the next number, which the last document tells")),
    ("passkey_ceremonies", Err("a log-in under way")),
    ("passkeys", Ok("passkeys")),
    ("password_resets", Err("a secret")),
    ("posted_mails", Ok("emails")),
    ("push_subscriptions", Ok("notified-devices")),
    ("question_replies", Ok("question-replies")),
    ("questions", Ok("questions")),
    ("quote_templates", Ok("quote-templates")),
    ("recurring_invoices", Ok("recurring-invoices")),
    ("recurring_made", Ok("recurring-made")),
    ("saved_views", Ok("views")),
    ("schedules", Err("when jobs run next")),
    ("sessions", Ok("devices")),
    ("subscription_invoices", Ok("subscription-invoices")),
    ("subscriptions", Ok("subscription")),
    ("summary_parts", Err("what lists show of documents")),
    ("support_access", Ok("support-access")),
    ("support_messages", Ok("support-messages")),
    ("suspensions", Err("set by the operator")),
    ("takings", Err("what reports read of payments")),
    ("tax_pots", Ok("tax-pot")),
    ("tax_years", Ok("tax-years")),
    ("vat_bad_debts", Ok("vat-bad-debts")),
    ("vat_registrations", Ok("vat-registrations")),
    ("vat_returns", Ok("vat-returns")),
    ("verification_codes", Err("a secret")),
];

#[tokio::test]
async fn every_table_of_an_account_is_in_its_export() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let ready = export_account(&app, &client).await;
    let bytes = client.get_bytes(ready["url"].as_str().expect("an address")).await;
    let zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let names = zip.file_names().map(|name| name.expect("a name").into_owned());
    let names: Vec<String> = names.collect();
    let columns = list_text_columns(&app).await.into_iter();
    let mut of_accounts: Vec<String> =
        columns.filter(|(_, column)| column == "user_id").map(|(table, _)| table).collect();
    of_accounts.sort();
    let known: Vec<&str> = TABLES.iter().map(|(table, _)| *table).collect();
    assert_eq!(of_accounts, known, "say in TABLES what is exported of a new table");
    for (table, part) in TABLES {
        for file in part.into_iter().flat_map(|part| [format!("{part}.json"), format!("{part}.csv")]) {
            assert!(names.contains(&file), "{table}: {file}");
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn an_export_contains_everything_and_expires_after_three_days() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    assert_eq!(client.get("/api/account/export").await.expect_status(200), Value::Null);
    fill_account(&client).await;
    let change = json!({ "email": "sam@new.example", "currentPassword": PASSWORD });
    client.post("/api/account/email", &change).await.expect_status(202);
    let answer = client.post_empty("/api/account/export").await;
    answer.expect_error(403, "password_required", None);
    let ready = export_account(&app, &client).await;
    assert_eq!((&ready["status"], &ready["progress"]), (&json!("ready"), &json!(100)));
    let url = ready["url"].as_str().expect("an address").to_owned();
    let bytes = client.get_bytes(&url).await;
    assert_eq!(ready["size"], bytes.len());

    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut file = zip.by_name(name).expect(name);
        file.read_to_string(&mut text).expect("text");
        text
    };
    let parsed = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
    let account = parsed(read("account.json"))[0].clone();
    assert_eq!((&account["email"], &account["pendingEmail"]), (&json!(SAM), &json!("sam@new.example")));
    assert_eq!(parsed(read("devices.json"))[0]["hasPin"], false);
    assert_eq!(parsed(read("notification-settings.json")), json!([]));
    assert!(read("contacts.json").contains("\"=Anita\""));
    assert!(read("contacts.csv").contains("'=Anita"), "nothing runs in a spreadsheet");
    assert_eq!(parsed(read("items.json"))[0]["price"], "12.50");
    assert_eq!(parsed(read("support-messages.json"))[0]["message"], "It drips.\nStill.");
    let spent = parsed(read("expenses.json"));
    assert_eq!(spent[0]["amount"], "43.20");
    assert!(
        read("files.json").contains(spent[0]["receipts"][0].as_str().expect("a receipt")),
        "its picture is there too"
    );
    let recurring = parsed(read("recurring-invoices.json"));
    assert_eq!(recurring[0]["document"]["items"][0]["price"], "40");
    let edits = parsed(read("edits.json"));
    assert_eq!(edits[0]["changes"][0]["path"], "notes");
    assert_eq!(edits[0]["changes"][0]["after"], "Ring first");
    assert_eq!(parsed(read("business-profiles.json")).as_array().map(Vec::len), Some(1));
    let quote = parsed(read("quotes.json"))[0].clone();
    assert_eq!((&quote["number"], &quote["status"]), (&Value::from("Q-0001"), &Value::from("accepted")));
    let issued = parsed(read("issued-versions.json"));
    assert_eq!(issued[0]["documentId"], quote["id"]);
    let accepted = parsed(read("acceptances.json"))[0].clone();
    assert_eq!((&accepted["documentId"], &accepted["name"]), (&quote["id"], &Value::from("Jo")));
    assert_eq!(parsed(read("payments.json")), json!([]));
    assert!(!read("account.json").contains("argon2"), "no password, not even its hash");
    let pictures = parsed(read("files.json"));
    let pictures = pictures.as_array().expect("pictures").iter();
    let logo = pictures
        .map(|picture| picture["id"].as_str().expect("an id"))
        .find(|id| spent[0]["receipts"][0] != **id);
    let id = logo.expect("a logo").to_owned();
    let mut picture = Vec::new();
    let mut file = zip.by_name(&format!("files/{id}.png")).expect("the picture");
    file.read_to_end(&mut picture).expect("bytes");
    assert!(picture.starts_with(b"\x89PNG"));
    drop(file);
    // Nobody else, and not somebody who came by PIN later.
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&url).await.expect_error(404, "not_found", None);
    let user = client.get("/api/auth/me").await.expect_status(200);
    client.post("/api/auth/pin/setup", &json!({ "pin": "8305" })).await.expect_status(200);
    let body = json!({ "userId": user["id"], "pin": "8305" });
    client.post("/api/auth/pin/login", &body).await.expect_status(200);
    client.get(&url).await.expect_error(403, "password_required", None);
    assert_eq!(client.get("/api/account/export").await.expect_status(200)["url"], Value::Null);
    client.post("/api/auth/confirm-password", &json!({ "password": PASSWORD })).await;
    client.get_bytes(&url).await;

    app.clock.advance(3 * DAY);
    app.log_in(&client, SAM).await;
    client.get(&url).await.expect_error(404, "not_found", None);
    assert_eq!(client.get("/api/account/export").await.expect_status(200), Value::Null);
    (app.state().cleanup)(app.state()).await.expect("cleaned up");
    let mut conn = app.state().db.read().await.expect("a connection");
    let left: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM exports").fetch_one(&mut *conn).await.expect("a count");
    assert_eq!(left, 0);
    drop(conn);
    app.stop().await;
}

/// One row more than is read at a time.
#[tokio::test]
async fn data_read_in_portions_is_complete_and_in_order() {
    const MANY: usize = 101;
    let business = TestBusiness::open().await;
    for number in 0..MANY {
        let contact = json!({ "name": format!("Contact {number}") });
        business.client.post("/api/contacts", &contact).await.expect_status(201);
        business.app.clock.advance(1);
    }
    for number in 0..MANY {
        let quote =
            documents::with_field(business.quote_body(), "jobDescription", json!(format!("Job {number}")));
        business.client.post("/api/quotes", &quote).await.expect_status(201);
        business.app.clock.advance(1);
    }
    let ready = export_account(&business.app, &business.client).await;
    let url = ready["url"].as_str().expect("an address");
    let mut zip = zip::ZipArchive::new(Cursor::new(business.client.get_bytes(url).await)).expect("a zip");
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut file = zip.by_name(name).expect(name);
        file.read_to_string(&mut text).expect("text");
        text
    };
    let quotes: Vec<Value> = serde_json::from_str(&read("quotes.json")).expect("JSON");
    let jobs: Vec<&str> =
        quotes.iter().map(|quote| quote["jobDescription"].as_str().expect("a job")).collect();
    let expected: Vec<String> = (0..MANY).map(|number| format!("Job {number}")).collect();
    assert_eq!(jobs, expected);
    // As one list would be written.
    let whole = serde_json::to_string_pretty(&quotes).expect("JSON");
    assert_eq!(read("quotes.json"), whole);
    let table = read("quotes.csv");
    let ids = quotes.iter().map(|quote| quote["id"].as_str().expect("an id"));
    let places: Vec<Option<usize>> = ids.map(|id| table.find(id)).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some));
    // Activities are the newest first.
    let activities: Vec<Value> = serde_json::from_str(&read("activities.json")).expect("JSON");
    let names: Vec<&str> = activities
        .iter()
        .filter_map(|one| one["data"]["name"].as_str())
        .filter(|name| name.starts_with("Contact "))
        .collect();
    let expected: Vec<String> = (0..MANY).rev().map(|number| format!("Contact {number}")).collect();
    assert_eq!(names, expected);
    let whole = serde_json::to_string_pretty(&activities).expect("JSON");
    assert_eq!(read("activities.json"), whole);
    for empty in ["invoices", "issued-versions", "edits", "emails"] {
        assert_eq!(read(&format!("{empty}.json")), "[]");
        assert_eq!(read(&format!("{empty}.csv")), "\u{FEFF}\r\n");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn an_export_says_whose_a_business_is_and_what_was_copied_from_what() {
    let test_business = TestBusiness::open().await;
    let client = &test_business.client;
    let owner = json!({ "businessName": "Sam’s Taps", "phone": "0113 496 0000", "address": "1 Home Road" });
    test_business.app.clock.advance(MINUTE);
    client.put("/api/account", &owner).await.expect_status(200);
    test_business.app.clock.advance(MINUTE);
    test_business.app.log_in(client, documents::OWNER).await;
    let profile = format!("/api/business-profiles/{}", test_business.profile);
    let mut body = documents::profile_body();
    body["version"] = client.get(&profile).await.expect_status(200)["version"].clone();
    for (name, message) in [
        ("ownerName", "Sam Taylor"),
        ("serviceAddress", "1 Home Road"),
        ("workTime", "Within a week"),
        ("complaints", "Write to us"),
        ("returns", "We collect them"),
    ] {
        body[name] = json!(message);
    }
    body["pricesIncludeVat"] = json!(true);
    client.put(&profile, &body).await.expect_status(200);
    let trade = json!({ "profile": test_business.profile, "trade": "Tool hire" });
    client.put("/api/income-tax/trades", &trade).await.expect_status(200);
    let income = json!({ "date": "2026-11-12", "description": "Interest", "amount": "3.00",
        "businessProfileId": test_business.profile });
    client.post("/api/income-tax/other-income", &income).await.expect_status(201);
    let expense = json!({ "date": "2026-11-12", "supplier": "Hire", "category": "costOfGoods",
        "amount": "43.20", "goodsOrService": "service" });
    client.post("/api/expenses", &expense).await.expect_status(201);
    let quote = client.post("/api/quotes", &test_business.quote_body()).await.expect_status(201);
    let path = format!("/api/quotes/{}/duplicate", id_of(&quote));
    let copy = client.post_empty(&path).await.expect_status(201);

    let ready = export_account(&test_business.app, client).await;
    let bytes = client.get_bytes(ready["url"].as_str().expect("an address")).await;
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut file = zip.by_name(name).expect(name);
        file.read_to_string(&mut text).expect("text");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let account = read("account.json");
    for (name, response) in owner.as_object().expect("fields") {
        assert_eq!(account[0][name], *response, "{name}");
    }
    for (name, minutes) in [("createdAt", 0), ("verifiedAt", 0), ("updatedAt", 1), ("lastLoginAt", 2)] {
        let at = START + minutes * MINUTE;
        assert_eq!(account[0][name], at, "{name}");
    }
    let business = read("business-profiles.json");
    for name in ["ownerName", "serviceAddress", "workTime", "complaints", "returns", "pricesIncludeVat"] {
        assert_eq!(business[0][name], body[name], "{name}");
    }
    let trades = json!([{ "trade": "Tool hire", "profileIds": [test_business.profile] }]);
    assert_eq!(read("trades.json"), trades);
    let other = read("other-income.json");
    assert_eq!(other[0]["businessProfileId"], test_business.profile);
    assert_eq!(read("expenses.json")[0]["goodsOrService"], "service");
    let quotes = read("quotes.json");
    let quotes = quotes.as_array().expect("quotes");
    let copied = quotes.iter().find(|quote| quote["id"] == copy["id"]);
    assert_eq!(copied.expect("the copy")["copiedFromId"], quote["id"]);
    test_business.app.stop().await;
}

/// All texts in the body of a create, including the ids of other records.
fn body_texts(body: &Value) -> Vec<&str> {
    match body {
        Value::String(text) if !text.is_empty() => vec![text],
        Value::Array(all) => all.iter().flat_map(body_texts).collect(),
        Value::Object(fields) => fields.values().flat_map(body_texts).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn everything_that_was_typed_is_in_the_export() {
    let business = TestBusiness::open().await;
    let mut quote = business.quote_body();
    for (name, message) in [
        ("jobAddress", "7 Tap Lane, Leeds"),
        ("terms", "Payment on the day"),
        ("discountReason", "For the delay"),
        ("depositReason", "For the boiler"),
    ] {
        quote[name] = json!(message);
    }
    let mut invoice = business.invoice_body();
    invoice["notes"] = json!("The key is next door");
    let item = json!({ "name": "Mixer tap", "description": "With two handles", "unit": "each",
        "price": "112.50", "cost": "71.25", "costType": "materials", "includeLabour": true,
        "labourHours": "1.75", "labourRate": "43.25", "labourUnitType": "hours" });
    let expense = json!({ "date": "2026-11-12", "supplier": "Hire Shop", "category": "costOfGoods",
        "amount": "43.20", "description": "A wet vac for two days", "privateShare": "35" });
    let recurring = json!({ "name": "Boiler cover", "firstDay": "2026-12-16", "repeat": "weekly",
        "daysDue": 14, "makes": "draft", "contactId": business.contact,
        "businessProfileId": business.profile, "jobDescription": "Cover for {month}",
        "jobAddress": "9 Tap Lane, Leeds", "notes": "As agreed by telephone", "terms": "Within two weeks",
        "items": [{ "name": "Cover of a week", "quantity": "1", "price": "41.75" }] });
    let mut profile = documents::profile_body();
    profile["name"] = json!("Sam’s Other Taps");
    let mut contact = documents::contact_body();
    contact["name"] = json!("Another Jo");
    let made = [
        ("/api/contacts", "contacts.json", contact),
        ("/api/business-profiles", "business-profiles.json", profile),
        ("/api/quotes", "quotes.json", quote),
        ("/api/invoices", "invoices.json", invoice),
        ("/api/items", "items.json", item),
        ("/api/expenses", "expenses.json", expense),
        ("/api/recurring", "recurring-invoices.json", recurring),
    ];
    for (path, _, body) in &made {
        business.client.post(path, body).await.expect_status(201);
    }

    let ready = export_account(&business.app, &business.client).await;
    let url = ready["url"].as_str().expect("an address");
    let mut zip = zip::ZipArchive::new(Cursor::new(business.client.get_bytes(url).await)).expect("a zip");
    for (_, name, body) in &made {
        let mut text = String::new();
        let mut file = zip.by_name(name).expect(name);
        file.read_to_string(&mut text).expect("text");
        let exported = serde_json::from_str::<Value>(&text).expect("JSON");
        let exported = body_texts(&exported);
        for typed in body_texts(body) {
            assert!(exported.contains(&typed), "{name} lacks {typed:?}: {text}");
        }
    }
    business.app.stop().await;
}
