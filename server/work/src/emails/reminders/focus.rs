//! What a reminder asks for: the whole document or, if an invoice is paid in instalments, one of them or what is
//! due by now.

use plumbline_core::kind::RequestedPayment;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use plumbline_records::documents::stored::StoredDocument;

/// What a reminder asks for: how much, until when, and for which instalment.
pub(super) struct ReminderFocus {
    /// The amount that it asks for.
    pub amount: Pence,
    /// The day on which that amount is or was due.
    pub date: Option<Date>,
    /// `instalment 2 of 4`; empty if the document has no instalments.
    pub instalment: String,
}

impl ReminderFocus {
    /// What a reminder asks for on the day `today`; `counted_from` is the day from which a plan counted it.
    pub fn for_document(stored: &StoredDocument, counted_from: Option<Date>, today: Date) -> Self {
        let Some(instalment_schedule) = stored.instalment_schedule(today) else {
            let totals = &stored.totals;
            return Self {
                amount: match stored.kind.facts().asks {
                    RequestedPayment::Balance => totals.balance_due,
                    RequestedPayment::Deposit | RequestedPayment::Nothing => totals.total_amount,
                },
                date: stored.due_date(),
                instalment: String::new(),
            };
        };
        let mut parts = instalment_schedule.parts.iter();
        let one = parts.find(|part| Some(part.date) == counted_from && part.open > Pence::ZERO);
        match one {
            Some(part) => Self {
                amount: part.open,
                date: Some(part.date),
                instalment: stored.instalment_label(counted_from).unwrap_or_default(),
            },
            None => Self {
                amount: instalment_schedule.asked,
                date: instalment_schedule.next,
                instalment: instalment_schedule.due_label(),
            },
        }
    }
}

/// Whether the instalment that a reminder is about has been paid since it was planned.
pub(super) fn is_instalment_paid(stored: &StoredDocument, counted_from: Option<Date>) -> bool {
    stored.instalment_label(counted_from).is_some()
        && !stored.open_instalment_days().iter().any(|day| Some(*day) == counted_from)
}
