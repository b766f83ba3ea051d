//! Changes to a job that were agreed after its quote: an extra, or something left out.

use serde::{Deserialize, Serialize};

use super::{Document, Line};
use crate::json::id;
use crate::money::Pence;

/// A variation of an agreed job. Its lines are those of the section with the same id. It is calculated separately, as
/// when it was accepted: its discount, VAT and CIS deduction apply to its own lines only, so that the agreed total is
/// exactly the sum of its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Variation {
    /// The variation's id, which the caller chooses and its section shares. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// Its number: `Q-0012-V1`.
    pub number: String,
    /// The discount on its lines; negative if the variation omits work.
    pub discount: Pence,
}

/// The most variations that a job may have.
pub const VARIATIONS_MAX: usize = 20;

impl Document {
    /// The part of the agreed job that a line belongs to: 0 is the document itself, and the variations follow from 1.
    #[must_use]
    pub(crate) fn part_index(&self, line: &Line) -> usize {
        let Some(section) = line.section.as_deref() else {
            return 0;
        };
        // A document with more variations is refused. Until then, the limit avoids searching an endless list.
        let mut variations = self.variations.iter().take(VARIATIONS_MAX);
        let at = variations.position(|variation| variation.id == section);
        at.map_or(0, |at| at + 1)
    }
}
