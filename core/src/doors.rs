//! The doors to the document rules: what the WASM package offers beside [`crate::preview`], and what
//! the golden cases call natively. Values come in and go out typed.

use std::str::FromStr;

use rust_decimal::Decimal;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::calculate::instalments::{self, Instalment, Judged, Typed, Wish};
use crate::calculate::{mark_up, on_top, payments, totals};
use crate::document::{Document, LabourUnit};
use crate::error::{Failure, FieldError, RuleErrors};
use crate::kind::Kind;
use crate::list::documents::{self, ListCount, ListedDocuments};
use crate::list::expenses::{self, ListedExpenses};
use crate::money::number::Number;
use crate::money::text as money_text;
use crate::money::{Pence, round2};
use crate::plan::{self, NextPayment};
use crate::present::public::{self, Header, Parties, PublicDocument};
use crate::present::{self, Presentation, labour_text};
use crate::status::Badge;
use crate::status::invoice::InvoiceState;
use crate::status::quote::QuoteState;
use crate::time::due::DueUnit;
use crate::time::repeat::Repeat;
use crate::time::{Date, DateError, text as date_text};

/// A public answer as it is shown on the day `today` (`YYYY-MM-DD`).
///
/// # Errors
/// No quote and no invoice in it, or no date.
pub fn present(document: &PublicDocument, today: &str) -> Result<Presentation, Failure> {
    let today = date("today", today)?;
    present::present(document, today)
        .ok_or_else(|| Failure::Malformed("There is no quote and no invoice in this.".into()))
}

/// A draft as its customer will be shown it: the flat document of the HTTP body with its `kind`,
/// read as [`Header`] and as [`Document`], and its parties.
///
/// # Errors
/// No date, or the rules that the document breaks.
pub fn present_draft(
    header: &Header,
    document: &Document,
    parties: &Parties,
    today: &str,
) -> Result<Presentation, Failure> {
    let document = assemble(header, document, parties)?;
    Ok(present::in_renderer(present(&document, today)?, &document))
}

/// The public answer that a draft would give.
///
/// # Errors
/// The rules that the document breaks.
pub fn assemble(
    header: &Header,
    document: &Document,
    parties: &Parties,
) -> Result<PublicDocument, Failure> {
    let totals = totals::calculate(document)?;
    Ok(public::assemble(header, document, &totals, parties))
}

fn date(path: &str, text: &str) -> Result<Date, Failure> {
    text.parse().map_err(|error: DateError| {
        let msg = format!("This {error}.");
        Failure::Rules(RuleErrors::from(FieldError::new(path, error.code(), msg)))
    })
}

/// The badge of a quote on the day `today`; an expiry date that is none counts as none.
///
/// # Errors
/// `today` is no date.
pub fn quote_badge(status: &str, expiry_date: &str, today: &str) -> Result<Badge, Failure> {
    let quote = QuoteState::of(status, expiry_date.parse().ok());
    Ok(quote.badge(date("today", today)?))
}

/// The badge of an invoice on the day `today`, by its amount payable and what is confirmed
/// of it, in pounds.
///
/// # Errors
/// `today` is no date.
pub fn invoice_badge(
    status: &str,
    due_date: &str,
    payable: &str,
    paid: &str,
    today: &str,
) -> Result<Badge, Failure> {
    let due_date = due_date.parse().ok();
    let invoice = InvoiceState::of(status, due_date, pence(payable), pence(paid));
    Ok(invoice.badge(date("today", today)?))
}

/// What a list of documents that a device holds has on the day `today`. A request is JSON: of thousands of rows its text
/// crosses many times as fast as its value.
///
/// # Errors
/// The request cannot be read; `today` is no date.
pub fn list_documents(kind: Kind, request: &str, today: &str) -> Result<ListedDocuments, Failure> {
    let request = list_request(request)?;
    Ok(documents::list_documents(
        kind,
        &request,
        date("today", today)?,
    ))
}

