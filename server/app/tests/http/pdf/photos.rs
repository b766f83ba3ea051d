//! Photos in a PDF.

use serde_json::{Value, json};

use super::{count_pictures, download_own_pdf, pdf_text};
use crate::documents::photos::{saved_photo, saved_photo_of_size, set_photos};
use crate::documents::{TestBusiness, id_of};

#[tokio::test]
async fn photos_are_printed_below_their_lines_and_at_the_end() {
    let business = TestBusiness::open().await;
    for template in super::TEMPLATES {
        let mut bodies = Vec::new();
        for (size, line, caption) in [
            ((300, 400), Some("a"), "The old boiler"),
            ((400, 300), Some("a"), ""),
            ((300, 400), None, "Where the new one goes"),
            ((400, 300), None, ""),
            ((40, 30), None, ""),
            ((40, 30), None, "The meter"),
        ] {
            bodies.push(saved_photo_of_size(size, &business.client, line, caption).await);
        }
        let draft = super::create_draft(&business, "quotes", &[("template", json!(template))]).await;
        let pages: Vec<&Value> = bodies.iter().collect();
        let draft = set_photos(&business, &draft, &pages).await;
        let pdf = download_own_pdf(&business, "quotes", &draft).await;
        assert_eq!(count_pictures(&pdf), 6, "{template}");
        let text = pdf_text(&pdf);
        for texts in ["The old boiler", "Photos", "Where the new one goes", "The meter"] {
            assert!(text.contains(texts), "{template}: {texts}: {text}");
        }
        if let Ok(folder) = std::env::var("PLUMBLINE_PICTURES") {
            let path = format!("{folder}/photos-{template}.pdf");
            std::fs::write(path, &pdf).expect("written");
        }
        // The same again, byte for byte.
        assert_eq!(download_own_pdf(&business, "quotes", &draft).await, pdf);
    }
}

#[tokio::test]
async fn a_photo_that_cannot_be_read_is_left_out() {
    let business = TestBusiness::open().await;
    let (whole, broken) = (
        saved_photo(&business.client, None, "Whole").await,
        saved_photo(&business.client, None, "Broken").await,
    );
    let draft = super::create_draft(&business, "quotes", &[]).await;
    let draft = set_photos(&business, &draft, &[&whole, &broken]).await;
    let file = business.app.folder().join("files").join(id_of(&broken));
    std::fs::write(file, b"half").expect("written");
    let pdf = download_own_pdf(&business, "quotes", &draft).await;
    assert_eq!(count_pictures(&pdf), 1);
    assert!(pdf_text(&pdf).contains("Whole") && !pdf_text(&pdf).contains("Broken"));
}
