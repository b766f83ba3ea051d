//! The expenses of an account that a row of a bank's file may be.

use std::collections::{BTreeMap, HashMap};

use plumbline_core::expense::ExpenseCategory;
use plumbline_core::time::Date;

use super::bank::BankLine;
use crate::expenses::store::bank::{ImportedLineState, ManualExpense};
use plumbline_platform::db::words;
use plumbline_platform::ids::sha256_hex;

/// How many days after an expense was entered by hand the bank may record its payment.
const DAYS_LATER_MAX: u32 = 5;
/// The fewest characters in a word by which two names are compared: `of` and `ltd` say nothing.
const WORD_LENGTH_MIN: usize = 4;

/// Expenses that were entered by hand, by amount, date and their order on that date.
type ManualExpenses = BTreeMap<(i64, Date, usize), ManualExpense>;

/// The existing data that a line may match.
#[derive(Debug, Default)]
pub(super) struct KnownExpenses {
    /// The lines that were imported before, by fingerprint.
    pub lines: HashMap<String, ImportedLineState>,
    /// The expenses that were entered by hand around the dates of the file.
    by_hand: ManualExpenses,
    /// The last category of each supplier, by the supplier's normalised name.
    pub categories: HashMap<String, ExpenseCategory>,
    /// The names of the owner and of their businesses, as on their bank accounts.
    pub own_names: Vec<String>,
    /// Today in London.
    pub today: Option<Date>,
}

/// The fingerprints of a line.
#[derive(Debug, Clone)]
pub(super) struct Fingerprint {
    /// The fingerprint that is stored.
    pub own: String,
    /// The fingerprint without the account: that of a line in a file that doesn't give it, or of an earlier release.
    pub earlier: String,
    /// The fingerprint by which a line is found again in a file that doesn't give its account. With an account it is
    /// stored beside `own`; without one it is only looked up. A line of another account isn't found by it.
    pub of_any_account: String,
    /// Whether the file gives the account.
    pub has_account: bool,
    /// The fingerprint that is stored if the line is imported although an equal one exists.
    pub again: String,
}

impl KnownExpenses {
    /// For an account without any data.
    pub(super) fn for_new_account(today: Date) -> Self {
        Self { today: Some(today), ..Self::default() }
    }

    /// Adds expenses that were entered by hand.
    pub(super) fn set_manual(&mut self, all: Vec<ManualExpense>) {
        let each = all.into_iter().enumerate();
        self.by_hand = each.map(|(at, one)| ((one.amount.0, one.date, at), one)).collect();
    }

    /// What happened to a line in an earlier import.
    pub(super) fn find_imported(&self, print: &Fingerprint) -> Option<ImportedLineState> {
        let of = |print: &String| self.lines.get(print).copied();
        let other = if print.has_account { &print.earlier } else { &print.of_any_account };
        of(&print.own).or_else(|| of(other))
    }

    /// Takes the expense, entered by hand, that matches this line: of the same amount, dated from a few days before it
    /// to one day after, and with a similar name if `by_name` is set. Each expense matches only one line.
    pub(super) fn take_manual(&mut self, line: &BankLine, by_name: bool) -> Option<ManualExpense> {
        let day = line.date?;
        let first = day.minus_days(DAYS_LATER_MAX).unwrap_or(day);
        let last = day.plus_days(1).unwrap_or(day);
        let amount = -line.amount.0;
        let of_the_days = (self.by_hand).range((amount, first, 0)..=(amount, last, usize::MAX));
        // The last one, which is nearest in date.
        let mut fits = of_the_days.filter(|(_, one)| {
            !by_name || has_name_in_common(&one.name, line) || has_name_in_common(&one.description, line)
        });
        let key = fits.next_back().map(|(key, _)| *key)?;
        self.by_hand.remove(&key)
    }
}

/// Whether a name that was entered by hand matches that of a line: they have a word in common.
fn has_name_in_common(name: &str, line: &BankLine) -> bool {
    let long = |text: &str| {
        let words = words::split_words(text).into_iter();
        let words = words.filter(|word| word.len() >= WORD_LENGTH_MIN && word.contains(char::is_alphabetic));
        words.collect::<Vec<_>>()
    };
    let (typed, written) = (long(name), long(&line.identifying_text));
    // A name that has only short words, such as B&Q, is compared as a whole.
    if typed.is_empty() {
        let short = |text: &str| words::split_words(text).concat();
        let name = short(name);
        return !name.is_empty() && short(&line.identifying_text).starts_with(&name);
    }
    // Banks shorten names: `SCREWFIX DIR` is Screwfix Direct.
    let is_one = |a: &String, b: &String| a.starts_with(b.as_str()) || b.starts_with(a.as_str());
    typed.iter().any(|a| written.iter().any(|b| is_one(a, b)))
}

/// Counts equal lines, so that two coffees on one day count as two, in whichever file they are.
#[derive(Debug, Default)]
pub(super) struct FingerprintCounter(HashMap<String, usize>);

