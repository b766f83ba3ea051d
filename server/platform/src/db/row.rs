//! Results of queries that are not a table's whole row: structs whose fields are named like the columns, and of types
//! that are stored in one ([`Column`](super::column::Column)).

/// Defines such a struct and how it is read from a row. sqlx's derive would do the same, but compiles the database
/// drivers a second time for the compiler.
#[macro_export]
macro_rules! row {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty,)+
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)+
        }

        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $name {
            fn from_row(row: &'r sqlx::any::AnyRow) -> sqlx::Result<Self> {
                use $crate::db::column::read_column;
                let name = stringify!($name);
                Ok(Self { $($field: read_column::<$type>(row, name, "id", stringify!($field))?,)+ })
            }
        }

        impl $crate::db::sql::ReadColumns for $name {
            fn columns() -> Vec<String> {
                vec![$($crate::db::sql::describe_column::<$type>(stringify!($field)),)+]
            }
        }
    };
}
pub use row;

#[cfg(test)]
mod tests {
    use plumbline_core::time::Date;

    use crate::db::column::DateOrEmpty;
    use crate::db::{Db, sql};

    row! {
        struct Delivery {
            id: String,
            sent_on: Date,
            read_on: DateOrEmpty,
        }
    }

    #[tokio::test]
    async fn an_unreadable_date_is_an_error_that_names_column_and_row() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(None, folder.path(), 1).await.expect("a database");
        let mut conn = db.read().await.expect("a connection");
        let dates = |sent_on: &'static str, read_on: &'static str| {
            sql::query_as::<Delivery>("SELECT 'a' AS id, $1 AS sent_on, $2 AS read_on")
                .bind(sent_on)
                .bind(read_on)
        };
        let read = dates("2026-11-30", "").fetch_one(&mut *conn).await.expect("a row");
        assert_eq!((read.id.as_str(), read.sent_on.to_string()), ("a", "2026-11-30".to_owned()));
        assert_eq!(read.read_on, DateOrEmpty(None));
        for (sent_on, read_on, column) in [("", "", "sent_on"), ("2026-11-30", "2026-11-31", "read_on")] {
            let error =
                dates(sent_on, read_on).fetch_one(&mut *conn).await.err().expect("refused").to_string();
            assert!(error.contains(&format!("Delivery.{column} of id 'a'")), "{error}");
        }
    }
}
