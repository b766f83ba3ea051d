//! A signature drawn with a finger or a mouse: lines between points, nothing that could run.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::http::field_checks::FieldChecks;

/// The largest width and height of the signature field.
const SIDE_MAX: u32 = 4_096;
/// The most strokes.
const STROKES_MAX: usize = 200;
/// The most points in all strokes together.
const POINTS_MAX: usize = 10_000;

/// A drawn signature, in pixels of its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Signature {
    /// The field's width, 1 to 4,096.
    pub width: u32,
    /// The field's height, 1 to 4,096.
    pub height: u32,
    /// Each stroke's points, `[x, y, x, y, …]`, within the field.
    pub strokes: Vec<Vec<u32>>,
}

impl Signature {
    /// Adds an error for each rule that the signature breaks.
    pub fn check(&self, path: &str, checks: &mut FieldChecks) {
        let side = |length: u32| (1..=SIDE_MAX).contains(&length);
        let points: usize = self.strokes.iter().map(|stroke| stroke.len() / 2).sum();
        if self.strokes.len() > STROKES_MAX || points > POINTS_MAX {
            checks.add(path, "too_long", "This signature has too many strokes.");
        } else if !side(self.width)
            || !side(self.height)
            || !self.strokes.iter().all(|stroke| self.contains_stroke(stroke))
        {
            checks.add(path, "out_of_range", "This signature is not inside its field.");
        }
    }

    fn contains_stroke(&self, stroke: &[u32]) -> bool {
        stroke.len().is_multiple_of(2)
            && stroke.chunks(2).all(|point| matches!(point, [x, y] if *x <= self.width && *y <= self.height))
    }

    /// Whether nothing was drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.strokes.iter().all(Vec::is_empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_good(width: u32, height: u32, strokes: Vec<Vec<u32>>) -> bool {
        let signature = Signature { width, height, strokes };
        let mut checks = FieldChecks::new();
        signature.check("signature", &mut checks);
        checks.into_result().is_ok()
    }

    #[test]
    fn a_signature_stays_in_its_field() {
        assert!(is_good(300, 100, vec![vec![0, 0, 300, 100], vec![1, 1]]));
        assert!(is_good(1, 4_096, vec![]));
        assert!(!is_good(300, 100, vec![vec![301, 0]]));
        assert!(!is_good(300, 100, vec![vec![0, 101]]));
        assert!(!is_good(300, 100, vec![vec![0, 0, 1]]));
        assert!(!is_good(0, 100, vec![]));
        assert!(!is_good(300, 4_097, vec![]));
    }

    #[test]
    fn a_signature_has_so_many_strokes_and_points() {
        assert!(is_good(9, 9, vec![vec![1, 1]; 200]));
        assert!(!is_good(9, 9, vec![vec![1, 1]; 201]));
        assert!(is_good(9, 9, vec![vec![1; 20_000]]));
        assert!(!is_good(9, 9, vec![vec![1; 20_002]]));
    }

    #[test]
    fn strokes_without_points_are_no_signature() {
        let drawn = |strokes| Signature { width: 9, height: 9, strokes };
        assert!(drawn(vec![vec![], vec![]]).is_empty());
        assert!(!drawn(vec![vec![], vec![1, 1]]).is_empty());
    }
}
