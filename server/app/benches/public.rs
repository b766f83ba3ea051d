//! How many times per second the server, on one core, responds to `GET /api/quotes/public/{token}`: the released
//! binary, over HTTP on the loopback with connections kept open, SQLite, a quote of ten lines. `cargo xtask bench` runs
//! it in a release build.

#![allow(clippy::expect_used, reason = "a benchmark: its panic is the report")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use plumbline::clock::SystemClock;
use plumbline::config::Config;
use plumbline::documents::issuing::issue;
use plumbline::documents::status::Step;
use plumbline::documents::today;
use plumbline::http::RawJson;
use plumbline::ids::{ContactId, ProfileId, SystemEntropy, UserId};
use plumbline::server;
use plumbline::state::AppState;
use plumbline_core::kind::DocumentKind;
use plumbline_records::documents::drafting;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The responses per second that are required.
const WANTED: f64 = 8_000.0;
const LINES: usize = 10;
/// Customers who send requests at the same time, each as soon as the last response has arrived.
const CUSTOMERS: usize = 16;
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURED: Duration = Duration::from_secs(3);
const ROUNDS: usize = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let folder = std::env::temp_dir().join(format!("plumbline-bench-{}", std::process::id()));
    let token = write_quote(&folder).await;
    let mut server = start(&folder);
    let address = address(&mut server);
    run(&address, &token, WARM_UP).await;
    let mut best = (0.0_f64, 0);
    for _ in 0..ROUNDS {
        let (a_second, bytes) = run(&address, &token, MEASURED).await;
        if a_second > best.0 {
            best = (a_second, bytes);
        }
    }
    server.kill().expect("the server stops");
    server.wait().expect("the server has stopped");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    let (a_second, bytes) = best;
    println!(
        "{a_second:.0} public answers a second from one core ({LINES} lines, {bytes} bytes each; wanted {WANTED:.0})"
    );
}

/// Creates a business with one sent quote in a new database, and returns the quote's token.
async fn write_quote(folder: &Path) -> String {
    let data = folder.display().to_string();
    let config = Config::from_lookup(|name| (name == "PLUMBLINE_DATA").then(|| data.clone()));
    let config = config.expect("a configuration");
    let url = "http://localhost".parse().expect("an address");
    let entropy = Arc::new(SystemEntropy);
    let services = server::build_services(config, url, Arc::new(SystemClock), entropy);
    let state = services.await.expect("services");
    let ids = business(&state).await;
    let raw = RawJson(quote(&state, &ids).to_string().into());
    let mut quote =
        drafting::create_draft(&state, &ids.user, DocumentKind::Quote, &raw).await.expect("a draft");
    let day = today(&state).expect("a day");
    let mut tx = state.db.begin_write().await.expect("a transaction");
    quote.take_step(Step::Send, day).expect("a draft can be sent");
    let checked =
        issue::check_sending(&state, &mut tx, &mut quote).await.expect("a document that may be sent");
    issue::issue_version(&state, &mut tx, &mut quote, checked.expect("a draft")).await.expect("an issue");
    let now = state.clock.now_ms();
    quote.write(&state, &mut tx, now).await.expect("a write");
    tx.commit().await.expect("a commit");
    state.db.close().await;
    quote.row.public_token.expect("a token")
}

struct Ids {
    user: UserId,
    profile: ProfileId,
    contact: ContactId,
}

/// An account with its profile and a customer.
async fn business(state: &AppState) -> Ids {
    let ids = Ids { user: state.ids.new_id(), profile: state.ids.new_id(), contact: state.ids.new_id() };
    let mut tx = state.db.begin_write().await.expect("a transaction");
    let user = sqlx::query(
        "INSERT INTO users (id, email, email_key, name, password_hash, created_at, updated_at) \
         VALUES ($1, 'sam@taylor.example', 'sam@taylor.example', 'Sam Taylor', '', 0, 0)",
    );
    user.bind(&ids.user).execute(&mut *tx).await.expect("an account");
    let profile = serde_json::from_value(json!({
        "name": "Taylor Plumbing", "email": "office@taylor.example", "phone": "0113 496 0123",
        "website": "taylor.example", "address_line1": "1 High Street", "city": "Leeds",
        "post_code": "LS1 1AA", "country": "uk", "template": "classic",
        "quoteTerms": "Valid for 30 days.\nMaterials stay ours until they are paid for.",
        "accepts_cash": true, "accepts_bank_transfer": true, "bankName": "Example Bank",
        "accountName": "Taylor Plumbing", "accountNumber": "12345678", "sortCode": "12-34-56"
    }));
    let profile = profile.expect("a profile");
    plumbline::profiles::store::insert(&mut tx, &ids.user, &ids.profile, &profile, 0)
        .await
        .expect("a profile");
    let contact = serde_json::from_value(json!({
        "name": "Jo Bloggs", "address_line1": "2 Mill Lane", "city": "York",
        "post_code": "YO1 1AA", "country": "uk", "email": "jo@customer.example"
    }));
    let contact = contact.expect("a contact");
    plumbline::contacts::store::insert(&mut tx, &ids.user, &ids.contact, &contact, 0)
        .await
        .expect("a contact");
    tx.commit().await.expect("a commit");
    ids
}