/// How many documents all and each of the lists of a kind have of the same request.
///
/// # Errors
/// As [`list_documents`].
pub fn count_documents(kind: Kind, request: &str, today: &str) -> Result<Vec<ListCount>, Failure> {
    let request = list_request(request)?;
    Ok(documents::count_documents(
        kind,
        &request,
        date("today", today)?,
    ))
}

/// What a list of expenses that a device holds has.
///
/// # Errors
/// The request cannot be read.
pub fn list_expenses(request: &str) -> Result<ListedExpenses, Failure> {
    Ok(expenses::list_expenses(&list_request(request)?))
}

/// Reads what the web app itself wrote: nobody needs the path of what is wrong in it, whose reader is large.
fn list_request<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|_| Failure::Malformed("This asks for no list.".into()))
}

/// `£1,234.50` of a decimal string; `£0.00` of anything else.
#[must_use]
pub fn gbp(amount: &str) -> String {
    money_text::gbp(round2(decimal(amount)))
}

/// A unit price: as [`gbp`], with the third and fourth decimal where it has them: `£4.255`.
#[must_use]
pub fn price(each: &str) -> String {
    money_text::price(decimal(each))
}

/// The price of what cost `cost` without VAT, with a mark-up of `percent`, as a decimal string; empty where there
/// is none. With a VAT rate it is a price that includes VAT.
#[must_use]
pub fn price_with_mark_up(cost: &str, percent: &str, vat_rate: Option<&str>) -> String {
    let price = of_both(cost, percent, mark_up::price);
    shown_number(match vat_rate {
        None => price,
        Some(rate) => price.and_then(|price| mark_up::with_vat(price, given(rate)?)),
    })
}

/// The mark-up in `price` over `cost`, in per cent, as a decimal string; empty where there is none. With a VAT rate
/// the price is one that includes VAT, which is no part of the mark-up.
#[must_use]
pub fn mark_up_in(cost: &str, price: &str, vat_rate: Option<&str>) -> String {
    let of = |cost, price| match vat_rate {
        None => mark_up::percent(cost, price),
        Some(rate) => mark_up::percent(cost, mark_up::without_vat(price, given(rate)?)?),
    };
    shown_number(of_both(cost, price, of))
}

/// A price as typed with VAT at `rate` per cent put on it, or taken out of it where it is `included`: what turning
/// the switch on a draft makes of a price that shall stay what the customer pays (docs/rules.md, section 8). It has as many
/// decimals as it takes, from 2 to `decimals`: a price can have 4, a labour rate and a fixed discount 2. Empty where
/// there is none.
#[must_use]
pub fn price_turned(price: &str, rate: &str, included: bool, decimals: u32) -> String {
    let turn = if included {
        on_top::take_out_vat
    } else {
        on_top::add_vat
    };
    let turned = given(price)
        .zip(given(rate))
        .and_then(|(price, rate)| turn(price, rate, decimals));
    shown_number(turned)
}

/// A number that was typed; nothing counts as 0.
fn given(text: &str) -> Option<Decimal> {
    match Number::from_text(text) {
        Number::Value(value) => Some(value),
        Number::Empty => Some(Decimal::ZERO),
        _ => None,
    }
}

