//! How long lists, the dashboard, searches and reports take for an account with 20,000 documents, 2,000 contacts and
//! 5,000 expenses, and how much memory the server needs for it: the released binary, on one core, over HTTP on the
//! loopback. `cargo xtask bench` runs it in a release build, on SQLite and on PostgreSQL (`TEST_DATABASE_URL`).
//! `BENCH_DOCUMENTS` sets another number of documents.
//!
//! After each request the yardstick is measured, which other load on the machine slows down as much as the server: what
//! is compared with the limit is the median, in yardsticks. Milliseconds are printed too.

#![allow(clippy::expect_used, reason = "a benchmark: its panic is the report")]

#[path = "lists/account.rs"]
mod account;
#[path = "lists/screens.rs"]
mod screens;
#[path = "lists/server.rs"]
mod server;
#[path = "lists/yardstick.rs"]
mod yardstick;

use std::time::{Duration, Instant};

use account::Account;
use screens::screens;
use server::{Place, Running};
use yardstick::Yardstick;

const DOCUMENTS: usize = 20_000;
/// How many times each request is sent.
const TIMES: usize = 60;
/// PostgreSQL runs in another process, and may take so many times more of its own yardsticks than SQLite.
const MORE_ON_POSTGRES: f64 = 2.0;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let documents = std::env::var("BENCH_DOCUMENTS").ok();
    let documents = documents.map_or(DOCUMENTS, |text| text.parse().expect("a number"));
    let mut slow = measure(Place::sqlite(), documents).await;
    match Place::postgres().await {
        Some(place) => slow.extend(measure(place, documents).await),
        None => println!("PostgreSQL: not measured, TEST_DATABASE_URL is not set"),
    }
    assert!(slow.is_empty(), "over the bound, in yardsticks: {}", slow.join(", "));
}

/// Measures everything, and returns what takes too long.
async fn measure(place: Place, documents: usize) -> Vec<String> {
    let mut slow = Vec::new();
    println!("{}, {documents} documents of one account:", place.name());
    let server = Running::start(&place);
    let account = Account::open(&server).await;
    let idle = server.memory();
    let start = Instant::now();
    let writes = account.fill(documents).await;
    let took = start.elapsed();
    place.count_rows().await;
    let loaded = server.memory();
    println!(
        "  {writes} writes in {:.0} s, {:.1} ms each",
        took.as_secs_f64(),
        took.as_secs_f64() * 1e3 / f64::from(u32::try_from(writes).expect("a count")),
    );
    println!(
        "  memory of its own: {:.0} MB idle, {:.0} MB after the writes; with its program's pages {:.0} and {:.0} MB",
        idle.0, loaded.0, idle.1, loaded.1
    );
    let more = place.url().map_or(1.0, |_| MORE_ON_POSTGRES);
    let mut yardstick = Yardstick::on(&place).await;
    for screen in screens(&account).await {
        let most = screen.most * more;
        let mut all = Vec::new();
        for (name, path) in &screen.paths {
            let (times, units) = in_turns(&account, path, &mut yardstick).await;
            let (unit, taken) = (at(&units, 50), at(&times, 50) / at(&units, 50));
            println!("    {name:<34} {}   {taken:5.2} yardsticks of {unit:.2} ms", table(&times));
            if taken > most {
                slow.push(format!("{name} on {} ({taken:.1} of {most})", place.name()));
            }
            all.extend(times);
        }
        println!("  {:<36} {} (at most {most} yardsticks each)", screen.name, table(&all),);
    }
    let end = server.memory();
    println!("  memory of its own: {:.0} MB at the end, with its program's pages {:.0} MB", end.0, end.1);
    drop(server);
    place.leave().await;
    slow
}

/// The times of a request, and of the yardstick after each.
async fn in_turns(
    account: &Account,
    path: &str,
    yardstick: &mut Yardstick,
) -> (Vec<Duration>, Vec<Duration>) {
    let (mut times, mut units) = (Vec::with_capacity(TIMES), Vec::with_capacity(TIMES));
    // The first one only fills the caches.
    for n in 0..=TIMES {
        let start = Instant::now();
        account.ask(path).await;
        let took = start.elapsed();
        let unit = yardstick.ask().await;
        if n > 0 {
            times.push(took);
            units.push(unit);
        }
    }
    (times, units)
}

/// The time within which this percentage of the requests are, in milliseconds.
fn at(times: &[Duration], share: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort();
    times[(times.len() * share / 100).min(times.len() - 1)].as_secs_f64() * 1e3
}

/// The median, the 95th percentile and the slowest, in milliseconds.
fn table(times: &[Duration]) -> String {
    format!("p50 {:6.2}   p95 {:6.2}   max {:6.2} ms", at(times, 50), at(times, 95), at(times, 100))
}
