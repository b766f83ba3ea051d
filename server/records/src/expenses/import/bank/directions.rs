//! Files with only positive amounts, in which another column says where the money went: `Debit/Credit Flag`, `Sign`, or
//! the columns for money out and in.

use super::BankColumn::{self, Amount, Direction, Ignored, In, Out};
use super::amounts::{DebitMark, MarkedAmount, parse_marked_amount};
use super::columns::filled_cells;
use super::without_apostrophe;
use plumbline_platform::table_import::{TableRow, normalise_heading};

/// Headings of a column with the direction, in lower-case letters, apart from those with both `debit` and `credit`.
const HEADINGS: &[&str] =
    &["dc", "cd", "movement", "sign", "inout", "inorout", "outin", "plusminus", "indicator"];

/// Finds the column that says where the money went if no column is known to, whatever its heading.
pub(super) fn add_direction(columns: &mut [BankColumn], headings: &[&str], rows: &[TableRow]) {
    if !columns.contains(&Amount) || columns.iter().any(|it| matches!(it, Direction | Out | In)) {
        return;
    }
    let is_direction_column = |at: &usize| {
        let words: Vec<Option<bool>> = filled_cells(rows, *at).map(parse_direction).collect();
        let has = |is_out: bool| words.contains(&Some(is_out));
        // A column that says the same in every row may be about something else.
        let is_named = headings.get(*at).is_some_and(|heading| is_direction_heading(heading));
        words.iter().all(Option::is_some) && (has(true) && has(false) || is_named && !words.is_empty())
    };
    let free = (0..columns.len()).filter(|at| columns[*at] == Ignored);
    let mut found = free.filter(is_direction_column);
    let at = found.next().filter(|at| agrees_with_signs(columns, *at, rows));
    if let Some(at) = at {
        columns[at] = Direction;
    }
}

fn is_direction_heading(heading: &str) -> bool {
    let bare = normalise_heading(heading);
    HEADINGS.contains(&bare.as_str())
        || bare.contains("debit") && bare.contains("credit")
        || bare.contains("drcr")
        || bare.contains("crdr")
}

/// `Some(true)` for a word or a sign that means spent, `Some(false)` for one that means received.
pub(super) fn parse_direction(cell: &str) -> Option<bool> {
    match cell.trim() {
        "+" => return Some(false),
        "-" | "−" | "–" => return Some(true),
        _ => {}
    }
    match normalise_heading(cell).as_str() {
        "debit" | "dr" | "d" | "db" | "dbit" | "out" | "moneyout" | "paidout" | "withdrawal" | "purchase"
        | "sale" => Some(true),
        "credit" | "cr" | "c" | "crdt" | "in" | "moneyin" | "paidin" | "deposit" | "refund"
        | "paymentreceived" | "topup" => Some(false),
        _ => None,
    }
}

/// Whether a cell is a word for a direction. A dash alone may mean that there is nothing.
pub(super) fn is_direction(cell: &str) -> bool {
    cell.contains(char::is_alphabetic) && parse_direction(cell).is_some()
}

/// Whether all amounts of each direction have the same sign. Otherwise the column doesn't say where the money went.
fn agrees_with_signs(columns: &[BankColumn], direction: usize, rows: &[TableRow]) -> bool {
    let mut signs = [0_i64; 2];
    for row in rows {
        let Some(is_out) = row.cells.get(direction).map(without_apostrophe).and_then(parse_direction) else {
            continue;
        };
        let Some(sum) = find_amount(columns, Amount, row).map(|it| it.pence.0.signum()) else {
            continue;
        };
        let sign = &mut signs[usize::from(is_out)];
        if sum != 0 && *sign == -sum {
            return false;
        }
        *sign += if *sign == 0 { sum } else { 0 };
    }
    true
}

/// Whether the columns for money out and in say where the money went, because no amount beside them has a sign.
pub(super) fn is_said_by_sides(columns: &[BankColumn], rows: &[TableRow]) -> bool {
    if columns.contains(&Direction) {
        return false;
    }
    let is_signed = |row: &TableRow| {
        let amount = find_amount(columns, Amount, row);
        amount.is_some_and(|it| it.pence.0 < 0 || it.mark != DebitMark::None)
    };
    let has_side = |row: &TableRow| {
        let mut sides = [Out, In].into_iter().filter_map(|side| find_amount(columns, side, row));
        sides.any(|it| !it.pence.is_zero())
    };
    rows.iter().any(has_side) && !rows.iter().any(is_signed)
}

fn find_amount(columns: &[BankColumn], kind: BankColumn, row: &TableRow) -> Option<MarkedAmount> {
    let mut cells = columns.iter().zip(&row.cells).filter(|(holds, _)| **holds == kind);
    cells.find_map(|(_, cell)| parse_marked_amount(cell))
}