fn quote(state: &AppState, ids: &Ids) -> Value {
    let day = today(state).expect("a day");
    let expiry = day.plus_days(30).expect("a day");
    let items: Vec<Value> = (0..LINES)
        .map(|line| {
            json!({
                "id": state.ids.new_id::<String>(), "name": "Copper pipe 15 mm, 3 m",
                "description": "Supplied and fitted, clips included",
                "quantity": (line % 7 + 1).to_string(), "price": format!("{}.99", line * 17 + 3),
                "includeLabour": line % 3 == 0, "labourHours": "1.5", "labourRate": "45.00",
            })
        })
        .collect();
    json!({
        "businessProfileId": ids.profile, "contactId": ids.contact,
        "issueDate": day, "expiryDate": expiry, "items": items, "tax": "20",
        "jobDescription": "Replace the pipework under the ground floor.\nTest, flush, make good.",
        "notes": "Parking at the back.", "includeDiscount": true, "discount": "5",
        "discountType": "percentage", "includeDeposit": true, "deposit": "25",
        "depositType": "percentage"
    })
}

/// Starts the server on one core: with taskset if the system has it, otherwise with one thread for requests.
fn start(folder: &Path) -> Child {
    let server = env!("CARGO_BIN_EXE_plumbline");
    let pinned = Command::new("taskset").arg("--version").output().is_ok();
    let mut command = if pinned {
        let mut taskset = Command::new("taskset");
        taskset.args(["--cpu-list", "0", server]);
        taskset
    } else {
        println!("(no taskset here: one thread for requests, the database has its own)");
        Command::new(server)
    };
    command
        .arg("serve")
        .env("PLUMBLINE_LISTEN", "127.0.0.1:0")
        .env("PLUMBLINE_DATA", folder)
        .env("TOKIO_WORKER_THREADS", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command.spawn().expect("the server starts")
}

/// The server's address, from the line that it prints.
fn address(server: &mut Child) -> String {
    let out = server.stdout.take().expect("standard output");
    let line = BufReader::new(out).lines().next();
    let line = line.expect("a line").expect("a text");
    let (_, address) = line.rsplit_once("http://").expect("an address");
    address.to_owned()
}

/// The responses per second, and the size of one in bytes.
async fn run(address: &str, token: &str, time: Duration) -> (f64, usize) {
    let start = Instant::now();
    let customers = (0..CUSTOMERS).map(|_| ask(address, token, start + time));
    let requested = futures::future::join_all(customers).await;
    let seconds = start.elapsed().as_secs_f64();
    let answers: u32 = requested.iter().map(|(answers, _)| *answers).sum();
    (f64::from(answers) / seconds, requested[0].1)
}

/// One customer, who sends requests until the time is up: the number of responses, and the size of one in bytes.
async fn ask(address: &str, token: &str, until: Instant) -> (u32, usize) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let request =
        format!("GET /api/quotes/public/{token} HTTP/1.1\r\nHost: {address}\r\nAccept: */*\r\n\r\n");
    let mut buffer = Vec::with_capacity(64 * 1024);
    let (mut answers, mut bytes) = (0, 0);
    while Instant::now() < until {
        stream.write_all(request.as_bytes()).await.expect("a request goes out");
        buffer.clear();
        let whole = loop {
            let read = stream.read_buf(&mut buffer).await.expect("an answer");
            assert!(read > 0, "the server hung up");
            if let Some(whole) = length(&buffer)
                && buffer.len() >= whole.0 + whole.1
            {
                break whole;
            }
        };
        bytes = whole.1;
        answers += 1;
    }
    (answers, bytes)
}

/// The lengths of head and body, once the head has arrived; the response must be the quote.
fn length(answer: &[u8]) -> Option<(usize, usize)> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&answer[..end]).expect("a head in ASCII");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    Some((end, length.trim().parse().expect("a number")))
}
