//! Who is known to an import already: the account's contacts, and those of the rows before.

use std::collections::HashMap;

use crate::contacts::fields::ContactFields;
use crate::contacts::join::{email, goes_by, may_be_one};
use crate::db::words::key;
use crate::summaries::customer;

/// Somebody whom a row may be: one of the account's, or one of a row before.
#[derive(Debug, Clone, Copy)]
pub(super) enum Known {
    /// By their place among the account's.
    Kept(usize),
    /// By their place among the new, and their row.
    New { at: usize, row: usize },
}

/// They, by what they go by.
#[derive(Debug, Default)]
pub(super) struct Register {
    by_name: HashMap<String, Vec<Known>>,
    by_person: HashMap<String, Known>,
    by_email: HashMap<String, Known>,
}

impl Register {
    /// Somebody more; of several people with one address the first is told.
    pub(super) fn add(&mut self, fields: &ContactFields, one: Known) {
        self.by_name.entry(goes_by(fields)).or_default().push(one);
        self.by_person.entry(person(fields)).or_insert(one);
        let email = email(fields);
        if !email.is_empty() {
            self.by_email.entry(email).or_insert(one);
        }
    }

    /// Whom these are of: somebody of the name whom nothing tells apart, or of the person's name and
    /// email address, whichever company stands beside them.
    pub(super) fn find<'a>(
        &self,
        fields: &ContactFields,
        fields_of: impl Fn(Known) -> &'a ContactFields,
    ) -> Option<Known> {
        let of_the_name = self.by_name.get(&goes_by(fields)).into_iter().flatten();
        let one = of_the_name
            .copied()
            .find(|one| may_be_one(fields_of(*one), fields));
        let of_the_address = || {
            let one = *self.by_email.get(&email(fields))?;
            let known = fields_of(one);
            // Of one company too they would be of the name.
            let companies = [known, fields].map(|of| of.company.trim());
            (companies.contains(&"") && person(known) == person(fields)).then_some(one)
        };
        one.or_else(of_the_address)
    }

    /// Whom somebody new may be after all, in a sentence: nobody is made one with another on a guess.
    pub(super) fn perhaps<'a>(
        &self,
        fields: &ContactFields,
        fields_of: impl Fn(Known) -> &'a ContactFields,
    ) -> Option<String> {
        let (one, why) = match self.by_email.get(&email(fields)) {
            Some(one) => (one, "the same email"),
            None => (self.by_person.get(&person(fields))?, "the same name"),
        };
        let known = fields_of(*one);
        let name = customer::name(&known.name, &known.company);
        Some(match one {
            Known::Kept(_) => format!("Perhaps {name}, whom you have: {why}."),
            Known::New { row, .. } => format!("Perhaps {name} of row {row}: {why}."),
        })
    }
}

fn person(fields: &ContactFields) -> String {
    key(customer::name(&fields.name, &fields.company).trim())
}
