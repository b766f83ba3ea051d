//! Saving documents from another program, several per transaction.

use std::collections::HashMap;

use plumbline_core::kind::DocumentKind;

use super::parsed::ParsedDocument;
use super::plan::PlannedDocument;
use super::report::DocumentImportOutcome;
use plumbline_platform::db::{WriteTx, migrate};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::state::AppState;
use plumbline_records::documents::importing::{self, DocumentToImport};
use plumbline_records::documents::store::origins::{self, ImportSource};
use plumbline_records::documents::store::parties;
use plumbline_records::{activities, numbers};

/// Saves the documents of an import: the account, the source and the business profile that they all share.
pub(super) struct DocumentImporter<'a> {
    pub state: &'a AppState,
    pub user_id: &'a UserId,
    pub customers: &'a HashMap<String, ContactId>,
    pub source: ImportSource,
    pub profile: Option<&'a ProfileId>,
}

impl DocumentImporter<'_> {
    /// Imports these documents in one transaction. Documents that another request imported meanwhile are skipped.
    pub async fn import_batch(&self, group: &mut [&mut PlannedDocument]) -> Result<(), ApiError> {
        let mut tx = self.state.db.begin_write().await?;
        migrate::lock_imports(&mut tx, self.user_id).await?;
        // Before any number is used, so that a document issued at the same time either waits or gets a later number.
        for kind in [DocumentKind::Quote, DocumentKind::Invoice] {
            let found = group.iter().filter_map(|judged| judged.document.as_ref());
            let of_kind = found.filter(|it| it.kind == kind && !it.number.is_empty());
            let numbers: Vec<String> = of_kind.map(|it| it.number.clone()).collect();
            numbers::advance_past(&mut tx, kind, self.profile, self.user_id, &numbers).await?;
        }
        let mut came_meanwhile = Vec::new();
        for (at, judged) in group.iter().enumerate() {
            let Some(found) = &judged.document else {
                continue;
            };
            let here = (self.user_id, self.source);
            if origins::find_by_key(&mut tx, here, &found.key).await?.is_some() {
                came_meanwhile.push(at);
                continue;
            }
            let brought = self.to_imported_document(&mut tx, found).await?;
            importing::import_document(self.state, &mut tx, self.user_id, brought).await?;
        }
        tx.commit().await?;
        for at in came_meanwhile {
            group[at].row.outcome = DocumentImportOutcome::Same;
        }
        Ok(())
    }

    async fn to_imported_document(
        &self,
        tx: &mut WriteTx,
        found: &ParsedDocument,
    ) -> Result<DocumentToImport, ApiError> {
        let contact = self.customers.get(&found.customer);
        let contact = contact.ok_or_else(|| ApiError::internal("a customer without an id"))?;
        if !parties::lock_contact(tx, self.user_id, contact).await? {
            return Err(rule_broken("contactId", "not_found", CUSTOMER_DELETED.to_owned()));
        }
        let kind = found.kind;
        if !found.number.is_empty()
            && numbers::is_taken(tx, kind, self.profile, self.user_id, &found.number).await?
        {
            let text = format!("The {} number {} is already taken.", kind.name(), found.number);
            return Err(rule_broken("number", "taken", text));
        }
        let quote = match &found.quote {
            Some(key) => {
                let here = (self.user_id, self.source);
                let quote = origins::find_by_key(tx, here, key).await?;
                quote.map(|row| row.document_id)
            }
            None => None,
        };
        let (Some(dated), Some(ends)) = (found.issue_date, found.end) else {
            return Err(ApiError::internal("a judged document without its days"));
        };
        // Every field is named, so that a new field doesn't compile until somebody decides what happens to it.
        let ParsedDocument {
            row: _, // where it is in the file
            kind,
            key,
            number,
            customer: _, // above, by its key
            customer_name: _,
            issue_date: _, // above
            end: _,        // above
            job_description,
            order_number,
            notes,
            terms,
            document,
            total,
            standing: imported_status,
            archived,
            payments,
            paid: _,        // in the payments, once the document is planned
            quote: _,       // above, by its key
            currency: _,    // only pounds come this far
            either_date: _, // resolved in the dates
            refused: _,     // refused documents don't come this far
            remarks: _,     // in the report
        } = found.clone();
        Ok(DocumentToImport {
            kind,
            source: self.source,
            key,
            number,
            profile: self.profile.cloned(),
            contact: contact.clone(),
            issue_date: dated,
            end: ends,
            job_description,
            order_number,
            notes,
            terms,
            document,
            total: total.unwrap_or_default(),
            status: imported_status,
            archived,
            payments,
            quote,
        })
    }

    /// Records the import as an activity.
    pub async fn record_activity(&self, done: usize) -> Result<(), ApiError> {
        let reason = format!("{done} from {}", self.source.label());
        let data = serde_json::json!({ "reason": reason });
        let mut tx = self.state.db.begin_write().await?;
        let subject = ("documents", "");
        activities::record(self.state, &mut tx, self.user_id, "brought", subject, &data).await?;
        tx.commit().await?;
        Ok(())
    }
}

const CUSTOMER_DELETED: &str = "Its customer has been deleted in the meantime.";

fn rule_broken(path: &'static str, code: &'static str, text: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, text)])
}
