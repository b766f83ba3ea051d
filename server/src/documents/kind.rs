//! The two kinds of document and the words that differ between them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A quote or an invoice. Both share one model; what differs hangs on this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An offer, valid until its expiry date.
    Quote,
    /// A demand for payment by its due date.
    Invoice,
}

impl Kind {
    /// The word in the database and in the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Quote => "quote",
            Kind::Invoice => "invoice",
        }
    }

    /// The word at the start of a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Quote => "Quote",
            Kind::Invoice => "Invoice",
        }
    }

    /// Reads the word of [`Kind::word`].
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "quote" => Some(Kind::Quote),
            "invoice" => Some(Kind::Invoice),
            _ => None,
        }
    }

    /// The JSON field of its second date: a quote expires, an invoice falls due.
    pub fn due_field(self) -> &'static str {
        match self {
            Kind::Quote => "expiryDate",
            Kind::Invoice => "dueDate",
        }
    }

    /// What the JSON path of a public page starts with: `/q/{token}` or `/i/{token}`.
    pub fn public_path(self) -> &'static str {
        match self {
            Kind::Quote => "q",
            Kind::Invoice => "i",
        }
    }

    /// The nth number of a business profile's sequence: `Q-0001`, `INV-0001`.
    pub fn number(self, n: i64) -> String {
        match self {
            Kind::Quote => format!("Q-{n:04}"),
            Kind::Invoice => format!("INV-{n:04}"),
        }
    }

    /// The sentence for a document that is not there, or not this account's, or not to be seen
    /// (`spec.md`, section 8, for the public pages).
    pub fn not_found(self) -> &'static str {
        match self {
            Kind::Quote => "Quote not found or link has expired",
            Kind::Invoice => "Invoice not found or link has expired",
        }
    }
}
