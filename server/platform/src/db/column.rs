//! A column's value as the type that it means. One that cannot be read is an error that names the table, the column
//! and the row.
//!
//! Columns whose list of allowed values may grow have no CHECK: SQLite cannot change one without copying the table,
//! and the reader refuses an unknown value anyway.

use std::fmt;

use plumbline_core::document::{CostType, DepositType, LabourUnit, PaymentMethod, VatGroup};
use plumbline_core::expense::{CATEGORIES, ExpenseCategory};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::plan::{Plan, SubscriptionState};
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;
use plumbline_core::time::due::DueUnit;
use plumbline_core::time::repeat::Repeat;
use serde::{Serialize, Serializer};
use sqlx::any::AnyRow;
use sqlx::error::BoxDynError;
use sqlx::{Any, Decode, Row as _, Type};

use super::sql::StoredValue;
use crate::ids::Id;

/// A type that is stored in one column.
pub trait Column: Sized {
    /// The type in the database: text or a whole number, optional or not.
    type Stored: StoredValue + for<'r> Decode<'r, Any> + Type<Any> + serde::de::DeserializeOwned;

    /// Reads the stored value.
    ///
    /// # Errors
    /// When the stored value is no valid value of the type.
    fn from_stored(stored: Self::Stored) -> Result<Self, BoxDynError>;

    /// The value to store.
    fn to_stored(&self) -> Self::Stored;
}

/// A stored value that isn't in the list of valid codes.
#[derive(Debug, thiserror::Error)]
#[error("'{found}' is not one of {known}")]
pub struct UnknownValue {
    /// The stored value.
    pub found: String,
    /// The valid codes, separated by commas.
    pub known: String,
}

impl UnknownValue {
    /// The error for a stored value, with the valid codes.
    #[must_use]
    pub fn new(found: &str, known: &[&str]) -> Self {
        Self { found: found.chars().take(40).collect(), known: known.join(", ") }
    }
}

/// Reads a column of a row.
///
/// # Errors
/// When the column is missing or its value isn't valid; the error names table, column and row.
pub fn read_column<T: Column>(row: &AnyRow, table: &str, key: &str, name: &str) -> sqlx::Result<T> {
    let stored = row.try_get(name).map_err(|error| match error {
        sqlx::Error::ColumnDecode { source, .. } => source,
        other => other.into(),
    });
    stored.and_then(T::from_stored).map_err(|source| unreadable_error(row, table, key, name, source))
}

/// The error for a column of a row that can't be read.
pub fn unreadable_error(
    row: &AnyRow,
    table: &str,
    key: &str,
    name: &str,
    source: BoxDynError,
) -> sqlx::Error {
    let id: String = row.try_get(key).unwrap_or_default();
    sqlx::Error::ColumnDecode { index: format!("{table}.{name} of {key} '{id}'"), source }
}

/// Reads a value that a query returned by its position; `place` names its table, column and row in the error.
///
/// # Errors
/// When the stored value isn't valid.
pub fn read_value<T: Column>(stored: T::Stored, place: impl Into<String>) -> sqlx::Result<T> {
    T::from_stored(stored).map_err(|source| sqlx::Error::ColumnDecode { index: place.into(), source })
}

/// Types that are stored unchanged.
macro_rules! stored_as_is {
    ($($type:ty),+) => {$(
        impl Column for $type {
            type Stored = $type;

            fn from_stored(stored: $type) -> Result<Self, BoxDynError> {
                Ok(stored)
            }

            fn to_stored(&self) -> $type {
                self.clone()
            }
        }
    )+};
}

stored_as_is!(String, i64);

/// Stored as its text.
impl<T: Id> Column for T {
    type Stored = String;

    fn from_stored(stored: String) -> Result<Self, BoxDynError> {
        Ok(T::from_stored_text(stored)?)
    }

    fn to_stored(&self) -> String {
        self.as_ref().to_owned()
    }
}

impl<T: Column> Column for Option<T> {
    type Stored = Option<T::Stored>;

    fn from_stored(stored: Self::Stored) -> Result<Self, BoxDynError> {
        stored.map(T::from_stored).transpose()
    }

    fn to_stored(&self) -> Self::Stored {
        self.as_ref().map(T::to_stored)
    }
}

/// Stored as 0 or 1: the databases have no boolean type in common.
impl Column for bool {
    type Stored = i64;

    fn from_stored(stored: i64) -> Result<Self, BoxDynError> {
        match stored {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} is neither 0 nor 1").into()),
        }
    }

    fn to_stored(&self) -> i64 {
        i64::from(*self)
    }
}

