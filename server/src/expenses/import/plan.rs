//! What an import comes to: which lines are new, and which are known.

use std::collections::{BTreeMap, HashMap};

use plumbline_core::expense::{Category, is_hire, suggest};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use plumbline_core::time::text::date_long;

use super::bank::{Line, Row};
use super::{BankOutcome, BankRow, Choice, Choices};
use crate::db::words;
use crate::expenses::fields::{ExpenseFields, GoodsOrService, VatKind};
use crate::expenses::store::bank::ByHand;
use crate::ids::{ExpenseId, sha256_hex};
use crate::sheets::allowance::{Allowance, Spent};

/// How many days a bank may take to write a payment down that was entered by hand.
const DAYS: i64 = 5;
/// The largest amount that is taken, in pence.
const AMOUNT_MAX: i64 = 1_000_000_000;

/// Expenses that were entered by hand, by amount, then by day and in their order on it.
pub(super) type EnteredByHand = BTreeMap<(i64, Date, usize), ByHand>;

/// These expenses, to be looked up.
pub(super) fn by_hand(all: Vec<ByHand>) -> EnteredByHand {
    let each = all.into_iter().enumerate();
    each.map(|(at, one)| ((one.amount.0, one.date, at), one))
        .collect()
}

/// What an account has that a line may be.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The lines that were imported before, and whether their expenses are still there.
    pub lines: HashMap<String, bool>,
    /// What was entered by hand about the days of the file.
    pub by_hand: EnteredByHand,
    /// What a supplier was called the last time, by its folded name.
    pub categories: HashMap<String, Category>,
}

/// What is to be written for a row.
#[derive(Debug)]
pub(super) struct Entry {
    /// Of [`Plan::rows`].
    pub at: usize,
    pub fingerprint: String,
    pub what: What,
}

#[derive(Debug)]
pub(super) enum What {
    New(Box<ExpenseFields>),
    /// The line is an expense that is there.
    ByHand(ExpenseId),
}

/// What is to be written, and what is told of each row.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub entries: Vec<Entry>,
    pub rows: Vec<BankRow>,
}

/// Judges every row against what the account has and the rows before it.
///
/// # Errors
/// When that takes too much.
pub(super) fn plan(
    mut known: Known,
    rows: Vec<Row>,
    choices: &Choices,
    mut allowance: Allowance,
) -> Result<Plan, Spent> {
    let mut plan = Plan::default();
    let mut equals: HashMap<String, usize> = HashMap::new();
    for row in rows {
        // Its row in the report, and the key it is found by.
        allowance.take(size_of::<BankRow>() + size_of::<Entry>() + row.weight())?;
        let line = match row {
            Row::Line(line) if line.amount.0.unsigned_abs() <= AMOUNT_MAX.unsigned_abs() => line,
            Row::Line(line) => {
                plan.rows.push(told(
                    &line,
                    BankOutcome::Unreadable,
                    "Its amount is too large.",
                ));
                continue;
            }
            Row::Unreadable { row, why } => {
                plan.rows.push(unreadable(row, why));
                continue;
            }
        };
        if line.amount.0 >= 0 {
            plan.rows.push(told(&line, BankOutcome::MoneyIn, ""));
            continue;
        }
        let fingerprint = fingerprint(&line, &mut equals);
        judge(&mut plan, &mut known, line, fingerprint, choices);
    }
    Ok(plan)
}

fn judge(plan: &mut Plan, known: &mut Known, line: Line, fingerprint: String, choices: &Choices) {
    let choice = choices.get(&line.row).copied();
    let there = known.lines.get(&fingerprint).copied();
    if there == Some(true) {
        plan.rows.push(told(&line, BankOutcome::Known, ""));
        return;
    }
    let at = plan.rows.len();
    let earlier = known.categories.get(&words::key(&line.name)).copied();
    let suggested = earlier.or_else(|| suggest(&format!("{} {}", line.name, line.words)));
    let category = match choice {
        Some(Choice::LeaveOut) => {
            plan.rows.push(told(&line, BankOutcome::LeftOut, ""));
            return;
        }
        Some(Choice::Take(category)) => category,
        None => suggested.unwrap_or(Category::OtherExpenses),
    };
    let mut row = BankRow {
        category: Some(category),
        suggested: suggested.is_some(),
        ..told(&line, BankOutcome::New, "")
    };
    if choice.is_none() && there == Some(false) {
        row.outcome = BankOutcome::Deleted;
        plan.rows.push(row);
        return;
    }
    if choice.is_none()
        && let Some(found) = entered_before(&mut known.by_hand, &line)
    {
        row.outcome = BankOutcome::ByHand;
        row.says = format!("{} on {}", found.name, date_long(found.date));
        plan.rows.push(row);
        let what = What::ByHand(found.id);
        plan.entries.push(Entry {
            at,
            fingerprint,
            what,
        });
        return;
    }
    plan.rows.push(row);
    let what = What::New(Box::new(fields(line, category)));
    plan.entries.push(Entry {
        at,
        fingerprint,
        what,
    });
}

