//! Side effects of changes to documents and to accounts' plans.
//!
//! `documents` calls the hooks and knows none of the modules behind them. A module that has something to do has a
//! table of functions, [`Hooks`], and `background.rs` joins the tables. A hook runs in the transaction of the
//! change: what it writes is committed with it, and if it fails, nothing is written.

use futures::future::BoxFuture;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;

use crate::db::WriteTx;
use crate::error::ApiError;
use crate::ids::{DocumentId, JobId, PaymentId, UserId};
use crate::state::AppState;

/// The document that something happened to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The account it belongs to.
    pub user_id: UserId,
    /// Its kind.
    pub kind: Kind,
    /// Its id.
    pub id: DocumentId,
}

/// It was written: what it says, its status or its payments.
#[derive(Debug, Clone)]
pub struct Changed {
    /// The document.
    pub document: Subject,
    /// What its customer is asked to pay now, and what they may pay instead; none where there is nothing
    /// to pay.
    pub asked: Vec<Pence>,
}

/// Its customer is to have it: for the first time, as a new version, or again.
#[derive(Debug, Clone)]
pub struct Issued {
    /// The document.
    pub document: Subject,
    /// With what words; none where the business passes its link on.
    pub letter: Option<Letter>,
}

/// What the business says when a document is sent.
#[derive(Debug, Clone)]
pub struct Letter {
    /// The id of the email, under which what became of it is found.
    pub id: JobId,
    /// To whom; the contact's address where it says nothing.
    pub to: Option<String>,
    /// The subject; a fitting one where it says nothing.
    pub subject: Option<String>,
    /// Words above the figures; fitting ones where it says nothing.
    pub message: Option<String>,
}

/// A payment of it counts from now on.
#[derive(Debug, Clone)]
pub struct Paid {
    /// The document.
    pub document: Subject,
    /// The payment.
    pub payment_id: PaymentId,
}

/// A person opened its link for the first time.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The document.
    pub document: Subject,
}

/// What an account's plan takes in is another than before.
#[derive(Debug, Clone)]
pub struct PlanChanged {
    /// The account.
    pub user_id: UserId,
    /// Whether its customers may pay by card.
    pub takes_cards: bool,
}

/// What a room does when something happened.
pub type Hook<E> =
    for<'a> fn(&'a AppState, &'a mut WriteTx, &'a E) -> BoxFuture<'a, Result<(), ApiError>>;

/// What one room hangs on documents.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// When one was written.
    pub changed: Option<Hook<Changed>>,
    /// When a customer is to have one.
    pub issued: Option<Hook<Issued>>,
    /// When a payment of one counts.
    pub paid: Option<Hook<Paid>>,
    /// When a person opened one's link for the first time.
    pub opened: Option<Hook<Opened>>,
    /// When a plan takes in something else.
    pub plan: Option<Hook<PlanChanged>>,
}

impl Hooks {
    /// None.
    pub const NONE: Self = Self {
        changed: None,
        issued: None,
        paid: None,
        opened: None,
        plan: None,
    };
}

/// The hooks of every room, in the order in which they are called.
pub struct Registry(Vec<Hooks>);

impl Registry {
    /// Puts the rooms' tables together.
    #[must_use]
    pub fn of(rooms: impl IntoIterator<Item = Hooks>) -> Self {
        Self(rooms.into_iter().collect())
    }

    /// Tells that a document was written.
    ///
    /// # Errors
    /// What a hook says.
    pub async fn changed(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &Changed,
    ) -> Result<(), ApiError> {
        tell(
            self.0.iter().filter_map(|room| room.changed),
            state,
            tx,
            event,
        )
        .await
    }

    /// Tells that a document's customer is to have it.
    ///
    /// # Errors
    /// What a hook says.
    pub async fn issued(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &Issued,
    ) -> Result<(), ApiError> {
        tell(
            self.0.iter().filter_map(|room| room.issued),
            state,
            tx,
            event,
        )
        .await
    }

    /// Tells that a payment counts.
    ///
    /// # Errors
    /// What a hook says.
    pub async fn paid(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &Paid,
    ) -> Result<(), ApiError> {
        tell(self.0.iter().filter_map(|room| room.paid), state, tx, event).await
    }

    /// Tells that a person opened a document's link for the first time.
    ///
    /// # Errors
    /// What a hook says.
    pub async fn opened(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &Opened,
    ) -> Result<(), ApiError> {
        tell(
            self.0.iter().filter_map(|room| room.opened),
            state,
            tx,
            event,
        )
        .await
    }

    /// Tells that a plan takes in something else.
    ///
    /// # Errors
    /// What a hook says.
    pub async fn plan(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &PlanChanged,
    ) -> Result<(), ApiError> {
        tell(self.0.iter().filter_map(|room| room.plan), state, tx, event).await
    }
}

async fn tell<E: Sync>(
    hooks: impl Iterator<Item = Hook<E>> + Send,
    state: &AppState,
    tx: &mut WriteTx,
    event: &E,
) -> Result<(), ApiError> {
    for hook in hooks {
        hook(state, tx, event).await?;
    }
    Ok(())
}
