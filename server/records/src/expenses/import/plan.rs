//! The plan of an import: which rows are new, and which are known.

use plumbline_core::expense::{ExpenseCategory, detect_non_expense, is_hire, suggest_category};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use plumbline_core::time::text::format_long_date;

use super::bank::{BankFileRow, BankLine};
use super::matching::{Fingerprint, FingerprintCounter, KnownExpenses};
use super::{BankOutcome, BankRow, BankRowChoice, BankRowChoices};
use crate::expenses::fields::{ExpenseFields, GoodsOrService, VatKind};
use crate::expenses::store::bank::{ImportedLineState, ManualExpense};
use plumbline_platform::db::words;
use plumbline_platform::ids::ExpenseId;
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};
use plumbline_platform::table_import::to_one_line;

/// The largest amount that is imported, in pence.
const AMOUNT_MAX: i64 = 1_000_000_000;

/// The most characters of an expense's name or description in a report.
const NAME_DISPLAYED_MAX: usize = 200;

/// What is to be written for a row.
#[derive(Debug)]
pub(super) struct BankEntry {
    /// The index in [`BankImportPlan::rows`].
    pub at: usize,
    pub fingerprint: String,
    /// If the file names the line's account, the fingerprint by which a file that doesn't name it recognises the line.
    pub of_any_account: Option<String>,
    pub action: EntryAction,
}

#[derive(Debug)]
pub(super) enum EntryAction {
    New(Box<ExpenseFields>),
    /// The line is an existing expense.
    ByHand(ExpenseId),
    /// The line is left out, in later imports as well.
    LeftOut,
}

/// What is to be written, and the report on each row.
#[derive(Debug, Default)]
pub(super) struct BankImportPlan {
    pub entries: Vec<BankEntry>,
    pub rows: Vec<BankRow>,
}

/// A line to be checked.
struct PendingLine {
    line: BankLine,
    fingerprint: Fingerprint,
    /// The expense, entered by hand, that matches it by name.
    entered: Option<ManualExpense>,
}

/// Compares every row with the account's data and the earlier rows.
///
/// # Errors
/// If that takes too much memory or time.
pub(super) fn plan_rows(
    mut known: KnownExpenses,
    rows: Vec<BankFileRow>,
    choices: &BankRowChoices,
    mut budget: ReadBudget,
) -> Result<BankImportPlan, BudgetExceeded> {
    let mut plan = BankImportPlan::default();
    let mut counter = FingerprintCounter::default();
    let mut pending: Vec<(usize, PendingLine)> = Vec::new();
    for row in rows {
        // The row of the report, and the entry with its fingerprints.
        budget.spend(size_of::<BankRow>() + size_of::<BankEntry>() + row.text_bytes())?;
        let line = match row {
            BankFileRow::Line(line) => line,
            BankFileRow::Unreadable { row, why } => {
                plan.rows.push(unreadable_row(row, &why));
                continue;
            }
        };
        let at = plan.rows.len();
        plan.rows.push(match rejection(&line, known.today) {
            Some(why) => to_bank_row(&line, BankOutcome::Unreadable, why),
            None if line.amount.0 >= 0 => to_bank_row(&line, BankOutcome::MoneyIn, ""),
            // `plan_line` decides about these after all rows have been read.
            None => to_bank_row(&line, BankOutcome::New, ""),
        });
        if plan.rows[at].outcome == BankOutcome::New {
            let fingerprint = counter.fingerprint(&line);
            pending.push((at, PendingLine { line, fingerprint, entered: None }));
        }
    }
    // An expense that was entered by hand is matched by name first, wherever that line is in the file.
    for (_, one) in &mut pending {
        if known.find_imported(&one.fingerprint).is_none() {
            one.entered = known.take_manual(&one.line, true);
        }
    }
    for (at, one) in pending {
        plan_line(&mut plan, &mut known, at, one, choices);
    }
    Ok(plan)
}

/// Why a line that was read isn't imported; `None` if it is.
fn rejection(line: &BankLine, today: Option<Date>) -> Option<&'static str> {
    if line.amount.0.unsigned_abs() > AMOUNT_MAX.unsigned_abs() {
        Some("Its amount is too large.")
    } else if today.zip(line.date).is_some_and(|(today, day)| day.is_over_a_year_after(today)) {
        Some("Its date is more than a year ahead.")
    } else {
        None
    }
}

