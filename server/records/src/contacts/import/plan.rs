//! The result of an import: who is new, who is known already, and what is filled in.

use super::matching::{ContactIndex, KnownContact};
use super::{ContactFileRow, ImportRow};
use crate::contacts::Contact;
use crate::contacts::fields::ContactFields;
use crate::contacts::join::join;
use crate::summaries::customer;
use plumbline_platform::ids::ContactId;
use plumbline_platform::table_import::RowOutcome;
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};

/// A contact that the account has already, with the changes.
#[derive(Debug)]
pub struct ContactChange {
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
pub struct ContactImportPlan {
    /// The contacts to create.
    pub new: Vec<ContactFields>,
    /// The existing contacts in which something is filled in.
    pub changes: Vec<ContactChange>,
    /// The rows of the report.
    pub rows: Vec<ImportRow>,
    /// The contact of each row.
    pub matches: Vec<ContactMatch>,
}

/// The contact of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContactMatch {
    /// One of the account's contacts.
    Existing(ContactId),
    /// Index of a new contact.
    New(usize),
    /// The row can't be imported.
    Unsaveable,
}

/// Compares every row with the account's contacts and the rows before it.
pub fn plan_rows(
    contacts: Vec<Contact>,
    rows: Vec<ContactFileRow>,
    mut allowance: ReadBudget,
) -> Result<ContactImportPlan, BudgetExceeded> {
    let mut contact_changes: Vec<ContactChange> =
        contacts.into_iter().map(ContactChange::unchanged).collect();
    let mut known = ContactIndex::default();
    for (at, one) in contact_changes.iter().enumerate() {
        allowance.check_time()?;
        known.add(&one.fields, KnownContact::Existing(at));
    }
    let mut plan = ContactImportPlan::default();
    for found in rows {
        let reasons = found.problems();
        let row = if reasons.is_empty() {
            plan_row(&mut plan, &mut contact_changes, &mut known, found)
        } else {
            plan.matches.push(ContactMatch::Unsaveable);
            found.to_import_row(RowOutcome::Unreadable, reasons.join(" "))
        };
        allowance.spend(size_of::<ImportRow>() + ContactIndex::BYTES_PER_CONTACT + row.says.len())?;
        plan.rows.push(row);
    }
    contact_changes.retain(|one| one.fields != one.before);
    plan.changes = contact_changes;
    Ok(plan)
}

fn plan_row(
    plan: &mut ContactImportPlan,
    contact_changes: &mut [ContactChange],
    known: &mut ContactIndex,
    found: ContactFileRow,
) -> ImportRow {
    let fields_of = |one: KnownContact| match one {
        KnownContact::Existing(at) => &contact_changes[at].fields,
        KnownContact::New { at, .. } => &plan.new[at],
    };
    match known.find(&found.fields, fields_of) {
        Some((place, KnownContact::Existing(at))) => {
            plan.matches.push(ContactMatch::Existing(contact_changes[at].id.clone()));
            let mut fields = contact_changes[at].fields.clone();
            let joined = join(&mut fields, &found.fields);
            // A row that would make the contact too long leaves it unchanged.
            if joined.filled.is_empty() || !is_valid(&fields) {
                return found.to_import_row(RowOutcome::Same, String::new());
            }
            known.update(place, &fields);
            contact_changes[at].fields = fields;
            found.to_import_row(RowOutcome::Update, joined.filled.join(", "))
        }
        Some((place, KnownContact::New { at, row })) => {
            let text = format!("as row {row}");
            plan.matches.push(ContactMatch::New(at));
            join(&mut plan.new[at], &found.fields);
            known.update(place, &plan.new[at]);
            found.to_import_row(RowOutcome::Same, text)
        }
        None => {
            let (at, row) = (plan.new.len(), found.row);
            let perhaps = known.describe_possible_match(&found.fields, fields_of);
            known.add(&found.fields, KnownContact::New { at, row });
            plan.matches.push(ContactMatch::New(at));
            let says = [perhaps, describe_filled_fields(&found.fields)];
            let says: Vec<String> = says.into_iter().flatten().collect();
            let import_row = found.to_import_row(RowOutcome::New, says.join(" "));
            plan.new.push(found.fields);
            import_row
        }
    }
}

/// A sentence with the fields that a new contact has, so that a person sees whether the columns were understood before
/// anything is saved.
fn describe_filled_fields(fields: &ContactFields) -> Option<String> {
    let mut filled = join(&mut ContactFields::default(), fields).filled;
    filled.retain(|what| *what != "name");
    (!filled.is_empty()).then(|| format!("With {}.", filled.join(", ")))
}

fn is_valid(fields: &ContactFields) -> bool {
    let mut checks = plumbline_platform::http::field_checks::FieldChecks::new();
    fields.check(&mut checks);
    checks.into_errors().is_empty()
}

impl ContactChange {
    fn unchanged(contact: Contact) -> Self {
        Self {
            id: contact.id,
            version: contact.version,
            before: contact.fields.clone(),
            fields: contact.fields,
        }
    }
}

impl ContactFileRow {
    fn to_import_row(&self, outcome: RowOutcome, says: String) -> ImportRow {
        let name = customer::display_name(&self.fields.name, &self.fields.company);
        ImportRow { row: self.row, outcome, name: name.chars().take(100).collect(), says }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planning_an_import_stops_at_its_memory_and_time_limit() {
        let row = |row| {
            let fields = ContactFields { name: format!("Jo {row}"), ..ContactFields::default() };
            ContactFileRow::new(row, fields)
        };
        let rows: Vec<ContactFileRow> = (0..100).map(row).collect();
        let result = |allowance| plan_rows(Vec::new(), rows.clone(), allowance).map(|it| it.new.len());
        assert_eq!(result(ReadBudget::new(1 << 20)), Ok(100));
        assert_eq!(result(ReadBudget::new(50 * 1024)), Err(BudgetExceeded::Memory));
        assert_eq!(result(ReadBudget::expired(1 << 20)), Err(BudgetExceeded::Time));
    }
}
