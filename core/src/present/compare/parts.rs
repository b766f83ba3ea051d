//! The parts of a document around the lines.

use super::{ChangedPart, ChangedValue, DocumentChange, VersionPair};
use crate::document::PriceDisplay;
use crate::present::{Cancellation, DetailRow, DisplayedPhoto, PartyBlock, Presentation};

/// The sender and recipient, the dates, the address of the job, and which prices are shown.
pub(super) fn compare_details(pair: &VersionPair<'_>) -> Vec<DocumentChange> {
    let (before, after) = (pair.before.presentation, pair.after.presentation);
    let mut changes: Vec<DocumentChange> =
        [("Business’s details", &before.from, &after.from), ("Customer’s details", &before.to, &after.to)]
            .into_iter()
            .filter_map(|(name, was, is)| {
                DocumentChange::for_value(ChangedPart::Details, name, block_text(was), block_text(is))
            })
            .collect();
    changes.extend(compare_rows(&before.details.rows, &after.details.rows));
    let [was, is] = pair.displays().map(price_display_label);
    changes.extend(DocumentChange::for_value(ChangedPart::Details, "Prices shown", was, is));
    changes
}

fn block_text(block: &PartyBlock) -> String {
    let lines: Vec<&str> = block.lines.iter().map(|line| line.text.as_str()).collect();
    lines.join("\n")
}

fn compare_rows(before: &[DetailRow], after: &[DetailRow]) -> Vec<DocumentChange> {
    let value = |rows: &[DetailRow], label: &str| {
        let row = rows.iter().find(|row| row.label == label);
        row.map(|row| row.value.clone())
    };
    let gone = before.iter().filter(|row| value(after, &row.label).is_none());
    after
        .iter()
        .chain(gone)
        .filter_map(|row| {
            let [was, is] = [before, after].map(|rows| value(rows, &row.label).unwrap_or_default());
            DocumentChange::for_value(ChangedPart::Details, &row.label, was, is)
        })
        .collect()
}

fn price_display_label(display: PriceDisplay) -> &'static str {
    match display {
        PriceDisplay::Lines => "Each line’s",
        PriceDisplay::Sections => "Each section’s",
        PriceDisplay::One => "The total only",
    }
}

/// The job's description.
pub(super) fn compare_job(pair: &VersionPair<'_>) -> Option<DocumentChange> {
    let words = |presentation: &Presentation| presentation.job_description.join("\n");
    let (was, is) = (words(pair.before.presentation), words(pair.after.presentation));
    DocumentChange::for_value(ChangedPart::Job, "Job description", was, is)
}

/// The notes, the terms, the footer, and the right to cancel.
pub(super) fn compare_texts(pair: &VersionPair<'_>) -> Vec<DocumentChange> {
    let (before, after) = (pair.before.presentation, pair.after.presentation);
    let mut changes: Vec<DocumentChange> = [
        ("Notes", &before.notes, &after.notes),
        ("Terms and conditions", &before.terms, &after.terms),
        ("Footer", &before.footer, &after.footer),
    ]
    .into_iter()
    .filter_map(|(name, was, is)| {
        DocumentChange::for_value(ChangedPart::Words, name, was.join("\n"), is.join("\n"))
    })
    .collect();
    let (was, is) = (before.cancellation.as_ref(), after.cancellation.as_ref());
    changes.extend(compare_cancellation(was, is));
    changes
}

/// The right to cancel: its main sentence or, if that is the same, the notice and the other information.
fn compare_cancellation(
    before: Option<&Cancellation>,
    after: Option<&Cancellation>,
) -> Option<DocumentChange> {
    const NAME: &str = "Right to cancel";
    let line = |it: Option<&Cancellation>| it.map(|it| it.line.clone()).unwrap_or_default();
    let notice = |it: Option<&Cancellation>| {
        let notice = it.map(|it| it.notice.join("\n"));
        notice.unwrap_or_default()
    };
    let beside = |it: Option<&Cancellation>| {
        let rows = it.map_or(&[][..], |it| &it.information);
        let given = rows.iter().map(|row| format!("{}: {}", row.label, row.value));
        given.collect::<Vec<String>>().join("\n")
    };
    let changed = DocumentChange::for_value(ChangedPart::Words, NAME, line(before), line(after));
    changed.or_else(|| {
        let values = [
            ChangedValue::if_different("Notice", notice(before), notice(after)),
            ChangedValue::if_different("Dates, complaints and rights", beside(before), beside(after)),
        ];
        let values: Vec<ChangedValue> = values.into_iter().flatten().collect();
        (!values.is_empty()).then(|| DocumentChange {
            part: ChangedPart::Words,
            deed: super::ChangeKind::Changed,
            name: NAME.to_owned(),
            values,
        })
    })
}

// Photos that were added, removed or changed.

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
