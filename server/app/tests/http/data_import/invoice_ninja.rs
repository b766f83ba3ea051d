//! A backup of Invoice Ninja, as PHP writes one.

use serde_json::{Value, json};

use super::{find_document, find_row, send_files, zip_file};
use crate::documents::TestBusiness;

/// A business of three customers: one with a company and two people, a consumer, one abroad.
fn backup_json() -> Value {
    json!({
        "app_version": "5.11.2",
        "company": { "settings": { "currency_id": "2" } },
        "clients": [
            { "id": 1, "hashed_id": "cA", "name": "Harbour Homes Ltd", "address1": "4 Quay St",
              "city": "Whitby", "state": "North Yorkshire", "postal_code": "YO21 1AB",
              "country_id": "826", "phone": null, "vat_number": "GB123456789",
              "classification": "business", "private_notes": "Rings before eight", "settings": [],
              "shipping_address1": "9 Pier Rd", "shipping_postal_code": "YO21 3PU" },
            { "id": 2, "hashed_id": "cB", "name": "", "classification": "individual",
              "country_id": "", "settings": {} },
            { "id": 3, "hashed_id": "cC", "name": "Chantier SARL", "country_id": "250",
              "settings": { "currency_id": "3" } },
            { "id": 4, "hashed_id": "cD", "name": "Gone", "is_deleted": true },
        ],
        "client_contacts": [
            { "client_id": "cA", "first_name": "Amy", "last_name": "Frost", "is_primary": 1,
              "email": "amy@harbour.example", "phone": "01947 600100" },
            { "client_id": "cA", "first_name": "Bob", "last_name": "Reed",
              "email": "bob@harbour.example", "phone": "" },
            { "client_id": "cB", "first_name": "Jo", "last_name": "Marsh", "is_primary": true,
              "email": "jo@example.com" },
        ],
        "products": [
            { "product_key": "TAP", "notes": "Basin tap, chrome", "price": "45.000000", "cost": 20.5,
              "quantity": "1.0000", "tax_name1": "VAT", "tax_rate1": "20.000" },
            { "product_key": "OLD", "price": 1, "is_deleted": 1 },
        ],
        "quotes": [
            { "id": 11, "hashed_id": "qA", "client_id": "cA", "number": "Q0007", "status_id": 4,
              "invoice_id": "iA", "date": "2026-01-10", "due_date": "2026-02-10",
              "amount": 240, "balance": 240, "line_items": [
                { "quantity": 2, "cost": 100, "product_key": "Boiler service", "notes": "Both flats",
                  "line_total": 200, "tax_name1": "VAT", "tax_rate1": 20 }] },
            { "id": 12, "hashed_id": "qB", "client_id": "cB", "number": "", "status_id": "1",
              "date": null, "due_date": null, "amount": "50", "balance": "0", "line_items": {
                "0": { "quantity": 1, "cost": 50, "notes": "Look at the roof\nand the gutter" } } },
        ],
        "invoices": [
            { "id": 21, "hashed_id": "iA", "client_id": "cA", "number": "0101", "status_id": 4,
              "date": "2026-01-20", "due_date": "2026-02-19", "po_number": "PO 55",
              "public_notes": "Thank you", "terms": "Thirty days", "amount": 240, "balance": 0,
              "line_items": [{ "quantity": 2, "cost": 100, "product_key": "Boiler service",
                "line_total": 200, "tax_name1": "VAT", "tax_rate1": 20 }] },
            // Rounded by the line: 3 × 1.99 at 20% three times is a penny more there.
            { "id": 22, "hashed_id": "iB", "client_id": "cB", "number": "0102", "status_id": 3,
              "date": "2026-03-01", "due_date": "2026-03-31", "amount": 7.17, "balance": "5.00",
              "line_items": [
                { "quantity": 1, "cost": 1.99, "product_key": "Clips", "line_total": 1.99,
                  "tax_name1": "VAT", "tax_rate1": 20 },
                { "quantity": 1, "cost": 1.99, "product_key": "Clips", "line_total": 1.99,
                  "tax_name1": "VAT", "tax_rate1": 20 },
                { "quantity": 1, "cost": 1.99, "product_key": "Clips", "line_total": 1.99,
                  "tax_name1": "VAT", "tax_rate1": 20 }] },
            // A discount, and prices with VAT in them.
            { "id": 23, "hashed_id": "iC", "client_id": "cA", "number": "0103", "status_id": 2,
              "date": "2026-04-01", "due_date": "2026-03-01", "amount": "108.00",
              "balance": "108.00", "uses_inclusive_taxes": true,
              "discount": 10, "line_items": [
                { "quantity": 1, "cost": 120, "discount": 0, "line_total": 120,
                  "product_key": "Radiator", "tax_name1": "VAT", "tax_rate1": 20 }] },
            { "id": 24, "hashed_id": "iD", "client_id": "cA", "number": "0104", "status_id": 5,
              "date": "2026-05-01", "amount": 105, "custom_surcharge2": "5.00", "balance": 0, "line_items": [
                { "quantity": -1, "cost": -100, "product_key": "Work", "line_total": 100 }] },
            { "id": 25, "hashed_id": "iE", "client_id": "cC", "number": "0105", "status_id": 2,
              "date": "2026-05-02", "amount": 100, "balance": 100, "line_items": [
                { "quantity": 1, "cost": 100, "product_key": "Work", "line_total": 100 }] },
            { "id": 26, "hashed_id": "iF", "client_id": "cA", "number": "0106", "status_id": 2,
              "is_deleted": true, "line_items": [] },
            { "id": 27, "hashed_id": "iG", "client_id": "cA", "number": "0107", "status_id": 2,
              "date": "2026-05-03", "amount": 0, "balance": 0, "line_items": [] },
        ],
        "payments": [
            { "date": "2026-01-25", "type_id": "2", "transaction_reference": "", "amount": 100,
              "paymentables": [{ "paymentable_id": "iA", "paymentable_type": "invoices",
                "amount": "100", "refunded": 0 }] },
            { "date": "2026-02-01", "type_id": 1, "transaction_reference": "BACS 9", "paymentables":
              [{ "paymentable_id": "iA", "paymentable_type": "App\\Models\\Invoice",
                "amount": 150, "refunded": "10" }] },
            { "date": "2026-03-09", "type_id": 12, "paymentables": [{ "paymentable_id": "iB",
                "paymentable_type": "invoices", "amount": 2.17 }] },
        ],
        "credits": [{}, {}], "recurring_invoices": [{}], "expenses": [], "vendors": [{}],
    })
}

