//! The photos of a quote in its PDF: small and side by side under their lines, and those of the job three to a row.

use std::collections::HashMap;

use axum::body::Bytes;
use plumbline_core::present::{DisplayedPhoto, LineRow};
use serde::Serialize;

use super::logo::{PictureSize, fit_picture};

/// The area of a photo of the job, in millimetres.
const JOB_PHOTO_ROOM: (f64, f64) = (56.0, 46.0);
/// The area of a photo of a line, in millimetres: four of them fit side by side into the table's first column.
const LINE_PHOTO_ROOM: (f64, f64) = (24.0, 24.0);
/// The largest size of a pixel, in millimetres, so that a small picture isn't enlarged.
const PIXEL_SIZE: f64 = 25.4 / 96.0;

/// A photo in the data for the template.
#[derive(Serialize)]
pub(super) struct PlacedPhoto<'a> {
    /// The photo's file name for the typesetter.
    file: String,
    #[serde(flatten)]
    size: PictureSize,
    caption: &'a str,
    alt: &'a str,
}

/// A line with its photos.
#[derive(Serialize)]
pub(super) struct LineWithPhotos<'a> {
    #[serde(flatten)]
    line: &'a LineRow,
    pictures: Vec<PlacedPhoto<'a>>,
}

/// The photos of a document, in the order in which they are placed.
pub(super) struct PhotoPlacer<'a> {
    known: &'a HashMap<String, Bytes>,
    placed: Vec<&'a Bytes>,
}

impl<'a> PhotoPlacer<'a> {
    /// Starts without placed photos; `known` contains the available photos by their ids.
    pub(super) fn new(known: &'a HashMap<String, Bytes>) -> Self {
        Self { known, placed: Vec::new() }
    }

    /// The lines with their photos.
    pub(super) fn place_lines(&mut self, lines: &'a [LineRow]) -> Vec<LineWithPhotos<'a>> {
        let with_photos =
            |line: &'a LineRow| LineWithPhotos { line, pictures: self.place(&line.photos, LINE_PHOTO_ROOM) };
        lines.iter().map(with_photos).collect()
    }

    /// The photos of the job.
    pub(super) fn place_job_photos(&mut self, photos: &'a [DisplayedPhoto]) -> Vec<PlacedPhoto<'a>> {
        self.place(photos, JOB_PHOTO_ROOM)
    }

    /// The placed photos' bytes, for the typesetter.
    pub(super) fn placed_files(&self) -> Vec<Vec<u8>> {
        self.placed.iter().map(|bytes| bytes.to_vec()).collect()
    }

    fn place(&mut self, photos: &'a [DisplayedPhoto], room: (f64, f64)) -> Vec<PlacedPhoto<'a>> {
        let mut set = Vec::new();
        for photo in photos {
            let known = self.known.get(&photo.id);
            let Some((bytes, size)) =
                known.and_then(|bytes| Some((bytes, fit_picture(bytes, room, PIXEL_SIZE)?)))
            else {
                continue;
            };
            set.push(PlacedPhoto {
                file: format!("photo-{}", self.placed.len()),
                size,
                caption: &photo.caption,
                alt: &photo.alt,
            });
            self.placed.push(bytes);
        }
        set
    }
}
