//! Values that are read from a text or a number (a number by its text): amounts, percentages and ids.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};

/// A type that is read from a text or a number.
pub(crate) trait Scalar: Sized {
    /// What is expected, for error messages.
    const EXPECTED: &'static str;

    /// The value for a text or the text of a number; `None` stands for null.
    fn from_text(text: Option<&str>) -> Self;

    /// The value for any other JSON, given as it is written; `None` if that is an error.
    fn from_other(_written: &str) -> Option<Self> {
        None
    }
}

/// Reads a value, whether it is a text, a number or null.
pub(crate) fn scalar<'de, D: Deserializer<'de>, T: Scalar>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(AnyScalar(PhantomData))
}

/// Reads an id: a text, or a number, whose text is used; null is empty.
pub(crate) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(optional_id(deserializer)?.unwrap_or_default())
}

/// Reads an optional id.
pub(crate) fn optional_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    scalar(deserializer)
}

impl Scalar for Option<String> {
    const EXPECTED: &'static str = "text";

    fn from_text(text: Option<&str>) -> Self {
        text.map(str::to_owned)
    }
}

struct AnyScalar<T>(PhantomData<T>);

impl<T: Scalar> AnyScalar<T> {
    fn parse_other<E: Error>(self, given: Unexpected, written: &str) -> Result<T, E> {
        T::from_other(written).ok_or_else(|| E::invalid_type(given, &self))
    }
}

impl<'de, T: Scalar> Visitor<'de> for AnyScalar<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E>(self, text: &str) -> Result<T, E> {
        Ok(T::from_text(Some(text)))
    }

    fn visit_unit<E>(self) -> Result<T, E> {
        Ok(T::from_text(None))
    }

    fn visit_none<E>(self) -> Result<T, E> {
        Ok(T::from_text(None))
    }

    /// A number from JavaScript, as the shortest text, which is how JavaScript's own JSON writes it.
    fn visit_f64<E>(self, number: f64) -> Result<T, E> {
        Ok(T::from_text(Some(&format!("{number:?}"))))
    }

    fn visit_i64<E>(self, number: i64) -> Result<T, E> {
        Ok(T::from_text(Some(&number.to_string())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<T, E> {
        Ok(T::from_text(Some(&number.to_string())))
    }

    fn visit_i128<E>(self, number: i128) -> Result<T, E> {
        Ok(T::from_text(Some(&number.to_string())))
    }

    fn visit_u128<E>(self, number: u128) -> Result<T, E> {
        Ok(T::from_text(Some(&number.to_string())))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<T, E> {
        self.parse_other(Unexpected::Bool(value), &value.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        self.parse_other(Unexpected::Seq, "[]")
    }

    /// The text of a JSON number is preserved (docs/rules.md, section 1: it never passes through a float).
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        match super::number_text(map)? {
            Some(text) => Ok(T::from_text(Some(&text))),
            None => self.parse_other(Unexpected::Map, "{}"),
        }
    }
}
