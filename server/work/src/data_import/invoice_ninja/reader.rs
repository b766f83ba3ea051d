//! Reads a backup part by part: what is stored is counted as it arrives, and nothing waits in memory for the rest.

use std::fmt;
use std::io::{BufReader, ErrorKind, Read};

use plumbline_core::kind::DocumentKind;
use serde::Deserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};

use super::backup::{
    Client, ClientContact, Company, Counted, ForEach, MemorySize, Paper, Payment, Product, ScalarText,
};
use super::documents::{BackupDocument, read_document};
use crate::data_import::{DOCUMENTS_MAX, ImportError, Most, ROWS_MAX, TABLE_ROWS_MAX};
use plumbline_platform::table_import::budget::{BudgetExceeded, Deadline, ReadBudget};

const fn most(what: &'static str, most: usize) -> Most {
    Most { what, most }
}

const CLIENTS: Most = most("customers", ROWS_MAX);

/// The limits of each list; contact people are counted over all customers.
const PEOPLE: Most = most("contact people", 20_000);

const PRODUCTS: Most = most("items", ROWS_MAX);

const QUOTES: Most = most("quotes", DOCUMENTS_MAX);

const INVOICES: Most = most("invoices", DOCUMENTS_MAX);

const PAYMENTS: Most = most("payments", 50_000);

/// How many bytes of a file are read at a time.
const BUFFER_SIZE: usize = 64 * 1024;

/// The data that is taken from a backup, without what was deleted there.
#[derive(Debug, Default)]
pub(super) struct Backup {
    pub app_version: Option<ScalarText>,
    pub company: Company,
    pub clients: Vec<Client>,
    pub client_contacts: Vec<ClientContact>,
    pub products: Vec<Product>,
    pub quotes: Vec<BackupDocument>,
    pub invoices: Vec<BackupDocument>,
    pub payments: Vec<Payment>,
    /// Only counted.
    pub credits: Vec<()>,
    pub recurring_invoices: Vec<()>,
    pub expenses: Vec<()>,
    pub vendors: Vec<()>,
}

/// Reads a backup.
///
/// # Errors
/// If it is not a backup, or contains more than is allowed.
pub(super) fn read(file: impl Read, allowance: &mut ReadBudget) -> Result<Backup, ImportError> {
    let guarded = BufReader::with_capacity(BUFFER_SIZE, JsonGuard::new(file, allowance.deadline()));
    let mut reader = serde_json::Deserializer::from_reader(guarded);
    let mut whole = BackupReader { backup: Backup::default(), allowance, error: None };
    let read = (&mut whole).deserialize(&mut reader);
    match read.and_then(|()| reader.end()) {
        Ok(()) => Ok(whole.backup),
        Err(error) => Err(whole.error.unwrap_or(match error.io_error_kind() {
            Some(ErrorKind::FileTooLarge) => ImportError::TooLarge,
            Some(ErrorKind::TimedOut) => ImportError::Spent(BudgetExceeded::Time),
            Some(_) => ImportError::BrokenZip,
            None => ImportError::BrokenBackup,
        })),
    }
}

/// A backup that is being read.
struct BackupReader<'a> {
    backup: Backup,
    allowance: &'a mut ReadBudget,
    /// Why reading stopped.
    error: Option<ImportError>,
}

/// How the parts of a list are handled.
struct ListSpec<T, K> {
    target: fn(&mut Backup) -> &mut Vec<K>,
    /// How many parts are allowed, not counting those that were deleted there.
    limit: &'static Most,
    is_deleted: fn(&T) -> bool,
    convert: fn(T) -> K,
}