fn of_both(
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

fn shown_number(found: Option<Decimal>) -> String {
    found.map_or_else(String::new, |found| found.to_string())
}

/// `5 Mar 2026` of `2026-03-05`; another text as it is.
#[must_use]
pub fn date_long(date: &str) -> String {
    shown(date, date_text::date_long)
}

/// `05/03/2026 14:07` of `2026-03-05T14:07`; another text as it is.
#[must_use]
pub fn date_time(at: &str) -> String {
    shown(at, date_text::date_time)
}

/// The date so many days later; empty when the text is no date or the day is beyond the calendar.
#[must_use]
pub fn plus_days(date: &str, days: u32) -> String {
    let date: Option<Date> = date.parse().ok();
    let later = date.and_then(|date| date.plus_days(days));
    later.map(|date| date.to_string()).unwrap_or_default()
}

/// Why a document of this kind may not be sent with these dates, as a sentence; empty when it may. A
/// date that is only half typed counts as none.
#[must_use]
pub fn dates_problem(kind: Kind, issue_date: &str, end_date: &str) -> String {
    let problem = kind.ends_too_early(issue_date.parse().ok(), end_date.parse().ok());
    problem.map(|error| error.msg).unwrap_or_default()
}

/// The instalments of an amount: how many, from which day on, how often, and what the first is where it
/// is not as much as the others.
///
/// # Errors
/// What of it cannot be followed, by the field.
pub fn plan_instalments(
    whole: &str,
    count: &str,
    first: &str,
    every: &str,
    first_amount: &str,
) -> Result<Vec<Instalment>, Failure> {
    let found = Repeat::ALL.into_iter().find(|one| one.word() == every);
    let wish = Wish {
        whole,
        count,
        first,
        every: found.unwrap_or_default(),
        first_amount,
    };
    instalments::plan(&wish).map_err(|error| Failure::Rules(error.into()))
}

/// What instalments that are typed come to, and what is wrong with them: the days and the amounts, each
/// beside the other.
#[must_use]
pub fn judge_instalments(
    whole: &str,
    issue_date: &str,
    dates: &[String],
    amounts: &[String],
) -> Judged {
    let whole = pence(whole);
    let typed = dates.iter().zip(amounts);
    let typed: Vec<Typed> = typed
        .map(|(date, amount)| Typed {
            date: date.clone(),
            amount: Number::from_text(amount),
        })
        .collect();
    instalments::look(&typed, whole, issue_date.parse().ok())
}

/// The sum of amounts in pounds, as a decimal string; what is no amount counts as nothing.
#[must_use]
pub fn sum_pounds(amounts: &[String]) -> String {
    let amounts = amounts.iter().map(|amount| pence(amount));
    amounts.sum::<Pence>().to_string()
}

/// Whether a day, valid through its end, has passed on the day `today`; what is no day has not.
#[must_use]
pub fn has_passed(day: &str, today: &str) -> bool {
    let days: Option<(Date, Date)> = day.parse().ok().zip(today.parse().ok());
    days.is_some_and(|(day, today)| day.has_passed(today))
}

/// When what is dated so is due after `count` days, months or month ends; empty where the text is no date or the day is
/// beyond the calendar.
#[must_use]
pub fn due_on(date: &str, count: u32, unit: DueUnit) -> String {
    let date: Option<Date> = date.parse().ok();
    let due = date.and_then(|date| unit.due(date, count));
    due.map(|due| due.to_string()).unwrap_or_default()
}

/// A payment that the business recorded where no server could be asked, and what its document then comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecordedPayment {
    /// Pounds that were paid.
    pub amount: Pence,
    /// Pounds that were paid in all.
    pub paid_amount: Pence,
    /// Pounds that are left to pay.
    pub balance_due: Pence,
    /// The badge of an invoice.
    pub display_status: Badge,
}

/// Records a payment of a document of which so much was paid and so much is due, in pounds.
///
/// # Errors
/// The amount is none, or more than what is due; `today` is no date.
pub fn record_payment(
    (status, due_date): (&str, &str),
    (paid, due): (&str, &str),
    amount: &str,
    today: &str,
) -> Result<RecordedPayment, Failure> {
    let refused = |error: FieldError| Failure::Rules(error.into());
    let (paid, due) = (pence(paid), pence(due));
    let amount = payments::check_amount(&Number::from_text(amount)).map_err(refused)?;
    payments::check_due(amount, due).map_err(refused)?;
    let (paid_amount, balance_due) = (paid + amount, due - amount);
    let payable = paid_amount + balance_due;
    let invoice = InvoiceState::of(status, due_date.parse().ok(), payable, paid_amount);
    Ok(RecordedPayment {
        amount,
        paid_amount,
        balance_due,
        display_status: invoice.badge(date("today", today)?),
    })
}

/// The next payment of a plan of the service, by the days to which its trial and what is paid for last, and what each of
/// its invoices came to, the latest first.
#[must_use]
pub fn next_plan_payment(trial_to: &str, paid_to: &str, invoices: &[String]) -> NextPayment {
    let invoices: Vec<Pence> = invoices.iter().map(|amount| pence(amount)).collect();
    plan::next_payment(trial_to.parse().ok(), paid_to.parse().ok(), &invoices)
}

