//! The result of an import: which rows are new, and which are known.

use plumbline_core::expense::{Category, aside, is_hire, suggest};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use plumbline_core::time::text::date_long;

use super::bank::{Line, Row};
use super::known::{Fingerprint, Fingerprints, Known};
use super::{BankOutcome, BankRow, Choice, Choices};
use crate::expenses::fields::{ExpenseFields, GoodsOrService, VatKind};
use crate::expenses::store::bank::{ByHand, Noted};
use plumbline_platform::db::words;
use plumbline_platform::ids::ExpenseId;
use plumbline_platform::sheets::allowance::{Allowance, Spent};

/// The largest amount that is taken, in pence.
const AMOUNT_MAX: i64 = 1_000_000_000;
/// How far ahead a payment may be dated, in days (docs/rules.md, section 1).
const AHEAD_MAX: i64 = 366;

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
    /// It is left out, and stays so.
    LeftOut,
}

/// What is to be written, and what is told of each row.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub entries: Vec<Entry>,
    pub rows: Vec<BankRow>,
}

/// A line to be judged.
struct Open {
    line: Line,
    print: Fingerprint,
    /// The expense that was entered by hand and that it is, by its name.
    entered: Option<ByHand>,
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
    let mut prints = Fingerprints::default();
    let mut open: Vec<(usize, Open)> = Vec::new();
    for row in rows {
        // Its row in the report, and the keys it is found by.
        allowance.take(size_of::<BankRow>() + size_of::<Entry>() + row.weight())?;
        let line = match row {
            Row::Line(line) => line,
            Row::Unreadable { row, why } => {
                plan.rows.push(unreadable(row, &why));
                continue;
            }
        };
        let at = plan.rows.len();
        plan.rows.push(match refused(&line, known.today) {
            Some(why) => told(&line, BankOutcome::Unreadable, why),
            None if line.amount.0 >= 0 => told(&line, BankOutcome::MoneyIn, ""),
            // Until all of them are seen.
            None => told(&line, BankOutcome::New, ""),
        });
        if plan.rows[at].outcome == BankOutcome::New {
            let print = prints.of(&line);
            let entered = None;
            let one = Open {
                line,
                print,
                entered,
            };
            open.push((at, one));
        }
    }
    // What was entered by hand is first the line of its name, wherever that is in the file.
    for (_, one) in &mut open {
        if known.before(&one.print).is_none() {
            one.entered = known.take_entered(&one.line, true);
        }
    }
    for (at, one) in open {
        judge(&mut plan, &mut known, at, one, choices);
    }
    Ok(plan)
}

/// Why a line is not taken that is read.
fn refused(line: &Line, today: Option<Date>) -> Option<&'static str> {
    let is_ahead = |today: Date, day: Date| today.days_until(day) > AHEAD_MAX;
    if line.amount.0.unsigned_abs() > AMOUNT_MAX.unsigned_abs() {
        Some("Its amount is too large.")
    } else if today
        .zip(line.date)
        .is_some_and(|(today, day)| is_ahead(today, day))
    {
        Some("Its date is more than a year ahead.")
    } else {
        None
    }
}

fn judge(plan: &mut Plan, known: &mut Known, at: usize, one: Open, choices: &Choices) {
    use BankOutcome::{ByHand, Deleted, LeftOut, New, NotExpense, Perhaps};
    let Open {
        line,
        print,
        mut entered,
    } = one;
    let choice = choices.get(&(line.row, line.is_fee)).copied();
    let before = known.before(&print);
    let mut fingerprint = print.own;
    if before == Some(Noted::There) {
        let is_again = known.lines.get(&print.again) == Some(&Noted::There);
        if is_again || !matches!(choice, Some(Choice::Again(_))) {
            plan.rows[at].outcome = BankOutcome::Known;
            return;
        }
        // One like it on another account, of which the file says nothing.
        fingerprint = print.again;
    }
    let earlier = known.categories.get(&words::key(&line.name)).copied();
    let all_words = format!("{} {}", line.name, line.words);
    let suggested = match line.is_fee {
        true => Some(Category::FinanceCharges),
        false => earlier.or_else(|| suggest(&all_words)),
    };
    // What somebody has called by a category of its own is one of these no more.
    let is_called = earlier.is_some_and(|it| it != Category::OtherExpenses);
    let aside = (!line.is_fee && !is_called).then(|| aside(&all_words, &line.kind));
    let aside = aside.flatten();
    if entered.is_none() && before.is_none() && aside.is_none() && !line.is_fee {
        let is_asked = choice.is_none() || choice == Some(Choice::Same);
        entered = is_asked.then(|| known.take_entered(&line, false)).flatten();
        if let Some(entered) = entered.as_ref().filter(|_| choice.is_none()) {
            let row = &mut plan.rows[at];
            row.outcome = Perhaps;
            row.says = format!("{} on {}", entered.name, date_long(entered.date));
            row.category = Some(suggested.unwrap_or(Category::OtherExpenses));
            row.suggested = suggested.is_some();
            return;
        }
    }
    let outcome = match (choice, before) {
        (Some(Choice::LeaveOut), _) | (None, Some(Noted::LeftOut)) => LeftOut,
        (Some(Choice::Take(_) | Choice::Again(_)), _) => New,
        (_, Some(Noted::Gone)) => Deleted,
        _ if entered.is_some() => ByHand,
        _ if aside.is_some() => NotExpense,
        _ => New,
    };
    let chosen = choice.and_then(Choice::category);
    let category = chosen.or(suggested).unwrap_or(Category::OtherExpenses);
    let row = &mut plan.rows[at];
    row.outcome = outcome;
    row.says = match (outcome, &entered, aside) {
        (ByHand, Some(found), _) => format!("{} on {}", found.name, date_long(found.date)),
        (NotExpense, _, Some(aside)) => aside.sentence().to_owned(),
        _ => String::new(),
    };
    if outcome != LeftOut || choice.is_none() {
        row.category = Some(category);
        row.suggested = suggested.is_some();
    }
    let what = match (outcome, entered) {
        (LeftOut, _) if choice.is_some() => What::LeftOut,
        (ByHand, Some(found)) => What::ByHand(found.id),
        (New, _) => What::New(Box::new(fields(line, category))),
        _ => return,
    };
    plan.entries.push(Entry {
        at,
        fingerprint,
        what,
    });
}

fn fields(line: Line, category: Category) -> ExpenseFields {
    // Every field is named: a new one does not compile until somebody says whether the expense has it.
    let Line {
        row: _,    // where it is in the file
        is_fee: _, // the category is judged by these
        kind: _,
        told: _, // by these it is known again
        account: _,
        date,
        name,
        words,
        amount,
    } = line;
    let is_hire = is_hire(&name) || is_hire(&words);
    ExpenseFields {
        // A line that is judged has one.
        date: date.unwrap_or(Date::FIRST),
        supplier: name,
        description: words,
        category,
        amount: -amount,
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
        is_fee: line.is_fee,
        date: line.date,
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
        is_fee: false,
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
        Row::Line(line) => line.date,
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
                    date: Date::new(2026, 11, 23).ok(),
                    name: format!("Shop {row}"),
                    told: format!("Shop {row}"),
                    amount: Pence(-100),
                    ..Line::default()
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
