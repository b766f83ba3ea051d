//! The year pack for an accountant, opened and compared with the reports to the penny.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use serde_json::{Value, json};

use crate::credits;
use crate::documents::{TestBusiness, id_of, profile_body, with_field};
use crate::reports::{record_payment, sent_cis_invoice};

const PACK: &str = "/api/year-pack/2026";

/// The files of a pack, by name.
async fn open_pack(business: &TestBusiness, query: &str) -> BTreeMap<String, Vec<u8>> {
    unzip(business.client.get_bytes(&format!("{PACK}/file{query}")).await)
}

/// The rows of the index of a pack.
pub fn read_index(pack: Vec<u8>) -> Vec<[String; 3]> {
    index_rows(&unzip(pack))
}

/// The texts in the cells of a spreadsheet, each once, in the order of the cells.
pub fn texts_of(spreadsheet: Vec<u8>) -> Vec<String> {
    let texts = unzip(spreadsheet).remove("xl/sharedStrings.xml");
    let texts = String::from_utf8(texts.expect("texts")).expect("UTF-8");
    let texts = texts.split("<si>").skip(1);
    let inner = texts.map(|text| text.split(['<', '>']).nth(2).expect("a text").to_owned());
    inner.collect()
}

fn unzip(bytes: Vec<u8>) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).expect("a file");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("its bytes");
        let name = file.name().expect("a name").into_owned();
        files.insert(name, bytes);
    }
    files
}

/// The rows of the index: file, total, amount.
fn index_rows(files: &BTreeMap<String, Vec<u8>>) -> Vec<[String; 3]> {
    let text = String::from_utf8(files["index.csv"].clone()).expect("UTF-8");
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        [&row[0], &row[2], &row[3]].map(str::to_owned)
    });
    rows.collect()
}

/// The amount of a total in the index, for the files whose names contain a word.
#[track_caller]
fn find_total(rows: &[[String; 3]], file: &str, of: &str) -> String {
    let found: Vec<&str> = rows
        .iter()
        .filter(|[name, total, _]| {
            name.contains(file)
                && name.ends_with(".xlsx")
                && (total == of || of.ends_with(':') && total.starts_with(of))
        })
        .map(|[_, _, amount]| amount.as_str())
        .collect();
    assert_eq!(found.len(), 1, "{file} {of}: {found:?}\n{rows:#?}");
    found[0].to_owned()
}

/// A year with income under CIS, an expense, a payment to a subcontractor and payments to confirm.
async fn fill_year(business: &TestBusiness) {
    let invoice = sent_cis_invoice(business, "2026-10-05").await;
    record_payment(business, &invoice, "620", "2026-10-05").await;
    business.sent_invoice().await;
    let expense = json!({
        "date": "2026-11-12", "supplier": "Screwfix", "description": "=fittings", "category": "costOfGoods",
        "amount": "43.20", "vatRate": "20", "receipts": []
    });
    business.client.post("/api/expenses", &expense).await.expect_status(201);
    let registration = json!({ "version": 0, "employerReference": "123/AB456", "from": "2026-08-06" });
    let path = format!("/api/cis/contractors/{}", business.profile);
    business.client.put(&path, &registration).await.expect_status(200);
    let known = json!({
        "version": 0, "name": "Bloggs Roofing", "utr": "1234567890", "vatRegistered": true,
        "rates": [{ "from": "2026-04-06", "rate": 20 }]
    });
    let path = format!("/api/cis/subcontractors/{}", business.contact);
    business.client.put(&path, &known).await.expect_status(200);
    let payment = json!({
        "profileId": business.profile, "contactId": business.contact, "date": "2026-10-05", "gross": "2800", "materials": "800"
    });
    business.client.post("/api/cis/payments", &payment).await.expect_status(201);
}

#[tokio::test]
async fn a_credit_note_is_subtracted_from_the_total() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    credits::create_sent(&business, &invoice, &credits::credit_amount_body("78.10")).await;
    let rows = index_rows(&open_pack(&business, "").await);
    assert_eq!(find_total(&rows, "invoices-", "Total"), "400.00");
}

