//! How a field is read from JSON where serde's own way is too strict or too loose: an id may be a number, and an object is never read from a list.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// An id: text, or a number, which is read as its text; null is empty.
pub(crate) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(optional_id(deserializer)?.unwrap_or_default())
}

/// An id, or none.
pub(crate) fn optional_id<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    deserializer.deserialize_any(IdVisitor)
}

struct IdVisitor;

impl<'de> Visitor<'de> for IdVisitor {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Some(text))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Some(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Some(number.to_string()))
    }

    fn visit_i128<E>(self, number: i128) -> Result<Self::Value, E> {
        Ok(Some(number.to_string()))
    }

    fn visit_u128<E>(self, number: u128) -> Result<Self::Value, E> {
        Ok(Some(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Some(format!("{number:?}")))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    /// A JSON number that keeps its text comes as a map with one private key.
    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        match super::number_text(map)? {
            Some(text) => Ok(Some(text)),
            None => Err(A::Error::invalid_type(serde::de::Unexpected::Map, &self)),
        }
    }
}

/// A list of objects; null is empty. A derived reader would also take each from a list of its
/// fields in their order, which nobody means.
pub(crate) fn objects<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct Objects<T>(PhantomData<T>);

    impl<'de, T: DeserializeOwned> Visitor<'de> for Objects<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_none<E>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }

        fn visit_unit<E>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
            deserializer.deserialize_seq(self)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut objects = Vec::new();
            while let Some(object) = list.next_element_seed(Object(PhantomData))? {
                objects.push(object);
            }
            Ok(objects)
        }
    }

    deserializer.deserialize_option(Objects(PhantomData))
}

/// An object, or none for null.
pub(crate) fn optional_object<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    struct Optional<T>(PhantomData<T>);

    impl<'de, T: DeserializeOwned> Visitor<'de> for Optional<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_none<E>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_unit<E>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
            Object(PhantomData).deserialize(deserializer).map(Some)
        }
    }

    deserializer.deserialize_option(Optional(PhantomData))
}

/// Reads a struct from an object, and from nothing else.
pub(crate) struct Object<T>(pub(crate) PhantomData<T>);

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for Object<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(AsMap(deserializer))
    }
}

/// A deserializer of which a struct asks for a map.
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
