//! A table as a type: one list of columns for reading, inserting and updating, with stored values converted to types.
//!
//! ```text
//! table! {
//!     /// A payment as stored.
//!     pub struct PaymentRow: "payments", by id {
//!         /// UUIDv7.
//!         pub id: PaymentId,
//!         /// `pending`, …
//!         pub status: PaymentStatus,
//!     }
//! }
//! ```
//!
//! This defines the struct, its columns ([`Table::COLUMNS`]), reading it from a row, inserting it and updating it
//! ([`Table`]). A column that can't be read is an error that names the table, the column and the row.

use sqlx::any::AnyArguments;
use sqlx::query::{Query, QueryAs};
use sqlx::{Any, AssertSqlSafe};

use super::sql::{self, ReadColumns};

/// A statement that writes.
pub type WriteQuery<'q> = Query<'q, Any, AnyArguments>;

/// A row of a table; [`table!`] implements it.
pub trait Table: ReadColumns + Send + Unpin {
    /// The table's name.
    const NAME: &'static str;
    /// The column by which errors and updates identify a row.
    const KEY: &'static str;
    /// The columns that are written, in the order of the fields.
    const COLUMNS: &'static [&'static str];
    /// The columns that never change after the row was inserted.
    const IMMUTABLE_COLUMNS: &'static [&'static str];
    /// What is read, in the order of the fields: every column, and the calculated fields.
    const READ_COLUMNS: &'static [&'static str];
    /// The `SELECT` of these columns, up to and including the table's name.
    const SELECT: &'static str;

    /// Reads a row from its packed array (`packed_rows.rs`).
    ///
    /// # Errors
    /// When a column can't be read.
    fn unpack<'de, A: serde::de::SeqAccess<'de>>(row: &mut A) -> Result<Self, A::Error>;

    /// Binds the columns for which `wanted` is true, in their order.
    fn bind<'q>(&self, query: WriteQuery<'q>, wanted: impl Fn(&str) -> bool) -> WriteQuery<'q>;

    /// The rows that a `SELECT` with this `tail` finds.
    #[track_caller]
    fn select<'q>(tail: &str) -> QueryAs<'q, Any, Self, AnyArguments> {
        sql::query_as(AssertSqlSafe(format!("{}{tail}", Self::SELECT)))
    }

    /// Inserts the row.
    #[track_caller]
    fn insert<'q>(&self) -> WriteQuery<'q> {
        self.bind(insert_statement::<Self>(""), |_| true)
    }

    /// Inserts the row, unless a row with its key exists, which then stays unchanged.
    #[track_caller]
    fn insert_if_absent<'q>(&self) -> WriteQuery<'q> {
        self.insert_if_unique(Self::KEY)
    }

    /// Inserts the row, unless a row with the same values in these columns exists, which are unique together.
    #[track_caller]
    fn insert_if_unique<'q>(&self, columns: &str) -> WriteQuery<'q> {
        let end = format!(" ON CONFLICT ({columns}) DO NOTHING");
        self.bind(insert_statement::<Self>(&end), |_| true)
    }

    /// Inserts the row, or updates all changeable columns of the row with its key.
    #[track_caller]
    fn upsert<'q>(&self) -> WriteQuery<'q> {
        let columns = Self::COLUMNS.iter().filter(|name| Self::is_mutable(name));
        let set: Vec<String> = columns.map(|it| format!("{it} = excluded.{it}")).collect();
        let (key, set) = (Self::KEY, set.join(", "));
        let end = format!(" ON CONFLICT ({key}) DO UPDATE SET {set}");
        self.bind(insert_statement::<Self>(&end), |_| true)
    }

    /// Whether a column may change after the row was inserted.
    fn is_mutable(name: &str) -> bool {
        name != Self::KEY && !Self::IMMUTABLE_COLUMNS.contains(&name)
    }

    /// Updates the changeable columns of the row, only if the stored row has the version `over`.
    #[track_caller]
    fn update_version<'q>(&self, over: i64) -> WriteQuery<'q> {
        let columns = Self::COLUMNS.iter().filter(|name| Self::is_mutable(name));
        let set: Vec<String> =
            columns.enumerate().map(|(at, name)| format!("{name} = ${}", at + 3)).collect();
        let (table, key, set) = (Self::NAME, Self::KEY, set.join(", "));
        let sql = format!("UPDATE {table} SET {set} WHERE {key} = $1 AND version = $2");
        let query = sql::query(AssertSqlSafe(sql));
        let query = self.bind(query, |name| name == Self::KEY).bind(over);
        self.bind(query, Self::is_mutable)
    }
}

#[track_caller]
fn insert_statement<'q, T: Table>(end: &str) -> WriteQuery<'q> {
    let places: Vec<String> = (1..=T::COLUMNS.len()).map(|n| format!("${n}")).collect();
    let (table, columns, places) = (T::NAME, T::COLUMNS.join(", "), places.join(", "));
    let sql = format!("INSERT INTO {table} ({columns}) VALUES ({places}){end}");
    sql::query(AssertSqlSafe(sql))
}

/// Defines enumerations that are stored in a column as text codes.
#[macro_export]
macro_rules! stored_enum {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+
    })+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $name {
            /// The stored code.
            #[must_use]
            $vis const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::db::column::UnknownValue;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    other => Err($crate::db::column::UnknownValue::new(other, &[$($word),+])),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.code())
            }
        }

        $crate::db::table::store_as_code!($name);
    )+};
}

