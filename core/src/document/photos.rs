//! The photos on a quote.

use serde::{Deserialize, Serialize};

use crate::json::{id, optional_id};

/// A photo on a quote: of the job, or of one of its lines. The picture itself is kept elsewhere, under the
/// same id, and never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Photo {
    /// The picture's id.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The line that it shows; none, or one that is gone: the job.
    #[serde(deserialize_with = "optional_id")]
    pub line: Option<String>,
    /// What the customer reads below it; empty: nothing.
    pub caption: String,
    /// Its width in pixels, so that a page keeps its place before it is there.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

/// The most photos of a quote.
pub const MOST_PHOTOS: usize = 20;
/// The most of them that are the job's own.
pub const MOST_OWN_PHOTOS: usize = 12;
/// The most of them that are one line's.
pub const MOST_LINE_PHOTOS: usize = 4;
/// The longest side that is believed of a photo, in pixels.
pub const LONGEST_PHOTO: u32 = 12_000;
