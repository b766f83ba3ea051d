//! Statuses, presentation, credentials and formats, each with the name of core's own function. Only the server presents
//! a public response and the instalments of an invoice: reading them here would add eight kilobytes to the package, and
//! no screen needs it.

use plumbline_core::document::{Document, LabourUnit};
use plumbline_core::money::typed_number;
use plumbline_core::present::public::{DocumentHeader, Parties};
use plumbline_core::tidy::{self, DescriptionStyle};
use plumbline_core::time::due::DueUnit;
use plumbline_core::{credentials, text_api};
use wasm_bindgen::prelude::*;

use crate::list::parse_kind;
use crate::values::{JsResult, from_js, to_js, to_js_result};

/// A draft as the customer will see it: the flat document of the HTTP body with its `kind`, and its parties.
///
/// # Errors
///
/// A field has a wrong type, `today` is not a date, or the document breaks a rule.
#[wasm_bindgen(js_name = presentDraft, unchecked_return_type = "Presentation")]
pub fn present_draft(
    #[wasm_bindgen(unchecked_param_type = "object")] document: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Partial<Parties>")] parties: JsValue,
    today: &str,
) -> JsResult {
    let header: DocumentHeader = from_js(document.clone())?;
    let (document, parties): (Document, Parties) = (from_js(document)?, from_js(parties)?);
    to_js_result(text_api::present_draft(&header, &document, &parties, today))
}

/// The badge of a quote on the day `today`; an expiry date that is not a date counts as missing.
///
/// # Errors
///
/// `today` is not a date.
#[wasm_bindgen(js_name = quoteBadge, unchecked_return_type = "Badge")]
pub fn quote_badge(status: &str, expiry_date: &str, today: &str) -> JsResult {
    to_js_result(text_api::build_quote_badge(status, expiry_date, today))
}

/// The badge of an invoice on the day `today`, from its amount payable and its confirmed payments, in pounds.
///
/// # Errors
///
/// `today` is not a date.
#[wasm_bindgen(js_name = invoiceBadge, unchecked_return_type = "Badge")]
pub fn invoice_badge(status: &str, due_date: &str, payable: &str, paid: &str, today: &str) -> JsResult {
    to_js_result(text_api::build_invoice_badge(status, due_date, payable, paid, today))
}

/// `£1,234.50` for a decimal string; `£0.00` for anything else.
#[wasm_bindgen(js_name = gbp)]
#[must_use]
pub fn format_gbp(amount: &str) -> String {
    text_api::format_gbp(amount)
}

/// The same for an amount in whole pence, as in a draft's numbers.
#[wasm_bindgen(js_name = gbpOfPence)]
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "amounts have fewer than 53 bits")]
pub fn format_pence(pence: f64) -> String {
    plumbline_core::money::text::format_gbp(plumbline_core::money::Pence(pence as i64))
}

/// A unit price: like `gbp`, with the third and fourth decimal if it has them: `£4.255`.
#[wasm_bindgen(js_name = price)]
#[must_use]
pub fn format_price(each: &str) -> String {
    text_api::format_price(each)
}

/// The price of something that costs `cost`, with a mark-up of `percent`; empty if it can't be calculated. With a VAT
/// rate, the price includes VAT.
#[wasm_bindgen(js_name = priceWithMarkUp)]
#[must_use]
pub fn calculate_price_with_mark_up(cost: &str, percent: &str, vat_rate: Option<String>) -> String {
    text_api::calculate_price_with_mark_up(cost, percent, vat_rate.as_deref())
}

/// The mark-up of `price` over `cost` as a percentage; empty if it can't be calculated. With a VAT rate, the price
/// includes VAT.
#[wasm_bindgen(js_name = markUpIn)]
#[must_use]
pub fn calculate_mark_up(cost: &str, price: &str, vat_rate: Option<String>) -> String {
    text_api::calculate_mark_up(cost, price, vat_rate.as_deref())
}

/// A price with VAT at `rate` per cent added, or removed if it is `included`, with at most `decimals` decimals; empty
/// if it can't be calculated.
#[wasm_bindgen(js_name = convertPrice)]
#[must_use]
pub fn convert_price(price: &str, rate: &str, included: bool, decimals: u32) -> String {
    text_api::convert_price(price, rate, included, decimals)
}

/// `5 Mar 2026` for `2026-03-05`; any other text is unchanged.
#[wasm_bindgen(js_name = dateLong)]
#[must_use]
pub fn format_long_date(date: &str) -> String {
    text_api::format_long_date(date)
}