fn plan_line(
    plan: &mut BankImportPlan,
    known: &mut KnownExpenses,
    at: usize,
    pending: PendingLine,
    choices: &BankRowChoices,
) {
    use BankOutcome::{ByHand, Deleted, LeftOut, New, NotExpense, Perhaps};
    let PendingLine { line, fingerprint: fingerprints, mut entered } = pending;
    let choice = choices.get(&(line.row, line.is_fee)).copied();
    let imported = known.find_imported(&fingerprints);
    let mut fingerprint = fingerprints.own;
    let of_any_account = fingerprints.has_account.then_some(fingerprints.of_any_account);
    if imported == Some(ImportedLineState::Present) {
        let is_imported_twice = known.lines.get(&fingerprints.again) == Some(&ImportedLineState::Present);
        if is_imported_twice || !matches!(choice, Some(BankRowChoice::Again(_))) {
            plan.rows[at].outcome = BankOutcome::Known;
            return;
        }
        // The person said that this is an equal line of another account, which the file doesn't name.
        fingerprint = fingerprints.again;
    }
    let earlier = known.categories.get(&words::sort_key(&line.name)).copied();
    let all_words = format!("{} {}", line.name, line.words);
    let suggested = match line.is_fee {
        true => Some(ExpenseCategory::FinanceCharges),
        false => earlier.or_else(|| suggest_category(&all_words)),
    };
    // If a person has given an expense of this supplier a category, its lines are expenses.
    let has_category = earlier.is_some_and(|it| it != ExpenseCategory::OtherExpenses);
    let non_expense = (!line.is_fee && !has_category)
        .then(|| detect_non_expense(&all_words, &line.kind, &known.own_names))
        .flatten();
    if entered.is_none() && imported.is_none() && non_expense.is_none() && !line.is_fee {
        let may_match = choice.is_none() || choice == Some(BankRowChoice::Same);
        entered = may_match.then(|| known.take_manual(&line, false)).flatten();
        if let Some(entered) = entered.as_ref().filter(|_| choice.is_none()) {
            let row = &mut plan.rows[at];
            row.outcome = Perhaps;
            row.says = describe_manual(entered);
            row.category = Some(suggested.unwrap_or(ExpenseCategory::OtherExpenses));
            row.suggested = suggested.is_some();
            return;
        }
    }
    let outcome = match (choice, imported) {
        (Some(BankRowChoice::LeaveOut), _) | (None, Some(ImportedLineState::LeftOut)) => LeftOut,
        (Some(BankRowChoice::Take(_) | BankRowChoice::Again(_)), _) => New,
        (_, Some(ImportedLineState::Deleted)) => Deleted,
        _ if entered.is_some() => ByHand,
        _ if non_expense.is_some() => NotExpense,
        _ => New,
    };
    let chosen = choice.and_then(BankRowChoice::category);
    let category = chosen.or(suggested).unwrap_or(ExpenseCategory::OtherExpenses);
    let row = &mut plan.rows[at];
    row.outcome = outcome;
    row.says = match (outcome, &entered, non_expense) {
        (ByHand, Some(found), _) => describe_manual(found),
        (NotExpense, _, Some(reason)) => reason.text().to_owned(),
        _ => String::new(),
    };
    if outcome != LeftOut || choice.is_none() {
        row.category = Some(category);
        row.suggested = suggested.is_some();
    }
    let action = match (outcome, entered) {
        (LeftOut, _) if choice.is_some() => EntryAction::LeftOut,
        (ByHand, Some(found)) => EntryAction::ByHand(found.id),
        (New, _) => EntryAction::New(Box::new(to_expense_fields(line, category))),
        _ => return,
    };
    plan.entries.push(BankEntry { at, fingerprint, of_any_account, action });
}

