//! The kinds of document and their differences, in one table. A new kind is a row here and its own rules; code for all
//! kinds reads the table and names no kind.

use serde::{Deserialize, Serialize};

use crate::document::PaymentMethod;
use crate::error::FieldError;
use crate::status::display_status::{self, StatusFilter};
use crate::time::Date;

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum DocumentKind {
    /// An offer, valid until its expiry date.
    Quote,
    /// A request for payment by its due date.
    Invoice,
    /// An amount taken off an invoice after it was issued.
    CreditNote,
}

/// What the customer of a document is asked to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum RequestedPayment {
    /// The deposit, once the document is accepted.
    Deposit,
    /// The balance, once the document is issued.
    Balance,
    /// Nothing.
    Nothing,
}

/// The meaning of a document's second date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndDateKind {
    /// The last day to accept the document.
    Expiry,
    /// The last day to pay it on time.
    Due,
}

/// A step that only some kinds of document have; its name is the last part of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum KindStep {
    /// The customer accepts the document.
    Accept,
    /// The customer declines the document.
    Decline,
    /// The business turns the document into an invoice.
    Convert,
    /// The business withdraws the document.
    Void,
}

/// The facts about one kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KindFacts {
    /// The kind.
    pub kind: DocumentKind,
    /// The name in the database and in JSON: `credit_note`.
    pub word: &'static str,
    /// The name within a sentence: `credit note`.
    pub name: &'static str,
    /// The name at the start of a sentence: `Credit note`.
    pub title: &'static str,
    /// The plural within a sentence: `credit notes`.
    pub names: &'static str,
    /// The part of a path that names the kind, as in `/api/credit-notes`.
    pub plural: &'static str,
    /// Whether people write documents of this kind from scratch. A credit note is made from an invoice, and its amounts
    /// don't change afterwards.
    pub is_written: bool,
    /// The heading at the top of the document, in capitals.
    pub heading: &'static str,
    /// The beginning of the path of the customer's page: `q` in `/q/{token}`.
    pub letter: &'static str,
    /// The default prefix of the number: `Q-` in `Q-0001`.
    pub number_prefix: &'static str,
    /// The JSON field of the number.
    pub number_field: &'static str,
    /// The meaning of the second date; `None` if this kind has none, and then the texts about it are empty.
    #[serde(skip)]
    pub end: Option<EndDateKind>,
    /// The JSON field of the second date.
    pub end_field: &'static str,
    /// The second date within a sentence: `expiry date`.
    pub end_word: &'static str,
    /// The label of the second date on the document: `Expiry Date`.
    pub end_title: &'static str,
    /// The label of the second date where it is edited or mentioned to a user: `Valid until`.
    pub end_label: &'static str,
    /// The word before the second date next to the total: `Due`.
    pub end_short: &'static str,
    /// The help text below the field for the second date.
    pub end_help: &'static str,
    /// The default number of days from the issue date to the second date.
    pub end_days: u32,
    /// The title of the box with the number and the dates.
    pub details_title: &'static str,
    /// The text of the customer's page while it loads (`docs/product.md`, section 2).
    pub loading: &'static str,
    /// The title of the page for a link that leads nowhere (`docs/product.md`, section 2).
    pub not_found_title: &'static str,
    /// The sentence for a document that doesn't exist or may not be seen (`docs/product.md`, section 8).
    pub not_found: &'static str,
    /// The description in a link preview of a messenger.
    pub link_text: &'static str,
    /// The label of the button in the email that sends the document.
    pub mail_button: &'static str,
    /// The default text of that email, if the business has no text of its own.
    pub email_text: &'static str,
    /// What the customer is asked to pay.
    pub asks: RequestedPayment,
    /// The payment methods, in the order in which they are offered.
    pub payment_methods: &'static [PaymentMethod],
    /// The steps that this kind has in addition to those of every document.
    pub steps: &'static [KindStep],
    /// The names of the statuses that a document of this kind may have.
    #[serde(skip)]
    pub statuses: &'static [&'static str],
    /// The lists of these documents by their displayed status.
    pub lists: &'static [StatusFilter],
}

