//! The rows of records of filed returns as they are now.

use plumbline_core::expense::ExpenseCategory;
use plumbline_core::kind::DocumentKind;

use plumbline_core::time::Date;
use plumbline_platform::db::column::DateOrEmpty;
use plumbline_platform::db::table::{Table, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

table! {
    /// A document as it is now.
    pub(in crate::vat) struct PresentDocumentRow: "document_summaries", by document_id {
        /// The document.
        pub document_id: String,
        /// Its kind.
        pub kind: DocumentKind,
        /// Empty for a draft.
        pub number: String,
        /// The stored status.
        pub status: String,
        /// The issue date; a draft may have none.
        pub issue_date: DateOrEmpty,
        /// The day of the supply, if it was given.
        pub supply_date: DateOrEmpty,
        /// The contact's id; empty if it was deleted.
        pub contact_id: String,
        /// The contact's name at issue.
        pub contact_name: String,
    }
}

table! {
    /// An expense as it is now.
    pub(in crate::vat) struct PresentExpenseRow: "expenses", by id {
        /// The expense.
        pub id: String,
        /// The date of payment.
        pub date: Date,
        /// The supplier; may be empty.
        pub supplier: String,
        /// The description; may be empty.
        pub description: String,
        /// The category.
        pub category: ExpenseCategory,
    }
}

table! {
    /// A movement of a payment as it is now.
    pub(in crate::vat) struct PresentTakingRow: "takings", by payment_id {
        /// The payment.
        pub payment_id: String,
        /// The number of this movement of the payment, from 1.
        pub n: i64,
        /// The date of the movement.
        pub date: Date,
    }
}

/// The account's rows with these ids.
pub(in crate::vat) async fn list_by_ids<T: Table>(
    conn: &mut Conn,
    user_id: &UserId,
    ids: &[&str],
) -> DbResult<Vec<T>> {
    let places: Vec<String> = (2..ids.len() + 2).map(|at| format!("${at}")).collect();
    let (key, places) = (T::KEY, places.join(", "));
    let mut query =
        T::select(&format!("WHERE user_id = $1 AND {key} IN ({places})")).bind(user_id.to_owned());
    for id in ids {
        query = query.bind((*id).to_owned());
    }
    query.fetch_all(conn).await
}
