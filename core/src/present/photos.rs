//! The photos among the lines and below them.

use serde::{Deserialize, Serialize};

use super::{LineRow, View};
use crate::document::Photo;
use crate::text::filled;

/// A photo as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PhotoShown {
    /// The picture's id.
    pub id: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// What stands below it; empty: nothing.
    pub caption: String,
    /// What it shows, for whoever does not see it.
    pub alt: String,
}

/// Gives each row the photos of its line, and answers those of the job: those of no line, and of one that
/// is gone.
pub(super) fn put(view: &View, rows: &mut [LineRow]) -> Vec<PhotoShown> {
    let mut own = Vec::new();
    for photo in &view.fields.photos {
        let line = photo.line.as_deref();
        match rows.iter_mut().find(|row| line == Some(&*row.id)) {
            Some(row) => {
                let shown = shown(photo, filled(&row.name));
                row.photos.push(shown);
            }
            None => own.push(shown(photo, None)),
        }
    }
    own
}

fn shown(photo: &Photo, line: Option<String>) -> PhotoShown {
    let caption = filled(&photo.caption).unwrap_or_default();
    let alt = match (&*caption, line) {
        ("", Some(line)) => format!("Photo of {line}"),
        ("", None) => "Photo of the job".to_owned(),
        (caption, _) => caption.to_owned(),
    };
    PhotoShown {
        id: photo.id.clone(),
        width: photo.width,
        height: photo.height,
        caption,
        alt,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::present::Presentation;
    use crate::{doors, json as read};

    fn shown(kind: &str) -> (Value, Presentation) {
        let photo = |id: &str, line: Value, caption: &str| json!({"id": id, "line": line, "caption": caption, "width": 4, "height": 3});
        let text = json!({
            "kind": kind, "status": "sent", "tax": "20",
            "items": [{"id": "tap", "name": "Tap", "quantity": "1", "price": "5", "cost": "3"},
                {"id": "pipe", "name": " ", "quantity": "1", "price": "5"}],
            "photos": [photo("1", json!("tap"), ""), photo("2", json!(null), "The wall"),
                photo("3", json!("gone"), " "), photo("4", json!("tap"), "Drips"), photo("5", json!("pipe"), "")],
        })
        .to_string();
        let (header, document) = (read::read(&text).unwrap(), read::document(&text).unwrap());
        let answer = doors::assemble(&header, &document, &read::read("{}").unwrap()).unwrap();
        let presentation = doors::present(&answer, "2026-03-05").unwrap();
        (
            serde_json::from_str(&read::to_text(&answer)).unwrap(),
            presentation,
        )
    }

    #[test]
    fn each_stands_at_its_line_and_says_what_it_shows() {
        let (answer, shown) = shown("quote");
        assert_eq!(answer["quote"]["photos"].as_array().unwrap().len(), 5);
        let told = |photos: &[super::PhotoShown]| -> Vec<String> {
            let photos = photos.iter();
            photos
                .map(|it| format!("{} {}/{}", it.id, it.alt, it.caption))
                .collect()
        };
        assert_eq!(
            told(&shown.photos),
            ["2 The wall/The wall", "3 Photo of the job/"]
        );
        assert_eq!(
            told(&shown.lines[0].photos),
            ["1 Photo of Tap/", "4 Drips/Drips"]
        );
        assert_eq!(told(&shown.lines[1].photos), ["5 Photo of the job/"]);
        assert_eq!((shown.photos[0].width, shown.photos[0].height), (4, 3));
    }

    #[test]
    fn only_a_quote_shows_them() {
        let (answer, shown) = shown("invoice");
        assert_eq!(answer["invoice"]["photos"], Value::Null);
        assert!(shown.photos.is_empty() && shown.lines.iter().all(|row| row.photos.is_empty()));
    }
}