/// The amount of a text; nothing of one that is none.
fn pence(pounds: &str) -> Pence {
    Number::from_text(pounds).to_pence().unwrap_or_default()
}

/// `17.5%` of `17.50`; `0%` of no number.
#[must_use]
pub fn percent(number: &str) -> String {
    money_text::percent(decimal(number))
}

/// `1.5` of `1.5000`; `0` of no number.
#[must_use]
pub fn quantity(number: &str) -> String {
    money_text::quantity(decimal(number))
}

/// `Labour: 3 hours at £45.00 per hour`.
#[must_use]
pub fn labour_line(number: &str, rate: &str, unit: LabourUnit) -> String {
    labour_text::line(decimal(number), decimal(rate), unit)
}

/// The number of a text; 0 of one that is none.
fn decimal(text: &str) -> Decimal {
    Number::from_text(text).value()
}

/// A day or a time as it is shown; a text that is neither as it is.
fn shown<T: FromStr>(text: &str, show: fn(T) -> String) -> String {
    text.parse().map_or_else(|_| text.into(), show)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_document_is_refused_with_a_sentence() {
        let none = present(&PublicDocument::default(), "2026-03-05").unwrap_err();
        let said = "There is no quote and no invoice in this.";
        assert_eq!(none.body().message, said);
    }

    #[test]
    fn what_asks_for_no_list_is_refused() {
        for text in ["", r#"{"rows":[{"totalAmount":"ten"}]}"#] {
            let refused = list_documents(Kind::Quote, text, "2026-11-16").unwrap_err();
            assert!(matches!(refused, Failure::Malformed(_)), "{text}");
        }
        assert!(list_expenses("{").is_err());
    }

    #[test]
    fn a_day_that_is_none_is_named() {
        let bodies = [
            quote_badge("sent", "", "soon").unwrap_err().body(),
            invoice_badge("sent", "", "1", "0", "soon")
                .unwrap_err()
                .body(),
            present(&PublicDocument::default(), "soon")
                .unwrap_err()
                .body(),
        ];
        for body in bodies {
            assert_eq!(body.errors[0].path, "today");
        }
    }

    #[test]
    fn a_text_that_is_no_date_stays_as_it_is() {
        for door in [date_long, date_time] {
            assert_eq!(door("soon"), "soon");
        }
        assert_eq!(date_long("2026-03-05"), "5 Mar 2026");
        assert_eq!(date_time("2026-03-05T14:07"), "05/03/2026 14:07");
        assert_eq!(plus_days("2026-02-27", 2), "2026-03-01");
        assert_eq!(plus_days("soon", 2), "");
    }

    #[test]
    fn a_text_amount_shows_as_pounds_and_a_non_number_as_nothing() {
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
            assert_eq!(gbp(pounds), text, "{pounds:?}");
        }
    }

    #[test]
    fn a_mark_up_is_asked_for_by_texts() {
        assert_eq!(price_with_mark_up("700", "25", None), "875.00");
        assert_eq!(mark_up_in("700", "800", None), "14.3");
        // With VAT at 20 % in the price it is the same mark-up.
        assert_eq!(price_with_mark_up("700", "25", Some("20")), "1050.00");
        assert_eq!(mark_up_in("700", "960", Some("20")), "14.3");
        assert_eq!(mark_up_in("700", "800", Some("")), "14.3");
        assert_eq!(price_turned("0.83", "20", false, 4), "0.996");
        assert_eq!(price_turned("50", "20", true, 2), "41.67");
        assert_eq!(price_turned("x", "20", true, 4), "");
        for (one, two) in [("", "25"), ("7", ""), ("x", "25"), ("-7", "25")] {
            assert_eq!(price_with_mark_up(one, two, None), "", "{one} and {two}");
            assert_eq!(mark_up_in(one, two, None), "", "{one} and {two}");
        }
    }
}