/// Stored as its word.
impl Column for DocumentKind {
    type Stored = String;

    fn from_stored(stored: String) -> Result<Self, BoxDynError> {
        let known = Self::ALL.map(Self::code);
        Self::parse(&stored).ok_or_else(|| UnknownValue::new(&stored, &known).into())
    }

    fn to_stored(&self) -> String {
        self.code().to_owned()
    }
}

/// A type of which a list is stored in one column, as JSON.
pub trait StoredAsJsonList: serde::Serialize + serde::de::DeserializeOwned {}

impl StoredAsJsonList for VatGroup {}

impl<T: StoredAsJsonList> Column for Vec<T> {
    type Stored = String;

    fn from_stored(stored: String) -> Result<Self, BoxDynError> {
        Ok(serde_json::from_str(&stored)?)
    }

    fn to_stored(&self) -> String {
        serde_json::json!(self).to_string()
    }
}

/// Stored as its name.
impl Column for PaymentMethod {
    type Stored = String;

    fn from_stored(stored: String) -> Result<Self, BoxDynError> {
        let known = Self::ALL.map(Self::code);
        Self::parse(&stored).ok_or_else(|| UnknownValue::new(&stored, &known).into())
    }

    fn to_stored(&self) -> String {
        self.code().to_owned()
    }
}

/// Stored as `YYYY-MM-DD`.
impl Column for Date {
    type Stored = String;

    fn from_stored(stored: String) -> Result<Self, BoxDynError> {
        Ok(stored.parse::<Self>()?)
    }

    fn to_stored(&self) -> String {
        self.to_string()
    }
}

/// A date that may be missing, in a column that is never NULL: an empty text if there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DateOrEmpty(pub Option<Date>);

impl fmt::Display for DateOrEmpty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(date) => date.fmt(f),
            None => Ok(()),
        }
    }
}

impl Serialize for DateOrEmpty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Column for DateOrEmpty {
    type Stored = String;

    fn from_stored(stored: String) -> Result<Self, BoxDynError> {
        match stored.as_str() {
            "" => Ok(Self(None)),
            text => Ok(Self(Some(text.parse()?))),
        }
    }

    fn to_stored(&self) -> String {
        self.to_string()
    }
}

/// Stored as whole pence.
impl Column for Pence {
    type Stored = i64;

    fn from_stored(stored: i64) -> Result<Self, BoxDynError> {
        Ok(Self(stored))
    }

    fn to_stored(&self) -> i64 {
        self.0
    }
}

/// Enumerations of `core` that define their own codes.
macro_rules! core_enums {
    ($($type:ty: $all:expr),+) => {$(
        impl Column for $type {
            type Stored = String;

            fn from_stored(stored: String) -> Result<Self, BoxDynError> {
                let found = $all.into_iter().find(|one| one.code() == stored);
                found.ok_or_else(|| {
                    let known: Vec<&str> = $all.iter().map(|one| one.code()).collect();
                    UnknownValue::new(&stored, &known).into()
                })
            }

            fn to_stored(&self) -> String {
                self.code().to_owned()
            }
        }
    )+};
}

core_enums! {
    ExpenseCategory: CATEGORIES.map(|info| info.category),
    DueUnit: DueUnit::ALL,
    Plan: Plan::ALL,
    Repeat: Repeat::ALL,
    SubscriptionState: SubscriptionState::ALL,
    Vehicle: Vehicle::ALL
}

/// Stored as the text that was typed.
impl Column for Number {
    type Stored = String;

    fn from_stored(stored: String) -> Result<Self, BoxDynError> {
        Ok(Self::from_text(&stored))
    }

    fn to_stored(&self) -> String {
        self.to_string()
    }
}

/// Types of `core` that are stored as these codes.
macro_rules! core_codes {
    ($($type:ident { $($variant:ident = $word:literal),+ })+) => {$(
        impl Column for $type {
            type Stored = String;

            fn from_stored(stored: String) -> Result<Self, BoxDynError> {
                match stored.as_str() {
                    $($word => Ok(Self::$variant),)+
                    other => Err(UnknownValue::new(other, &[$($word),+]).into()),
                }
            }

            fn to_stored(&self) -> String {
                match self {
                    $(Self::$variant => $word,)+
                }
                .to_owned()
            }
        }
    )+};
}

core_codes! {
    CostType { Materials = "materials", Labour = "labour" }
    DepositType { Percentage = "percentage", Fixed = "fixed" }
    LabourUnit { Hours = "hours", Days = "days" }
}
