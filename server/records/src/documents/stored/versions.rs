//! Setting a loaded document back to one of its versions.

use super::{StoredDocument, parse_issued_totals, with_credits, with_payments};
use crate::contacts::store as contacts;
use crate::documents::row::EnteredFields;
use crate::documents::store::DocumentRow;
use crate::documents::store::versions::VersionRow;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

impl StoredDocument {
    /// Restores the content of a version, with its amounts as they were then. The payments don't change. The document
    /// is again for the customer of that version, if that contact still exists.
    ///
    /// # Errors
    /// 500 if the stored data can't be read.
    pub async fn restore_version(&mut self, conn: &mut Conn, version: &VersionRow) -> Result<(), ApiError> {
        let document = with_payments(serde_json::from_str(&version.input)?, &self.payments);
        let totals = parse_issued_totals(&version.totals, &document)?;
        self.totals = with_credits(self.kind, totals, &self.credits);
        self.document = document;
        if let Some(contact) = &version.contact_id {
            let contact = contacts::find(conn, &self.row.user_id, contact).await?;
            self.row.contact_id = contact.map(|row| row.id).or(self.row.contact_id.take());
        }
        take(&mut self.row, version);
        self.is_filled = false;
        Ok(())
    }
}

/// Copies the version's fields and its core document into the row. Business and customer are not copied: a version
/// contains their details at the time, and the caller finds the customer.
fn take(row: &mut DocumentRow, version: &VersionRow) {
    let VersionRow {
        document_id: _, // which document and which of its versions it is
        version: _,
        issued_at: _,
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        totals: _, // `restore_version` counts today's payments in
        contact: _,
        contact_id: _,
        business: _,
        business_profile: _,
        rules_version: _, // of what is shown, which `restore_signed` repeats
        texts: _,
        cancellation: _,
    } = version.clone();
    row.set_entered_fields(EnteredFields {
        business_profile_id: row.business_profile_id.clone(),
        contact_id: row.contact_id.clone(),
        issue_date: issue_date.0,
        due_date: due_date.0,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    });
    row.input = input;
}

#[cfg(test)]
mod tests {
    use plumbline_core::document::parties::{Business, BusinessProfile};
    use plumbline_core::kind::DocumentKind;
    use uuid::Uuid;

    use super::*;
    use crate::documents::issuing::issue::to_version;
    use crate::documents::parties::Parties;

    #[test]
    fn a_version_stores_and_restores_everything_that_was_written() {
        let draft = || {
            let (id, user) = (Uuid::now_v7().into(), Uuid::now_v7().into());
            DocumentRow::new_draft(id, &user, DocumentKind::Quote, None, 1)
        };
        let mut issued = draft();
        issued.set_entered_fields(EnteredFields::every_field());
        issued.input = "{}".to_owned();
        let parties =
            Parties { contact: None, business: Business::default(), profile: BusinessProfile::default() };
        let version = to_version(&issued, &parties, 1).unwrap();
        assert_eq!(version.contact_id, issued.contact_id);
        // Everything has changed since, except the business and the customer.
        let mut again = draft();
        again.business_profile_id.clone_from(&issued.business_profile_id);
        again.contact_id.clone_from(&issued.contact_id);
        take(&mut again, &version);
        assert_eq!(again.entered_fields(), issued.entered_fields());
        assert_eq!(again.input, issued.input);
    }
}
