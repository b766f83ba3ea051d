//! Sentences of a certificate for special cases: there was no signal, the quote had been changed in the meantime, or
//! the business recorded what its customer had said.

use crate::documents::store::acceptances::AcceptanceRow;
use plumbline_platform::clock::{DEVICE_LEEWAY, format_london_date_time, format_london_time, london_date};

/// When an offline signature was made and when it arrived; `None` if the device was online.
#[must_use]
pub fn without_signal_text(row: &AcceptanceRow) -> Option<String> {
    let (signed, received) = (row.signed_at?, row.received_at?);
    let (signed_at, received_at) = (format_london_date_time(signed), format_london_date_time(received));
    let is_out = signed.abs_diff(row.accepted_at) > DEVICE_LEEWAY.unsigned_abs();
    Some(if is_out {
        format!(
            "Signed without signal. The device’s clock was wrong: it said {signed_at}, so we’ve used \
             the time we received it: {received_at}."
        )
    } else {
        format!("Signed without signal at {signed_at} by the device’s clock, received {received_at}.")
    })
}

/// Which version was signed, and that later changes were not agreed to; `None` if there are no later changes.
#[must_use]
pub fn earlier_version_text(row: &AcceptanceRow) -> Option<String> {
    let (signed, changed) = (row.signed_version_at?, row.changed_at?);
    let name = row.name.as_deref().unwrap_or("The customer");
    let when = match london_date(signed) == london_date(changed) {
        true => format!("at {}", format_london_time(changed)),
        false => format!("on {}", format_london_date_time(changed)),
    };
    let not_agreed = match row.changes {
        None | Some(1) => format!("It doesn’t include the change made {when}."),
        Some(many) => format!("It doesn’t include the {many} later changes, the last {when}."),
    };
    Some(format!("{name} signed the version from {}. {not_agreed}", format_london_date_time(signed)))
}

/// How the customer agreed, and who recorded it when; `None` if they accepted it themselves.
#[must_use]
pub fn recorded_text(row: &AcceptanceRow) -> Option<String> {
    let method = row.way?.text();
    let by = row.recorded_by.as_deref().unwrap_or_default();
    let at = format_london_date_time(row.accepted_at);
    Some(format!("Agreed {method}. Recorded by {by} on {at}."))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::documents::store::acceptances::AcceptanceMethod;
    use plumbline_platform::clock::{DAY, MINUTE};

    /// 24 Nov 2026, 12:03 in London.
    const SIGNED: i64 = 1_795_521_780_000;

    fn row() -> AcceptanceRow {
        AcceptanceRow {
            document_id: Uuid::nil().into(),
            version: 3,
            hash: String::new(),
            name: Some("Dave".into()),
            signature: None,
            options: "[]".into(),
            total: 0,
            choice: None,
            terms: String::new(),
            terms_accepted: false,
            accepted_at: SIGNED,
            london_time: String::new(),
            address: String::new(),
            user_agent: String::new(),
            witness: None,
            signed_at: Some(SIGNED),
            seal: None,
            received_at: Some(SIGNED + DAY),
            signed_version_at: Some(SIGNED),
            changed_at: Some(SIGNED + 127 * MINUTE),
            changes: Some(1),
            early_start: None,
            way: None,
            recorded_by: None,
            varied_number: None,
            chained_quote: None,
            chained_before: None,
        }
    }

    #[test]
    fn it_says_when_it_was_signed_and_when_that_came_in() {
        assert_eq!(
            without_signal_text(&row()).unwrap(),
            "Signed without signal at 24 Nov 2026, 12:03 by the device’s clock, received 25 Nov 2026, 12:03."
        );
        let wrong = AcceptanceRow { signed_at: Some(SIGNED - 365 * DAY), accepted_at: SIGNED + DAY, ..row() };
        assert_eq!(
            without_signal_text(&wrong).unwrap(),
            "Signed without signal. The device’s clock was wrong: it said 24 Nov 2025, 12:03, so \
             we’ve used the time we received it: 25 Nov 2026, 12:03."
        );
        let at_once = AcceptanceRow { signed_at: None, received_at: None, ..row() };
        assert_eq!(without_signal_text(&at_once), None);
    }

    #[test]
    fn it_says_how_the_customer_agreed_and_who_recorded_it() {
        assert_eq!(recorded_text(&row()), None);
        let by_phone = AcceptanceRow {
            way: Some(AcceptanceMethod::Phone),
            recorded_by: Some("Pat Taylor".into()),
            ..row()
        };
        assert_eq!(
            recorded_text(&by_phone).unwrap(),
            "Agreed by phone. Recorded by Pat Taylor on 24 Nov 2026, 12:03."
        );
    }

    #[test]
    fn it_says_which_version_was_signed_and_what_was_not_part_of_it() {
        assert_eq!(
            earlier_version_text(&row()).unwrap(),
            "Dave signed the version from 24 Nov 2026, 12:03. It doesn’t include the change made at 14:10."
        );
        let many = AcceptanceRow { changed_at: Some(SIGNED + DAY), changes: Some(3), name: None, ..row() };
        assert_eq!(
            earlier_version_text(&many).unwrap(),
            "The customer signed the version from 24 Nov 2026, 12:03. It doesn’t include the 3 later \
             changes, the last on 25 Nov 2026, 12:03."
        );
        let none = AcceptanceRow { signed_version_at: None, ..row() };
        assert_eq!(earlier_version_text(&none), None);
    }
}
