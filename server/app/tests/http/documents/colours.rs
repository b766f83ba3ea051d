//! The business's own colour on its page and its PDF.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{TestBusiness, id_of, profile_body, token_of, with_field};

const BLUE: &str = "#1a5fb4";

/// Sets the business's colour and template; `version` is the one of its profile.
async fn set_colour_and_template(business: &TestBusiness, colour: Value, template: &str, version: i64) {
    let path = format!("/api/business-profiles/{}", business.profile);
    let body = with_field(with_field(profile_body(), "brandColour", colour), "template", json!(template));
    let body = with_field(body, "version", json!(version));
    business.client.put(&path, &body).await.expect_status(200);
}

/// The colours on the page behind a link.
async fn page_colours(business: &TestBusiness, document: &Value) -> Value {
    let path = format!("/api/quotes/public/{}?with=page", token_of(document));
    let page = business.app.new_client().get(&path).await.expect_status(200);
    page["page"]["presentation"]["colours"].clone()
}

/// The document's PDF.
async fn download_pdf(business: &TestBusiness, document: &Value) -> Vec<u8> {
    let path = format!("/q/{}.pdf", token_of(document));
    business.app.new_client().get_bytes(&path).await
}

/// The colours of a PDF's first page, one pixel for each tenth of an inch.
fn pdf_pixels(pdf: &[u8]) -> Vec<[u8; 3]> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), pdf).expect("written");
    let drawn = Command::new("pdftoppm")
        .args(["-r", "10", "-f", "1", "-l", "1"])
        .arg(file.path())
        .stderr(Stdio::inherit())
        .output()
        .expect("poppler-utils, which `cargo xtask test` installs");
    // P6, the width and height, and the largest value of a channel, each on a line of its own.
    let mut parts = drawn.stdout.splitn(4, |byte| *byte == b'\n');
    assert_eq!(parts.next(), Some(&b"P6"[..]));
    let body = parts.nth(2).expect("a picture");
    let (pixels, _) = body.as_chunks::<3>();
    pixels.to_vec()
}

/// How many pixels have this colour, apart from rounding.
fn count_pixels(pixels: &[[u8; 3]], colour: &Value) -> usize {
    let colour = colour.as_str().expect("a colour");
    let channel = |at: usize| i16::from_str_radix(&colour[at..at + 2], 16).expect("hexadecimal");
    let wanted = [channel(1), channel(3), channel(5)];
    let is_near = |pixel: &&[u8; 3]| {
        let mut both = pixel.iter().zip(wanted);
        both.all(|(one, other)| (i16::from(*one) - other).abs() <= 3)
    };
    pixels.iter().filter(is_near).count()
}

#[tokio::test]
async fn the_page_and_the_pdf_use_the_colour_of_the_business() {
    let business = TestBusiness::open().await;
    let mut version = 1;
    for (template, colour, accent, mark) in [
        ("colored", "#1A5FB4", BLUE, BLUE),
        ("bold", BLUE, BLUE, BLUE),
        ("bold", "#ff9500", "#141414", "#ff9500"),
    ] {
        set_colour_and_template(&business, json!(colour), template, version).await;
        version += 1;
        let sent = business.sent_quote().await;
        let colours = page_colours(&business, &sent).await;
        assert_eq!((&colours["accent"], &colours["mark"]), (&json!(accent), &json!(mark)));
        let pixels = pdf_pixels(&download_pdf(&business, &sent).await);
        for name in ["accent", "mark"] {
            assert!(count_pixels(&pixels, &colours[name]) > 50, "{template} {colour}: no {name}");
        }
        // Nothing of the template's own.
        for own in ["#0f5c63", "#ffd23f"] {
            assert_eq!(count_pixels(&pixels, &json!(own)), 0, "{template} {colour}: {own}");
        }
    }

    // Too light for white words: Coloured takes a darker one.
    set_colour_and_template(&business, json!("#ffc629"), "colored", version).await;
    let sent = business.sent_quote().await;
    let colours = page_colours(&business, &sent).await;
    let pixels = pdf_pixels(&download_pdf(&business, &sent).await);
    assert_ne!(colours["accent"], "#ffc629");
    assert_eq!(count_pixels(&pixels, &json!("#ffc629")), 0);
    assert!(count_pixels(&pixels, &colours["accent"]) > 50);
    business.app.stop().await;
}

#[tokio::test]
async fn an_issued_document_keeps_its_colour() {
    let business = TestBusiness::open().await;
    set_colour_and_template(&business, Value::Null, "colored", 1).await;
    let plain = business.sent_quote().await;
    assert_eq!(page_colours(&business, &plain).await, Value::Null);
    set_colour_and_template(&business, json!(BLUE), "colored", 2).await;
    let blue = business.sent_quote().await;
    let before = (download_pdf(&business, &plain).await, download_pdf(&business, &blue).await);
    let was = page_colours(&business, &blue).await;
    assert_eq!(was["accent"], BLUE);

    set_colour_and_template(&business, json!("#b3261e"), "colored", 3).await;
    assert_eq!(page_colours(&business, &plain).await, Value::Null);
    assert_eq!(page_colours(&business, &blue).await, was);
    let after = (download_pdf(&business, &plain).await, download_pdf(&business, &blue).await);
    assert!(after == before, "a PDF has changed");

    // What is changed after that is a new version, and of the colour of now.
    let path = format!("/api/quotes/{}", id_of(&blue));
    let mut body = business.quote_body();
    body["id"] = json!(id_of(&blue));
    body["notes"] = json!("Parking in front");
    body["version"] = blue["version"].clone();
    business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(page_colours(&business, &blue).await["accent"], "#b3261e");
    business.app.stop().await;
}

#[tokio::test]
async fn a_document_with_its_own_template_uses_the_colour_there() {
    let business = TestBusiness::open().await;
    set_colour_and_template(&business, json!(BLUE), "classic", 1).await;
    let classic = business.sent_quote().await;
    assert_eq!(page_colours(&business, &classic).await, Value::Null);
    let made = with_field(business.quote_body(), "template", json!("bold"));
    let made = business.client.post("/api/quotes", &made).await.expect_status(201);
    let bold = business.send_by_link("quotes", &id_of(&made)).await;
    assert_eq!(page_colours(&business, &bold).await["mark"], BLUE);
    business.app.stop().await;
}
