//! When a registered business may deregister from VAT, and when it has outgrown a VAT scheme.
//!
//! Sources: Notice 700/11 (deregistration); Notices 731 and 733 (leaving cash accounting and the flat rate).

use super::finding::{Finding, Severity};
use super::record::Scheme;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::tax::vat_thresholds::VatThreshold;
use crate::time::Date;

/// A note that a registered business may deregister, if its expected sales in the next 12 months, without VAT and
/// without what doesn't count, are not above the deregistration threshold.
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
mod tests {
    use super::*;
    use crate::tax::vat_flat_rate::FlatRateSector;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn leaving_and_outgrowing() {
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
