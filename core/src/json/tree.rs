//! Reading from a tree, where an error knows its path.
//!
//! A deserializer of our own over `serde_json`'s values, since theirs and `serde_path_to_error` around
//! it were a fifth of the package for the browser: each writes floats in its errors, with tables of
//! 20 kB that nothing shrinks, and the wrapper doubles the reader of every type.

use std::fmt::Display;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};

use super::explain;
use crate::error::Failure;

/// What is wrong in a tree, and where: `items[2].vat.rate`.
#[derive(Debug, thiserror::Error)]
#[error("{said}")]
pub(crate) struct Wrong {
    /// The path of the value; empty is the whole.
    path: String,
    /// What serde said of it.
    said: String,
}

impl Wrong {
    /// The same, seen from what holds the value.
    fn under(mut self, segment: &str) -> Self {
        let separator = match self.path.as_bytes().first() {
            Some(byte) if *byte != b'[' && !segment.is_empty() => ".",
            _ => "",
        };
        self.path = [segment, separator, &self.path].concat();
        self
    }

    /// The field error, where the tree stands at a path of something larger.
    pub(crate) fn explained(self, at: &str) -> Failure {
        let wrong = self.under(at);
        explain(&wrong.path, &wrong.said)
    }
}

impl de::Error for Wrong {
    fn custom<T: Display>(said: T) -> Self {
        Self {
            path: String::new(),
            said: said.to_string(),
        }
    }

    /// Only what is expected is told: what was given, the one who gave it knows.
    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {expected}"))
    }

    fn invalid_value(given: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(given, expected)
    }
}

/// A value of a tree, to be read.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a>(pub(crate) &'a Value);

impl<'de> Deserializer<'de> for Tree<'de> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => number_of(number, visitor),
            Value::String(text) => visitor.visit_str(text),
            Value::Array(entries) => visitor.visit_seq(Entries {
                left: entries.iter(),
                at: 0,
            }),
            Value::Object(fields) => visitor.visit_map(Fields::of(fields)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::String(text) => {
                let text: StrDeserializer<'_, Wrong> = text.as_str().into_deserializer();
                text.deserialize_enum(name, words, visitor)
            }
            _ => Err(de::Error::custom("expected a string")),
        }
    }

    /// A derived reader would also take a list of the fields in their order, which nobody means.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_map(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Object(fields) => visitor.visit_map(Fields::of(fields)),
            _ => Err(de::Error::custom("expected a map")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct newtype_struct seq tuple tuple_struct identifier ignored_any
    }
}

/// A number as its text, where the tree has kept it; in the browser as the number that it is.
fn number_of<'de, V: Visitor<'de>>(
    number: &serde_json::Number,
    visitor: V,
) -> Result<V::Value, Wrong> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        number.deserialize_any(visitor).map_err(de::Error::custom)
    }
    #[cfg(target_arch = "wasm32")]
    match (number.as_u64(), number.as_i64(), number.as_f64()) {
        (Some(whole), ..) => visitor.visit_u64(whole),
        (_, Some(whole), _) => visitor.visit_i64(whole),
        (.., other) => visitor.visit_f64(other.unwrap_or_default()),
    }
}

struct Entries<'a> {
    left: std::slice::Iter<'a, Value>,
    at: usize,
}

impl<'de> SeqAccess<'de> for Entries<'de> {
    type Error = Wrong;

    #[inline(never)]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Wrong> {
        let Some(value) = self.left.next() else {
            return Ok(None);
        };
        self.at += 1;
        let entry = seed.deserialize(Tree(value));
        entry
            .map(Some)
            .map_err(|wrong| wrong.under(&format!("[{}]", self.at - 1)))
    }
}

struct Fields<'a> {
    left: map::Iter<'a>,
    /// The field whose name was read, and not its value yet.
    field: Option<(&'a str, &'a Value)>,
}

impl<'a> Fields<'a> {
    fn of(fields: &'a Map<String, Value>) -> Self {
        Self {
            left: fields.iter(),
            field: None,
        }
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Wrong> {
        // A field that is null is a missing one, and takes its default (rules.md, section 2).
        let field = self.left.find(|(_, value)| !value.is_null());
        self.field = field.map(|(name, value)| (name.as_str(), value));
        let name = self.field.map(|(name, _)| StrDeserializer::new(name));
        name.map(|name| seed.deserialize(name)).transpose()
    }

    #[inline(never)]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Wrong> {
        let Some((name, value)) = self.field.take() else {
            return Err(de::Error::custom("expected a map"));
        };
        seed.deserialize(Tree(value))
            .map_err(|wrong| wrong.under(name))
    }
}
