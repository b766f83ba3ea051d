//! Reads a backup part by part: what is kept of it is counted as it comes by, and nothing waits in memory
//! for the rest.

use std::fmt;
use std::io::{BufReader, ErrorKind, Read};

use plumbline_core::kind::Kind;
use serde::Deserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, IgnoredAny, MapAccess, Visitor};

use super::backup::{
    Client, ClientContact, Company, Counted, Each, Paper, Payment, Product, Weight, Word,
};
use super::guard::Guard;
use super::papers::{Kept, kept};
use crate::arriving::{DOCUMENTS_MAX, ROWS_MAX, Unusable};
use plumbline_platform::sheets::allowance::{Allowance, Spent};

/// The most people who are asked for at all customers.
const PEOPLE_MAX: usize = 20_000;
/// The most payments.
const PAYMENTS_MAX: usize = 50_000;
/// How many bytes at a time are read of a file.
const AT_A_TIME: usize = 64 * 1024;

/// What of a backup is kept, without what was deleted there.
#[derive(Debug, Default)]
pub(super) struct Backup {
    pub app_version: Option<Word>,
    pub company: Company,
    pub clients: Vec<Client>,
    pub client_contacts: Vec<ClientContact>,
    pub products: Vec<Product>,
    pub quotes: Vec<Kept>,
    pub invoices: Vec<Kept>,
    pub payments: Vec<Payment>,
    /// What is only counted.
    pub credits: Vec<()>,
    pub recurring_invoices: Vec<()>,
    pub expenses: Vec<()>,
    pub vendors: Vec<()>,
}

/// Reads a backup.
///
/// # Errors
/// Where it is none, or has more than is taken.
pub(super) fn read(file: impl Read, allowance: &mut Allowance) -> Result<Backup, Unusable> {
    let guarded = BufReader::with_capacity(AT_A_TIME, Guard::of(file, allowance.deadline()));
    let mut reader = serde_json::Deserializer::from_reader(guarded);
    let mut whole = Whole {
        backup: Backup::default(),
        allowance,
        why: None,
    };
    let read = (&mut whole).deserialize(&mut reader);
    match read.and_then(|()| reader.end()) {
        Ok(()) => Ok(whole.backup),
        Err(error) => Err(whole.why.unwrap_or(match error.io_error_kind() {
            Some(ErrorKind::FileTooLarge) => Unusable::TooLarge,
            Some(ErrorKind::TimedOut) => Unusable::Spent(Spent::Time),
            Some(_) => Unusable::BrokenZip,
            None => Unusable::BrokenBackup,
        })),
    }
}

/// A backup that is being read.
struct Whole<'a> {
    backup: Backup,
    allowance: &'a mut Allowance,
    /// Why it is not read on.
    why: Option<Unusable>,
}

/// What is made of each part of a list, of which there may be so many.
struct List<T, K> {
    into: fn(&mut Backup) -> &mut Vec<K>,
    most: (usize, Unusable),
    /// None of one that was deleted.
    make: fn(T) -> Option<K>,
}

impl Whole<'_> {
    fn list<'de, A, T, K>(&mut self, map: &mut A, list: &List<T, K>) -> Result<(), A::Error>
    where
        A: MapAccess<'de>,
        T: DeserializeOwned + Weight,
    {
        let Self {
            backup,
            allowance,
            why,
        } = self;
        let all = (list.into)(backup);
        let mut keep = |one: T| -> Result<(), Unusable> {
            // What it is made into takes about as much again.
            let weight = 2 * one.weight();
            let Some(made) = (list.make)(one) else {
                return Ok(allowance.on()?);
            };
            let (most, too_many) = list.most;
            if all.len() == most {
                return Err(too_many);
            }
            allowance.take(weight * usize::from(size_of::<K>() > 0))?;
            all.push(made);
            Ok(())
        };
        let mut take = |one: T| {
            keep(one).map_err(|unusable| {
                *why = Some(unusable);
                unusable.to_string()
            })
        };
        map.next_value_seed(Each(&mut take))
    }

    fn counted<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
        into: fn(&mut Backup) -> &mut Vec<()>,
    ) -> Result<(), A::Error> {
        let list = List {
            into,
            most: (usize::MAX, Unusable::TooLarge),
            make: |it: Counted| (!it.is_deleted.is_on()).then_some(()),
        };
        self.list(map, &list)
    }

    fn papers<'de, A: MapAccess<'de>>(&mut self, map: &mut A, kind: Kind) -> Result<(), A::Error> {
        let most = (DOCUMENTS_MAX, Unusable::TooManyPapersInBackup);
        let list: List<Paper, Kept> = match kind {
            Kind::Quote => List {
                into: |it| &mut it.quotes,
                most,
                make: |it| kept(Kind::Quote, &it),
            },
            Kind::Invoice | Kind::CreditNote => List {
                into: |it| &mut it.invoices,
                most,
                make: |it| kept(Kind::Invoice, &it),
            },
        };
        self.list(map, &list)
    }
}

