//! Contacts from files, and as a file.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{PATH, mrs_patel};
use crate::documents::{TestBusiness, id_of};
use crate::lists::copying::copy_draft;
use crate::support::{Client, TestApp, TestResponse};

async fn send_file(client: &Client, path: &str, bytes: impl Into<Vec<u8>>) -> TestResponse {
    let form = Form::new().part("file", Part::bytes(bytes.into()).file_name("contacts.csv"));
    let request = client.request(Method::POST, &format!("{PATH}/{path}"));
    client.send(request.multipart(form)).await
}

/// Previews an import and then makes it; both must have the same result.
async fn preview_and_import(client: &Client, bytes: impl Into<Vec<u8>>) -> Value {
    let bytes = bytes.into();
    let before = client.get(PATH).await.expect_status(200);
    let mut look = send_file(client, "import/preview", bytes.clone()).await.expect_status(200);
    assert_eq!(client.get(PATH).await.expect_status(200), before, "a look writes nothing");
    let done = send_file(client, "import", bytes).await.expect_status(200);
    assert_eq!((&look["done"], &done["done"]), (&json!(false), &json!(true)));
    look["done"] = json!(true);
    assert_eq!(look, done);
    done
}

fn import_counts(report: &Value) -> [i64; 4] {
    ["new", "updated", "same", "unreadable"].map(|name| report[name].as_i64().expect("a count"))
}

const FILE: &str = "\
Full name;Company;E-mail;Mobile;Street;Town;Post code;Favourite colour\r\n\
Anita Patel;;anita@example.com;;;;;red\r\n\
Zoë O’Brien;Köln & Co;zoe@example.com;'+44 7700 900123;\"1 High St\nUnit 2\";York;YO1 1AA;\r\n\
Zoë O’Brien;Köln & Co;ZOE@example.com;;;;;\r\n\
;;nobody@example.com;;;;;\r\n\
Bad Mail;;not an address;;;;;\r\n\
;;;;;;;\r\n\
=SUM(A1);;;;;;;\r\n";

#[tokio::test]
async fn a_file_is_previewed_and_saved_only_once() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let mut patel = mrs_patel();
    patel["email"] = json!("");
    client.post(PATH, &patel).await.expect_status(201);

    let report = preview_and_import(&client, FILE).await;
    assert_eq!(import_counts(&report), [2, 1, 1, 2], "{report}");
    assert_eq!((&report["format"], &report["separator"]), (&json!("CSV"), &json!(";")));
    assert_eq!(report["leftOut"], json!(["Favourite colour"]));
    let rows = report["rows"].as_array().expect("rows");
    let result: Vec<_> = rows
        .iter()
        .map(|row| (row["row"].as_i64().expect("a row"), row["outcome"].as_str().expect("a word")))
        .collect();
    assert_eq!(
        result,
        [(2, "update"), (3, "new"), (4, "same"), (5, "unreadable"), (6, "unreadable"), (8, "new")]
    );
    assert_eq!(rows[0]["says"], "email");
    assert_eq!(rows[2]["says"], "as row 3");
    assert_eq!(rows[3]["says"], "Please enter a name or a company.");
    assert_eq!(rows[4]["says"], "Email: Please enter a valid email address");

    let list = client.get(PATH).await.expect_status(200);
    let zoe = list.as_array().expect("a list").iter().find(|it| it["city"] == "York");
    let zoe = zoe.expect("Zoë");
    assert_eq!(zoe["phone"], "+44 7700 900123");
    assert_eq!(zoe["address_line1"], "1 High St, Unit 2");
    let activity = &client.get("/api/activities?limit=1").await.expect_status(200)[0];
    assert_eq!(activity["sentence"], "You imported contacts: 2 new, 1 filled in");

    // Sent again, as after a lost answer, it finds everybody there.
    let again = preview_and_import(&client, FILE).await;
    assert_eq!(import_counts(&again), [0, 0, 4, 2]);
    assert_eq!(client.get(PATH).await.expect_status(200), list);
    app.stop().await;
}