#[tokio::test]
async fn the_index_has_the_same_totals_as_the_reports() {
    let business = TestBusiness::open().await;
    fill_year(&business).await;
    let body = business.client.get(PACK).await.expect_status(200);
    assert_eq!(
        (&body["isEmpty"], &body["documents"], &body["documentsAreListed"]),
        (&json!(false), &json!(2), &json!(false))
    );
    let files = open_pack(&business, "").await;
    let rows = index_rows(&files);
    let get = async |path: &str| business.client.get(path).await.expect_status(200);
    let text = |value: &Value| value.as_str().expect("an amount").to_owned();
    let days = "from=2026-04-06&to=2027-04-05";
    let income = get(&format!("/api/reports/income?{days}")).await;
    assert_eq!(find_total(&rows, "-income-", "Income without VAT"), text(&income["total"]["net"]));
    assert_eq!(find_total(&rows, "-income-", "Deducted under CIS"), text(&income["total"]["cis"]));
    let spent = get(&format!("/api/reports/expenses?{days}")).await;
    assert_eq!(find_total(&rows, "-expenses-2026", "Expenses"), text(&spent["total"]["net"]));
    let left = get(&format!("/api/reports/profit?{days}")).await;
    assert_eq!(find_total(&rows, "-profit-", "Profit"), text(&left["total"]["profit"]));
    assert_ne!(text(&left["total"]["profit"]), "0.00");
    let cis = get("/api/cis/2026").await;
    assert_eq!(text(&cis["deducted"]), "100.00");
    assert_eq!(find_total(&rows, "-cis-2026-27", "Deducted"), "100.00");
    let returns = get(&format!("/api/cis/contractors/{}/returns/2026", business.profile)).await;
    assert_eq!(find_total(&rows, "-cis-returns-", "Deducted for HMRC"), text(&returns["deducted"]));
    assert_eq!(text(&returns["deducted"]), "400.00");
    let owed = get("/api/owed").await;
    assert_eq!(find_total(&rows, "-owed-", "Total owed"), text(&owed["all"]["outstanding"]));
    let boxes = get("/api/income-tax/2026/return").await;
    for it in boxes["boxes"].as_array().expect("boxes") {
        let amount = text(&it["amount"]);
        if amount != "0.00" {
            assert_eq!(find_total(&rows, "-sa103f-", &format!("Box {}:", it["number"])), amount);
        }
    }
    let update = get("/api/income-tax/2026/updates/3").await;
    let turnover = update["income"].as_array().expect("income");
    let turnover = turnover.iter().find(|it| it["name"] == "turnover").expect("turnover");
    assert_eq!(find_total(&rows, "-update-2026-27-to-2027-01-05", "Turnover"), text(&turnover["amount"]));
    // Each file that is named is there, and each that is there is named.
    let named: std::collections::BTreeSet<&str> = rows.iter().map(|[name, _, _]| name.as_str()).collect();
    let extra = ["index.html", "index.csv", "What is missing.txt"];
    let there: std::collections::BTreeSet<&str> =
        files.keys().map(String::as_str).filter(|name| !extra.contains(name)).collect();
    assert_eq!(named, there);
    for (name, bytes) in &files {
        let begins: &[u8] = if name.ends_with(".pdf") {
            b"%PDF"
        } else if name.ends_with(".xlsx") {
            b"PK"
        } else {
            b""
        };
        assert!(bytes.starts_with(begins) && !bytes.is_empty(), "{name}");
    }
    assert_eq!(there.iter().filter(|name| name.starts_with("documents/invoice-")).count(), 2);
    let page = String::from_utf8(files["index.html"].clone()).expect("UTF-8");
    for message in [
        "Year pack 2026/27",
        "All businesses",
        "The CIS statement of Jo Bloggs",
        "expenses have no receipt",
        "£400.00",
    ] {
        assert!(page.contains(message), "{message}\n{page}");
    }
    for link in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(files.contains_key(link), "{link}");
    }
    let missing = String::from_utf8(files["What is missing.txt"].clone()).expect("UTF-8");
    let expected: Vec<&str> =
        body["missing"].as_array().expect("sentences").iter().filter_map(Value::as_str).collect();
    assert_eq!(missing.lines().collect::<Vec<_>>(), expected);
    assert!(
        missing.contains(
            "The CIS return of Taylor Plumbing for the month to 5 Oct 2026 is not marked as filed."
        ),
        "{missing}"
    );
    business.app.stop().await;
}