/// The expense that was entered by hand and is this line: of the same amount, no later than it and no
/// more than a few days before. Each is one line only.
fn entered_before(all: &mut EnteredByHand, line: &Line) -> Option<ByHand> {
    let first = (0..DAYS).try_fold(line.date, |day, _| day.day_before());
    let first = first.unwrap_or(line.date);
    let last = line.date.plus_days(1).unwrap_or(line.date);
    let amount = -line.amount.0;
    let of_the_days = all.range((amount, first, 0)..=(amount, last, usize::MAX));
    // The last before it: the nearest day.
    let key = of_the_days.map(|(key, _)| *key).next_back()?;
    all.remove(&key)
}

/// By what a line is known again: its day, its amount, its words, and which of equal ones of the file it
/// is. Two coffees of a day are two, in whichever file they stand.
fn fingerprint(line: &Line, equals: &mut HashMap<String, usize>) -> String {
    let folded = words::words(&format!("{} {}", line.name, line.words)).join(" ");
    let same = format!("{}|{}|{folded}", line.date, line.amount.0);
    let ordinal = equals.entry(same.clone()).or_insert(0);
    *ordinal += 1;
    sha256_hex(format!("{same}|{ordinal}"))
}

fn fields(line: Line, category: Category) -> ExpenseFields {
    let is_hire = is_hire(&line.name) || is_hire(&line.words);
    ExpenseFields {
        date: line.date,
        supplier: line.name,
        description: line.words,
        category,
        amount: -line.amount,
        vat_rate: Number::Empty,
        vat_amount: Pence::ZERO,
        private_share: Number::Empty,
        vehicle_cost: false,
        vat_kind: VatKind::Usual,
        // Materials count as goods where nobody says otherwise, and hire is none.
        goods_or_service: match category == Category::CostOfGoods && is_hire {
            true => GoodsOrService::Service,
            false => GoodsOrService::NotSaid,
        },
        contact_id: None,
        business_profile_id: None,
        job: String::new(),
        journey: None,
        repeat: Repeat::Never,
        repeat_until: None,
        receipts: Vec::new(),
    }
}

fn told(line: &Line, outcome: BankOutcome, says: &str) -> BankRow {
    let amount = match outcome {
        BankOutcome::MoneyIn => line.amount,
        _ => -line.amount,
    };
    BankRow {
        row: line.row,
        outcome,
        date: Some(line.date),
        supplier: line.name.clone(),
        amount,
        category: None,
        suggested: false,
        says: says.to_owned(),
    }
}

fn unreadable(row: usize, why: &str) -> BankRow {
    BankRow {
        row,
        outcome: BankOutcome::Unreadable,
        date: None,
        supplier: String::new(),
        amount: Pence::ZERO,
        category: None,
        suggested: false,
        says: why.to_owned(),
    }
}

/// The first and the last day of a file's lines.
pub(super) fn days(rows: &[Row]) -> Option<(Date, Date)> {
    let lines = rows.iter().filter_map(|row| match row {
        Row::Line(line) => Some(line.date),
        Row::Unreadable { .. } => None,
    });
    lines.fold(None, |days, day| match days {
        None => Some((day, day)),
        Some((first, last)) => Some((first.min(day), last.max(day))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judging_takes_no_more_than_it_is_given() {
        let rows = || {
            let row = |row| {
                Row::Line(Line {
                    row,
                    date: Date::new(2026, 11, 23).expect("a day"),
                    name: format!("Shop {row}"),
                    words: String::new(),
                    amount: Pence(-100),
                })
            };
            (0..100).map(row).collect::<Vec<_>>()
        };
        let told = |allowance| {
            let judged = plan(Known::default(), rows(), &Choices::new(), allowance);
            judged.map(|it| it.entries.len())
        };
        assert_eq!(told(Allowance::of(1 << 20)), Ok(100));
        assert_eq!(told(Allowance::of(2_000)), Err(Spent::Memory));
        assert_eq!(told(Allowance::late(1 << 20)), Err(Spent::Time));
    }
}
