//! Amounts as banks write them, and which of them were spent: on some statements these are negative, on card
//! statements positive, and some put `CR` or `DR` after the amount.

use plumbline_core::expense::suggest_category;
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::columns::BankColumn;
use super::directions::parse_direction;
use super::without_apostrophe;
use plumbline_platform::table_import::{TableRow, cells, normalise_heading};

/// The sign of the amounts that were spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum BankSigns {
    /// Negative: a current account.
    #[default]
    SpentBelow,
    /// Positive: a credit card, or a list with only payments.
    SpentAbove,
}

/// A mark after an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DebitMark {
    None,
    Debit,
    Credit,
}

/// An amount and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkedAmount {
    pub pence: Pence,
    pub mark: DebitMark,
}

/// Parses an amount with its sign; `DR` or `CR` after it is its mark.
pub(super) fn parse_marked_amount(cell: &str) -> Option<MarkedAmount> {
    let upper = without_apostrophe(cell).to_ascii_uppercase();
    let (mark, inner) = [("DR", DebitMark::Debit), ("CR", DebitMark::Credit)]
        .into_iter()
        .find_map(|(end, mark)| Some((mark, upper.strip_suffix(end)?)))
        .unwrap_or((DebitMark::None, upper.as_str()));
    let pence = cells::parse_amount(inner)?;
    Some(MarkedAmount { pence, mark })
}

/// The sign of the amounts that were spent, as a file shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DetectedSigns {
    pub signs: BankSigns,
    /// Whether it is a guess to be confirmed by the person.
    pub is_guess: bool,
    /// Whether the sign of an amount is read at all: not if a column or a mark says where the money went.
    pub matters: bool,
}

/// Determines the sign of the amounts that were spent.
pub(super) fn detect_signs(columns: &[BankColumn], headings: &[&str], rows: &[TableRow]) -> DetectedSigns {
    let is_told = columns.contains(&BankColumn::Direction)
        || columns.iter().any(|it| matches!(it, BankColumn::Out | BankColumn::In));
    if is_told {
        return DetectedSigns { signs: BankSigns::SpentBelow, is_guess: false, matters: false };
    }
    let mut seen = AmountCounts::default();
    for row in rows {
        seen.add(columns, row);
    }
    let (signs, is_guess) = seen.decide_signs(headings.iter().any(|heading| is_card_heading(heading)));
    DetectedSigns { signs, is_guess, matters: seen.unmarked > 0 }
}

/// Headings that only a card statement has.
fn is_card_heading(heading: &str) -> bool {
    let known =
        ["cardmember", "appearsonyourstatementas", "extendeddetails", "dateentered", "cardno", "cardholder"];
    known.contains(&normalise_heading(heading).as_str())
}

/// What the amounts of a file, and the texts in their rows, indicate.
#[derive(Debug, Default)]
struct AmountCounts {
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

impl AmountCounts {
    fn add(&mut self, columns: &[BankColumn], row: &TableRow) {
        let of = |kinds: &[BankColumn]| {
            let cells = columns.iter().zip(&row.cells);
            let cells = cells.filter(|(holds, _)| kinds.contains(holds));
            cells.map(|(_, cell)| without_apostrophe(cell)).collect::<Vec<_>>()
        };
        let Some(MarkedAmount { pence, mark }) =
            of(&[BankColumn::Amount]).into_iter().find_map(parse_marked_amount)
        else {
            return;
        };
        match mark {
            DebitMark::Debit => self.debits += 1,
            DebitMark::Credit => self.credits += 1,
            DebitMark::None => self.unmarked += 1,
        }
        let text = of(&[BankColumn::Name, BankColumn::Words]).join(" ");
        let is_shop = suggest_category(&text).is_some();
        match pence.0.signum() {
            1 => {
                self.above += 1;
                self.shops_above += usize::from(is_shop);
            }
            -1 => {
                self.below += 1;
                self.shops_below += usize::from(is_shop);
                self.paid_off += usize::from(is_card_payment(&text));
            }
            _ => {}
        }
    }

    fn decide_signs(&self, is_card: bool) -> (BankSigns, bool) {
        use BankSigns::{SpentAbove, SpentBelow};
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
fn is_card_payment(label: &str) -> bool {
    let text = label.to_lowercase();
    let texts = ["thank you", "payment received", "direct debit payment"];
    texts.iter().any(|given| text.contains(given))
}

/// The amount, negative if it was spent; `None` if the direction in its row isn't understood.
pub(super) fn signed_amount(amount: MarkedAmount, message: Option<&str>, signs: BankSigns) -> Option<Pence> {
    let size = Pence(amount.pence.0.saturating_abs());
    if let Some(text) = message {
        return parse_direction(text).map(|is_out| if is_out { -size } else { size });
    }
    Some(match (amount.mark, signs) {
        (DebitMark::Debit, _) => -size,
        (DebitMark::Credit, _) => size,
        (DebitMark::None, BankSigns::SpentBelow) => amount.pence,
        (DebitMark::None, BankSigns::SpentAbove) => -amount.pence,
    })
}

/// In which of the two columns for money out and money in a minus is the usual way of writing an amount. In others it
/// means the opposite: a refund in the column for money out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct UsualMinus {
    out: bool,
    r#in: bool,
}

impl UsualMinus {
    /// Looks at all amounts of a file.
    pub(super) fn detect(columns: &[BankColumn], rows: &[TableRow]) -> Self {
        let of = |kind: BankColumn| {
            let cells = rows.iter().flat_map(|row| columns.iter().zip(&row.cells));
            let amounts = cells.filter(|(holds, _)| **holds == kind);
            let amounts = amounts.filter_map(|(_, cell)| parse_marked_amount(cell));
            let unmarked = amounts.filter(|amount| amount.mark == DebitMark::None);
            unmarked.map(|amount| amount.pence.0.signum()).sum::<i64>() < 0
        };
        Self { out: of(BankColumn::Out), r#in: of(BankColumn::In) }
    }

    /// An amount in the column for money out or in, negative if it was spent; `None` if its sign may mean either.
    pub(super) fn sign_amount(self, amount: MarkedAmount, is_out_column: bool) -> Option<Pence> {
        let size = Pence(amount.pence.0.saturating_abs());
        let is_minus_usual = if is_out_column { self.out } else { self.r#in };
        let is_out = match (amount.mark, amount.pence.0 < 0) {
            (DebitMark::Debit, _) => true,
            (DebitMark::Credit, _) => false,
            (DebitMark::None, has_minus) if has_minus == is_minus_usual => is_out_column,
            (DebitMark::None, true) => !is_out_column,
            (DebitMark::None, false) => return None,
        };
        Some(if is_out { -size } else { size })
    }
}
