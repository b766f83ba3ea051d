//! Which columns of a bank's file have the date, the description and the amount: by their headings, and by their
//! contents.
//!
//! The headings are those of Monzo, Starling, Barclays, Lloyds, Halifax, NatWest, HSBC, Nationwide, Santander,
//! Revolut, Tide, M&S, American Express, PayPal and Capital One; other banks mostly use the same words.

use std::collections::HashSet;

use csv::StringRecord;
use plumbline_core::time::DateError;
use plumbline_core::time::date_parser::{DateOrder, parse_date};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amounts::parse_marked_amount;
use super::not_payments::{PaymentState, parse_state};
use super::{currencies, directions, without_apostrophe};
use plumbline_platform::table_import::{TableRow, currency, normalise_heading};

/// What a column of a bank file contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum BankColumn {
    /// Nothing that is read.
    Ignored,
    /// The date of the payment.
    Date,
    /// The payee.
    Name,
    /// The bank's description.
    Words,
    /// A reference, which isn't a name.
    Reference,
    /// An amount; the sign, another column or the whole file determines whether it was spent.
    Amount,
    /// The amount spent.
    Out,
    /// The amount received.
    In,
    /// Whether the amount was spent or received: `Debit`, `CR`.
    Direction,
    /// The bank's fee, in addition to the amount.
    Fee,
    /// The currency of the amount.
    Currency,
    /// Whether the payment is complete or pending.
    State,
    /// The account or card.
    Account,
    /// The kind of transaction: `TFR`, `Card payment`.
    Kind,
}

use BankColumn::{
    Account, Amount, Currency, Date, Direction, Fee, Ignored, In, Kind, Name, Out, Reference, State, Words,
};

/// The meaning of headings, written in lower-case letters and digits only.
const HEADINGS: &[(BankColumn, &[&str])] = &[
    (
        Date,
        &[
            "date",
            "transactiondate",
            "completeddate",
            "completeddateutc",
            "datecompletedutc",
            "bookingdate",
            "posteddate",
            "datecompleted",
            "dateoftransaction",
            "valuedate",
            "createdon",
        ],
    ),
    (
        Name,
        &[
            "name",
            "counterparty",
            "payee",
            "merchant",
            "merchantname",
            "counterpartyname",
            "paymentdetails",
            "merchantdescription",
            "beneficiary",
        ],
    ),
    (
        Words,
        &[
            "description",
            "transactiondescription",
            "memo",
            "details",
            "narrative",
            "narration",
            "particulars",
            "transactiondetails",
            "transaction",
            "transactions",
            "notes",
            "notesandtags",
        ],
    ),
    (Reference, &["reference", "ref", "paymentreference", "transactionreference"]),
    (
        Amount,
        &[
            "amount",
            "amountgbp",
            "amountingbp",
            "value",
            "valuegbp",
            "transactionamount",
            "billingamount",
            "gross",
            "debitcredit",
            "creditdebit",
        ],
    ),
    (
        Out,
        &[
            "paidout",
            "moneyout",
            "debit",
            "debitamount",
            "debits",
            "dr",
            "withdrawn",
            "withdrawal",
            "withdrawals",
            "amountout",
            "out",
            "paidoutgbp",
            "moneyoutgbp",
            "amountdebited",
            "spent",
        ],
    ),
    (
        In,
        &[
            "paidin",
            "moneyin",
            "credit",
            "creditamount",
            "credits",
            "cr",
            "deposit",
            "deposits",
            "amountin",
            "in",
            "paidingbp",
            "moneyingbp",
            "amountcredited",
        ],
    ),
    (
        Direction,
        &[
            "drcr",
            "crdr",
            "debitcreditcode",
            "debitcreditindicator",
            "debitorcredit",
            "creditdebitindicator",
            "creditordebit",
            "direction",
        ],
    ),
    (Fee, &["fee", "fees", "feeamount"]),
    (Currency, &["currency", "paymentcurrency", "accountcurrency", "ccy"]),
    (State, &["state", "status", "transactionstatus"]),
    (Account, &["account", "accountnumber", "accountno", "sortcode", "iban", "cardnumber", "cardno"]),
    (Kind, &["type", "transactiontype", "subcategory", "paymenttype"]),
];