impl BackupReader<'_> {
    fn read_list<'de, A, T, K>(&mut self, map: &mut A, list: &ListSpec<T, K>) -> Result<(), A::Error>
    where
        A: MapAccess<'de>,
        T: DeserializeOwned + MemorySize,
    {
        let Self { backup, allowance, error: why } = self;
        let all = (list.target)(backup);
        let mut found = all.len();
        let mut keep = |one: T| -> Result<(), ImportError> {
            if (list.is_deleted)(&one) {
                return Ok(allowance.check_time()?);
            }
            found += 1;
            if found > list.limit.most {
                // Counting continues, so that the message can give the number.
                let too_many = ImportError::TooManyInBackup(found, list.limit);
                *why = Some(too_many);
                return match found > TABLE_ROWS_MAX {
                    true => Err(too_many),
                    false => Ok(allowance.check_time()?),
                };
            }
            // The result takes about as much memory again.
            allowance.spend(2 * one.memory_size() * usize::from(size_of::<K>() > 0))?;
            all.push((list.convert)(one));
            Ok(())
        };
        let mut failed = None;
        let mut take = |one: T| {
            keep(one).map_err(|unusable| {
                failed = Some(unusable);
                unusable.to_string()
            })
        };
        let read = map.next_value_seed(ForEach(&mut take));
        *why = failed.or(*why);
        read?;
        // There are more than are allowed.
        why.map_or(Ok(()), |why| Err(A::Error::custom(why)))
    }

    fn count_list<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
        into: fn(&mut Backup) -> &mut Vec<()>,
    ) -> Result<(), A::Error> {
        let list = ListSpec {
            target: into,
            limit: &Most { what: "", most: usize::MAX },
            is_deleted: |it: &Counted| it.is_deleted.is_on(),
            convert: |_| (),
        };
        self.read_list(map, &list)
    }

    fn read_documents<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
        kind: DocumentKind,
    ) -> Result<(), A::Error> {
        let is_deleted = |it: &Paper| it.is_deleted.is_on();
        let list: ListSpec<Paper, BackupDocument> = match kind {
            DocumentKind::Quote => ListSpec {
                target: |it| &mut it.quotes,
                limit: &QUOTES,
                is_deleted,
                convert: |it| read_document(DocumentKind::Quote, &it),
            },
            DocumentKind::Invoice | DocumentKind::CreditNote => ListSpec {
                target: |it| &mut it.invoices,
                limit: &INVOICES,
                is_deleted,
                convert: |it| read_document(DocumentKind::Invoice, &it),
            },
        };
        self.read_list(map, &list)
    }
}

impl<'de> DeserializeSeed<'de> for &mut BackupReader<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut BackupReader<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a backup")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "app_version" => self.backup.app_version = map.next_value()?,
                "company" => self.backup.company = map.next_value()?,
                "clients" => {
                    let list = ListSpec {
                        target: |it| &mut it.clients,
                        limit: &CLIENTS,
                        is_deleted: |it: &Client| it.is_deleted.is_on(),
                        convert: |it| it,
                    };
                    self.read_list(&mut map, &list)?;
                }
                "client_contacts" => {
                    let list = ListSpec {
                        target: |it| &mut it.client_contacts,
                        limit: &PEOPLE,
                        is_deleted: |it: &ClientContact| !it.deleted_at.0.is_empty(),
                        convert: |it| it,
                    };
                    self.read_list(&mut map, &list)?;
                }
                "products" => {
                    let list = ListSpec {
                        target: |it| &mut it.products,
                        limit: &PRODUCTS,
                        is_deleted: |it: &Product| it.is_deleted.is_on(),
                        convert: |it| it,
                    };
                    self.read_list(&mut map, &list)?;
                }
                "payments" => {
                    let list = ListSpec {
                        target: |it| &mut it.payments,
                        limit: &PAYMENTS,
                        is_deleted: |it: &Payment| it.is_deleted.is_on(),
                        convert: |it| it,
                    };
                    self.read_list(&mut map, &list)?;
                }
                "quotes" => self.read_documents(&mut map, DocumentKind::Quote)?,
                "invoices" => self.read_documents(&mut map, DocumentKind::Invoice)?,
                "credits" => self.count_list(&mut map, |it| &mut it.credits)?,
                "recurring_invoices" => self.count_list(&mut map, |it| &mut it.recurring_invoices)?,
                "expenses" => self.count_list(&mut map, |it| &mut it.expenses)?,
                "vendors" => self.count_list(&mut map, |it| &mut it.vendors)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

