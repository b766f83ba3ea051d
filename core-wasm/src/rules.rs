//! Doors to the document rules: statuses, presentation, credentials and formats. Each hands its
//! text to the function of the same name in `plumbline_core::doors`.

use plumbline_core::{credentials, doors};
use wasm_bindgen::prelude::*;

use crate::Answer;

/// A public answer as it is shown on the day `today` (`YYYY-MM-DD`): a `Presentation`.
///
/// # Errors
///
/// The text is malformed, holds no quote or invoice, or `today` is no date.
#[wasm_bindgen]
pub fn present(document: &str, today: &str) -> Answer {
    doors::present(document, today).map_err(JsValue::from)
}

/// A draft as its customer will be shown it: the flat document of the HTTP body with its `kind`,
/// and `Parties` (`{contact, business, businessProfile}`), as a `Presentation`.
///
/// # Errors
///
/// The text is malformed, `today` is no date, or the document breaks a rule.
#[wasm_bindgen(js_name = presentDraft)]
pub fn present_draft(document: &str, parties: &str, today: &str) -> Answer {
    doors::present_draft(document, parties, today).map_err(JsValue::from)
}

/// The `Badge` of a quote on the day `today`; an expiry date that is none counts as none.
///
/// # Errors
///
/// `today` is no date.
#[wasm_bindgen(js_name = quoteBadge)]
pub fn quote_badge(status: &str, expiry_date: &str, today: &str) -> Answer {
    doors::quote_badge(status, expiry_date, today).map_err(JsValue::from)
}

/// The `Badge` of an invoice on the day `today`, by its amount payable and what is confirmed of
/// it, in pounds.
///
/// # Errors
///
/// `today` is no date.
#[wasm_bindgen(js_name = invoiceBadge)]
pub fn invoice_badge(
    status: &str,
    due_date: &str,
    payable: &str,
    paid: &str,
    today: &str,
) -> Answer {
    doors::invoice_badge(status, due_date, payable, paid, today).map_err(JsValue::from)
}

/// `£1,234.50` of a decimal string; `£0.00` of anything else.
#[wasm_bindgen]
#[must_use]
pub fn gbp(amount: &str) -> String {
    doors::gbp(amount)
}

/// A unit price: as `gbp`, with the third and fourth decimal where it has them: `£4.255`.
#[wasm_bindgen]
#[must_use]
pub fn price(each: &str) -> String {
    doors::price(each)
}

/// `05/03/2026` of `2026-03-05`; another text as it is.
#[wasm_bindgen(js_name = dateShort)]
#[must_use]
pub fn date_short(date: &str) -> String {
    doors::date_short(date)
}

/// `5 Mar 2026` of `2026-03-05`; another text as it is.
#[wasm_bindgen(js_name = dateLong)]
#[must_use]
pub fn date_long(date: &str) -> String {
    doors::date_long(date)
}

/// `05/03/2026 14:07` of `2026-03-05T14:07` on the London clock; another text as it is.
#[wasm_bindgen(js_name = dateTime)]
#[must_use]
pub fn date_time(at: &str) -> String {
    doors::date_time(at)
}

/// The date so many days later; empty when the text is no date or the day beyond the calendar.
#[wasm_bindgen(js_name = plusDays)]
#[must_use]
pub fn plus_days(date: &str, days: u32) -> String {
    doors::plus_days(date, days)
}

/// `17.5%` of `17.50`; `0%` of no number.
#[wasm_bindgen]
#[must_use]
pub fn percent(number: &str) -> String {
    doors::percent(number)
}

/// `1.5` of `1.5000`; `0` of no number.
#[wasm_bindgen]
#[must_use]
pub fn quantity(number: &str) -> String {
    doors::quantity(number)
}

/// `Labour: 3 hours at £45.00 per hour`; any unit but `days` is hours.
#[wasm_bindgen(js_name = labourLine)]
#[must_use]
pub fn labour_line(number: &str, rate: &str, unit: &str) -> String {
    doors::labour_line(number, rate, unit)
}

/// The strength meter: a `StrengthReport`.
#[wasm_bindgen(js_name = passwordStrength)]
#[must_use]
pub fn password_strength(password: &str) -> String {
    doors::password_strength(password)
}

/// The broken rules of the login form: a list of `Broken`.
#[wasm_bindgen]
#[must_use]
pub fn login(email: &str, password: &str) -> String {
    doors::login(email, password)
}

/// The broken rules of the registration form: a list of `Broken`.
#[wasm_bindgen]
#[must_use]
pub fn registration(name: &str, email: &str, password: &str, confirm: Option<String>) -> String {
    doors::registration(name, email, password, confirm.as_deref())
}

/// The broken rules of the reset form: a list of `Broken`.
#[wasm_bindgen(js_name = resetPassword)]
#[must_use]
pub fn reset_password(token: &str, new_password: &str, confirm: Option<String>) -> String {
    doors::reset_password(token, new_password, confirm.as_deref())
}

/// The broken rules of the verification form: a list of `Broken`.
#[wasm_bindgen]
#[must_use]
pub fn verification(email: &str, code: &str) -> String {
    doors::verification(email, code)
}

/// The broken rules of the resend button: a list of `Broken`.
#[wasm_bindgen]
#[must_use]
pub fn resend(email: &str) -> String {
    doors::resend(email)
}

/// What the code box keeps of the typed text: digits only, at most 6.
#[wasm_bindgen(js_name = codeDigits)]
#[must_use]
pub fn code_digits(typed: &str) -> String {
    credentials::code_digits(typed)
}

/// Whether the code is exactly 6 digits.
#[wasm_bindgen(js_name = isCode)]
#[must_use]
pub fn is_code(code: &str) -> bool {
    credentials::is_code(code)
}

/// Whether the text is an e-mail address.
#[wasm_bindgen(js_name = isEmail)]
#[must_use]
pub fn is_email(text: &str) -> bool {
    credentials::is_email(text)
}

/// The broken rules of a PIN that is typed to log in: a list of `Broken`.
#[wasm_bindgen(js_name = pinShape)]
#[must_use]
pub fn pin_shape(pin: &str) -> String {
    doors::pin_shape(pin)
}

/// The broken rules of PIN set-up: a list of `Broken`.
#[wasm_bindgen(js_name = pinSetup)]
#[must_use]
pub fn pin_setup(pin: &str, confirm: Option<String>) -> String {
    doors::pin_setup(pin, confirm.as_deref())
}