/// The table, in the order of [`DocumentKind`].
pub const KINDS: [KindFacts; 3] = [
    KindFacts {
        kind: DocumentKind::Quote,
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
        end: Some(EndDateKind::Expiry),
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
        link_text: "Open it to read or print the quote, and to accept or decline it.",
        mail_button: "See and accept the quote",
        email_text: "Here is your quote. Open the link to see it in full and to accept or decline it.",
        asks: RequestedPayment::Deposit,
        payment_methods: &[PaymentMethod::Stripe, PaymentMethod::BankTransfer, PaymentMethod::Cash],
        steps: &[KindStep::Accept, KindStep::Decline, KindStep::Convert],
        statuses: &["draft", "sent", "accepted", "declined", "expired", "invoiced"],
        lists: display_status::QUOTES,
    },
    KindFacts {
        kind: DocumentKind::Invoice,
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
        end: Some(EndDateKind::Due),
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
        link_text: "Open it to read, print or pay the invoice.",
        mail_button: "See the invoice",
        email_text: "Here is your invoice. Open the link to see it in full and the ways to pay.",
        asks: RequestedPayment::Balance,
        payment_methods: &[
            PaymentMethod::Stripe,
            PaymentMethod::BankTransfer,
            PaymentMethod::Cash,
            PaymentMethod::Paypal,
        ],
        steps: &[KindStep::Void],
        statuses: &["draft", "sent", "partially_paid", "paid", "credited", "void"],
        lists: display_status::INVOICES,
    },
    KindFacts {
        kind: DocumentKind::CreditNote,
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
        link_text: "Open it to read or print the credit note.",
        mail_button: "See the credit note",
        email_text: "Here is your credit note. Open the link to see what it takes off your invoice.",
        asks: RequestedPayment::Nothing,
        payment_methods: &[],
        steps: &[KindStep::Void],
        statuses: &["draft", "sent", "void"],
        lists: display_status::CREDIT_NOTES,
    },
];

impl DocumentKind {
    /// Every kind.
    pub const ALL: [DocumentKind; KINDS.len()] =
        [DocumentKind::Quote, DocumentKind::Invoice, DocumentKind::CreditNote];

    /// The facts about this kind.
    #[must_use]
    pub const fn facts(self) -> &'static KindFacts {
        &KINDS[self as usize]
    }

    /// The name in the database and in JSON: `credit_note`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.facts().word
    }

    /// The name within a sentence: `credit note`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name at the start of a sentence: `Credit note`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Reads the name that [`DocumentKind::code`] gives; `None` for any other text.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == word)
    }

    /// The prefix of a document number: the business's own or, if that is empty, the kind's.
    #[must_use]
    pub fn number_prefix(self, own: &str) -> &str {
        if own.is_empty() { self.facts().number_prefix } else { own }
    }

    /// The nth number of a business profile's sequence: `Q-0001`, `INV-0001`, or with the business's `own` prefix.
    #[must_use]
    pub fn format_number(self, own: &str, n: i64) -> String {
        format!("{}{n:04}", self.number_prefix(own))
    }

    /// The second date as the pair `expiryDate` and `dueDate`, at most one of which is set.
    #[must_use]
    pub fn split_end_date<T>(self, end: Option<T>) -> (Option<T>, Option<T>) {
        match self.facts().end {
            Some(EndDateKind::Expiry) => (end, None),
            Some(EndDateKind::Due) => (None, end),
            None => (None, None),
        }
    }

    /// Whichever of `expiryDate` and `dueDate` is this kind's second date.
    #[must_use]
    pub fn pick_end_date<T>(self, expiry: Option<T>, due: Option<T>) -> Option<T> {
        match self.facts().end {
            Some(EndDateKind::Expiry) => expiry,
            Some(EndDateKind::Due) => due,
            None => None,
        }
    }

    /// The error if the second date is before the issue date: nobody can act on a document that ends before it begins.
    /// The same day is allowed; a missing date is reported elsewhere.
    #[must_use]
    pub fn check_dates(self, issue: Option<Date>, end: Option<Date>) -> Option<FieldError> {
        let facts = self.facts();
        if facts.end.is_none() || end? >= issue? {
            return None;
        }
        let (label, word) = (facts.end_label, facts.name);
        let msg = format!("“{label}” is before the {word}’s own date. Change one of the two, then send it.");
        Some(FieldError::new(facts.end_field, "before_issue", msg))
    }

    /// The list with this name, such as `overdue`; `None` if this kind has no such list.
    #[must_use]
    pub fn find_list(self, name: &str) -> Option<StatusFilter> {
        let lists = self.facts().lists.iter();
        lists.copied().find(|filter| filter.name == name)
    }

    /// Whether this kind has the step.
    #[must_use]
    pub fn has_step(self, step: KindStep) -> bool {
        self.facts().steps.contains(&step)
    }
}

#[cfg(test)]
mod tests;

/// Writes the table as a TypeScript file for the browser, next to the types that ts-rs generates.
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
             import type {{ DocumentKind }} from \"./DocumentKind\";\n\n\
             /** What differs between the kinds of document. */\n\
             export const KINDS = {{\n{}}} as const satisfies Record<DocumentKind, unknown>;\n\n\
             /** A row of it. */\n\
             export type KindFacts = (typeof KINDS)[DocumentKind];\n",
            rows.concat()
        );
        let folder = std::env::var("TS_RS_EXPORT_DIR").unwrap_or_else(|_| "./bindings".into());
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("kinds.ts"), text).unwrap();
    }
}