#[tokio::test]
async fn reads_files_in_the_encodings_of_other_programs() {
    let app = TestApp::start().await;
    let text = "Name,Town\nZoë,Köln\n";
    let wide = |order: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(order).collect() };
    for (at, (bytes, encoding)) in [
        (text.as_bytes().to_vec(), "UTF-8"),
        ([b"\xEF\xBB\xBF", text.as_bytes()].concat(), "UTF-8"),
        ([b"\xFF\xFE".to_vec(), wide(u16::to_le_bytes)].concat(), "UTF-16LE"),
        ([b"\xFE\xFF".to_vec(), wide(u16::to_be_bytes)].concat(), "UTF-16BE"),
        (b"Name\tTown\r\nZo\xEB\tK\xF6ln\r\n".to_vec(), "windows-1252"),
    ]
    .into_iter()
    .enumerate()
    {
        let client = app.sign_up(&format!("sam{at}@example.com")).await;
        let report = preview_and_import(&client, bytes).await;
        assert_eq!((import_counts(&report), &report["encoding"]), ([1, 0, 0, 0], &json!(encoding)));
        let made = &client.get(PATH).await.expect_status(200)[0];
        assert_eq!((&made["name"], &made["city"]), (&json!("Zoë"), &json!("Köln")));
    }
    app.stop().await;
}

const CARDS: &str = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anita Patel\r\nN:Patel;Anita;;;\r\n\
TEL;TYPE=CELL:07700 900123\r\nTEL;TYPE=WORK:0113 496 0000\r\nEMAIL:anita@example.com\r\n\
ADR;TYPE=HOME:;;12 Mill Lane;Leeds;West Yorkshire;LS1 4AP;United Kingdom\r\n\
ADR;TYPE=WORK:;;9 Quay Street;Hull;;HU1 1AA;\r\nNOTE:Key under\\nthe pot\r\nEND:VCARD\r\n\
BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:O=E2=80=99Brien;Zo=C3=AB\r\n\
TEL;CELL:07700900456\r\nEND:VCARD\r\n\
BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Abacus Homes Ltd\r\nORG:Abacus Homes Ltd\r\n\
TEL;VALUE=uri:tel:+44-113-496-0111\r\nEND:VCARD\r\n\
BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:1\r\nEND:VCARD\r\n";

#[tokio::test]
async fn reads_vcards_from_a_phone() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let report = preview_and_import(&client, CARDS).await;
    assert_eq!((import_counts(&report), &report["format"]), ([3, 0, 0, 1], &json!("vCard")), "{report}");
    assert_eq!(report["rows"][3]["row"], 4);
    let list = client.get(PATH).await.expect_status(200);
    let [abacus, anita, zoe] = [&list[0], &list[1], &list[2]];
    assert_eq!((&abacus["name"], &abacus["company"]), (&json!(""), &json!("Abacus Homes Ltd")));
    assert_eq!(abacus["phone"], "+44-113-496-0111");
    assert_eq!((&anita["phone"], &anita["post_code"]), (&json!("07700 900123"), &json!("LS1 4AP")));
    assert_eq!(anita["notes"], "Phone: 0113 496 0000\nKey under\nthe pot");
    assert_eq!(anita["sites"][0]["city"], "Hull");
    assert_eq!((&anita["country"], &zoe["name"]), (&json!("uk"), &json!("Zoë O’Brien")));
    assert_eq!(import_counts(&preview_and_import(&client, CARDS).await), [0, 0, 3, 1]);
    app.stop().await;
}

#[tokio::test]
async fn a_file_that_is_not_a_list_of_contacts_is_refused_entirely() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let many = |rows: usize| {
        let rows: String = (0..rows).map(|at| format!("Customer {at}\n")).collect();
        format!("Name\n{rows}").into_bytes()
    };
    let cards = |cards: usize| {
        let card = |at| format!("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Customer {at}\r\nEND:VCARD\r\n");
        (0..cards).map(card).collect::<String>().into_bytes()
    };
    for (bytes, code) in [
        (Vec::new(), "empty_file"),
        (b"Name,Town\n".to_vec(), "empty_file"),
        (b"PK\x03\x04xl/workbook.xml".to_vec(), "unreadable_file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "unreadable_file"),
        (b"Colour\nred\n".to_vec(), "no_names"),
        (many(50_000), "too_many"),
        (cards(50_000), "too_many"),
    ] {
        for path in ["import/preview", "import"] {
            let response = send_file(&client, path, bytes.clone()).await;
            let body = response.expect_error(422, "rule_broken", Some("file"));
            assert_eq!(body["errors"][0]["code"], code);
            if code == "too_many" {
                assert_eq!(
                    body["errors"][0]["msg"],
                    "This file has 50,000 contacts, and we can import 5,000 at a time. Please split it into several files."
                );
            }
        }
    }
    let large = send_file(&client, "import", vec![b'x'; 11 * 1024 * 1024]).await;
    assert_eq!(large.status.as_u16(), 413);
    let text = client.post(&format!("{PATH}/import"), &json!({})).await;
    text.expect_error(415, "unsupported_media_type", None);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));

    // As many as there may be, at once; and again, which finds them there.
    assert_eq!(import_counts(&preview_and_import(&client, many(5_000)).await), [5_000, 0, 0, 0]);
    assert_eq!(import_counts(&preview_and_import(&client, many(5_000)).await), [0, 0, 5_000, 0]);
    let nobody = send_file(&app.new_client(), "import", FILE).await;
    nobody.expect_error(401, "no_session", None);
    app.stop().await;
}

