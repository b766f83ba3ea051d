//! The list of documents of one kind.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{Sorting, is_within};
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::status::Badge;
use crate::status::display_status::{CANCELLED, DisplayStatus, StatusFilter};
use crate::status::invoice::InvoiceState;
use crate::status::quote::QuoteState;
use crate::time::Date;

/// The field by which a list of documents is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentSortKey {
    /// The time of creation.
    CreatedAt,
    /// The time of the last change.
    UpdatedAt,
    /// The issue date.
    IssueDate,
    /// The expiry or due date.
    DueDate,
    /// The number; drafts, which have none, are sorted as if it were empty.
    Number,
    /// The total.
    TotalAmount,
    /// What is left to pay.
    BalanceDue,
    /// The customer's name.
    Contact,
}

impl DocumentSortKey {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "createdAt" => Self::CreatedAt,
            "updatedAt" => Self::UpdatedAt,
            "issueDate" => Self::IssueDate,
            "expiryDate" | "dueDate" => Self::DueDate,
            "number" => Self::Number,
            "totalAmount" => Self::TotalAmount,
            "balanceDue" => Self::BalanceDue,
            "contactName" => Self::Contact,
            _ => return None,
        })
    }
}

/// The default order: newest first.
pub const USUAL: &str = "-createdAt";

/// Reads an order such as `-issueDate`; an empty text means [`USUAL`]. `None` for an unknown field.
#[must_use]
pub fn parse_sorting(text: &str) -> Option<Sorting<DocumentSortKey>> {
    let text = if text.is_empty() { USUAL } else { text };
    Sorting::parse(text, DocumentSortKey::parse)
}

/// Which documents to include: archived ones, others, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archived {
    /// Only those that are not archived.
    No,
    /// Only archived ones.
    Yes,
    /// Both.
    Either,
}

impl Archived {
    /// Reads `true`, `false` or `all`; `None` for any other text. An empty text leaves archived documents out, except
    /// in the list of payments to confirm: an archived document's payment still has to be confirmed.
    #[must_use]
    pub fn parse(text: &str, filter: Option<StatusFilter>) -> Option<Self> {
        Some(match text {
            "" if filter.is_some_and(|filter| filter.to_confirm) => Self::Either,
            "" | "false" => Self::No,
            "true" => Self::Yes,
            "all" => Self::Either,
            _ => return None,
        })
    }

    /// Whether documents with this `archived` flag are included.
    #[must_use]
    pub fn includes(self, archived: bool) -> bool {
        match self {
            Self::Either => true,
            Self::Yes => archived,
            Self::No => !archived,
        }
    }
}

/// A document as a device stores it for its lists.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct HeldDocumentRow {
    /// The id, a UUIDv7: ids are in order of time.
    pub id: String,
    /// The stored status.
    pub status: String,
    /// The code of its badge at the time it was read.
    pub code: String,
    /// The number; empty for a draft.
    pub number: String,
    /// The customer's id; empty if there is none.
    pub contact_id: String,
    /// The customer's name, folded for comparison.
    pub contact_key: String,
    /// The issue date, YYYY-MM-DD; empty if there is none.
    pub issue_date: String,
    /// The expiry or due date, YYYY-MM-DD; empty if there is none.
    pub end_date: String,
    /// The total in pounds.
    pub total_amount: Pence,
    /// What is left to pay, in pounds.
    pub balance_due: Pence,
    /// The payments that wait for confirmation, in pounds.
    pub to_confirm: Pence,
    /// Whether it is archived.
    pub archived: bool,
    /// When it was last changed, in milliseconds since the epoch.
    pub updated_at: i64,
}

impl HeldDocumentRow {
    fn end(&self) -> Option<Date> {
        self.end_date.parse().ok()
    }

    /// Its badge on the day `today`; `None` if it can't have changed since the row was read.
    fn badge(&self, kind: DocumentKind, today: Date) -> Option<Badge> {
        let waits = match kind {
            DocumentKind::Quote => self.status == "sent",
            // The badge of a partly paid invoice doesn't depend on the day.
            DocumentKind::Invoice => ["outstanding", "overdue"].contains(&self.code.as_str()),
            DocumentKind::CreditNote => false,
        };
        waits.then(|| match kind {
            DocumentKind::Quote => QuoteState::new(&self.status, self.end()).badge(today),
            _ => InvoiceState::new(&self.status, self.end(), self.balance_due, Pence::ZERO).badge(today),
        })
    }

    /// Its status as lists store it, with this code.
    fn displayed_status(&self, kind: DocumentKind, code: &str) -> DisplayStatus {
        match kind {
            DocumentKind::Quote if code == CANCELLED => DisplayStatus::cancelled(),
            DocumentKind::Quote => QuoteState::new(&self.status, self.end()).display_status(),
            DocumentKind::Invoice => {
                let word = if code == "overdue" { "outstanding" } else { code };
                DisplayStatus::of_invoice(word, self.end(), self.balance_due)
            }
            DocumentKind::CreditNote => {
                DisplayStatus { code: self.status.clone(), lapses_on: None, outstanding: Pence::ZERO }
            }
        }
    }

