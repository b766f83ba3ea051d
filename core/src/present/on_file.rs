//! Which bank details a business's documents show while a change of them waits.
//!
//! Somebody who gets into an account must not be able to redirect the payments of open invoices before its owner
//! hears of it. So for invoices that were issued before it, a change counts only after 48 hours; until then they
//! show the old details. So do invoices that are issued meanwhile, except where there were no details before: these
//! show the new ones at once, and older invoices after 48 hours. Details that are removed disappear everywhere at
//! once: nobody must pay into a closed account, and a payment that goes nowhere can't be redirected.

use serde::{Deserialize, Serialize};

use crate::document::parties::BusinessProfile;
use crate::time::Date;
use crate::time::text::{date_short, date_time};
use crate::time::wall_clock::WallClock;

/// How long a change cools off, in milliseconds: 48 hours.
pub const COOLS_FOR: i64 = 48 * 60 * 60 * 1_000;

/// For how many days from the one on which it counts a change is told to customers.
pub const TOLD_FOR: u32 = 30;

/// Where a transfer goes. Empty texts where nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankAccount {
    /// The bank.
    pub bank_name: String,
    /// The account's name.
    pub account_name: String,
    /// The account's number.
    pub account_number: String,
    /// The sort code.
    pub sort_code: String,
}

/// Details that money follows.
pub trait Details: Clone {
    /// Whether no money can follow them.
    fn is_nothing(&self) -> bool;
}

impl Details for BankAccount {
    fn is_nothing(&self) -> bool {
        self.account_number.trim().is_empty()
    }
}

/// Where PayPal is paid.
impl Details for String {
    fn is_nothing(&self) -> bool {
        self.trim().is_empty()
    }
}

impl BankAccount {
    /// The one of a business.
    #[must_use]
    pub fn of(profile: &BusinessProfile) -> Self {
        Self {
            bank_name: profile.bank_name.clone(),
            account_name: profile.account_name.clone(),
            account_number: profile.account_number.clone(),
            sort_code: profile.sort_code.clone(),
        }
    }

    /// Has a business name it.
    pub fn put_into(self, profile: &mut BusinessProfile) {
        profile.bank_name = self.bank_name;
        profile.account_name = self.account_name;
        profile.account_number = self.account_number;
        profile.sort_code = self.sort_code;
    }
}

/// A change of one way to be paid, as it is kept. Of those that have not counted yet there is one at most,
/// the newest: another change meanwhile begins its 48 hours anew, and keeps what was on file before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<T> {
    /// The instant, milliseconds since the epoch.
    pub at: i64,
    /// What was on file until then.
    pub before: T,
    /// Whether it counts by now.
    pub stood: bool,
}

/// What a document names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnFile<T> {
    /// The details.
    pub details: T,
    /// The instant from which it names others; none where no change of them waits.
    pub until: Option<i64>,
    /// The instant of the change that brought these; none where no customer could have known others.
    pub changed: Option<i64>,
}

/// The instant from which a change made at `at` counts, both milliseconds since the epoch.
#[must_use]
pub fn counts_from(at: i64) -> i64 {
    at.saturating_add(COOLS_FOR)
}

/// Whether a change made at `at` counts at `now`, both milliseconds since the epoch.
#[must_use]
pub fn counts(at: i64, now: i64) -> bool {
    now >= counts_from(at)
}

/// What a document names that was first issued at `issued` (milliseconds since the epoch; none of a draft,
/// which is as if it were issued now). `changes` are the last two, the newest first, and `newest` is what the
/// business has typed last.
#[must_use]
pub fn on_file<T: Details>(changes: &[Change<T>], newest: &T, issued: Option<i64>) -> OnFile<T> {
    let waiting = changes.first().filter(|change| !change.stood);
    let waits = |change: &&Change<T>| {
        let is_first = change.before.is_nothing();
        let is_after = issued.is_none_or(|issued| issued >= change.at);
        !newest.is_nothing() && (!is_first || !is_after)
    };
    let Some(change) = waiting.filter(waits) else {
        // What brought the details of now; the first of all are news to who had the document before.
        let brought = changes.first().filter(|_| !newest.is_nothing());
        return OnFile {
            details: newest.clone(),
            until: None,
            changed: brought
                .filter(|change| change.stood && is_news(change, issued))
                .map(|change| change.at),
        };
    };
    let brought = changes.get(1).filter(|_| !change.before.is_nothing());
    OnFile {
        details: change.before.clone(),
        until: Some(counts_from(change.at)),
        changed: brought
            .filter(|change| is_news(change, issued))
            .map(|change| change.at),
    }
}

/// Whether a customer may know other details than those that a change brought: there were others before it,
/// or the document was issued without any.
fn is_news<T: Details>(change: &Change<T>, issued: Option<i64>) -> bool {
    !change.before.is_nothing() || issued.is_some_and(|issued| issued < change.at)
}

/// One of the ways to be paid whose details cool off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidBy {
    /// A transfer to a bank account.
    Bank,
    /// PayPal.
    Paypal,
}

impl PaidBy {
    const fn word(self) -> &'static str {
        match self {
            Self::Bank => "bank",
            Self::Paypal => "PayPal",
        }
    }
}

/// Where a customer reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOn {
    /// The page behind the link, which is as of now whenever it is looked at.
    Page,
    /// Paper, which stays as it was made.
    Paper,
}

/// What a customer is told on the day `today` of the details that they pay into: until when they hold, and
/// since when. `london` is an instant on the wall clock there.
#[must_use]
pub fn notes<T: Details>(
    held: &OnFile<T>,
    way: PaidBy,
    read_on: ReadOn,
    today: Date,
    london: impl Fn(i64) -> WallClock,
) -> Vec<String> {
    let word = way.word();
    let changed = held.changed.filter(|at| {
        let last = london(counts_from(*at)).date.plus_days(TOLD_FOR);
        last.is_none_or(|last| today <= last)
    });
    let changed = changed.map(|at| {
        let (day, way) = (date_short(london(at).date), capital(word));
        format!("{way} details changed on {day}.")
    });
    let until = held.until.map(|at| {
        let at = date_time(london(at));
        if held.details.is_nothing() {
            let shown = match read_on {
                ReadOn::Page => "shown here",
                ReadOn::Paper => "on the invoice online",
            };
            return format!("The business added {word} details. They are {shown} from {at}.");
        }
        let look = match read_on {
            ReadOn::Page => "Look here again first.",
            ReadOn::Paper => "Look at the invoice online first.",
        };
        format!("These {word} details hold until {at}. Paying later? {look}")
    });
    changed.into_iter().chain(until).collect()
}

fn capital(word: &str) -> String {
    let mut signs = word.chars();
    let first = signs.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(signs).collect()
}

#[cfg(test)]
mod tests;