// A JSON text within limits, checked while it is read: a JSON parser holds each text, and the place of each
// bracket, until it ends, so that a zip file of 250 KB could make it hold hundreds of megabytes. The time is
// limited too, even if nothing is stored.

/// The most bytes of one text or number: some backups contain the lines of a document as a text.
const TEXT_MAX: usize = 1024 * 1024;

/// The character with which DOS ended a text, as some programs still do.
const DOS_END: u8 = 0x1a;

/// How deep brackets may be nested.
const DEPTH_MAX: usize = 64;

/// Passes on a text as long as its strings are not too long and its brackets not too deep.
pub(super) struct JsonGuard<R> {
    inner: R,
    until: Deadline,
    in_text: bool,
    is_escaped: bool,
    length: usize,
    depth: usize,
}

impl<R: Read> JsonGuard<R> {
    /// Guards a reader.
    pub(super) fn new(inner: R, until: Deadline) -> Self {
        Self { inner, until, in_text: false, is_escaped: false, length: 0, depth: 0 }
    }

    fn check_byte(&mut self, byte: u8) {
        self.length += 1;
        if self.in_text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => (self.in_text, self.length) = (false, 0),
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => (self.in_text, self.length) = (true, 0),
            b'{' | b'[' => (self.depth, self.length) = (self.depth + 1, 0),
            b'}' | b']' => (self.depth, self.length) = (self.depth.saturating_sub(1), 0),
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => self.length = 0,
            _ => {}
        }
    }
}

