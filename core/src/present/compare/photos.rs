//! Photos that came, went or say something else.

use super::{Change, ChangedPart, ChangedValue, Pair};
use crate::present::PhotoShown;

/// The change of the photos of the job.
pub(super) fn own(pair: &Pair<'_>) -> Option<Change> {
    let (was, is) = (&pair.before.shown.photos, &pair.after.shown.photos);
    Change::of_value(ChangedPart::Job, "Photos", words(was, &[]), words(is, was))
}

/// The change of the photos of a line.
pub(super) fn of_line(was: &[PhotoShown], is: &[PhotoShown]) -> Option<ChangedValue> {
    ChangedValue::of("Photos", words(was, &[]), words(is, was))
}

/// The descriptions of the photos, one on each line. Photos that were not there before are marked as new, since two may
/// have the same description.
fn words(photos: &[PhotoShown], before: &[PhotoShown]) -> String {
    let said = photos.iter().map(|photo| {
        let is_known = before.is_empty() || before.iter().any(|one| one.id == photo.id);
        let new = if is_known { "" } else { "New: " };
        format!("{new}{}", photo.alt)
    });
    said.collect::<Vec<_>>().join("\n")
}
