//! Collects what customers and Stripe receive, and searches it for what only the business may see.

use base64::Engine as _;

use super::FIELDS;
use crate::pdf;
use crate::support::{Client, ReceivedEmail};

/// The published texts, each with its origin.
pub(super) struct PublishedTexts(pub(super) Vec<(String, String)>);

impl PublishedTexts {
    pub(super) fn add(&mut self, place: &str, text: String) {
        assert!(!text.is_empty(), "{place} is empty");
        self.0.push((place.to_owned(), text));
    }

    /// Adds the response for an address.
    pub(super) async fn add_response(&mut self, client: &Client, path: &str) {
        let response = client.get(path).await;
        assert_eq!(response.status.as_u16(), 200, "{path}: {}", response.text);
        // Only the data in a page, because its styles are full of numbers.
        let text = match response.text.split_once("\"answer\":") {
            Some((_, data)) => data.to_owned(),
            None => response.text,
        };
        self.add(path, text);
    }

    pub(super) async fn add_pdf(&mut self, client: &Client, path: &str) {
        self.add(path, pdf::pdf_text(&client.get_bytes(path).await));
    }

    /// Adds what a customer gets through their link: the response, the page and the PDF.
    pub(super) async fn add_public_link(&mut self, client: &Client, kind: &str, token: &str, prefix: &str) {
        let link = format!("/api/{kind}/public/{token}");
        for path in [link.clone(), format!("{link}?with=page"), format!("/{prefix}/{token}")] {
            self.add_response(client, &path).await;
        }
        self.add_pdf(client, &format!("/{prefix}/{token}.pdf")).await;
    }

    /// Adds an email with its attachments.
    pub(super) fn add_email(&mut self, received_email: &ReceivedEmail) {
        let texts =
            [&received_email.subject, &received_email.text, &received_email.html].map(|it| it.as_str());
        self.add(&format!("the email '{}'", received_email.subject), texts.join("\n"));
        for attachment in decode_attachments(&received_email.raw) {
            let text = match attachment.starts_with(b"%PDF-") {
                true => pdf::pdf_text(&attachment),
                false => String::from_utf8(attachment).expect("text"),
            };
            self.add(&format!("an attachment of '{}'", received_email.subject), text);
        }
    }

    #[track_caller]
    pub(super) fn assert_none(&self, secrets: &[String]) {
        for (place, text) in &self.0 {
            // A check calculates with lines that have the field, but always without a value.
            let text = text.replace("\"cost\":null", "");
            for secret in secrets.iter().map(String::as_str).chain(FIELDS) {
                assert!(!text.contains(secret), "{place} contains {secret}: {text}");
            }
            let text = text.to_lowercase();
            for word in ["mark-up", "markup", "costs you"] {
                assert!(!text.contains(word), "{place} contains {word}: {text}");
            }
        }
    }
}

/// Every part of an email, decoded so that the amounts in it can be found.
fn decode_attachments(raw: &str) -> Vec<Vec<u8>> {
    let raw = raw.replace("\r\n", "\n");
    let parts = raw
        .split("\n--")
        .filter_map(|part| part.split_once("\n\n"))
        .filter(|(headers, body)| headers.contains("Content-Type") && !body.trim().is_empty());
    let decode = |(headers, body): (&str, &str)| {
        if !headers.contains("Content-Transfer-Encoding: base64") {
            return body.replace("=\n", "").into_bytes();
        }
        let encoded: String = body.split_whitespace().collect();
        let engine = base64::engine::general_purpose::STANDARD;
        engine.decode(encoded).expect("base64")
    };
    parts.map(decode).collect()
}
