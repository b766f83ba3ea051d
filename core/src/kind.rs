//! The kinds of document and their differences, in one table. A new kind is a row here and its own rules; code for
//! all kinds reads the table and names none.

use serde::{Deserialize, Serialize};

use crate::document::Method;
use crate::error::FieldError;
use crate::status::shown::{self, Filter};
use crate::time::Date;

/// What sort of document one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Kind {
    /// An offer, valid until its expiry date.
    Quote,
    /// A demand for payment by its due date.
    Invoice,
    /// What is taken off an invoice after it was issued.
    CreditNote,
}

/// What a customer is asked to pay of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Asks {
    /// A deposit, once it is accepted.
    Deposit,
    /// What remains of it, once it is issued.
    Balance,
    /// Nothing.
    Nothing,
}

/// What a document's second date is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last day to accept it.
    Expiry,
    /// The last day to pay it in time.
    Due,
}

/// A step that not every kind of document has; its word is the last part of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum OwnStep {
    /// Its customer accepts it.
    Accept,
    /// Its customer declines it.
    Decline,
    /// The business turns it into an invoice.
    Convert,
    /// The business withdraws it.
    Void,
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KindFacts {
    /// The kind.
    pub kind: Kind,
    /// Its word in the database and in the JSON: `credit_note`.
    pub word: &'static str,
    /// What it is called within a sentence: `credit note`.
    pub name: &'static str,
    /// The same at the start of a sentence: `Credit note`.
    pub title: &'static str,
    /// Several of them, within a sentence: `credit notes`.
    pub names: &'static str,
    /// The part of a path that names the kind, as in `/api/credit-notes`.
    pub plural: &'static str,
    /// Whether a person writes one from nothing; a credit note is made of an invoice, and its figures
    /// stay as they were made.
    pub is_written: bool,
    /// The word in capitals, across the top of the document.
    pub heading: &'static str,
    /// What the path of its customer's page begins with: `q` in `/q/{token}`.
    pub letter: &'static str,
    /// What its numbers begin with: `Q-` in `Q-0001`.
    pub number_prefix: &'static str,
    /// The JSON field of its number.
    pub number_field: &'static str,
    /// What its second date is; none where it has none, and then the texts on it are empty.
    #[serde(skip)]
    pub end: Option<End>,
    /// The JSON field of its second date: until when it stands, or is to be paid.
    pub end_field: &'static str,
    /// That date within a sentence: `expiry date`.
    pub end_word: &'static str,
    /// That date's label on the document: `Expiry Date`.
    pub end_title: &'static str,
    /// That date's label where a person sets it or is told of it: `Valid until`.
    pub end_label: &'static str,
    /// What goes before that date beside the sum: `Due`.
    pub end_short: &'static str,
    /// What that date means, under the field in which it is set.
    pub end_help: &'static str,
    /// Days from issue to that date, where nobody says otherwise.
    pub end_days: u32,
    /// The title of the box with its number and dates.
    pub details_title: &'static str,
    /// What its page says while it loads (`docs/product.md`, section 2).
    pub loading: &'static str,
    /// The title of the page behind a link that leads nowhere (`docs/product.md`, section 2).
    pub not_found_title: &'static str,
    /// The sentence for a document that is not there, or not to be seen (`docs/product.md`, section 8).
    pub not_found: &'static str,
    /// What a messenger says under the title of its link.
    pub link_words: &'static str,
    /// The button of the mail that brings it.
    pub mail_button: &'static str,
    /// What that mail says, where the business has no words of its own.
    pub mail_words: &'static str,
    /// What its customer is asked to pay.
    pub asks: Asks,
    /// The ways in which that may be paid, in the order in which they are offered.
    pub ways: &'static [Method],
    /// The steps that it has beside those of every document.
    pub steps: &'static [OwnStep],
    /// The words of the statuses that it may have.
    #[serde(skip)]
    pub statuses: &'static [&'static str],
    /// The lists of it by what is shown.
    pub lists: &'static [Filter],
}

