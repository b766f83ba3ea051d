//! Who gets a PDF, and the response's headers.

use reqwest::Method;
use serde_json::json;

use super::{create_draft, download_own_pdf, page_texts, pdf_text};
use crate::documents::{TestBusiness, id_of, token_of};
use crate::support::{TestApp, TestResponse};

async fn get_public(business: &TestBusiness, path: &str) -> TestResponse {
    business.app.new_client().get(path).await
}

#[tokio::test]
async fn the_customer_gets_the_same_pdf_as_the_business() {
    let business = TestBusiness::open().await;
    let (quote, invoice) = (business.sent_quote().await, business.sent_invoice().await);
    for (kind, prefix, document) in [("quotes", "q", &quote), ("invoices", "i", &invoice)] {
        let path = format!("/{prefix}/{}.pdf", token_of(document));
        let pdf = business.app.new_client().get_bytes(&path).await;
        assert_eq!(pdf, download_own_pdf(&business, kind, document).await);
        let head = business.app.new_client().request(Method::HEAD, &path);
        let head = business.app.new_client().send(head).await;
        assert_eq!(head.header("content-type"), Some("application/pdf"));
        let name = match prefix {
            "q" => "inline; filename=\"Quote Q-0001 from Taylor Plumbing.pdf\"",
            _ => "inline; filename=\"Invoice INV-0001 from Taylor Plumbing.pdf\"",
        };
        assert_eq!(head.header("content-disposition"), Some(name));
        assert_eq!(head.header("x-robots-tag"), Some("noindex, nofollow"));
        assert_eq!(head.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(head.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(head.header("content-encoding"), None);
    }
}

/// The specification has two formats of dates: dd/MM/yyyy on the public pages, and written out in the document
/// renderer.
#[tokio::test]
async fn dates_are_written_out_in_the_app_and_the_pdf() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}?with=page", token_of(&quote));
    let page = business.app.new_client().get(&link).await.expect_status(200);
    let page = page["page"]["presentation"]["details"]["rows"].to_string();
    let text = format!("/api/quotes/{}/presentation", id_of(&quote));
    let app = business.client.get(&text).await.expect_status(200)["details"]["rows"].to_string();
    let printed = pdf_text(&download_own_pdf(&business, "quotes", &quote).await);
    for (long, short) in [("16 Nov 2026", "16/11/2026"), ("16 Dec 2026", "16/12/2026")] {
        assert!(page.contains(short) && !page.contains(long), "{page}");
        for rendered in [&app, &printed] {
            assert!(rendered.contains(long) && !rendered.contains(short), "{rendered}");
        }
    }
}

#[tokio::test]
async fn an_invalid_link_has_no_pdf() {
    let business = TestBusiness::open().await;
    let (quote, invoice) = (business.sent_quote().await, business.sent_invoice().await);
    let path = format!("/api/invoices/{}/void", id_of(&invoice));
    business.client.post_empty(&path).await.expect_status(200);
    for path in [
        "/q/nothing.pdf".to_owned(),
        "/q/.pdf".to_owned(),
        "/q/%00%ff.pdf".to_owned(),
        format!("/i/{}.pdf", token_of(&quote)),
    ] {
        let answer = get_public(&business, &path).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert_ne!(answer.header("content-type"), Some("application/pdf"));
    }
    let voided = get_public(&business, &format!("/i/{}.pdf", token_of(&invoice))).await;
    assert_eq!(voided.status.as_u16(), 410);
    assert_ne!(voided.header("content-type"), Some("application/pdf"));
    // The business sees its void invoice, marked as one.
    let voided = pdf_text(&download_own_pdf(&business, "invoices", &invoice).await);
    assert!(voided.contains("VOID"), "{voided}");
}

#[tokio::test]
async fn the_link_without_the_pdf_suffix_opens_the_page() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let page = get_public(&business, &format!("/q/{}", token_of(&quote))).await;
    assert_ne!(page.header("content-type"), Some("application/pdf"));
}

#[tokio::test]
async fn another_account_or_a_visitor_gets_no_pdf() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let path = format!("/api/quotes/{}/pdf", id_of(&quote));
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.get(&path).await.expect_error(404, "not_found", None);
    assert_eq!(get_public(&business, &path).await.status.as_u16(), 401);
    // A quote is no invoice.
    let path = format!("/api/invoices/{}/pdf", id_of(&quote));
    business.client.get(&path).await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn the_pdf_of_a_draft_is_marked_as_a_draft() {
    let business = TestBusiness::open().await;
    let made = create_draft(&business, "quotes", &[("contactId", json!(null))]).await;
    let pdf = download_own_pdf(&business, "quotes", &made).await;
    assert!(pdf_text(&pdf).contains("DRAFT"));
    let path = format!("/api/quotes/{}/pdf", id_of(&made));
    let answer = business.client.request(Method::HEAD, &path);
    let answer = business.client.send(answer).await;
    let name = "inline; filename=\"Quote draft from Taylor Plumbing.pdf\"";
    assert_eq!(answer.header("content-disposition"), Some(name));
    let sent = business.sent_quote().await;
    assert!(!pdf_text(&download_own_pdf(&business, "quotes", &sent).await).contains("DRAFT"));
}

#[tokio::test]
async fn the_same_version_is_the_same_file() {
    // The server's address is in the PDF, and a server under test has another port after each start.
    let app = TestApp::start_with(|config| {
        config.public_url = Some("http://quotes.example".parse().expect("an address"));
    });
    let mut business = TestBusiness::open_at(app.await).await;
    let quote = business.sent_quote().await;
    let path = format!("/q/{}.pdf", token_of(&quote));
    let first = business.app.new_client().get_bytes(&path).await;
    assert_eq!(first, business.app.new_client().get_bytes(&path).await);
    // Neither a restart nor the days change it, though the quote has expired meanwhile.
    business.app.restart().await;
    business.app.clock.advance(60 * plumbline::clock::DAY);
    assert_eq!(first, business.app.new_client().get_bytes(&path).await);
}

#[tokio::test]
async fn a_payment_changes_the_pdf_of_an_invoice() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let before = download_own_pdf(&business, "invoices", &invoice).await;
    let paid = json!({ "amount": "100.00", "method": "cash", "date": "2026-11-16" });
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    business.client.post(&path, &paid).await.expect_status(201);
    let after = download_own_pdf(&business, "invoices", &invoice).await;
    assert_ne!(before, after);
    assert!(pdf_text(&after).contains("£378.10"));
}

#[tokio::test]
async fn the_number_of_pdf_requests_is_limited() {
    let business = TestBusiness::open().await;
    let mut last = None;
    for _ in 0..200 {
        let answer = get_public(&business, "/q/nothing.pdf").await;
        if answer.status.as_u16() == 429 {
            last = Some(answer);
            break;
        }
    }
    let answer = last.expect("a limit");
    assert!(answer.header("retry-after").is_some());
}

#[tokio::test]
async fn a_pdf_has_a_title_an_author_and_a_creation_date() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let pdf = download_own_pdf(&business, "quotes", &quote).await;
    let about = super::collapse_spaces(&super::run_tool("pdfinfo", &[], &pdf, &[]));
    for text in [
        "Title: Quote Q-0001 – Taylor Plumbing",
        "Author: Taylor Plumbing",
        "Creator: Plumbline",
        "Tagged: yes",
        "JavaScript: no",
        "(A4)",
        "CreationDate: Mon Nov 16 09:00:00 2026 UTC",
    ] {
        assert!(about.contains(text), "{text:?} not in {about}");
    }
    // The quote, and what its customer may cancel.
    assert_eq!(page_texts(&pdf).len(), 2);
}