/// Makes a type with `word` and `FromStr` storable in a column as its word.
#[macro_export]
macro_rules! store_as_code {
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
                sqlx::Encode::<sqlx::Any>::encode(self.code().to_owned(), buffer)
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Any> for $name {
            fn decode(
                value: <sqlx::Any as sqlx::Database>::ValueRef<'r>,
            ) -> Result<Self, sqlx::error::BoxDynError> {
                let code = <String as sqlx::Decode<'r, sqlx::Any>>::decode(value)?;
                Ok(code.parse::<Self>()?)
            }
        }

        impl $crate::db::column::Column for $name {
            type Stored = String;

            fn from_stored(stored: String) -> Result<Self, sqlx::error::BoxDynError> {
                Ok(stored.parse::<Self>()?)
            }

            fn to_stored(&self) -> String {
                self.code().to_owned()
            }
        }
    };
}

/// Defines the row of a table; see the module. `immutable` lists the columns that an update leaves unchanged; `checked`
/// names a column and the function that checks it against the rest of the row; a field in `within` is a struct whose
/// own fields are columns, after the others; fields in `read` are calculated by the database and never written; fields
/// in `loaded` are read by other statements, and have their default until then.
#[macro_export]
macro_rules! table {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident: $table:literal, by $key:ident
        $(, immutable [$($immutable:ident),+])? $(, checked $checked:ident by $check:path)? {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty,)+
        }
        $(within {
            $($(#[$part_meta:meta])* $part_vis:vis $part:ident: $part_type:ident {
                $($inner:ident,)+
            })+
        })?
        $(read {
            $($(#[$read_meta:meta])* $read_vis:vis $read:ident: $read_type:ty = $sql:literal,)+
        })?
        $(loaded {
            $($(#[$loaded_meta:meta])* $loaded_vis:vis $loaded:ident: $loaded_type:ty,)+
        })?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)+
            $($($(#[$part_meta])* $part_vis $part: $part_type,)+)?
            $($($(#[$read_meta])* $read_vis $read: $read_type,)+)?
            $($($(#[$loaded_meta])* $loaded_vis $loaded: $loaded_type,)+)?
        }

        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $name {
            fn from_row(row: &'r sqlx::any::AnyRow) -> sqlx::Result<Self> {
                use $crate::db::column::read_column;
                let key = stringify!($key);
                let found = Self {
                    $($field: read_column(row, $table, key, stringify!($field))?,)+
                    $($($part: $part_type {
                        $($inner: read_column(row, $table, key, stringify!($inner))?,)+
                    },)+)?
                    $($($read: read_column(row, $table, key, stringify!($read))?,)+)?
                    $($($loaded: Default::default(),)+)?
                };
                $($check(&found).map_err(|error| {
                    let name = stringify!($checked);
                    $crate::db::column::unreadable_error(row, $table, key, name, error.into())
                })?;)?
                Ok(found)
            }
        }

        impl $crate::db::sql::ReadColumns for $name {
            fn columns() -> Vec<String> {
                #[allow(unused_imports)]
                use $crate::db::sql::{describe_column, describe_field};
                vec![
                    $(describe_column::<$type>(stringify!($field)),)+
                    $($($(describe_field(stringify!($inner), |part: &$part_type| &part.$inner),)+)+)?
                    $($(describe_column::<$read_type>(stringify!($read)),)+)?
                ]
            }
        }

        impl $crate::db::table::Table for $name {
            const NAME: &'static str = $table;
            const KEY: &'static str = stringify!($key);
            const COLUMNS: &'static [&'static str] = &[
                $(stringify!($field),)+ $($($(stringify!($inner),)+)+)?
            ];
            const IMMUTABLE_COLUMNS: &'static [&'static str] = &[$($(stringify!($immutable)),+)?];
            const READ_COLUMNS: &'static [&'static str] = &[
                $(stringify!($field),)+ $($($(stringify!($inner),)+)+)? $($($sql,)+)?
            ];
            const SELECT: &'static str = $crate::db::table::select_columns!(
                $table; $(stringify!($field),)+ $($($(stringify!($inner),)+)+)?
                $($(concat!($sql, " AS ", stringify!($read)),)+)?
            );

            fn unpack<'de, A: serde::de::SeqAccess<'de>>(row: &mut A) -> Result<Self, A::Error> {
                use $crate::db::packed_rows::next_column;
                let found = Self {
                    $($field: next_column(row)?,)+
                    $($($part: $part_type {
                        $($inner: next_column(row)?,)+
                    },)+)?
                    $($($read: next_column(row)?,)+)?
                    $($($loaded: Default::default(),)+)?
                };
                $($check(&found).map_err(serde::de::Error::custom)?;)?
                Ok(found)
            }

            fn bind<'q>(
                &self,
                mut query: $crate::db::table::WriteQuery<'q>,
                wanted: impl Fn(&str) -> bool,
            ) -> $crate::db::table::WriteQuery<'q> {
                use $crate::db::column::Column as _;
                $(if wanted(stringify!($field)) {
                    query = query.bind(self.$field.to_stored());
                })+
                $($($(if wanted(stringify!($inner)) {
                    query = query.bind(self.$part.$inner.to_stored());
                })+)+)?
                query
            }
        }
    };
}

/// The `SELECT` of these expressions from a table.
#[macro_export]
macro_rules! select_columns {
    ($table:literal; $first:expr, $($more:expr,)*) => {
        concat!("SELECT ", $first $(, ", ", $more)*, " FROM ", $table, " ")
    };
}

pub use {select_columns, store_as_code, stored_enum, table};

#[cfg(test)]
mod tests;
