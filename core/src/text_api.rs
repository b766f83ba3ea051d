//! The document rules with texts as input and output: what the WASM package offers in addition to [`crate::preview`],
//! and what the golden cases call natively.

use std::str::FromStr;

use rust_decimal::Decimal;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::calculate::instalments::{
    self, Instalment, InstalmentCheck, InstalmentPlanRequest, TypedInstalment,
};
use crate::calculate::{margin, payments, totals, vat_conversion};
use crate::document::{Document, LabourUnit};
use crate::error::{FieldError, InputError, RuleErrors};
use crate::kind::DocumentKind;
use crate::list::documents::{self, ListCount, ListedDocuments};
use crate::list::expenses::{self, ListedExpenses};
use crate::money::number::Number;
use crate::money::{Pence, round2, text as money_text};
use crate::plan::{self, NextPayment};
use crate::present::public::{self, DocumentHeader, Parties, PublicDocument};
use crate::present::{self, Presentation, lines};
use crate::status::Badge;
use crate::status::invoice::InvoiceState;
use crate::status::quote::QuoteState;
use crate::time::due::DueUnit;
use crate::time::repeat::Repeat;
use crate::time::{Date, DateError, text as date_text};

/// A public response as shown on the day `today` (`YYYY-MM-DD`).
///
/// # Errors
/// The response contains no document, or `today` is not a date.
pub fn present(document: &PublicDocument, today: &str) -> Result<Presentation, InputError> {
    let today = date("today", today)?;
    present::present(document, today)
        .ok_or_else(|| InputError::Malformed("There is no quote and no invoice in this.".into()))
}

/// A draft as the customer will see it: the flat document of the HTTP body with its `kind`, read as [`DocumentHeader`]
/// and as [`Document`], and its parties.
///
/// # Errors
/// `today` is not a date, or the document breaks rules.
pub fn present_draft(
    header: &DocumentHeader,
    document: &Document,
    parties: &Parties,
    today: &str,
) -> Result<Presentation, InputError> {
    let document = assemble_draft(header, document, parties)?;
    Ok(present::format_for_renderer(present(&document, today)?, &document))
}

/// The public response that a draft would have.
///
/// # Errors
/// The rules that the document breaks.
pub fn assemble_draft(
    header: &DocumentHeader,
    document: &Document,
    parties: &Parties,
) -> Result<PublicDocument, InputError> {
    let totals = totals::calculate(document)?;
    Ok(public::assemble_public_document(header, document, &totals, parties))
}

fn date(path: &str, text: &str) -> Result<Date, InputError> {
    text.parse().map_err(|error: DateError| {
        let msg = format!("This {error}.");
        InputError::Rules(RuleErrors::from(FieldError::new(path, error.code(), msg)))
    })
}

/// The badge of a quote on the day `today`; an expiry date that is not a date counts as missing.
///
/// # Errors
/// `today` is not a date.
pub fn build_quote_badge(status: &str, expiry_date: &str, today: &str) -> Result<Badge, InputError> {
    let quote = QuoteState::new(status, expiry_date.parse().ok());
    Ok(quote.badge(date("today", today)?))
}

/// The badge of an invoice on the day `today`, from its amount payable and its confirmed payments, in pounds.
///
/// # Errors
/// `today` is not a date.
pub fn build_invoice_badge(
    status: &str,
    due_date: &str,
    payable: &str,
    paid: &str,
    today: &str,
) -> Result<Badge, InputError> {
    let due_date = due_date.parse().ok();
    let invoice = InvoiceState::new(status, due_date, pence(payable), pence(paid));
    Ok(invoice.badge(date("today", today)?))
}

/// The content of a list of documents that a device stores, on the day `today`. The request is JSON text: with
/// thousands of rows, text is passed to WASM many times as fast as values.
///
/// # Errors
/// The request cannot be read, or `today` is not a date.
pub fn list_documents(kind: DocumentKind, request: &str, today: &str) -> Result<ListedDocuments, InputError> {
    let request = list_request(request)?;
    Ok(documents::list_documents(kind, &request, date("today", today)?))
}

/// The number of documents of a kind, and in each of its lists, for the same request.
///
/// # Errors
/// As for [`list_documents`].
pub fn count_documents(kind: DocumentKind, request: &str, today: &str) -> Result<Vec<ListCount>, InputError> {
    let request = list_request(request)?;
    Ok(documents::count_documents(kind, &request, date("today", today)?))
}

