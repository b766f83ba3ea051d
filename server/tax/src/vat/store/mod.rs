//! The tables of VAT.

mod present;
mod sales;

use plumbline_core::report::vat::{FiledVatReturn, Scheme, Stagger, VatRegistration};
use plumbline_core::time::Date;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, ProfileId, UserId, VatReturnId};

pub(super) use present::{PresentDocumentRow, PresentExpenseRow, PresentTakingRow, list_by_ids};
pub(super) use sales::{
    SaleRow, ThresholdDocument, find_days_with_vat, list_deposits, list_movements, list_sales, list_turnovers,
};

table! {
    /// A registration as stored.
    pub(super) struct VatRegistrationRow: "vat_registrations", by profile_id, immutable [user_id, created_at] {
        /// The business.
        pub profile_id: ProfileId,
        /// Its account.
        pub user_id: UserId,
        /// Incremented by every change.
        pub version: i64,
        /// The effective date of registration.
        pub registered_from: Date,
        /// The last day; `None` if the registration hasn't ended.
        pub registered_until: Option<Date>,
        /// How the VAT periods are divided, as JSON.
        pub stagger: String,
        /// The VAT schemes with their first days, as JSON.
        pub schemes: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// A return that was filed.
    pub(super) struct VatReturnRow: "vat_returns", by id, immutable [user_id, profile_id] {
        /// UUIDv7.
        pub id: VatReturnId,
        /// The account.
        pub user_id: UserId,
        /// The business.
        pub profile_id: ProfileId,
        /// Its first day.
        pub period_from: Date,
        /// Its last day.
        pub period_to: Date,
        /// Core's filed return as JSON. For the first return, a list that also has the earlier returns which count as
        /// filed elsewhere.
        pub filed: String,
        /// Milliseconds since the epoch.
        pub filed_at: i64,
    }
}

table! {
    /// An invoice whose unpaid part was written off.
    pub(super) struct VatBadDebtRow: "vat_bad_debts", by document_id, immutable [user_id, created_at] {
        /// The invoice.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// The date of the write-off.
        pub written_off: Date,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// The account's invoices that were written off, by date.
pub(super) async fn list_bad_debts(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<VatBadDebtRow>> {
    VatBadDebtRow::select("WHERE user_id = $1 ORDER BY written_off, document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Writes an invoice off unless it already is; returns whether it was written.
pub(super) async fn insert_bad_debt(conn: &mut Conn, row: &VatBadDebtRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Undoes a write-off; returns whether the invoice was written off.
pub(super) async fn delete_bad_debt(conn: &mut Conn, user_id: &UserId, invoice: &str) -> DbResult<bool> {
    let done = sql::query("DELETE FROM vat_bad_debts WHERE user_id = $1 AND document_id = $2")
        .bind(user_id)
        .bind(invoice)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

fn decode_json<T: serde::de::DeserializeOwned>(text: &str) -> DbResult<T> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

impl VatRegistrationRow {
    /// Converts the row to core's type, with the VAT number of the profile.
    pub(super) fn to_registration(&self, number: &str) -> VatRegistration {
        VatRegistration {
            number: number.to_owned(),
            from: Some(self.registered_from),
            until: self.registered_until,
        }
    }

    /// How the VAT periods are divided.
    pub(super) fn parse_stagger(&self) -> DbResult<Stagger> {
        decode_json(&self.stagger)
    }

    /// The VAT schemes.
    pub(super) fn parse_schemes(&self) -> DbResult<Vec<Scheme>> {
        decode_json(&self.schemes)
    }
}

impl VatReturnRow {
    /// Core's filed returns, in order: this one, and the earlier ones that it closed.
    pub(super) fn parse_filed(&self) -> DbResult<Vec<FiledVatReturn>> {
        match self.filed.starts_with('[') {
            true => decode_json(&self.filed),
            false => Ok(vec![decode_json(&self.filed)?]),
        }
    }
}

/// The registrations of an account, by first day.
pub(super) async fn list_registrations(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<VatRegistrationRow>> {
    VatRegistrationRow::select("WHERE user_id = $1 ORDER BY registered_from, profile_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Saves a registration over its base version (0 if there was none); returns whether it was saved.
pub(super) async fn save_registration(
    conn: &mut Conn,
    row: &VatRegistrationRow,
    over: i64,
) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_if_absent(),
        over => row.update_version(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// The returns that a business has filed, in order.
pub(super) async fn list_returns(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
) -> DbResult<Vec<VatReturnRow>> {
    VatReturnRow::select("WHERE user_id = $1 AND profile_id = $2 ORDER BY period_to")
        .bind(user_id)
        .bind(profile_id)
        .fetch_all(conn)
        .await
}

/// The returns that all businesses of an account have filed, in order.
pub(super) async fn list_returns_for_account(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<VatReturnRow>> {
    VatReturnRow::select("WHERE user_id = $1 ORDER BY period_to, id").bind(user_id).fetch_all(conn).await
}

/// Stores a filed return unless one of the same period is stored; returns whether it was stored.
pub(super) async fn insert_return(conn: &mut Conn, row: &VatReturnRow) -> DbResult<bool> {
    let done = row.insert_if_unique("profile_id, period_to").execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes the record that a return was filed.
pub(super) async fn delete_return(conn: &mut Conn, id: &VatReturnId) -> DbResult<()> {
    sql::query("DELETE FROM vat_returns WHERE id = $1").bind(id.as_str()).execute(conn).await?;
    Ok(())
}
