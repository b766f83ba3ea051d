//! How fields are read: null is the default, and an object is an object.

use std::borrow::Cow;
use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::reader::NUMBER_TEXT;

/// Reads a struct from an object: each field that is given and not null takes the place of its
/// default, and fields of other names are passed over. Of a field given twice the last counts.
///
/// serde's derive does the same in several times the code, which the browser would download, and
/// would also take a list for a struct.
macro_rules! fields {
    ($name:ident { $($key:literal => $field:ident $(by $set:ident)?,)* }) => {
        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Fields;
                impl<'de> ::serde::de::Visitor<'de> for Fields {
                    type Value = $name;

                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A>(self, mut map: A) -> Result<$name, A::Error>
                    where
                        A: ::serde::de::MapAccess<'de>,
                    {
                        use $crate::shape::read;
                        const NAMES: &[&str] = &[$($key),*];
                        #[allow(non_camel_case_types, reason = "the fields' own names")]
                        enum Place { $($field),* }
                        const PLACES: &[Place] = &[$(Place::$field),*];
                        let mut value = <$name>::default();
                        let mut next = 0;
                        while let Some(name) = map.next_key::<read::Name>()? {
                            match read::find(NAMES, name.as_str(), &mut next).and_then(|at| PLACES.get(at)) {
                                $(Some(Place::$field) => read::fields!(@set $($set)?)(&mut map, &mut value.$field)?,)*
                                None => read::skip(&mut map)?,
                            }
                        }
                        Ok(value)
                    }
                }
                deserializer.deserialize_map(Fields)
            }
        }
    };
    (@set) => { $crate::shape::read::set };
    (@set $set:ident) => { $set };
}
pub(crate) use fields;

/// A field's name.
pub(crate) struct Name<'de>(Cow<'de, str>);

impl Name<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(NameVisitor).map(Name)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}

/// Where a name stands in the list. The search begins at `next`, the place after the last one
/// found: writers mostly keep to one order.
pub(crate) fn find(names: &[&str], name: &str, next: &mut usize) -> Option<usize> {
    let (before, after) = names.split_at_checked(*next)?;
    let at = match after.iter().position(|known| *known == name) {
        Some(at) => *next + at,
        None => before.iter().position(|known| *known == name)?,
    };
    *next = at + 1;
    Some(at)
}

/// Reads a field's value into its place; null leaves what is there.
pub(crate) fn set<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
    map: &mut A,
    place: &mut T,
) -> Result<(), A::Error> {
    if let Some(value) = map.next_value::<Option<T>>()? {
        *place = value;
    }
    Ok(())
}

/// Passes over a field's value.
pub(crate) fn skip<'de, A: MapAccess<'de>>(map: &mut A) -> Result<(), A::Error> {
    map.next_value::<IgnoredAny>().map(drop)
}

/// Reads an identifier into its place: text, or a number that is read as its text.
pub(crate) fn set_id<'de, A: MapAccess<'de>>(
    map: &mut A,
    place: &mut String,
) -> Result<(), A::Error> {
    *place = map.next_value::<Id>()?.0;
    Ok(())
}

struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_newtype_struct(NUMBER_TEXT, IdVisitor)
            .map(Id)
    }
}

struct IdVisitor;

impl<'de> Visitor<'de> for IdVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E>(self, text: String) -> Result<String, E> {
        Ok(text)
    }

    fn visit_unit<E>(self) -> Result<String, E> {
        Ok(String::new())
    }

    fn visit_i64<E>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<String, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<String, A::Error> {
        match map.next_key::<NumberKey>()? {
            Some(NumberKey::Number) => map.next_value(),
            None => Err(serde::de::Error::custom("text expected")),
        }
    }
}

/// The private key under which serde_json hands over a number's text.
#[derive(Deserialize)]
#[serde(field_identifier)]
enum NumberKey {
    #[serde(rename = "$serde_json::private::Number")]
    Number,
}
