//! The tables of chasing.

use plumbline_core::chase;
use plumbline_core::time::holidays::Nation;
use serde_json::{Value, json};

use crate::emails::reminders;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ContactId, DocumentId, ProfileId, UserId};

table! {
    /// A business's plan of reminders.
    pub(super) struct ChasePlanRow: "chase_plans", by profile_id, immutable [user_id, created_at] {
        /// The business.
        pub profile_id: ProfileId,
        /// Its account.
        pub user_id: UserId,
        /// The version, raised by every change.
        pub version: i64,
        /// Whether customers are reminded of invoices.
        pub invoices: bool,
        /// Whether customers are reminded of quotes.
        pub quotes: bool,
        /// The reminders, JSON.
        pub steps: String,
        /// The days of the week, JSON.
        pub weekdays: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// A document's switch, and why its last reminder was not sent.
    pub(super) struct ChaseDocumentRow: "document_chases", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// Whether automatic reminders are switched off.
        pub off: bool,
        /// Why a reminder was not sent, in a sentence.
        pub problem: String,
        /// The day of that reminder, YYYY-MM-DD.
        pub problem_on: String,
    }
}

impl ChasePlanRow {
    /// The plan as core reads it. `nation` is the one whose bank holidays the business observes; `None` if the plan is
    /// only displayed.
    pub(super) fn to_plan(&self, nation: Option<Nation>) -> serde_json::Result<chase::ChasePlan> {
        Ok(chase::ChasePlan {
            steps: serde_json::from_str(&self.steps)?,
            weekdays: serde_json::from_str(&self.weekdays)?,
            nation,
        })
    }
}

/// The plan of a business.
pub(super) async fn find_plan(conn: &mut Conn, profile_id: &ProfileId) -> DbResult<Option<ChasePlanRow>> {
    ChasePlanRow::select("WHERE profile_id = $1").bind(profile_id).fetch_optional(conn).await
}

