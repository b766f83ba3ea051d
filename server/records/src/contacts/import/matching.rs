//! The contacts that an import already knows: the account's, and those of earlier rows.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasher as _;

use crate::contacts::fields::ContactFields;
use crate::contacts::join::{email_key, match_keys, name_key};
use crate::summaries::customer;
use plumbline_platform::db::words::sort_key;

/// A customer that a row may match: one of the account's contacts, or one from an earlier row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KnownContact {
    /// Index among the account's contacts.
    Existing(usize),
    /// Index among the new contacts, and the row.
    New { at: usize, row: usize },
}

/// All known customers, with indexes for finding them by name and other marks.
#[derive(Debug, Default)]
pub(super) struct ContactIndex {
    all: Vec<(KnownContact, MatchKeys)>,
    /// The indexes of customers by a hash of their name and some of their marks. Even among thousands with the same
    /// name, those that a row may match are found without looking at each.
    by_marks: BTreeSet<(u64, usize)>,
    hashes: RandomState,
    by_person: HashMap<String, KnownContact>,
    by_email: HashMap<String, usize>,
}

/// A customer's name, and the marks that distinguish customers with the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct MatchKeys {
    name: String,
    keys: [String; 3],
}

/// Which of the marks count: `None` accepts any.
type KeyChoice<'a> = [Option<&'a str>; 3];

impl MatchKeys {
    fn from_fields(fields: &ContactFields) -> Self {
        Self { name: name_key(fields), keys: match_keys(fields) }
    }

    /// All combinations of marks that may count.
    fn key_choices(&self) -> impl Iterator<Item = KeyChoice<'_>> {
        (0..8_u8).map(|bits| {
            let counts = |at: usize| bits & (1 << at) != 0;
            [0, 1, 2].map(|at| counts(at).then_some(self.keys[at].as_str()))
        })
    }

    /// The combinations of marks that the same customer may have.
    fn matching_choices(&self) -> Vec<KeyChoice<'_>> {
        let [email, phone, postcode] = self.keys.each_ref().map(String::as_str);
        // An equal or a missing mark; if this one is missing, any.
        let either = |mark| match mark {
            "" => vec![None],
            mark => vec![Some(""), Some(mark)],
        };
        let mut all = Vec::new();
        let without = if email.is_empty() { None } else { Some("") };
        for phone in either(phone) {
            for postcode in either(postcode) {
                all.push([without, phone, postcode]);
            }
        }
        if !email.is_empty() {
            all.push([Some(email), None, None]);
        }
        all
    }
}

impl ContactIndex {
    /// Roughly how many bytes a customer takes up in it.
    pub(super) const BYTES_PER_CONTACT: usize = 1024;

    /// Adds a customer; if several share an email address, the first is the one that is reported.
    pub(super) fn add(&mut self, fields: &ContactFields, one: KnownContact) {
        let (place, marks) = (self.all.len(), MatchKeys::from_fields(fields));
        for choice in marks.key_choices() {
            let hash = self.hash(&marks.name, choice);
            self.by_marks.insert((hash, place));
        }
        self.by_person.entry(person_key(fields)).or_insert(one);
        let email = email_key(fields);
        if !email.is_empty() {
            self.by_email.entry(email).or_insert(place);
        }
        self.all.push((one, marks));
    }

    /// Updates a customer whose empty fields were filled in, so that other rows can be distinguished by them. The name
    /// stays the same.
    pub(super) fn update(&mut self, place: usize, fields: &ContactFields) {
        let Some((_, marks)) = self.all.get_mut(place) else {
            return;
        };
        let filled = MatchKeys { name: marks.name.clone(), keys: crate::contacts::join::match_keys(fields) };
        if filled == *marks {
            return;
        }
        let before = std::mem::replace(marks, filled.clone());
        for choice in before.key_choices() {
            let hash = self.hash(&before.name, choice);
            self.by_marks.remove(&(hash, place));
        }
        for choice in filled.key_choices() {
            let hash = self.hash(&filled.name, choice);
            self.by_marks.insert((hash, place));
        }
    }

    fn hash(&self, name: &str, choice: KeyChoice<'_>) -> u64 {
        self.hashes.hash_one((name, choice))
    }

    /// The first customer with this name and these marks.
    fn find_first(&self, name: &str, choice: KeyChoice<'_>) -> Option<usize> {
        let hash = self.hash(name, choice);
        let (_, place) = self.by_marks.range((hash, 0)..=(hash, usize::MAX)).next()?;
        Some(*place)
    }

