//! Deleting an account, because its owner asks for it or because nobody verified its address.
//!
//! An account may have tens of thousands of documents, and deleting them takes many seconds, during which nobody else
//! could save anything on SQLite. So an account is closed first, in one transaction: nobody signs in to it, its links
//! open nothing, and its address is free again. Then its rows are deleted in portions. A job deletes what
//! the request has left, also if the server was stopped in between.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::captcha::LimitedUser;
use super::store::{self, UserRow, exports};
use super::{change_password, emails, retry_later};
use plumbline_platform::clock::MINUTE;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::RawJson;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::sessions::{CookieSecret, store as sessions};
use plumbline_platform::state::{AppState, Services};
use plumbline_platform::{files, mail};
use plumbline_records::{documents, plans};
use plumbline_work::card;

/// How many portions the request itself deletes; most accounts have no more.
const PORTIONS_IN_REQUEST: usize = 20;

const KIND: JobKind = JobKind::new("delete_account", Lane::Bulk);

/// The handler of the job that deletes the rest of a closed account.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async move {
        let user_id: UserId = task.payload.parse().map_err(JobFailure::permanent)?;
        let done = delete_closed(state, &user_id, usize::MAX).await;
        done.map_err(retry_later)?;
        Ok(())
    })
});

/// Deletes an account that has hardly any rows: all rows now, and all files and written emails once the transaction is
/// committed. The caller then calls [`empty_database_log`].
pub(super) async fn delete_account(
    state: &AppState,
    tx: &mut WriteTx,
    user: &UserRow,
) -> Result<(), ApiError> {
    end_services(state, tx, user).await?;
    store::delete(tx, &user.id).await?;
    Ok(())
}

/// Closes an account. After the commit, the caller calls [`delete_after_closing`].
pub(super) async fn close(state: &AppState, tx: &mut WriteTx, user: &UserRow) -> Result<(), ApiError> {
    end_services(state, tx, user).await?;
    store::close(tx, &user.id, state.clock.now_ms()).await?;
    // In case the server stops before this request has deleted the account.
    schedule_job(state, tx, &user.id, state.clock.now_ms() + MINUTE).await?;
    Ok(())
}

/// Deletes a closed account, or a part of it, and leaves the rest to the job. The account stays closed whether or not
/// that succeeds.
pub(super) async fn delete_after_closing(state: &AppState, user_id: &UserId) {
    let is_incomplete = match delete_closed(state, user_id, PORTIONS_IN_REQUEST).await {
        Ok(is_deleted) => !is_deleted,
        Err(error) => {
            tracing::warn!(?error, "an account is closed but not deleted yet");
            true
        }
    };
    if is_incomplete && let Err(error) = make_job_due(state, user_id).await {
        tracing::warn!(%error, "the job that deletes a closed account could not be made due now: it runs in a minute");
    }
}

/// Makes the job due at once.
async fn make_job_due(state: &AppState, user_id: &UserId) -> DbResult<()> {
    let mut tx = state.db.begin_write().await?;
    schedule_job(state, &mut tx, user_id, state.clock.now_ms()).await?;
    tx.commit().await
}

async fn schedule_job(services: &Services, tx: &mut WriteTx, user_id: &UserId, due_at: i64) -> DbResult<()> {
    let schedule = Schedule {
        key: &format!("delete:{user_id}"),
        user_id: Some(user_id),
        kind: KIND,
        payload: user_id.as_str(),
        due_at,
    };
    jobs::schedule(services, tx, &schedule).await
}

/// Deletes at most `portions` portions of a closed account, and the account itself after its last portion. Returns
/// whether the account is deleted.
async fn delete_closed(state: &AppState, user_id: &UserId, mut portions: usize) -> Result<bool, ApiError> {
    for (table, rows) in store::LARGE {
        loop {
            if portions == 0 {
                return Ok(false);
            }
            let mut tx = state.db.begin_write().await?;
            if !store::is_closed(&mut tx, user_id).await? {
                return Ok(true);
            }
            let deleted = store::delete_some(&mut tx, user_id, table, rows).await?;
            tx.commit().await?;
            if deleted < rows {
                break;
            }
            portions -= 1;
        }
    }
    let mut tx = state.db.begin_write().await?;
    // Also the emails that were queued for it in the meantime.
    mail::forget_account(state, &mut tx, user_id).await?;
    store::delete(&mut tx, user_id).await?;
    tx.commit().await?;
    empty_database_log(state).await;
    Ok(true)
}

/// Ends what an account has outside its own rows: its files and emails are removed after the commit, its checkouts and
/// subscriptions end, and it is signed out everywhere.
async fn end_services(state: &AppState, tx: &mut WriteTx, user: &UserRow) -> Result<(), ApiError> {
    let mut keys: Vec<String> =
        files::store::list(tx, &user.id).await?.into_iter().map(|file| file.id.into()).collect();
    let ids = exports::list_ids(tx, &user.id).await?;
    keys.extend(ids.iter().map(exports::storage_key));
    // The files are removed after the commit: if they were removed before, a crash would leave rows without files.
    files::enqueue_removal(state, tx, &keys).await?;
    jobs::store::delete_mails_to(tx, &user.email).await?;
    mail::forget_account(state, tx, &user.id).await?;
    documents::store::export::delete_public_responses(tx, &user.id).await?;
    card::close_account_checkouts(state, tx, &user.id).await?;
    plans::end_account_subscriptions(state, tx, &user.id).await?;
    sessions::delete_others(tx, &user.id, None).await?;
    Ok(())
}

/// Removes what the database's log still contains of a deleted account, after the commit. The account is deleted even
/// if this fails.
pub(super) async fn empty_database_log(state: &AppState) {
    if let Err(error) = state.db.truncate_log().await {
        tracing::warn!(%error, "the log of the database could not be emptied");
    }
}

/// The password, unless it was just confirmed.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct CurrentPassword {
    /// The current password.
    pub(super) current_password: Option<String>,
}

impl CurrentPassword {
    /// The password in a request that may have no body.
    pub(super) fn parse(body: &RawJson) -> Result<Option<String>, ApiError> {
        if body.0.is_empty() {
            return Ok(None);
        }
        Ok(body.parse::<Self>()?.current_password)
    }
}

/// Deletes the account with everything in it: every row and every file. For a large account, some rows are deleted
/// within the next minutes, while nobody can use it. The password is required because this can't be undone; the owner
/// gets an email.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = CurrentPassword,
    responses((status = 204), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    LimitedUser { user, client }: LimitedUser,
    body: RawJson,
) -> Result<Response, ApiError> {
    let password = CurrentPassword::parse(&body)?;
    change_password::require_password(&state, &user, client, password).await?;

    let mut tx = state.db.begin_write().await?;
    let row = store::find(&mut tx, &user.id).await?.ok_or_else(ApiError::session_expired)?;
    close(&state, &mut tx, &row).await?;
    mail::enqueue_account_end(&state, &mut tx, &emails::compose_account_deleted(&row)?).await?;
    tx.commit().await?;
    delete_after_closing(&state, &row.id).await;

    let mut response = StatusCode::NO_CONTENT.into_response();
    CookieSecret::Session.clear(response.headers_mut(), &state.public_url);
    CookieSecret::Device.clear(response.headers_mut(), &state.public_url);
    Ok(response)
}
