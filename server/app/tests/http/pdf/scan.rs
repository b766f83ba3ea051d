//! The QR code for paying, scanned from the drawn page as with a camera.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, json};

use super::{TEMPLATES, download_own_pdf, pdf_text};
use crate::documents::{TestBusiness, id_of, token_of, with_field};

/// The resolutions, in dots per inch, at which a page is scanned: a camera takes many pictures too, and the scanner may
/// miss a code whose modules don't align with the dots.
const RESOLUTIONS: [&str; 3] = ["150", "200", "300"];

/// The QR codes on the PDF's pages.
fn scan_codes(pdf: &[u8]) -> BTreeSet<String> {
    let pages = 1..=super::page_texts(pdf).len();
    let looks = pages.flat_map(|page| RESOLUTIONS.map(|dots| (page.to_string(), dots)));
    looks.flat_map(|(page, dots)| scan_page(pdf, &page, dots)).collect()
}

/// The ones for paying among them.
fn scan_payment_codes(pdf: &[u8]) -> Vec<String> {
    let mut codes: Vec<String> = scan_codes(pdf).into_iter().collect();
    codes.retain(|code| !code.contains("/check/"));
    codes
}

/// The QR codes on one page, drawn at one resolution.
fn scan_page(pdf: &[u8], page: &str, dots: &str) -> Vec<String> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), pdf).expect("written");
    let drawn = Command::new("pdftoppm")
        .args(["-gray", "-r", dots, "-f", page, "-l", page])
        .arg(file.path())
        .output();
    let drawn = drawn.expect("pdftoppm: install poppler-utils, or run `cargo xtask test`, which does");
    assert!(drawn.status.success(), "pdftoppm cannot draw it");
    let (width, height, grey) = parse_pgm(&drawn.stdout);
    let is_dark = |x: usize, y: usize| grey[y * width + x] < 128;
    let mut page = rqrr::PreparedImage::prepare_from_bitmap(width, height, is_dark);
    let codes = page.detect_grids();
    codes.into_iter().filter_map(|code| code.decode().ok().map(|(_, text)| text)).collect()
}

/// The width, height and pixels of a picture in the format `P5`.
fn parse_pgm(file: &[u8]) -> (usize, usize, &[u8]) {
    let mut parts = file.splitn(4, |byte| byte.is_ascii_whitespace());
    assert_eq!(parts.next(), Some(&b"P5"[..]));
    let mut number = || {
        let text = parts.next().map(String::from_utf8_lossy);
        text.and_then(|text| text.parse::<usize>().ok()).expect("a size")
    };
    let (width, height) = (number(), number());
    (width, height, &file[file.len() - width * height..])
}

/// The link to the customer's page at its payment methods.
fn payment_link(document: &Value) -> String {
    let url = document["publicUrl"].as_str().expect("a link");
    format!("{url}#pay")
}

#[tokio::test]
async fn every_template_has_the_qr_code_if_there_is_something_to_pay() {
    let business = TestBusiness::open().await;
    for template in TEMPLATES {
        let body = with_field(business.invoice_body(), "template", json!(template));
        let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
        let pdf = download_own_pdf(&business, "invoices", &draft).await;
        assert!(scan_payment_codes(&pdf).is_empty(), "a draft has no link: {template}");
        assert!(!pdf_text(&pdf).contains("Scan to see and pay"));
        let sent = business.send_by_link("invoices", &id_of(&draft)).await;
        let pdf = download_own_pdf(&business, "invoices", &sent).await;
        assert_eq!(scan_payment_codes(&pdf), [payment_link(&sent)], "{template}");
        assert!(pdf_text(&pdf).contains("Scan to see and pay"), "{template}");
        let url = sent["publicUrl"].as_str().expect("a link");
        assert!(super::remove_spaces(&pdf_text(&pdf)).contains(url), "{template}");
        let public = format!("/i/{}.pdf", token_of(&sent));
        assert_eq!(
            scan_payment_codes(&business.app.new_client().get_bytes(&public).await),
            [payment_link(&sent)]
        );
    }
}