/// The content of a list of expenses that a device stores.
///
/// # Errors
/// The request cannot be read.
pub fn list_expenses(request: &str) -> Result<ListedExpenses, InputError> {
    Ok(expenses::list_expenses(&list_request(request)?))
}

/// Reads a request that the web app itself wrote. An error has no path: the code that finds it is large, and nobody
/// needs it here.
fn list_request<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    serde_json::from_str(text).map_err(|_| InputError::Malformed("This asks for no list.".into()))
}

/// `£1,234.50` for a decimal string; `£0.00` for anything else.
#[must_use]
pub fn format_gbp(amount: &str) -> String {
    money_text::format_gbp(round2(parse_decimal_or_zero(amount)))
}

/// A unit price: like [`format_gbp`], with the third and fourth decimal if it has them: `£4.255`.
#[must_use]
pub fn format_price(each: &str) -> String {
    money_text::format_price(parse_decimal_or_zero(each))
}

/// The price of something that costs `cost` without VAT, with a mark-up of `percent`, as a decimal string; empty if it
/// can't be calculated. With a VAT rate, the price includes VAT.
#[must_use]
pub fn calculate_price_with_mark_up(cost: &str, percent: &str, vat_rate: Option<&str>) -> String {
    let price = combine_numbers(cost, percent, margin::price_from_cost);
    format_number(match vat_rate {
        None => price,
        Some(rate) => price.and_then(|price| margin::add_vat(price, parse_or_zero(rate)?)),
    })
}

/// The mark-up of `price` over `cost` as a percentage, as a decimal string; empty if it can't be calculated. With a VAT
/// rate, the price includes VAT, which is not part of the mark-up.
#[must_use]
pub fn calculate_mark_up(cost: &str, price: &str, vat_rate: Option<&str>) -> String {
    let of = |cost, price| match vat_rate {
        None => margin::mark_up_percent(cost, price),
        Some(rate) => margin::mark_up_percent(cost, margin::remove_vat(price, parse_or_zero(rate)?)?),
    };
    format_number(combine_numbers(cost, price, of))
}

/// A price with VAT at `rate` per cent added, or removed if it is `included`: for switching a draft between prices with
/// and without VAT so that the customer pays the same (docs/rules.md, section 8). It has as many decimals as are
/// needed, from 2 to `decimals`: a price can have 4, a labour rate and a fixed discount 2. Empty if it can't be
/// calculated.
#[must_use]
pub fn convert_price(price: &str, rate: &str, included: bool, decimals: u32) -> String {
    let turn = if included { vat_conversion::remove_vat } else { vat_conversion::add_vat };
    let turned =
        parse_or_zero(price).zip(parse_or_zero(rate)).and_then(|(price, rate)| turn(price, rate, decimals));
    format_number(turned)
}

/// A typed number; an empty text is 0. `None` if it can't be read.
fn parse_or_zero(text: &str) -> Option<Decimal> {
    match Number::from_text(text) {
        Number::Value(value) => Some(value),
        Number::Empty => Some(Decimal::ZERO),
        _ => None,
    }
}

fn combine_numbers(
    one: &str,
    two: &str,
    of: impl Fn(Decimal, Decimal) -> Option<Decimal>,
) -> Option<Decimal> {
    let (one, two) = (Number::from_text(one), Number::from_text(two));
    let (Number::Value(one), Number::Value(two)) = (one, two) else {
        return None;
    };
    of(one, two)
}

fn format_number(found: Option<Decimal>) -> String {
    found.map_or_else(String::new, |found| found.to_string())
}

/// `5 Mar 2026` for `2026-03-05`; any other text is unchanged.
#[must_use]
pub fn format_long_date(date: &str) -> String {
    format_or_keep(date, date_text::format_long_date)
}

/// `05/03/2026 14:07` for `2026-03-05T14:07`; any other text is unchanged.
#[must_use]
pub fn format_date_time(at: &str) -> String {
    format_or_keep(at, date_text::format_date_time)
}

/// The date `days` later; empty if the text is not a date or the result is beyond the calendar.
#[must_use]
pub fn add_days(date: &str, days: u32) -> String {
    let date: Option<Date> = date.parse().ok();
    let later = date.and_then(|date| date.plus_days(days));
    later.map(|date| date.to_string()).unwrap_or_default()
}

/// Why a document of this kind may not be sent with these dates, as a sentence; empty if it may. A date that is only
/// half typed counts as missing.
#[must_use]
pub fn check_dates(kind: DocumentKind, issue_date: &str, end_date: &str) -> String {
    let problem = kind.check_dates(issue_date.parse().ok(), end_date.parse().ok());
    problem.map(|error| error.msg).unwrap_or_default()
}

