//! The log of what admins do to accounts, in the administration and on the command line. Rows are added and never
//! changed.

pub mod store;

use crate::db::table::stored_enum;
use crate::db::{Conn, DbResult};
use crate::ids::{Ids, UserId};
use crate::state::Services;
use store::AuditEntryRow;

/// The name of the person on the command line.
const OPERATOR_LABEL: &str = "The operator, on the command line";
/// The name of an account's owner when they act on their own account.
const OWNER_LABEL: &str = "Its owner";

stored_enum! {
    /// What was done.
    pub enum AuditAction {
        /// Somebody was made an admin.
        Grant = "grant",
        /// Somebody is no longer an admin.
        Revoke = "revoke",
        /// An account was suspended.
        Suspend = "suspend",
        /// A suspension was lifted.
        Restore = "restore",
        /// An account gave support access.
        Allow = "allow",
        /// An account withdrew that access.
        Disallow = "disallow",
        /// A support session in an account began.
        Enter = "enter",
        /// Something was requested in a support session.
        Look = "look",
        /// A support session ended.
        Leave = "leave",
        /// A support request was answered.
        Answer = "answer",
        /// A support request was opened or closed.
        Status = "status",
        /// An account's email to customers was stopped.
        StopMail = "stop_mail",
        /// An account's email to customers was allowed again.
        AllowMail = "allow_mail",
        /// A backup was made by hand.
        BackUp = "back_up",
        /// A backup was restored; noted in the restored database.
        RestoreBackup = "restore_backup",
        /// The last restore was undone; noted in the database that is live again.
        TakeRestoreBack = "take_restore_back",
    }
}

/// The person who acts.
#[derive(Debug, Clone, Copy)]
pub enum AuditActor<'a> {
    /// The person who runs the server, on its command line.
    Operator,
    /// An account and its email address.
    Account(&'a UserId, &'a str),
}

/// Adds an entry about what this transaction does.
pub async fn record(
    services: &Services,
    conn: &mut Conn,
    actor: AuditActor<'_>,
    act: AuditAction,
    on: Option<&UserId>,
    about: &str,
) -> DbResult<()> {
    let (actor_id, actor) = match actor {
        AuditActor::Operator => (None, OPERATOR_LABEL.to_owned()),
        // The id says who acts on their own account, and their email address isn't stored beyond the account's
        // deletion.
        AuditActor::Account(id, _) if on == Some(id) => (Some(id.clone()), OWNER_LABEL.to_owned()),
        AuditActor::Account(id, email) => (Some(id.clone()), email.to_owned()),
    };
    let row = AuditEntryRow {
        id: services.ids.new_id(),
        at: services.clock.now_ms(),
        actor_id,
        actor,
        act,
        on_id: on.cloned(),
        about: about.to_owned(),
        on_email: None,
    };
    store::insert(conn, &row).await
}

/// Adds an entry about what the operator does to the server as a whole, while no server needs to be running.
pub async fn record_by_operator(
    conn: &mut Conn,
    (ids, now): (&Ids, i64),
    act: AuditAction,
    about: &str,
) -> DbResult<()> {
    let row = AuditEntryRow {
        id: ids.new_id(),
        at: now,
        actor_id: None,
        actor: OPERATOR_LABEL.to_owned(),
        act,
        on_id: None,
        about: about.to_owned(),
        on_email: None,
    };
    store::insert(conn, &row).await
}
