//! A table as a type: one list of columns for reading, inserting and writing back, and words read
//! into what they mean.
//!
//! ```ignore
//! table! {
//!     /// A payment as stored.
//!     pub struct PaymentRow: "payments", by id {
//!         /// UUIDv7.
//!         pub id: String,
//!         /// `pending`, …
//!         pub status: PaymentStatus,
//!     }
//! }
//! ```
//!
//! gives the struct, its columns (`PaymentRow::COLUMNS`), reading it from a row, and inserting it
//! whole. A column that cannot be read is an error that names the table, the column and the row.

use sqlx::any::AnyRow;
use sqlx::{Any, Decode, Row as _, Type};

/// A column of a row; where it cannot be read the error says of which table and which row.
///
/// # Errors
/// When the column is not there, or holds what the type is not.
pub fn column<'r, T>(row: &'r AnyRow, table: &str, key: &str, name: &str) -> sqlx::Result<T>
where
    T: Decode<'r, Any> + Type<Any>,
{
    row.try_get(name).map_err(|error| {
        let id: String = row.try_get(key).unwrap_or_default();
        let source = match error {
            sqlx::Error::ColumnDecode { source, .. } => source,
            other => other.into(),
        };
        sqlx::Error::ColumnDecode {
            index: format!("{table}.{name} of {key} '{id}'"),
            source,
        }
    })
}

/// A word at rest that is none of its list.
#[derive(Debug, thiserror::Error)]
#[error("'{found}' is none of the words {known}")]
pub struct NoSuchWord {
    /// What stands there.
    pub found: String,
    /// The words of the list.
    pub known: String,
}

/// Types whose values are words in a column.
macro_rules! words {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+
    })+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $name {
            /// Its word.
            #[must_use]
            $vis const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::db::table::NoSuchWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    other => Err($crate::db::table::NoSuchWord {
                        found: other.chars().take(40).collect(),
                        known: [$($word),+].join(", "),
                    }),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        $crate::db::table::as_word!($name);
    )+};
}

/// Keeps a type in a column as its word: what it has `word` and `FromStr` for.
macro_rules! as_word {
    ($name:ty) => {
        impl sqlx::Type<sqlx::Any> for $name {
            fn type_info() -> sqlx::any::AnyTypeInfo {
                <String as sqlx::Type<sqlx::Any>>::type_info()
            }

            fn compatible(info: &sqlx::any::AnyTypeInfo) -> bool {
                <String as sqlx::Type<sqlx::Any>>::compatible(info)
            }
        }

        impl<'q> sqlx::Encode<'q, sqlx::Any> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut <sqlx::Any as sqlx::Database>::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                sqlx::Encode::<sqlx::Any>::encode(self.word().to_owned(), buffer)
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Any> for $name {
            fn decode(
                value: <sqlx::Any as sqlx::Database>::ValueRef<'r>,
            ) -> Result<Self, sqlx::error::BoxDynError> {
                let word = <String as sqlx::Decode<'r, sqlx::Any>>::decode(value)?;
                Ok(word.parse::<Self>()?)
            }
        }
    };
}

/// A table's row: see the module.
macro_rules! table {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident: $table:literal, by $key:ident {
            $(#[$first_meta:meta])* $first_vis:vis $first:ident: $first_type:ty,
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            $(#[$first_meta])* $first_vis $first: $first_type,
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $name {
            fn from_row(row: &'r sqlx::any::AnyRow) -> sqlx::Result<Self> {
                let key = stringify!($key);
                Ok(Self {
                    $first: $crate::db::table::column(row, $table, key, stringify!($first))?,
                    $($field: $crate::db::table::column(row, $table, key, stringify!($field))?,)*
                })
            }
        }

        impl $name {
            /// `SELECT` of every column, up to what follows the table's name.
            const SELECT: &'static str = concat!(
                "SELECT ", stringify!($first) $(, ", ", stringify!($field))*, " FROM ", $table, " "
            );

            /// The rows that the `tail` of a `SELECT` finds.
            fn select<'q>(
                tail: &str,
            ) -> sqlx::query::QueryAs<'q, sqlx::Any, Self, sqlx::any::AnyArguments> {
                sqlx::query_as(sqlx::AssertSqlSafe(format!("{}{tail}", Self::SELECT)))
            }

            /// Writes it as a new row, whole.
            fn insert_whole<'q>(
                &self,
            ) -> sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments> {
                let columns = [stringify!($first) $(, stringify!($field))*];
                let places: Vec<String> = (1..=columns.len()).map(|n| format!("${n}")).collect();
                let sql = format!(
                    concat!("INSERT INTO ", $table, " ({}) VALUES ({})"),
                    columns.join(", "),
                    places.join(", ")
                );
                sqlx::query(sqlx::AssertSqlSafe(sql))
                    .bind(self.$first.clone())
                    $(.bind(self.$field.clone()))*
            }
        }
    };
}

pub(crate) use {as_word, table, words};

#[cfg(test)]
mod tests {
    use crate::db::Db;

    words! {
        /// A word.
        pub enum Ripeness {
            /// Not yet.
            Green = "green",
            /// Now.
            Ripe = "ripe",
        }
    }

    table! {
        /// A row.
        struct Fruit: "fruits", by id {
            /// Its id.
            id: String,
            /// Its word.
            ripeness: Ripeness,
            /// Another, perhaps.
            before: Option<Ripeness>,
            /// A number.
            weight: i64,
        }
    }

    fn fruit(id: &str, before: Option<Ripeness>) -> Fruit {
        Fruit {
            id: id.to_owned(),
            ripeness: Ripeness::Ripe,
            before,
            weight: 7,
        }
    }

    /// A database with a table of fruits, of which the last has a word that is none.
    async fn orchard(folder: &std::path::Path) -> Db {
        let db = Db::open(None, folder, 2).await.expect("a database");
        let mut tx = db.begin_write().await.expect("a writer");
        let sql = "CREATE TABLE fruits (weight BIGINT NOT NULL, before TEXT, \
            ripeness TEXT NOT NULL, id TEXT PRIMARY KEY NOT NULL)";
        sqlx::query(sql).execute(&mut *tx).await.expect("a table");
        for row in [fruit("a", None), fruit("b", Some(Ripeness::Green))] {
            row.insert_whole().execute(&mut *tx).await.expect("a row");
        }
        let sql = "INSERT INTO fruits (id, ripeness, before, weight) VALUES ('c', 'blue', NULL, 1)";
        sqlx::query(sql).execute(&mut *tx).await.expect("a row");
        tx.commit().await.expect("a commit");
        db
    }

    #[tokio::test]
    async fn what_is_inserted_whole_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = orchard(folder.path()).await;
        let mut conn = db.read().await.expect("a connection");
        let rows = Fruit::select("WHERE id <> $1 ORDER BY id").bind("c");
        let rows = rows.fetch_all(&mut *conn).await.expect("rows");
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].before, rows[0].weight), (None, 7));
        assert_eq!(rows[1].before, Some(Ripeness::Green));
        assert_eq!(rows[1].ripeness, Ripeness::Ripe);
    }

    #[tokio::test]
    async fn a_word_that_is_none_names_table_column_and_row() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = orchard(folder.path()).await;
        let mut conn = db.read().await.expect("a connection");
        let row = Fruit::select("WHERE id = $1").bind("c");
        let error = row.fetch_one(&mut *conn).await.expect_err("no such word");
        assert_eq!(
            error.to_string(),
            "error occurred while decoding column fruits.ripeness of id 'c': \
             'blue' is none of the words green, ripe"
        );
    }
}
