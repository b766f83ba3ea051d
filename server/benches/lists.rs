//! How long lists, the first screen and searches take for an account with 20,000 documents, 2,000
//! contacts and 5,000 expenses, and how much memory the server has for it: the binary as it is shipped, on one core, over HTTP on the
//! loopback. `cargo xtask bench` runs it in a release build, on SQLite, and with
//! `TEST_DATABASE_URL` on PostgreSQL as well. `BENCH_DOCUMENTS` asks for another number.

#![allow(clippy::expect_used, reason = "a benchmark: its panic is the report")]

#[path = "lists/account.rs"]
mod account;
#[path = "lists/server.rs"]
mod server;

use std::time::{Duration, Instant};

use account::Account;
use server::{Place, Running};

/// What is asked of the server: the time of 95 of 100 answers, and its memory.
const WANTED_MS: f64 = 10.0;
/// Of a page of 20 whole documents, which a device reads ahead while nobody waits.
const WANTED_HELD_MS: f64 = 40.0;
const WANTED_IDLE_MB: f64 = 25.0;
const WANTED_LOADED_MB: f64 = 60.0;

const DOCUMENTS: usize = 20_000;
/// How often each question is asked.
const TIMES: usize = 60;

/// The questions of a kind of screen: what they are called, and their paths.
struct Screen {
    name: &'static str,
    /// Milliseconds for 95 of 100 answers.
    wanted: f64,
    paths: Vec<(String, String)>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let documents = std::env::var("BENCH_DOCUMENTS").ok();
    let documents = documents.map_or(DOCUMENTS, |text| text.parse().expect("a number"));
    let mut slow = measure(Place::sqlite(), documents).await;
    match Place::postgres().await {
        Some(place) => slow.extend(measure(place, documents).await),
        None => println!("PostgreSQL: not measured, TEST_DATABASE_URL is not set"),
    }
    assert!(
        slow.is_empty(),
        "over what is wanted at p95, in ms: {}",
        slow.join(", ")
    );
}

/// Measures everything, and names what takes too long.
async fn measure(place: Place, documents: usize) -> Vec<String> {
    let mut slow = Vec::new();
    println!("{}, {documents} documents of one account:", place.name());
    let server = Running::start(&place);
    let account = Account::open(&server).await;
    let idle = server.memory();
    let start = Instant::now();
    let writes = account.fill(documents).await;
    let took = start.elapsed();
    let loaded = server.memory();
    println!(
        "  {writes} writes in {:.0} s, {:.1} ms each",
        took.as_secs_f64(),
        took.as_secs_f64() * 1e3 / f64::from(u32::try_from(writes).expect("a count")),
    );
    println!(
        "  memory of its own: {:.0} MB idle (wanted {WANTED_IDLE_MB:.0}), {:.0} MB after the writes (wanted {WANTED_LOADED_MB:.0}); with its program's pages {:.0} and {:.0} MB",
        idle.0, loaded.0, idle.1, loaded.1
    );
    for screen in screens(&account).await {
        let mut all = Vec::new();
        for (name, path) in &screen.paths {
            let times = ask(&account, path).await;
            println!("    {name:<34} {}", table(&times));
            if p95(&times) > screen.wanted {
                slow.push(format!("{name} ({:.1})", p95(&times)));
            }
            all.extend(times);
        }
        println!(
            "  {:<36} {} (wanted p95 {:.0})",
            screen.name,
            table(&all),
            screen.wanted
        );
    }
    let end = server.memory();
    println!(
        "  memory of its own: {:.0} MB at the end, with its program's pages {:.0} MB",
        end.0, end.1
    );
    drop(server);
    place.leave().await;
    slow
}

async fn ask(account: &Account, path: &str) -> Vec<Duration> {
    let mut times = Vec::with_capacity(TIMES);
    // The first one is for the caches.
    for n in 0..=TIMES {
        let start = Instant::now();
        account.ask(path).await;
        if n > 0 {
            times.push(start.elapsed());
        }
    }
    times
}

/// The time of 95 of 100 answers, in milliseconds.
fn p95(times: &[Duration]) -> f64 {
    let mut times = times.to_vec();
    times.sort();
    times[(times.len() * 95 / 100).min(times.len() - 1)].as_secs_f64() * 1e3
}

/// Median, 95th of 100 and the slowest, in milliseconds.
fn table(times: &[Duration]) -> String {
    let mut ms: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
    ms.sort_by(f64::total_cmp);
    let at = |share: usize| ms[(ms.len() * share / 100).min(ms.len() - 1)];
    format!(
        "p50 {:6.2}   p95 {:6.2}   max {:6.2} ms",
        at(50),
        at(95),
        at(100)
    )
}

