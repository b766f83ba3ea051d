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
        /// Raised by every change.
        pub version: i64,
        /// The effective date of registration.
        pub registered_from: Date,
        /// The last day; none while it goes on.
        pub registered_until: Option<Date>,
        /// How its time is cut into periods, JSON.
        pub stagger: String,
        /// How it accounts from which day on, JSON.
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
        /// As core keeps it, JSON; of the first a list, with the returns before it that count as filed elsewhere.
        pub filed: String,
        /// Milliseconds since the epoch.
        pub filed_at: i64,
    }
}

table! {
    /// An invoice whose unpaid rest was written off.
    pub(super) struct BadDebtRow: "vat_bad_debts", by document_id, keeping [user_id, created_at] {
        /// The invoice.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// The day.
        pub written_off: Date,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// The invoices of an account that were written off, by day.
pub(super) async fn bad_debts(conn: &mut Conn, user_id: &str) -> DbResult<Vec<BadDebtRow>> {
    BadDebtRow::select("WHERE user_id = $1 ORDER BY written_off, document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Writes an invoice off unless it is; whether it was written.
pub(super) async fn write_off(conn: &mut Conn, row: &BadDebtRow) -> DbResult<bool> {
    let done = row.insert_unless_there().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Takes an invoice back; whether it was written off.
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
    /// As core takes it, with the number of the profile.
    pub(super) fn registration(&self, number: &str) -> Registration {
        Registration {
            number: number.to_owned(),
            from: Some(self.registered_from),
            until: self.registered_until,
        }
    }

    /// How its time is cut into periods.
    pub(super) fn stagger(&self) -> DbResult<Stagger> {
        decoded(&self.stagger)
    }

    /// How it accounts.
    pub(super) fn schemes(&self) -> DbResult<Vec<Scheme>> {
        decoded(&self.schemes)
    }
}

impl ReturnRow {
    /// As core takes it, in order: with those before it that it closed.
    pub(super) fn filed(&self) -> DbResult<Vec<Filed>> {
        match self.filed.starts_with('[') {
            true => decoded(&self.filed),
            false => Ok(vec![decoded(&self.filed)?]),
        }
    }
}

/// The registrations of an account.
pub(super) async fn registrations(
    conn: &mut Conn,
    user_id: &str,
) -> DbResult<Vec<RegistrationRow>> {
    RegistrationRow::select("WHERE user_id = $1 ORDER BY registered_from, profile_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Writes a registration over the version that it was made from, 0 being none; whether it was.
pub(super) async fn put(conn: &mut Conn, row: &RegistrationRow, over: i64) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_unless_there(),
        over => row.write_back(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// The returns that a business filed, in order.
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

/// Every return that an account's businesses filed.
pub(super) async fn of_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<ReturnRow>> {
    ReturnRow::select("WHERE user_id = $1 ORDER BY period_to, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Keeps a return that was filed, unless one of its period was; whether it was kept.
pub(super) async fn keep(conn: &mut Conn, row: &ReturnRow) -> DbResult<bool> {
    let done = row
        .insert_unless_taken("profile_id, period_to")
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Forgets that a return was filed.
pub(super) async fn forget(conn: &mut Conn, id: &VatReturnId) -> DbResult<()> {
    sqlx::query("DELETE FROM vat_returns WHERE id = $1")
        .bind(id.as_str())
        .execute(conn)
        .await?;
    Ok(())
}