    /// The customer that these fields belong to, with the index: one with the same name whom no mark distinguishes, or
    /// one with the same person's name and email address, whatever the company.
    pub(super) fn find<'a>(
        &self,
        fields: &ContactFields,
        fields_of: impl Fn(KnownContact) -> &'a ContactFields,
    ) -> Option<(usize, KnownContact)> {
        let marks = MatchKeys::from_fields(fields);
        let of_the_name = marks.matching_choices().into_iter();
        let one = of_the_name.filter_map(|choice| self.find_first(&marks.name, choice)).min();
        let of_the_address = || {
            let place = *self.by_email.get(&email_key(fields))?;
            let known = fields_of(self.all[place].0);
            // If they had the same company too, they would have been found by name.
            let companies = [known, fields].map(|of| of.company.trim());
            (companies.contains(&"") && person_key(known) == person_key(fields)).then_some(place)
        };
        let place = one.or_else(of_the_address)?;
        Some((place, self.all[place].0))
    }

    /// A sentence about the existing customer that a new one may be: rows are never merged on a guess.
    pub(super) fn describe_possible_match<'a>(
        &self,
        fields: &ContactFields,
        fields_of: impl Fn(KnownContact) -> &'a ContactFields,
    ) -> Option<String> {
        let (one, why) = match self.by_email.get(&email_key(fields)) {
            Some(place) => (&self.all[*place].0, "the same email"),
            None => (self.by_person.get(&person_key(fields))?, "the same name"),
        };
        let known = fields_of(*one);
        let name = customer::display_name(&known.name, &known.company);
        Some(match one {
            KnownContact::Existing(_) => {
                format!("This may be {name}, who you already have: {why}.")
            }
            KnownContact::New { row, .. } => format!("This may be {name} in row {row}: {why}."),
        })
    }
}

fn person_key(fields: &ContactFields) -> String {
    sort_key(customer::display_name(&fields.name, &fields.company).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact_with(email: &str, phone: &str, post_code: &str) -> ContactFields {
        ContactFields {
            name: "Jo".to_owned(),
            email: email.to_owned(),
            phone: phone.to_owned(),
            post_code: post_code.to_owned(),
            ..ContactFields::default()
        }
    }

    fn find_match(all: &[ContactFields], one: &ContactFields) -> Option<usize> {
        let mut register = ContactIndex::default();
        for (at, fields) in all.iter().enumerate() {
            register.add(fields, KnownContact::Existing(at));
        }
        let fields_of = |one: KnownContact| match one {
            KnownContact::Existing(at) | KnownContact::New { at, .. } => &all[at],
        };
        register.find(one, fields_of).map(|(place, _)| place)
    }

    #[test]
    fn contacts_of_one_name_match_unless_email_phone_or_postcode_differ() {
        for (one, other, expected) in [
            (contact_with("", "", ""), contact_with("a@b.uk", "0113 1", "LS1 1AA"), true),
            (contact_with("a@b.uk", "0113 1", ""), contact_with("A@B.uk", "0113 2", ""), true),
            (contact_with("a@b.uk", "", ""), contact_with("c@b.uk", "", ""), false),
            (contact_with("", "+44 (0)113 1", ""), contact_with("", "0113 1", ""), true),
            (contact_with("", "0113 1", ""), contact_with("", "0113 2", ""), false),
            (contact_with("", "", "ls1 1aa"), contact_with("", "", "LS11AA"), true),
            (contact_with("", "", "LS1 1AA"), contact_with("", "", "LS2 1AA"), false),
            (contact_with("", "0113 1", "LS1 1AA"), contact_with("", "0113 1", "LS2 1AA"), false),
            (contact_with("a@b.uk", "0113 1", ""), contact_with("", "0113 2", ""), false),
        ] {
            let is_one = |a: &ContactFields, b| find_match(std::slice::from_ref(a), b).is_some();
            assert_eq!(is_one(&one, &other), expected, "{one:?} {other:?}");
            assert_eq!(is_one(&other, &one), expected);
        }
    }

    #[test]
    fn matches_the_first_candidate_and_uses_updated_fields() {
        let all =
            [contact_with("a@b.uk", "", ""), contact_with("", "0113 1", ""), contact_with("", "", "LS1 1AA")];
        assert_eq!(find_match(&all, &contact_with("", "", "")), Some(0));
        assert_eq!(find_match(&all, &contact_with("c@b.uk", "", "")), Some(1));
        assert_eq!(find_match(&all, &contact_with("c@b.uk", "0113 2", "")), Some(2));
        assert_eq!(find_match(&all, &contact_with("c@b.uk", "0113 2", "LS2 1AA")), None);
        let mut register = ContactIndex::default();
        let mut one = contact_with("", "", "");
        register.add(&one, KnownContact::Existing(0));
        one.phone = "0113 1".to_owned();
        register.update(0, &one);
        let find = |other: &ContactFields| register.find(other, |_| &one).is_some();
        assert!(find(&contact_with("", "0113 1", "")) && !find(&contact_with("", "0113 2", "")));
    }

    #[test]
    fn distinguishes_thousands_of_one_name_without_comparing_each() {
        let mut register = ContactIndex::default();
        let of = |at: usize| contact_with(&format!("{at}@example.com"), &format!("0113 {at}"), "");
        for at in 0..20_000 {
            let fields = of(at);
            assert!(register.find(&fields, |_| unreachable!("of no name")).is_none());
            register.add(&fields, KnownContact::Existing(at));
        }
        let fields = of(19_999);
        let (place, _) = register.find(&fields, |_| &fields).expect("found");
        assert_eq!(place, 19_999);
    }
}