/// Stores a plan if the stored version is `over`, where 0 means that there is no plan yet. Returns whether it was
/// stored.
pub(super) async fn save_plan(conn: &mut Conn, row: &ChasePlanRow, over: i64) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_if_absent(),
        over => row.update_version(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// Whether the document's business has a plan.
pub(super) async fn has_plan(conn: &mut Conn, document_id: &DocumentId) -> DbResult<bool> {
    let found: Option<i64> = sql::query_scalar(
        "SELECT p.version FROM documents d JOIN chase_plans p ON p.profile_id = d.business_profile_id \
         WHERE d.id = $1 AND d.issued_version > 0",
    )
    .bind(document_id)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}

/// What is stored about the reminders of a document.
pub(super) async fn find_document(conn: &mut Conn, id: &DocumentId) -> DbResult<ChaseDocumentRow> {
    let row = ChaseDocumentRow::select("WHERE document_id = $1").bind(id);
    Ok(row.fetch_optional(conn).await?.unwrap_or(ChaseDocumentRow {
        document_id: id.clone(),
        off: false,
        problem: String::new(),
        problem_on: String::new(),
    }))
}

/// Stores the switch of a document, and why its reminder was not sent.
pub(super) async fn save_document(conn: &mut Conn, row: &ChaseDocumentRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

/// Whether automatic reminders to a customer are switched off.
pub(super) async fn is_contact_off(conn: &mut Conn, contact_id: &ContactId) -> DbResult<bool> {
    let found: Option<String> =
        sql::query_scalar("SELECT contact_id FROM contact_chases WHERE contact_id = $1")
            .bind(contact_id)
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// Switches automatic reminders to a customer on or off. Returns whether that changed anything.
pub(super) async fn set_contact_off(conn: &mut Conn, id: &ContactId, off: bool) -> DbResult<bool> {
    let sql = if off {
        "INSERT INTO contact_chases (contact_id) VALUES ($1) ON CONFLICT (contact_id) DO NOTHING"
    } else {
        "DELETE FROM contact_chases WHERE contact_id = $1"
    };
    let done = sql::query(sql).bind(id).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// For a merge of two contacts: if reminders are off for the one that goes, they are switched off for the one that
/// remains.
pub async fn merge_switches(conn: &mut Conn, [from, to]: [&ContactId; 2]) -> DbResult<()> {
    if is_contact_off(conn, from).await? {
        set_contact_off(conn, to, true).await?;
    }
    Ok(())
}

/// For two customers, whether automatic reminders are off for each.
pub async fn load_switches(conn: &mut Conn, [one, other]: [&ContactId; 2]) -> DbResult<[bool; 2]> {
    Ok([is_contact_off(conn, one).await?, is_contact_off(conn, other).await?])
}

/// Restores the switches of two contacts when their merge is undone: `stays_off` and `goes_off` are the switches from
/// before the merge.
pub async fn restore_switches(
    conn: &mut Conn,
    [stays, goes]: [&ContactId; 2],
    [stays_off, goes_off]: [bool; 2],
) -> DbResult<()> {
    if goes_off {
        set_contact_off(conn, goes, true).await?;
        if !stays_off {
            set_contact_off(conn, stays, false).await?;
        }
    }
    Ok(())
}

/// Whose documents are checked.
#[derive(Debug, Clone, Copy)]
pub(super) enum DocumentOwner<'a> {
    /// The documents of a business profile.
    Profile(&'a ProfileId),
    /// The documents of a customer.
    Contact(&'a ContactId),
}

/// The ids, after the given one, of documents that may wait for their customer.
pub(super) async fn list_waiting_ids(
    conn: &mut Conn,
    whose: DocumentOwner<'_>,
    after: &str,
    limit: i64,
) -> DbResult<Vec<DocumentId>> {
    let (sql, id) = match whose {
        DocumentOwner::Profile(id) => (
            "SELECT id FROM documents WHERE business_profile_id = $1 \
             AND status IN ('sent', 'partially_paid') AND id > $2 ORDER BY id LIMIT $3",
            id.as_str(),
        ),
        DocumentOwner::Contact(id) => (
            "SELECT id FROM documents WHERE contact_id = $1 \
             AND status IN ('sent', 'partially_paid') AND id > $2 ORDER BY id LIMIT $3",
            id.as_str(),
        ),
    };
    sql::query_scalar(sql).bind(id).bind(after).bind(limit).fetch_all(conn).await
}

/// The plans of an account's businesses with their texts, for its export.
pub async fn export_plans(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = ChasePlanRow::select("WHERE user_id = $1 ORDER BY created_at, profile_id")
        .bind(user_id)
        .fetch_all(&mut *conn)
        .await?;
    let mut plans = Vec::new();
    for row in rows {
        let plan = row.to_plan(None).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let words = reminders::store::load_texts(conn, &row.profile_id).await?;
        let ChasePlanRow {
            profile_id,
            user_id: _, // the account, which is the same for the whole export
            version: _, // counts the changes
            invoices,
            quotes,
            steps: _,    // in the plan
            weekdays: _, // likewise
            created_at,
            updated_at,
        } = row;
        plans.push(json!({
            "businessProfileId": profile_id,
            "invoices": invoices,
            "quotes": quotes,
            "steps": plan.steps,
            "weekdays": plan.weekdays,
            "words": words,
            "createdAt": created_at,
            "updatedAt": updated_at,
        }));
    }
    Ok(plans)
}

/// The documents and customers of an account without automatic reminders, for its export.
pub async fn export_switches(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let documents: Vec<String> = sql::query_scalar(
        "SELECT c.document_id FROM document_chases c JOIN documents d ON d.id = c.document_id \
         WHERE d.user_id = $1 AND c.off = 1 ORDER BY c.document_id",
    )
    .bind(user_id)
    .fetch_all(&mut *conn)
    .await?;
    let contacts: Vec<String> = sql::query_scalar(
        "SELECT o.contact_id FROM contact_chases o JOIN contacts c ON c.id = o.contact_id \
         WHERE c.user_id = $1 ORDER BY o.contact_id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await?;
    let documents = documents.into_iter().map(|id| json!({ "documentId": id, "chased": false }));
    let contacts = contacts.into_iter().map(|id| json!({ "contactId": id, "chased": false }));
    Ok(documents.chain(contacts).collect())
}