/// If not everything fits into the account's quota, nothing is saved.
#[tokio::test]
async fn a_file_too_large_for_the_quota_saves_nothing() {
    let app = TestApp::start_with(|config| config.quotas.bytes = 50_000).await;
    let client = app.sign_up("sam@example.com").await;
    let rows: String = (0..100).map(|at| format!("Customer {at}\n")).collect();
    let response = send_file(&client, "import", format!("Name\n{rows}")).await;
    response.expect_error(422, "quota_storage", None);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    app.stop().await;
}

/// If the company was filled in, the contact's own documents are found by it, and nobody else's.
#[tokio::test]
async fn documents_are_found_by_a_company_that_the_import_filled_in() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    for name in ["Ada Byron", "Zoe Brook"] {
        let mut body = business.quote_body();
        let email = format!("{}@example.com", &name[..3]);
        let contact = json!({ "name": name, "email": email });
        let contact = client.post(PATH, &contact).await.expect_status(201);
        body["contactId"] = contact["id"].clone();
        client.post("/api/quotes", &body).await.expect_status(201);
    }
    let file = "Name,Email,Company\nAda Byron,ada@example.com,Engines Ltd\n\
        Zoe Brook,zoe@example.com,Looms Ltd\n";
    assert_eq!(import_counts(&preview_and_import(client, file).await), [0, 2, 0, 0]);
    for (query, name) in [("engines", "Ada Byron"), ("looms", "Zoe Brook")] {
        let list = client.get(&format!("/api/quotes?q={query}")).await.expect_status(200);
        assert_eq!(list["data"].as_array().map(Vec::len), Some(1), "{list}");
        assert_eq!(list["data"][0]["contactName"], name, "{list}");
    }
    business.app.stop().await;
}

/// How many quotes a search finds.
async fn count_found_quotes(client: &Client, query: &str) -> i64 {
    let list = client.get(&format!("/api/quotes?q={query}")).await;
    list.expect_status(200)["total"].as_i64().expect("a count")
}

/// Contacts with thousands of documents are saved in portions, each with all of its documents: what comes after a
/// portion that failed is not saved, and the same file continues the import.
#[tokio::test]
async fn imports_companies_with_thousands_of_documents_in_portions() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    for name in ["Ada Byron", "Zoe Brook"] {
        let email = format!("{}@example.com", &name[..3]);
        let contact = json!({ "name": name, "email": email });
        let contact = client.post(PATH, &contact).await.expect_status(201);
        let mut body = business.quote_body();
        body["contactId"] = contact["id"].clone();
        let draft = client.post("/api/quotes", &body).await.expect_status(201);
        copy_draft(&business, &id_of(&draft), 2_999).await;
    }
    // A second portion that fails, as at a stop: this company is another account's alone.
    let other = business.app.sign_up("jo@example.com").await;
    let taken = json!({ "name": "", "company": "Looms Ltd" });
    other.post(PATH, &taken).await.expect_status(201);
    execute_sql(
        &business,
        "CREATE UNIQUE INDEX one_company ON contacts (company) WHERE company = 'Looms Ltd'",
    )
    .await;
    let file = "Name,Email,Company\nAda Byron,ada@example.com,Engines Ltd\n\
        Zoe Brook,zoe@example.com,Looms Ltd\n";
    let broken_off = send_file(client, "import", file).await;
    assert!(!broken_off.status.is_success(), "{}", broken_off.text);
    let companies = async || -> Vec<Value> {
        let list = client.get(PATH).await.expect_status(200);
        let mut companies = Vec::new();
        for name in ["Ada Byron", "Zoe Brook"] {
            let mut all = list.as_array().expect("a list").iter();
            let one = all.find(|it| it["name"] == name).expect(name);
            companies.push(one["company"].clone());
        }
        companies
    };
    assert_eq!(companies().await, [json!("Engines Ltd"), json!("")]);
    assert_eq!(count_found_quotes(client, "engines").await, 3_000);
    assert_eq!(count_found_quotes(client, "looms").await, 0);

    execute_sql(&business, "DROP INDEX one_company").await;
    let done = send_file(client, "import", file).await.expect_status(200);
    assert_eq!(import_counts(&done), [0, 1, 1, 0], "{done}");
    assert_eq!(companies().await, [json!("Engines Ltd"), json!("Looms Ltd")]);
    assert_eq!(count_found_quotes(client, "engines").await, 3_000);
    assert_eq!(count_found_quotes(client, "looms").await, 3_000);
    business.app.stop().await;
}

