//! Imports from other programs: what is imported from their files, and what is not.

mod hostile;
mod invoice_ninja;
mod tradify;

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::documents::TestBusiness;
use crate::support::{Client, TestResponse};

/// Sends the files of a program, with further fields of the form.
async fn send_files(
    client: &Client,
    path: &str,
    fields: &[(&'static str, &str)],
    files: &[(&'static str, Vec<u8>)],
) -> TestResponse {
    let mut form = Form::new();
    for (name, given) in fields {
        form = form.text(*name, (*given).to_owned());
    }
    for (name, bytes) in files {
        form = form.part("file", Part::bytes(bytes.clone()).file_name(*name));
    }
    let path = format!("/api/arriving{path}");
    let request = client.request(Method::POST, &path).multipart(form);
    client.send(request).await
}

/// A zip with one file in it.
fn zip_file(name: &str, bytes: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file(name, options).expect("a file in the zip");
    zip.write_all(bytes).expect("its bytes");
    zip.finish().expect("a zip").into_inner()
}

/// The row of a document in a report.
fn find_row<'a>(report: &'a Value, number: &str) -> &'a Value {
    let mut rows = report["documents"]["rows"].as_array().expect("rows").iter();
    let found = rows.find(|row| row["number"] == number);
    found.unwrap_or_else(|| panic!("no row of {number} in {report:#}"))
}

/// The one complete document of a kind with a number.
async fn find_document(client: &Client, kind: &str, number: &str) -> Value {
    let list = client.get(&format!("/api/{kind}?limit=100&q={number}")).await;
    let list = list.expect_status(200);
    let mut rows = list["data"].as_array().expect("rows").iter();
    let found = rows.find(|row| row["number"] == number).expect(number);
    let id = found["id"].as_str().expect("an id");
    client.get(&format!("/api/{kind}/{id}")).await.expect_status(200)
}

#[tokio::test]
async fn a_file_that_is_not_an_export_is_refused_with_the_reason() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let csv = ("a.csv", b"Colour,Size\nred,3\n".to_vec());
    let json = ("backup.json", br#"{"hello":"world"}"#.to_vec());
    let picture = ("a.zip", b"PK\x03\x04 no zip at all".to_vec());
    let bomb = ("b.zip", zip_file("a.csv", &vec![b' '; 257 << 20]));
    for (source, file, code) in [
        ("tradify", &json, "unknown_file"),
        ("tradify", &picture, "unreadable_file"),
        ("tradify", &bomb, "too_large"),
        ("invoice_ninja", &csv, "unknown_file"),
        ("invoice_ninja", &json, "unreadable_file"),
        ("invoice_ninja", &picture, "unreadable_file"),
    ] {
        let answer = send_files(client, "/preview", &[("source", source)], std::slice::from_ref(file)).await;
        let body = answer.expect_status(422);
        assert_eq!(body["errors"][0]["path"], "file", "{body}");
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    for (fields, path) in [
        (vec![], "source"),
        (vec![("source", "jobber")], "source"),
        (vec![("source", "tradify"), ("differing", "maybe")], "differing"),
        (vec![("source", "tradify"), ("profile", "7")], "profile"),
    ] {
        let body = send_files(client, "", &fields, std::slice::from_ref(&csv)).await.expect_status(400);
        assert_eq!(body["errors"][0]["path"], path, "{body}");
    }
    let body = send_files(client, "", &[("source", "tradify")], &[]).await.expect_status(400);
    assert_eq!(body["errors"][0]["path"], "file");
    let many: Vec<_> = (0..11).map(|_| csv.clone()).collect();
    let body = send_files(client, "", &[("source", "tradify")], &many).await.expect_status(400);
    assert_eq!(body["errors"][0]["code"], "too_many");
    let nobody = business.app.new_client();
    send_files(&nobody, "", &[("source", "tradify")], &[csv]).await.expect_status(401);
}

#[tokio::test]
async fn a_file_with_too_many_customers_is_refused_with_a_message() {
    let business = TestBusiness::open().await;
    let mut customers = String::from("Customer Name,Email Address\n");
    for n in 0..50_000 {
        customers.push_str(&format!("Customer {n},c{n}@example.com\n"));
    }
    let file = ("customers.csv", customers.into_bytes());
    let response = send_files(&business.client, "/preview", &[("source", "tradify")], &[file]).await;
    let body = response.expect_status(422);
    assert_eq!(
        body["errors"][0]["msg"],
        "These files have 50,000 customers, and we can import 5,000 at a time. Please split them and import one part \
         at a time."
    );
}

/// A backup with this many invoices, each with one line.
fn backup_with_invoices(n: usize) -> Value {
    let invoices = (0..n).map(|at| {
        json!({
            "id": at, "client_id": "c1", "number": format!("{:04}", at + 1), "status_id": 2,
            "date": "2025-03-04", "due_date": "2025-04-03", "amount": "120.00", "balance": "120.00",
            "line_items": [{ "quantity": 1, "cost": 100, "product_key": "Work", "line_total": 100,
                "tax_name1": "VAT", "tax_rate1": 20 }],
        })
    });
    json!({
        "app_version": "5.10.0",
        "clients": [{ "hashed_id": "c1", "name": "Harbour Homes" }],
        "invoices": invoices.collect::<Vec<_>>(),
    })
}

#[tokio::test]
async fn a_long_history_is_imported_in_portions_without_duplicates() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let file = ("backup.json", backup_with_invoices(620).to_string().into_bytes());
    let fields = [("source", "invoice_ninja")];
    let first = send_files(client, "", &fields, std::slice::from_ref(&file)).await.expect_status(200);
    assert_eq!(first["documents"]["left"], 120);
    let count = client.get("/api/invoices?limit=1").await.expect_status(200);
    assert_eq!(count["total"], 500);
    // A second sending at once with the next brings each once all the same.
    let both = [file.clone()];
    let (one, other) =
        tokio::join!(send_files(client, "", &fields, &both), send_files(client, "", &fields, &both));
    one.expect_status(200);
    other.expect_status(200);
    let count = client.get("/api/invoices?limit=1").await.expect_status(200);
    assert_eq!(count["total"], 620);
    let again = send_files(client, "", &fields, &[file]).await.expect_status(200);
    assert_eq!(again["documents"]["same"], 620);
    assert_eq!(again["documents"]["left"], 0);
}