impl<R: Read> Read for JsonGuard<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        if self.until.check().is_err() {
            return Err(ErrorKind::TimedOut.into());
        }
        let read = self.inner.read(bytes)?;
        for byte in &mut bytes[..read] {
            // DOS's end character is replaced by a blank.
            if *byte == DOS_END && !self.in_text {
                *byte = b' ';
            }
            self.check_byte(*byte);
            if self.length > TEXT_MAX || self.depth > DEPTH_MAX {
                return Err(ErrorKind::FileTooLarge.into());
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_platform::table_import::budget::ReadBudget;

    const ENOUGH: usize = 16 * 1024 * 1024;

    /// Reads a list of this name that repeats a part so many times.
    fn read_repeated(name: &str, part: &str, times: usize) -> Result<Backup, ImportError> {
        let parts = vec![part; times].join(",");
        let text = format!("{{\"{name}\":[{parts}]}}");
        read(text.as_bytes(), &mut ReadBudget::new(ENOUGH))
    }

    #[test]
    fn refuses_a_backup_with_too_many_records_and_counts_them() {
        for (name, most) in [
            ("clients", &CLIENTS),
            ("client_contacts", &PEOPLE),
            ("products", &PRODUCTS),
            ("quotes", &QUOTES),
            ("invoices", &INVOICES),
            ("payments", &PAYMENTS),
        ] {
            let result = |count: usize| {
                let text = format!("{{\"{name}\":[{}]}}", vec!["{}"; count].join(","));
                read(text.as_bytes(), &mut ReadBudget::new(1 << 30)).map(|_| ())
            };
            assert_eq!(result(most.most), Ok(()), "{name}");
            let found = most.most + 7;
            let too_many = Err(ImportError::TooManyInBackup(found, most));
            assert_eq!(result(found), too_many, "{name}");
        }
        // Counting stops eventually: this list is not read to where it breaks off.
        let text = format!("{{\"clients\":[{}", "{},".repeat(TABLE_ROWS_MAX + 1));
        let import_error = read(text.as_bytes(), &mut ReadBudget::new(1 << 30)).err();
        let too_many = ImportError::TooManyInBackup(TABLE_ROWS_MAX + 1, &CLIENTS);
        assert_eq!(import_error, Some(too_many));
        let why = |found| ImportError::TooManyInBackup(found, &CLIENTS).to_string();
        assert_eq!(
            why(50_000),
            "This backup has 50,000 customers, and we can import 5,000. Please export your customers, items, quotes \
             and invoices from Invoice Ninja as CSV files, split those that are too long, and choose “Another program” \
             here."
        );
        assert!(why(TABLE_ROWS_MAX + 1).starts_with("This backup has more than 200,000 customers, "));
        let deleted = read_repeated("clients", "{\"is_deleted\":1}", 2 * ROWS_MAX);
        assert!(deleted.is_ok_and(|it| it.clients.is_empty()));
        let counted = read_repeated("expenses", "{}", 100_000);
        assert_eq!(counted.map(|it| it.expenses.len()), Ok(100_000));
    }

    #[test]
    fn limits_the_memory_of_a_backup_whatever_it_contains() {
        // Few documents with many lines, few customers with long notes, and lines in a text.
        let lines = format!("{{\"line_items\":[{}]}}", vec!["{}"; 500].join(","));
        let notes = format!("{{\"private_notes\":\"{}\"}}", "x".repeat(100_000));
        let text = format!("{{\"line_items\":\"[{}]\"}}", vec!["{}"; 500].join(","));
        for (name, part, times) in [("invoices", lines, 400), ("clients", notes, 400), ("quotes", text, 400)]
        {
            let result = read_repeated(name, &part, times).map(|_| ());
            assert_eq!(result, Err(ImportError::Spent(BudgetExceeded::Memory)), "{name}");
        }
        // For a document with more lines than allowed, one extra line is stored, so that it is refused.
        let lines = format!("{{\"line_items\":[{}]}}", vec!["{}"; 50_000].join(","));
        let read = read_repeated("invoices", &lines, 1).expect("read");
        assert_eq!(read.invoices[0].document.document.items.len(), 501);
    }

    #[test]
    fn skipped_lists_count_towards_the_time_limit() {
        for name in ["expenses", "documents_of_nobody"] {
            let text = format!("{{\"{name}\":[{{}},{{}}]}}");
            let import_error = read(text.as_bytes(), &mut ReadBudget::expired(ENOUGH)).err();
            assert_eq!(import_error, Some(ImportError::Spent(BudgetExceeded::Time)), "{name}");
        }
    }

    #[test]
    fn stops_reading_a_backup_of_endless_depth_or_length() {
        let deep = format!("{{\"x\":{}", "[".repeat(100_000));
        let long = format!("{{\"x\":\"{}", "x".repeat(2_000_000));
        for text in [deep, long] {
            let import_error = read(text.as_bytes(), &mut ReadBudget::new(ENOUGH)).err();
            assert_eq!(import_error, Some(ImportError::TooLarge));
        }
        let import_error = read(b"{\"clients\":[{}".as_slice(), &mut ReadBudget::new(ENOUGH)).err();
        assert_eq!(import_error, Some(ImportError::BrokenBackup));
    }

    fn passes(text: &str) -> bool {
        let mut read = Vec::new();
        let until = ReadBudget::new(0).deadline();
        JsonGuard::new(text.as_bytes(), until).read_to_end(&mut read).is_ok()
    }

    #[test]
    fn limits_the_length_of_strings_and_the_nesting_depth() {
        let text = |n: usize| format!("{{\"a\":\"{}\\\"\"}}", "x".repeat(n));
        assert!(passes(&text(TEXT_MAX - 10)) && !passes(&text(TEXT_MAX)));
        assert!(!passes(&"1".repeat(TEXT_MAX + 1)));
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(passes(&nested(DEPTH_MAX)) && !passes(&nested(DEPTH_MAX + 1)));
        // Brackets in strings don't count, and many beside each other are not deep.
        assert!(passes(&format!("[\"{}\"]", "[".repeat(1_000))));
        assert!(passes(&"[{}],".repeat(10_000)));
        assert!(passes(&"1,".repeat(TEXT_MAX)));
    }
}
