//! The parts of an export, each from the capability that stores it.

use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::{Value, json};

use crate::accounts::store::UserRow;
use crate::accounts::{passkeys, store};
use plumbline_platform::audit;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::files;
use plumbline_platform::ids::UserId;
use plumbline_platform::push;
use plumbline_platform::sessions::devices;
use plumbline_records::activities;
use plumbline_records::contacts;
use plumbline_records::documents::reading::certificate;
use plumbline_records::documents::store::export::{self as documents, NumberedKey};
use plumbline_records::documents::store::posted_emails;
use plumbline_records::expenses;
use plumbline_records::items;
use plumbline_records::notifications;
use plumbline_records::plans;
use plumbline_records::profiles;
use plumbline_records::support;
use plumbline_tax::cis;
use plumbline_tax::income_tax;
use plumbline_tax::vat;
use plumbline_work::cancellation;
use plumbline_work::chasing;
use plumbline_work::einvoice;
use plumbline_work::emails::reminders;
use plumbline_work::questions;
use plumbline_work::quote_templates;
use plumbline_work::recurring;
use plumbline_work::views;

/// A part of an export: a JSON and a CSV file with its name.
pub(super) struct ExportPart {
    /// The file name without its extension.
    pub name: &'static str,
    /// Reads all rows of an account.
    pub read: for<'a> fn(&'a mut Conn, &'a UserId) -> BoxFuture<'a, DbResult<Vec<Value>>>,
}

/// Reads the rows with these keys, in the order of the keys.
pub(super) type ReadByKeys<K> = for<'a> fn(&'a mut Conn, &'a [K]) -> BoxFuture<'a, DbResult<Vec<Value>>>;

/// A part that is too long to be in memory as a whole: its rows are read a few at a time, by their keys.
pub(super) struct LongExportPart<K: 'static> {
    /// The file name without its extension.
    pub name: &'static str,
    /// Reads the keys of an account's rows, in order.
    pub keys: for<'a> fn(&'a mut Conn, &'a UserId) -> BoxFuture<'a, DbResult<Vec<K>>>,
    /// Reads the rows of some keys.
    pub read: ReadByKeys<K>,
}

/// The parts with several rows for each document, which are numbered.
pub(super) const NUMBERED_PARTS: &[LongExportPart<NumberedKey>] = &[
    LongExportPart {
        name: "issued-versions",
        keys: |conn, user_id| Box::pin(documents::list_version_keys(conn, user_id)),
        read: |conn, these| Box::pin(documents::export_versions(conn, these)),
    },
    LongExportPart {
        name: "edits",
        keys: |conn, user_id| Box::pin(documents::list_edit_keys(conn, user_id)),
        read: |conn, these| Box::pin(documents::export_edits(conn, these)),
    },
];

/// The parts with a row for everything that happens.
pub(super) const LONG_PARTS: &[LongExportPart<String>] = &[
    LongExportPart {
        name: "emails",
        keys: |conn, user_id| Box::pin(posted_emails::ids(conn, user_id)),
        read: |conn, these| Box::pin(async move { to_values(posted_emails::some(conn, these).await?) }),
    },
    LongExportPart {
        name: "activities",
        keys: |conn, user_id| Box::pin(activities::ids(conn, user_id)),
        read: |conn, these| Box::pin(async move { to_values(activities::some(conn, these).await?) }),
    },
];

