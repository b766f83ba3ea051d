//! Merging the edits of two people: what changed since an older version, and which operations conflict with it.

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

/// What an operation is about.
enum Place<'a> {
    Header(&'a str),
    Line(&'a str),
    OfLine(&'a str, &'a str),
}

impl<'a> Place<'a> {
    /// Where an operation sets something, and what; none of one that only moves a line.
    fn of(operation: &'a Operation) -> Option<(Self, Value)> {
        Some(match operation {
            Operation::Set { field, value } => (Self::Header(field), value.clone()),
            Operation::SetLine { line, field, value } => (Self::OfLine(line, field), value.clone()),
            Operation::RemoveLine { line } => (Self::Line(line), Value::Null),
            Operation::InsertLine { line, .. } => (Self::Line(&line.id), whole(line)),
            Operation::MoveLine { .. } => return None,
        })
    }

    /// `jobDescription`, `items[ID]` or `items[ID].price`.
    fn path(&self) -> String {
        match self {
            Self::Header(field) => (*field).to_owned(),
            Self::Line(id) => format!("items[{id}]"),
            Self::OfLine(id, field) => format!("items[{id}].{field}"),
        }
    }

    /// What a sheet says there; null where it has no such line.
    fn value(&self, sheet: &Sheet) -> Value {
        let line = |id| sheet.line(id).map(|(_, line)| line);
        let in_document = |field| sheet.document.value(field);
        let value = match self {
            Self::Header(field) => sheet.head.value(field).or_else(|| in_document(field)),
            Self::Line(id) => line(id).map(whole),
            Self::OfLine(id, field) => line(id).and_then(|line| line.value(field)),
        };
        value.unwrap_or_default()
    }
}

/// What an edit changed. The order of the lines is nobody's field: of two moves the later counts.
#[must_use]
pub fn changes(before: &Sheet, after: &Sheet) -> Vec<Change> {
    let change = |operation: &Operation| {
        let (place, after) = Place::of(operation)?;
        let (path, before) = (place.path(), place.value(before));
        Some(Change {
            path,
            before,
            after,
        })
    };
    between(before, after).iter().filter_map(change).collect()
}

/// The fields that my operations would set over what others have set since: `since` is what
/// changed since my base, oldest first, and `current` what stands. Where both set the same value,
/// or it was set back, there is nothing to ask.
#[must_use]
pub fn conflicts(current: &Sheet, since: &[Change], mine: &[Operation]) -> Vec<Conflict> {
    let mut found: Vec<(Conflict, bool)> = Vec::new();
    for operation in mine {
        let Some((conflict, is_gone)) = conflict(current, since, operation) else {
            continue;
        };
        // Of several of mine on one field the last is what it would come to.
        let mut known = found.iter_mut().map(|(known, _)| known);
        match known.find(|known| known.path == conflict.path) {
            Some(known) => known.mine = conflict.mine,
            None => found.push((conflict, is_gone)),
        }
    }
    // A field of a line that is gone is asked about also where mine empties it: there is no such field.
    let asked = found.into_iter();
    let asked = asked.filter(|(conflict, is_gone)| *is_gone || conflict.mine != conflict.theirs);
    asked.map(|(conflict, _)| conflict).collect()
}

static NOTHING: Value = Value::Null;

/// Where what stands is not what stood when mine was begun, and whether it is a field of a line that
/// there is not any more.
fn conflict(current: &Sheet, since: &[Change], operation: &Operation) -> Option<(Conflict, bool)> {
    let (place, mine) = Place::of(operation)?;
    let (path, theirs) = (place.path(), place.value(current));
    let stood = |path: &str| Some(&since.iter().find(|change| change.path == path)?.before);
    let mut is_gone = false;
    let base = match place {
        Place::OfLine(id, field) if current.line(id).is_none() => {
            is_gone = true;
            // A field that was left out was empty.
            let of_line = || {
                Some(
                    stood(&Place::Line(id).path())?
                        .get(field)
                        .unwrap_or(&NOTHING),
                )
            };
            stood(&path).or_else(of_line)?.clone()
        }
        Place::Header(_) | Place::OfLine(..) => stood(&path)?.clone(),
        // Mine puts a line in, or takes out one that is gone.
        Place::Line(_) if !mine.is_null() || theirs.is_null() => return None,
        Place::Line(_) => {
            let of_line = |change: &Change| {
                let field = change.path.strip_prefix(&path)?.strip_prefix('.')?;
                Some((field.to_owned(), change.before.clone()))
            };
            let (field, before) = since.iter().find_map(of_line)?;
            let mut base = theirs.clone();
            base[field] = before;
            base
        }
    };
    let is_asked = is_gone || base != theirs;
    let conflict = Conflict {
        path,
        base,
        theirs,
        mine,
    };
    is_asked.then_some((conflict, is_gone))
}

fn whole(line: &Line) -> Value {
    serde_json::to_value(line).unwrap_or_default()
}