/// The date `days` later; empty if the text is not a date or the result is beyond the calendar.
#[wasm_bindgen(js_name = plusDays)]
#[must_use]
pub fn add_days(date: &str, days: u32) -> String {
    text_api::add_days(date, days)
}

/// Why a document of this kind may not be sent with these dates, as a sentence; empty if it may.
///
/// # Errors
///
/// The kind is unknown.
#[wasm_bindgen(js_name = datesProblem)]
pub fn check_dates(
    #[wasm_bindgen(unchecked_param_type = "DocumentKind")] kind: &str,
    issue_date: &str,
    end_date: &str,
) -> Result<String, JsValue> {
    Ok(text_api::check_dates(parse_kind(kind)?, issue_date, end_date))
}

/// Equal instalments at equal intervals, the first with another amount if that is wanted.
///
/// # Errors
///
/// The field that is wrong, with the reason.
#[wasm_bindgen(js_name = planInstalments, unchecked_return_type = "Instalment[]")]
pub fn plan_instalments(
    whole: &str,
    count: &str,
    first: &str,
    #[wasm_bindgen(unchecked_param_type = "Repeat")] every: &str,
    first_amount: &str,
) -> JsResult {
    to_js_result(text_api::plan_instalments(whole, count, first, every, first_amount))
}

/// The sum of instalments as typed, and the errors in them: the dates and the amounts are two lists in the same order.
#[wasm_bindgen(js_name = judgeInstalments, unchecked_return_type = "InstalmentCheck")]
#[must_use]
pub fn check_instalments(whole: &str, issue_date: &str, dates: Vec<String>, amounts: Vec<String>) -> JsValue {
    to_js(&text_api::check_instalments(whole, issue_date, &dates, &amounts))
}

/// The decimal number in a typed or pasted text: `0.5` for `½`, `1200.50` for `£1,200.50`, empty if it is only half
/// typed. Undefined if it can't be read; then nothing is calculated.
#[wasm_bindgen(js_name = parseNumber)]
#[must_use]
pub fn parse_number(text: &str) -> Option<String> {
    typed_number::parse_number(text)
}

/// The same for a whole number of at least 0, such as a number of days.
#[wasm_bindgen(js_name = parseWholeNumber)]
#[must_use]
pub fn parse_whole_number(text: &str) -> Option<String> {
    typed_number::parse_whole_number(text)
}

/// The message below a field whose number can't be read, or isn't whole although it must be.
#[wasm_bindgen(js_name = numberErrorText)]
#[must_use]
pub fn number_error_text(whole: bool) -> String {
    let sentence = if whole { typed_number::NOT_A_WHOLE_NUMBER } else { typed_number::NOT_A_NUMBER };
    sentence.to_owned()
}

/// The sum of amounts in pounds; a text that is not an amount counts as 0.
#[wasm_bindgen(js_name = sumPounds)]
#[must_use]
pub fn sum_pounds(amounts: Vec<String>) -> String {
    text_api::sum_pounds(&amounts)
}

/// Whether a day, valid to its end, has passed on the day `today`; false for a text that is not a date.
#[wasm_bindgen(js_name = hasPassed)]
#[must_use]
pub fn has_passed(day: &str, today: &str) -> bool {
    text_api::has_passed(day, today)
}

/// The due date of something dated `date`, after `count` days, months or month ends; empty if the text is not a date or
/// the result is beyond the calendar.
#[wasm_bindgen(js_name = dueOn)]
#[must_use]
pub fn due_on(
    date: &str,
    count: u32,
    #[wasm_bindgen(unchecked_param_type = "DueUnit")] unit: &str,
) -> String {
    let unit = DueUnit::ALL.into_iter().find(|it| it.code() == unit);
    text_api::due_on(date, count, unit.unwrap_or_default())
}

/// Records a payment by the business for a document, given what was paid before and what is due, in pounds.
///
/// # Errors
///
/// The amount is not valid or is more than what is due, or `today` is not a date.
#[wasm_bindgen(js_name = recordPayment, unchecked_return_type = "RecordedPayment")]
pub fn record_payment(
    status: &str,
    due_date: &str,
    paid: &str,
    due: &str,
    amount: &str,
    today: &str,
) -> JsResult {
    let recorded = text_api::record_payment((status, due_date), (paid, due), amount, today);
    to_js_result(recorded)
}

/// The next payment for a plan, from the last day of its trial, the last day that is paid for, and the amounts of its
/// invoices, latest first.
#[wasm_bindgen(js_name = nextPlanPayment, unchecked_return_type = "NextPayment")]
#[must_use]
pub fn next_plan_payment(trial_to: &str, paid_to: &str, invoices: Vec<String>) -> JsValue {
    to_js(&text_api::next_plan_payment(trial_to, paid_to, &invoices))
}

