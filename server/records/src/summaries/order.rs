//! What a list is ordered by, and where a page goes on.

use super::find::Listed;
pub use plumbline_platform::db::Value;

/// What a list may be ordered by. Each is a column whose text is fixed here, with an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortKey {
    /// When it was made.
    CreatedAt,
    /// When it last changed.
    UpdatedAt,
    /// Its issue date.
    IssueDate,
    /// Its expiry or due date.
    DueDate,
    /// Its number; drafts, having none, come as if it were empty.
    Number,
    /// Its total.
    TotalAmount,
    /// What is left to pay of it.
    BalanceDue,
    /// The customer's name.
    Contact,
}

impl SortKey {
    pub(super) fn column(self) -> &'static str {
        match self {
            SortKey::CreatedAt => "s.created_at",
            SortKey::UpdatedAt => "s.updated_at",
            SortKey::IssueDate => "s.issue_date",
            SortKey::DueDate => "s.due_date",
            SortKey::Number => "s.number",
            SortKey::TotalAmount => "s.total_amount",
            SortKey::BalanceDue => "s.balance_due",
            SortKey::Contact => "s.contact_key",
        }
    }

    /// The index in this order.
    pub(super) fn index(self) -> &'static str {
        match self {
            SortKey::CreatedAt => "document_summaries_created",
            SortKey::UpdatedAt => "document_summaries_updated",
            SortKey::IssueDate => "document_summaries_issued",
            SortKey::DueDate => "document_summaries_due",
            SortKey::Number => "document_summaries_number",
            SortKey::TotalAmount => "document_summaries_total",
            SortKey::BalanceDue => "document_summaries_balance",
            SortKey::Contact => "document_summaries_customer",
        }
    }

    /// Whether the column holds whole numbers, else text.
    pub fn is_whole(self) -> bool {
        matches!(
            self,
            SortKey::CreatedAt | SortKey::UpdatedAt | SortKey::TotalAmount | SortKey::BalanceDue
        )
    }

    /// This row's value of the key, for the cursor of the page after it.
    pub fn value(self, row: &Listed) -> Value {
        match self {
            SortKey::CreatedAt => Value::Whole(row.created_at),
            SortKey::UpdatedAt => Value::Whole(row.updated_at),
            SortKey::IssueDate => Value::Text(row.issue_date.clone()),
            SortKey::DueDate => Value::Text(row.due_date.clone()),
            SortKey::Number => Value::Text(row.number.clone()),
            SortKey::TotalAmount => Value::Whole(row.total_amount),
            SortKey::BalanceDue => Value::Whole(row.balance_due),
            SortKey::Contact => Value::Text(row.contact_key.clone()),
        }
    }
}

/// In which order, and after which row.
#[derive(Debug, Clone)]
pub struct Order {
    /// The column.
    pub key: SortKey,
    /// Highest first.
    pub descending: bool,
    /// The row to go on after: its value and its id.
    pub after: Option<(Value, String)>,
}
