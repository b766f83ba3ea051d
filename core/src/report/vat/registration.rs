//! Whether a business is registered for VAT on a day, and what that means for a document.

use serde::{Deserialize, Serialize};

use super::advice::{Finding, Severity};
use super::record::Scheme;
use crate::document::{Treatment, VatGroup};
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::tax::vat_thresholds::VatThreshold;
use crate::time::Date;
use crate::time::text::format_long_date;

/// A business's VAT registration. Without a first day it is not registered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VatRegistration {
    /// The VAT number as typed; empty until HMRC has issued it.
    pub number: String,
    /// The first day: the effective date of registration.
    pub from: Option<Date>,
    /// The last day; `None` while it is registered.
    pub until: Option<Date>,
}

/// The type of a document, for VAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VatDocumentKind {
    /// A quote: nothing is due by it, so a problem that would prevent an invoice is only asked about.
    Quote,
    /// An invoice, which charges VAT.
    Invoice,
}

/// The facts about a document on which the registration decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargedDocument<'a> {
    /// The type. Credit notes are not checked: they have the treatment of their invoice.
    pub kind: VatDocumentKind,
    /// The issue date.
    pub issued: Date,
    /// The supply date, if it is known.
    pub supplied: Option<Date>,
    /// The tax point; `None` if it isn't known yet.
    pub tax_point: Option<Date>,
    /// The VAT groups.
    pub groups: &'a [VatGroup],
}

impl VatRegistration {
    /// The registration of a business of which only the number is known: with a number it counts as always registered,
    /// without one as not registered.
    #[must_use]
    pub fn from_number(number: &str) -> Self {
        let number = number.trim();
        Self { number: number.to_owned(), from: (!number.is_empty()).then_some(Date::FIRST), until: None }
    }

    /// Whether the business is registered on a day.
    #[must_use]
    pub fn is_registered_on(&self, day: Date) -> bool {
        self.from.is_some_and(|from| from <= day) && self.until.is_none_or(|until| day <= until)
    }

    /// The VAT treatment of a supply on this day that is not exempt: outside the scope if the business is not
    /// registered (Value Added Tax Act 1994, s. 4: VAT is charged by a taxable person).
    #[must_use]
    pub fn treatment_on(&self, day: Date) -> Treatment {
        if self.is_registered_on(day) { Treatment::Taxable } else { Treatment::OutsideScope }
    }

    /// The findings about a document, in the order in which they should be fixed.
    ///
    /// An unregistered business must not show VAT (Value Added Tax Act 1994, sch. 11, para. 5: it would be owed in any
    /// case), and a VAT invoice must contain the VAT number (VAT Regulations 1995, reg. 14). Whether work is taxed
    /// depends on the registration on the day on which it was done: not before the first day, whenever it is invoiced,
    /// and always up to the last (B J Rice & Associates v Customs and Excise [1996] STC 581; from memory).
    #[must_use]
    pub fn check_document(&self, document: &ChargedDocument<'_>) -> Vec<Finding> {
        let day = document.issued;
        if !document.has_vat() {
            return self.check_nothing_charged(document);
        }
        let mut found = Vec::new();
        if !self.is_registered_on(day) {
            let Some(done) = self.work_before_end(document) else {
                return vec![document.to_finding("vatTreatment", self.no_vat_reason(day))];
            };
            let message = format!(
                "Your VAT registration has ended. The work was done on {}, before then, so its VAT belongs in your \
                 last return.",
                format_long_date(done)
            );
            found.push(Finding::new(Severity::Ask, "supplyDate", "vat_ended", message).unconfirmed());
        }
        if self.number.trim().is_empty() {
            let result = (
                "vat_number_missing",
                "A VAT invoice must show your VAT number. Until you have it, put your prices up by the VAT but don’t \
                 show it; you can send a VAT invoice later."
                    .to_owned(),
            );
            found.push(document.to_finding("vatNumber", result));
        } else if let Some(text) = check_number(&self.number) {
            let weight = match text {
                NOT_A_VAT_NUMBER => document.severity(),
                _ => Severity::Ask,
            };
            found.push(Finding::new(weight, "vatNumber", "vat_number_form", text));
        }
        if let Some(done) = self.work_before_start(document) {
            let message = format!(
                "The work counts as done on {}, when you weren’t registered for VAT, so no VAT is due on it. Should \
                 this invoice charge VAT?",
                format_long_date(done)
            );
            let finding = Finding::new(Severity::Ask, "supplied", "vat_before_registration", message);
            // An invoice within 14 days makes the tax point; no source was read that the day of the work decides even
            // so.
            let is_read = document.tax_point.is_some_and(|point| !self.is_registered_on(point));
            found.push(if is_read { finding } else { finding.unconfirmed() });
        }
        found
    }

