//! Core's checks of a document, as errors of the server.

use plumbline_core::calculate::validate::{MOST_CHOICES, validate};
use plumbline_core::document::{Document, Line, MOST_PHOTOS, MOST_SECTIONS};
use plumbline_core::error as core;
use plumbline_core::kind::Kind;

use plumbline_platform::error::{ApiError, FieldError, MOST_ERRORS};
use plumbline_platform::http::text::Checks;

/// The most characters in a line's name.
const NAME: usize = 300;
/// The most characters in a line's description.
const DESCRIPTION: usize = 5_000;
/// The most characters in the reason for a discount or deposit.
const REASON: usize = 300;
/// The most characters in a choice's name, which is the heading of a column next to others.
const CHOICE: usize = 60;
/// The most characters in a photo's caption.
const CAPTION: usize = 200;
/// The most characters in the text about when the work is done, which is in a row with others.
const WORK_TIME: usize = 300;
/// The most characters in all lines together: about fifty closely printed pages.
const ALL_LINES: usize = 150_000;
/// The most characters in a line's id.
pub const LINE_ID: usize = 100;

/// Refuses a document that breaks a rule.
///
/// # Errors
/// 422 with every invalid field.
pub fn document(document: &Document) -> Result<(), ApiError> {
    let broken = validate(document);
    if broken.is_empty() {
        return Ok(());
    }
    Err(refused(core::Failure::Rules(core::RuleErrors(broken))))
}

/// Only a quote may hide the prices of its lines. An invoice must give the unit price of each (VAT Regulations 1995,
/// reg. 14), so `priceDisplay` can't say otherwise.
pub fn shown_prices(kind: Kind, document: &Document, checks: &mut Checks) {
    if kind != Kind::Quote && !document.price_display.is_lines() {
        let msg = "An invoice shows the price of each line.";
        checks.add("priceDisplay", core::code::UNKNOWN_VALUE, msg);
    }
}

/// Only a quote may have photos.
pub fn photos(kind: Kind, document: &Document, checks: &mut Checks) {
    if kind != Kind::Quote && !document.photos.is_empty() {
        let msg = "Only a quote has photos.";
        checks.add("photos", core::code::UNKNOWN_VALUE, msg);
    }
}

/// Checks the lengths of a document's texts. Core doesn't limit them; the server, which stores them, does.
pub fn texts(document: &Document, checks: &mut Checks) {
    checks.line("discountReason", &document.discount_reason, REASON);
    checks.line("depositReason", &document.deposit_reason, REASON);
    let agreement = document.agreement.as_ref();
    if let Some(work_time) = agreement.and_then(|it| it.work_time.as_deref()) {
        checks.paragraphs("agreement.workTime", work_time, WORK_TIME);
    }
    // Core refuses more than this number of either.
    for (i, choice) in document.choices.iter().take(MOST_CHOICES).enumerate() {
        checks.line(&format!("choices[{i}].id"), &choice.id, LINE_ID);
        checks.line(&format!("choices[{i}].name"), &choice.name, CHOICE);
    }
    for (i, section) in document.sections.iter().take(MOST_SECTIONS).enumerate() {
        checks.line(&format!("sections[{i}].id"), &section.id, LINE_ID);
        checks.line(&format!("sections[{i}].name"), &section.name, NAME);
    }
    for (i, photo) in document.photos.iter().take(MOST_PHOTOS).enumerate() {
        checks.line(&format!("photos[{i}].id"), &photo.id, LINE_ID);
        checks.line(&format!("photos[{i}].caption"), &photo.caption, CAPTION);
    }
    for (i, line) in document.items.iter().enumerate() {
        checks.line(&format!("items[{i}].id"), &line.id, LINE_ID);
        checks.line(&format!("items[{i}].name"), &line.name, NAME);
        checks.paragraphs(
            &format!("items[{i}].description"),
            &line.description,
            DESCRIPTION,
        );
    }
    let words = |line: &Line| line.name.chars().count() + line.description.chars().count();
    let all: usize = document.items.iter().map(words).sum();
    if all > ALL_LINES {
        let msg = format!(
            "The lines can have at most {ALL_LINES} characters in total; these have {all}. Shorten their \
             descriptions, or split it into two documents."
        );
        checks.add("items", "too_long", msg);
    }
}

/// Converts core's refusal to an error response: 400 for a malformed document, 422 for a broken rule.
pub fn refused(failure: core::Failure) -> ApiError {
    let body = failure.body();
    match failure {
        core::Failure::Malformed(_) => ApiError::bad_request(body.code, body.message),
        core::Failure::Rules(core::RuleErrors(errors)) => {
            let errors = errors.into_iter().take(MOST_ERRORS);
            ApiError::rule_broken(errors.map(field).collect())
        }
    }
}

/// Converts core's field error to the server's.
pub fn field(error: core::FieldError) -> FieldError {
    FieldError::new(error.path, error.code, error.msg)
}
