//! `plumbline demo`: a lifelike business, so that every screen has something to show.
//!
//! The business is in `business.json`, what happened to its documents in `story.json`. All of it goes
//! through the HTTP interface with the clock set to when it happened: nothing is in the demo that the
//! product would not allow.

mod door;
mod story;
mod teller;

use std::sync::Arc;

use tracing::instrument::WithSubscriber as _;
use tracing::subscriber::NoSubscriber;
use url::Url;

use crate::accounts::store::{self, NewUser};
use crate::app;
use crate::clock::{Clock as _, ManualClock, SystemClock};
use crate::config::Config;
use crate::db::is_unique_violation;
use crate::error::{ApiError, BoxError};
use crate::ids::SystemEntropy;
use crate::state::AppState;

use door::{DemoError, Door};
use teller::Teller;

/// The address to sign in with.
pub const EMAIL: &str = "demo@plumbline.example";
/// The password to sign in with; it is no secret.
pub const PASSWORD: &str = "Chalk-line-2026";

/// Makes the business in the configured database and says how to sign in.
///
/// # Errors
/// When the account exists already, or the database fails.
pub async fn run(mut config: Config, public_url: Url) -> Result<(), BoxError> {
    // A year of signing in takes a second here.
    config.limit_factor = 1000;
    let clock = Arc::new(ManualClock::new(SystemClock.now_ms()));
    let state = app::services(config, public_url, clock.clone(), Arc::new(SystemEntropy)).await?;
    // The log is for requests from outside.
    let done = make(&state, clock)
        .with_subscriber(NoSubscriber::default())
        .await;
    state.db.close().await;
    done?;
    println!(
        "A business to look around in was made. Sign in with {EMAIL} and the password {PASSWORD}"
    );
    Ok(())
}

async fn make(state: &AppState, clock: Arc<ManualClock>) -> Result<(), BoxError> {
    let mut door = Door::new(app::router(state.clone()), EMAIL, PASSWORD);
    register(state).await?;
    door.sign_in().await?;
    let mut teller = Teller::begin(door, clock, story::business()?).await?;
    teller.tell(story::tales()?).await?;
    Ok(())
}

/// The account, verified from the start: nobody reads the mail of this address.
async fn register(state: &AppState) -> Result<(), BoxError> {
    let password_hash = state
        .passwords
        .hash(PASSWORD.to_owned())
        .await
        .map_err(describe)?;
    let now = state.clock.now_ms();
    let user = NewUser {
        id: &state.ids.new_id(),
        email: EMAIL,
        email_key: EMAIL,
        name: "Dan Ackroyd",
        password_hash: &password_hash,
        verified_at: Some(now),
        now,
    };
    let mut tx = state.db.begin_write().await?;
    match store::insert(&mut tx, &user).await {
        Err(error) if is_unique_violation(&error) => return Err(exists()),
        written => written?,
    }
    tx.commit().await?;
    Ok(())
}

fn exists() -> BoxError {
    let sentence = format!(
        "the business to look around in is there already: sign in with {EMAIL} and the password {PASSWORD}, \
         or make another in an empty folder (PLUMBLINE_DATA)"
    );
    DemoError::new(sentence).into()
}

fn describe(error: ApiError) -> BoxError {
    DemoError::new(format!("{error:?}")).into()
}
