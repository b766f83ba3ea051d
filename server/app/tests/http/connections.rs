//! Connections that are slow, silent or too many. The timeouts are short where a test waits for them, and longer than
//! any test where they must not be the reason; their real values are set by the configuration.

use std::io::Write as _;
use std::time::{Duration, Instant};

use plumbline::config::{Config, ConnectionConfig};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::documents::live::{try_open, wait_for_listeners};
use crate::support::TestApp;

/// How long a test waits for something that should happen; it is only reached if the test fails.
const TIMEOUT: Duration = Duration::from_secs(60);
/// A timeout that is much longer, for what must not be the reason that a connection ends.
const LONGER_THAN_TEST: Duration = Duration::from_secs(600);

const REQUEST: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

/// A server with only the timeouts that the test sets.
async fn start_with_timeouts(change: impl FnOnce(&mut ConnectionConfig)) -> TestApp {
    let patient = |config: &mut Config| {
        config.connections.head_timeout = LONGER_THAN_TEST;
        config.connections.idle_timeout = LONGER_THAN_TEST;
        config.connections.grace = LONGER_THAN_TEST;
        change(&mut config.connections);
    };
    TestApp::start_with(patient).await
}

fn address(app: &TestApp) -> String {
    app.url("").replace("http://", "")
}

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(address(app)).await.expect("connects")
}

/// A connection on which this text was sent before the server, which has the same thread, could accept it, so that the
/// server does not wait for it however long the machine pauses.
fn connect_and_send(app: &TestApp, text: &str) -> TcpStream {
    let mut stream = std::net::TcpStream::connect(address(app)).expect("connects");
    stream.write_all(text.as_bytes()).expect("it is taken");
    stream.set_nonblocking(true).expect("for tokio");
    TcpStream::from_std(stream).expect("a stream")
}

