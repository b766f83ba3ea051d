//! How a field is read from JSON where serde is too strict or too loose: an object is never read from a list.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use crate::time::Date;

/// Reads a list of objects; null is an empty list. A derived reader would also accept a list of the fields in order for
/// each object, which nobody means.
pub(crate) fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let objects: Option<Objects<T>> = Option::deserialize(deserializer)?;
    Ok(objects.map(|Objects(read)| read).unwrap_or_default())
}

/// A list of objects that is read directly; with serde's own list, it would have to be copied to unwrap each object.
struct Objects<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Objects<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Objects(Vec::new()))
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Objects<T> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Self, A::Error> {
        while let Some(Object(read)) = list.next_element()? {
            self.0.push(read);
        }
        Ok(self)
    }
}

/// Reads an object; null is `None`.
pub(crate) fn optional_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let object: Option<Object<T>> = Option::deserialize(deserializer)?;
    Ok(object.map(|Object(read)| read))
}

/// Reads a date; an empty text is `None`, any other text that isn't a date is an error.
pub(crate) fn empty_is_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    let text = text.filter(|text| !text.is_empty());
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}

/// Reads a text; null and blank texts are `None`.
pub(crate) fn optional_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.filter(|text| !text.trim().is_empty()))
}

/// A value that can be read only from an object.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(AsMap(deserializer)).map(Self)
    }
}

/// A deserializer that makes a struct ask for a map.
struct AsMap<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for AsMap<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

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
