//! The photos of a quote in its PDF: small and side by side under their lines, and those of the job three to a row.

use std::collections::HashMap;

use axum::body::Bytes;
use plumbline_core::present::{LineRow, PhotoShown};
use serde::Serialize;

use super::logo::{PictureSize, fit};

/// The area of a photo of the job, in millimetres.
const OF_JOB: (f64, f64) = (56.0, 46.0);
/// The area of a photo of a line, in millimetres: four of them fit side by side into the table's first column.
const OF_LINE: (f64, f64) = (24.0, 24.0);
/// The largest size of a pixel, in millimetres, so that a small picture isn't enlarged.
const PIXEL: f64 = 25.4 / 96.0;

/// A photo in the data for the template.
#[derive(Serialize)]
pub(super) struct PhotoSet<'a> {
    /// The photo's file name for the typesetter.
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

/// The photos of a document, in the order in which they are placed.
pub(super) struct Photos<'a> {
    known: &'a HashMap<String, Bytes>,
    taken: Vec<&'a Bytes>,
}

impl<'a> Photos<'a> {
    /// Starts without placed photos; `known` contains the available photos by their ids.
    pub(super) fn of(known: &'a HashMap<String, Bytes>) -> Self {
        Self {
            known,
            taken: Vec::new(),
        }
    }

    /// The lines with their photos.
    pub(super) fn lines(&mut self, lines: &'a [LineRow]) -> Vec<SheetLine<'a>> {
        let with_photos = |line: &'a LineRow| SheetLine {
            line,
            pictures: self.set(&line.photos, OF_LINE),
        };
        lines.iter().map(with_photos).collect()
    }

    /// The photos of the job.
    pub(super) fn of_job(&mut self, photos: &'a [PhotoShown]) -> Vec<PhotoSet<'a>> {
        self.set(photos, OF_JOB)
    }

    /// The placed photos' bytes, for the typesetter.
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
