use super::*;

const ID: &str = "019353b2-8f5e-7c1a-9d2e-3f4a5bcdef01";

fn user() -> UserId {
    ID.parse().expect("an id")
}

#[test]
fn words_are_stored_once_with_their_account() {
    let stored = to_stored_words(&user(), "invoice", ["INV-0012", "inv 0.50 00", "Éclair"]);
    assert_eq!(stored, "idef01inv idef010012 idef0112 idef010.50 idef0100 idef01eclair");
}

#[test]
fn a_query_searches_for_the_beginnings_of_words() {
    let requested = |dialect| build_query(dialect, &user(), "quote", "Écl \"inv*' 0012");
    assert_eq!(requested(Dialect::Sqlite).as_deref(), Some(r#""qdef01ecl" * "qdef01inv" * "qdef010012" *"#));
    assert_eq!(
        requested(Dialect::Postgres).as_deref(),
        Some("'qdef01ecl':* & 'qdef01inv':* & 'qdef010012':*")
    );
    assert_eq!(build_query(Dialect::Sqlite, &user(), "quote", " –% "), None);
    let long = "word ".repeat(100);
    let query = build_query(Dialect::Sqlite, &user(), "quote", &long).expect("a query");
    assert_eq!(query.matches("word").count(), QUERY_WORDS_MAX);
}

#[test]
fn limits_the_number_of_stored_words() {
    let text: String = (0..10_000).map(|n| format!("w{n} ")).collect();
    assert_eq!(to_stored_words(&user(), "quote", [text.as_str()]).split(' ').count(), STORED_WORDS_MAX);
}

#[test]
fn hashes_different_ids_differently() {
    let hash = |id: &str| hash_id(&id.parse().expect("an id"));
    assert_eq!(hash(ID), hash(ID));
    assert_ne!(hash(ID), hash("019353b2-8f5e-7c1a-9d2e-3f4a5bcdef02"));
    assert!(hash(ID) >= COUNTED_ROW_MAX);
}

/// There is one connection for writing, which requests get in the order in which they asked for it.
#[tokio::test]
async fn others_can_write_before_the_log_is_truncated() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = crate::db::Db::open(None, folder.path(), 2).await.expect("a database");
    for row in 1..=3_i64 {
        let mut tx = db.begin_write().await.expect("a transaction");
        sqlx::query("INSERT INTO document_search (rowid, words, customer_words) VALUES ($1, 'word', '')")
            .bind(row)
            .execute(&mut *tx)
            .await
            .expect("a row");
        tx.commit().await.expect("committed");
    }
    let write_tx = db.begin_write().await.expect("a transaction");
    let order = std::sync::Mutex::new(Vec::new());
    let done = |what| order.lock().expect("no panic").push(what);
    let truncating = async {
        db.truncate_log().await.expect("truncated");
        done("truncated");
    };
    let saving = async {
        drop(db.begin_write().await.expect("a transaction"));
        done("saved");
    };
    let releasing = async { drop(write_tx) };
    futures::future::join3(truncating, saving, releasing).await;
    assert_eq!(*order.lock().expect("no panic"), ["saved", "truncated"]);
}