    fn compare(&self, other: &Self, key: DocumentSortKey) -> Ordering {
        match key {
            DocumentSortKey::CreatedAt => Ordering::Equal,
            DocumentSortKey::UpdatedAt => self.updated_at.cmp(&other.updated_at),
            DocumentSortKey::IssueDate => self.issue_date.cmp(&other.issue_date),
            DocumentSortKey::DueDate => self.end_date.cmp(&other.end_date),
            DocumentSortKey::Number => self.number.cmp(&other.number),
            DocumentSortKey::TotalAmount => self.total_amount.cmp(&other.total_amount),
            DocumentSortKey::BalanceDue => self.balance_due.cmp(&other.balance_due),
            DocumentSortKey::Contact => self.contact_key.cmp(&other.contact_key),
        }
        .then_with(|| self.id.cmp(&other.id))
    }
}

/// Which documents of a kind are listed, and in which order, with the names and values of the API's query. The text
/// search is done by the caller, and an unknown value is treated as missing.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct DocumentListRequest {
    /// The name of one of the kind's lists: `overdue`.
    pub status: String,
    /// The id of a contact, for only its documents; empty for all.
    pub contact_id: String,
    /// The first issue date, YYYY-MM-DD; empty for no limit.
    pub from: String,
    /// The last issue date, YYYY-MM-DD; empty for no limit.
    pub to: String,
    /// `true`, `false` or `all`.
    pub archived: String,
    /// The order, as [`parse_sorting`] reads it.
    pub sort: String,
    /// The documents that the device stores.
    pub rows: Vec<HeldDocumentRow>,
}

impl DocumentListRequest {
    /// Whether a row is in the list; a `filter` of its status, if there is one, must match.
    fn includes(
        &self,
        filter: Option<StatusFilter>,
        row: &HeldDocumentRow,
        display_status: &DisplayStatus,
        today: Date,
    ) -> bool {
        let archived = Archived::parse(&self.archived, filter);
        let archived = archived.or_else(|| Archived::parse("", filter));
        filter.is_none_or(|filter| filter.lets_through(display_status, row.to_confirm, today))
            && archived.is_some_and(|archived| archived.includes(row.archived))
            && (self.contact_id.is_empty() || row.contact_id == self.contact_id)
            && is_within(&row.issue_date, &self.from, &self.to)
    }
}

/// A document in the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ListedDocument {
    /// The document's id.
    pub id: String,
    /// Its badge today; `None` if it hasn't changed since the row was read.
    pub display_status: Option<Badge>,
}

/// The content of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ListedDocuments {
    /// The documents, in order.
    pub documents: Vec<ListedDocument>,
    /// The sum of what is outstanding on its issued invoices, in pounds.
    pub outstanding: Pence,
    /// The sum of the totals, in pounds.
    pub total_amount: Pence,
}

/// The documents of a list on the day `today`.
#[must_use]
pub fn list_documents(kind: DocumentKind, request: &DocumentListRequest, today: Date) -> ListedDocuments {
    let filter = kind.find_list(&request.status);
    let mut found: Vec<(&HeldDocumentRow, DisplayStatus, Option<Badge>)> =
        current(kind, &request.rows, today)
            .filter(|(row, displayed, _)| request.includes(filter, row, displayed, today))
            .collect();
    if let Some(order) = parse_sorting(&request.sort).or_else(|| parse_sorting(USUAL)) {
        found.sort_unstable_by(|(one, ..), (other, ..)| {
            let compared = one.compare(other, order.key);
            if order.descending { compared.reverse() } else { compared }
        });
    }
    ListedDocuments {
        outstanding: found.iter().map(|(_, displayed, _)| displayed.outstanding).sum(),
        total_amount: found.iter().map(|(row, ..)| row.total_amount).sum(),
        documents: found
            .into_iter()
            .map(|(row, _, display_status)| ListedDocument { id: row.id.clone(), display_status })
            .collect(),
    }
}

/// The number of documents in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ListCount {
    /// The list's name; empty for all documents of a kind.
    pub status: &'static str,
    /// The number of documents.
    pub documents: usize,
}

/// The number of documents of a kind, and in each of its lists, on the day `today`. The status in the request is
/// ignored.
#[must_use]
pub fn count_documents(kind: DocumentKind, request: &DocumentListRequest, today: Date) -> Vec<ListCount> {
    let rows: Vec<_> = current(kind, &request.rows, today).collect();
    let count = |filter: Option<StatusFilter>| {
        let included = rows
            .iter()
            .filter(|(row, display_status, _)| request.includes(filter, row, display_status, today));
        ListCount { status: filter.map_or("", |filter| filter.name), documents: included.count() }
    };
    let each = kind.facts().lists.iter().copied().map(Some);
    std::iter::once(None).chain(each).map(count).collect()
}

/// The rows with their stored status, and with the badge if the day has changed it.
fn current(
    kind: DocumentKind,
    rows: &[HeldDocumentRow],
    today: Date,
) -> impl Iterator<Item = (&HeldDocumentRow, DisplayStatus, Option<Badge>)> {
    rows.iter().map(move |row| {
        let badge = row.badge(kind, today);
        let code = badge.as_ref().map_or(&row.code, |badge| &badge.code);
        (row, row.displayed_status(kind, code), badge)
    })
}
