//! An edit that was begun from an older version: what of it has to be asked about.

use std::collections::HashSet;

use plumbline_core::edit::merge::{Change, Conflict, conflicts as between};
use plumbline_core::edit::{Operation, Sheet};
use serde_json::{Value, json};

/// The fields that both set, where `since` is what others changed, oldest first.
#[must_use]
pub fn conflicts(current: &Sheet, mut since: Vec<Change>, mine: &[Operation]) -> Vec<Conflict> {
    // What stood when mine was begun is what the first change of a field found.
    let mut seen = HashSet::new();
    since.retain(|change| seen.insert(change.path.clone()));
    between(current, &since, &last_of_each(mine))
}

/// The fields to ask about where nobody knows any more what changed: all that mine would make
/// something else of.
#[must_use]
pub fn unlogged(current: &Sheet, mine: &[Operation]) -> Vec<Conflict> {
    // A value that no field has, so that each counts as changed.
    let unknown = json!({ "unknown": true });
    let standing = |line: &&String| current.line(line).is_some();
    let paths = mine.iter().filter_map(|operation| match operation {
        Operation::Set { field, .. } => Some(field.clone()),
        Operation::SetLine { line, field, .. } => {
            Some(line).filter(standing)?;
            Some(format!("items[{line}].{field}"))
        }
        Operation::RemoveLine { line } => Some(format!("items[{line}].")),
        Operation::InsertLine { .. } | Operation::MoveLine { .. } => None,
    });
    let since = paths.map(|path| Change {
        path,
        before: unknown.clone(),
        after: Value::Null,
    });
    let mut asked = conflicts(current, since.collect(), mine);
    for conflict in &mut asked {
        conflict.base = Value::Null;
    }
    asked
}

/// Of several operations that set the same field the last one counts; the others need not be
/// compared.
fn last_of_each(mine: &[Operation]) -> Vec<Operation> {
    let mut seen = HashSet::new();
    let mut last: Vec<Operation> = mine
        .iter()
        .rev()
        .filter(|operation| match operation {
            Operation::Set { field, .. } => seen.insert((None, Some(field))),
            Operation::SetLine { line, field, .. } => seen.insert((Some(line), Some(field))),
            Operation::RemoveLine { line } => seen.insert((Some(line), None)),
            Operation::InsertLine { .. } | Operation::MoveLine { .. } => false,
        })
        .cloned()
        .collect();
    last.reverse();
    last
}

/// Puts the lines that mine sets a field of and others took out back, as they were, at the end.
pub fn put_back(sheet: &mut Sheet, since: &[Change], mine: &[Operation]) {
    let mut own = HashSet::new();
    for operation in mine {
        match operation {
            Operation::InsertLine { line, .. } => {
                own.insert(&line.id);
            }
            Operation::SetLine { line, .. }
                if !own.contains(line) && sheet.line(line).is_none() =>
            {
                let path = format!("items[{line}]");
                let gone = |change: &&Change| change.path == path && change.after.is_null();
                let stood = since
                    .iter()
                    .rev()
                    .find(gone)
                    .map(|gone| gone.before.clone());
                if let Some(Ok(line)) = stood.map(serde_json::from_value) {
                    sheet.document.items.push(line);
                }
            }
            _ => {}
        }
    }
}
