//! The operations that lead from one sheet to another.

use serde_json::Value;

use super::apply::fields_of;
use super::{Operation, Sheet};
use crate::document::{Document, Line};

/// Operations that make `before` say what `after` says: applied to `before` they give `after`,
/// line for line. Lines are known by their ids, which are unique.
#[must_use]
pub fn between(before: &Sheet, after: &Sheet) -> Vec<Operation> {
    let mut operations = header(before, after);
    let gone = before
        .document
        .items
        .iter()
        .filter(|line| after.line(&line.id).is_none());
    operations.extend(gone.map(|line| Operation::RemoveLine {
        line: line.id.clone(),
    }));
    lines(before, after, &mut operations);
    operations
}

/// The header fields that differ, set.
fn header(before: &Sheet, after: &Sheet) -> Vec<Operation> {
    let mut operations = Vec::new();
    let mut differing = |before, after| {
        for (field, value) in differing_fields(&before, &after) {
            operations.push(Operation::Set { field, value });
        }
    };
    differing(fields_of(&before.head), fields_of(&after.head));
    let bare = |document: &Document| {
        fields_of(&Document {
            items: Vec::new(),
            payments: Vec::new(),
            ..document.clone()
        })
    };
    differing(bare(&before.document), bare(&after.document));
    operations
}

/// Lines put in, moved and changed, in the order of `after`.
fn lines(before: &Sheet, after: &Sheet, operations: &mut Vec<Operation>) {
    // What stands while the operations so far are applied.
    let kept = before
        .document
        .items
        .iter()
        .filter(|line| after.line(&line.id).is_some());
    let mut standing: Vec<&str> = kept.map(|line| line.id.as_str()).collect();
    for (at, line) in after.document.items.iter().enumerate() {
        let follows = at
            .checked_sub(1)
            .map(|at| after.document.items[at].id.clone());
        let Some((_, known)) = before.line(&line.id) else {
            operations.push(Operation::InsertLine {
                after: follows,
                line: Box::new(line.clone()),
            });
            standing.insert(at.min(standing.len()), &line.id);
            continue;
        };
        if standing.get(at) != Some(&line.id.as_str()) {
            standing.retain(|id| *id != line.id);
            standing.insert(at.min(standing.len()), &line.id);
            operations.push(Operation::MoveLine {
                line: line.id.clone(),
                after: follows,
            });
        }
        if known != line {
            set_fields(known, line, operations);
        }
    }
}

fn set_fields(before: &Line, after: &Line, operations: &mut Vec<Operation>) {
    let (before, fields) = (fields_of(before), fields_of(after));
    let differing = differing_fields(&before, &fields);
    operations.extend(differing.map(|(field, value)| Operation::SetLine {
        line: after.id.clone(),
        field,
        value,
    }));
}

/// The fields of `after` that `before` says otherwise.
pub(super) fn differing_fields(
    before: &serde_json::Map<String, Value>,
    after: &serde_json::Map<String, Value>,
) -> impl Iterator<Item = (String, Value)> {
    after
        .iter()
        .filter(|(field, value)| before.get(*field) != Some(*value))
        .map(|(field, value)| (field.clone(), value.clone()))
}
