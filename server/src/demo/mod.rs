//! `plumbline demo`: a lifelike business.

use crate::error::BoxError;
use crate::state::AppState;

/// Makes the business.
///
/// # Errors
/// Says in a sentence what is in the way.
pub async fn run(_state: &AppState) -> Result<(), BoxError> {
    Err("the demo is not part of this build".into())
}
