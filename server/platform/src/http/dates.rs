//! Dates in a query.

use plumbline_core::time::{Date, DateError, supplied};

use crate::error::{ApiError, FieldError};

/// A date parameter of a query, as YYYY-MM-DD; `None` if it is missing or empty.
///
/// # Errors
/// 400 naming the parameter, if it is no date in the years 2000 to 2099.
pub fn parse_query_day(path: &'static str, text: Option<&str>) -> Result<Option<Date>, ApiError> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(|text| {
        supplied::parse(text).map_err(|error| {
            let msg = match error {
                DateError::OutOfRange => format!("The date {error}."),
                _ => "Give the date as YYYY-MM-DD.".to_owned(),
            };
            ApiError::bad_request("bad_query", msg.clone())
                .with_errors(vec![FieldError::new(path, "invalid", msg)])
        })
    })
    .transpose()
}
