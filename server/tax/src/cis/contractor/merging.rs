//! What merging two contacts would lose of a subcontractor, stored so that it can be undone.

use plumbline_platform::db::{Conn, DbResult, sql};
use serde::{Deserialize, Serialize};

/// The merged contact's data as a subcontractor, for undoing the merge. Payments and statements are moved by their ids.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MergedSubcontractor {
    /// The details that HMRC has; `None` if the merged contact wasn't a subcontractor.
    known: Option<SavedSubcontractor>,
    /// Whether the remaining contact wasn't a subcontractor, so that the details were moved to it.
    is_moved: bool,
    /// The filed months that include the merged contact: their ids, and what was filed.
    filed: Vec<(String, String)>,
}

/// A row of `cis_subcontractors`, without its contact and account.
#[derive(Debug, Serialize, Deserialize)]
struct SavedSubcontractor {
    version: i64,
    name: String,
    utr: String,
    verification_number: String,
    vat_registered: i64,
    holdings: String,
    created_at: i64,
    updated_at: i64,
}

/// Reads, before one contact is merged into another, what is needed to undo it.
pub async fn save_before_merge(
    conn: &mut Conn,
    user_id: &str,
    [goes, stays]: [&str; 2],
) -> DbResult<MergedSubcontractor> {
    let known = find_saved(conn, user_id, goes).await?;
    let is_moved = known.is_some() && self::find_saved(conn, user_id, stays).await?.is_none();
    let filed: Vec<(String, String)> =
        sql::query_as("SELECT id, filed FROM cis_returns WHERE user_id = $1 AND filed > '' ORDER BY id")
            .bind(user_id)
            .fetch_all(conn)
            .await?;
    let with_them = filed.into_iter().filter(|(_, filed)| filed.contains(goes));
    Ok(MergedSubcontractor { known, is_moved, filed: with_them.collect() })
}

/// The columns of [`SavedSubcontractor`], in their order.
type SubcontractorColumns = (i64, String, String, String, i64, String, i64, i64);

async fn find_saved(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
) -> DbResult<Option<SavedSubcontractor>> {
    let row: Option<SubcontractorColumns> = sql::query_as(
        "SELECT version, name, utr, verification_number, vat_registered, holdings, created_at, updated_at \
         FROM cis_subcontractors WHERE user_id = $1 AND contact_id = $2",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_optional(conn)
    .await?;
    Ok(row.map(
        |(version, name, utr, verification_number, vat_registered, holdings, created_at, updated_at)| {
            SavedSubcontractor {
                version,
                name,
                utr,
                verification_number,
                vat_registered,
                holdings,
                created_at,
                updated_at,
            }
        },
    ))
}

/// Gives a restored contact its data as a subcontractor back. A month that was filed again since the merge isn't
/// changed.
pub async fn undo_merge(
    conn: &mut Conn,
    user_id: &str,
    [goes, stays]: [&str; 2],
    merged: &MergedSubcontractor,
) -> DbResult<()> {
    if merged.is_moved {
        sql::query("UPDATE cis_subcontractors SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
            .bind(goes)
            .bind(user_id)
            .bind(stays)
            .execute(&mut *conn)
            .await?;
    } else if let Some(known) = &merged.known {
        sql::query(
            "INSERT INTO cis_subcontractors (contact_id, user_id, version, name, utr, verification_number, \
             vat_registered, holdings, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(goes)
        .bind(user_id)
        .bind(known.version)
        .bind(&known.name)
        .bind(&known.utr)
        .bind(&known.verification_number)
        .bind(known.vat_registered)
        .bind(&known.holdings)
        .bind(known.created_at)
        .bind(known.updated_at)
        .execute(&mut *conn)
        .await?;
    }
    for (id, filed) in &merged.filed {
        sql::query("UPDATE cis_returns SET filed = $1 WHERE user_id = $2 AND id = $3 AND filed = $4")
            .bind(filed)
            .bind(user_id)
            .bind(id)
            .bind(filed.replace(goes, stays))
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}
