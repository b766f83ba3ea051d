//! Results of queries that are not a table's whole row: structs whose fields are named like the columns.

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
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(stringify!($field))?,)+ })
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
