//! Which bank details a business's documents show while a change of them is waiting to take effect.
//!
//! Somebody who gets into an account must not be able to redirect the payments of open invoices before its owner
//! hears of it. So on invoices that were issued before it, a change takes effect after 48 hours; until then they show
//! the old details. So do invoices that are issued in those 48 hours, unless there were no details before: these show
//! the new details at once, and older invoices show them after 48 hours. Details that are removed disappear everywhere
//! at once: nobody must pay into a closed account, and a payment that goes nowhere can't be redirected.

use serde::{Deserialize, Serialize};

use crate::document::parties::BusinessProfile;
use crate::time::Date;
use crate::time::text::{format_date_time, format_short_date};
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

#[cfg(test)]
mod tests;