/// Reads everything until the server closes the connection.
async fn read_until_closed(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await;
    // The connection may also be closed in the middle of a message.
    let _ = read.expect("the server closes it");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a complete response to a small request arrives, on a connection that stays open.
async fn is_served(stream: &mut TcpStream) -> bool {
    stream.write_all(REQUEST.as_bytes()).await.is_ok() && reads_response(stream).await
}

/// The same for a request that was already sent.
async fn reads_response(stream: &mut TcpStream) -> bool {
    let mut seen = Vec::new();
    let mut part = [0; 1024];
    while !seen.ends_with(b"\r\n\r\nok") {
        match tokio::time::timeout(TIMEOUT, stream.read(&mut part)).await {
            Ok(Ok(count)) if count > 0 => seen.extend_from_slice(&part[..count]),
            _ => return false,
        }
    }
    seen.starts_with(b"HTTP/1.1 200 ")
}

#[tokio::test]
async fn a_client_that_is_still_sending_can_read_the_refusal() {
    let app = start_with_timeouts(|_| ()).await;
    for (path, bytes) in [("/api/contacts/import/preview", 3_000_000), ("/api/auth/login", 5_000_000)] {
        let mut stream = connect(&app).await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: {bytes}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("the head");
        stream.write_all(&vec![b'x'; bytes]).await.expect("all of the body");
        let mut answer = [0; 12];
        let read = tokio::time::timeout(TIMEOUT, stream.read_exact(&mut answer)).await;
        read.expect("in time").expect("an answer");
        assert_eq!(&answer[..10], b"HTTP/1.1 4", "{path}");
    }
}

#[tokio::test]
async fn a_request_expecting_100_continue_is_refused_without_its_body() {
    let app = start_with_timeouts(|_| ()).await;
    let mut stream = connect(&app).await;
    let head = "POST /api/contacts/import/preview HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\
        Content-Type: text/plain\r\nContent-Length: 3000000\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("the head");
    let answer = read_until_closed(stream).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
}

#[tokio::test]
async fn the_default_timeouts_are_as_specified() {
    let config = Config::from_lookup(|_| None).expect("a configuration");
    let connections = config.connections;
    assert_eq!(connections.head_timeout.as_secs(), 10);
    assert_eq!(connections.idle_timeout.as_secs(), 75);
    assert_eq!(connections.grace.as_secs(), 30);
    assert_eq!(connections.max_per_address, 256);
}

#[tokio::test]
async fn closes_a_connection_that_sends_nothing_or_half_a_head() {
    let app = start_with_timeouts(|times| times.head_timeout = Duration::from_millis(300)).await;
    assert_eq!(read_until_closed(connect(&app).await).await, "");
    let half = connect_and_send(&app, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow");
    assert_eq!(read_until_closed(half).await, "");
    // A line now and then does not put it off.
    let mut slow = connect_and_send(&app, "GET /healthz HTTP/1.1\r\n");
    let start = Instant::now();
    let mut drops = tokio::time::interval(Duration::from_millis(20));
    while slow.write_all(b"X-Slow: x\r\n").await.is_ok() {
        assert!(start.elapsed() < TIMEOUT, "the server closes it");
        drops.tick().await;
    }
    app.stop().await;
}

#[tokio::test]
async fn closes_an_idle_connection_after_the_timeout() {
    // Were the time for a head waited for, this would take longer than the test waits.
    let app = start_with_timeouts(|times| times.idle_timeout = Duration::from_millis(300)).await;
    let mut tcp_stream = connect_and_send(&app, REQUEST);
    assert!(reads_response(&mut tcp_stream).await);
    assert_eq!(read_until_closed(tcp_stream).await, "");
    app.stop().await;
}

#[tokio::test]
async fn an_idle_connection_may_outlast_the_head_timeout() {
    let app = start_with_timeouts(|times| times.head_timeout = Duration::from_millis(300)).await;
    let mut tcp_stream = connect_and_send(&app, REQUEST);
    assert!(reads_response(&mut tcp_stream).await);
    // The time for a head is over when one who came later is let go for it.
    assert_eq!(read_until_closed(connect(&app).await).await, "");
    assert!(is_served(&mut tcp_stream).await, "it can be used again");
    app.stop().await;
}

#[tokio::test]
async fn the_head_timeout_starts_with_the_first_byte_of_a_further_request() {
    // By the time for a rest it would stay open for longer than anybody waits here.
    let app = start_with_timeouts(|times| times.head_timeout = Duration::from_millis(300)).await;
    let mut tcp_stream = connect_and_send(&app, REQUEST);
    assert!(reads_response(&mut tcp_stream).await);
    tcp_stream.write_all(b"GET").await.expect("it is taken");
    assert_eq!(read_until_closed(tcp_stream).await, "");
    app.stop().await;
}

#[tokio::test]
async fn a_body_that_does_not_arrive_times_out() {
    let app = start_with_timeouts(|times| times.grace = Duration::from_millis(300)).await;
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let half = connect_and_send(&app, &format!("{head}Content-Length: 100\r\n\r\n{{"));
    let answer = read_until_closed(half).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("incomplete_body"), "{answer}");
    // Nor is one that comes by the byte.
    let mut slow = connect_and_send(&app, &format!("{head}Content-Length: 100000\r\n\r\n"));
    let start = Instant::now();
    let mut drops = tokio::time::interval(Duration::from_millis(20));
    while slow.write_all(b" ").await.is_ok() {
        assert!(start.elapsed() < TIMEOUT, "the server closes it");
        drops.tick().await;
    }
    app.stop().await;
}

#[tokio::test]
async fn closes_a_connection_whose_client_does_not_read_the_response() {
    let change = |times: &mut ConnectionConfig| {
        times.grace = Duration::from_millis(300);
        times.max = Some(1);
    };
    let app = start_with_timeouts(change).await;
    // More than lies between the two, asked for in one go and never read.
    let request = "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
    let deaf = connect_and_send(&app, &request.repeat(400));
    // The only place is free again once the server has given up.
    let start = Instant::now();
    while !is_served(&mut connect(&app).await).await {
        assert!(start.elapsed() < TIMEOUT, "the server gives up");
        tokio::task::yield_now().await;
    }
    drop(deaf);
    app.stop().await;
}

#[tokio::test]
async fn refuses_the_newest_connection_of_an_address_with_too_many() {
    let app = start_with_timeouts(|caps| caps.max_per_address = 3).await;
    let mut old = vec![connect(&app).await, connect(&app).await, connect(&app).await];
    for stream in &mut old {
        assert!(is_served(stream).await);
    }
    let refused = read_until_closed(connect(&app).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.contains("Connection: close"), "{refused}");
    for stream in &mut old {
        assert!(is_served(stream).await, "the old ones stay");
    }
    // A place that is given up is taken by the next.
    drop(old.pop());
    let start = Instant::now();
    while !is_served(&mut connect(&app).await).await {
        assert!(start.elapsed() < TIMEOUT, "a place comes back");
    }
    app.stop().await;
}

#[tokio::test]
async fn connections_of_a_proxy_do_not_count_as_one_client() {
    let behind_a_proxy = |config: &mut Config| {
        config.trusted_proxies = 1;
        config.connections.max_per_address = 1;
        config.connections.max = Some(3);
    };
    let app = TestApp::start_with(behind_a_proxy).await;
    let mut open = vec![connect(&app).await, connect(&app).await, connect(&app).await];
    for stream in &mut open {
        assert!(is_served(stream).await);
    }
    // All of them together are still counted.
    let refused = read_until_closed(connect(&app).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    app.stop().await;
}

#[tokio::test]
async fn a_head_of_a_megabyte_is_refused() {
    let app = start_with_timeouts(|_| {}).await;
    let head = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1_000_000));
    let mut stream = connect(&app).await;
    // It may be refused before all of it was sent.
    let _ = stream.write_all(head.as_bytes()).await;
    let answer = read_until_closed(stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431 "), "{answer}");
    app.stop().await;
}

#[tokio::test]
async fn sockets_have_a_lower_limit_than_connections() {
    let business =
        crate::documents::TestBusiness::open_at(start_with_timeouts(|caps| caps.max_per_address = 8).await)
            .await;
    let cookie = business.new_session_cookie().await;
    let app = &business.app;
    // A quarter of them for an account, half of them for an address.
    let mut open = Vec::new();
    for _ in 0..2 {
        open.push(try_open(app, Some(&cookie)).await.expect("opens"));
    }
    assert_eq!(try_open(app, Some(&cookie)).await.expect_err("refused"), 429);
    for _ in 0..2 {
        open.push(try_open(app, None).await.expect("opens"));
    }
    assert_eq!(try_open(app, None).await.expect_err("refused"), 429);
    // Pages are read all the same, and those that are open hear what happens.
    app.new_client().get("/healthz").await.expect_status(200);
    wait_for_listeners(app, 2).await;
    drop(open);
    wait_for_no_sockets(app).await;
    assert!(try_open(app, Some(&cookie)).await.is_ok());
    business.app.stop().await;
}

/// Waits until every socket is gone.
async fn wait_for_no_sockets(app: &TestApp) {
    let start = Instant::now();
    while app.state().live.listener_count() > 0 {
        assert!(start.elapsed() < TIMEOUT, "sockets end");
        tokio::task::yield_now().await;
    }
}
