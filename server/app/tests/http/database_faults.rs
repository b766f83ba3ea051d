//! A database that goes away while the server runs, and comes back: requests meanwhile get 503, nothing is half done,
//! and the server continues automatically. A read-only disk is tested in `tests/disk/run.mjs`.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::response::IntoResponse as _;
use plumbline::db::{Dialect, WriteTx};
use plumbline::error::ApiError;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

use crate::support::{Client, TestApp};

const PATH: &str = "/api/contacts";
/// How long /readyz relies on the last write, in milliseconds.
const WRITE_CHECK_LIFETIME: i64 = 5_000;
/// After how long the last use of a session is stored again, in milliseconds.
const SESSION_SEEN_INTERVAL: i64 = 15_000;

/// A proxy in front of PostgreSQL, which other tests use too: while it is shut, connections end and new ones get no
/// reply, as with a server that stops.
struct DatabaseProxy {
    address: SocketAddr,
    /// The address of PostgreSQL.
    behind: Arc<OnceLock<String>>,
    is_open: watch::Sender<bool>,
}

impl DatabaseProxy {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (is_open, open) = watch::channel(true);
        let behind = Arc::new(OnceLock::new());
        let to = Arc::clone(&behind);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let to: String = to.get().cloned().unwrap_or_default();
                tokio::spawn(forward(stream, to, open.clone()));
            }
        });
        Self { address, behind, is_open }
    }

    /// The address of a database through the proxy.
    fn proxied_url(&self, url: &str) -> String {
        let mut url: Url = url.parse().expect("an address");
        let host = url.host_str().expect("a host");
        let to = format!("{host}:{}", url.port().unwrap_or(5432));
        self.behind.set(to).expect("one database");
        url.set_ip_host(self.address.ip()).expect("an address");
        url.set_port(Some(self.address.port())).expect("a port");
        url.to_string()
    }
}

async fn forward(mut here: TcpStream, to: String, mut open: watch::Receiver<bool>) {
    if !*open.borrow() {
        return;
    }
    let Ok(mut there) = TcpStream::connect(to).await else {
        return;
    };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
        _ = open.wait_for(|is_open| !is_open) => {}
    }
}

/// Checks that every request gets 503, except the one whether the process is running.
async fn is_out_of_service(client: &Client, contact: &Value) {
    for path in ["/readyz", PATH, "/api/quotes", "/api/items"] {
        client.get(path).await.expect_error(503, "unavailable", None);
    }
    let answer = client.post(PATH, contact).await;
    answer.expect_error(503, "unavailable", None);
    client.get("/healthz").await.expect_status(200);
}

#[tokio::test]
async fn requests_get_503_while_postgresql_is_down_and_work_again_afterwards() {
    let gate = DatabaseProxy::start().await;
    let app = TestApp::start_with(|config| {
        config.database_url = config.database_url.as_deref().map(|url| gate.proxied_url(url));
    })
    .await;
    if app.state().db.dialect() == Dialect::Sqlite {
        return;
    }
    let client = app.sign_up("sam@example.com").await;
    let contact = json!({ "id": "01900000-0000-7000-8000-000000000001", "name": "Jo Bloggs" });
    for turn in 0..2 {
        // The first time it says that it stops, the second time it is gone.
        if turn == 0 {
            let mut conn = app.state().db.read().await.expect("a connection");
            sqlx::query(
                "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
            .execute(&mut *conn)
            .await
            .expect("they end");
        }
        gate.is_open.send_replace(false);
        app.clock.advance(WRITE_CHECK_LIFETIME);
        is_out_of_service(&client, &contact).await;
        gate.is_open.send_replace(true);
        app.clock.advance(WRITE_CHECK_LIFETIME);
        client.get("/readyz").await.expect_status(200);
        assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    }
    // What was refused succeeds when it is sent again.
    client.post(PATH, &contact).await.expect_status(201);
    app.stop().await;
}

/// Appends a full stop to the name of a contact.
async fn change_contact(tx: &mut WriteTx, id: &Value) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE contacts SET name = name || '.' WHERE id = $1")
        .bind(id.as_str())
        .execute(&mut **tx)
        .await
        .map(|_| ())
}

/// Checks that an error means that the request should be repeated.
#[track_caller]
fn assert_can_be_retried(error: sqlx::Error, code: &str) {
    let of = error.as_database_error().and_then(|it| it.code());
    assert_eq!(of.as_deref(), Some(code), "{error}");
    let error = ApiError::from(error);
    assert_eq!((error.status().as_u16(), error.code()), (503, "unavailable"));
    let response = error.into_response();
    assert_eq!(response.headers()["retry-after"], "1");
}

#[tokio::test]
async fn conflicting_transactions_are_answered_with_503_at_once() {
    let app = TestApp::start().await;
    let db = app.state().db.clone();
    if db.dialect() == Dialect::Sqlite {
        return;
    }
    let client = app.sign_up("sam@example.com").await;
    let mut ids = Vec::new();
    for name in ["Jo Bloggs", "Al Bloggs"] {
        let made = client.post(PATH, &json!({ "name": name })).await.expect_status(201);
        ids.push(made["id"].clone());
    }
    // Each waits for what the other has.
    let mut one = db.begin_write().await.expect("a transaction");
    let mut other = db.begin_write().await.expect("a transaction");
    change_contact(&mut one, &ids[0]).await.expect("the first");
    change_contact(&mut other, &ids[1]).await.expect("the second");
    let (first, second) = tokio::join!(
        async {
            let done = change_contact(&mut one, &ids[1]).await;
            drop(one);
            done
        },
        async {
            let done = change_contact(&mut other, &ids[0]).await;
            drop(other);
            done
        }
    );
    let ended: Vec<_> = [first, second].into_iter().filter_map(Result::err).collect();
    let [error] = <[sqlx::Error; 1]>::try_from(ended).expect("one of the two");
    assert_can_be_retried(error, "40P01");

    // What it has read was changed meanwhile.
    let mut one = db.begin_write().await.expect("a transaction");
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut *one).await.expect("a level");
    sqlx::query("SELECT id FROM contacts").execute(&mut *one).await.expect("read");
    let mut other = db.begin_write().await.expect("a transaction");
    change_contact(&mut other, &ids[0]).await.expect("changed");
    other.commit().await.expect("committed");
    let error = change_contact(&mut one, &ids[0]).await.expect_err("it was changed");
    assert_can_be_retried(error, "40001");
    drop(one);
    app.stop().await;
}

/// A write that is only a side effect of a read may fail: the read still gets its response.
#[tokio::test]
async fn a_read_succeeds_if_the_session_cannot_be_marked_as_seen() {
    let app = TestApp::start().await;
    let one = app.sign_up("sam@example.com").await;
    let other = app.sign_up("jo@example.com").await;
    // From now on no two sessions are seen at the same moment.
    let now = plumbline::clock::Clock::now_ms(&*app.clock);
    let only_one =
        format!("CREATE UNIQUE INDEX only_one_seen ON sessions (last_seen_at) WHERE last_seen_at > {now}");
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    sqlx::query(sqlx::AssertSqlSafe(only_one)).execute(&mut *tx).await.expect("an index");
    tx.commit().await.expect("a commit");
    app.clock.advance(SESSION_SEEN_INTERVAL);
    for client in [&one, &other, &other] {
        assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    }
    app.stop().await;
}
