//! Two people at one document: what changed since, and which operations touch it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::between::between;
use super::by_name::ByName;
use super::{Operation, Sheet};
use crate::document::Line;

/// One field that an edit changed, kept with the version that the edit made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// `jobDescription`, `items[ID].price`, or `items[ID]` for a line that came or went.
    pub path: String,
    /// What stood before; null for a line that came.
    pub before: Value,
    /// What stands after; null for a line that went.
    pub after: Value,
}

/// A field that both sides changed since the version that mine is based on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Conflict {
    /// As in [`Change`].
    pub path: String,
    /// What stood when mine was begun.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub base: Value,
    /// What stands now; null where the line is gone.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub theirs: Value,
    /// What mine would make of it; null where it takes the line out.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub mine: Value,
}

/// What an edit changed. The order of the lines is nobody's field: of two moves the later counts.
#[must_use]
pub fn changes(before: &Sheet, after: &Sheet) -> Vec<Change> {
    let change = |path: String, before: Value, after: Value| Change {
        path,
        before,
        after,
    };
    between(before, after)
        .into_iter()
        .filter_map(|operation| match operation {
            Operation::Set { field, value } => {
                let stood = header_value(before, &field);
                Some(change(field, stood, value))
            }
            Operation::SetLine { line, field, value } => {
                let stood = line_value(before, &line, Some(&field));
                Some(change(line_path(&line, Some(&field)), stood, value))
            }
            Operation::RemoveLine { line } => {
                let stood = line_value(before, &line, None);
                Some(change(line_path(&line, None), stood, Value::Null))
            }
            Operation::InsertLine { line, .. } => {
                let path = line_path(&line.id, None);
                Some(change(path, Value::Null, whole(&line)))
            }
            Operation::MoveLine { .. } => None,
        })
        .collect()
}

/// The fields that my operations would set over what others have set since: `since` is what
/// changed since my base, oldest first, and `current` what stands. Where both set the same value,
/// or it was set back, there is nothing to ask.
#[must_use]
pub fn conflicts(current: &Sheet, since: &[Change], mine: &[Operation]) -> Vec<Conflict> {
    let mut found: Vec<Conflict> = Vec::new();
    for operation in mine {
        let Some(conflict) = conflict(current, since, operation) else {
            continue;
        };
        // Of several of mine on one field the last is what it would come to.
        match found.iter_mut().find(|known| known.path == conflict.path) {
            Some(known) => known.mine = conflict.mine,
            None => found.push(conflict),
        }
    }
    // A field of a line that is gone is asked about also where mine empties it: there is no such field.
    found
        .retain(|conflict| conflict.mine != conflict.theirs || is_field_of_gone(current, conflict));
    found
}

/// Whether it is about a field of a line that there is not any more.
fn is_field_of_gone(current: &Sheet, conflict: &Conflict) -> bool {
    let of_line = conflict.path.strip_prefix("items[");
    let line = of_line
        .and_then(|path| path.rsplit_once("]."))
        .map(|(id, _)| id);
    line.is_some_and(|id| current.line(id).is_none())
}

fn conflict(current: &Sheet, since: &[Change], mine: &Operation) -> Option<Conflict> {
    let stood = |path: &str| since.iter().find(|change| change.path == path);
    match mine {
        Operation::Set { field, value } => {
            let base = stood(field)?.before.clone();
            let theirs = header_value(current, field);
            changed(field.clone(), base, theirs, value.clone())
        }
        Operation::SetLine { line, field, value } => {
            let path = line_path(line, Some(field));
            if current.line(line).is_none() {
                let base = stood(&path).map(|change| change.before.clone());
                let gone = stood(&line_path(line, None));
                let base = base.or_else(|| Some(gone?.before.get(field)?.clone()))?;
                let (theirs, mine) = (Value::Null, value.clone());
                return Some(Conflict {
                    path,
                    base,
                    theirs,
                    mine,
                });
            }
            let base = stood(&path)?.before.clone();
            let theirs = line_value(current, line, Some(field));
            changed(path, base, theirs, value.clone())
        }
        Operation::RemoveLine { line } => {
            current.line(line)?;
            let prefix = line_path(line, Some(""));
            let touched = since
                .iter()
                .find(|change| change.path.starts_with(&prefix))?;
            let theirs = line_value(current, line, None);
            let mut base = theirs.clone();
            if let Some(field) = touched.path.strip_prefix(&prefix) {
                base[field] = touched.before.clone();
            }
            changed(line_path(line, None), base, theirs, Value::Null)
        }
        Operation::InsertLine { .. } | Operation::MoveLine { .. } => None,
    }
}

/// A conflict, unless what stands is what stood.
fn changed(path: String, base: Value, theirs: Value, mine: Value) -> Option<Conflict> {
    (base != theirs).then_some(Conflict {
        path,
        base,
        theirs,
        mine,
    })
}

/// `items[ID]`, or `items[ID].field`.
fn line_path(id: &str, field: Option<&str>) -> String {
    match field {
        Some(field) => format!("items[{id}].{field}"),
        None => format!("items[{id}]"),
    }
}

fn header_value(sheet: &Sheet, field: &str) -> Value {
    let of_head = sheet.head.value(field);
    of_head
        .or_else(|| sheet.document.value(field))
        .unwrap_or_default()
}

fn line_value(sheet: &Sheet, id: &str, field: Option<&str>) -> Value {
    let Some((_, line)) = sheet.line(id) else {
        return Value::Null;
    };
    match field {
        Some(field) => line.value(field).unwrap_or_default(),
        None => whole(line),
    }
}

fn whole(line: &Line) -> Value {
    serde_json::to_value(line).unwrap_or_default()
}
