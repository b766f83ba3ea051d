//! Saving documents from another program, several per transaction.

use std::collections::HashMap;

use plumbline_core::kind::Kind;

use super::found::FoundDocument;
use super::plan::Judged;
use super::report::PaperOutcome;
use plumbline_platform::db::WriteTx;
use plumbline_platform::db::mark;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::bringing::{self, Brought};
use plumbline_records::documents::store::origins::{self, Source};
use plumbline_records::documents::store::parties;
use plumbline_records::numbers;

/// Whose documents come, and from where.
pub(super) struct Whose<'a> {
    pub state: &'a AppState,
    pub user_id: &'a UserId,
    pub customers: &'a HashMap<String, ContactId>,
    pub source: Source,
    pub profile: Option<&'a ProfileId>,
}

impl Whose<'_> {
    /// Brings these in one transaction.
    pub async fn together(&self, group: &mut [&mut Judged]) -> Result<(), ApiError> {
        let mut tx = self.state.db.begin_write().await?;
        mark::one_at_a_time(&mut tx, self.user_id).await?;
        // Before a number is taken: whoever issues a document meanwhile waits, or has been seen.
        for kind in [Kind::Quote, Kind::Invoice] {
            let found = group.iter().filter_map(|judged| judged.keep.as_ref());
            let of_kind = found.filter(|it| it.kind == kind && !it.number.is_empty());
            let numbers: Vec<String> = of_kind.map(|it| it.number.clone()).collect();
            numbers::go_past(&mut tx, kind, self.profile, self.user_id, &numbers).await?;
        }
        let mut came_meanwhile = Vec::new();
        for (at, judged) in group.iter().enumerate() {
            let Some(found) = &judged.keep else { continue };
            let here = (self.user_id.as_ref(), self.source);
            if origins::find_by_key(&mut tx, here, &found.key)
                .await?
                .is_some()
            {
                came_meanwhile.push(at);
                continue;
            }
            let brought = self.brought(&mut tx, found).await?;
            bringing::bring(self.state, &mut tx, self.user_id, brought).await?;
        }
        tx.commit().await?;
        for at in came_meanwhile {
            group[at].row.outcome = PaperOutcome::Same;
        }
        Ok(())
    }

    async fn brought(&self, tx: &mut WriteTx, found: &FoundDocument) -> Result<Brought, ApiError> {
        let contact = self.customers.get(&found.customer);
        let contact = contact.ok_or_else(|| ApiError::internal("a customer without an id"))?;
        if !parties::hold_contact(tx, self.user_id, contact).await? {
            return Err(broken("contactId", "not_found", GONE.to_owned()));
        }
        let kind = found.kind;
        if !found.number.is_empty()
            && numbers::is_taken(tx, kind, self.profile, self.user_id, &found.number).await?
        {
            let told = format!(
                "The {} number {} is already taken.",
                kind.name(),
                found.number
            );
            return Err(broken("number", "taken", told));
        }
        let quote = match &found.quote {
            Some(key) => {
                let here = (self.user_id.as_ref(), self.source);
                let quote = origins::find_by_key(tx, here, key).await?;
                quote.map(|row| row.document_id)
            }
            None => None,
        };
        let (Some(dated), Some(ends)) = (found.issue_date, found.end) else {
            return Err(ApiError::internal("a judged document without its days"));
        };
        // Every field is named: a new one does not compile until somebody says what becomes of it.
        let FoundDocument {
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
            standing,
            archived,
            payments,
            paid: _,        // the payments say it once it is judged
            quote: _,       // above, by its key
            currency: _,    // only pounds come this far
            either_date: _, // the answer is in the dates
            refused: _,     // what is refused does not
        } = found.clone();
        Ok(Brought {
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
            standing,
            archived,
            payments,
            quote,
        })
    }

    /// Notes what was done.
    pub async fn note(&self, done: usize) -> Result<(), ApiError> {
        let reason = format!("{done} from {}", self.source.title());
        let data = serde_json::json!({ "reason": reason });
        let mut tx = self.state.db.begin_write().await?;
        let subject = ("documents", "");
        activities::record(self.state, &mut tx, self.user_id, "brought", subject, &data).await?;
        tx.commit().await?;
        Ok(())
    }
}

const GONE: &str = "Its customer has been deleted in the meantime.";

fn broken(path: &'static str, code: &'static str, told: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, told)])
}
