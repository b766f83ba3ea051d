//! The order of a list in the database, and where the next page begins. Core defines the orders and their names.

use plumbline_core::list::Sorting;
pub use plumbline_core::list::documents::DocumentSortKey;

use super::find::ListedDocument;
pub use plumbline_platform::db::ColumnValue;

/// The column for a sort key. The texts are fixed here.
pub(super) fn column(key: DocumentSortKey) -> &'static str {
    match key {
        DocumentSortKey::CreatedAt => "s.created_at",
        DocumentSortKey::UpdatedAt => "s.updated_at",
        DocumentSortKey::IssueDate => "s.issue_date",
        DocumentSortKey::DueDate => "s.due_date",
        DocumentSortKey::Number => "s.number",
        DocumentSortKey::TotalAmount => "s.total_amount",
        DocumentSortKey::BalanceDue => "s.balance_due",
        DocumentSortKey::Contact => "s.contact_key",
    }
}

/// The index in the order of a sort key.
pub(super) fn index(key: DocumentSortKey) -> &'static str {
    match key {
        DocumentSortKey::CreatedAt => "document_summaries_created",
        DocumentSortKey::UpdatedAt => "document_summaries_updated",
        DocumentSortKey::IssueDate => "document_summaries_issued",
        DocumentSortKey::DueDate => "document_summaries_due",
        DocumentSortKey::Number => "document_summaries_number",
        DocumentSortKey::TotalAmount => "document_summaries_total",
        DocumentSortKey::BalanceDue => "document_summaries_balance",
        DocumentSortKey::Contact => "document_summaries_customer",
    }
}

/// Whether a sort key's column contains whole numbers; otherwise it contains text.
#[must_use]
pub fn is_integer(key: DocumentSortKey) -> bool {
    matches!(
        key,
        DocumentSortKey::CreatedAt
            | DocumentSortKey::UpdatedAt
            | DocumentSortKey::TotalAmount
            | DocumentSortKey::BalanceDue
    )
}

/// A row's value for a sort key, for the cursor of the next page.
#[must_use]
pub fn value_of(row: &ListedDocument, key: DocumentSortKey) -> ColumnValue {
    match key {
        DocumentSortKey::CreatedAt => ColumnValue::Integer(row.created_at),
        DocumentSortKey::UpdatedAt => ColumnValue::Integer(row.updated_at),
        DocumentSortKey::IssueDate => ColumnValue::Text(row.issue_date.clone()),
        DocumentSortKey::DueDate => ColumnValue::Text(row.due_date.clone()),
        DocumentSortKey::Number => ColumnValue::Text(row.number.clone()),
        DocumentSortKey::TotalAmount => ColumnValue::Integer(row.total_amount),
        DocumentSortKey::BalanceDue => ColumnValue::Integer(row.balance_due),
        DocumentSortKey::Contact => ColumnValue::Text(row.contact_key.clone()),
    }
}

/// The order of a list, and the row after which the page begins.
#[derive(Debug, Clone)]
pub struct DocumentOrder {
    /// The sort key and its direction.
    pub sorting: Sorting<DocumentSortKey>,
    /// The row after which to continue: its value and its id.
    pub after: Option<(ColumnValue, String)>,
}
