//! Which photos are displayed where, and their alternative texts.

use crate::document::Document;
use serde_json::{Value, json};

use crate::json as read;
use crate::present::Presentation;
use crate::text_api;

fn present_kind(kind: &str) -> (Value, Presentation) {
    let photo = |id: &str, line: Value, caption: &str| json!({"id": id, "line": line, "caption": caption, "width": 4, "height": 3});
    let text = json!({
        "kind": kind, "status": "sent", "tax": "20",
        "items": [{"id": "tap", "name": "Tap", "quantity": "1", "price": "5", "cost": "3"},
            {"id": "pipe", "name": " ", "quantity": "1", "price": "5"}],
        "photos": [photo("1", json!("tap"), ""), photo("2", json!(null), "The wall"),
            photo("3", json!("gone"), " "), photo("4", json!("tap"), "Drips"), photo("5", json!("pipe"), "")],
    })
    .to_string();
    let (header, document) = (read::parse(&text).unwrap(), Document::from_json(&text).unwrap());
    let answer = text_api::assemble_draft(&header, &document, &read::parse("{}").unwrap()).unwrap();
    let presentation = text_api::present(&answer, "2026-03-05").unwrap();
    (serde_json::from_str(&read::to_text(&answer)).unwrap(), presentation)
}

#[test]
fn shows_each_photo_at_its_line_with_a_text() {
    let (answer, presentation) = present_kind("quote");
    assert_eq!(answer["quote"]["photos"].as_array().unwrap().len(), 5);
    let result = |photos: &[super::DisplayedPhoto]| -> Vec<String> {
        let photos = photos.iter();
        photos.map(|it| format!("{} {}/{}", it.id, it.alt, it.caption)).collect()
    };
    assert_eq!(result(&presentation.photos), ["2 The wall/The wall", "3 Photo of the job/"]);
    assert_eq!(result(&presentation.lines[0].photos), ["1 Photo of Tap/", "4 Drips/Drips"]);
    assert_eq!(result(&presentation.lines[1].photos), ["5 Photo of the job/"]);
    assert_eq!((presentation.photos[0].width, presentation.photos[0].height), (4, 3));
}

#[test]
fn shows_photos_only_on_a_quote() {
    let (answer, presentation) = present_kind("invoice");
    assert_eq!(answer["invoice"]["photos"], Value::Null);
    assert!(presentation.photos.is_empty() && presentation.lines.iter().all(|row| row.photos.is_empty()));
}
