//! Quotes and invoices as PDFs. Their contents are read with `pdftotext`, which `cargo xtask test` installs.

mod access;
mod amounts;
mod bounds;
mod certificate;
mod hostile;
pub mod mail;
mod pages;
mod photos;
mod scan;
mod statement;

pub use mail::attached_pdf;

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of};

/// All templates.
const TEMPLATES: [&str; 5] = ["classic", "modern", "colored", "bold", "minimal"];

/// The output of one of poppler's tools for a PDF.
fn run_tool(tool: &str, before: &[&str], pdf: &[u8], after: &[&str]) -> String {
    assert!(pdf.starts_with(b"%PDF-"), "not a PDF");
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), pdf).expect("written");
    let read = Command::new(tool)
        .args(before)
        .arg(file.path())
        .args(after)
        .env("TZ", "UTC")
        .stderr(Stdio::inherit())
        .output();
    let read = read.unwrap_or_else(|error| {
        panic!("{tool}: {error}: install poppler-utils, or run `cargo xtask test`, which does")
    });
    assert!(read.status.success(), "{tool} cannot read it");
    String::from_utf8(read.stdout).expect("UTF-8")
}

/// The text of a PDF by page, in the order in which it was set.
fn page_texts(pdf: &[u8]) -> Vec<String> {
    let text = run_tool("pdftotext", &["-raw", "-enc", "UTF-8"], pdf, &["-"]);
    let mut pages: Vec<String> = text.split('\u{c}').map(str::to_owned).collect();
    // Each page ends with a form feed.
    pages.pop();
    pages
}

/// The text of a PDF with single spaces.
pub fn pdf_text(pdf: &[u8]) -> String {
    collapse_spaces(&page_texts(pdf).join(" "))
}

/// The text of a PDF's pages as laid out: what is side by side is on one line.
pub fn rows(pdf: &[u8]) -> Vec<String> {
    let text = run_tool("pdftotext", &["-layout", "-enc", "UTF-8"], pdf, &["-"]);
    text.lines().map(collapse_spaces).collect()
}

fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without spaces, for comparing texts whose lines may break anywhere.
fn remove_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// How many pictures are in a PDF.
fn count_pictures(pdf: &[u8]) -> usize {
    let list = run_tool("pdfimages", &["-list"], pdf, &[]);
    // A picture with transparency has a mask, which is not counted.
    let kinds = list.lines().map(|line| line.split_whitespace().nth(2));
    kinds.filter(|kind| *kind == Some("image")).count()
}

/// The business's own PDF of a document.
async fn download_own_pdf(business: &TestBusiness, kind: &str, document: &Value) -> Vec<u8> {
    let path = format!("/api/{kind}/{}/pdf", id_of(document));
    business.client.get_bytes(&path).await
}

/// A draft with these fields changed.
async fn create_draft(business: &TestBusiness, kind: &str, change: &[(&str, Value)]) -> Value {
    let mut body = match kind {
        "quotes" => business.quote_body(),
        _ => business.invoice_body(),
    };
    for (field, value) in change {
        body[*field] = value.clone();
    }
    let path = format!("/api/{kind}");
    business.client.post(&path, &body).await.expect_status(201)
}

/// Core's presentation of the document behind a public link, in the document renderer's format.
async fn load_presentation(business: &TestBusiness, kind: &str, token: &str) -> Value {
    let path = format!("/api/{kind}/public/{token}");
    let answer = business.app.new_client().get(&path).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    let document = serde_json::from_str(&answer.text).expect("a document");
    let presentation = plumbline_core::text_api::present(&document, "2026-11-16").expect("a document");
    let presentation = plumbline_core::present::format_for_renderer(presentation, &document);
    serde_json::to_value(&presentation).expect("JSON")
}

/// Many lines, numbered.
fn many_lines(count: usize) -> Value {
    let line = |n: usize| {
        json!({
            "id": format!("line-{n}"), "name": format!("Part no. {n:03}"),
            "description": "Supplied and fitted, with all that belongs to it.",
            "quantity": "2", "price": "1.25",
        })
    };
    (1..=count).map(line).collect()
}
