//! A database of an earlier version: opened by this one, it gives the same responses, and people continue where they
//! were. Its contents are described in `tests/fixtures/README.md`.

mod contacts;
mod expenses;
mod lists;

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use plumbline::config::Config;
use plumbline::db::Dialect;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

use crate::card;
use crate::documents::edit::{edit_body, set_field_operation};
use crate::documents::{self, OWNER, id_of, token_of};
use crate::support::stripe::FakeStripe;
use crate::support::{Client, PASSWORD, START, TestApp, TestResponse};

const DATABASE: &str = include_str!("../../../../../tests/fixtures/database-0.1.0.sql");
const ANSWERS: &str = include_str!("../../../../../tests/fixtures/database-0.1.0.json");

/// The newest migration of that database.
const MIGRATION: i64 = 5;

/// The earlier database under today's server.
struct UpgradedServer {
    app: TestApp,
    answers: Value,
}

impl UpgradedServer {
    async fn open() -> Self {
        let answers: Value = serde_json::from_str(ANSWERS).expect("JSON");
        let stripe = FakeStripe::start("127.0.0.1:0", || START / 1000).await;
        let change = |config: &mut Config| {
            config.stripe = Some(card::stripe_config(&stripe.url()));
            config.public_url = Some(text_of(&answers["publicUrl"]).parse().expect("an address"));
        };
        let app = TestApp::start_after(change, async |config| fill_database(config, &answers).await).await;
        app.clock.set(answers["at"].as_i64().expect("an instant"));
        Self { app, answers }
    }

    /// A browser signed in as one of the two businesses.
    async fn sign_in_business(&self, account: &str) -> Client {
        let client = self.app.new_client();
        let body = match account {
            "demo" => json!({ "username": plumbline::demo::EMAIL,
                "password": plumbline::demo::PASSWORD }),
            _ => json!({ "username": OWNER, "password": PASSWORD }),
        };
        client.post("/api/auth/login", &body).await.expect_status(200);
        client
    }

    fn all_documents(&self) -> impl Iterator<Item = &Value> {
        self.answers["documents"].as_object().expect("documents").values()
    }

    /// The one document of the second business with this description.
    fn find_document(&self, job: &str) -> &Value {
        let mut found = self.all_documents().filter(|document| document["detail"]["jobDescription"] == job);
        let document = found.next().expect("a document");
        assert!(found.next().is_none(), "{job}");
        &document["detail"]
    }
}

/// Creates the tables as they were, and inserts the rows and the files.
async fn fill_database(config: &Config, answers: &Value) {
    sqlx::any::install_default_drivers();
    let url = config.database_url.clone().unwrap_or_else(|| {
        let file = config.data.join("plumbline.db");
        format!("sqlite://{}?mode=rwc", file.display())
    });
    let mut conn = AnyConnection::connect(&url).await.expect("a database");
    plumbline::db::migrate::migrator().run_to(MIGRATION, &mut conn).await.expect("the tables of then");
    sqlx::raw_sql(AssertSqlSafe(format!("BEGIN;\n{DATABASE}\nCOMMIT;")))
        .execute(&mut conn)
        .await
        .expect("the rows of then");
    conn.close().await.expect("closed");
    let folder = config.data.join("files");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, bytes) in answers["files"].as_object().expect("files") {
        let bytes = STANDARD.decode(text_of(bytes)).expect("base64");
        std::fs::write(Path::new(&folder).join(name), bytes).expect("written");
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Checks that a response contains everything that it contained then; it may contain more.
#[track_caller]
fn assert_unchanged(then: &Value, now: &Value, path: &str) {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            for (name, then) in then {
                let path = format!("{path}.{name}");
                let now = now.get(name).unwrap_or_else(|| panic!("{path} is gone"));
                assert_unchanged(then, now, &path);
            }
        }
        (Value::Array(then), Value::Array(now)) => {
            assert_eq!(then.len(), now.len(), "{path}");
            for (at, (then, now)) in then.iter().zip(now).enumerate() {
                assert_unchanged(then, now, &format!("{path}[{at}]"));
            }
        }
        _ => assert_eq!(then, now, "{path}"),
    }
}

/// The earlier response with the intended changes: PayPal is offered only if the address for it is known, the VAT of a
/// reverse charge is below the totals, and lines show their VAT if it differs from the document's, which has this rate.
fn with_intended_changes(answer: &Value, rate: &Value) -> Value {
    let mut answer = answer.clone();
    let presentation = "/page/presentation";
    let own = format!("VAT @ {}%", text_of(rate));
    let lines = answer.pointer_mut(&format!("{presentation}/lines"));
    for line in lines.and_then(Value::as_array_mut).into_iter().flatten() {
        if line["vat"] == own {
            line["vat"] = Value::Null;
        }
    }
    let options = answer.pointer_mut(&format!("{presentation}/actions/pay/options"));
    if let Some(options) = options.and_then(Value::as_array_mut) {
        options.retain(|option| option["method"] != "paypal");
    }
    let totals = answer.pointer_mut(&format!("{presentation}/totals"));
    if let Some(totals) = totals.and_then(Value::as_array_mut) {
        totals.sort_by_key(|row| row["kind"] == "reverseCharge");
    }
    answer
}

