//! The rows of contractors, and of the subcontractors they pay.

use plumbline_core::money::Pence;
use plumbline_core::report::cis::{
    FiledCisReturn, PaidSubcontractor, StatusFrom, Subcontractor, SubcontractorStatus,
};
use plumbline_core::time::Date;
use plumbline_platform::db::DbResult;
use plumbline_platform::db::table::table;
use plumbline_platform::ids::{CisReturnId, ContactId, ExpenseId, ProfileId, UserId};

table! {
    /// A business's registration as a contractor.
    pub(super) struct ContractorRow: "cis_contractors", by profile_id, immutable [user_id, created_at] {
        /// The business.
        pub profile_id: ProfileId,
        /// Its account.
        pub user_id: UserId,
        /// Incremented by every change.
        pub version: i64,
        /// `123/AB456`
        pub employer_reference: String,
        /// `123PA00045678`, or empty.
        pub accounts_office_reference: String,
        /// The first day on which it is a contractor.
        pub begins: Date,
        /// The last day; `None` if it still is a contractor.
        pub ends: Option<Date>,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// A contact's details as a subcontractor.
    pub struct SubcontractorRow: "cis_subcontractors", by contact_id, immutable [user_id, created_at] {
        /// The contact.
        pub contact_id: ContactId,
        /// Its account.
        pub user_id: UserId,
        /// Incremented by every change.
        pub version: i64,
        /// The subcontractor's name or trading name.
        pub name: String,
        /// Ten digits, or empty.
        pub utr: String,
        /// `V0012345678/AB`, or empty.
        pub verification_number: String,
        /// Whether they are registered for VAT.
        pub vat_registered: bool,
        /// The statuses with their first days, as JSON.
        pub holdings: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// The part of a payment to a subcontractor that its expense doesn't have.
    pub(super) struct CisPaymentRow: "cis_payments", by expense_id, immutable [user_id] {
        /// The expense.
        pub expense_id: ExpenseId,
        /// Its account.
        pub user_id: UserId,
        /// The business that pays.
        pub profile_id: ProfileId,
        /// The contact who is paid.
        pub contact_id: ContactId,
        /// The date, the same as the expense's.
        pub date: Date,
        /// The percentage deducted on that day.
        pub rate: i64,
        /// The amount without VAT and before the deduction.
        pub gross: Pence,
        /// The cost of the materials that the subcontractor bought.
        pub materials: Pence,
        /// The VAT, from which nothing is deducted.
        pub vat: Pence,
        /// The deduction.
        pub deducted: Pence,
    }
}

table! {
    /// A month whose return was sent.
    pub(super) struct FiledCisReturnRow: "cis_returns", by id, immutable [user_id, profile_id, created_at] {
        /// UUIDv7.
        pub id: CisReturnId,
        /// The account.
        pub user_id: UserId,
        /// The business.
        pub profile_id: ProfileId,
        /// The last day of its tax month.
        pub month: Date,
        /// The day on which it was sent.
        pub filed_on: Date,
        /// Whether no return was sent because HMRC was notified on that day that nobody is paid.
        pub not_needed: bool,
        /// The contents of the return, as core's JSON; empty if they weren't stored.
        pub filed: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

impl FiledCisReturnRow {
    /// The contents of the return; `None` if they weren't stored.
    pub(super) fn parse_filed(&self) -> DbResult<Option<FiledCisReturn>> {
        if self.filed.is_empty() {
            return Ok(None);
        }
        let filed = serde_json::from_str(&self.filed);
        filed.map(Some).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

impl SubcontractorRow {
    /// The statuses with their first days, in order.
    pub(super) fn parse_holdings(&self) -> DbResult<Vec<StatusFrom>> {
        serde_json::from_str(&self.holdings).map_err(|error| sqlx::Error::Decode(error.into()))
    }

    /// Converts the row to core's type for statements.
    pub(super) fn to_subcontractor(&self) -> Subcontractor {
        Subcontractor {
            id: self.contact_id.to_string(),
            name: self.name.clone(),
            utr: self.utr.clone(),
            verification_number: self.verification_number.clone(),
        }
    }
}

impl CisPaymentRow {
    /// The status that has this rate.
    pub(super) fn status(&self) -> SubcontractorStatus {
        let rate = u32::try_from(self.rate).ok();
        rate.and_then(SubcontractorStatus::from_rate).unwrap_or(SubcontractorStatus::NotRegistered)
    }

    /// Converts the row to core's type for the monthly return.
    pub(super) fn to_payment(&self) -> PaidSubcontractor {
        PaidSubcontractor {
            id: self.expense_id.to_string(),
            date: self.date,
            subcontractor: self.contact_id.to_string(),
            status: self.status(),
            gross: self.gross,
            materials: self.materials,
            deducted: self.deducted,
        }
    }
}
