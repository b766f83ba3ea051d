//! Days in a query.

use plumbline_core::time::Date;

use crate::error::{ApiError, FieldError};

/// The day of a query's part, YYYY-MM-DD; none where it is left out or empty.
///
/// # Errors
/// 400 naming the part where it is no day.
pub fn day(path: &'static str, text: Option<&str>) -> Result<Option<Date>, ApiError> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(|text| {
        text.parse().map_err(|_| {
            let msg = "Give the date as YYYY-MM-DD.";
            ApiError::bad_request("bad_query", msg)
                .with_errors(vec![FieldError::new(path, "invalid", msg)])
        })
    })
    .transpose()
}
