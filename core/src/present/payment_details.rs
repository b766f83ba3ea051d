//! Which bank details a business's documents show while a change of them is waiting to take effect.
//!
//! Somebody who gets into an account must not be able to redirect the payments of open invoices before its owner
//! hears of it. So on invoices that were issued before it, a change takes effect after 48 hours; until then they show
//! the old details. So do invoices that are issued in those 48 hours, unless there were no details before: these show
//! the new details at once, and older invoices show them after 48 hours. Details that are removed disappear everywhere
//! at once: nobody must pay into a closed account, and a payment that goes nowhere can't be redirected.

use serde::{Deserialize, Serialize};

use super::{DetailRow, InstalmentRow, Instalments, PaymentRow, View};
use crate::calculate::instalments::{
    InstalmentPart, InstalmentSchedule, InstalmentState, build_schedule, schedule_amounts,
};
use crate::calculate::payments::Credits;
use crate::document::ConfirmationStatus;
use crate::document::parties::BusinessProfile;
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::present::public::PublicPayment;
use crate::status::{Badge, PaymentMethod, Tone};
use crate::time::Date;
use crate::time::text::{format_date_time, format_long_date, format_short_date};
use crate::time::wall_clock::WallClock;

/// How long a change of payment details is delayed, in milliseconds: 48 hours.
pub const COOLING_OFF_MS: i64 = 48 * 60 * 60 * 1_000;

/// For how many days after a change takes effect customers are informed of it.
pub const NOTICE_DAYS: u32 = 30;

/// The account for transfers. Unknown parts are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankAccount {
    /// The bank.
    pub bank_name: String,
    /// The account name.
    pub account_name: String,
    /// The account number.
    pub account_number: String,
    /// The sort code.
    pub sort_code: String,
}

/// Payment details: a bank account or a PayPal address.
pub trait PaymentDetails: Clone {
    /// Whether they are empty, so that nobody can pay with them.
    fn is_empty(&self) -> bool;
}

impl PaymentDetails for BankAccount {
    fn is_empty(&self) -> bool {
        self.account_number.trim().is_empty()
    }
}

/// A PayPal address.
impl PaymentDetails for String {
    fn is_empty(&self) -> bool {
        self.trim().is_empty()
    }
}

impl BankAccount {
    /// The bank account of a business profile.
    #[must_use]
    pub fn from_profile(profile: &BusinessProfile) -> Self {
        Self {
            bank_name: profile.bank_name.clone(),
            account_name: profile.account_name.clone(),
            account_number: profile.account_number.clone(),
            sort_code: profile.sort_code.clone(),
        }
    }

    /// Sets this bank account in a business profile.
    pub fn write_to(self, profile: &mut BusinessProfile) {
        profile.bank_name = self.bank_name;
        profile.account_name = self.account_name;
        profile.account_number = self.account_number;
        profile.sort_code = self.sort_code;
    }
}

/// A change of the details of one payment method, as it is stored. At most one change is waiting to take effect, the
/// newest: another change in the meantime restarts the 48 hours, with the same details before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DetailsChange<T> {
    /// When it was made, in milliseconds since the epoch.
    pub at: i64,
    /// The details until then.
    pub before: T,
    /// Whether it has taken effect.
    pub was_effective: bool,
}

/// The payment details that a document shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectiveDetails<T> {
    /// The details.
    pub details: T,
    /// When it will show other details, in milliseconds since the epoch; `None` if no change is waiting.
    pub until: Option<i64>,
    /// When these details were entered; `None` if no customer can know any others.
    pub changed: Option<i64>,
}

/// When a change made at `at` takes effect; both in milliseconds since the epoch.
#[must_use]
pub fn effective_from(at: i64) -> i64 {
    at.saturating_add(COOLING_OFF_MS)
}

/// Whether a change made at `at` has taken effect at `now`; both in milliseconds since the epoch.
#[must_use]
pub fn is_effective(at: i64, now: i64) -> bool {
    now >= effective_from(at)
}

