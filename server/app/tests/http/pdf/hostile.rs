//! Whatever people write is printed as they wrote it, and never interpreted.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;

use super::{count_pictures, create_draft, download_own_pdf, pdf_text, remove_spaces};
use crate::documents::{TestBusiness, contact_body, id_of, profile_body, token_of, with_field};
use crate::profiles::PIXEL;

/// Texts with a meaning for a typesetter, a browser or a PDF reader.
const MARKUP: [&str; 9] = [
    "#import \"/etc/passwd\": * #panic(\"no\")",
    "#strong[*x*] _y_ $a^2_b$ <label> @ref",
    "= Heading == Two -- three --- four",
    "- item + item / term: words",
    "`raw` ```typ #1+1``` ~ \\ \\u{41} \\#",
    "// a comment /* another */ https://example.com",
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    ") Tj ET /JS (app.alert(3)) /OpenAction << >> endobj",
    "{{ data }} {% if %} ${x} %s \u{202e}reversed\u{202c}",
];

#[tokio::test]
async fn markup_is_shown_word_for_word() {
    let business = TestBusiness::open().await;
    let all = MARKUP.join("\n");
    let items = json!([{ "id": "a", "name": MARKUP[0], "description": all,
        "quantity": "1", "price": "1.00" }]);
    let change = [
        ("jobDescription", json!(all)),
        ("notes", json!(all)),
        ("terms", json!(all)),
        ("items", items),
        ("discountReason", json!(MARKUP[1])),
    ];
    let made = create_draft(&business, "quotes", &change).await;
    let pdf = download_own_pdf(&business, "quotes", &made).await;
    let text = remove_spaces(&pdf_text(&pdf));
    for line in MARKUP {
        let line = remove_spaces(line).replace(['\u{202e}', '\u{202c}'], "");
        if line.contains("reversed") {
            continue;
        }
        let found = text.matches(&line).count();
        assert!(found >= 4, "{found} times {line:?} in {text}");
    }
    for inert in ["/JavaScript", "/JS ", "/OpenAction", "/Launch", "/EmbeddedFile", "/URI"] {
        let found = pdf.windows(inert.len()).any(|at| at == inert.as_bytes());
        assert!(!found, "{inert} in the PDF");
    }
}

#[tokio::test]
async fn names_of_the_parties_are_shown_word_for_word() {
    let test_business = TestBusiness::open().await;
    let nasty = MARKUP[1];
    let business =
        with_field(with_field(profile_body(), "name", json!(nasty)), "address_line1", json!(MARKUP[6]));
    let business = test_business.client.post("/api/business-profiles", &business).await;
    let person = with_field(contact_body(), "name", json!(MARKUP[2]));
    let person = test_business.client.post("/api/contacts", &person).await;
    let change = [
        ("businessProfileId", business.expect_status(201)["id"].clone()),
        ("contactId", person.expect_status(201)["id"].clone()),
    ];
    let made = create_draft(&test_business, "invoices", &change).await;
    let text = remove_spaces(&pdf_text(&download_own_pdf(&test_business, "invoices", &made).await));
    for line in [nasty, MARKUP[6], MARKUP[2]] {
        assert!(text.contains(&remove_spaces(line)), "{line:?} not in {text}");
    }
}

#[tokio::test]
async fn text_in_every_script_is_printed() {
    let business = TestBusiness::open().await;
    let names = [
        "محمد حسين",
        "王小明",
        "山田 太郎",
        "김철수",
        "Олена Шевченко",
        "Παναγιώτης",
        "יעל כהן",
        "Łukasz Żółć",
        "Nguyễn Thị Ánh",
    ];
    let change = [("jobDescription", json!(names.join("\n")))];
    let made = create_draft(&business, "quotes", &change).await;
    let text = pdf_text(&download_own_pdf(&business, "quotes", &made).await);
    for name in names {
        // A reader hands Arabic and Hebrew over with signs around them.
        for word in name.split(' ') {
            assert!(text.contains(word), "{word:?} of {name:?} not in {text}");
        }
    }
}

#[tokio::test]
async fn a_very_long_word_is_broken() {
    let business = TestBusiness::open().await;
    let word = "x".repeat(400);
    let made = create_draft(&business, "quotes", &[("notes", json!(word))]).await;
    let pdf = download_own_pdf(&business, "quotes", &made).await;
    let text = pdf_text(&pdf);
    assert!(remove_spaces(&text).contains(&word));
    assert!(!text.contains(&word), "it was not broken");
}

#[tokio::test]
async fn a_logo_is_printed_and_a_broken_one_is_left_out() {
    let test_business = TestBusiness::open().await;
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("logo.png"));
    let upload = test_business.client.request(Method::POST, "/api/files");
    let file = test_business.client.send(upload.multipart(form)).await.expect_status(201);
    let business = with_field(profile_body(), "logoUrl", file["url"].clone());
    let business = test_business.client.post("/api/business-profiles", &business).await;
    let change = [("businessProfileId", business.expect_status(201)["id"].clone())];
    let made = create_draft(&test_business, "quotes", &change).await;
    let sent = test_business.send_by_link("quotes", &id_of(&made)).await;
    let path = format!("/q/{}.pdf", token_of(&sent));
    let whole = test_business.app.new_client().get_bytes(&path).await;
    assert_eq!(count_pictures(&whole), 1);

    let files = &test_business.app.state().files;
    let key = id_of(&file);
    // A sound head and a broken body; no picture at all; nothing.
    for bytes in [PIXEL[..45].to_vec(), b"<svg/>".to_vec(), Vec::new()] {
        files.put(&key, bytes.into()).await.expect("it is stored");
        let pdf = test_business.app.new_client().get_bytes(&path).await;
        assert_eq!(count_pictures(&pdf), 0);
        assert!(pdf_text(&pdf).contains("Taylor Plumbing"));
    }
    files.remove(&key).await.expect("removed");
    let pdf = test_business.app.new_client().get_bytes(&path).await;
    assert!(pdf_text(&pdf).contains("£478.10"));
}
