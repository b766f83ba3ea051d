//! Side effects of changes to documents and to accounts' plans, in modules that the code which makes the change can't
//! call: checkouts to be closed, reminders to be scheduled. Everything else is called directly.
//!
//! A module that has something to do has a table of functions, [`Hooks`], and `app/server.rs` joins the tables. A hook
//! runs in the transaction of the change, in any order. It can't refuse the change, which was checked before anything
//! was written: any error is a fault of the server ([`HookFailure`]). And it can't write a document, whose hooks would
//! run inside it: that needs the [`AppState`](crate::state::AppState), and a hook gets the [`Services`], which don't contain the hooks.

use futures::future::BoxFuture;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;

use crate::db::WriteTx;
use crate::error::ApiError;
use crate::ids::{DocumentId, PaymentId, UserId};
use crate::state::Services;

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
pub type Hook<E> = for<'a> fn(&'a Services, &'a mut WriteTx, &'a E) -> BoxFuture<'a, Result<(), HookFailure>>;

/// A fault of the server in a hook. An error that would refuse a request becomes one, because the change that the hook
/// follows has been checked and written.
#[derive(Debug)]
pub struct HookFailure(ApiError);

impl From<ApiError> for HookFailure {
    fn from(error: ApiError) -> Self {
        match error.status().is_server_error() {
            true => Self(error),
            false => Self(ApiError::internal(format!("a hook refused a change: {}", error.code()))),
        }
    }
}

impl From<sqlx::Error> for HookFailure {
    fn from(error: sqlx::Error) -> Self {
        Self(error.into())
    }
}

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

/// The hooks of all modules.
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
        services: &Services,
        tx: &mut WriteTx,
        event: &DocumentChanged,
    ) -> Result<(), ApiError> {
        run_hooks(self.0.iter().filter_map(|module| module.changed), services, tx, event).await
    }

    /// Calls the hooks for a confirmed payment.
    ///
    /// # Errors
    /// The error of the first hook that fails.
    pub async fn run_paid(
        &self,
        services: &Services,
        tx: &mut WriteTx,
        event: &PaymentCounted,
    ) -> Result<(), ApiError> {
        run_hooks(self.0.iter().filter_map(|module| module.paid), services, tx, event).await
    }

    /// Calls the hooks for a plan that includes other features than before.
    ///
    /// # Errors
    /// The error of the first hook that fails.
    pub async fn run_plan_changed(
        &self,
        services: &Services,
        tx: &mut WriteTx,
        event: &PlanChanged,
    ) -> Result<(), ApiError> {
        run_hooks(self.0.iter().filter_map(|module| module.plan), services, tx, event).await
    }
}

async fn run_hooks<E: Sync>(
    hooks: impl Iterator<Item = Hook<E>> + Send,
    services: &Services,
    tx: &mut WriteTx,
    event: &E,
) -> Result<(), ApiError> {
    for hook in hooks {
        hook(services, tx, event).await.map_err(|failure| failure.0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn an_error_of_a_hook_refuses_nothing() {
        let refused = HookFailure::from(ApiError::conflict("already_paid", "This has already been paid."));
        assert_eq!(refused.0.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let fault = HookFailure::from(ApiError::unavailable("the disk is full"));
        assert_eq!(fault.0.status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    /// It compiles only while a hook gets the services without the hooks, so that none can start a second round.
    #[test]
    fn a_hook_gets_the_services_without_the_hooks() {
        fn hook<'a>(
            _: &'a Services,
            _: &'a mut WriteTx,
            _: &'a PlanChanged,
        ) -> BoxFuture<'a, Result<(), HookFailure>> {
            Box::pin(async { Ok(()) })
        }
        let hooks = Hooks { plan: Some(hook), ..Hooks::NONE };
        assert!(hooks.plan.is_some() && hooks.changed.is_none());
    }
}
