//! JSON as a tree of texts, and the reading of its objects field by field.
//!
//! The document rules read what our own server wrote: many fields, few of them numbers to
//! calculate with, on a path where nobody counts microseconds. A derived reader of each of those
//! types would make half of the WASM package; one tree for all of them costs a tenth of it.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::dates::Date;
use crate::money::Pence;
use crate::number::Number;
use crate::reader::NUMBER_TEXT;

/// A JSON value. A number is its text.
#[derive(Debug, Default)]
pub(crate) enum Tree {
    #[default]
    Null,
    Flag(bool),
    Text(String),
    List(Vec<Tree>),
    Object(Fields),
}

/// The fields of an object. A missing, null or oddly typed field is the default of what it is
/// read as; so unknown fields are passed over.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(String, Tree)>);

impl Fields {
    /// Takes a field out.
    pub(crate) fn take(&mut self, name: &str) -> Tree {
        let place = self.0.iter().position(|(known, _)| known == name);
        place.map(|at| self.0.swap_remove(at).1).unwrap_or_default()
    }

    pub(crate) fn text(&mut self, name: &str) -> String {
        self.optional_text(name).unwrap_or_default()
    }

    pub(crate) fn optional_text(&mut self, name: &str) -> Option<String> {
        match self.take(name) {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn flag(&mut self, name: &str) -> bool {
        matches!(self.take(name), Tree::Flag(true))
    }

    pub(crate) fn number(&mut self, name: &str) -> Number {
        Number::from_text(&self.text(name))
    }

    pub(crate) fn optional_number(&mut self, name: &str) -> Option<Number> {
        self.optional_text(name)
            .map(|text| Number::from_text(&text))
    }

    pub(crate) fn pence(&mut self, name: &str) -> Pence {
        self.number(name).to_pence().unwrap_or_default()
    }

    /// A date; a text that is none (yet) counts as none.
    pub(crate) fn date(&mut self, name: &str) -> Option<Date> {
        self.text(name).parse().ok()
    }

    /// An object's fields; none for null.
    pub(crate) fn object(&mut self, name: &str) -> Option<Fields> {
        self.take(name).object()
    }

    /// The objects of a list.
    pub(crate) fn list<T: From<Fields>>(&mut self, name: &str) -> Vec<T> {
        match self.take(name) {
            Tree::List(entries) => entries
                .into_iter()
                .filter_map(Tree::object)
                .map(T::from)
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl Tree {
    fn object(self) -> Option<Fields> {
        match self {
            Tree::Object(fields) => Some(fields),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Tree::deserialize(deserializer)?.object();
        object.ok_or_else(|| serde::de::Error::custom("an object expected"))
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(NUMBER_TEXT, TreeVisitor)
    }
}

/// The private key under which serde_json, which the server uses, hands over a number's text.
const NUMBER: &str = "$serde_json::private::Number";

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, reader: D) -> Result<Tree, D::Error> {
        reader.deserialize_any(TreeVisitor)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(entry) = entries.next_element()? {
            list.push(entry);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = entries.next_key::<String>()? {
            let value = entries.next_value()?;
            if name == NUMBER {
                return Ok(value);
            }
            fields.push((name, value));
        }
        Ok(Tree::Object(Fields(fields)))
    }
}

/// Makes a type that is read from [`Fields`] readable by serde.
macro_rules! read_from_fields {
    ($($name:ty),+) => {$(
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::tree::Fields::deserialize(deserializer).map(<$name>::from)
            }
        }
    )+};
}

pub(crate) use read_from_fields;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader;

    /// By our own reader, and that serde_json's says the same.
    fn fields(json: &str) -> Fields {
        let ours: Fields = reader::read(json).unwrap();
        let theirs: Fields = serde_json::from_str(json).unwrap();
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        ours
    }

    #[test]
    fn each_kind_of_field_is_read() {
        let mut object = fields(
            r#"{"t":"x","i":-7,"n":12.50,"s":"1.5","f":true,"d":"2026-03-05","o":{"a":1},"l":[{"a":"1"},null,{"a":"2"}],"z":null}"#,
        );
        assert_eq!(object.text("t"), "x");
        assert_eq!(object.text("t"), "", "a field is taken once");
        assert_eq!(object.pence("n"), Pence(1_250));
        assert_eq!(object.text("i"), "-7");
        assert_eq!(object.optional_number("s"), Some(Number::from_text("1.5")));
        assert!(object.flag("f"));
        assert_eq!(object.date("d"), "2026-03-05".parse().ok());
        assert_eq!(
            object.object("o").unwrap().number("a"),
            Number::from_text("1")
        );
        let entries: Vec<String> = object
            .list::<Fields>("l")
            .into_iter()
            .map(|mut e| e.text("a"))
            .collect();
        assert_eq!(entries, ["1", "2"]);
        assert_eq!(object.optional_text("z"), None);
    }

    #[test]
    fn what_is_missing_or_odd_is_the_default() {
        let mut object = fields(r#"{"t":false,"f":"true","d":"soon","o":"x","l":{},"n":"many"}"#);
        assert_eq!(object.text("t"), "");
        assert!(!object.flag("f"));
        assert_eq!(object.date("d"), None);
        assert!(object.object("o").is_none());
        assert!(object.list::<Fields>("l").is_empty());
        assert_eq!(object.pence("n"), Pence::ZERO);
        assert_eq!(object.optional_number("none"), None);
        assert!(!fields(r#"{"f":false}"#).flag("f"));
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for json in ["[]", "null", "1", "\"x\"", "true"] {
            let error = serde_json::from_str::<Fields>(json)
                .unwrap_err()
                .to_string();
            assert!(error.contains("an object expected"), "{error}");
            assert!(reader::read::<Fields>(json).is_err());
        }
        assert!(serde_json::from_str::<Fields>("{").is_err());
    }
}