/// The details shown by a document that was first issued at `issued` (milliseconds since the epoch; `None` for a draft,
/// which is treated as issued now). `changes` are the last two changes, newest first, and `newest` are the details that
/// the business entered last.
#[must_use]
pub fn find_effective_details<T: PaymentDetails>(
    changes: &[DetailsChange<T>],
    newest: &T,
    issued: Option<i64>,
) -> EffectiveDetails<T> {
    let waiting = changes.first().filter(|change| !change.was_effective);
    let waits = |change: &&DetailsChange<T>| {
        let is_first = change.before.is_empty();
        let is_after = issued.is_none_or(|issued| issued >= change.at);
        !newest.is_empty() && (!is_first || !is_after)
    };
    let Some(change) = waiting.filter(waits) else {
        // The change that brought the current details. The very first details are news to a customer who received the
        // document before.
        let brought = changes.first().filter(|_| !newest.is_empty());
        return EffectiveDetails {
            details: newest.clone(),
            until: None,
            changed: brought
                .filter(|change| change.was_effective && is_new_to_customer(change, issued))
                .map(|change| change.at),
        };
    };
    let brought = changes.get(1).filter(|_| !change.before.is_empty());
    EffectiveDetails {
        details: change.before.clone(),
        until: Some(effective_from(change.at)),
        changed: brought.filter(|change| is_new_to_customer(change, issued)).map(|change| change.at),
    }
}

/// Whether a customer may know other details than those of a change: there were others before it, or the document was
/// issued without any.
fn is_new_to_customer<T: PaymentDetails>(change: &DetailsChange<T>, issued: Option<i64>) -> bool {
    !change.before.is_empty() || issued.is_some_and(|issued| issued < change.at)
}

/// A payment method whose details are delayed after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentRoute {
    /// A transfer to a bank account.
    Bank,
    /// PayPal.
    Paypal,
}

impl PaymentRoute {
    const fn label(self) -> &'static str {
        match self {
            Self::Bank => "bank",
            Self::Paypal => "PayPal",
        }
    }
}

/// Where a customer reads the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingMedium {
    /// On the customer's page, which always shows the current details.
    Page,
    /// On a printed document, which doesn't change any more.
    Print,
}

/// The notes for a customer on the day `today` about the payment details: until when they are valid, and since when.
/// `london` converts an instant to London time.
#[must_use]
pub fn build_notes<T: PaymentDetails>(
    effective_details: &EffectiveDetails<T>,
    payment_route: PaymentRoute,
    read_on: ReadingMedium,
    today: Date,
    london: impl Fn(i64) -> WallClock,
) -> Vec<String> {
    let word = payment_route.label();
    let changed = effective_details.changed.filter(|at| {
        let last = london(effective_from(*at)).date.plus_days(NOTICE_DAYS);
        last.is_none_or(|last| today <= last)
    });
    let changed = changed.map(|at| {
        let (day, payment_route) = (format_short_date(london(at).date), capitalise(word));
        format!("{payment_route} details changed on {day}.")
    });
    let until = effective_details.until.map(|at| {
        let at = format_date_time(london(at));
        if effective_details.details.is_empty() {
            let displayed = match read_on {
                ReadingMedium::Page => "here",
                ReadingMedium::Print => "on the invoice online",
            };
            return format!("The business has added {word} details. You’ll see them {displayed} from {at}.");
        }
        let look = match read_on {
            ReadingMedium::Page => "Check here again first.",
            ReadingMedium::Print => "Check the invoice online first.",
        };
        format!("These {word} details are valid until {at}. Paying later? {look}")
    });
    changed.into_iter().chain(until).collect()
}

fn capitalise(word: &str) -> String {
    let mut signs = word.chars();
    let first = signs.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(signs).collect()
}

// The payment history (docs/product.md, section 4, Payment confirmation).

/// The payments in the order in which they were made.
pub(super) fn build_rows(view: &View) -> Vec<PaymentRow> {
    let payments = view.document.payments.iter();
    payments.map(|paid| build_row(view, paid)).collect()
}

