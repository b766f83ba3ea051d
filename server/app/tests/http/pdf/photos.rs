//! Photos on paper.

use serde_json::{Value, json};

use super::{own, pictures, text};
use crate::documents::photos::{photo, show, sized};
use crate::documents::{Desk, id};

#[tokio::test]
async fn photos_stand_at_their_lines_and_below_them() {
    let desk = Desk::open().await;
    for template in super::TEMPLATES {
        let mut shown = Vec::new();
        for (size, line, caption) in [
            ((300, 400), Some("a"), "The old boiler"),
            ((400, 300), Some("a"), ""),
            ((300, 400), None, "Where the new one goes"),
            ((400, 300), None, ""),
            ((40, 30), None, ""),
            ((40, 30), None, "The meter"),
        ] {
            shown.push(sized(size, &desk.client, line, caption).await);
        }
        let draft = super::draft(&desk, "quotes", &[("template", json!(template))]).await;
        let shown: Vec<&Value> = shown.iter().collect();
        let draft = show(&desk, &draft, &shown).await;
        let pdf = own(&desk, "quotes", &draft).await;
        assert_eq!(pictures(&pdf), 6, "{template}");
        let text = text(&pdf);
        for words in [
            "The old boiler",
            "Photos",
            "Where the new one goes",
            "The meter",
        ] {
            assert!(text.contains(words), "{template}: {words}: {text}");
        }
        if let Ok(folder) = std::env::var("PLUMBLINE_PICTURES") {
            let path = format!("{folder}/photos-{template}.pdf");
            std::fs::write(path, &pdf).expect("written");
        }
        // The same again, byte for byte.
        assert_eq!(own(&desk, "quotes", &draft).await, pdf);
    }
}

#[tokio::test]
async fn a_photo_that_cannot_be_read_is_left_out() {
    let desk = Desk::open().await;
    let (whole, broken) = (
        photo(&desk.client, None, "Whole").await,
        photo(&desk.client, None, "Broken").await,
    );
    let draft = super::draft(&desk, "quotes", &[]).await;
    let draft = show(&desk, &draft, &[&whole, &broken]).await;
    let file = desk.app.folder().join("files").join(id(&broken));
    std::fs::write(file, b"half").expect("written");
    let pdf = own(&desk, "quotes", &draft).await;
    assert_eq!(pictures(&pdf), 1);
    assert!(text(&pdf).contains("Whole") && !text(&pdf).contains("Broken"));
}
