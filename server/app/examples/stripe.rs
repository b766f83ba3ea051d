//! Serves the stand-in for Stripe to the browser tests: `cargo run --example stripe`. It prints its address, which the
//! server under test gets as `STRIPE_API_BASE`.

#[path = "../tests/http/support/stripe/mod.rs"]
mod stripe_stand_in;

use std::time::{SystemTime, UNIX_EPOCH};

#[tokio::main]
async fn main() {
    let now = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(0))
    };
    let stand_in = stripe_stand_in::FakeStripe::start("127.0.0.1:0", now).await;
    println!("{}", stand_in.url());
    std::future::pending::<()>().await;
}
