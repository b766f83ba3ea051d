//! Side effects of changes to documents and to accounts' plans.
//!
//! `documents` calls the hooks without knowing the modules behind them. A module that has something to do has a
//! table of functions, [`Hooks`], and `app/server.rs` joins the tables. A hook runs in the transaction of the
//! change: what it writes is committed with it, and if it fails, nothing is written.

use futures::future::BoxFuture;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;

use crate::db::WriteTx;
use crate::error::ApiError;
use crate::ids::{DocumentId, PaymentId, UserId};
use crate::state::AppState;

/// The document to which something happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRef {
    /// The account that owns the document.
    pub user_id: UserId,
    /// The document's kind.
    pub kind: DocumentKind,
    /// The document's id.
    pub id: DocumentId,
}

/// The document changed: its content, its status or its payments.
#[derive(Debug, Clone)]
pub struct DocumentChanged {
    /// The document.
    pub document: DocumentRef,
    /// The amounts that its customer may pay now, the requested one first; empty if there is nothing to pay.
    pub amounts_due: Vec<Pence>,
}

/// A payment of the document was confirmed.
#[derive(Debug, Clone)]
pub struct PaymentCounted {
    /// The document.
    pub document: DocumentRef,
    /// The payment.
    pub payment_id: PaymentId,
}

/// An account's plan includes other features than before.
#[derive(Debug, Clone)]
pub struct PlanChanged {
    /// The account.
    pub user_id: UserId,
    /// Whether the account's customers may pay by card.
    pub takes_cards: bool,
}

/// A function of a module that is called when something happens.
pub type Hook<E> = for<'a> fn(&'a AppState, &'a mut WriteTx, &'a E) -> BoxFuture<'a, Result<(), ApiError>>;

/// The hooks of one module.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// Called when a document changed.
    pub changed: Option<Hook<DocumentChanged>>,
    /// Called when a payment of a document is confirmed.
    pub paid: Option<Hook<PaymentCounted>>,
    /// Called when a plan includes other features than before.
    pub plan: Option<Hook<PlanChanged>>,
}

impl Hooks {
    /// No hooks.
    pub const NONE: Self = Self { changed: None, paid: None, plan: None };
}

/// The hooks of all modules, in the order in which they are called.
pub struct HookRegistry(Vec<Hooks>);

impl HookRegistry {
    /// Combines the hooks of the modules.
    #[must_use]
    pub fn new(modules: impl IntoIterator<Item = Hooks>) -> Self {
        Self(modules.into_iter().collect())
    }

    /// Calls the hooks for a changed document.
    ///
    /// # Errors
    /// The error of the first hook that fails.
    pub async fn run_changed(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &DocumentChanged,
    ) -> Result<(), ApiError> {
        run_hooks(self.0.iter().filter_map(|module| module.changed), state, tx, event).await
    }

    /// Calls the hooks for a confirmed payment.
    ///
    /// # Errors
    /// The error of the first hook that fails.
    pub async fn run_paid(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &PaymentCounted,
    ) -> Result<(), ApiError> {
        run_hooks(self.0.iter().filter_map(|module| module.paid), state, tx, event).await
    }

    /// Calls the hooks for a plan that includes other features than before.
    ///
    /// # Errors
    /// The error of the first hook that fails.
    pub async fn run_plan_changed(
        &self,
        state: &AppState,
        tx: &mut WriteTx,
        event: &PlanChanged,
    ) -> Result<(), ApiError> {
        run_hooks(self.0.iter().filter_map(|module| module.plan), state, tx, event).await
    }
}

async fn run_hooks<E: Sync>(
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