#[tokio::test]
async fn an_empty_year_says_so_and_each_business_has_its_own_pack() {
    let business = TestBusiness::open().await;
    let body = business.client.get("/api/year-pack/2025").await.expect_status(200);
    assert_eq!((&body["isEmpty"], &body["documents"]), (&json!(true), &json!(0)));
    let empty = open_pack(&business, "").await;
    let page = String::from_utf8(empty["index.html"].clone()).expect("UTF-8");
    assert!(page.contains("Nothing in this year"), "{page}");
    fill_year(&business).await;
    let other = with_field(profile_body(), "name", json!("Taylor Tiling"));
    let other = id_of(&business.client.post("/api/business-profiles", &other).await.expect_status(201));
    let query = format!("?business={other}");
    let body = business.client.get(&format!("{PACK}{query}")).await.expect_status(200);
    assert_eq!(body["documents"], 0);
    let rows = index_rows(&open_pack(&business, &query).await);
    assert_eq!(find_total(&rows, "-income-", "Income without VAT"), "0.00");
    // It is no contractor, and what was spent is of the first business.
    assert!(rows.iter().all(|[name, _, _]| !name.contains("cis-returns")));
    for (file, of) in [("-expenses-2026", "Expenses"), ("-profit-", "Profit")] {
        assert_eq!(find_total(&rows, file, of), "0.00", "{file}");
    }
    let listed = rows.iter().filter(|[name, _, _]| name.contains("-expenses-one-by-one-"));
    let amounts: Vec<&str> = listed.map(|[_, _, amount]| amount.as_str()).collect();
    assert!(amounts.iter().all(|it| ["", "0.00"].contains(it)), "{amounts:?}");
    assert_eq!(body["isEmpty"], true);
    assert!(!body["missing"].to_string().contains("no receipt"), "{body}");
    let tiles = json!({
        "date": "2026-11-13", "supplier": "Tile Shop", "category": "costOfGoods", "amount": "20", "vatRate": "0",
        "receipts": [], "businessProfileId": other
    });
    business.client.post("/api/expenses", &tiles).await.expect_status(201);
    let body = business.client.get(&format!("{PACK}{query}")).await.expect_status(200);
    assert_eq!(body["isEmpty"], false);
    assert!(body["missing"].to_string().contains("1 expense has no receipt: Tile Shop"), "{body}");
    let rows = index_rows(&open_pack(&business, &query).await);
    for (file, of, amount) in [
        ("-expenses-2026", "Expenses", "20.00"),
        ("-profit-", "Income", "0.00"),
        ("-profit-", "Profit", "-20.00"),
        ("-expenses-one-by-one-", "Amount including VAT", "20.00"),
    ] {
        assert_eq!(find_total(&rows, file, of), amount, "{file} {of}");
    }
    let own = format!("?business={}", business.profile);
    let rows = index_rows(&open_pack(&business, &own).await);
    assert_ne!(find_total(&rows, "-income-", "Income without VAT"), "0.00");
    // All of it but the tiles.
    let spent = |rows: &[[String; 3]]| -> i64 {
        let body = find_total(rows, "-expenses-one-by-one-", "Amount including VAT");
        body.replace('.', "").parse().expect("pence")
    };
    let all = index_rows(&open_pack(&business, "").await);
    assert_eq!(spent(&all) - spent(&rows), 2_000);
    let stranger = business.app.sign_up("else@example.com").await;
    stranger.get(&format!("{PACK}{own}")).await.expect_status(404);
    stranger.get(&format!("{PACK}/file{own}")).await.expect_status(404);
    stranger.get("/api/year-pack/26").await.expect_status(404);
    business.app.stop().await;
}