/// The table, in the order of [`Kind`].
pub const KINDS: [KindFacts; 3] = [
    KindFacts {
        kind: Kind::Quote,
        word: "quote",
        name: "quote",
        title: "Quote",
        names: "quotes",
        plural: "quotes",
        is_written: true,
        heading: "QUOTE",
        letter: "q",
        number_prefix: "Q-",
        number_field: "quoteNumber",
        end: Some(End::Expiry),
        end_field: "expiryDate",
        end_word: "expiry date",
        end_title: "Expiry Date",
        end_label: "Valid until",
        end_short: "Valid until",
        end_help: "The customer can accept through the end of this day.",
        end_days: 30,
        details_title: "Quote details",
        loading: "Loading your quote...",
        not_found_title: "Quote Not Found",
        not_found: "Quote not found or link has expired",
        link_words: "Open it to read or print the quote, and to accept or decline it.",
        mail_button: "See and accept the quote",
        mail_words: "Here is your quote. Open the link to see it in full and to accept or decline it.",
        asks: Asks::Deposit,
        ways: &[Method::Stripe, Method::BankTransfer, Method::Cash],
        steps: &[OwnStep::Accept, OwnStep::Decline, OwnStep::Convert],
        statuses: &[
            "draft", "sent", "accepted", "declined", "expired", "invoiced",
        ],
        lists: shown::QUOTES,
    },
    KindFacts {
        kind: Kind::Invoice,
        word: "invoice",
        name: "invoice",
        title: "Invoice",
        names: "invoices",
        plural: "invoices",
        is_written: true,
        heading: "INVOICE",
        letter: "i",
        number_prefix: "INV-",
        number_field: "invoiceNumber",
        end: Some(End::Due),
        end_field: "dueDate",
        end_word: "due date",
        end_title: "Due Date",
        end_label: "Due date",
        end_short: "Due",
        end_help: "The invoice is overdue from the day after.",
        end_days: 14,
        details_title: "Invoice details",
        loading: "Loading your invoice...",
        not_found_title: "Invoice Not Found",
        not_found: "Invoice not found or link has expired",
        link_words: "Open it to read, print or pay the invoice.",
        mail_button: "See the invoice",
        mail_words: "Here is your invoice. Open the link to see it in full and the ways to pay.",
        asks: Asks::Balance,
        ways: &[
            Method::Stripe,
            Method::BankTransfer,
            Method::Cash,
            Method::Paypal,
        ],
        steps: &[OwnStep::Void],
        statuses: &[
            "draft",
            "sent",
            "partially_paid",
            "paid",
            "credited",
            "void",
        ],
        lists: shown::INVOICES,
    },
    KindFacts {
        kind: Kind::CreditNote,
        word: "credit_note",
        name: "credit note",
        title: "Credit note",
        names: "credit notes",
        plural: "credit-notes",
        is_written: false,
        heading: "CREDIT NOTE",
        letter: "c",
        number_prefix: "CN-",
        number_field: "creditNoteNumber",
        end: None,
        end_field: "",
        end_word: "",
        end_title: "",
        end_label: "",
        end_short: "",
        end_help: "",
        end_days: 0,
        details_title: "Credit note details",
        loading: "Loading your credit note...",
        not_found_title: "Credit Note Not Found",
        not_found: "Credit note not found or link has expired",
        link_words: "Open it to read or print the credit note.",
        mail_button: "See the credit note",
        mail_words: "Here is your credit note. Open the link to see what it takes off your invoice.",
        asks: Asks::Nothing,
        ways: &[],
        steps: &[OwnStep::Void],
        statuses: &["draft", "sent", "void"],
        lists: shown::CREDIT_NOTES,
    },
];

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; KINDS.len()] = [Kind::Quote, Kind::Invoice, Kind::CreditNote];

    /// What is particular to it.
    #[must_use]
    pub const fn facts(self) -> &'static KindFacts {
        &KINDS[self as usize]
    }

    /// Its word in the database and in the JSON: `credit_note`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.facts().word
    }

    /// What it is called within a sentence: `credit note`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// What it is called at the start of a sentence: `Credit note`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Reads the word of [`Kind::word`].
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// What stands before a number: a business's own prefix, or the kind's where that is empty.
    #[must_use]
    pub fn prefix(self, own: &str) -> &str {
        if own.is_empty() {
            self.facts().number_prefix
        } else {
            own
        }
    }

    /// The nth number of a business profile's sequence: `Q-0001`, `INV-0001`, or behind a prefix of
    /// its `own`.
    #[must_use]
    pub fn number(self, own: &str, n: i64) -> String {
        format!("{}{n:04}", self.prefix(own))
    }

    /// Its second date in the places of `expiryDate` and `dueDate`, of which it has one at most.
    #[must_use]
    pub fn name_end<T>(self, end: Option<T>) -> (Option<T>, Option<T>) {
        match self.facts().end {
            Some(End::Expiry) => (end, None),
            Some(End::Due) => (None, end),
            None => (None, None),
        }
    }

    /// The one of `expiryDate` and `dueDate` that is its second date.
    #[must_use]
    pub fn end_among<T>(self, expiry: Option<T>, due: Option<T>) -> Option<T> {
        match self.facts().end {
            Some(End::Expiry) => expiry,
            Some(End::Due) => due,
            None => None,
        }
    }

    /// Why it may not be put before its customer with these two dates: nobody can act on what ends
    /// before it begins. The same day is allowed, and a date that is not there is asked for elsewhere.
    #[must_use]
    pub fn ends_too_early(self, issue: Option<Date>, end: Option<Date>) -> Option<FieldError> {
        let facts = self.facts();
        if facts.end.is_none() || end? >= issue? {
            return None;
        }
        let (label, word) = (facts.end_label, facts.name);
        let msg = format!(
            "“{label}” is before the {word}’s own date. Change one of the two, then send it."
        );
        Some(FieldError::new(facts.end_field, "before_issue", msg))
    }

    /// Its list of this name: `overdue`.
    #[must_use]
    pub fn list(self, name: &str) -> Option<Filter> {
        let lists = self.facts().lists.iter();
        lists.copied().find(|filter| filter.name == name)
    }

    /// Whether it has this step.
    #[must_use]
    pub fn has(self, step: OwnStep) -> bool {
        self.facts().steps.contains(&step)
    }
}

#[cfg(test)]
mod tests;

/// The table as the browser imports it, beside the types that ts-rs writes.
#[cfg(all(test, feature = "typescript"))]
mod export {
    use std::path::PathBuf;

    use super::KINDS;

    #[test]
    fn export_bindings_kinds() {
        let rows: Vec<String> = KINDS
            .iter()
            .map(|facts| {
                let row = serde_json::to_string_pretty(facts).unwrap();
                format!("  {}: {},\n", facts.word, row.replace('\n', "\n  "))
            })
            .collect();
        let text = format!(
            "// This file was generated from core/src/kind.rs. Do not edit this file manually.\n\
             import type {{ Kind }} from \"./Kind\";\n\n\
             /** What differs between the kinds of document. */\n\
             export const KINDS = {{\n{}}} as const satisfies Record<Kind, unknown>;\n\n\
             /** A row of it. */\n\
             export type KindFacts = (typeof KINDS)[Kind];\n",
            rows.concat()
        );
        let folder = std::env::var("TS_RS_EXPORT_DIR").unwrap_or_else(|_| "./bindings".into());
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("kinds.ts"), text).unwrap();
    }
}