    /// The day of the work, if it was done before the registration began.
    fn work_before_start(&self, document: &ChargedDocument<'_>) -> Option<Date> {
        let done = document.supplied.into_iter().chain(document.tax_point).min()?;
        self.from.is_some_and(|from| done < from).then_some(done)
    }

    /// The day of the work, if it was done during the registration but invoiced after it.
    fn work_before_end(&self, document: &ChargedDocument<'_>) -> Option<Date> {
        let is_over = self.until.is_some_and(|until| until < document.issued);
        document.supplied.filter(|done| is_over && self.is_registered_on(*done))
    }

    /// The question if a registered business treats a document as outside the scope.
    fn check_nothing_charged(&self, document: &ChargedDocument<'_>) -> Vec<Finding> {
        let point = document.supplied.or(document.tax_point);
        let point = point.unwrap_or(document.issued);
        let is_outside = |group: &VatGroup| group.treatment == Treatment::OutsideScope;
        if !self.is_registered_on(point) || !document.groups.iter().any(is_outside) {
            return Vec::new();
        }
        let text = match self.is_registered_on(document.issued) {
            true => "You are registered for VAT, but this charges no VAT because it is outside the scope. Is that \
                     right?"
                .to_owned(),
            false => format!(
                "You were registered for VAT on {}, when the work was done, but this charges no VAT. Is that right?",
                format_long_date(point)
            ),
        };
        vec![Finding::new(Severity::Ask, "vatTreatment", "vat_not_charged", text)]
    }

    /// Why VAT can't be charged on a day without registration.
    fn no_vat_reason(&self, day: Date) -> (&'static str, String) {
        let text = format_long_date(day);
        match (self.from, self.until) {
            (None, _) => (
                "vat_not_registered",
                "You aren’t registered for VAT, so you can’t charge it. Set VAT to ‘No VAT’, or enter your \
                 registration."
                    .to_owned(),
            ),
            (Some(_), Some(until)) if until < day => (
                "vat_ended",
                format!(
                    "Your VAT registration ended on {}, so you can’t charge VAT on {text}.",
                    format_long_date(until)
                ),
            ),
            (Some(from), _) => (
                "vat_not_yet",
                format!(
                    "You are registered for VAT from {}, so you can’t charge VAT on {text}.",
                    format_long_date(from)
                ),
            ),
        }
    }
}

impl ChargedDocument<'_> {
    /// Whether the document charges VAT or leaves it to the customer. A rate of 0 charges nothing.
    #[must_use]
    pub fn has_vat(&self) -> bool {
        let shows = |group: &VatGroup| match group.treatment {
            Treatment::Taxable => !group.rate.0.is_zero() || group.vat != Pence::ZERO,
            Treatment::ReverseCharge => true,
            Treatment::Exempt | Treatment::OutsideScope => false,
        };
        self.groups.iter().any(shows)
    }

    /// A finding that prevents an invoice, but is only asked about for a quote.
    fn to_finding(&self, path: &str, (code, text): (&'static str, String)) -> Finding {
        Finding::new(self.severity(), path, code, text)
    }

    fn severity(&self) -> Severity {
        match self.kind {
            VatDocumentKind::Invoice => Severity::Refuse,
            VatDocumentKind::Quote => Severity::Ask,
        }
    }
}

const NOT_A_VAT_NUMBER: &str = "A VAT number has 9 digits, such as GB 123 4567 89. Please correct yours.";

const WRONG_CHECK_DIGITS: &str =
    "The last two digits of your VAT number don’t match the others. Please check it.";

const WRONG_CUSTOMER_CHECK_DIGITS: &str =
    "The last two digits of their VAT number don’t match the others. Please check it.";

/// The problem with a typed VAT number of the business: it has the wrong form, or its check digits are wrong. `None` if
/// it is right or empty.
#[must_use]
pub fn check_number(typed: &str) -> Option<&'static str> {
    if typed.trim().is_empty() || is_vat_number(typed) {
        return None;
    }
    let is_written_so = extract_digits(typed).is_some();
    Some(if is_written_so { WRONG_CHECK_DIGITS } else { NOT_A_VAT_NUMBER })
}

/// The same for a customer's number. Only a number in the form of the United Kingdom is checked, because other
/// countries have other forms.
#[must_use]
pub fn check_customer_number(typed: &str) -> Option<&'static str> {
    let is_written_so = extract_digits(typed).is_some();
    (is_written_so && !is_vat_number(typed)).then_some(WRONG_CUSTOMER_CHECK_DIGITS)
}

