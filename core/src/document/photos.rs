//! The photos on a quote.

use serde::{Deserialize, Serialize};

use crate::json::{id, optional_id};

/// A photo on a quote: of the job, or of one of its lines. The picture itself is stored elsewhere under the same id,
/// and never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Photo {
    /// The picture's id.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The id of the line that the photo shows; `None`, or the id of a line that was deleted, means the job.
    #[serde(deserialize_with = "optional_id")]
    pub line: Option<String>,
    /// The caption below the photo; empty for no caption.
    pub caption: String,
    /// The width in pixels, so that a page can reserve the space before the picture has loaded.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// The most photos that a quote may have.
pub const PHOTOS_MAX: usize = 20;
/// The most photos of the job as a whole.
pub const JOB_PHOTOS_MAX: usize = 12;
/// The most photos of one line.
pub const LINE_PHOTOS_MAX: usize = 4;
/// The longest side of a photo that is accepted, in pixels.
pub const PHOTO_SIDE_MAX: u32 = 12_000;