fn build_row(view: &View, payment: &PublicPayment) -> PaymentRow {
    let timed = view.is_account_document();
    let badge = match payment.confirmation_status {
        // On a credit note these are refunds: what the customer received.
        _ if view.kind == DocumentKind::CreditNote => Badge::new("refunded", "Refunded", Tone::Green),
        _ if payment.disputed => Badge::new("disputed", "Disputed", Tone::Amber),
        _ if payment.refunded > Pence::ZERO => {
            let back = format!("Refunded {}", format_gbp(payment.refunded));
            Badge::new("refunded", &back, Tone::Grey)
        }
        ConfirmationStatus::Confirmed => Badge::new("confirmed", "Confirmed", Tone::Green),
        ConfirmationStatus::Pending => Badge::new("pending", "Pending", Tone::Blue),
    };
    let pending = payment.confirmation_status == ConfirmationStatus::Pending;
    let method = PaymentMethod::parse(&payment.method);
    PaymentRow {
        id: payment.id.clone(),
        date: format_date(&payment.date, timed),
        // An unknown payment method is displayed as it is stored.
        method: method.map_or(payment.method.as_str(), |method| method.label()).into(),
        amount: format_gbp(payment.amount),
        badge,
        // The business's own payments are confirmed at once, and card payments are confirmed by the card provider.
        withdrawable: pending && method != Some(PaymentMethod::Stripe),
        note: String::new(),
    }
}

/// The date, with HH:mm on bills; a text that is not a date is unchanged.
fn format_date(text: &str, timed: bool) -> String {
    match text.parse::<WallClock>() {
        Ok(at) if timed => format_date_time(at),
        Ok(at) => format_short_date(at.date),
        Err(_) => text.into(),
    }
}

/// The state of the instalments; `None` if none were agreed.
pub(super) fn find_schedule(view: &View, today: Date) -> Option<InstalmentSchedule> {
    // The browser never presents instalments: an invoice that has them is read as the server presents it, which makes
    // the package for the browser smaller.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let fields = view.fields;
    if fields.instalments.is_empty() || !view.is_bill() {
        return None;
    }
    let credits = Credits {
        credited: fields.credited_amount,
        refunded: fields.refunded_amount,
        has_credit_notes: fields.credited_amount > Pence::ZERO,
    };
    let now = schedule_amounts(fields.amount_payable, credits, fields.paid_amount);
    Some(build_schedule(&fields.instalments, now, today))
}

/// The table of the instalments, with the dates in the format of public pages.
pub(super) fn build_table(instalment_schedule: &InstalmentSchedule) -> Instalments {
    let many = instalment_schedule.parts.len();
    let row = |(at, part): (usize, &InstalmentPart)| InstalmentRow {
        label: format!("{} of {many}", at + 1),
        date: format_short_date(part.date),
        amount: format_gbp(part.amount),
        badge: part.state.badge(),
        note: paid_label(part),
    };
    Instalments {
        rows: instalment_schedule.parts.iter().enumerate().map(row).collect(),
        note: instalment_schedule.says.clone(),
    }
}

/// How much of an instalment is paid, whatever the day.
fn paid_label(part: &InstalmentPart) -> String {
    let is_settled = matches!(part.state, InstalmentState::Paid | InstalmentState::Nothing);
    match part.paid {
        _ if is_settled => part.state.badge().label,
        Pence::ZERO => String::new(),
        paid => format!("{} of it is paid", format_gbp(paid)),
    }
}

/// Writes the dates with the month as text, as on documents.
pub(super) fn format_dates(view: &View, instalments: &mut Instalments) {
    for (row, agreed) in instalments.rows.iter_mut().zip(&view.fields.instalments) {
        row.date = format_long_date(agreed.date);
    }
}

/// Replaces the due date in the details with the number of instalments.
pub(super) fn replace_due_date(
    view: &View,
    rows: &mut [DetailRow],
    instalment_schedule: &InstalmentSchedule,
) {
    let label = view.kind.facts().end_title;
    for row in rows.iter_mut().filter(|row| row.label == label) {
        row.value = format!("In {} instalments", instalment_schedule.parts.len());
    }
}

/// `£240.00 of it is due now`, `£120.00 of it is due by 01/03/2027`.
pub(super) fn due_label(instalment_schedule: &InstalmentSchedule) -> String {
    let query = format_gbp(instalment_schedule.asked);
    match instalment_schedule.next {
        _ if instalment_schedule.due_now > Pence::ZERO => format!("{query} of it is due now"),
        Some(day) => format!("{query} of it is due by {}", format_short_date(day)),
        None => String::new(),
    }
}

/// The sentence for the customer about the overdue amount.
pub(super) fn overdue_label(instalment_schedule: &InstalmentSchedule) -> String {
    let day = instalment_schedule.next.map(format_short_date).unwrap_or_default();
    let amount = format_gbp(instalment_schedule.overdue);
    format!(
        "{amount} of this invoice was due on {day} and is now overdue. Please arrange payment as soon as possible."
    )
}

#[cfg(test)]
mod tests;