/// The most cells of a column whose contents are examined.
const CELLS_SAMPLED_MAX: usize = 5_000;

/// The contents of a column according to its heading.
pub(super) fn column_for_heading(heading: &str) -> BankColumn {
    let bare = normalise_heading(heading);
    let find = |bare: &str| HEADINGS.iter().find(|(_, words)| words.contains(&bare));
    // `Billing Amount (GBP)`.
    let known = find(&bare).or_else(|| find(bare.strip_suffix("gbp")?));
    known.map_or(Ignored, |(holds, _)| *holds)
}

/// How many headings of a row are recognised; 0 if there is no date or no amount among them.
pub(super) fn count_known_headings(row: &StringRecord) -> usize {
    let columns: Vec<BankColumn> = row.iter().map(column_for_heading).collect();
    let has = |kind| columns.contains(&kind);
    if has(Date) && (has(Amount) || has(Out) || has(In)) {
        columns.iter().filter(|it| **it != Ignored).count()
    } else {
        0
    }
}

/// The index of a row of headings that aren't recognised: it has as many cells as most rows, all of them text, and only
/// the rows after it have dates.
pub(super) fn find_unknown_headings(rows: &[TableRow], width: usize) -> Option<usize> {
    let has_date = |row: &TableRow| row.cells.iter().any(is_date);
    let first = rows.iter().position(|row| row.width() > 1 && has_date(row))?;
    let is_heading = |row: &&TableRow| {
        let words = |cell: &str| cell.contains(char::is_alphabetic) && parse_marked_amount(cell).is_none();
        row.cells.len() == width && row.width() > 1 && row.cells.iter().take(row.width()).all(words)
    };
    rows[..first].iter().rfind(is_heading).map(|row| row.number)
}

/// The contents of each column according to its heading, if the cells agree.
pub(super) fn columns_by_headings(headings: &StringRecord, rows: &[TableRow]) -> Vec<BankColumn> {
    let mut columns: Vec<BankColumn> = headings.iter().map(column_for_heading).collect();
    for (at, column) in columns.iter_mut().enumerate() {
        let cells = || filled_cells(rows, at);
        match column {
            // Such a column contains either words (`Debit`) or an amount with a sign.
            Amount | Out | In if cells().next().is_some() && cells().all(directions::is_direction) => {
                *column = Direction;
            }
            Direction if cells().any(|cell| parse_marked_amount(cell).is_some()) => *column = Amount,
            Kind if cells().next().is_some() && cells().all(directions::is_direction) => *column = Direction,
            // `Status` may be about something else, such as the card.
            State if cells().all(|cell| parse_state(cell) == PaymentState::Unknown) => *column = Ignored,
            _ => {}
        }
    }
    let names: Vec<&str> = headings.iter().collect();
    currencies::assign_currencies(&mut columns, &names, rows);
    // Monzo has both: its separate columns for spent and received repeat the amount.
    if columns.contains(&Amount) {
        let ignored: &[BankColumn] =
            if directions::is_said_by_sides(&columns, rows) { &[Amount] } else { &[Out, In] };
        for column in &mut columns {
            if ignored.contains(column) {
                *column = Ignored;
            }
        }
    }
    // The first of two dates is the date of payment.
    keep_fullest(&mut columns, Date, rows);
    columns
}

/// Drops all but one of several columns with the same contents: the first of those that are filled in most rows stays.
fn keep_fullest(columns: &mut [BankColumn], kind: BankColumn, rows: &[TableRow]) {
    let count = |at: usize| filled_cells(rows, at).count();
    let all = || columns.iter().enumerate().filter(|(_, it)| **it == kind);
    let most = all().map(|(at, _)| count(at)).max().unwrap_or_default();
    let Some(first) = all().map(|(at, _)| at).find(|at| count(*at) == most) else {
        return;
    };
    for (at, column) in columns.iter_mut().enumerate() {
        if *column == kind && at != first {
            *column = Ignored;
        }
    }
}