/// Describes an expense that was entered by hand: its supplier, otherwise its description, and its date.
fn describe_manual(expense: &ManualExpense) -> String {
    let names = [expense.name.trim(), expense.description.trim()];
    let name = names.into_iter().find(|name| !name.is_empty()).unwrap_or("your expense");
    let name: String = to_one_line(name).chars().take(NAME_DISPLAYED_MAX).collect();
    format!("{name} on {}", format_long_date(expense.date))
}

fn to_expense_fields(line: BankLine, category: ExpenseCategory) -> ExpenseFields {
    // Every field is named, so that a new one doesn't compile until somebody decides whether the expense has it.
    let BankLine {
        row: _,    // its position in the file
        is_fee: _, // these two decide the category
        kind: _,
        identifying_text: _, // these two are part of the fingerprint
        account: _,
        date,
        name,
        words: text,
        amount,
    } = line;
    let is_hire = is_hire(&name) || is_hire(&text);
    ExpenseFields {
        // Every line that becomes an expense has a date.
        date: date.unwrap_or(Date::FIRST),
        supplier: name,
        description: text,
        category,
        amount: -amount,
        vat_rate: Number::Empty,
        vat_amount: Pence::ZERO,
        private_share: Number::Empty,
        vehicle_cost: false,
        vat_kind: VatKind::Usual,
        // Materials count as goods unless somebody says otherwise, but hire doesn't.
        goods_or_service: match category == ExpenseCategory::CostOfGoods && is_hire {
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

fn to_bank_row(line: &BankLine, outcome: BankOutcome, says: &str) -> BankRow {
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

fn unreadable_row(row: usize, why: &str) -> BankRow {
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

/// The first and the last date of a file's lines.
pub(super) fn first_and_last_day(rows: &[BankFileRow]) -> Option<(Date, Date)> {
    let lines = rows.iter().filter_map(|row| match row {
        BankFileRow::Line(line) => line.date,
        BankFileRow::Unreadable { .. } => None,
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
    fn a_payment_may_be_dated_up_to_a_year_ahead() {
        // In a leap year, the same day of the next year is 366 days later.
        for (today, last, too_late) in
            [("2026-11-30", "2027-11-30", "2027-12-01"), ("2027-11-30", "2028-11-30", "2028-12-01")]
        {
            let rejected = |day: &str| {
                let line = BankLine { date: day.parse().ok(), amount: Pence(-100), ..BankLine::default() };
                rejection(&line, today.parse().ok())
            };
            assert_eq!(rejected(last), None, "{last}");
            assert_eq!(rejected(too_late), Some("Its date is more than a year ahead."), "{too_late}");
        }
    }

    #[test]
    fn planning_an_import_stops_at_its_memory_and_time_limit() {
        let rows = || {
            let row = |row| {
                BankFileRow::Line(BankLine {
                    row,
                    date: Date::new(2026, 11, 23).ok(),
                    name: format!("Shop {row}"),
                    identifying_text: format!("Shop {row}"),
                    amount: Pence(-100),
                    ..BankLine::default()
                })
            };
            (0..100).map(row).collect::<Vec<_>>()
        };
        let result = |budget| {
            let plan = plan_rows(KnownExpenses::default(), rows(), &BankRowChoices::new(), budget);
            plan.map(|it| it.entries.len())
        };
        assert_eq!(result(ReadBudget::new(1 << 20)), Ok(100));
        assert_eq!(result(ReadBudget::new(2_000)), Err(BudgetExceeded::Memory));
        assert_eq!(result(ReadBudget::expired(1 << 20)), Err(BudgetExceeded::Time));
    }

    #[test]
    fn names_a_manual_expense_by_its_supplier_or_its_description() {
        let says = |name: &str, description: &str| {
            describe_manual(&ManualExpense {
                id: "00000000-0000-4000-8000-000000000001".parse().expect("an id"),
                date: Date::new(2026, 11, 10).expect("a day"),
                amount: Pence(3_000),
                name: name.to_owned(),
                description: description.to_owned(),
            })
        };
        assert_eq!(says("Screwfix", "Elbows"), "Screwfix on 10 Nov 2026");
        assert_eq!(says("", "Screwfix elbows"), "Screwfix elbows on 10 Nov 2026");
        assert_eq!(says(" ", ""), "your expense on 10 Nov 2026");
    }
}