/// Payments to confirm don't count, and are named; a receipt is stored next to its expense.
#[tokio::test]
async fn receipts_are_included_and_pending_payments_are_named() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/public/{}/payment", crate::documents::token_of(&invoice));
    business.app.new_client().post(&path, &json!({ "method": "cash" })).await.expect_status(201);
    let picture = crate::expenses::receipts::saved_receipt(&business.client).await;
    let expense = json!({
        "date": "2026-11-12", "supplier": "Screw & fix", "category": "costOfGoods", "amount": "43.20", "receipts": [picture]
    });
    business.client.post("/api/expenses", &expense).await.expect_status(201);
    let body = business.client.get(PACK).await.expect_status(200);
    assert_eq!(body["receipts"], 1);
    let missing = body["missing"].to_string();
    assert!(missing.contains("1 payment waits for you to confirm"), "{missing}");
    assert!(!missing.contains("no receipt"), "{missing}");
    let files = open_pack(&business, "").await;
    let name = "receipts/2026-11-12-screw-fix.jpg";
    let name = files.keys().find(|it| it.starts_with(name.trim_end_matches("jpg"))).expect("the receipt");
    assert!(!files[name].is_empty());
    business.app.stop().await;
}

/// The report on debts is exported like any other.
#[tokio::test]
async fn the_report_on_debts_is_exported_as_xlsx_and_pdf() {
    let business = TestBusiness::open().await;
    business.sent_invoice().await;
    for (kind, begins) in [("xlsx", &b"PK"[..]), ("pdf", b"%PDF")] {
        let bytes = business.client.get_bytes(&format!("/api/owed/export?as={kind}")).await;
        assert!(bytes.starts_with(begins), "{kind}");
    }
    business.app.stop().await;
}

/// Issued in one year and paid in the next: the next year's pack has its PDF, but it is not in the list of issued
/// documents.
#[tokio::test]
async fn an_invoice_of_the_year_before_is_in_the_pack_of_its_payment() {
    let business = TestBusiness::open().await;
    let body = with_field(business.invoice_body(), "issueDate", json!("2026-03-01"));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    record_payment(&business, &invoice, "478.10", "2026-05-01").await;
    let response = business.client.get(PACK).await.expect_status(200);
    assert_eq!((&response["documents"], &response["isEmpty"]), (&json!(1), &json!(false)));
    let files = open_pack(&business, "").await;
    let documents: Vec<&String> = files.keys().filter(|name| name.starts_with("documents/")).collect();
    assert_eq!(documents.len(), 1, "{documents:?}");
    assert_eq!(find_total(&index_rows(&files), "invoices-", "Total"), "0.00");
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_of_the_first_day_is_in_the_pack_once() {
    let business = TestBusiness::open().await;
    let body = with_field(business.invoice_body(), "issueDate", json!("2026-04-06"));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    record_payment(&business, &invoice, "478.10", "2026-04-06").await;
    let response = business.client.get(PACK).await.expect_status(200);
    assert_eq!(response["documents"], 1);
    let files = open_pack(&business, "").await;
    let pdfs = files.keys().filter(|name| name.starts_with("documents/"));
    assert_eq!(pdfs.count(), 1);
    business.app.stop().await;
}

/// Thousands of expenses are only a spreadsheet: nobody would read them as a PDF, which would take too much of the
/// typesetter's memory.
#[tokio::test]
async fn a_list_of_thousands_is_a_spreadsheet_and_no_pdf() {
    let business = TestBusiness::open().await;
    let rows = (0..2_001).map(|at| format!("{}/11/2026,Shop {at},-1.00", at % 28 + 1));
    let text = format!("Date,Name,Amount\n{}\n", rows.collect::<Vec<_>>().join("\n"));
    let form = reqwest::multipart::Form::new()
        .part("file", reqwest::multipart::Part::bytes(text.into_bytes()).file_name("bank.csv"));
    let request = business.client.request(reqwest::Method::POST, "/api/expenses/import").multipart(form);
    let body = business.client.send(request).await.expect_status(200);
    assert_eq!(body["new"], 2_001);
    let files = open_pack(&business, "").await;
    let named = |ending: &str| {
        let mut names = files.keys();
        names.any(|name| name.contains("expenses-one-by-one") && name.ends_with(ending))
    };
    assert!(named(".xlsx") && !named(".pdf"));
    let missing = String::from_utf8_lossy(&files["What is missing.txt"]);
    assert!(missing.contains("expenses-one-by-one-2026-27.pdf: This has more than 2,000 rows"), "{missing}");
    assert_eq!(find_total(&index_rows(&files), "expenses-one-by-one", "Amount including VAT"), "2001.00");
}