/// A rejected payment used to be missing from the history, and now remains in it.
fn without_rejected_payments(mut answer: Value) -> Value {
    let body = answer.pointer_mut("/page/presentation/payments");
    if let Some(bodies) = body.and_then(Value::as_array_mut) {
        bodies.retain(|payment| payment["badge"]["label"] != "Not received");
    }
    answer
}

async fn compare_documents(house: &UpgradedServer) {
    let clients =
        [("demo", house.sign_in_business("demo").await), ("sam", house.sign_in_business("sam").await)];
    let customer = house.app.new_client();
    let mut seen = 0;
    for (account, client) in clients {
        for then in house.all_documents().filter(|it| it["account"] == account) {
            let (kind, id) = (text_of(&then["kind"]), id_of(&then["detail"]));
            let now = client.get(&format!("/api/{kind}/{id}")).await.expect_status(200);
            assert_unchanged(&then["detail"], &now, &format!("{kind} {id}"));
            if let Some(token) = now["publicToken"].as_str() {
                let path = format!("/api/{kind}/public/{token}?with=page");
                let now = customer.get(&path).await;
                if then["detail"]["status"] == "void" {
                    // The link led nowhere then; now it says why.
                    now.expect_error(410, "voided", None);
                } else {
                    assert_eq!(json!(now.status.as_u16()), then["public"]["status"]);
                    let then = with_intended_changes(&then["public"]["answer"], &then["detail"]["tax"]);
                    assert_unchanged(&then, &without_rejected_payments(now.json()), &path);
                }
            }
            seen += 1;
        }
        lists::compare_lists(house, account, &client).await;
        let now = client.get("/api/activities?limit=100").await.expect_status(200);
        let then = &house.answers["accounts"][account]["activities"];
        assert_unchanged(then, &now, "activities");
    }
    assert_eq!(seen, 63, "every document is compared");
}

#[tokio::test]
async fn every_document_gives_the_same_response_as_before() {
    let mut house = UpgradedServer::open().await;
    compare_documents(&house).await;
    // A second start finds nothing to do, and nothing has moved.
    house.app.restart().await;
    compare_documents(&house).await;
    house.app.stop().await;
}

/// A request with a cookie from then.
async fn with_cookie(app: &TestApp, method: Method, path: &str, cookie: &Value) -> TestResponse {
    let client = app.new_client();
    let request = client.request(method, path).header("cookie", text_of(cookie));
    client.send(request).await
}

#[tokio::test]
async fn sessions_pins_and_reset_links_of_the_earlier_version_still_work() {
    let house = UpgradedServer::open().await;
    let (app, then) = (&house.app, &house.answers);
    let me = with_cookie(app, Method::GET, "/api/auth/me", &then["session"]).await;
    assert_eq!(me.expect_status(200)["email"], OWNER);
    let client = app.new_client();
    let request = client
        .request(Method::POST, "/api/auth/pin/login")
        .header("cookie", text_of(&then["pin"]["device"]))
        .json(&json!({ "userId": then["pin"]["userId"], "pin": then["pin"]["pin"] }));
    client.send(request).await.expect_status(200);
    let body = json!({ "token": then["resetToken"], "newPassword": "Br4nd-new!" });
    client.post("/api/auth/reset-password", &body).await.expect_status(200);

    let sam = house.sign_in_business("sam").await;
    let (replay, path) = (&then["replay"], text_of(&then["replay"]["path"]));
    let again = sam.post_with_key(path, text_of(&replay["key"]), &replay["body"]).await;
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.expect_status(201), replay["answer"]);
    let logo = text_of(&house.find_document("A draft quote")["businessProfile"]["logoUrl"]);
    assert_eq!(&app.new_client().get_bytes(logo).await[1..4], b"PNG");
    house.app.stop().await;
}

