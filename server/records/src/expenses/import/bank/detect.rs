//! How a file is read: as chosen with it, otherwise as the file itself shows, otherwise as remembered.
//!
//! Files of two accounts may have the same headings, `Date,Description,Amount`, and files without headings are
//! compared only by their number of columns. So what is remembered answers the questions that a file leaves open, and
//! is asked about if the file shows something else.

use std::collections::HashSet;

use plumbline_core::time::Date;
use plumbline_core::time::date_parser::{self, DateOrder, DetectedOrder};

use super::super::BankFileError;
use super::amounts::{DetectedSigns, parse_marked_amount};
use super::columns::{filled_cells, holds_for_most};
use super::running_balance::{self, BalanceDirections};
use super::{BankColumn, BankDates, BankQuestion, BankReading, BankSigns, ReadingSaid, amounts, columns};
use plumbline_platform::table_import::TableRow;

/// The table in a file.
#[derive(Clone, Copy)]
pub(super) struct BankTable<'a> {
    pub heading: Option<&'a TableRow>,
    /// The headings; empty without a row of headings.
    pub names: &'a [&'a str],
    pub rows: &'a [TableRow],
    /// The number of columns.
    pub width: usize,
}

/// How a file is read.
pub(super) struct DetectedReading {
    pub reading: BankReading,
    /// Where the money of each row went, if only the balance says so: then the amounts have no signs.
    pub by_balance: Option<BalanceDirections>,
    /// The questions that the file leaves open.
    pub asks: Vec<BankQuestion>,
}

/// Determines how a file is read, apart from what was chosen, and the questions that it leaves open.
pub(super) fn detect_reading(
    table: BankTable<'_>,
    sent: &ReadingSaid,
    remembered: &ReadingSaid,
    today: Option<Date>,
) -> Result<DetectedReading, BankFileError> {
    let (columns, is_clear) = choose_columns(table, sent, remembered)?;
    let mut asks = Vec::new();
    if !is_clear {
        asks.push(BankQuestion::Columns);
    }
    let (dates, is_date_clear) = match sent.dates {
        Some(dates) => (dates, true),
        None => choose_dates(table.rows, &columns, remembered.dates, today),
    };
    let found = amounts::detect_signs(&columns, table.names, table.rows);
    // It is more certain than what is remembered of another file.
    let by_balance = (sent.signs.is_none() && found.is_guess)
        .then(|| running_balance::find_directions(&columns, table.names, table.rows))
        .flatten();
    let (signs, is_sign_clear) = match sent.signs {
        Some(signs) => (signs, true),
        None if by_balance.is_some() => (BankSigns::SpentBelow, true),
        None => choose_signs(found, remembered.signs),
    };
    // Other questions make sense only once the columns are known.
    if asks.is_empty() {
        asks.extend((!is_date_clear).then_some(BankQuestion::Dates));
        asks.extend((!is_sign_clear).then_some(BankQuestion::Signs));
    }
    Ok(DetectedReading { reading: BankReading { columns, dates, signs }, by_balance, asks })
}

/// The contents of the columns, and whether a date and an amount are clearly among them.
fn choose_columns(
    table: BankTable<'_>,
    sent: &ReadingSaid,
    remembered: &ReadingSaid,
) -> Result<(Vec<BankColumn>, bool), BankFileError> {
    let BankTable { heading, names, rows, width } = table;
    let resized = |given: &Vec<BankColumn>| {
        let mut columns = given.clone();
        columns.resize(width, BankColumn::Ignored);
        columns
    };
    if let Some(columns) = &sent.columns {
        return Ok((resized(columns), true));
    }
    let saved = remembered.columns.as_ref().map(resized);
    if let Some(columns) = saved.as_ref().filter(|_| heading.is_some()) {
        return Ok((columns.clone(), true));
    }
    let mut own = heading.map_or_else(Vec::new, |row| columns::columns_by_headings(&row.cells, rows));
    own.truncate(width);
    let is_whole = columns::add_columns_by_content(&mut own, names, (rows, width));
    // Without headings, the file may be another bank's with as many columns.
    if let Some(mut columns) = saved.filter(|chosen| fit_columns(chosen, rows)) {
        let is_clear = !is_whole || !clear_differing_columns(&mut columns, &own);
        return Ok((columns, is_clear));
    }
    if !is_whole && !columns::can_be_assigned(rows, width) {
        return Err(BankFileError::NoColumns);
    }
    let is_clear = is_whole && !clear_differing_amounts(&mut own, rows);
    Ok((own, is_clear))
}