/// All other parts, except the documents, which have a part for each kind. Every capability that stores data of an
/// account must be in this list.
pub(super) const PARTS: &[ExportPart] = &[
    ExportPart { name: "account", read: |conn, user_id| Box::pin(export_account(conn, user_id)) },
    ExportPart { name: "subscription", read: |conn, user_id| Box::pin(plans::export(conn, user_id)) },
    ExportPart {
        name: "subscription-invoices",
        read: |conn, user_id| Box::pin(plans::export_invoices(conn, user_id)),
    },
    ExportPart { name: "devices", read: |conn, user_id| Box::pin(devices::export(conn, user_id)) },
    ExportPart { name: "passkeys", read: |conn, user_id| Box::pin(passkeys::store::export(conn, user_id)) },
    ExportPart {
        name: "contacts",
        read: |conn, user_id| Box::pin(async move { to_values(contacts::store::list(conn, user_id).await?) }),
    },
    ExportPart {
        name: "items",
        read: |conn, user_id| Box::pin(async move { to_values(items::store::list(conn, user_id).await?) }),
    },
    ExportPart {
        name: "expenses",
        read: |conn, user_id| {
            Box::pin(async move { to_values(expenses::store::list_for_account(conn, user_id).await?) })
        },
    },
    ExportPart { name: "tax-years", read: |conn, user_id| Box::pin(income_tax::export_years(conn, user_id)) },
    ExportPart { name: "trades", read: |conn, user_id| Box::pin(income_tax::export_trades(conn, user_id)) },
    ExportPart { name: "tax-pot", read: |conn, user_id| Box::pin(income_tax::export_pot(conn, user_id)) },
    ExportPart {
        name: "other-income",
        read: |conn, user_id| Box::pin(income_tax::export_other_income(conn, user_id)),
    },
    ExportPart { name: "cis-statements", read: |conn, user_id| Box::pin(cis::export(conn, user_id)) },
    ExportPart { name: "order-references", read: |conn, user_id| Box::pin(einvoice::export(conn, user_id)) },
    ExportPart {
        name: "cancelled-jobs",
        read: |conn, user_id| Box::pin(cancellation::export(conn, user_id)),
    },
    ExportPart { name: "questions", read: |conn, user_id| Box::pin(questions::export(conn, user_id)) },
    ExportPart {
        name: "question-replies",
        read: |conn, user_id| Box::pin(questions::export_replies(conn, user_id)),
    },
    ExportPart {
        name: "cis-contractors",
        read: |conn, user_id| Box::pin(cis::contractor::export_contractors(conn, user_id)),
    },
    ExportPart {
        name: "cis-subcontractors",
        read: |conn, user_id| Box::pin(cis::contractor::export_subcontractors(conn, user_id)),
    },
    ExportPart {
        name: "cis-payments",
        read: |conn, user_id| Box::pin(cis::contractor::export_payments(conn, user_id)),
    },
    ExportPart {
        name: "cis-returns",
        read: |conn, user_id| Box::pin(cis::contractor::export_returns(conn, user_id)),
    },
    ExportPart {
        name: "vat-registrations",
        read: |conn, user_id| Box::pin(vat::export_registrations(conn, user_id)),
    },
    ExportPart {
        name: "vat-bad-debts",
        read: |conn, user_id| Box::pin(vat::export_bad_debts(conn, user_id)),
    },
    ExportPart { name: "vat-returns", read: |conn, user_id| Box::pin(vat::export_returns(conn, user_id)) },
    ExportPart {
        name: "quote-templates",
        read: |conn, user_id| Box::pin(quote_templates::export(conn, user_id)),
    },
    ExportPart {
        name: "recurring-invoices",
        read: |conn, user_id| Box::pin(recurring::export(conn, user_id)),
    },
    ExportPart {
        name: "recurring-made",
        read: |conn, user_id| Box::pin(documents::export_recurring_documents(conn, user_id)),
    },
    ExportPart {
        name: "business-profiles",
        read: |conn, user_id| {
            Box::pin(async move { to_values(profiles::store::list_any(conn, user_id).await?) })
        },
    },
    ExportPart {
        name: "bank-changes",
        read: |conn, user_id| Box::pin(profiles::bank::store::export(conn, user_id)),
    },
    ExportPart {
        name: "reminder-plans",
        read: |conn, user_id| Box::pin(chasing::export_plans(conn, user_id)),
    },
    ExportPart {
        name: "reminder-switches",
        read: |conn, user_id| Box::pin(chasing::export_switches(conn, user_id)),
    },
    ExportPart {
        name: "reminders",
        read: |conn, user_id| {
            Box::pin(async move { to_values(reminders::store::list_for_account(conn, user_id).await?) })
        },
    },
    ExportPart {
        name: "acceptances",
        read: |conn, user_id| Box::pin(certificate::export_certificates(conn, user_id)),
    },
    ExportPart {
        name: "payments",
        read: |conn, user_id| Box::pin(documents::export_payments(conn, user_id)),
    },
    ExportPart { name: "refunds", read: |conn, user_id| Box::pin(documents::export_refunds(conn, user_id)) },
    ExportPart {
        name: "openings",
        read: |conn, user_id| Box::pin(documents::export_openings(conn, user_id)),
    },
    ExportPart { name: "origins", read: |conn, user_id| Box::pin(documents::export_origins(conn, user_id)) },
    ExportPart { name: "views", read: |conn, user_id| Box::pin(views::export(conn, user_id)) },
    ExportPart {
        name: "notifications",
        read: |conn, user_id| Box::pin(notifications::export(conn, user_id)),
    },
    ExportPart {
        name: "notification-settings",
        read: |conn, user_id| Box::pin(notifications::export_settings(conn, user_id)),
    },
    ExportPart {
        name: "notified-devices",
        read: |conn, user_id| Box::pin(push::store::export(conn, user_id)),
    },
    ExportPart {
        name: "support-messages",
        read: |conn, user_id| Box::pin(async move { to_values(support::store::list(conn, user_id).await?) }),
    },
    ExportPart {
        name: "support-access",
        read: |conn, user_id| Box::pin(support::store::export(conn, user_id)),
    },
    ExportPart {
        name: "done-by-support",
        read: |conn, user_id| Box::pin(audit::store::export(conn, user_id)),
    },
    ExportPart {
        name: "files",
        read: |conn, user_id| Box::pin(async move { to_values(files::store::list(conn, user_id).await?) }),
    },
];

async fn export_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let user = store::find(conn, user_id).await?;
    let pending = store::changes::find(conn, user_id).await?;
    let user = user.map(|user| {
        let UserRow {
            id,
            email,
            email_key: _, // the address in the form in which addresses are compared
            name,
            business_name,
            phone,
            address,
            password_hash: _, // a secret
            verified_at,
            last_login_at,
            created_at,
            updated_at,
            is_admin: _, // the role of administrator is not part of an export
        } = user;
        json!({
            "id": id,
            "name": name,
            "businessName": business_name,
            "phone": phone,
            "address": address,
            "email": email,
            // A new address that has not been confirmed by its code yet.
            "pendingEmail": pending.as_ref().map(|change| &change.email),
            "createdAt": created_at,
            "updatedAt": updated_at,
            "verifiedAt": verified_at,
            "lastLoginAt": last_login_at,
        })
    });
    Ok(user.into_iter().collect())
}

fn to_values(rows: Vec<impl Serialize>) -> DbResult<Vec<Value>> {
    rows.iter()
        .map(|row| serde_json::to_value(row).map_err(|error| sqlx::Error::Decode(error.into())))
        .collect()
}
