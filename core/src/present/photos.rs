//! The photos among the lines and below them.

use serde::{Deserialize, Serialize};

use super::{LineRow, View};
use crate::document::Photo;
use crate::text::filled;

/// A photo as it is displayed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PhotoShown {
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
mod tests;
