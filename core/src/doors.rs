//! The text doors to the document rules: what the WASM package offers beside
//! [`crate::json`], and what the golden cases call natively.
//!
//! Lists and objects cross as JSON text, single words as they are.

use serde::de::DeserializeOwned;

use crate::credentials::{self, Broken};
use crate::dates::Date;
use crate::document::LabourUnit;
use crate::error::{Failure, FieldError, RuleErrors};
use crate::invoice::{InvoiceState, InvoiceStatus};
use crate::json::{self, to_text};
use crate::money::Pence;
use crate::number::Number;
use crate::present;
use crate::public::{self, Header, Parties, PublicDocument};
use crate::quote::{QuoteState, QuoteStatus};
use crate::reader;
use crate::wall_clock::WallClock;
use crate::{format, labour_text, totals};

/// A public answer as it is shown on the day `today` (`YYYY-MM-DD`): [`present::Presentation`].
///
/// # Errors
/// The error body as JSON: malformed text, no quote or invoice in it, or no date.
pub fn present(document: &str, today: &str) -> Result<String, String> {
    let document = read(document);
    shown(document, today).map_err(|failure| failure.to_json())
}

/// A draft as its customer will be shown it: the flat document of the HTTP body with its
/// `kind`, and [`Parties`], as [`present::Presentation`].
///
/// # Errors
/// The error body as JSON: malformed text, no date, or the rules that the document breaks.
pub fn present_draft(document: &str, parties: &str, today: &str) -> Result<String, String> {
    let document = assembled(document, parties);
    shown(document, today).map_err(|failure| failure.to_json())
}

/// The public answer that a draft would give: [`PublicDocument`].
///
/// # Errors
/// As [`present_draft`].
pub fn assemble(document: &str, parties: &str) -> Result<String, String> {
    let answer = assembled(document, parties).map(|answer| to_text(&answer));
    answer.map_err(|failure| failure.to_json())
}

fn assembled(document: &str, parties: &str) -> Result<PublicDocument, Failure> {
    let header = Header::read(read(document)?);
    let header =
        header.ok_or_else(|| Failure::Malformed("The kind must be quote or invoice.".into()))?;
    let document = json::document(document)?;
    let totals = totals::calculate(&document)?;
    let parties: Parties = read(parties)?;
    Ok(public::assemble(&header, &document, &totals, &parties))
}