fn backup_file() -> (&'static str, Vec<u8>) {
    ("2026-11-23_Business.zip", zip_file("backup.json", backup_json().to_string().as_bytes()))
}

/// The form's fields, which leave out the one invoice in euros.
const FORM_FIELDS: [(&str, &str); 2] = [("source", "invoice_ninja"), ("currency", "leave")];

#[tokio::test]
async fn a_preview_lists_every_difference_and_saves_nothing() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let before = client.get("/api/contacts").await.expect_status(200);
    let unsaid = &FORM_FIELDS[..1];
    let looked = send_files(client, "/preview", unsaid, &[backup_file()]).await.expect_status(200);
    assert_eq!(looked["done"], false);
    assert_eq!(looked["customers"]["new"], 3, "{looked:#}");
    assert_eq!(looked["items"]["new"], 1);
    let documents = &looked["documents"];
    let counts = ["quotes", "invoices", "same", "differing", "refused", "asked"];
    assert_eq!(
        counts.map(|what| documents[what].as_u64().expect("a count")),
        [2, 4, 0, 1, 1, 1],
        "{documents:#}"
    );
    let penny = find_row(&looked, "0102");
    assert_eq!([&penny["theirs"], &penny["ours"], &penny["difference"]], ["7.17", "7.16", "0.01"]);
    assert_eq!(penny["says"], "A line of £0.01 makes up the difference.");
    assert_eq!(documents["rows"][0]["number"], "0102", "those that differ stand first");
    assert_eq!(find_row(&looked, "0105")["says"], "It is in euros (EUR).");
    assert_eq!(looked["otherCurrency"], "1 document is in euros (EUR).");
    let brought = send_files(client, "", unsaid, &[backup_file()]).await;
    brought.expect_error(422, "rule_broken", Some("currency"));
    assert_eq!(find_row(&looked, "0107")["says"], "It has no lines.");
    assert_eq!(looked["leftOut"], json!(["2 credit notes", "1 recurring invoice", "1 supplier"]));
    assert_eq!(client.get("/api/contacts").await.expect_status(200), before);
    assert_eq!(client.get("/api/invoices").await.expect_status(200)["total"], 0);
}

