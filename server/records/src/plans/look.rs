//! Asking Stripe for the state of a subscription: after a change, so that nobody waits for an event; if two events
//! have the same second; and each day without an event. The connection is TLS with the secret key, which is as good
//! a proof as a signature.

use plumbline_core::money::Pence;

use super::store::{self, SubscriptionRow, invoices};
use super::{day_of, end, mirror, unanswered};
use plumbline_platform::clock::SECOND;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::billing::{InvoiceSeen, Seen};

/// The job kind for asking Stripe about an account. The payload is the account's id.
const KIND: JobKind = JobKind::new("plan_look", Lane::Ordinary);

/// The job handler.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| {
    Box::pin(async {
        let id = task.payload.parse::<UserId>().map_err(Failure::for_good)?;
        let done = look(state, &id).await;
        done.map_err(|error| Failure::for_now(format!("{error:?}")))
    })
});

/// Queues a job that asks Stripe about an account.
pub(super) async fn later(state: &AppState, tx: &mut WriteTx, user_id: &UserId) -> DbResult<()> {
    jobs::enqueue_for(state, tx, user_id, (KIND, user_id.as_str()), None).await
}

/// Asks now. If that fails, an event from Stripe or the daily job brings the data later.
pub(super) async fn quietly(state: &AppState, user_id: &UserId) {
    if let Err(error) = look(state, user_id).await {
        tracing::warn!(?error, "a plan could not be read back");
    }
}

/// Asks Stripe for an account's subscription and invoices, and stores both.
pub(super) async fn look(state: &AppState, user_id: &UserId) -> Result<(), ApiError> {
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, user_id).await?;
    drop(conn);
    let Some(customer) = row.and_then(|row| row.customer) else {
        return Ok(());
    };
    let asked_at = state.clock.now_ms() / SECOND;
    let all = match state.billing.subscriptions(&customer).await {
        Ok(all) => all,
        Err(error) if error.is_missing() => {
            tracing::error!(customer, "a customer is not known at Stripe");
            return Ok(());
        }
        Err(error) => return Err(unanswered(&error)),
    };
    let bills = state.billing.invoices(&customer).await;
    let bills = bills.map_err(|error| unanswered(&error))?;
    let mut tx = state.db.begin_write().await?;
    let Some(mut row) = store::lock(&mut tx, user_id).await? else {
        return Ok(());
    };
    // A later request got its response earlier.
    if row.asked_at > asked_at {
        return Ok(());
    }
    row.asked_at = asked_at;
    match chosen(&row, &all) {
        Some(seen) => {
            mirror::take_in(state, &mut tx, &mut row, seen).await?;
            for other in all.iter().filter(|it| it.id != seen.id && is_bought(it)) {
                tracing::error!(
                    subscription = other.id,
                    "an account has bought twice: one of them is ended"
                );
                end::later(state, &mut tx, &other.id).await?;
            }
        }
        None => mirror::settle(state, &mut tx, &mut row, None).await?,
    }
    keep(&mut tx, user_id, bills).await?;
    tx.commit().await?;
    Ok(())
}

/// Whether a subscription is paid for, or was and its payment is being tried again.
fn is_bought(seen: &Seen) -> bool {
    seen.is_live() && seen.status != "incomplete" && seen.plan.is_some()
}

/// The subscription that counts: the row's own while it is active; otherwise the newest active one; otherwise the row's
/// own in its final state.
fn chosen<'a>(row: &SubscriptionRow, all: &'a [Seen]) -> Option<&'a Seen> {
    let is_own = |seen: &&Seen| row.subscription.as_deref() == Some(seen.id.as_str());
    let mut bought = all.iter().filter(|seen| is_bought(seen));
    let own = all.iter().find(is_own);
    own.filter(|seen| is_bought(seen))
        .or_else(|| bought.next())
        .or(own)
}

async fn keep(tx: &mut WriteTx, user_id: &UserId, bills: Vec<InvoiceSeen>) -> Result<(), ApiError> {
    for bill in bills {
        let row = invoices::InvoiceRow {
            id: bill.id,
            user_id: user_id.clone(),
            number: bill.number,
            date: day_of(bill.created.saturating_mul(SECOND))?,
            made_at: bill.created,
            amount: Pence(bill.total),
            paid: bill.paid,
            link: bill.link,
        };
        invoices::put(tx, &row).await?;
    }
    Ok(())
}
