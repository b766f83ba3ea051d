//! A [`Number`] to and from JSON.

use std::fmt;

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Number;
use crate::json::number_text;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

/// Accepts every JSON value: what is no number becomes [`Number::NotANumber`].
struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a decimal string or a number")
    }

    fn visit_str<E>(self, text: &str) -> Result<Number, E> {
        Ok(Number::from_text(text))
    }

    fn visit_unit<E>(self) -> Result<Number, E> {
        Ok(Number::Empty)
    }

    fn visit_none<E>(self) -> Result<Number, E> {
        Ok(Number::Empty)
    }

    /// A number of JavaScript's: its shortest text, as its own JSON writes it.
    fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
        Ok(Number::from_text(&format!("{value:?}")))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
        Ok(Number::Value(value.into()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Number, E> {
        Ok(Number::from_text(&value.to_string()))
    }

    fn visit_u128<E>(self, value: u128) -> Result<Number, E> {
        Ok(Number::from_text(&value.to_string()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Number, E> {
        Ok(Number::NotANumber(value.to_string().into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Number, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Number::NotANumber("[]".into()))
    }

    /// A JSON number keeps its text (rules.md, section 1: it never passes through a float).
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Number, A::Error> {
        Ok(match number_text(map)? {
            Some(text) => Number::from_text(&text),
            None => Number::NotANumber("{}".into()),
        })
    }
}
