//! Doors to the ways of writing amounts and dates.

use plumbline_core::{dates::Date, format};
use wasm_bindgen::prelude::*;

/// Pounds from a decimal string: `£1,234.50`; `£0.00` from anything that is not a number.
#[wasm_bindgen]
#[must_use]
pub fn gbp(pounds: &str) -> String {
    format::gbp_text(pounds)
}

/// A calendar date as the public pages write it: `05/03/2026`; text that is no date comes back as it is.
#[wasm_bindgen(js_name = dateShort)]
#[must_use]
pub fn date_short(date: &str) -> String {
    date.parse()
        .map_or_else(|_| date.to_owned(), format::date_short)
}

/// A calendar date as the app writes it: `5 Mar 2026`; text that is no date comes back as it is.
#[wasm_bindgen(js_name = dateLong)]
#[must_use]
pub fn date_long(date: &str) -> String {
    date.parse()
        .map_or_else(|_| date.to_owned(), format::date_long)
}

/// The calendar date so many days later; empty when the text is no date or the day is beyond the calendar.
#[wasm_bindgen(js_name = plusDays)]
#[must_use]
pub fn plus_days(date: &str, days: u32) -> String {
    date.parse()
        .ok()
        .and_then(|date: Date| date.plus_days(days))
        .map_or_else(String::new, |date| date.to_string())
}