/// `17.5%` for `17.50`; `0%` if it is not a number.
#[wasm_bindgen(js_name = percent)]
#[must_use]
pub fn format_percent(number: &str) -> String {
    text_api::format_percent(number)
}

/// `1.5` for `1.5000`; `0` if it is not a number.
#[wasm_bindgen(js_name = quantity)]
#[must_use]
pub fn format_quantity(number: &str) -> String {
    text_api::format_quantity(number)
}

/// `Labour: 3 hours at £45.00 per hour`.
///
/// # Errors
///
/// The unit is neither hours nor days.
#[wasm_bindgen(js_name = labourLine)]
pub fn format_labour_line(
    number: &str,
    rate: &str,
    #[wasm_bindgen(unchecked_param_type = "LabourUnit")] unit: &str,
) -> Result<String, JsValue> {
    let unit = match unit {
        "hours" => LabourUnit::Hours,
        "days" => LabourUnit::Days,
        other => {
            return Err(JsValue::from(format!("There is no unit of labour '{other}'.")));
        }
    };
    Ok(text_api::format_labour_line(number, rate, unit))
}

/// The strength meter.
#[wasm_bindgen(js_name = passwordStrength, unchecked_return_type = "StrengthReport")]
#[must_use]
pub fn measure_password_strength(password: &str) -> JsValue {
    to_js(&credentials::measure_strength(password))
}

/// The broken rules of the login form.
#[wasm_bindgen(js_name = login, unchecked_return_type = "FormError[]")]
#[must_use]
pub fn check_login(email: &str, password: &str) -> JsValue {
    to_js(&credentials::check_login(email, password))
}

/// The broken rules of the registration form.
#[wasm_bindgen(js_name = registration, unchecked_return_type = "FormError[]")]
#[must_use]
pub fn check_registration(name: &str, email: &str, password: &str, confirm: Option<String>) -> JsValue {
    to_js(&credentials::check_registration(name, email, password, confirm.as_deref()))
}

/// The broken rules of the reset form.
#[wasm_bindgen(js_name = resetPassword, unchecked_return_type = "FormError[]")]
#[must_use]
pub fn check_password_reset(token: &str, new_password: &str, confirm: Option<String>) -> JsValue {
    to_js(&credentials::check_reset(token, new_password, confirm.as_deref()))
}

/// The broken rules of the verification form.
#[wasm_bindgen(js_name = verification, unchecked_return_type = "FormError[]")]
#[must_use]
pub fn check_verification(email: &str, code: &str) -> JsValue {
    to_js(&credentials::check_verification(email, code))
}

/// The broken rules of the resend button.
#[wasm_bindgen(js_name = resend, unchecked_return_type = "FormError[]")]
#[must_use]
pub fn check_resend(email: &str) -> JsValue {
    to_js(credentials::check_resend(email).as_slice())
}

/// The typed text as the code field accepts it: digits only, at most 6.
#[wasm_bindgen(js_name = codeDigits)]
#[must_use]
pub fn filter_code(typed: &str) -> String {
    credentials::filter_code(typed)
}

/// Whether the code is exactly 6 digits.
#[wasm_bindgen(js_name = isCode)]
#[must_use]
pub fn is_verification_code(code: &str) -> bool {
    credentials::is_verification_code(code)
}

/// Whether the text is an email address.
#[wasm_bindgen(js_name = isEmail)]
#[must_use]
pub fn is_email(text: &str) -> bool {
    credentials::is_email(text)
}

/// The broken rules of PIN set-up.
#[wasm_bindgen(js_name = pinSetup, unchecked_return_type = "FormError[]")]
#[must_use]
pub fn check_pin_setup(pin: &str, confirm: Option<String>) -> JsValue {
    to_js(&credentials::check_pin_setup(pin, confirm.as_deref()))
}

// Core's tidier: rough notes made into a job description.

/// Turns rough notes into a job description.
///
/// # Errors
///
/// The style is unknown.
#[wasm_bindgen(js_name = tidy)]
pub fn tidy_notes(
    notes: &str,
    #[wasm_bindgen(unchecked_param_type = "\"paragraph\" | \"bullets\"")] style: &str,
) -> Result<String, JsValue> {
    let style = DescriptionStyle::parse(style)
        .ok_or_else(|| JsValue::from(format!("There is no style '{style}'.")))?;
    Ok(tidy::tidy_notes(notes, style))
}
