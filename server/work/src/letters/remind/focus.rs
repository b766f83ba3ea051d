//! What a reminder asks for: the whole document or, if an invoice is paid in instalments, one of them or what is
//! due by now.

use plumbline_core::kind::Asks;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use plumbline_records::documents::stored::Stored;

/// How much, until when, and of what.
pub(super) struct Focus {
    /// How much it asks for.
    pub amount: Pence,
    /// The day on which that is or was due.
    pub date: Option<Date>,
    /// `instalment 2 of 4`; empty where there are none.
    pub instalment: String,
}

impl Focus {
    /// What it asks for on the day `today`; `counted_from` is the day that a plan counted it from.
    pub fn of(stored: &Stored, counted_from: Option<Date>, today: Date) -> Self {
        let Some(standing) = stored.standing(today) else {
            let totals = &stored.totals;
            return Self {
                amount: match stored.kind.facts().asks {
                    Asks::Balance => totals.balance_due,
                    Asks::Deposit | Asks::Nothing => totals.total_amount,
                },
                date: stored.due_date(),
                instalment: String::new(),
            };
        };
        let mut parts = standing.parts.iter();
        let one = parts.find(|part| Some(part.date) == counted_from && part.open > Pence::ZERO);
        match one {
            Some(part) => Self {
                amount: part.open,
                date: Some(part.date),
                instalment: stored.instalment_of(counted_from).unwrap_or_default(),
            },
            None => Self {
                amount: standing.asked,
                date: standing.next,
                instalment: standing.asked_of(),
            },
        }
    }
}

/// Whether the instalment that a reminder is of has been paid since it was planned.
pub(super) fn is_paid(stored: &Stored, counted_from: Option<Date>) -> bool {
    stored.instalment_of(counted_from).is_some()
        && !stored
            .open_days()
            .iter()
            .any(|day| Some(*day) == counted_from)
}
