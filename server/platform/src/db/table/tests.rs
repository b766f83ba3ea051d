use super::Table as _;
use crate::db::column::UnknownValue;
use crate::db::{Db, packed_rows};

stored_enum! {
    /// An enumeration stored as text.
    pub enum Ripeness {
        /// Not ripe yet.
        Green = "green",
        /// Ripe.
        Ripe = "ripe",
    }
}

/// Columns that belong together.
#[derive(Debug, Clone, Default, PartialEq)]
struct Taste {
    sour: String,
    sweet: i64,
}

table! {
    /// A row.
    struct Fruit: "fruits", by id, immutable [planted], checked ripeness by fits {
        /// The row's id.
        id: String,
        /// Increased by every change.
        version: i64,
        /// When it was planted.
        planted: i64,
        /// The ripeness, stored as text.
        ripeness: Ripeness,
        /// The ripeness before, if known.
        before: Option<Ripeness>,
        /// Whether somebody wants it.
        wanted: bool,
    }
    within {
        /// The taste.
        taste: Taste {
            sour,
            sweet,
        }
    }
    read {
        /// How many there are.
        of_all: i64 = "(SELECT COUNT(*) FROM fruits)",
    }
}

/// Refuses a fruit that was ripe before and is green now.
fn fits(row: &Fruit) -> Result<(), UnknownValue> {
    let again = row.before == Some(Ripeness::Ripe) && row.ripeness == Ripeness::Green;
    match again {
        true => Err(UnknownValue::new(row.ripeness.code(), &["ripe"])),
        false => Ok(()),
    }
}

fn fruit(id: &str, before: Option<Ripeness>) -> Fruit {
    Fruit {
        id: id.to_owned(),
        version: 1,
        planted: 7,
        ripeness: Ripeness::Ripe,
        before,
        wanted: true,
        taste: Taste { sour: "a little".to_owned(), sweet: 3 },
        of_all: 0,
    }
}

/// A database with a table of fruits, the last of which can't be read.
async fn orchard(folder: &std::path::Path) -> Db {
    let db = Db::open(None, folder, 2).await.expect("a database");
    let mut tx = db.begin_write().await.expect("a writer");
    let sql = "CREATE TABLE fruits (wanted BIGINT NOT NULL, before TEXT, \
        planted BIGINT NOT NULL, ripeness TEXT NOT NULL, version BIGINT NOT NULL, \
        sweet BIGINT NOT NULL DEFAULT 0, sour TEXT NOT NULL DEFAULT '', \
        id TEXT PRIMARY KEY NOT NULL)";
    sqlx::query(sql).execute(&mut *tx).await.expect("a table");
    for row in [fruit("a", None), fruit("b", Some(Ripeness::Green))] {
        row.insert().execute(&mut *tx).await.expect("a row");
    }
    let sql = "INSERT INTO fruits (id, version, ripeness, before, wanted, planted) VALUES \
        ('c', 1, 'blue', NULL, 1, 1), ('d', 1, 'ripe', NULL, 2, 1), \
        ('e', 1, 'green', 'ripe', 0, 1)";
    sqlx::query(sql).execute(&mut *tx).await.expect("rows");
    tx.commit().await.expect("a commit");
    db
}

#[tokio::test]
async fn reads_an_inserted_row_with_all_its_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = orchard(folder.path()).await;
    let mut conn = db.read().await.expect("a connection");
    let rows = Fruit::select("WHERE id < $1 ORDER BY id").bind("c");
    let rows = rows.fetch_all(&mut *conn).await.expect("rows");
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].before, rows[0].planted), (None, 7));
    assert_eq!(rows[1].before, Some(Ripeness::Green));
    assert_eq!(rows[1].ripeness, Ripeness::Ripe);
    assert!(rows[1].wanted);
    assert_eq!(rows[1].taste, fruit("b", None).taste);
    assert_eq!(rows[1].of_all, 5);
}

#[tokio::test]
async fn a_row_that_is_there_is_not_inserted_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = orchard(folder.path()).await;
    let mut tx = db.begin_write().await.expect("a writer");
    for (id, written) in [("a", 0), ("f", 1)] {
        let done = fruit(id, None).insert_if_absent().execute(&mut *tx);
        assert_eq!(done.await.expect("an answer").rows_affected(), written);
    }
}

#[tokio::test]
async fn updates_only_the_given_version_and_keeps_fixed_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = orchard(folder.path()).await;
    let mut tx = db.begin_write().await.expect("a writer");
    let changed = Fruit {
        version: 2,
        planted: 99,
        wanted: false,
        taste: Taste { sweet: 9, ..Taste::default() },
        ..fruit("a", Some(Ripeness::Green))
    };
    for written in [1, 0] {
        let done = changed.update_version(1).execute(&mut *tx).await;
        assert_eq!(done.expect("an answer").rows_affected(), written);
    }
    let rows = Fruit::select("WHERE id < 'c' ORDER BY id");
    let rows = rows.fetch_all(&mut *tx).await.expect("rows");
    assert_eq!((rows[0].version, rows[0].planted), (2, 7));
    assert_eq!((rows[0].before, rows[0].wanted), (Some(Ripeness::Green), false));
    assert_eq!((rows[0].taste.sour.as_str(), rows[0].taste.sweet), ("", 9));
    assert_eq!((rows[1].version, rows[1].wanted), (1, true));
    assert_eq!(rows[1].taste.sweet, 3);
}

#[tokio::test]
async fn an_invalid_value_is_reported_with_table_column_and_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = orchard(folder.path()).await;
    let mut conn = db.read().await.expect("a connection");
    for (id, column, why) in [
        ("c", "ripeness", "'blue' is not one of green, ripe"),
        ("d", "wanted", "2 is neither 0 nor 1"),
        ("e", "ripeness", "'green' is not one of ripe"),
    ] {
        let row = Fruit::select("WHERE id = $1").bind(id);
        let error = row.fetch_one(&mut *conn).await.expect_err("no such word");
        let text = format!("error occurred while decoding column fruits.{column} of id '{id}': {why}");
        assert_eq!(error.to_string(), text);
    }
}

#[tokio::test]
async fn packed_rows_equal_rows_read_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = orchard(folder.path()).await;
    let mut tx = db.begin_write().await.expect("a writer");
    let strange = Fruit {
        planted: i64::MAX,
        taste: Taste { sour: "\"Żółć\" \\ \u{1f34b}\n\u{1}".to_owned(), sweet: i64::MIN },
        ..fruit("b\"2", Some(Ripeness::Ripe))
    };
    strange.insert().execute(&mut *tx).await.expect("a row");
    let one_by_one = Fruit::select("WHERE id < $1").bind("c");
    let one_by_one = one_by_one.fetch_all(&mut *tx).await.expect("rows");
    let mut packed: Vec<Fruit> = packed_rows::find_all(&mut tx, "id < $1", &["c"]).await.expect("rows");
    packed.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(packed.len(), 3);
    assert_eq!(format!("{packed:?}"), format!("{one_by_one:?}"));
    let none: Vec<Fruit> = packed_rows::find_all(&mut tx, "id < $1", &[""]).await.expect("none");
    assert!(none.is_empty());
    let broken = packed_rows::find_all::<Fruit>(&mut tx, "id = $1", &["c"]).await;
    let text = broken.expect_err("no such word").to_string();
    assert!(text.contains("fruits.ripeness of id 'c'"), "{text}");
}