/// Executes an SQL statement.
async fn execute_sql(business: &TestBusiness, sql: &'static str) {
    let mut tx = business.app.state().db.begin_write().await.expect("a writer");
    sqlx::query(sql).execute(&mut *tx).await.expect("done");
    tx.commit().await.expect("committed");
}

/// Two imports at once: each row is saved once.
#[tokio::test]
async fn two_imports_at_once_save_each_contact_once() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let rows: String = (0..200).map(|at| format!("Customer {at}\n")).collect();
    let file = format!("Name\n{rows}");
    let (one, two) =
        tokio::join!(send_file(&client, "import", file.clone()), send_file(&client, "import", file.clone()));
    let new = [one, two].map(|answer| import_counts(&answer.expect_status(200))[0]);
    assert_eq!(new[0] + new[1], 200);
    let list = client.get(PATH).await.expect_status(200);
    assert_eq!(list.as_array().map(Vec::len), Some(200));
    app.stop().await;
}

/// A second export that overlaps the first adds only its new contacts.
#[tokio::test]
async fn an_overlapping_export_adds_only_its_new_contacts() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let table = |who: std::ops::Range<usize>| {
        let rows = who.map(|at| format!("Customer {at},c{at}@example.com\n"));
        format!("Name,Email\n{}", rows.collect::<String>())
    };
    let cards = |who: std::ops::Range<usize>| {
        let cards =
            who.map(|at| format!("BEGIN:VCARD\nFN:Customer {at}\nEMAIL:c{at}@example.com\nEND:VCARD\n"));
        cards.collect::<String>()
    };
    assert_eq!(import_counts(&preview_and_import(&client, table(1..15)).await), [14, 0, 0, 0]);
    assert_eq!(import_counts(&preview_and_import(&client, table(8..22)).await), [7, 0, 7, 0]);
    assert_eq!(import_counts(&preview_and_import(&client, cards(15..29)).await), [7, 0, 7, 0]);
    let list = client.get(PATH).await.expect_status(200);
    assert_eq!(list.as_array().map(Vec::len), Some(28));
    app.stop().await;
}

/// The column of the name is chosen once, and remembered for files with the same headings.
#[tokio::test]
async fn a_chosen_column_is_remembered_for_files_with_the_same_headings() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let file = |who: &str| format!("Who,Where\n{who},Leeds\n");
    let response = send_file(&client, "import/preview", file("Jo Bloggs")).await;
    let body = response.expect_status(200);
    assert_eq!((&body["asks"], &body["rows"]), (&json!(true), &json!([])));
    let found = json!([{ "heading": "Who", "example": "Jo Bloggs", "reads": "" },
        { "heading": "Where", "example": "Leeds", "reads": "" }]);
    assert_eq!(body["columns"], found);
    let refused = send_file(&client, "import", file("Jo Bloggs")).await;
    let refused = refused.expect_error(422, "rule_broken", Some("file"));
    assert_eq!(refused["errors"][0]["code"], "no_names");
    let saying = async |columns: &str| {
        let form = Form::new()
            .text("columns", columns.to_owned())
            .part("file", Part::bytes(file("Jo Bloggs").into_bytes()).file_name("a.csv"));
        let request = client.request(Method::POST, &format!("{PATH}/import"));
        client.send(request.multipart(form)).await
    };
    saying("{}").await.expect_error(400, "invalid_type", Some("columns"));
    let done = saying("[\"Name\",\"Town or city\"]").await.expect_status(200);
    assert_eq!((import_counts(&done), &done["asks"]), ([1, 0, 0, 0], &json!(false)));
    assert_eq!(import_counts(&preview_and_import(&client, file("Al Bloggs")).await), [1, 0, 0, 0]);
    let list = client.get(PATH).await.expect_status(200);
    assert_eq!((&list[0]["name"], &list[0]["city"]), (&json!("Al Bloggs"), &json!("Leeds")));
    let jo = app.sign_up("jo@example.com").await;
    let look = send_file(&jo, "import/preview", file("Al Bloggs")).await.expect_status(200);
    assert_eq!(look["asks"], true);
    app.stop().await;
}