#[tokio::test]
async fn queued_jobs_of_the_earlier_version_are_done() {
    let house = UpgradedServer::open().await;
    let (app, customer) = (&house.app, house.app.new_client());
    // The code of somebody who had just registered.
    let code = app.newest_code("late@example.com").await;
    let body = json!({ "email": "late@example.com", "code": code });
    customer.post("/api/auth/verify-email", &body).await.expect_status(200);
    let reset = app.receive_emails("pat@example.com").await.pop().expect("a mail");
    assert!(reset.first_link().is_some_and(|link| link.contains("token=")));
    let mailed = app.receive_emails(documents::CUSTOMER).await.pop().expect("a mail");
    let sent = house.find_document("Mailed later, the mail waits");
    assert!(mailed.text.contains(text_of(&sent["publicUrl"])));
    assert!(mailed.raw.contains("application/pdf"), "the PDF is with it");
    let sam = house.sign_in_business("sam").await;
    let export = sam.get("/api/account/export").await.expect_status(200);
    assert_eq!(export["status"], "ready");

    // Signing in queued an email to the owner about a new device. Jobs that failed for good are not run, and the
    // checkout is checked when it is due.
    assert_eq!(app.run_jobs().await, 1);
    let mut conn = app.state().db.read().await.expect("a connection");
    let left: Vec<(String, String)> = sqlx::query_as(
        "SELECT kind, CASE WHEN failed_at IS NULL THEN 'waits' ELSE 'failed' END FROM jobs \
         ORDER BY kind",
    )
    .fetch_all(&mut *conn)
    .await
    .expect("jobs");
    let expected = [("card_checkout", "waits"), ("mail", "failed")]
        .map(|(kind, state)| (kind.to_owned(), state.to_owned()));
    assert_eq!(left, expected);
    drop(conn);
    house.app.stop().await;
}

#[tokio::test]
async fn documents_of_the_earlier_version_can_be_edited_accepted_and_paid() {
    let house = UpgradedServer::open().await;
    let (sam, customer) = (house.sign_in_business("sam").await, house.app.new_client());
    let draft = house.find_document("A draft quote");
    let path = format!("/api/quotes/{}", id_of(draft));
    // Its edits were not logged then: what was begun before is asked about, what is begun now is done.
    let early = edit_body(&json!(0), json!([set_field_operation("notes", "Ring first")]));
    let response = sam.patch(&path, &early).await;
    response.expect_error(409, "edit_conflict", None);
    let now = edit_body(&draft["version"], json!([set_field_operation("notes", "Ring first")]));
    let edited = sam.patch(&path, &now).await.expect_status(200);
    assert_eq!(edited["notes"], "Ring first");
    let sent = sam.post(&format!("{path}/send"), &json!({ "via": "link" })).await.expect_status(200);
    assert_eq!(sent["quoteNumber"], "Q-0015");
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    customer.post_empty(&accept).await.expect_status(200);

    let open = house.find_document("Pending, valid");
    let accept = format!("/api/quotes/public/{}/accept", token_of(open));
    customer.post_empty(&accept).await.expect_status(200);
    let convert = format!("/api/quotes/{}/convert", id_of(open));
    let invoice = sam.post_empty(&convert).await.expect_status(201);
    assert_eq!(invoice["totals"]["totalAmount"], "478.10");

    let part = house.find_document("Part paid");
    let path = format!("/api/invoices/{}/payments", id_of(part));
    let rest = json!({ "amount": part["totals"]["balanceDue"], "method": "cash" });
    let paid = sam.post(&path, &rest).await.expect_status(201);
    assert_eq!(paid["status"], "paid");

    let pending = house.find_document("Announced by the customer, pending");
    let payment = id_of(&pending["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{payment}/confirm", id_of(pending));
    assert_eq!(sam.post_empty(&path).await.expect_status(200)["status"], "paid");
    house.app.stop().await;
}

#[tokio::test]
async fn all_rows_are_there_and_columns_accept_new_codes() {
    let house = UpgradedServer::open().await;
    let db = &house.app.state().db;
    let mut tx = db.begin_write().await.expect("a writer");
    if db.dialect() == Dialect::Sqlite {
        for check in ["foreign_key_check", "quick_check WHERE quick_check <> 'ok'"] {
            let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM pragma_{check}"));
            let broken: i64 = sqlx::query_scalar(sql).fetch_one(&mut *tx).await.expect("a count");
            assert_eq!(broken, 0, "{check}");
        }
    }
    // A code that only a later version knows fits into each of these columns.
    for (table, column, rows) in [
        ("documents", "kind", 63),
        ("payments", "status", 0),
        ("payments", "recorded_by", 0),
        ("card_checkouts", "status", 0),
    ] {
        let sql = format!("UPDATE {table} SET {column} = 'a later word' WHERE {column} <> ''");
        let done = sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await;
        let done = done.expect("no list says no").rows_affected();
        assert!(done > rows.max(1) - 1, "{table}.{column}: {done}");
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} <> 'a later word'");
        let left: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *tx).await.expect("a count");
        assert_eq!(left, 0, "{table}.{column}");
    }
    drop(tx);
    // The indexes that prevented two equal numbers, two pending payments and two live checkouts still do.
    for sql in [
        "UPDATE documents SET number = 'Q-0001' WHERE kind = 'quote'",
        "UPDATE payments SET status = 'pending', document_id = (SELECT MIN(id) FROM documents)",
        "UPDATE card_checkouts SET status = 'open', document_id = (SELECT MIN(id) FROM documents)",
    ] {
        let mut tx = db.begin_write().await.expect("a writer");
        let error = sqlx::query(sql).execute(&mut *tx).await.expect_err(sql);
        assert!(plumbline::db::is_unique_violation(&error), "{sql}: {error}");
    }
    house.app.stop().await;
}
