//! What a row starts as, and what it takes from a body.

use plumbline_core::kind::Kind;

use super::store::{DocumentRow, Status};
use crate::documents::drafting::body::Head;
use plumbline_platform::ids::{DocumentId, ProfileId, UserId};

impl DocumentRow {
    /// An empty draft.
    pub fn draft(
        id: DocumentId,
        user_id: &UserId,
        kind: Kind,
        business_profile_id: Option<&ProfileId>,
        now: i64,
    ) -> Self {
        Self {
            id,
            user_id: user_id.clone(),
            kind,
            status: Status::Draft,
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
            credit_notes: 0,
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

    /// Takes in what a body says beside the core document.
    pub fn take(&mut self, head: &Head) {
        self.business_profile_id
            .clone_from(&head.business_profile_id);
        self.contact_id.clone_from(&head.contact_id);
        self.issue_date = head.issue_date.map(|date| date.to_string());
        self.due_date = head.due_date.map(|date| date.to_string());
        self.job_description.clone_from(&head.job_description);
        self.job_address.clone_from(&head.job_address);
        if let Some(number) = &head.order_number {
            self.order_number.clone_from(number);
        }
        self.notes.clone_from(&head.notes);
        self.template.clone_from(&head.template);
        self.terms.clone_from(&head.terms);
    }
}
