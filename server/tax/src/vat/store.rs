//! The tables of VAT.

use plumbline_core::report::vat::{Filed, Registration, Scheme, Stagger};
use plumbline_core::time::Date;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, ProfileId, UserId, VatReturnId};

table! {
    /// A registration as stored.
    pub(super) struct RegistrationRow: "vat_registrations", by profile_id, keeping [user_id, created_at] {
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
    pub(super) struct ReturnRow: "vat_returns", by id, keeping [user_id, profile_id] {
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
    pub(super) struct BadDebtRow: "vat_bad_debts", by document_id, keeping [user_id, created_at] {
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
pub(super) async fn bad_debts(conn: &mut Conn, user_id: &str) -> DbResult<Vec<BadDebtRow>> {
    BadDebtRow::select("WHERE user_id = $1 ORDER BY written_off, document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Writes an invoice off unless it already is; returns whether it was written.
pub(super) async fn write_off(conn: &mut Conn, row: &BadDebtRow) -> DbResult<bool> {
    let done = row.insert_unless_there().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Undoes a write-off; returns whether the invoice was written off.
pub(super) async fn take_back(conn: &mut Conn, user_id: &str, invoice: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM vat_bad_debts WHERE user_id = $1 AND document_id = $2")
        .bind(user_id)
        .bind(invoice)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

fn decoded<T: serde::de::DeserializeOwned>(text: &str) -> DbResult<T> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

impl RegistrationRow {
    /// Converts the row to core's type, with the VAT number of the profile.
    pub(super) fn registration(&self, number: &str) -> Registration {
        Registration {
            number: number.to_owned(),
            from: Some(self.registered_from),
            until: self.registered_until,
        }
    }

    /// How the VAT periods are divided.
    pub(super) fn stagger(&self) -> DbResult<Stagger> {
        decoded(&self.stagger)
    }

    /// The VAT schemes.
    pub(super) fn schemes(&self) -> DbResult<Vec<Scheme>> {
        decoded(&self.schemes)
    }
}

impl ReturnRow {
    /// Core's filed returns, in order: this one, and the earlier ones that it closed.
    pub(super) fn filed(&self) -> DbResult<Vec<Filed>> {
        match self.filed.starts_with('[') {
            true => decoded(&self.filed),
            false => Ok(vec![decoded(&self.filed)?]),
        }
    }
}

/// The registrations of an account, by first day.
pub(super) async fn registrations(
    conn: &mut Conn,
    user_id: &str,
) -> DbResult<Vec<RegistrationRow>> {
    RegistrationRow::select("WHERE user_id = $1 ORDER BY registered_from, profile_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Saves a registration over its base version (0 if there was none); returns whether it was saved.
pub(super) async fn put(conn: &mut Conn, row: &RegistrationRow, over: i64) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_unless_there(),
        over => row.write_back(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// The returns that a business has filed, in order.
pub(super) async fn returns(
    conn: &mut Conn,
    user_id: &str,
    profile_id: &str,
) -> DbResult<Vec<ReturnRow>> {
    ReturnRow::select("WHERE user_id = $1 AND profile_id = $2 ORDER BY period_to")
        .bind(user_id)
        .bind(profile_id)
        .fetch_all(conn)
        .await
}

/// The returns that all businesses of an account have filed, in order.
pub(super) async fn of_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<ReturnRow>> {
    ReturnRow::select("WHERE user_id = $1 ORDER BY period_to, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Stores a filed return unless one of the same period is stored; returns whether it was stored.
pub(super) async fn keep(conn: &mut Conn, row: &ReturnRow) -> DbResult<bool> {
    let done = row
        .insert_unless_taken("profile_id, period_to")
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes the record that a return was filed.
pub(super) async fn forget(conn: &mut Conn, id: &VatReturnId) -> DbResult<()> {
    sqlx::query("DELETE FROM vat_returns WHERE id = $1")
        .bind(id.as_str())
        .execute(conn)
        .await?;
    Ok(())
}