/// One unreadable number at a time: none may be read as 0 or as another number.
#[tokio::test]
async fn a_record_with_an_unreadable_number_is_refused() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let look = async |backup: &Value| {
        let file = ("backup.json", backup.to_string().into_bytes());
        send_files(client, "/preview", &FORM_FIELDS, &[file]).await.expect_status(200)
    };
    for (place, body, why) in [
        ("/amount", json!("12 apples"), "We can’t read the amount: “12 apples”."),
        ("/amount", json!(true), "We can’t read the amount: “true”."),
        ("/balance", json!("1.2.3"), "We can’t read the balance: “1.2.3”."),
        ("/discount", json!("10-12"), "We can’t read the discount: “10-12”."),
        ("/custom_surcharge1", json!("x"), "We can’t read the surcharge: “x”."),
        ("/line_items/0/quantity", json!("6:20"), "We can’t read the quantity of a line: “6:20”."),
        ("/line_items/0/cost", json!("POA"), "We can’t read the price of a line: “POA”."),
        ("/line_items/0/line_total", json!("?"), "We can’t read the total of a line: “?”."),
        ("/line_items/0/tax_rate1", json!("2O"), "We can’t read the tax rate: “2O”."),
    ] {
        let mut backup = backup_json();
        let invoice = &mut backup["invoices"][0];
        invoice["discount"] = json!(0);
        invoice["custom_surcharge1"] = json!(0);
        *invoice.pointer_mut(place).expect(place) = body;
        let response = look(&backup).await;
        let row = find_row(&response, "0101");
        assert_eq!([&row["outcome"], &row["says"]], ["refused", why], "{row:#}");
    }
    let mut paid = backup_json();
    paid["payments"][1]["paymentables"][0]["refunded"] = json!("ten");
    assert_eq!(
        find_row(&look(&paid).await, "0101")["says"],
        "We can’t read the refund of the payment of 2026-02-01: “ten”."
    );
    // A day of another century is refused, and nothing gets another date instead; zeros are an empty field.
    let mut early = backup_json();
    early["payments"][1]["date"] = json!("0026-02-01");
    assert_eq!(
        find_row(&look(&early).await, "0101")["says"],
        "We can’t read the date of a payment: “0026-02-01”."
    );
    for (field, body) in [("date", "1900-01-01"), ("due_date", "9999-12-31")] {
        let mut backup = backup_json();
        backup["invoices"][0][field] = json!(body);
        let response = look(&backup).await;
        let text = field.replace('_', " ");
        let why = format!("We can’t read the {text}: “{body}”.");
        assert_eq!(find_row(&response, "0101")["says"], why);
    }
    let mut empty = backup_json();
    empty["invoices"][0]["due_date"] = json!("0000-00-00");
    assert_eq!(find_row(&look(&empty).await, "0101")["outcome"], "new");
    // As people write figures is understood too.
    let mut written = backup_json();
    written["invoices"][0]["amount"] = json!("£240.00");
    written["invoices"][0]["line_items"][0]["line_total"] = json!("2.0E2");
    let response = look(&written).await;
    assert_eq!(find_row(&response, "0101")["outcome"], "new", "{response:#}");

    let mut listed = backup_json();
    listed["products"][0]["price"] = json!("45 or so");
    let response = look(&listed).await;
    let item = &response["items"]["rows"][0];
    assert_eq!(response["items"]["unreadable"], 1, "{response:#}");
    assert!(item["says"].as_str().is_some_and(|says| says.starts_with("Price: ")), "{item:#}");
}

