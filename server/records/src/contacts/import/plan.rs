//! The result of an import: who is new, who is known already, and what is filled in.

use super::ImportRow;
use super::known::{Known, Register};
use super::rows::FoundRow;
use crate::contacts::Contact;
use crate::contacts::fields::ContactFields;
use crate::contacts::join::join;
use crate::summaries::customer;
use plumbline_platform::ids::ContactId;
use plumbline_platform::sheets::Outcome;
use plumbline_platform::sheets::allowance::{Allowance, Spent};

/// A contact that the account has already, with the changes.
#[derive(Debug)]
pub struct Change {
    /// Its id.
    pub id: ContactId,
    /// The base version.
    pub version: i64,
    /// The fields before the import.
    pub before: ContactFields,
    /// The fields after the import.
    pub fields: ContactFields,
}

/// What to write, and the report of each row.
#[derive(Debug, Default)]
pub struct Plan {
    /// The contacts to create.
    pub new: Vec<ContactFields>,
    /// The existing contacts in which something is filled in.
    pub changes: Vec<Change>,
    /// The rows of the report.
    pub rows: Vec<ImportRow>,
    /// The contact of each row.
    pub whom: Vec<Whom>,
}

/// The contact of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whom {
    /// One of the account's contacts.
    Kept(ContactId),
    /// Index of a new contact.
    New(usize),
    /// The row can't be imported.
    Nobody,
}

/// Compares every row with the account's contacts and the rows before it.
pub fn plan(
    kept: Vec<Contact>,
    rows: Vec<FoundRow>,
    mut allowance: Allowance,
) -> Result<Plan, Spent> {
    let mut kept: Vec<Change> = kept.into_iter().map(Change::none).collect();
    let mut known = Register::default();
    for (at, one) in kept.iter().enumerate() {
        allowance.on()?;
        known.add(&one.fields, Known::Kept(at));
    }
    let mut plan = Plan::default();
    for found in rows {
        let reasons = found.reasons();
        let row = if reasons.is_empty() {
            judge(&mut plan, &mut kept, &mut known, found)
        } else {
            plan.whom.push(Whom::Nobody);
            found.told(Outcome::Unreadable, reasons.join(" "))
        };
        allowance.take(size_of::<ImportRow>() + Register::EACH + row.says.len())?;
        plan.rows.push(row);
    }
    kept.retain(|one| one.fields != one.before);
    plan.changes = kept;
    Ok(plan)
}

fn judge(plan: &mut Plan, kept: &mut [Change], known: &mut Register, found: FoundRow) -> ImportRow {
    let fields_of = |one: Known| match one {
        Known::Kept(at) => &kept[at].fields,
        Known::New { at, .. } => &plan.new[at],
    };
    match known.find(&found.fields, fields_of) {
        Some((place, Known::Kept(at))) => {
            plan.whom.push(Whom::Kept(kept[at].id.clone()));
            let mut fields = kept[at].fields.clone();
            let joined = join(&mut fields, &found.fields);
            // A row that would make the contact too long leaves it unchanged.
            if joined.filled.is_empty() || !is_sound(&fields) {
                return found.told(Outcome::Same, String::new());
            }
            known.filled(place, &fields);
            kept[at].fields = fields;
            found.told(Outcome::Update, joined.filled.join(", "))
        }
        Some((place, Known::New { at, row })) => {
            let told = format!("as row {row}");
            plan.whom.push(Whom::New(at));
            join(&mut plan.new[at], &found.fields);
            known.filled(place, &plan.new[at]);
            found.told(Outcome::Same, told)
        }
        None => {
            let (at, row) = (plan.new.len(), found.row);
            let perhaps = known.perhaps(&found.fields, fields_of);
            known.add(&found.fields, Known::New { at, row });
            plan.whom.push(Whom::New(at));
            let says = [perhaps, brings(&found.fields)];
            let says: Vec<String> = says.into_iter().flatten().collect();
            let told = found.told(Outcome::New, says.join(" "));
            plan.new.push(found.fields);
            told
        }
    }
}

/// A sentence with the fields that a new contact has, so that a person sees whether the columns were understood before
/// anything is saved.
fn brings(fields: &ContactFields) -> Option<String> {
    let mut filled = join(&mut ContactFields::default(), fields).filled;
    filled.retain(|what| *what != "name");
    (!filled.is_empty()).then(|| format!("With {}.", filled.join(", ")))
}

fn is_sound(fields: &ContactFields) -> bool {
    let mut checks = plumbline_platform::http::text::Checks::new();
    fields.check(&mut checks);
    checks.into_errors().is_empty()
}

impl Change {
    fn none(contact: Contact) -> Self {
        Self {
            id: contact.id,
            version: contact.version,
            before: contact.fields.clone(),
            fields: contact.fields,
        }
    }
}

impl FoundRow {
    fn told(&self, outcome: Outcome, says: String) -> ImportRow {
        let name = customer::name(&self.fields.name, &self.fields.company);
        ImportRow {
            row: self.row,
            outcome,
            name: name.chars().take(100).collect(),
            says,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judging_takes_no_more_than_it_is_given() {
        let row = |row| {
            let fields = ContactFields {
                name: format!("Jo {row}"),
                ..ContactFields::default()
            };
            FoundRow::of(row, fields)
        };
        let rows: Vec<FoundRow> = (0..100).map(row).collect();
        let told = |allowance| plan(Vec::new(), rows.clone(), allowance).map(|it| it.new.len());
        assert_eq!(told(Allowance::of(1 << 20)), Ok(100));
        assert_eq!(told(Allowance::of(50 * 1024)), Err(Spent::Memory));
        assert_eq!(told(Allowance::late(1 << 20)), Err(Spent::Time));
    }
}
