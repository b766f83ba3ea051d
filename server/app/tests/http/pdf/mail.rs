//! The PDF is attached to the email with a document.

use base64::Engine as _;
use serde_json::json;

use super::{download_own_pdf, pdf_text};
use crate::documents::{CUSTOMER, TestBusiness, id_of, with_field};
use crate::support::ReceivedEmail;

pub fn attached_pdf(received_email: &ReceivedEmail) -> (String, Vec<u8>) {
    let raw = received_email.raw.replace("\r\n", "\n");
    let at = raw.find("Content-Type: application/pdf").expect("a PDF");
    let start = raw[..at].rfind("\n--").expect("a part");
    let (headers, body) = raw[start + 1..].split_once("\n\n").expect("a body");
    let body = body.split("\n--").next().expect("an end");
    let packed: String = body.split_whitespace().collect();
    let bytes = base64::engine::general_purpose::STANDARD.decode(packed);
    (headers.to_owned(), bytes.expect("base64"))
}

#[tokio::test]
async fn the_email_of_a_sent_document_has_the_pdf_attached() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let sent = business.client.post(&path, &json!({ "via": "email" })).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [received_email] = received_emails.as_slice() else {
        panic!("{} mails", received_emails.len());
    };
    assert!(received_email.text.contains("£478.10") && received_email.html.contains("£478.10"));
    let (headers, pdf) = attached_pdf(received_email);
    assert!(headers.contains("Quote Q-0001 from Taylor Plumbing.pdf"), "{headers}");
    assert_eq!(pdf, download_own_pdf(&business, "quotes", &sent).await);
}

#[tokio::test]
async fn the_attached_pdf_is_of_the_version_that_was_sent() {
    let business = TestBusiness::open().await;
    let body = business.quote_body();
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let sending = json!({ "via": "email" });
    let sent = business.client.post(&format!("{path}/send"), &sending).await.expect_status(200);
    // Changed before the mail has gone out.
    let change =
        with_field(with_field(body, "notes", json!("Changed since")), "version", sent["version"].clone());
    business.client.put(&path, &change).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let (_, pdf) = attached_pdf(received_emails.first().expect("a mail"));
    let text = pdf_text(&pdf);
    assert!(text.contains("Parking at the back") && !text.contains("Changed since"));
}
