//! The fields of a row that a person enters: their initial values, and how they are set from a request.

use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use uuid::Uuid;

use super::store::{DocumentRow, DocumentStatus};
use crate::documents::drafting::body::ParsedHeader;
use plumbline_platform::ids::{ContactId, DocumentId, ProfileId, UserId};

/// The fields outside the core document that a person enters. All code that copies a document destructures this, so
/// that a new field doesn't compile until each copy decides about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredFields {
    /// The business profile; `None` means the account's owner.
    pub business_profile_id: Option<ProfileId>,
    /// The customer's contact.
    pub contact_id: Option<ContactId>,
    /// The issue date.
    pub issue_date: Option<Date>,
    /// The expiry date of a quote, or the due date of an invoice.
    pub due_date: Option<Date>,
    /// The description of the job.
    pub job_description: String,
    /// The address of the job, one part per line; empty for the customer's own address.
    pub job_address: String,
    /// The customer's own order number; empty if there is none.
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// The document's own template; `None` means the profile's.
    pub template: Option<String>,
    /// The document's own terms; `None` means the profile's.
    pub terms: Option<String>,
}

impl EnteredFields {
    /// A value in which no field is empty, for tests that check which fields a copy leaves out.
    #[must_use]
    pub fn every_field() -> Self {
        let id = |last: u8| Uuid::from_bytes([1, 147, 0, 0, 0, 0, 112, 0, 128, 0, 0, 0, 0, 0, 0, last]);
        Self {
            business_profile_id: Some(id(1).into()),
            contact_id: Some(id(2).into()),
            issue_date: "2026-11-16".parse().ok(),
            due_date: "2026-12-09".parse().ok(),
            job_description: "Fit a bath".to_owned(),
            job_address: "7 Tap Lane".to_owned(),
            order_number: "PO-4711".to_owned(),
            notes: "Parking at the back".to_owned(),
            template: Some("bold".to_owned()),
            terms: Some("Payment on the day".to_owned()),
        }
    }
}

impl DocumentRow {
    /// An empty draft.
    pub fn new_draft(
        id: DocumentId,
        user_id: &UserId,
        kind: DocumentKind,
        business_profile_id: Option<&ProfileId>,
        now: i64,
    ) -> Self {
        Self {
            id,
            user_id: user_id.clone(),
            kind,
            status: DocumentStatus::Draft,
            version: 1,
            created_from: String::new(),
            business_profile_id: business_profile_id.cloned(),
            contact_id: None,
            customer_name: None,
            number: None,
            public_token: None,
            issue_date: None,
            due_date: None,
            job_description: String::new(),
            job_address: String::new(),
            order_number: String::new(),
            notes: String::new(),
            template: None,
            terms: None,
            input: String::new(),
            totals: String::new(),
            total_amount: 0,
            amount_payable: 0,
            paid_amount: 0,
            balance_due: 0,
            instalments: String::new(),
            issued_version: 0,
            accepted_version: None,
            accepted_date: None,
            declined_date: None,
            decline_reason: None,
            finished_date: None,
            goods_arrived_date: None,
            cancelled_date: None,
            paid_date: None,
            sent_date: None,
            archived: false,
            source_quote_id: None,
            converted_invoice_id: None,
            stages: 0,
            stage_of_id: None,
            paid_on_id: None,
            pays_quote_id: None,
            credited_invoice_id: None,
            copied_from_id: None,
            credited_number: None,
            credited_date: None,
            early_start: None,
            variation_of_id: None,
            varied_number: None,
            varied_status: None,
            varied_cancelled: None,
            varied_total: None,
            variations: 0,
            created_at: now,
            updated_at: now,
        }
    }

    /// The fields outside the core document. A new column doesn't compile until somebody decides here whether a person
    /// enters it, and then in every copy whether it is copied.
    #[must_use]
    pub fn entered_fields(&self) -> EnteredFields {
        let Self {
            business_profile_id,
            contact_id,
            issue_date,
            due_date,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
            // Owner, identity and times, which the server sets.
            id: _,
            user_id: _,
            kind: _,
            version: _,
            created_from: _,
            customer_name: _,
            number: _,
            public_token: _,
            created_at: _,
            updated_at: _,
            // The core document, whose fields are copied separately, and its totals.
            input: _,
            totals: _,
            total_amount: _,
            amount_payable: _,
            paid_amount: _,
            balance_due: _,
            // The state of the document.
            status: _,
            instalments: _,
            issued_version: _,
            accepted_version: _,
            accepted_date: _,
            declined_date: _,
            decline_reason: _,
            finished_date: _,
            goods_arrived_date: _,
            cancelled_date: _,
            paid_date: _,
            sent_date: _,
            archived: _,
            // What the document was made from, which is set when it is created.
            source_quote_id: _,
            credited_invoice_id: _,
            copied_from_id: _,
            // Calculated from other tables.
            converted_invoice_id: _,
            stages: _,
            stage_of_id: _,
            paid_on_id: _,
            pays_quote_id: _,
            credited_number: _,
            credited_date: _,
            early_start: _,
            variation_of_id: _,
            varied_number: _,
            varied_status: _,
            varied_cancelled: _,
            varied_total: _,
            variations: _,
        } = self;
        EnteredFields {
            business_profile_id: business_profile_id.clone(),
            contact_id: contact_id.clone(),
            issue_date: *issue_date,
            due_date: *due_date,
            job_description: job_description.clone(),
            job_address: job_address.clone(),
            order_number: order_number.clone(),
            notes: notes.clone(),
            template: template.clone(),
            terms: terms.clone(),
        }
    }

    /// Replaces the fields that a person enters.
    pub fn set_entered_fields(&mut self, entered_fields: EnteredFields) {
        let EnteredFields {
            business_profile_id,
            contact_id,
            issue_date,
            due_date,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
        } = entered_fields;
        self.business_profile_id = business_profile_id;
        self.contact_id = contact_id;
        self.issue_date = issue_date;
        self.due_date = due_date;
        self.job_description = job_description;
        self.job_address = job_address;
        self.order_number = order_number;
        self.notes = notes;
        self.template = template;
        self.terms = terms;
    }

    /// Sets the fields outside the core document from the body of a request.
    pub fn set_header(&mut self, head: &ParsedHeader) {
        let ParsedHeader {
            id: _,      // only set by a create request
            version: _, // the version that the body is based on
            business_profile_id,
            contact_id,
            issue_date,
            due_date,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
        } = head.clone();
        self.set_entered_fields(EnteredFields {
            business_profile_id,
            contact_id,
            issue_date,
            due_date,
            job_description,
            job_address,
            // An older client's body doesn't have this field.
            order_number: order_number.unwrap_or_else(|| self.order_number.clone()),
            notes,
            template,
            terms,
        });
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn copies_the_written_fields_to_another_document() {
        let draft = |kind| {
            let (id, user) = (Uuid::now_v7().into(), Uuid::now_v7().into());
            DocumentRow::new_draft(id, &user, kind, None, 1)
        };
        let written = EnteredFields::every_field();
        let mut one = draft(DocumentKind::Quote);
        one.set_entered_fields(written.clone());
        let mut other = draft(DocumentKind::Invoice);
        other.set_entered_fields(one.entered_fields());
        assert_eq!(other.entered_fields(), written);
    }
}
