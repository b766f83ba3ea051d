//! What was agreed of a job after its quote: an extra, or something left out.

use serde::{Deserialize, Serialize};

use super::{Document, Line};
use crate::json::id;
use crate::money::Pence;

/// A variation in what was agreed of a job. Its lines are those of the section of the same id, and it is
/// worked out by itself, as it was when it was accepted: its discount, its VAT and its CIS are of its own
/// lines, so that what was agreed comes to the sum of its parts, to the penny.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Variation {
    /// The caller's name for it, which its section has too. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// Its number: `Q-0012-V1`.
    pub number: String,
    /// What its discount takes off its lines; below zero of something left out.
    pub discount: Pence,
}

/// The most variations that a job has.
pub const MOST_VARIATIONS: usize = 20;

impl Document {
    /// The part of what was agreed that a line belongs to: 0 is the document's own, and each variation has
    /// the next.
    #[must_use]
    pub(crate) fn part_of(&self, line: &Line) -> usize {
        let Some(section) = line.section.as_deref() else {
            return 0;
        };
        // More of them are refused; until then nothing is looked for in a list without an end.
        let mut variations = self.variations.iter().take(MOST_VARIATIONS);
        let at = variations.position(|variation| variation.id == section);
        at.map_or(0, |at| at + 1)
    }
}