fn shown(document: Result<PublicDocument, Failure>, today: &str) -> Result<String, Failure> {
    let document = document?;
    let today = date("today", today)?;
    match present::present(&document, today) {
        Some(presentation) => Ok(to_text(&presentation)),
        None => Err(Failure::Malformed(
            "There is no quote and no invoice in this.".into(),
        )),
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    reader::read(text).map_err(|error| {
        Failure::Malformed(format!("This is not the JSON that was expected: {error}."))
    })
}

fn date(path: &str, text: &str) -> Result<Date, Failure> {
    text.parse().map_err(|error: crate::dates::DateError| {
        let msg = format!("This {error}.");
        Failure::Rules(RuleErrors::from(FieldError::new(path, error.code(), msg)))
    })
}

/// The badge of a quote on the day `today`; an expiry date that is none counts as none.
///
/// # Errors
/// The error body as JSON when `today` is no date.
pub fn quote_badge(status: &str, expiry_date: &str, today: &str) -> Result<String, String> {
    let today = date("today", today).map_err(|failure| failure.to_json())?;
    let quote = QuoteState {
        status: QuoteStatus::of(status),
        expiry_date: expiry_date.parse().ok(),
        accepted_date: None,
    };
    Ok(to_text(&quote.badge(today)))
}

/// The badge of an invoice on the day `today`, by its amount payable and what is confirmed
/// of it, in pounds.
///
/// # Errors
/// The error body as JSON when `today` is no date.
pub fn invoice_badge(
    status: &str,
    due_date: &str,
    payable: &str,
    paid: &str,
    today: &str,
) -> Result<String, String> {
    let today = date("today", today).map_err(|failure| failure.to_json())?;
    let invoice = InvoiceState {
        status: InvoiceStatus::of(status),
        due_date: due_date.parse().ok(),
        paid_date: None,
        amount_payable: Number::from_text(payable).to_pence().unwrap_or_default(),
        paid: Number::from_text(paid).to_pence().unwrap_or_default(),
        pending: Pence::ZERO,
        has_pending: false,
    };
    Ok(to_text(&invoice.badge(today)))
}

/// `£1,234.50` of a decimal string; `£0.00` of anything else.
#[must_use]
pub fn gbp(amount: &str) -> String {
    format::gbp_text(amount)
}

/// A unit price: as [`gbp`], with the third and fourth decimal where it has them: `£4.255`.
#[must_use]
pub fn price(each: &str) -> String {
    format::price(Number::from_text(each).value())
}

/// `05/03/2026` of `2026-03-05`; another text as it is.
#[must_use]
pub fn date_short(date: &str) -> String {
    date.parse()
        .map_or_else(|_| date.into(), format::date_short)
}

/// `5 Mar 2026` of `2026-03-05`; another text as it is.
#[must_use]
pub fn date_long(date: &str) -> String {
    date.parse().map_or_else(|_| date.into(), format::date_long)
}

/// `05/03/2026 14:07` of `2026-03-05T14:07`; another text as it is.
#[must_use]
pub fn date_time(at: &str) -> String {
    at.parse::<WallClock>()
        .map_or_else(|_| at.into(), format::date_time)
}

/// The date so many days later; empty when the text is no date or the day is beyond the calendar.
#[must_use]
pub fn plus_days(date: &str, days: u32) -> String {
    let later = date
        .parse()
        .ok()
        .and_then(|date: Date| date.plus_days(days));
    later.map(|date| date.to_string()).unwrap_or_default()
}

/// `17.5%` of `17.50`; `0%` of no number.
#[must_use]
pub fn percent(number: &str) -> String {
    format::percent(Number::from_text(number).value())
}

/// `1.5` of `1.5000`; `0` of no number.
#[must_use]
pub fn quantity(number: &str) -> String {
    format::quantity(Number::from_text(number).value())
}

/// `Labour: 3 hours at £45.00 per hour`; any unit but `days` is hours.
#[must_use]
pub fn labour_line(number: &str, rate: &str, unit: &str) -> String {
    let unit = if unit == "days" {
        LabourUnit::Days
    } else {
        LabourUnit::Hours
    };
    labour_text::line(
        Number::from_text(number).value(),
        Number::from_text(rate).value(),
        unit,
    )
}

/// The strength meter: [`credentials::StrengthReport`].
#[must_use]
pub fn password_strength(password: &str) -> String {
    to_text(&credentials::strength(password))
}

/// The broken rules of the login form: a list of [`Broken`].
#[must_use]
pub fn login(email: &str, password: &str) -> String {
    list(&credentials::login(email, password))
}

/// The broken rules of the registration form.
#[must_use]
pub fn registration(name: &str, email: &str, password: &str, confirm: Option<&str>) -> String {
    list(&credentials::registration(name, email, password, confirm))
}

/// The broken rules of the reset form.
#[must_use]
pub fn reset_password(token: &str, new_password: &str, confirm: Option<&str>) -> String {
    list(&credentials::reset(token, new_password, confirm))
}

/// The broken rules of the verification form.
#[must_use]
pub fn verification(email: &str, code: &str) -> String {
    list(&credentials::verification(email, code))
}

/// The broken rules of the resend button.
#[must_use]
pub fn resend(email: &str) -> String {
    list(credentials::resend(email).as_slice())
}

/// The broken rules of a PIN that is typed to log in.
#[must_use]
pub fn pin_shape(pin: &str) -> String {
    list(&credentials::pin_shape(pin))
}

/// The broken rules of PIN set-up.
#[must_use]
pub fn pin_setup(pin: &str, confirm: Option<&str>) -> String {
    list(&credentials::pin_setup(pin, confirm))
}

fn list(broken: &[Broken]) -> String {
    to_text(&broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_document_is_refused_with_a_sentence() {
        let message = |answer: Result<String, String>| {
            let body: serde_json::Value = serde_json::from_str(&answer.unwrap_err()).unwrap();
            body["message"].as_str().unwrap().to_owned()
        };
        let day = "2026-03-05";
        let none = "There is no quote and no invoice in this.";
        assert_eq!(message(present("{}", day)), none);
        let kind = "The kind must be quote or invoice.";
        assert_eq!(message(assemble("{}", "{}")), kind);
        assert_eq!(message(present_draft("{}", "{}", day)), kind);
        let json = "This is not the JSON that was expected: ";
        assert!(message(present("{", day)).starts_with(json));
        assert!(message(assemble(r#"{"kind":"quote"}"#, "[")).starts_with(json));
        for answer in [
            quote_badge("sent", "", "soon"),
            invoice_badge("sent", "", "1", "0", "soon"),
            present(r#"{"quote":{}}"#, "soon"),
        ] {
            let body = answer.unwrap_err();
            assert!(body.contains(r#""path":"today""#), "{body}");
        }
    }

    #[test]
    fn a_text_that_is_no_date_stays_as_it_is() {
        for door in [date_short, date_long, date_time] {
            assert_eq!(door("soon"), "soon");
        }
        assert_eq!(date_short("2026-03-05"), "05/03/2026");
        assert_eq!(date_long("2026-03-05"), "5 Mar 2026");
        assert_eq!(date_time("2026-03-05T14:07"), "05/03/2026 14:07");
        assert_eq!(plus_days("2026-02-27", 2), "2026-03-01");
        assert_eq!(plus_days("soon", 2), "");
    }
}
