//! The log of what admins do to accounts, in the administration and on the command line. Rows are added and never
//! changed.

pub mod store;

use crate::db::table::words;
use crate::db::{Conn, DbResult};
use crate::ids::{Ids, UserId};
use crate::state::Services;
use store::EntryRow;

/// Whoever acts on the command line.
const OPERATOR: &str = "The operator, on the command line";
/// How the owner of an account is called in what they do to it themselves.
const OWNER: &str = "Its owner";

words! {
    /// What was done.
    pub enum Act {
        /// Somebody may look after accounts.
        Grant = "grant",
        /// Somebody no longer may.
        Revoke = "revoke",
        /// An account was kept out.
        Suspend = "suspend",
        /// It was let in again.
        Restore = "restore",
        /// An account let support look into it.
        Allow = "allow",
        /// It took that back.
        Disallow = "disallow",
        /// Support began to look into an account.
        Enter = "enter",
        /// It asked for something there.
        Look = "look",
        /// It stopped.
        Leave = "leave",
        /// A question was answered.
        Answer = "answer",
        /// A question was opened, or closed.
        Status = "status",
        /// An account's mails to customers were stopped.
        StopMail = "stop_mail",
        /// They were allowed again.
        AllowMail = "allow_mail",
        /// A backup was made by hand.
        BackUp = "back_up",
        /// A backup was restored: this is noted in what it brought back.
        RestoreBackup = "restore_backup",
        /// The last restore was taken back: this is noted in what is live again.
        TakeRestoreBack = "take_restore_back",
    }
}

/// Who acts.
#[derive(Debug, Clone, Copy)]
pub enum Actor<'a> {
    /// Whoever runs the server, on its command line.
    Operator,
    /// An account, and its address.
    Account(&'a UserId, &'a str),
}

/// Notes what this transaction does.
///
/// # Errors
/// When the database fails.
pub async fn note(
    services: &Services,
    conn: &mut Conn,
    actor: Actor<'_>,
    act: Act,
    on: Option<&UserId>,
    about: &str,
) -> DbResult<()> {
    let (actor_id, actor) = match actor {
        Actor::Operator => (None, OPERATOR.to_owned()),
        // Who opens their own account is told from the id, and no address of theirs outlives it.
        Actor::Account(id, _) if on == Some(id) => (Some(id.clone()), OWNER.to_owned()),
        Actor::Account(id, email) => (Some(id.clone()), email.to_owned()),
    };
    let row = EntryRow {
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

/// Notes what the operator does to the server as a whole, where none need run.
///
/// # Errors
/// When the database fails.
pub async fn note_of_operator(
    conn: &mut Conn,
    (ids, now): (&Ids, i64),
    act: Act,
    about: &str,
) -> DbResult<()> {
    let row = EntryRow {
        id: ids.new_id(),
        at: now,
        actor_id: None,
        actor: OPERATOR.to_owned(),
        act,
        on_id: None,
        about: about.to_owned(),
        on_email: None,
    };
    store::insert(conn, &row).await
}