async fn screens(account: &Account) -> Vec<Screen> {
    let list = |name: &str, path: &str| (name.to_owned(), format!("/api/{path}"));
    let mut lists = vec![
        list("quotes", "quotes?"),
        list("invoices", "invoices?"),
        list(
            "invoices, the tenth page",
            &account.page("invoices", 10).await,
        ),
    ];
    for sort in [
        "-updatedAt",
        "issueDate",
        "dueDate",
        "number",
        "-totalAmount",
        "contactName",
    ] {
        lists.push(list(
            &format!("invoices by {sort}"),
            &format!("invoices?sort={sort}"),
        ));
    }
    for status in [
        "draft",
        "outstanding",
        "overdue",
        "partially_paid",
        "paid",
        "void",
    ] {
        lists.push(list(
            &format!("invoices {status}"),
            &format!("invoices?status={status}"),
        ));
    }
    for status in ["draft", "sent", "expired", "accepted", "declined"] {
        lists.push(list(
            &format!("quotes {status}"),
            &format!("quotes?status={status}"),
        ));
    }
    let path = format!("invoices?contactId={}", account.contact());
    lists.push(list("invoices of a customer", &path));
    lists.push(list(
        "invoices of a quarter",
        &format!("invoices?{}", account.quarter()),
    ));
    lists.push(list(
        "invoices, overdue by amount",
        "invoices?status=overdue&sort=-totalAmount",
    ));
    lists.push(list("invoices out of sight", "invoices?archived=true"));
    lists.push(list("invoices, all", "invoices?archived=all"));
    lists.push(list("quotes by expiryDate", "quotes?sort=expiryDate"));
    lists.push(list("quotes by -totalAmount", "quotes?sort=-totalAmount"));
    lists.push(list("quotes out of sight", "quotes?archived=true"));
    let mut searches = Vec::new();
    for typed in [
        "b",
        "bo",
        "boi",
        "boiler",
        "kitchen ta",
        "j",
        "jo",
        "jo smi",
        "écl",
        "INV-0123",
        "q-1",
        "1",
        "£1,2",
        "copper pipe 15",
        "zzz",
    ] {
        let path = format!("invoices?q={typed}");
        searches.push(list(&format!("'{typed}' in invoices"), &path));
    }
    searches.push(list(
        "'boiler' in quotes by amount",
        "quotes?q=boiler&sort=-totalAmount",
    ));
    searches.push(list(
        "'b' in invoices overdue",
        "invoices?q=b&status=overdue",
    ));
    for typed in [
        "b", "jo smi", "boiler", "INV-0123", "£1,2", "screwfix", "P01", "zzz",
    ] {
        let path = format!("search?q={typed}");
        searches.push(list(&format!("'{typed}' in everything"), &path));
    }
    for typed in ["s", "screw", "120", "zzz"] {
        searches.push(list(
            &format!("'{typed}' in expenses"),
            &format!("expenses?q={typed}"),
        ));
    }
    let contact = account.contact();
    let others = vec![
        list("contacts", "contacts"),
        list("balances of contacts", "contacts/balances"),
        list("who owes, by age", "owed"),
        list("a contact", &format!("contacts/{contact}")),
        list(
            "statement of a contact",
            &format!("contacts/{contact}/statement"),
        ),
        list("items", "items"),
        list("expenses", "expenses"),
        list("expenses by amount", "expenses?sort=-amount"),
        list("expenses by supplier", "expenses?sort=supplier"),
        list("expenses without a receipt", "expenses?receipt=without"),
        list(
            "expenses of a category",
            "expenses?category=maintenanceCosts",
        ),
        list(
            "expenses of a quarter",
            &format!("expenses?{}", account.quarter()),
        ),
        list(
            "expenses for a customer",
            &format!("expenses?contactId={contact}"),
        ),
        list("suppliers", "expenses/suppliers"),
        list("activities", "activities"),
        list("activities of customers", "activities?actor=customer"),
        list("activities about contacts", "activities?about=contact"),
        list("notifications", "notifications"),
        list("notifications, unseen", "notifications/unread"),
        list("saved views", "views"),
        list("business profiles", "business-profiles"),
        list("support", "support"),
    ];
    let first = vec![("dashboard".to_owned(), "/api/dashboard".to_owned())];
    let held = [
        ("held quotes", "kind=quote"),
        ("held invoices", "kind=invoice"),
        (
            "held quotes since",
            "kind=quote&changedSince=1&from=2026-01-01",
        ),
    ];
    let held = held.map(|(name, query)| {
        let path = format!("/api/held/documents?limit=20&{query}");
        (name.to_owned(), path)
    });
    vec![
        Screen {
            name: "lists",
            wanted: WANTED_MS,
            paths: lists,
        },
        Screen {
            name: "other lists",
            wanted: WANTED_MS,
            paths: others,
        },
        Screen {
            name: "searches",
            wanted: WANTED_MS,
            paths: searches,
        },
        Screen {
            name: "first screen",
            wanted: WANTED_MS,
            paths: first,
        },
        Screen {
            name: "reading ahead",
            wanted: WANTED_HELD_MS,
            paths: held.into(),
        },
    ]
}