/// Adds contents that the headings don't reveal but the cells do: a date, an amount, a description. Returns whether a
/// date and an amount were found. A column whose heading names another currency than pounds is never taken for an
/// amount.
pub(super) fn add_columns_by_content(
    columns: &mut Vec<BankColumn>,
    headings: &[&str],
    (rows, width): (&[TableRow], usize),
) -> bool {
    let sums = |columns: &[BankColumn]| columns.iter().any(|it| matches!(it, Amount | Out | In));
    let is_whole = columns.contains(&Date) && sums(columns.as_slice());
    columns.resize(width.max(columns.len()), Ignored);
    let is_free = |columns: &[BankColumn], at: usize| columns[at] == Ignored;
    if !columns.contains(&Date) {
        let is_day = |at: &usize| is_free(columns.as_slice(), *at) && holds_for_most(rows, *at, is_date);
        if let Some(at) = (0..columns.len()).find(is_day) {
            columns[at] = Date;
        }
    }
    if !sums(columns.as_slice()) {
        let is_foreign = |at: usize| {
            let named = headings.get(at).and_then(|heading| currency::split_heading_currency(heading));
            named.is_some_and(|(_, other)| other.is_some())
        };
        let is_sum = |at: &usize| {
            is_free(columns.as_slice(), *at) && !is_foreign(*at) && holds_for_most(rows, *at, is_amount)
        };
        let found: Vec<usize> = (0..columns.len()).filter(is_sum).collect();
        match found.as_slice() {
            [one] => columns[*one] = Amount,
            [one, other] if are_never_both_filled(rows, *one, *other) && are_opposite(rows, *one, *other) => {
                columns[*one] = Amount;
                columns[*other] = Amount;
            }
            [one, other] if is_balance(rows, *one, *other) => columns[*one] = Amount,
            _ => {}
        }
    }
    directions::add_direction(columns, headings, rows);
    if !columns.iter().any(|it| matches!(it, Name | Words)) {
        add_name(columns, rows);
    }
    is_whole || columns.contains(&Date) && sums(columns.as_slice())
}

/// Finds the column with the payee among those that aren't read: the one with the most different words. Cells that begin
/// with `Reference:`, as in old files of American Express, are references.
fn add_name(columns: &mut [BankColumn], rows: &[TableRow]) {
    let begins = |cell: &str, label: &str| normalise_heading(cell).starts_with(label);
    for (at, column) in columns.iter_mut().enumerate() {
        let mut cells = filled_cells(rows, at).peekable();
        let is_labelled = |cell: &str| begins(cell, "reference") && cell.contains(':');
        if *column == Ignored && cells.peek().is_some() && cells.all(is_labelled) {
            *column = Reference;
        }
    }
    let count_letters = |at: &usize| -> usize {
        let cells = filled_cells(rows, *at).filter(|cell| is_text(cell) && !begins(cell, "processdate"));
        let words: HashSet<&str> = cells.flat_map(str::split_whitespace).collect();
        let is_name = |word: &&str| !word.contains(|c: char| c.is_ascii_digit());
        words.into_iter().filter(is_name).map(str::len).sum()
    };
    let count_bytes =
        |at: &usize| filled_cells(rows, *at).filter(|cell| is_text(cell)).map(str::len).sum::<usize>();
    let free = (0..columns.len()).filter(|at| columns[*at] == Ignored);
    let most = free.map(|at| ([count_letters(&at), count_bytes(&at)], at)).max();
    if let Some((_, at)) = most.filter(|(counts, _)| counts[1] > 0) {
        columns[at] = Words;
    }
}

/// Whether some column may be the date and another the amount, so that a person can choose them.
pub(super) fn can_be_assigned(rows: &[TableRow], width: usize) -> bool {
    let any = |is: fn(&str) -> bool| (0..width).any(|at| holds_for_most(rows, at, is));
    width > 1 && any(is_date) && any(|cell| parse_marked_amount(cell).is_some())
}