#[tokio::test]
async fn imported_documents_have_the_status_and_amounts_of_the_other_program() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let done = send_files(client, "", &FORM_FIELDS, &[backup_file()]).await.expect_status(200);
    assert_eq!((&done["done"], &done["documents"]["left"]), (&json!(true), &json!(0)));

    let invoice = find_document(client, "invoices", "0101").await;
    assert_eq!(invoice["status"], "paid", "{invoice:#}");
    assert_eq!(invoice["totals"]["totalAmount"], "240.00");
    assert_eq!(invoice["paidDate"], "2026-02-01");
    assert_eq!(
        [&invoice["issueDate"], &invoice["dueDate"], &invoice["terms"]],
        ["2026-01-20", "2026-02-19", "Thirty days"]
    );
    assert_eq!(invoice["notes"], "Thank you");
    assert_eq!(invoice["orderNumber"], "PO 55");
    let methods = invoice["payments"].as_array().expect("payments").iter();
    let ways: Vec<_> = methods.map(|it| (it["amount"].clone(), it["method"].clone())).collect();
    assert_eq!(ways[0], (json!("100.00"), json!("cash")));
    assert_eq!(ways[1], (json!("140.00"), json!("bank_transfer")));

    let quote = find_document(client, "quotes", "Q0007").await;
    assert_eq!(quote["status"], "invoiced");
    assert_eq!(quote["convertedInvoiceId"], invoice["id"]);

    let penny = find_document(client, "invoices", "0102").await;
    assert_eq!(penny["totals"]["totalAmount"], "7.17");
    assert_eq!(penny["totals"]["balanceDue"], "5.00");
    let last = penny["items"].as_array().expect("lines").last().expect("a line");
    assert_eq!(last["name"], "Difference from the total in Invoice Ninja");
    assert_eq!(penny["payments"][0]["method"], "stripe");

    let inclusive = find_document(client, "invoices", "0103").await;
    assert_eq!(inclusive["totals"]["totalAmount"], "108.00");
    assert_eq!(inclusive["totals"]["vatAmount"], "18.00");
    assert_eq!(inclusive["pricesIncludeVat"], true);
    assert_eq!(inclusive["items"][0]["price"], "120");
    assert_eq!(inclusive["dueDate"], "2026-04-01", "not before its own date");
    assert_eq!(find_document(client, "invoices", "0104").await["status"], "void");

    let contacts = client.get("/api/contacts").await.expect_status(200);
    let contacts = contacts.as_array().expect("contacts");
    let amy = contacts.iter().find(|it| it["company"] == "Harbour Homes Ltd").expect("her");
    assert_eq!(
        [&amy["name"], &amy["email"], &amy["customer_type"], &amy["post_code"]],
        ["Amy Frost", "amy@harbour.example", "business", "YO21 1AB"]
    );
    assert_eq!(amy["sites"][0]["address_line1"], "9 Pier Rd");
    let notes = amy["notes"].as_str().expect("notes");
    assert!(notes.contains("Rings before eight") && notes.contains("Bob Reed"), "{notes}");
    assert!(contacts.iter().any(|it| it["name"] == "Jo Marsh"));

    let items = client.get("/api/items").await.expect_status(200);
    let tap = items.as_array().expect("items").iter().find(|it| it["name"] == "TAP");
    let tap = tap.expect("a tap");
    assert_eq!([&tap["price"], &tap["cost"], &tap["vat"]["rate"]], ["45", "20.5", "20"]);

    let id = invoice["id"].as_str().expect("an id");
    let body = client.get(&format!("/api/invoices/{id}/timeline")).await.expect_status(200);
    assert_eq!(body["broughtFrom"], "Invoice Ninja");
    let body = client.get("/api/activities").await.expect_status(200).to_string();
    assert!(body.contains("You imported documents: 6 from Invoice Ninja"), "{body}");
    assert!(business.app.receive_emails("amy@harbour.example").await.is_empty(), "nobody is mailed");
}

#[tokio::test]
async fn importing_the_same_file_again_adds_nothing() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    send_files(client, "", &FORM_FIELDS, &[backup_file()]).await.expect_status(200);
    let invoices = client.get("/api/invoices?limit=100").await.expect_status(200);
    let again = send_files(client, "", &FORM_FIELDS, &[backup_file()]).await.expect_status(200);
    let documents = &again["documents"];
    assert_eq!([&documents["quotes"], &documents["invoices"]], [&json!(0), &json!(0)]);
    assert_eq!(documents["same"], 6);
    assert_eq!(again["customers"]["new"], 0);
    assert_eq!(client.get("/api/invoices?limit=100").await.expect_status(200), invoices);
}

#[tokio::test]
async fn documents_that_differ_can_be_left_out() {
    let business = TestBusiness::open().await;
    let fields = [FORM_FIELDS[0], FORM_FIELDS[1], ("differing", "leave")];
    let done = send_files(&business.client, "", &fields, &[backup_file()]).await.expect_status(200);
    assert_eq!(find_row(&done, "0102")["outcome"], "leftOut");
    assert_eq!(done["documents"]["invoices"], 3);
    let list = business.client.get("/api/invoices?q=0102").await.expect_status(200);
    assert_eq!(list["total"], 0);
}