#[tokio::test]
async fn exported_contacts_can_be_imported_again_unchanged() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let mut body = mrs_patel();
    body["name"] = json!("=HYPERLINK(\"http://x\")");
    body["notes"] = json!("Side gate; \"ring\"\ntwice");
    body["customer_type"] = json!("business");
    body["cis_contractor"] = json!(true);
    body["vat_number"] = json!("GB 123 4567 89");
    body["vat_registered"] = json!("yes");
    body["end_user_notice"] = json!("We are an end user\nfor section 55A.");
    body["end_user_notice_date"] = json!("2026-03-04");
    body["wants_einvoices"] = json!(true);
    body["address_line2"] = json!("Flat 2");
    body["peppol_id"] = json!("0088:5060012349998");
    body["buyer_reference"] = json!("SITE-22");
    body["sites"] = json!([{ "name": "Shop", "address_line1": "1 High Street", "address_line2": "",
        "city": "Hull", "county": "", "post_code": "HU1 1AA" }]);
    client.post(PATH, &body).await.expect_status(201);
    let file = client.get(&format!("{PATH}/export")).await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(file.text.contains("\"'=HYPERLINK"), "{}", file.text);
    assert!(file.text.contains("'+44 (0)7700 900123"), "{}", file.text);

    assert_eq!(import_counts(&preview_and_import(&client, file.text.clone()).await), [0, 0, 1, 0]);
    let other = app.sign_up("jo@example.com").await;
    assert_eq!(import_counts(&preview_and_import(&other, file.text).await), [1, 0, 0, 0]);
    let all = client.get(PATH).await.expect_status(200);
    let made = &other.get(PATH).await.expect_status(200)[0];
    for (name, value) in all[0].as_object().expect("fields") {
        if !["id", "version", "createdAt", "updatedAt"].contains(&name.as_str()) {
            assert_eq!(&made[name], value, "{name}");
        }
        // Of each that can be lost there is something to lose.
        let is_empty = [json!(""), json!([]), Value::Null].contains(value);
        assert!(!is_empty || ["company", "address"].contains(&name.as_str()), "{name}");
    }
    app.stop().await;
}

/// A row with the name and the address of a contact is that contact; a row with only one of the two is saved and
/// reported.
#[tokio::test]
async fn a_contact_that_may_already_exist_is_reported() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let gary = json!({ "name": "Gary Whitlock", "company": "The Crown", "email": "Gary@crown.example",
        "phone": "0113 496 0000" });
    client.post(PATH, &gary).await.expect_status(201);
    let file = "Name,Email,Phone,City\n\
        gary whitlock,gary@crown.example,,Rawdon\n\
        G Whitlock,GARY@crown.example,,\n\
        Gary Whitlock,,0113 496 0001,\n\
        Nobody Else,nobody@example.com,,\n\
        N Else,nobody@example.com,,\n";
    for no_text in ["%PDF-1.7\n1 0 obj", "PK\u{3}\u{4}xl/workbook.xml"] {
        send_file(&client, "import/preview", no_text.as_bytes().to_vec()).await.expect_error(
            422,
            "rule_broken",
            Some("file"),
        );
    }
    let report = preview_and_import(&client, file).await;
    let rows = report["rows"].as_array().expect("rows");
    let result: Vec<_> = rows.iter().map(|row| (row["outcome"].as_str(), row["says"].as_str())).collect();
    assert_eq!(
        result,
        [
            (Some("update"), Some("address")),
            (
                Some("new"),
                Some("This may be Gary Whitlock, who you already have: the same email. With email.")
            ),
            (
                Some("new"),
                Some("This may be Gary Whitlock, who you already have: the same name. With phone.")
            ),
            (Some("new"), Some("With email.")),
            (Some("new"), Some("This may be Nobody Else in row 5: the same email. With email.")),
        ]
    );
    app.stop().await;
}
