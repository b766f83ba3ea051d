//! Lists and documents as files, the counts of a list's tabs, and the ids behind a filter.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};

use super::{TestBusiness, contact_body, id_of, with_field};

async fn download_csv(business: &TestBusiness, path: &str) -> Vec<Vec<String>> {
    let text = String::from_utf8(business.client.get_bytes(path).await).expect("UTF-8");
    let text = text.strip_prefix('\u{feff}').expect("a mark");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
}

#[tokio::test]
async fn the_csv_file_contains_every_amount_and_no_formula() {
    let business = TestBusiness::open().await;
    let risky = with_field(contact_body(), "name", json!("=HYPERLINK(\"http://x\")"));
    let risky = business.client.post("/api/contacts", &risky).await.expect_status(201);
    let body = with_field(business.invoice_body(), "contactId", json!(id_of(&risky)));
    let body = with_field(body, "orderNumber", json!("PO 4711"));
    let invoice = business.client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&invoice)).await;
    let pay = json!({ "amount": "100.00", "method": "cash" });
    business
        .client
        .post(&format!("/api/invoices/{}/payments", id_of(&invoice)), &pay)
        .await
        .expect_status(201);
    let answer = business.client.get("/api/invoices/export").await;
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(
        answer.header("content-disposition"),
        Some("attachment; filename=\"invoices-2026-11-16.csv\"")
    );
    let rows = download_csv(&business, "/api/invoices/export").await;
    assert_eq!(
        rows,
        [
            vec![
                "Number",
                "Customer",
                "Job",
                "Date",
                "Due date",
                "Status",
                "Net",
                "VAT",
                "Total",
                "Paid",
                "CIS deduction",
                "Left to pay",
                "Credited",
                "Order number"
            ],
            vec![
                "INV-0001",
                "'=HYPERLINK(\"http://x\")",
                "Replace the boiler's valve",
                "2026-11-16",
                "2026-11-30",
                "Partially Paid",
                "398.42",
                "79.68",
                "478.10",
                "100.00",
                "0.00",
                "378.10",
                "0.00",
                "PO 4711"
            ],
        ]
    );
    business.app.stop().await;
}

#[tokio::test]
async fn an_order_number_added_later_is_in_the_csv_file_too() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let last = async || {
        let rows = download_csv(&business, "/api/invoices/export").await;
        rows[1].last().cloned()
    };
    assert_eq!(last().await.as_deref(), Some(""));
    let path = format!("/api/invoices/{}/order-reference", id_of(&invoice));
    let noted = json!({ "orderReference": "PO 4712" });
    business.client.put(&path, &noted).await.expect_status(204);
    assert_eq!(last().await.as_deref(), Some("PO 4712"));
    business.app.stop().await;
}

#[tokio::test]
async fn an_export_contains_the_list_as_filtered() {
    let business = TestBusiness::open().await;
    let mut numbers = Vec::new();
    for day in ["2026-10-01", "2026-11-01", "2026-12-01"] {
        let body = with_field(business.quote_body(), "issueDate", json!(day));
        let body = with_field(body, "expiryDate", json!("2027-01-31"));
        let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
        let sent = business.send_by_link("quotes", &id_of(&draft)).await;
        numbers.push(sent["quoteNumber"].as_str().expect("a number").to_owned());
    }
    let query = "from=2026-10-15&sort=issueDate";
    let rows = download_csv(&business, &format!("/api/quotes/export?{query}")).await;
    let listed: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(listed, numbers[1..]);
    assert_eq!(rows[0].len(), 11);
    let ids = business.client.get(&format!("/api/quotes/ids?{query}")).await.expect_status(200);
    let list = business.client.get(&format!("/api/quotes?{query}")).await.expect_status(200);
    let listed: Vec<Value> =
        list["data"].as_array().expect("rows").iter().map(|row| row["id"].clone()).collect();
    assert_eq!((&ids["ids"], &ids["nextCursor"]), (&json!(listed), &Value::Null));
    for path in ["export?status=burnt", "ids?sort=colour", "counts?from=x"] {
        let path = format!("/api/quotes/{path}");
        business.client.get(&path).await.expect_error(
            400,
            "bad_query",
            Some(path.split(['?', '=']).nth(1).unwrap_or_default()),
        );
        business.app.new_client().get(&path).await.expect_error(401, "no_session", None);
    }
    let stranger = business.app.sign_up("lee@other.example").await;
    assert_eq!(stranger.get("/api/quotes/ids").await.expect_status(200)["ids"], json!([]));
    business.app.stop().await;
}

