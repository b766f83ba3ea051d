//! Photos that were added, removed or changed.

use super::{ChangedPart, ChangedValue, DocumentChange, VersionPair};
use crate::present::DisplayedPhoto;

/// The change of the photos of the job.
pub(super) fn compare_job_photos(pair: &VersionPair<'_>) -> Option<DocumentChange> {
    let (was, is) = (&pair.before.presentation.photos, &pair.after.presentation.photos);
    DocumentChange::for_value(ChangedPart::Job, "Photos", photos_text(was, &[]), photos_text(is, was))
}

/// The change of the photos of a line.
pub(super) fn compare_line_photos(was: &[DisplayedPhoto], is: &[DisplayedPhoto]) -> Option<ChangedValue> {
    ChangedValue::if_different("Photos", photos_text(was, &[]), photos_text(is, was))
}

/// The descriptions of the photos, one on each line. Photos that were not there before are marked as new, since two may
/// have the same description.
fn photos_text(photos: &[DisplayedPhoto], before: &[DisplayedPhoto]) -> String {
    let given = photos.iter().map(|photo| {
        let is_known = before.is_empty() || before.iter().any(|one| one.id == photo.id);
        let new = if is_known { "" } else { "New: " };
        format!("{new}{}", photo.alt)
    });
    given.collect::<Vec<_>>().join("\n")
}
