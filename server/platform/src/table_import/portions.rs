//! Imports are saved in portions, because SQLite has one writer: between two portions, other people can save.
//!
//! Each portion is a transaction, and records in the timeline how many rows are saved so far. An import continues if
//! its sender closes the connection. If it is interrupted anyway (the server stops, or the database fails), sending the
//! same file again saves the rest, because saved rows are recognised.

use tracing::Instrument as _;

use super::format_count;
use crate::error::ApiError;

/// The most rows of a portion.
pub const ROWS: usize = 500;
/// The most bytes of a portion, as they count for the account's storage.
pub const BYTES: i64 = 4 * 1024 * 1024;

/// How many of the next rows, of these sizes in bytes, are in a portion.
pub fn portion(sizes: impl Iterator<Item = i64>) -> usize {
    let mut left = BYTES;
    let fits = sizes.take(ROWS).take_while(|size| {
        left = left.saturating_sub(*size);
        left >= 0
    });
    // A single row always fits.
    fits.count().max(1)
}

/// The text in the timeline about an import of which this many rows are saved, out of all that change something.
#[must_use]
pub fn so_far(saved: usize, all: usize) -> String {
    format!("{} of {} so far", format_count(saved), format_count(all))
}

/// The error of an import that stopped after it saved this many rows out of all that change something.
#[must_use]
pub fn stopped(error: ApiError, (saved, all): (usize, usize), what: &str) -> ApiError {
    if saved == 0 {
        return error;
    }
    let text = format!("We saved {} of {} {what}", format_count(saved), format_count(all));
    let text = match error.status().is_server_error() {
        true => {
            format!("{text}, and then had to stop. Import the same file again to save the rest.")
        }
        false => format!("{} {text}.", error.user_message()),
    };
    error.with_message("partly_imported", text)
}

/// Does work to its end, even if its caller stops waiting because the connection was closed.
///
/// # Errors
/// The error of the work; when it panics.
pub async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let work = tokio::spawn(work.in_current_span());
    work.await.map_err(ApiError::internal)?
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_n;

    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn limits_a_portion_by_rows_and_bytes_to_at_least_one_row() {
        assert_eq!(portion(repeat_n(2_000, 5_000)), 500);
        assert_eq!(portion(repeat_n(2_000, 7)), 7);
        assert_eq!(portion(repeat_n(BYTES / 100, 5_000)), 100);
        assert_eq!(portion(repeat_n(i64::MAX, 2)), 1);
    }

    #[test]
    fn a_stopped_import_states_how_much_was_saved() {
        let error = stopped(ApiError::unavailable("busy"), (1_500, 5_000), "contacts");
        assert_eq!(error.status().as_u16(), 503);
        assert_eq!(
            error.user_message(),
            "We saved 1,500 of 5,000 contacts, and then had to stop. Import the same file again to save the rest."
        );
        let full = ApiError::conflict("full", "Your storage is full.");
        let error = stopped(full, (500, 5_000), "items");
        let says = "Your storage is full. We saved 500 of 5,000 items.";
        assert_eq!(error.user_message(), says);
        let busy = ApiError::unavailable("busy").user_message().to_owned();
        let error = stopped(ApiError::unavailable("busy"), (0, 5_000), "contacts");
        assert_eq!(error.user_message(), busy, "nothing was saved");
    }

    #[tokio::test]
    async fn work_continues_when_its_request_ends() {
        let (go, waits) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel::<()>();
        let work = to_its_end(async move {
            waits.await.map_err(ApiError::internal)?;
            done.send(()).map_err(|()| ApiError::internal("nobody hears it"))
        });
        let waiting = tokio::time::timeout(std::time::Duration::ZERO, work);
        waiting.await.expect_err("it waits");
        go.send(()).expect("it still waits");
        is_done.await.expect("it was done");
    }
}