#[tokio::test]
async fn each_tab_counts_what_its_list_holds() {
    let business = TestBusiness::open().await;
    business.draft_quote().await;
    business.sent_quote().await;
    business.accepted_quote().await;
    let archived = business.sent_quote().await;
    business.client.post_empty(&format!("/api/quotes/{}/archive", id_of(&archived))).await.expect_status(200);
    let late = business.sent_invoice().await;
    let soon = with_field(business.invoice_body(), "dueDate", json!("2027-01-31"));
    business.client.post("/api/invoices", &soon).await.expect_status(201);
    assert_eq!(late["status"], "sent");
    // One that is about to expire on the day that is counted, and is pending as well.
    let ends = with_field(business.quote_body(), "expiryDate", json!("2026-12-10"));
    let ends = business.client.post("/api/quotes", &ends).await.expect_status(201);
    business.send_by_link("quotes", &id_of(&ends)).await;
    // The last day that is in time, and the last that is soon.
    for day in ["2026-12-06", "2026-12-13"] {
        let ends = with_field(business.quote_body(), "expiryDate", json!(day));
        let ends = business.client.post("/api/quotes", &ends).await.expect_status(201);
        business.send_by_link("quotes", &id_of(&ends)).await;
    }
    business.app.clock.advance(20 * plumbline::clock::DAY);
    business.app.log_in(&business.client, super::OWNER).await;
    for (kind, narrowed) in [
        ("quotes", ""),
        ("quotes", "q=boiler"),
        ("quotes", "archived=true"),
        ("invoices", ""),
        ("invoices", "from=2026-12-01"),
    ] {
        let counts = business.client.get(&format!("/api/{kind}/counts?{narrowed}")).await.expect_status(200);
        for tab in counts.as_array().expect("tabs") {
            let status = tab["status"].as_str().expect("a status");
            let list = business
                .client
                .get(&format!("/api/{kind}?{narrowed}&status={status}"))
                .await
                .expect_status(200);
            assert_eq!(tab["documents"], list["total"], "{kind} {narrowed} {status}");
        }
        let tabs = if kind == "quotes" { 10 } else { 9 };
        assert_eq!(counts.as_array().map(Vec::len), Some(tabs), "{kind}");
    }
    business.app.stop().await;
}

fn zip_names(zip: &zip::ZipArchive<Cursor<Vec<u8>>>) -> Vec<String> {
    zip.file_names().map(|name| name.expect("a name").into_owned()).collect()
}

#[tokio::test]
async fn pdfs_are_downloaded_as_one_zip_file_and_failures_are_listed() {
    let business = TestBusiness::open().await;
    let slashed = with_field(contact_body(), "name", json!("../Jo/Bloggs"));
    let slashed = business.client.post("/api/contacts", &slashed).await.expect_status(201);
    let body = with_field(business.quote_body(), "contactId", json!(id_of(&slashed)));
    let one = business.client.post("/api/quotes", &body).await.expect_status(201);
    business.send_by_link("quotes", &id_of(&one)).await;
    let two = business.draft_quote().await;
    let stranger = business.app.sign_up("lee@other.example").await;
    let gone = uuid::Uuid::now_v7();
    let path = format!("/api/quotes/pdfs?ids={},{},{gone},{}", id_of(&one), id_of(&two), id_of(&one));
    let answer = business.client.get(&path).await;
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    let bytes = business.client.get_bytes(&path).await;
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
    let named = zip_names(&zip);
    assert_eq!(named, ["Quote Q-0001 ---Jo-Bloggs.pdf", "Quote draft Jo Bloggs.pdf", "Not included.txt"]);
    let mut printed = Vec::new();
    zip.by_name(&named[0]).expect("a paper").read_to_end(&mut printed).expect("read");
    assert_eq!(printed, business.client.get_bytes(&format!("/api/quotes/{}/pdf", id_of(&one))).await);
    let mut text = String::new();
    zip.by_name("Not included.txt").expect("a note").read_to_string(&mut text).expect("read");
    assert_eq!(text, "Quote: Quote not found\r\n");
    // Another account's are not among them, nor what they are called.
    let bytes = stranger.get_bytes(&format!("/api/quotes/pdfs?ids={}", id_of(&one))).await;
    let zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
    assert_eq!(zip_names(&zip), ["Not included.txt"]);
    let many = vec![id_of(&one); 3].join(",");
    business.client.get(&format!("/api/quotes/pdfs?ids={many}")).await;
    let too_many: Vec<String> = (0..101).map(|_| uuid::Uuid::now_v7().to_string()).collect();
    for wrong in [String::new(), "x".to_owned(), too_many.join(",")] {
        business.client.get(&format!("/api/quotes/pdfs?ids={wrong}")).await.expect_error(
            422,
            "rule_broken",
            Some("ids"),
        );
    }
    business.app.new_client().get(&path).await.expect_error(401, "no_session", None);
    business.app.stop().await;
}