impl FingerprintCounter {
    /// The fingerprints of a line: its date, amount, texts, account (if known) and number among equal lines of the
    /// file.
    pub(super) fn fingerprint(&mut self, line: &BankLine) -> Fingerprint {
        let folded = words::split_words(&line.identifying_text).join(" ");
        let day = line.date.map(|date| date.to_string()).unwrap_or_default();
        let same = format!("{day}|{}|{folded}", line.amount.0);
        let earlier = self.next_key(&same);
        let own = if line.account.is_empty() {
            earlier.clone()
        } else {
            self.next_key(&format!("{same}|{}", line.account))
        };
        Fingerprint {
            again: sha256_hex(format!("{own}|again")),
            of_any_account: sha256_hex(format!("{earlier}|of any account")),
            has_account: !line.account.is_empty(),
            own: sha256_hex(own),
            earlier: sha256_hex(earlier),
        }
    }

    fn next_key(&mut self, same: &str) -> String {
        let ordinal = self.0.entry(same.to_owned()).or_insert(0);
        *ordinal += 1;
        format!("{same}|{ordinal}")
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::Pence;

    use super::*;

    fn line(text: &str) -> BankLine {
        BankLine {
            date: "2026-11-12".parse().ok(),
            identifying_text: text.to_owned(),
            amount: Pence(-4_320),
            ..BankLine::default()
        }
    }

    fn manual_expense(id: &str, name: &str, description: &str) -> ManualExpense {
        ManualExpense {
            id: id.parse().expect("an id"),
            date: "2026-11-10".parse().expect("a day"),
            amount: Pence(4_320),
            name: name.to_owned(),
            description: description.to_owned(),
        }
    }

    #[test]
    fn names_are_alike_that_share_a_word() {
        for (name, text, expected) in [
            ("Screwfix", "SCREWFIX DIR LTD YEOVIL", true),
            ("Screwfix Direct", "SCREWFIX DIR", true),
            ("B&Q", "B & Q 1234 HULL", true),
            ("B&Q", "BRITISH GAS", false),
            ("Toolstation", "TOOLSTN HULL", false),
            ("Fuel", "SHELL HEDON RD", false),
            ("", "SHELL", false),
        ] {
            assert_eq!(has_name_in_common(name, &line(text)), expected, "{name}: {text}");
        }
    }

    #[test]
    fn matches_each_manual_expense_once_preferably_by_name() {
        let by_hand = |id: &str, name: &str| manual_expense(id, name, "");
        let ids = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
        let mut known = KnownExpenses::default();
        known.set_manual(vec![by_hand(ids[0], "Screwfix"), by_hand(ids[1], "Shell")]);
        let found = known.take_manual(&line("SCREWFIX"), true);
        assert_eq!(found.map(|it| it.name).as_deref(), Some("Screwfix"));
        assert!(known.take_manual(&line("SCREWFIX"), true).is_none());
        let other = known.take_manual(&line("SCREWFIX"), false);
        assert_eq!(other.map(|it| it.name).as_deref(), Some("Shell"));
    }

    #[test]
    fn the_same_fee_on_two_accounts_has_two_fingerprints() {
        let of = |account: &str| BankLine { account: account.to_owned(), ..line("MONTHLY FEE") };
        let print = |line: &BankLine| FingerprintCounter::default().fingerprint(line);
        let (one, other, none) = (print(&of("1")), print(&of("2")), print(&of("")));
        assert_ne!(one.own, other.own);
        // An earlier release knew no accounts.
        assert_eq!((&one.earlier, &other.earlier), (&none.own, &none.own));
        let mut prints = FingerprintCounter::default();
        assert_ne!(prints.fingerprint(&of("1")).own, prints.fingerprint(&of("1")).own);
    }

    #[test]
    fn matches_an_expense_without_a_supplier_by_its_description() {
        let id = "00000000-0000-4000-8000-000000000001";
        let mut known = KnownExpenses::default();
        known.set_manual(vec![manual_expense(id, "", "Screwfix elbows")]);
        assert!(known.take_manual(&line("TOOLSTATION"), true).is_none());
        assert!(known.take_manual(&line("SCREWFIX DIR"), true).is_some());
    }

    #[test]
    fn a_line_is_known_in_a_file_without_its_account_but_not_in_one_of_another() {
        let of = |account: &str| BankLine { account: account.to_owned(), ..line("MONTHLY FEE") };
        let print = |account: &str| FingerprintCounter::default().fingerprint(&of(account));
        let first = print("1");
        for state in [ImportedLineState::Present, ImportedLineState::LeftOut] {
            let lines = [&first.own, &first.of_any_account].map(|print| (print.clone(), state)).into();
            let known = KnownExpenses { lines, ..KnownExpenses::default() };
            assert_eq!(known.find_imported(&print("1")), Some(state));
            assert_eq!(known.find_imported(&print("")), Some(state));
            assert_eq!(known.find_imported(&print("2")), None);
        }
    }
}
