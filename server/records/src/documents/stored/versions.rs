//! Setting a loaded document back to one of its versions.

use super::{Stored, issued_totals, with_credits, with_payments};
use crate::contacts::store as contacts;
use crate::documents::store::versions::VersionRow;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

impl Stored {
    /// Says what the version said, with its figures as they were then. Its payments stay as they are. It
    /// is for whom the version was for, where that contact is still there.
    ///
    /// # Errors
    /// 500 when what is stored cannot be read.
    pub async fn say_again(
        &mut self,
        conn: &mut Conn,
        version: &VersionRow,
    ) -> Result<(), ApiError> {
        let document = with_payments(serde_json::from_str(&version.input)?, &self.payments);
        let totals = issued_totals(&version.totals, &document)?;
        self.totals = with_credits(self.kind, totals, &self.credits);
        self.document = document;
        if let Some(contact) = &version.contact_id {
            let contact = contacts::find(conn, &self.row.user_id, contact).await?;
            self.row.contact_id = contact.map(|row| row.id).or(self.row.contact_id.take());
        }
        let row = &mut self.row;
        let date = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        row.issue_date = date(&version.issue_date);
        row.due_date = date(&version.due_date);
        row.job_description.clone_from(&version.job_description);
        row.job_address.clone_from(&version.job_address);
        row.order_number.clone_from(&version.order_number);
        row.notes.clone_from(&version.notes);
        row.template.clone_from(&version.template);
        row.terms.clone_from(&version.terms);
        row.input.clone_from(&version.input);
        self.filled = false;
        Ok(())
    }
}
