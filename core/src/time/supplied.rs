//! A date that a person types or a file brings (docs/rules.md, section 1): from 1 January 2000 to 31 December 2099.
//!
//! Some browsers' date fields turn `201126` into the year 126, and a date in another century distorts every report that
//! contains it. A date that is already stored is read unchanged.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::{Date, DateError};

/// The years that a date in a request or a file may have.
const YEARS: std::ops::RangeInclusive<u16> = 2000..=2099;

/// Reads a date, `YYYY-MM-DD`.
///
/// # Errors
/// The text is not a date, or its year is out of range.
pub fn parse(text: &str) -> Result<Date, DateError> {
    check(text.parse()?)
}

/// The date, if its year is in range.
///
/// # Errors
/// [`DateError::OutOfRange`] otherwise.
pub fn check(date: Date) -> Result<Date, DateError> {
    if YEARS.contains(&date.year()) { Ok(date) } else { Err(DateError::OutOfRange) }
}

/// For `#[serde(deserialize_with = "…")]` on a date field of a request or a file.
///
/// # Errors
/// As for [`parse`], with the message for the field.
pub fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    check(Date::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// The same for a field that may be null; with `#[serde(default)]` it may also be missing.
///
/// # Errors
/// As for [`date`].
pub fn option<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let date = Option::<Date>::deserialize(deserializer)?;
    date.map(check).transpose().map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_dates_of_this_century() {
        for text in ["2000-01-01", "2099-12-31", "2026-11-20"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        for text in ["0026-11-20", "0126-11-20", "1900-01-01", "1999-12-31", "2100-01-01", "9999-12-31"] {
            assert_eq!(parse(text), Err(DateError::OutOfRange), "{text}");
        }
        assert_eq!(parse("20/11/2026"), Err(DateError::Form));
        assert_eq!(parse("2026-02-30"), Err(DateError::NoSuchDay));
    }

    #[test]
    fn reports_an_out_of_range_date_in_a_request() {
        #[derive(Debug, Deserialize)]
        struct Body {
            #[serde(deserialize_with = "date")]
            day: Date,
            #[serde(default, deserialize_with = "option")]
            last: Option<Date>,
        }
        let read = |text: &str| crate::json::parse::<Body>(text);
        let body = read(r#"{"day":"2026-11-20"}"#).unwrap();
        assert_eq!((body.day.to_string().as_str(), body.last), ("2026-11-20", None));
        assert!(read(r#"{"day":"2026-11-20","last":null}"#).is_ok());
        let sentence = "must be between 1 January 2000 and 31 December 2099";
        for text in [r#"{"day":"0126-11-20"}"#, r#"{"day":"2026-11-20","last":"9999-12-31"}"#] {
            let error = format!("{:?}", read(text).unwrap_err());
            assert!(error.contains(sentence), "{error}");
        }
    }
}