#[tokio::test]
async fn the_sequence_continues_after_imported_numbers_in_our_format() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let mut backup = backup_json();
    backup["invoices"][0]["number"] = json!("INV-0041");
    let file = ("backup.json", backup.to_string().into_bytes());
    let profile = business.profile.clone();
    let fields = [FORM_FIELDS[0], FORM_FIELDS[1], ("profile", profile.as_str())];
    send_files(client, "", &fields, std::slice::from_ref(&file)).await.expect_status(200);
    let issued = business.sent_invoice().await;
    assert_eq!(issued["invoiceNumber"], "INV-0042");
    // A number that is taken is reported, and the others come.
    backup["invoices"][0]["hashed_id"] = json!("another");
    let other = ("backup.json", backup.to_string().into_bytes());
    let body = send_files(client, "/preview", &fields, &[other]).await.expect_status(200);
    assert_eq!(find_row(&body, "INV-0041")["says"], "The invoice number INV-0041 is already taken.");
}

/// The same backup is read however it was saved, and refused with the reason if it is damaged.
#[tokio::test]
async fn a_backup_is_read_however_it_was_saved_and_refused_if_damaged() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let plain = serde_json::to_string_pretty(&backup_json()).expect("JSON");
    let look = async |bytes: Vec<u8>| {
        let file = ("backup.json", bytes);
        send_files(client, "/preview", &FORM_FIELDS, &[file]).await
    };
    let expected = look(plain.clone().into_bytes()).await.expect_status(200);
    for bytes in [
        plain.replace('\n', "\r\n").into_bytes(),
        plain.replace('\n', "\r").into_bytes(),
        [b"\xEF\xBB\xBF", plain.as_bytes(), b"\r\n\x1a"].concat(),
    ] {
        assert_eq!(look(bytes).await.expect_status(200), expected);
    }
    let zip = zip_file("backup.json", plain.as_bytes());
    let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let accented = plain.replacen("Amy", "Am\u{e9}", 1);
    let windows = encoding_rs::WINDOWS_1252.encode(&accented).0.into_owned();
    for (bytes, code) in [
        (Vec::new(), "unknown_file"),
        (b"{}".to_vec(), "unreadable_file"),
        (wide, "unreadable_file"),
        (windows, "unreadable_file"),
        (plain.as_bytes()[..plain.len() / 2].to_vec(), "unreadable_file"),
        (zip[..zip.len() / 2].to_vec(), "unreadable_file"),
        (zip_file("xl/workbook.xml", b"<x/>"), "unreadable_file"),
    ] {
        let body = look(bytes).await.expect_error(422, "rule_broken", Some("file"));
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
}

/// A backup of a week later contains what the first did, and only adds what is new.
#[tokio::test]
async fn a_later_backup_adds_only_what_is_new() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    send_files(client, "", &FORM_FIELDS, &[backup_file()]).await.expect_status(200);
    let mut later = backup_json();
    let mut invoice = later["invoices"][0].clone();
    for (field, value) in [("hashed_id", "iZ"), ("number", "0108"), ("date", "2026-01-27")] {
        invoice[field] = json!(value);
    }
    later["invoices"].as_array_mut().expect("invoices").push(invoice);
    let file = ("backup.json", later.to_string().into_bytes());
    let done = send_files(client, "", &FORM_FIELDS, &[file]).await.expect_status(200);
    let documents = &done["documents"];
    assert_eq!([&documents["invoices"], &documents["same"]], [1, 6], "{documents:#}");
    assert_eq!(done["customers"]["new"], 0);
}

#[tokio::test]
async fn a_backup_that_is_too_large_says_by_how_much() {
    let business = TestBusiness::open().await;
    let clients: Vec<Value> = (0..50_000)
        .map(|at| json!({ "hashed_id": at.to_string(), "name": format!("Customer {at}") }))
        .collect();
    for (clients, text) in [(&clients[..5_000], None), (&clients[..], Some("50,000"))] {
        let backup = json!({ "app_version": "5.10.0", "clients": clients });
        let file = ("backup.json", backup.to_string().into_bytes());
        let answer = send_files(&business.client, "/preview", &FORM_FIELDS, &[file]).await;
        let Some(found) = text else {
            assert_eq!(answer.expect_status(200)["customers"]["new"], 5_000);
            continue;
        };
        let body = answer.expect_error(422, "rule_broken", Some("file"));
        assert_eq!(
            body["errors"][0]["msg"],
            format!(
                "This backup has {found} customers, and we can import 5,000. Please export your customers, items, \
                 quotes and invoices from Invoice Ninja as CSV files, split those that are too long, and choose “Another \
                 program” here."
            )
        );
    }
}