#[tokio::test]
async fn the_qr_code_follows_the_link_and_the_status_of_the_document() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    // Another link, another code.
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let replaced = business.client.post_empty(&format!("{path}/revoke-link")).await.expect_status(200);
    assert_ne!(payment_link(&replaced), payment_link(&invoice));
    assert_eq!(
        scan_payment_codes(&download_own_pdf(&business, "invoices", &replaced).await),
        [payment_link(&replaced)]
    );
    let paid = json!({ "amount": "478.10", "method": "cash" });
    business.client.post(&format!("{path}/payments"), &paid).await.expect_status(201);
    assert!(scan_payment_codes(&download_own_pdf(&business, "invoices", &invoice).await).is_empty());
    // A quote asks for an answer until it is accepted, then for its deposit.
    let quote = business.sent_quote().await;
    let pdf = download_own_pdf(&business, "quotes", &quote).await;
    let url = quote["publicUrl"].as_str().expect("a link");
    assert_eq!(scan_payment_codes(&pdf), [url]);
    let text = pdf_text(&pdf);
    assert!(text.contains("See and accept this quote online"), "{text}");
    // It is broken where the line ends.
    assert!(super::remove_spaces(&text).contains(url), "{text}");
    let draft = business.draft_quote().await;
    let pdf = download_own_pdf(&business, "quotes", &draft).await;
    assert!(scan_payment_codes(&pdf).is_empty(), "a draft has no link");
    let accepted = business.accepted_quote().await;
    assert_eq!(
        scan_payment_codes(&download_own_pdf(&business, "quotes", &accepted).await),
        [payment_link(&accepted)]
    );
    let void = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/void", id_of(&void));
    business.client.post_empty(&path).await.expect_status(200);
    assert!(scan_payment_codes(&download_own_pdf(&business, "invoices", &void).await).is_empty());
}

#[tokio::test]
async fn an_invoice_without_bank_details_still_has_the_qr_code() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let known = business.client.get(&path).await.expect_status(200);
    let body = with_field(crate::documents::profile_body(), "accepts_bank_transfer", json!(false));
    let body = with_field(body, "version", known["version"].clone());
    business.client.put(&path, &body).await.expect_status(200);
    let sent = business.sent_invoice().await;
    let pdf = download_own_pdf(&business, "invoices", &sent).await;
    assert_eq!(scan_payment_codes(&pdf), [payment_link(&sent)]);
    assert!(!pdf_text(&pdf).contains("12345678"));
}

#[tokio::test]
async fn an_invoice_says_where_to_ask_whether_it_is_genuine() {
    let business = TestBusiness::open().await;
    for template in TEMPLATES {
        let body = with_field(business.invoice_body(), "template", json!(template));
        let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
        let sent = business.send_by_link("invoices", &id_of(&draft)).await;
        let path = format!("/api/invoices/public/{}?with=page", token_of(&sent));
        let page = business.app.new_client().get(&path).await.expect_status(200);
        let check = &page["page"]["check"];
        let pdf = download_own_pdf(&business, "invoices", &sent).await;
        let link = check["link"].as_str().expect("a link");
        let read = scan_codes(&pdf);
        assert!(read.contains(link), "{template}: {link} is not in {read:?}");
        let text = pdf_text(&pdf);
        for texts in ["Is this invoice genuine?", check["address"].as_str().expect("an address")] {
            assert!(text.contains(texts), "{template}: {texts}: {text}");
        }
        assert!(text.contains(check["code"].as_str().expect("a code")), "{template}: {text}");
    }
    let quote = business.sent_quote().await;
    let pdf = download_own_pdf(&business, "quotes", &quote).await;
    assert!(!pdf_text(&pdf).contains("Is this invoice genuine?"));
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await;
    let pdf = download_own_pdf(&business, "invoices", &draft.expect_status(201)).await;
    assert!(!pdf_text(&pdf).contains("Is this invoice genuine?"));
}
