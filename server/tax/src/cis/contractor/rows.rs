//! The rows of who pays subcontractors.

use plumbline_core::money::Pence;
use plumbline_core::report::cis::{FiledReturn, Holding, PaidSubcontractor, Status, Subcontractor};
use plumbline_core::time::Date;
use plumbline_platform::db::DbResult;
use plumbline_platform::db::table::table;
use plumbline_platform::ids::{CisReturnId, ContactId, ExpenseId, ProfileId, UserId};

table! {
    /// A business as contractor.
    pub(super) struct ContractorRow: "cis_contractors", by profile_id, keeping [user_id, created_at] {
        /// The business.
        pub profile_id: ProfileId,
        /// Its account.
        pub user_id: UserId,
        /// Raised by every change.
        pub version: i64,
        /// `123/AB456`
        pub employer_reference: String,
        /// `123PA00045678`, or empty.
        pub accounts_office_reference: String,
        /// The first day on which it is a contractor.
        pub begins: Date,
        /// The last; none while it goes on.
        pub ends: Option<Date>,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// A contact as subcontractor.
    pub struct SubcontractorRow: "cis_subcontractors", by contact_id, keeping [user_id, created_at] {
        /// The contact.
        pub contact_id: ContactId,
        /// Its account.
        pub user_id: UserId,
        /// Raised by every change.
        pub version: i64,
        /// Their name, or the one that they trade under.
        pub name: String,
        /// Ten digits, or empty.
        pub utr: String,
        /// `V0012345678/AB`, or empty.
        pub verification_number: String,
        /// Whether they are registered for VAT.
        pub vat_registered: bool,
        /// Which status holds from which day on, JSON.
        pub holdings: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// What of an expense makes it a payment to a subcontractor.
    pub(super) struct PaymentRow: "cis_payments", by expense_id, keeping [user_id] {
        /// The expense.
        pub expense_id: ExpenseId,
        /// Its account.
        pub user_id: UserId,
        /// Who pays.
        pub profile_id: ProfileId,
        /// Who is paid.
        pub contact_id: ContactId,
        /// When, as the expense has it.
        pub date: Date,
        /// The percentage that held on that day.
        pub rate: i64,
        /// Without VAT and before the deduction.
        pub gross: Pence,
        /// What they paid others for materials.
        pub materials: Pence,
        /// The VAT, which is paid whole.
        pub vat: Pence,
        /// What was deducted.
        pub deducted: Pence,
    }
}

table! {
    /// A month whose return was sent.
    pub(super) struct ReturnRow: "cis_returns", by id, keeping [user_id, profile_id, created_at] {
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
        /// Whether no return was sent: HMRC was told on that day that nobody is paid.
        pub not_needed: bool,
        /// What it said, as core keeps it, JSON; empty where that was not kept.
        pub filed: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

impl ReturnRow {
    /// What it said; none where that was not kept.
    pub(super) fn filed(&self) -> DbResult<Option<FiledReturn>> {
        if self.filed.is_empty() {
            return Ok(None);
        }
        let filed = serde_json::from_str(&self.filed);
        filed
            .map(Some)
            .map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

impl SubcontractorRow {
    /// Which status holds from which day on, by day.
    pub(super) fn holdings(&self) -> DbResult<Vec<Holding>> {
        serde_json::from_str(&self.holdings).map_err(|error| sqlx::Error::Decode(error.into()))
    }

    /// As core's statement takes them.
    pub(super) fn stated(&self) -> Subcontractor {
        Subcontractor {
            id: self.contact_id.to_string(),
            name: self.name.clone(),
            utr: self.utr.clone(),
            verification_number: self.verification_number.clone(),
        }
    }
}

impl PaymentRow {
    /// The status behind its rate.
    pub(super) fn status(&self) -> Status {
        let rate = u32::try_from(self.rate).ok();
        rate.and_then(Status::of_rate)
            .unwrap_or(Status::NotRegistered)
    }

    /// As core's return takes it.
    pub(super) fn paid(&self) -> PaidSubcontractor {
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
