//! Core's checks of a document, as errors of the server.

use plumbline_core::calculate::validate::{CHOICES_MAX, validate};
use plumbline_core::document::{Document, Line, PHOTOS_MAX, SECTIONS_MAX};
use plumbline_core::error as core;
use plumbline_core::kind::DocumentKind;

use plumbline_platform::error::{ApiError, ERRORS_MAX, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;

/// The most characters in a line's name.
const NAME_MAX: usize = 300;
/// The most characters in a line's description.
const DESCRIPTION_MAX: usize = 5_000;
/// The most characters in the reason for a discount or deposit.
const REASON_MAX: usize = 300;
/// The most characters in a choice's name, which is the heading of a column next to others.
const CHOICE_MAX: usize = 60;
/// The most characters in a photo's caption.
const CAPTION_MAX: usize = 200;
/// The most characters in the text about when the work is done, which is in a row with others.
const WORK_TIME_MAX: usize = 300;
/// The most characters in all lines together: about fifty closely printed pages.
const ALL_LINES_MAX: usize = 150_000;
/// The most characters in a line's id.
pub const LINE_ID_MAX: usize = 100;

/// Refuses a document that breaks a rule.
///
/// # Errors
/// 422 with every invalid field.
pub fn check_document(document: &Document) -> Result<(), ApiError> {
    let broken = validate(document);
    if broken.is_empty() {
        return Ok(());
    }
    Err(to_api_error(core::InputError::Rules(core::RuleErrors(broken))))
}

/// Only a quote may hide the prices of its lines. An invoice must give the unit price of each (VAT Regulations 1995,
/// reg. 14), so `priceDisplay` can't say otherwise.
pub fn check_price_display(kind: DocumentKind, document: &Document, checks: &mut FieldChecks) {
    if kind != DocumentKind::Quote && !document.price_display.is_lines() {
        let msg = "An invoice shows the price of each line.";
        checks.add("priceDisplay", core::code::UNKNOWN_VALUE, msg);
    }
}

/// Only a quote may have photos.
pub fn check_photos(kind: DocumentKind, document: &Document, checks: &mut FieldChecks) {
    if kind != DocumentKind::Quote && !document.photos.is_empty() {
        let msg = "Only a quote has photos.";
        checks.add("photos", core::code::UNKNOWN_VALUE, msg);
    }
}

/// Checks the lengths of a document's texts. Core doesn't limit them; the server, which stores them, does.
pub fn check_texts(document: &Document, checks: &mut FieldChecks) {
    checks.check_line("discountReason", &document.discount_reason, REASON_MAX);
    checks.check_line("depositReason", &document.deposit_reason, REASON_MAX);
    let agreement = document.agreement.as_ref();
    if let Some(work_time) = agreement.and_then(|it| it.work_time.as_deref()) {
        checks.check_paragraphs("agreement.workTime", work_time, WORK_TIME_MAX);
    }
    // Core refuses more than this number of either.
    for (i, choice) in document.choices.iter().take(CHOICES_MAX).enumerate() {
        checks.check_line(&format!("choices[{i}].id"), &choice.id, LINE_ID_MAX);
        checks.check_line(&format!("choices[{i}].name"), &choice.name, CHOICE_MAX);
    }
    for (i, section) in document.sections.iter().take(SECTIONS_MAX).enumerate() {
        checks.check_line(&format!("sections[{i}].id"), &section.id, LINE_ID_MAX);
        checks.check_line(&format!("sections[{i}].name"), &section.name, NAME_MAX);
    }
    for (i, photo) in document.photos.iter().take(PHOTOS_MAX).enumerate() {
        checks.check_line(&format!("photos[{i}].id"), &photo.id, LINE_ID_MAX);
        checks.check_line(&format!("photos[{i}].caption"), &photo.caption, CAPTION_MAX);
    }
    for (i, line) in document.items.iter().enumerate() {
        checks.check_line(&format!("items[{i}].id"), &line.id, LINE_ID_MAX);
        checks.check_line(&format!("items[{i}].name"), &line.name, NAME_MAX);
        checks.check_paragraphs(&format!("items[{i}].description"), &line.description, DESCRIPTION_MAX);
    }
    let words = |line: &Line| line.name.chars().count() + line.description.chars().count();
    let all: usize = document.items.iter().map(words).sum();
    if all > ALL_LINES_MAX {
        let msg = format!(
            "The lines can have at most {ALL_LINES_MAX} characters in total; these have {all}. Shorten their \
             descriptions, or split it into two documents."
        );
        checks.add("items", "too_long", msg);
    }
}

/// Converts core's refusal to an error response: 400 for a malformed document, 422 for a broken rule.
pub fn to_api_error(failure: core::InputError) -> ApiError {
    let body = failure.to_body();
    match failure {
        core::InputError::Malformed(_) => ApiError::bad_request(body.code, body.message),
        core::InputError::Rules(core::RuleErrors(errors)) => {
            let errors = errors.into_iter().take(ERRORS_MAX);
            ApiError::rule_broken(errors.map(to_field_error).collect())
        }
    }
}

/// Converts core's field error to the server's.
pub fn to_field_error(error: core::FieldError) -> FieldError {
    FieldError::new(error.path, error.code, error.msg)
}
