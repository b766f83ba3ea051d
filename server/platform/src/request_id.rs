//! The id of the request that is being handled, for errors.

use std::future::Future;

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request that the current task handles.
#[must_use]
pub fn current_request_id() -> Option<String> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Runs a future that handles the request with this id.
pub async fn with_request_id<F: Future>(id: String, answer: F) -> F::Output {
    CURRENT.scope(id, answer).await
}