/// The instalments of an amount: their number, the first day, the interval, and the first amount if it differs from the
/// others.
///
/// # Errors
/// The field that is wrong, with the reason.
pub fn plan_instalments(
    whole: &str,
    count: &str,
    first: &str,
    every: &str,
    first_amount: &str,
) -> Result<Vec<Instalment>, InputError> {
    let found = Repeat::ALL.into_iter().find(|one| one.code() == every);
    let wish =
        InstalmentPlanRequest { total: whole, count, first, every: found.unwrap_or_default(), first_amount };
    instalments::plan_instalments(&wish).map_err(|error| InputError::Rules(error.into()))
}

/// The sum of instalments as typed, and the errors in them: the dates and the amounts are two lists in the same order.
#[must_use]
pub fn check_instalments(
    whole: &str,
    issue_date: &str,
    dates: &[String],
    amounts: &[String],
) -> InstalmentCheck {
    let whole = pence(whole);
    let typed = dates.iter().zip(amounts);
    let typed: Vec<TypedInstalment> = typed
        .map(|(date, amount)| TypedInstalment { date: date.clone(), amount: Number::from_text(amount) })
        .collect();
    instalments::check_instalments(&typed, whole, issue_date.parse().ok())
}

/// The sum of amounts in pounds, as a decimal string; a text that is not an amount counts as 0.
#[must_use]
pub fn sum_pounds(amounts: &[String]) -> String {
    let amounts = amounts.iter().map(|amount| pence(amount));
    amounts.sum::<Pence>().to_string()
}

/// Whether a day, valid to its end, has passed on the day `today`; false for a text that is not a date.
#[must_use]
pub fn has_passed(day: &str, today: &str) -> bool {
    let days: Option<(Date, Date)> = day.parse().ok().zip(today.parse().ok());
    days.is_some_and(|(day, today)| day.has_passed(today))
}

/// The due date of something dated `date`, after `count` days, months or month ends; empty if the text is not a date or
/// the result is beyond the calendar.
#[must_use]
pub fn due_on(date: &str, count: u32, unit: DueUnit) -> String {
    let date: Option<Date> = date.parse().ok();
    let due = date.and_then(|date| unit.due_date(date, count));
    due.map(|due| due.to_string()).unwrap_or_default()
}

/// A payment that the business recorded on a device without signal, and the resulting state of its document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecordedPayment {
    /// The amount of the payment, in pounds.
    pub amount: Pence,
    /// The sum of all payments, in pounds.
    pub paid_amount: Pence,
    /// What is left to pay, in pounds.
    pub balance_due: Pence,
    /// The invoice's badge.
    pub display_status: Badge,
}

/// Records a payment for a document, given what was paid before and what is due, in pounds.
///
/// # Errors
/// The amount is not valid or is more than what is due, or `today` is not a date.
pub fn record_payment(
    (status, due_date): (&str, &str),
    (paid, due): (&str, &str),
    amount: &str,
    today: &str,
) -> Result<RecordedPayment, InputError> {
    let refused = |error: FieldError| InputError::Rules(error.into());
    let (paid, due) = (pence(paid), pence(due));
    let amount = payments::check_amount(&Number::from_text(amount)).map_err(refused)?;
    payments::check_due(amount, due).map_err(refused)?;
    let (paid_amount, balance_due) = (paid + amount, due - amount);
    let payable = paid_amount + balance_due;
    let invoice = InvoiceState::new(status, due_date.parse().ok(), payable, paid_amount);
    Ok(RecordedPayment {
        amount,
        paid_amount,
        balance_due,
        display_status: invoice.badge(date("today", today)?),
    })
}

/// The next payment for a plan of the service, from the last day of its trial, the last day that is paid for, and the
/// amounts of its invoices, latest first.
#[must_use]
pub fn next_plan_payment(trial_to: &str, paid_to: &str, invoices: &[String]) -> NextPayment {
    let invoices: Vec<Pence> = invoices.iter().map(|amount| pence(amount)).collect();
    plan::next_payment(trial_to.parse().ok(), paid_to.parse().ok(), &invoices)
}

/// The amount in a text; 0 if it is not an amount.
fn pence(pounds: &str) -> Pence {
    Number::from_text(pounds).to_pence().unwrap_or_default()
}

/// `17.5%` for `17.50`; `0%` if it is not a number.
#[must_use]
pub fn format_percent(number: &str) -> String {
    money_text::format_percent(parse_decimal_or_zero(number))
}