/// The order of the dates, and whether it is clear.
fn choose_dates(
    rows: &[TableRow],
    columns: &[BankColumn],
    remembered: Option<BankDates>,
    today: Option<Date>,
) -> (BankDates, bool) {
    let Some(at) = columns.iter().position(|it| *it == BankColumn::Date) else {
        return (remembered.unwrap_or_default(), true);
    };
    let cells = || columns::filled_cells(rows, at);
    let DetectedOrder { order, is_guess } = date_parser::detect_order(cells(), today);
    let found = match order {
        DateOrder::DayFirst => BankDates::DayFirst,
        DateOrder::MonthFirst => BankDates::MonthFirst,
    };
    match remembered {
        None => (found, !is_guess),
        Some(dates) if is_guess => (dates, true),
        Some(dates) => {
            let parsed = |order: BankDates| {
                let days = cells().map(move |cell| date_parser::parse_date(cell, order.into()).ok());
                days.collect::<Vec<_>>()
            };
            let (as_found, as_remembered) = (parsed(found), parsed(dates));
            let count = |days: &[Option<Date>]| days.iter().flatten().count();
            // If more cells are dates in the order that was found, that order is certain.
            let is_clear = as_found == as_remembered || count(&as_found) > count(&as_remembered);
            (found, is_clear)
        }
    }
}

/// The sign of the amounts that were spent, and whether it is clear.
fn choose_signs(found: DetectedSigns, remembered: Option<BankSigns>) -> (BankSigns, bool) {
    match remembered {
        None => (found.signs, !found.is_guess),
        Some(signs) if found.is_guess => (signs, true),
        Some(signs) => (found.signs, !found.matters || signs == found.signs),
    }
}

/// Whether columns that were chosen for another file fit this one: dates and amounts are where they should be.
fn fit_columns(chosen: &[BankColumn], rows: &[TableRow]) -> bool {
    let is_sum = |cell: &str| parse_marked_amount(cell).is_some();
    chosen.iter().enumerate().all(|(at, column)| match column {
        BankColumn::Date => holds_for_most(rows, at, columns::is_date),
        BankColumn::Amount | BankColumn::Out | BankColumn::In => {
            filled_cells(rows, at).next().is_none() || holds_for_most(rows, at, is_sum)
        }
        _ => true,
    })
}

/// Clears dates and amounts that are in other columns than in `own`; returns whether there were any.
fn clear_differing_columns(columns: &mut [BankColumn], own: &[BankColumn]) -> bool {
    use BankColumn::{Amount, Date, Direction, In, Out};
    let role = |column: BankColumn| {
        let is_role = matches!(column, Date | Amount | Out | In | Direction);
        is_role.then_some(column)
    };
    let mut is_any = false;
    for (column, own) in columns.iter_mut().zip(own) {
        if role(*column) != role(*own) {
            (*column, is_any) = (BankColumn::Ignored, true);
        }
    }
    is_any
}

/// Clears several columns with amounts if a row has two different ones; returns whether it has.
fn clear_differing_amounts(columns: &mut [BankColumn], rows: &[TableRow]) -> bool {
    let differ = |row: &TableRow| {
        let amounts = columns.iter().zip(&row.cells).filter(|(holds, _)| **holds == BankColumn::Amount);
        let sizes =
            amounts.filter_map(|(_, cell)| parse_marked_amount(cell)).map(|it| it.pence.0.saturating_abs());
        let sizes: HashSet<i64> = sizes.filter(|size| *size != 0).collect();
        sizes.len() > 1
    };
    let is_any = rows.iter().any(differ);
    for column in columns.iter_mut().filter(|column| is_any && **column == BankColumn::Amount) {
        *column = BankColumn::Ignored;
    }
    is_any
}
