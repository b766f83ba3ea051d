//! The photos among the lines and below them.

use serde::{Deserialize, Serialize};

use super::{LineRow, View};
use crate::document::Photo;
use crate::text::trim_non_empty;

/// A photo as it is displayed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DisplayedPhoto {
    /// The picture's id.
    pub id: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The caption; empty for no caption.
    pub caption: String,
    /// The text alternative for people who can't see the photo.
    pub alt: String,
}

/// Adds the photos of each line to its row, and returns those of the job: photos without a line, and those whose line
/// was deleted.
pub(super) fn place_photos(view: &View, rows: &mut [LineRow]) -> Vec<DisplayedPhoto> {
    let mut own = Vec::new();
    for photo in &view.fields.photos {
        let line = photo.line.as_deref();
        match rows.iter_mut().find(|row| line == Some(&*row.id)) {
            Some(row) => {
                let displayed_photo = display_photo(photo, trim_non_empty(&row.name));
                row.photos.push(displayed_photo);
            }
            None => own.push(display_photo(photo, None)),
        }
    }
    own
}

fn display_photo(photo: &Photo, line: Option<String>) -> DisplayedPhoto {
    let caption = trim_non_empty(&photo.caption).unwrap_or_default();
    let alt = match (&*caption, line) {
        ("", Some(line)) => format!("Photo of {line}"),
        ("", None) => "Photo of the job".to_owned(),
        (caption, _) => caption.to_owned(),
    };
    DisplayedPhoto { id: photo.id.clone(), width: photo.width, height: photo.height, caption, alt }
}

#[cfg(test)]
mod tests;