/// `1.5` for `1.5000`; `0` if it is not a number.
#[must_use]
pub fn format_quantity(number: &str) -> String {
    money_text::format_quantity(parse_decimal_or_zero(number))
}

/// `Labour: 3 hours at £45.00 per hour`.
#[must_use]
pub fn format_labour_line(number: &str, rate: &str, unit: LabourUnit) -> String {
    lines::format_line(parse_decimal_or_zero(number), parse_decimal_or_zero(rate), unit)
}

/// The number in a text; 0 if it is not a number.
fn parse_decimal_or_zero(text: &str) -> Decimal {
    Number::from_text(text).value()
}

/// A date or time formatted by `show`; a text that is neither is unchanged.
fn format_or_keep<T: FromStr>(text: &str, show: fn(T) -> String) -> String {
    text.parse().map_or_else(|_| text.into(), show)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_to_present_a_response_without_a_document() {
        let none = present(&PublicDocument::default(), "2026-03-05").unwrap_err();
        let text = "There is no quote and no invoice in this.";
        assert_eq!(none.to_body().message, text);
    }

    #[test]
    fn refuses_a_malformed_list_request() {
        for text in ["", r#"{"rows":[{"totalAmount":"ten"}]}"#] {
            let refused = list_documents(DocumentKind::Quote, text, "2026-11-16").unwrap_err();
            assert!(matches!(refused, InputError::Malformed(_)), "{text}");
        }
        assert!(list_expenses("{").is_err());
    }

    #[test]
    fn names_an_invalid_date_argument() {
        let bodies = [
            build_quote_badge("sent", "", "soon").unwrap_err().to_body(),
            build_invoice_badge("sent", "", "1", "0", "soon").unwrap_err().to_body(),
            present(&PublicDocument::default(), "soon").unwrap_err().to_body(),
        ];
        for body in bodies {
            assert_eq!(body.errors[0].path, "today");
        }
    }

    #[test]
    fn a_text_that_is_no_date_stays_as_it_is() {
        for route in [format_long_date, format_date_time] {
            assert_eq!(route("soon"), "soon");
        }
        assert_eq!(format_long_date("2026-03-05"), "5 Mar 2026");
        assert_eq!(format_date_time("2026-03-05T14:07"), "05/03/2026 14:07");
        assert_eq!(add_days("2026-02-27", 2), "2026-03-01");
        assert_eq!(add_days("soon", 2), "");
    }

    #[test]
    fn formats_amounts_as_pounds_and_invalid_numbers_as_zero() {
        for (pounds, text) in [
            ("1234.5", "£1,234.50"),
            (" 12 ", "£12.00"),
            ("-5", "-£5.00"),
            ("0.005", "£0.01"),
            ("0.0049", "£0.00"),
            ("-0.005", "-£0.01"),
            ("2.675", "£2.68"),
            ("", "£0.00"),
            ("abc", "£0.00"),
            ("NaN", "£0.00"),
            ("1_000", "£0.00"),
            ("1,000", "£0.00"),
            ("1e3", "£1,000.00"),
            ("-", "£0.00"),
            ("--5", "£0.00"),
            ("1.2.3", "£0.00"),
            ("99999999999999999999999999999", "£0.00"),
        ] {
            assert_eq!(format_gbp(pounds), text, "{pounds:?}");
        }
    }

    #[test]
    fn calculates_a_mark_up_from_text_arguments() {
        assert_eq!(calculate_price_with_mark_up("700", "25", None), "875.00");
        assert_eq!(calculate_mark_up("700", "800", None), "14.3");
        // With VAT at 20 % in the price it is the same mark-up.
        assert_eq!(calculate_price_with_mark_up("700", "25", Some("20")), "1050.00");
        assert_eq!(calculate_mark_up("700", "960", Some("20")), "14.3");
        assert_eq!(calculate_mark_up("700", "800", Some("")), "14.3");
        assert_eq!(convert_price("0.83", "20", false, 4), "0.996");
        assert_eq!(convert_price("50", "20", true, 2), "41.67");
        assert_eq!(convert_price("x", "20", true, 4), "");
        for (one, two) in [("", "25"), ("7", ""), ("x", "25"), ("-7", "25")] {
            assert_eq!(calculate_price_with_mark_up(one, two, None), "", "{one} and {two}");
            assert_eq!(calculate_mark_up(one, two, None), "", "{one} and {two}");
        }
    }
}
