//! `plumbline demo`: a lifelike business, so that every screen has something to show.
//!
//! The business is in `business.json`, what happened to its documents in `story.json`. All of it goes through the
//! HTTP interface with the clock set to when it happened: the demo contains nothing that the product would not
//! allow.

mod api_client;
mod runner;
mod story;

use std::io::Cursor;
use std::sync::Arc;

use api_client::{ApiClient, DemoError};
use image::{ImageError, ImageFormat, Rgb, RgbImage};
use runner::StoryRunner;
use tracing::instrument::WithSubscriber as _;
use tracing::subscriber::NoSubscriber;
use url::Url;

use crate::accounts::store::{self, UserRow};
use crate::app;
use crate::server;
use plumbline_platform::clock::{Clock as _, ManualClock, SystemClock};
use plumbline_platform::config::Config;
use plumbline_platform::db::is_unique_violation;
use plumbline_platform::error::{ApiError, BoxError};
use plumbline_platform::ids::SystemEntropy;
use plumbline_platform::state::AppState;

/// The address to sign in with.
pub const EMAIL: &str = "demo@plumbline.example";

/// The password to sign in with, which is not a secret.
pub const PASSWORD: &str = "Chalk-line-2026";

/// Creates the business in the configured database and prints how to sign in.
///
/// # Errors
/// If the account exists already, or the database fails.
pub async fn run(mut config: Config, public_url: Url) -> Result<(), BoxError> {
    // A year of signing in takes a second here, so the limits are raised.
    config.limit_factor = 1000;
    let clock = Arc::new(ManualClock::new(SystemClock.now_ms()));
    let state = server::build_services(config, public_url, clock.clone(), Arc::new(SystemEntropy)).await?;
    // The log is for requests from outside.
    let done = make_business(&state, clock).with_subscriber(NoSubscriber::default()).await;
    state.db.close().await;
    done?;
    println!("A demo business was created. Log in with {EMAIL} and the password {PASSWORD}");
    Ok(())
}

async fn make_business(state: &AppState, clock: Arc<ManualClock>) -> Result<(), BoxError> {
    let mut api_client = ApiClient::new(app::router(state.clone()), EMAIL, PASSWORD);
    register(state).await?;
    api_client.sign_in().await?;
    let mut teller = StoryRunner::start(state.clone(), api_client, clock, story::load_business()?).await?;
    teller.run(story::load_stories()?).await?;
    Ok(())
}

/// Creates the account with a verified address, because nobody reads its email.
async fn register(state: &AppState) -> Result<(), BoxError> {
    let password_hash = state.passwords.hash(PASSWORD.to_owned()).await.map_err(to_error)?;
    let now = state.clock.now_ms();
    let user = UserRow {
        id: state.ids.new_id(),
        email: EMAIL.to_owned(),
        email_key: EMAIL.to_owned(),
        name: "Dan Ackroyd".to_owned(),
        business_name: String::new(),
        phone: String::new(),
        address: String::new(),
        password_hash,
        verified_at: Some(now),
        last_login_at: None,
        created_at: now,
        updated_at: now,
        is_admin: false,
    };
    let mut tx = state.db.begin_write().await?;
    match store::insert(&mut tx, &user).await {
        Err(error) if is_unique_violation(&error) => return Err(already_exists()),
        written => written?,
    }
    tx.commit().await?;
    Ok(())
}

fn already_exists() -> BoxError {
    let sentence = format!(
        "the business to look around in is there already: log in with {EMAIL} and the password {PASSWORD}, \
         or make another in an empty folder (PLUMBLINE_DATA)"
    );
    DemoError::new(sentence).into()
}

fn to_error(error: ApiError) -> BoxError {
    DemoError::new(format!("{error:?}")).into()
}

// A drawn photo for the demo: it shows nobody's home, and no large file has to be stored in the repository.

const WIDTH: u32 = 960;

const HEIGHT: u32 = 720;

/// The side of a tile, and the width of the joint around it, in pixels.
const TILE: u32 = 80;

const JOINT: u32 = 3;

/// The height at which the floor begins, in pixels.
const FLOOR: u32 = 560;

/// A tiled wall with the cut-off pipes of a basin, as a JPEG.
///
/// # Errors
/// If the picture can't be encoded.
pub fn draw_wall() -> Result<Vec<u8>, ImageError> {
    let picture = RgbImage::from_fn(WIDTH, HEIGHT, colour_at);
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Jpeg)?;
    Ok(bytes)
}

fn colour_at(x: u32, y: u32) -> Rgb<u8> {
    let is_pipe = [360, 570].iter().any(|left| (*left..left + 34).contains(&x));
    if is_pipe && (250..330).contains(&y) {
        // A copper pipe, lighter in its middle.
        return shade([184, 115, 51], (x % 34).abs_diff(17));
    }
    if (440..520).contains(&x) && (330..410).contains(&y) {
        // The capped waste pipe.
        return shade([210, 208, 202], x.abs_diff(480) / 2);
    }
    if y >= FLOOR {
        let is_gap = (x + (y - FLOOR) / 2) % 160 < 4;
        return shade([150, 111, 72], if is_gap { 45 } else { (y - FLOOR) / 8 });
    }
    let is_joint = x % TILE < JOINT || y % TILE < JOINT;
    // Each tile has a slightly different shade.
    let own = (x / TILE * 7 + y / TILE * 13) % 9;
    shade([226, 232, 233], if is_joint { 42 } else { own + y / 40 })
}

fn shade(colour: [u8; 3], by: u32) -> Rgb<u8> {
    let by = u8::try_from(by).unwrap_or(u8::MAX);
    Rgb(colour.map(|part| part.saturating_sub(by)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const LABELS: [(&str, &[&str]); 2] = [
        ("/api/quotes", &["Draft", "Pending", "Accepted", "Declined", "Expired", "Invoiced"]),
        ("/api/invoices", &["Draft", "Outstanding", "Partially Paid", "Paid", "Overdue", "Void"]),
    ];

    #[tokio::test]
    async fn every_status_is_in_the_demo() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().display().to_string();
        let config = Config::from_lookup(|name| (name == "PLUMBLINE_DATA").then(|| folder.clone())).unwrap();
        let url: Url = "http://localhost".parse().unwrap();
        run(config.clone(), url.clone()).await.unwrap();

        let again = run(config.clone(), url.clone()).await.unwrap_err();
        assert!(again.to_string().contains("there already"), "{again}");

        let clock = Arc::new(SystemClock);
        let state = server::build_services(config, url, clock, Arc::new(SystemEntropy)).await.unwrap();
        assert_eq!(plumbline_platform::jobs::run_due(&state).await.unwrap(), 0, "no mail is left over");
        let mut api_client = ApiClient::new(app::router(state.clone()), EMAIL, PASSWORD);
        api_client.sign_in().await.unwrap();
        for (path, expected) in LABELS {
            let list = api_client.get(&format!("{path}?limit=100")).await.unwrap();
            let rows = list["data"].as_array().unwrap();
            let label = |row: &serde_json::Value| row["displayStatus"]["label"].as_str().map(str::to_owned);
            let labels: BTreeSet<String> = rows.iter().filter_map(label).collect();
            let expected: BTreeSet<String> = expected.iter().map(|&label| label.to_owned()).collect();
            assert_eq!(labels, expected, "{path}");
            let archived = api_client.get(&format!("{path}?archived=true")).await.unwrap();
            assert_eq!(archived["total"], 1, "{path}");
        }
        state.db.close().await;
    }
}
