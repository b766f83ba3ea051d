//! The rows from which reports are made.

use plumbline_core::document::VatGroup;
use plumbline_core::expense::ExpenseCategory;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::report::Period;
use plumbline_core::report::books::RecordedExpense;
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;

use super::vehicles::VehicleCosts;
use plumbline_platform::db::table::{Table, table};
use plumbline_platform::db::{Conn, DbResult, packed_rows, sql};
use plumbline_platform::ids::UserId;
use plumbline_records::expenses::fields::{GoodsOrService, VatKind};

table! {
    /// The fields of a document that reports need.
    pub struct ReportedDocument: "reported_documents", by id {
        /// UUIDv7.
        pub id: String,
        /// Its kind.
        pub kind: DocumentKind,
        /// Empty for a draft.
        pub number: String,
        /// `None` for some drafts that were paid.
        pub issue_date: Option<Date>,
        /// The contact's id; empty if it was deleted.
        pub contact_id: String,
        /// The contact's name at issue.
        pub contact_name: String,
        /// The business.
        pub profile_id: Option<String>,
        /// Including VAT.
        pub total: Pence,
        /// The VAT in the total.
        pub vat: Pence,
        /// The total less the CIS deduction.
        pub payable: Pence,
        /// The amount that the CIS deduction is calculated from.
        pub cis_base: Pence,
    }
}

/// The invoices and credit notes that were issued between two days and count, as rows of `reported_documents`.
pub async fn list_issued<D: Table>(
    conn: &mut Conn,
    user_id: &UserId,
    from: Date,
    to: Date,
) -> DbResult<Vec<D>> {
    let condition = "user_id = $1 AND kind IN ('invoice', 'credit_note') AND number > '' \
         AND status <> 'void' AND issued >= $2 AND issued <= $3";
    let days = [from, to].map(|day| day.to_string());
    packed_rows::find_all(conn, condition, &[user_id.as_str(), &days[0], &days[1]]).await
}

table! {
    /// A payment for a document, or a refund (negative), up to a day.
    pub struct ReportedTaking: "reported_takings", by payment_id {
        /// The payment.
        payment_id: String,
        /// The number of this movement of the payment, from 1.
        n: i64,
        /// The day.
        pub date: Date,
        /// The amount.
        pub amount: Pence,
    }
    within {
        /// The document that it was for. A quote's deposit is for the invoice that the quote was converted to, and a
        /// refund for a credit note is for the invoice that it credits.
        pub document: ReportedDocument {
            id,
            kind,
            number,
            issue_date,
            contact_id,
            contact_name,
            profile_id,
            total,
            vat,
            payable,
            cis_base,
        }
    }
}

table! {
    /// A credit note that was issued and counts.
    pub struct ReportedCreditNote: "reported_credits", by id {
        /// The invoice that it credits.
        pub credits: String,
    }
    within {
        /// The credit note itself; its amounts are positive and are deducted.
        pub document: ReportedDocument {
            id,
            kind,
            number,
            issue_date,
            contact_id,
            contact_name,
            profile_id,
            total,
            vat,
            payable,
            cis_base,
        }
    }
}

/// The credit notes of an account that were issued by a day and count.
pub async fn list_credits(conn: &mut Conn, user_id: &UserId, to: Date) -> DbResult<Vec<ReportedCreditNote>> {
    let to = to.to_string();
    packed_rows::find_all(conn, "user_id = $1 AND issued <= $2", &[user_id.as_str(), &to]).await
}

impl ReportedTaking {
    /// An id that is unique among all movements.
    pub fn unique_id(&self) -> String {
        format!("{}-{}", self.payment_id, self.n)
    }
}

/// All payments and refunds, up to the last of the days, of every document that has a payment, a refund or a credit
/// note in these days. They may be old: what each was for depends on those before it. Rows of `reported_takings`.
pub async fn list_takings<M: Table>(conn: &mut Conn, user_id: &UserId, days: Period) -> DbResult<Vec<M>> {
    select_takings(conn, user_id, days, "").await
}

/// The same, only for documents under CIS.
pub async fn list_takings_under_cis(
    conn: &mut Conn,
    user_id: &UserId,
    days: Period,
) -> DbResult<Vec<ReportedTaking>> {
    select_takings(conn, user_id, days, " AND under_cis > 0").await
}

/// For more years than these, most documents have a payment in them, and selecting the documents costs more than it
/// saves.
const YEARS_FILTERED_MAX: u16 = 2;

async fn select_takings<M: Table>(
    conn: &mut Conn,
    user_id: &UserId,
    days: Period,
    more: &str,
) -> DbResult<Vec<M>> {
    let is_long = days.to.year().saturating_sub(days.from.year()) > YEARS_FILTERED_MAX;
    let days = [days.to, days.from].map(|day| day.to_string());
    let all = format!("user_id = $1 AND date <= $2{more}");
    if is_long {
        return packed_rows::find_all(conn, &all, &[user_id.as_str(), &days[0]]).await;
    }
    let some = format!(
        "{all} AND id IN (SELECT id FROM reported_takings \
         WHERE user_id = $1 AND date >= $3 AND date <= $2{more} \
         UNION ALL SELECT credits FROM reported_credits \
         WHERE user_id = $1 AND issued >= $3 AND issued <= $2)"
    );
    packed_rows::find_all(conn, &some, &[user_id.as_str(), &days[0], &days[1]]).await
}