/// The cells of a column that aren't empty.
pub(super) fn filled_cells(rows: &[TableRow], at: usize) -> impl Iterator<Item = &str> {
    let cells = rows.iter().filter_map(move |row| row.cells.get(at));
    cells.map(without_apostrophe).filter(|cell| !cell.is_empty()).take(CELLS_SAMPLED_MAX)
}

pub(super) fn holds_for_most(rows: &[TableRow], at: usize, is: fn(&str) -> bool) -> bool {
    let (all, fit) =
        filled_cells(rows, at).fold((0, 0), |(all, fit), cell| (all + 1, fit + usize::from(is(cell))));
    all > 0 && fit * 10 >= all * 9
}

pub(super) fn is_date(cell: &str) -> bool {
    let cell = without_apostrophe(cell);
    // A sort code isn't a valid date.
    let reads = |order| matches!(parse_date(cell, order), Ok(_) | Err(DateError::OutOfRange));
    cell.len() >= 6 && !is_amount(cell) && (reads(DateOrder::DayFirst) || reads(DateOrder::MonthFirst))
}

/// Whether a cell is an amount with pence: a number without them may be a reference.
pub(super) fn is_amount(cell: &str) -> bool {
    let digits = cell.trim_end_matches(|c: char| !c.is_ascii_digit());
    let pence = digits.rsplit(['.', ',']).next().map_or(0, str::len);
    pence == 2 && digits.len() > 2 && parse_marked_amount(cell).is_some()
}

fn is_text(cell: &str) -> bool {
    cell.contains(char::is_alphabetic) && parse_marked_amount(cell).is_none() && !is_date(cell)
}

fn are_never_both_filled(rows: &[TableRow], one: usize, other: usize) -> bool {
    let has = |row: &TableRow, at| {
        let cell = row.cells.get(at).map(without_apostrophe);
        cell.and_then(parse_marked_amount).is_some_and(|it| !it.pence.is_zero())
    };
    !rows.iter().any(|row| has(row, one) && has(row, other))
}

/// Whether the amounts of one column are all negative and those of the other all positive, so that the sign decides.
fn are_opposite(rows: &[TableRow], one: usize, other: usize) -> bool {
    let side = |at| {
        let sides = filled_cells(rows, at).filter_map(parse_marked_amount).map(|it| it.pence.0.signum());
        let sides: std::collections::BTreeSet<i64> = sides.filter(|side| *side != 0).collect();
        sides.into_iter().collect::<Vec<_>>()
    };
    matches!((&*side(one), &*side(other)), ([-1], [1]) | ([1], [-1]))
}

/// Whether the second column is the account's balance after each amount of the first, with the rows in either order.
fn is_balance(rows: &[TableRow], amount: usize, balance: usize) -> bool {
    let read = |row: &TableRow, at| {
        row.cells.get(at).map(without_apostrophe).and_then(parse_marked_amount).map(|it| it.pence.0)
    };
    let pairs: Vec<(i64, i64)> =
        rows.iter().filter_map(|row| Some((read(row, amount)?, read(row, balance)?))).collect();
    let steps = |is: fn(i64, &[(i64, i64)]) -> bool| {
        pairs.windows(2).filter(|two| is(two[1].1 - two[0].1, two)).count()
    };
    let has_sign = pairs.iter().any(|(amount, _)| *amount < 0);
    let forwards = steps(|step, two| step == two[1].0);
    let backwards = steps(|step, two| -step == two[0].0);
    // Without a sign, the balance also says where the money went, and has to agree in every row.
    let [unsigned, unsigned_back] = [
        steps(|step, two| step.saturating_abs() == two[1].0),
        steps(|step, two| step.saturating_abs() == two[0].0),
    ];
    if !has_sign && pairs.len() > 1 && unsigned.max(unsigned_back) == pairs.len() - 1 {
        return true;
    }
    pairs.len() > 1 && forwards.max(backwards) * 10 >= (pairs.len() - 1) * 9
}
