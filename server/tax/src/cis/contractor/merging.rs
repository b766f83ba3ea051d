//! What merging two contacts would lose of a subcontractor, stored so that it can be undone.

use serde::{Deserialize, Serialize};

use super::store::{self, SavedSubcontractor};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{CisReturnId, ContactId, UserId};

/// The merged contact's data as a subcontractor, for undoing the merge. Payments and statements are moved by their ids.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MergedSubcontractor {
    /// The details that HMRC has; `None` if the merged contact wasn't a subcontractor.
    known: Option<SavedSubcontractor>,
    /// Whether the remaining contact wasn't a subcontractor, so that the details were moved to it.
    is_moved: bool,
    /// The filed months that include the merged contact: their ids, and what was filed.
    filed: Vec<(CisReturnId, String)>,
}

/// Reads, before one contact is merged into another, what is needed to undo it.
pub async fn save_before_merge(
    conn: &mut Conn,
    user_id: &UserId,
    [goes, stays]: [&ContactId; 2],
) -> DbResult<MergedSubcontractor> {
    let known = store::find_details(conn, user_id, goes).await?;
    let is_moved = known.is_some() && store::find_details(conn, user_id, stays).await?.is_none();
    let filed = store::list_filed_texts(conn, user_id).await?;
    let with_them = filed.into_iter().filter(|(_, filed)| filed.contains(goes.as_str()));
    Ok(MergedSubcontractor { known, is_moved, filed: with_them.collect() })
}

/// Gives a restored contact its data as a subcontractor back. A month that was filed again since the merge isn't
/// changed.
pub async fn undo_merge(
    conn: &mut Conn,
    user_id: &UserId,
    [goes, stays]: [&ContactId; 2],
    merged: &MergedSubcontractor,
) -> DbResult<()> {
    if merged.is_moved {
        store::reassign_details(conn, user_id, [stays, goes]).await?;
    } else if let Some(known) = &merged.known {
        store::restore_details(conn, user_id, goes, known).await?;
    }
    for (id, filed) in &merged.filed {
        store::replace_filed_text(conn, user_id, id, [&filed.replace(goes.as_str(), stays.as_str()), filed])
            .await?;
    }
    Ok(())
}