table! {
    /// The fields of an expense that reports need.
    pub struct ReportedExpense: "expenses", by id {
        /// UUIDv7.
        pub id: String,
        /// The date of the payment or journey.
        pub date: Date,
        /// The supplier, or empty.
        pub supplier: String,
        /// The description, or empty.
        pub description: String,
        /// Its category.
        pub category: ExpenseCategory,
        /// Including VAT.
        pub amount: Pence,
        /// A percentage; empty if there is no VAT or the rate isn't known.
        pub vat_rate: Number,
        /// The customer whose job it was for.
        pub contact_id: Option<String>,
        /// The vehicle of a journey.
        pub vehicle: Option<Vehicle>,
        /// Tenths of a mile.
        pub tenths: i64,
        /// The private part, as a percentage.
        pub private_share: Number,
        /// Whether it is a cost of owning or driving a vehicle.
        pub vehicle_cost: bool,
        /// How it is treated for VAT.
        pub vat_kind: VatKind,
        /// Whether it is goods or a service.
        pub goods_or_service: GoodsOrService,
    }
    read {
        /// The VAT in the amount.
        pub vat: Pence = "vat_amount",
        /// The business; `None` for the account's first business.
        pub profile_id: Option<String> = "business_profile_id",
    }
}

impl ReportedExpense {
    /// Converts the expense to core's type for VAT and Income Tax.
    pub fn to_core(&self) -> RecordedExpense {
        RecordedExpense {
            id: self.id.clone(),
            date: self.date,
            category: self.category,
            amount: self.amount,
            vat: self.vat,
            rate: (!self.vat_rate.is_empty()).then(|| self.vat_rate.value()),
            kind: self.vat_kind.into(),
            goods: self.goods_or_service.into(),
            private: self.private_share.value(),
        }
    }

    /// The supplier or the description; if both are empty, the category.
    pub fn title(&self) -> &str {
        let texts = [&*self.supplier, &*self.description];
        let message = texts.into_iter().find(|text| !text.trim().is_empty());
        message.unwrap_or(self.category.info().name)
    }
}

/// The expenses between two days.
pub async fn list_expenses(
    conn: &mut Conn,
    user_id: &UserId,
    from: Date,
    to: Date,
) -> DbResult<Vec<ReportedExpense>> {
    let days = [from, to].map(|day| day.to_string());
    let condition = "user_id = $1 AND date >= $2 AND date <= $3";
    packed_rows::find_all(conn, condition, &[user_id.as_str(), &days[0], &days[1]]).await
}

table! {
    /// How the vehicles of an account are counted in a tax year.
    pub(super) struct VehicleChoice: "tax_years", by id {
        /// The settings of the tax year.
        id: String,
        /// The calendar year in which the tax year begins.
        pub year: i64,
        /// How the costs of vehicles count.
        pub vehicles: VehicleCosts,
        /// The percentage of private use.
        pub private_share: Number,
    }
}

/// The choices of an account, in order of the years.
pub(super) async fn list_vehicle_choices(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<VehicleChoice>> {
    VehicleChoice::select("WHERE user_id = $1 ORDER BY year").bind(user_id).fetch_all(conn).await
}

table! {
    /// A VAT registration.
    pub(super) struct ReportedRegistration: "vat_registrations", by profile_id {
        /// The business.
        pub profile_id: String,
        /// The first day.
        pub registered_from: Date,
        /// The last day; `None` if the registration hasn't ended.
        pub registered_until: Option<Date>,
        /// How the VAT periods are divided, as JSON.
        pub stagger: String,
        /// The VAT schemes with their first days, as JSON.
        pub schemes: String,
    }
}

/// The registrations of an account, by first day.
pub(super) async fn list_registrations(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<ReportedRegistration>> {
    ReportedRegistration::select("WHERE user_id = $1 ORDER BY registered_from, profile_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// What was filed in the VAT returns of an account, by the id of the business.
pub(super) async fn list_vat_returns(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<(String, String)>> {
    sql::query_as("SELECT profile_id, filed FROM vat_returns WHERE user_id = $1")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

table! {
    /// The VAT groups of a document.
    pub(super) struct DocumentVatGroups: "document_summaries", by document_id {
        /// The document.
        pub document_id: String,
        /// For a credit note, the invoice that it credits; otherwise empty.
        pub credited_invoice_id: String,
        /// Empty for a draft.
        pub number: String,
        /// The stored status.
        pub status: String,
        /// Core's groups.
        pub vat_groups: Vec<VatGroup>,
    }
}

/// The documents with reverse charge supplies or some outside the scope, and all credit notes.
pub(super) async fn list_unusual_groups(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<DocumentVatGroups>> {
    let condition = "user_id = $1 AND (vat_groups LIKE '%\"reverseCharge\"%' \
         OR vat_groups LIKE '%\"outsideScope\"%' OR credited_invoice_id > '')";
    packed_rows::find_all(conn, condition, &[user_id.as_str()]).await
}
