//! Which column of a bank's file says in which currency its amounts are. A card's file may have two amounts in each row,
//! what the shop charged and what the card was charged, each with its currency.

use super::BankColumn::{self, Amount, Currency, Fee, Ignored, In, Out};
use super::columns::filled_cells;
use plumbline_platform::table_import::currency::{find_foreign_currency, split_heading_currency};
use plumbline_platform::table_import::{TableRow, normalise_heading};

/// What a heading says about the amounts of the account itself, beside `Currency`: `Posted Currency`.
const OF_THE_ACCOUNT: &[&str] = &[
    "",
    "account",
    "amount",
    "base",
    "billing",
    "card",
    "debit",
    "home",
    "payment",
    "posted",
    "settlement",
    "statement",
];

/// What a heading says about another amount than the account's: `Orig currency`.
const OF_ANOTHER_AMOUNT: &[&str] = &[
    "exchange",
    "fee",
    "foreign",
    "orig",
    "original",
    "source",
    "sourcefee",
    "target",
    "targetfee",
    "from",
    "to",
];

/// A column with currencies.
struct CurrencyColumn {
    at: usize,
    /// Its heading without `currency`.
    stem: String,
    is_foreign: bool,
}

/// Sets the columns with the currency of the amounts that are read. Of two amounts in a row, the one that the card was
/// charged is read, and one in another currency isn't.
pub(super) fn assign_currencies(columns: &mut [BankColumn], headings: &[&str], rows: &[TableRow]) {
    let names: Vec<String> = headings.iter().map(|heading| normalise_heading(heading)).collect();
    let found = (0..columns.len()).filter_map(|at| {
        let stem = currency_stem(names.get(at)?)?;
        let is_free = matches!(columns[at], Ignored | Currency);
        let is_currency = |cell: &str| !cell.contains(|c: char| c.is_ascii_digit());
        (is_free && filled_cells(rows, at).all(is_currency)).then(|| {
            let is_foreign = filled_cells(rows, at).any(|cell| find_foreign_currency(cell).is_some());
            CurrencyColumn { at, stem, is_foreign }
        })
    });
    let found: Vec<CurrencyColumn> = found.collect();
    for column in columns.iter_mut().filter(|column| **column == Currency) {
        *column = Ignored;
    }
    ignore_shops_amounts(columns, &names, &found);
    let is_sum = |it: &BankColumn| matches!(it, Amount | Out | In);
    let sums: Vec<usize> = (0..columns.len()).filter(|at| is_sum(&columns[*at])).collect();
    let stems: Vec<String> = sums.iter().map(|at| amount_stem(&names[*at])).collect();
    let is_paired = |it: &&CurrencyColumn| !it.stem.is_empty() && stems.contains(&it.stem);
    let is_of_account = |it: &&CurrencyColumn| OF_THE_ACCOUNT.contains(&it.stem.as_str());
    let is_unclear = |it: &&CurrencyColumn| {
        let has_own_amount = names.iter().any(|name| name.contains("amount") && amount_stem(name) == it.stem);
        !has_own_amount && !OF_ANOTHER_AMOUNT.contains(&it.stem.as_str())
    };
    let is_in_pounds = |at: &usize| {
        let named = split_heading_currency(headings[*at]);
        names[*at].ends_with("gbp") || named.is_some_and(|(_, currency)| currency.is_none())
    };
    let mut used: Vec<usize> = found.iter().filter(is_paired).map(|it| it.at).collect();
    used.extend(found.iter().filter(is_of_account).map(|it| it.at));
    // `Transaction Currency` beside `Amount` may be that amount's currency.
    if used.is_empty() && !sums.iter().all(is_in_pounds) {
        used.extend(found.iter().filter(is_unclear).map(|it| it.at));
    }
    if columns.contains(&Fee) {
        used.extend(found.iter().filter(|it| it.stem == "fee").map(|it| it.at));
    }
    for at in used {
        columns[at] = Currency;
    }
}

/// Of several amounts, ignores those that the shop charged if the others are what the card was charged.
fn ignore_shops_amounts(columns: &mut [BankColumn], names: &[String], currencies: &[CurrencyColumn]) {
    let amounts: Vec<usize> = (0..columns.len()).filter(|at| columns[*at] == Amount).collect();
    let is_foreign = |at: &usize| {
        let stem = amount_stem(&names[*at]);
        currencies.iter().any(|it| it.is_foreign && !stem.is_empty() && it.stem == stem)
    };
    let is_cards = |at: &usize| matches!(amount_stem(&names[*at]).as_str(), "billing" | "billinggbp" | "gbp");
    let has_cards = amounts.iter().any(|at| is_cards(at) && !is_foreign(at));
    let has_pounds = amounts.iter().any(|at| !is_foreign(at));
    for at in amounts {
        let is_shops = if has_cards { !is_cards(&at) } else { has_pounds && is_foreign(&at) };
        if is_shops {
            columns[at] = Ignored;
        }
    }
}

/// The heading of a column with currencies, without that word: `transaction` for `Transaction Currency`.
fn currency_stem(name: &str) -> Option<String> {
    let name = ["code", "iso", "symbol"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    let stem = ["currency", "ccy"].iter().find_map(|end| name.strip_suffix(end))?;
    Some(stem.to_owned())
}

/// The heading of an amount, without that word: `transaction` for `Transaction Amount`.
fn amount_stem(name: &str) -> String {
    ["amount", "value"].iter().fold(name.to_owned(), |name, word| name.replace(word, ""))
}
