//! The photos of a quote in its PDF: small and side by side under their lines, and those of the job three to a row.

use std::collections::HashMap;

use axum::body::Bytes;
use plumbline_core::present::{LineRow, PhotoShown};
use serde::Serialize;

use super::logo::{PictureSize, fit};

/// The room of a photo of the job, in millimetres.
const OF_JOB: (f64, f64) = (56.0, 46.0);
/// The room of a photo of a line: four of them beside each other in the table's first column.
const OF_LINE: (f64, f64) = (24.0, 24.0);
/// The size of a pixel where there is room: a small picture is not blown up.
const PIXEL: f64 = 25.4 / 96.0;

/// A photo, as the template sets it.
#[derive(Serialize)]
pub(super) struct PhotoSet<'a> {
    /// What it is called on the typesetter's desk.
    file: String,
    #[serde(flatten)]
    size: PictureSize,
    caption: &'a str,
    alt: &'a str,
}

/// A line with its photos.
#[derive(Serialize)]
pub(super) struct SheetLine<'a> {
    #[serde(flatten)]
    line: &'a LineRow,
    pictures: Vec<PhotoSet<'a>>,
}

/// The photos that a document shows, in the order in which they are set.
pub(super) struct Photos<'a> {
    known: &'a HashMap<String, Bytes>,
    taken: Vec<&'a Bytes>,
}

impl<'a> Photos<'a> {
    /// None set yet, of these by their ids.
    pub(super) fn of(known: &'a HashMap<String, Bytes>) -> Self {
        Self {
            known,
            taken: Vec::new(),
        }
    }

    /// The lines with theirs.
    pub(super) fn lines(&mut self, lines: &'a [LineRow]) -> Vec<SheetLine<'a>> {
        let with_photos = |line: &'a LineRow| SheetLine {
            line,
            pictures: self.set(&line.photos, OF_LINE),
        };
        lines.iter().map(with_photos).collect()
    }

    /// Those of the job.
    pub(super) fn of_job(&mut self, photos: &'a [PhotoShown]) -> Vec<PhotoSet<'a>> {
        self.set(photos, OF_JOB)
    }

    /// What they are, for the typesetter.
    pub(super) fn taken(&self) -> Vec<Vec<u8>> {
        self.taken.iter().map(|bytes| bytes.to_vec()).collect()
    }

    fn set(&mut self, photos: &'a [PhotoShown], room: (f64, f64)) -> Vec<PhotoSet<'a>> {
        let mut set = Vec::new();
        for photo in photos {
            let known = self.known.get(&photo.id);
            let Some((bytes, size)) =
                known.and_then(|bytes| Some((bytes, fit(bytes, room, PIXEL)?)))
            else {
                continue;
            };
            set.push(PhotoSet {
                file: format!("photo-{}", self.taken.len()),
                size,
                caption: &photo.caption,
                alt: &photo.alt,
            });
            self.taken.push(bytes);
        }
        set
    }
}