impl<'de> DeserializeSeed<'de> for &mut Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a backup")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        const ROWS: (usize, Unusable) = (ROWS_MAX, Unusable::TooManyInBackup);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "app_version" => self.backup.app_version = map.next_value()?,
                "company" => self.backup.company = map.next_value()?,
                "clients" => {
                    let list = List {
                        into: |it| &mut it.clients,
                        most: ROWS,
                        make: |it: Client| (!it.is_deleted.is_on()).then_some(it),
                    };
                    self.list(&mut map, &list)?;
                }
                "client_contacts" => {
                    let list = List {
                        into: |it| &mut it.client_contacts,
                        most: (PEOPLE_MAX, Unusable::TooManyPeople),
                        make: |it: ClientContact| it.deleted_at.0.is_empty().then_some(it),
                    };
                    self.list(&mut map, &list)?;
                }
                "products" => {
                    let list = List {
                        into: |it| &mut it.products,
                        most: ROWS,
                        make: |it: Product| (!it.is_deleted.is_on()).then_some(it),
                    };
                    self.list(&mut map, &list)?;
                }
                "payments" => {
                    let list = List {
                        into: |it| &mut it.payments,
                        most: (PAYMENTS_MAX, Unusable::TooManyPayments),
                        make: |it: Payment| (!it.is_deleted.is_on()).then_some(it),
                    };
                    self.list(&mut map, &list)?;
                }
                "quotes" => self.papers(&mut map, Kind::Quote)?,
                "invoices" => self.papers(&mut map, Kind::Invoice)?,
                "credits" => self.counted(&mut map, |it| &mut it.credits)?,
                "recurring_invoices" => self.counted(&mut map, |it| &mut it.recurring_invoices)?,
                "expenses" => self.counted(&mut map, |it| &mut it.expenses)?,
                "vendors" => self.counted(&mut map, |it| &mut it.vendors)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENOUGH: usize = 16 * 1024 * 1024;

    /// A list of a name that repeats a part so often.
    fn list(name: &str, part: &str, times: usize) -> Result<Backup, Unusable> {
        let parts = vec![part; times].join(",");
        let text = format!("{{\"{name}\":[{parts}]}}");
        read(text.as_bytes(), &mut Allowance::of(ENOUGH))
    }

    #[test]
    fn lists_are_counted_as_they_are_read() {
        for (name, most, why) in [
            ("clients", ROWS_MAX, Unusable::TooManyInBackup),
            ("client_contacts", PEOPLE_MAX, Unusable::TooManyPeople),
            ("products", ROWS_MAX, Unusable::TooManyInBackup),
            ("quotes", DOCUMENTS_MAX, Unusable::TooManyPapersInBackup),
            ("payments", PAYMENTS_MAX, Unusable::TooManyPayments),
        ] {
            // It is not read to its end, where it breaks off.
            let text = format!("{{\"{name}\":[{}", "{},".repeat(most + 1));
            let told = read(text.as_bytes(), &mut Allowance::of(1 << 30)).err();
            assert_eq!(told, Some(why), "{name}");
        }
        let deleted = list("clients", "{\"is_deleted\":1}", 2 * ROWS_MAX);
        assert!(deleted.is_ok_and(|it| it.clients.is_empty()));
        let counted = list("expenses", "{}", 100_000);
        assert_eq!(counted.map(|it| it.expenses.len()), Ok(100_000));
    }

    #[test]
    fn what_is_kept_has_a_bound_whatever_it_is_made_of() {
        // Few documents of many lines, few customers of long notes, and lines in a text.
        let lines = format!("{{\"line_items\":[{}]}}", vec!["{}"; 500].join(","));
        let notes = format!("{{\"private_notes\":\"{}\"}}", "x".repeat(100_000));
        let text = format!("{{\"line_items\":\"[{}]\"}}", vec!["{}"; 500].join(","));
        for (name, part, times) in [
            ("invoices", lines, 400),
            ("clients", notes, 400),
            ("quotes", text, 400),
        ] {
            let told = list(name, &part, times).map(|_| ());
            assert_eq!(told, Err(Unusable::Spent(Spent::Memory)), "{name}");
        }
        // Of one with more lines than a document may have one more is kept, so that it is refused.
        let lines = format!("{{\"line_items\":[{}]}}", vec!["{}"; 50_000].join(","));
        let read = list("invoices", &lines, 1).expect("read");
        assert_eq!(read.invoices[0].found.document.items.len(), 501);
    }

    #[test]
    fn what_nobody_keeps_takes_its_time_too() {
        for name in ["expenses", "documents_of_nobody"] {
            let text = format!("{{\"{name}\":[{{}},{{}}]}}");
            let told = read(text.as_bytes(), &mut Allowance::late(ENOUGH)).err();
            assert_eq!(told, Some(Unusable::Spent(Spent::Time)), "{name}");
        }
    }

    #[test]
    fn what_has_no_end_is_not_read_on() {
        let deep = format!("{{\"x\":{}", "[".repeat(100_000));
        let long = format!("{{\"x\":\"{}", "x".repeat(2_000_000));
        for text in [deep, long] {
            let told = read(text.as_bytes(), &mut Allowance::of(ENOUGH)).err();
            assert_eq!(told, Some(Unusable::TooLarge));
        }
        let told = read(b"{\"clients\":[{}".as_slice(), &mut Allowance::of(ENOUGH)).err();
        assert_eq!(told, Some(Unusable::BrokenBackup));
    }
}