/// Whether a text is a VAT number of the United Kingdom: 9 digits, or 12 for a branch, perhaps after `GB` or `XI`. The
/// last two of the 9 digits complete the weighted sum of the others to a multiple of 97, or to 55 less (the check that
/// HMRC's numbers pass; from memory, so a number that fails is asked about and never refused).
#[must_use]
pub fn is_vat_number(typed: &str) -> bool {
    let Some(digits) = extract_digits(typed) else {
        return false;
    };
    let weighted = digits.iter().zip((2..=8).rev()).map(|(digit, by)| digit * by);
    let sum = weighted.sum::<u32>() + digits[7] * 10 + digits[8];
    sum.is_multiple_of(97) || (sum + 55).is_multiple_of(97)
}

/// The 9 or 12 digits of a text in the form of a VAT number, with or without separators; `None` for anything else.
fn extract_digits(typed: &str) -> Option<Vec<u32>> {
    let signs = typed.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '.'));
    let text = signs.collect::<String>().to_ascii_uppercase();
    let digits = text.strip_prefix("GB").or_else(|| text.strip_prefix("XI")).unwrap_or(&text);
    let is_written_so = [9, 12].contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let digit = |byte| u32::from(byte - b'0');
    is_written_so.then(|| digits.bytes().map(digit).collect())
}

/// A note that a registered business may deregister, if its expected sales in the next 12 months, without VAT and
/// without what doesn't count, are not above the deregistration threshold.
///
/// Source: Notice 700/11.
#[must_use]
pub fn check_deregistration(expected: Pence, today: Date) -> Option<Finding> {
    let most = VatThreshold::Deregister.find_amount(today)?;
    let text = format!(
        "If you expect your turnover to be {} or less in the next 12 months, you can ask HMRC to end your VAT \
         registration.",
        format_gbp(most.value)
    );
    let found = Finding::new(Severity::Note, "", "may_deregister", text);
    (expected <= most.value).then_some(found)
}

/// The schemes that a business has outgrown: cash accounting by its taxable turnover in the last 12 months without VAT,
/// the flat rate scheme by its whole turnover including VAT.
///
/// Sources: Notices 731 and 733.
#[must_use]
pub fn check_outgrown_schemes(scheme: &Scheme, taxable: Pence, with_vat: Pence, day: Date) -> Vec<Finding> {
    let check = |is_in: bool, turnover: Pence, most: VatThreshold, code, name: &str| {
        let most = most.find_amount(day).filter(|most| is_in && turnover > most.value)?;
        let text = format!(
            "Your last 12 months come to {}, above {}: you may have to leave {name}.",
            format_gbp(turnover),
            format_gbp(most.value)
        );
        Some(Finding::new(Severity::Ask, "schemes", code, text))
    };
    let is_flat = scheme.flat_rate.is_some();
    let cash = check(
        scheme.cash && !is_flat,
        taxable,
        VatThreshold::CashLeave,
        "outgrown_cash_accounting",
        "cash accounting",
    );
    let flat =
        check(is_flat, with_vat, VatThreshold::FlatRateLeave, "outgrown_flat_rate", "the flat rate scheme");
    cash.into_iter().chain(flat).collect()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod deregistration_tests {
    use super::*;
    use crate::tax::vat_flat_rate::FlatRateSector;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn suggests_deregistering_and_leaving_a_scheme_at_the_thresholds() {
        let today = day("2026-11-25");
        let code = |pence| check_deregistration(Pence(pence), today).map(|it| it.code);
        assert_eq!(code(8_800_000), Some("may_deregister"));
        assert_eq!(code(8_800_001), None);
        let codes = |cash, flat_rate, taxable: i64, gross: i64| {
            let scheme = Scheme { from: today, cash, flat_rate };
            let found = check_outgrown_schemes(&scheme, Pence(taxable), Pence(gross), today);
            found.into_iter().map(|it| it.code).collect::<Vec<_>>()
        };
        assert!(codes(true, None, 160_000_000, 0).is_empty());
        assert_eq!(codes(true, None, 160_000_001, 0), ["outgrown_cash_accounting"]);
        let building = Some(FlatRateSector::Building);
        assert!(codes(false, building, 0, 23_000_000).is_empty());
        assert_eq!(codes(true, building, 0, 23_000_001), ["outgrown_flat_rate"]);
        assert!(codes(false, None, 999_999_999, 999_999_999).is_empty());
    }
}
