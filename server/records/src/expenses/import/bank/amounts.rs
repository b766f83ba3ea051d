//! Amounts as banks write them, and which of them were spent: on some statements these are negative, on card
//! statements positive, and some put `CR` or `DR` after the amount.

use plumbline_core::expense::suggest;
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::columns::{Holds, direction};
use super::plain;
use plumbline_platform::sheets::{Row, bare, cells};

/// The sign of the amounts that were spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "BankSigns")
)]
#[schema(as = BankSigns)]
pub enum Signs {
    /// Negative: a current account.
    #[default]
    SpentBelow,
    /// Positive: a credit card, or a list with only payments.
    SpentAbove,
}

/// A mark after an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    Debit,
    Credit,
}

/// An amount and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marked {
    pub pence: Pence,
    pub mark: Mark,
}

/// Parses an amount with its sign; `DR` or `CR` after it is its mark.
pub(super) fn marked(cell: &str) -> Option<Marked> {
    let upper = plain(cell).to_ascii_uppercase();
    let (mark, inner) = [("DR", Mark::Debit), ("CR", Mark::Credit)]
        .into_iter()
        .find_map(|(end, mark)| Some((mark, upper.strip_suffix(end)?)))
        .unwrap_or((Mark::None, upper.as_str()));
    let pence = cells::amount(inner)?;
    Some(Marked { pence, mark })
}

/// The sign of the amounts that were spent, and whether it is a guess to be confirmed by the person.
pub(super) fn signs(columns: &[Holds], headings: &[&str], rows: &[Row]) -> (Signs, bool) {
    let is_told = columns.contains(&Holds::Direction)
        || columns
            .iter()
            .any(|it| matches!(it, Holds::Out | Holds::In));
    if is_told {
        return (Signs::SpentBelow, false);
    }
    let mut seen = Seen::default();
    for row in rows {
        seen.add(columns, row);
    }
    seen.tell(headings.iter().any(|heading| is_of_card(heading)))
}

/// Headings that only a card statement has.
fn is_of_card(heading: &str) -> bool {
    let known = [
        "cardmember",
        "appearsonyourstatementas",
        "extendeddetails",
        "dateentered",
        "cardno",
        "cardholder",
    ];
    known.contains(&bare(heading).as_str())
}

/// What the amounts of a file, and the texts in their rows, indicate.
#[derive(Debug, Default)]
struct Seen {
    above: usize,
    below: usize,
    debits: usize,
    credits: usize,
    unmarked: usize,
    /// Known shops, by the sign of their amounts.
    shops_above: usize,
    shops_below: usize,
    /// Negative amounts that pay off a card.
    paid_off: usize,
}

impl Seen {
    fn add(&mut self, columns: &[Holds], row: &Row) {
        let of = |kinds: &[Holds]| {
            let cells = columns.iter().zip(&row.cells);
            let cells = cells.filter(|(holds, _)| kinds.contains(holds));
            cells.map(|(_, cell)| plain(cell)).collect::<Vec<_>>()
        };
        let Some(Marked { pence, mark }) = of(&[Holds::Amount]).into_iter().find_map(marked) else {
            return;
        };
        match mark {
            Mark::Debit => self.debits += 1,
            Mark::Credit => self.credits += 1,
            Mark::None => self.unmarked += 1,
        }
        let words = of(&[Holds::Name, Holds::Words]).join(" ");
        let is_shop = suggest(&words).is_some();
        match pence.0.signum() {
            1 => {
                self.above += 1;
                self.shops_above += usize::from(is_shop);
            }
            -1 => {
                self.below += 1;
                self.shops_below += usize::from(is_shop);
                self.paid_off += usize::from(is_payment(&words));
            }
            _ => {}
        }
    }

    fn tell(&self, is_card: bool) -> (Signs, bool) {
        use Signs::{SpentAbove, SpentBelow};
        if self.below == 0 && self.debits + self.credits > 0 {
            // If only receipts are marked, the unmarked amounts were spent.
            let only_credits = self.debits == 0 && self.unmarked > 0;
            return (if only_credits { SpentAbove } else { SpentBelow }, false);
        }
        if self.above == 0 {
            return (SpentBelow, false);
        }
        if is_card || self.paid_off > 0 && self.shops_above >= self.shops_below {
            return (SpentAbove, false);
        }
        if self.below == 0 {
            // Nothing distinguishes purchases from receipts.
            return (SpentAbove, true);
        }
        match self.shops_above.cmp(&self.shops_below) {
            std::cmp::Ordering::Greater => (SpentAbove, self.shops_below > 0),
            std::cmp::Ordering::Less => (SpentBelow, false),
            std::cmp::Ordering::Equal => (SpentBelow, self.above > self.below),
        }
    }
}

/// Whether a text describes the payment of a card's bill.
fn is_payment(words: &str) -> bool {
    let words = words.to_lowercase();
    let said = ["thank you", "payment received", "direct debit payment"];
    said.iter().any(|said| words.contains(said))
}

/// The amount, negative if it was spent; `None` if the direction in its row isn't understood.
pub(super) fn signed(amount: Marked, said: Option<&str>, signs: Signs) -> Option<Pence> {
    let size = Pence(amount.pence.0.saturating_abs());
    if let Some(said) = said {
        return direction(said).map(|is_out| if is_out { -size } else { size });
    }
    Some(match (amount.mark, signs) {
        (Mark::Debit, _) => -size,
        (Mark::Credit, _) => size,
        (Mark::None, Signs::SpentBelow) => amount.pence,
        (Mark::None, Signs::SpentAbove) => -amount.pence,
    })
}
