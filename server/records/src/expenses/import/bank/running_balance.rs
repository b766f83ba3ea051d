//! Bank files in which every amount is positive, so that only the balance after each row shows whether the money came
//! in or went out: if the balance rises from 956.80 to 1,436.80, it came in.

use std::collections::HashMap;

use plumbline_core::expense::suggest_category;

use super::BankColumn::{self, Amount, Direction, Ignored, In, Name, Out, Words};
use super::amounts::{DebitMark, parse_marked_amount};
use super::without_apostrophe;
use plumbline_platform::table_import::{TableRow, normalise_heading};

/// Whether money went out, by the number of the row. Rows without a known balance before them are left out.
pub(super) type BalanceDirections = HashMap<usize, bool>;

/// A row with a balance.
struct BalancePoint {
    row: usize,
    /// The amount in pence; `None` in a row that only has a balance.
    amount: Option<i64>,
    /// The balance in pence; negative if the account is overdrawn.
    balance: i64,
}

/// Finds a column with the balance after each row, and derives from it whether money came in or went out. The rows may
/// be in the order of time or in the reverse order. `None` if there is no such column, if the two orders give different
/// directions, if the known shops contradict them, or if the file shows the direction in another way.
pub(super) fn find_directions(
    columns: &[BankColumn],
    headings: &[&str],
    rows: &[TableRow],
) -> Option<BalanceDirections> {
    if columns.iter().any(|it| matches!(it, Direction | Out | In)) {
        return None;
    }
    let may_be_balance = |at: &usize| {
        columns[*at] == Ignored
            && (headings.is_empty()
                || headings.get(*at).is_some_and(|heading| normalise_heading(heading).contains("balance")))
    };
    let mut found = (0..columns.len()).filter(may_be_balance).filter_map(|at| {
        let points = read_points(columns, at, rows)?;
        let forwards = follow_balance(points.iter());
        let backwards = follow_balance(points.iter().rev());
        match (forwards, backwards) {
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other),
        }
    });
    found.next().filter(|directions| !contradicts_shops(columns, rows, directions))
}

/// Reads the amounts and balances; `None` if an amount has a sign, can't be read or has no balance.
fn read_points(columns: &[BankColumn], balance: usize, rows: &[TableRow]) -> Option<Vec<BalancePoint>> {
    let mut points = Vec::new();
    for row in rows {
        let cell = |at: usize| row.cells.get(at).map(without_apostrophe).unwrap_or_default();
        let amounts = (0..columns.len()).filter(|at| columns[*at] == Amount).map(cell);
        let mut amount = None;
        for text in amounts.filter(|text| text.contains(char::is_numeric)) {
            let read = parse_marked_amount(text)?;
            if read.mark != DebitMark::None || read.pence.0 < 0 || amount.is_some() {
                return None;
            }
            amount = Some(read.pence.0);
        }
        let Some(after) = parse_marked_amount(cell(balance)) else {
            if amount.is_some() {
                return None;
            }
            continue;
        };
        let magnitude = after.pence.0.saturating_abs();
        let balance = if after.mark == DebitMark::Debit { -magnitude } else { after.pence.0 };
        points.push(BalancePoint { row: row.number, amount, balance });
    }
    Some(points)
}

/// Follows the balance from row to row; `None` if a row doesn't change it by its amount, or no row shows a direction.
fn follow_balance<'a>(points: impl Iterator<Item = &'a BalancePoint>) -> Option<BalanceDirections> {
    let mut directions = BalanceDirections::new();
    let mut before: Option<i64> = None;
    for point in points {
        if let (Some(amount), Some(before)) = (point.amount, before) {
            let step = point.balance.checked_sub(before)?;
            if step.saturating_abs() != amount {
                return None;
            }
            directions.insert(point.row, step < 0);
        }
        before = Some(point.balance);
    }
    (!directions.is_empty()).then_some(directions)
}

/// Whether among the rows with a known shop, more came in than went out. Then the balance is the debt on a credit card,
/// which rises with each purchase.
fn contradicts_shops(columns: &[BankColumn], rows: &[TableRow], directions: &BalanceDirections) -> bool {
    let (mut came_in, mut went_out) = (0_usize, 0_usize);
    for row in rows {
        let cells = columns.iter().zip(&row.cells).filter(|(column, _)| matches!(column, Name | Words));
        let text = cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(" ");
        if let Some(is_out) = directions.get(&row.number)
            && suggest_category(&text).is_some()
        {
            match is_out {
                true => went_out += 1,
                false => came_in += 1,
            }
        }
    }
    came_in > went_out
}
