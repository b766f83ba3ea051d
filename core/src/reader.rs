//! Reads JSON text into the crate's types.
//!
//! The browser downloads this crate, and a general JSON reader, with its floats and its many
//! messages, would be a third of the download. This one is small, keeps a number's text as it was
//! written (an amount never passes through a float), and reads without copying where it can. A
//! property test holds it to serde_json's judgement of what is JSON.

mod access;
mod error;
mod scan;

use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use access::{Choice, List, Object};
pub use error::ReadError;
use scan::Text;

/// The name by which a type asks for a number's text: see [`crate::number`]. Readers that do not
/// know it hand over the value as it is.
pub(crate) const NUMBER_TEXT: &str = "$plumbline::NumberText";

/// Lists and objects within each other; more are refused, so that no text exhausts the stack.
const DEEPEST: u32 = 128;

/// Reads one value, with nothing but white space after it.
///
/// # Errors
///
/// The text is no JSON, or not of this type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    let mut reader = Reader::new(text);
    let value = T::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| error.at(text, reader.at))
}

/// A place in a JSON text.
pub(crate) struct Reader<'de> {
    text: &'de str,
    /// The byte that is read next.
    at: usize,
    depth: u32,
}

impl<'de> Reader<'de> {
    pub(crate) fn new(text: &'de str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
        }
    }

    /// Only white space may be left.
    pub(crate) fn end(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(ReadError::new("text after the end")),
        }
    }

    /// Reads what stands between two brackets, the first of which is next.
    fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        if self.depth == DEEPEST {
            return Err(ReadError::new("too many levels"));
        }
        self.depth += 1;
        self.at += 1;
        let value = inner(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.nested(|reader| {
            let value = visitor.visit_seq(List {
                reader,
                first: true,
            })?;
            reader.expect(b']')?;
            Ok(value)
        })
    }

    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.nested(|reader| {
            let value = visitor.visit_map(Object {
                reader,
                first: true,
            })?;
            reader.expect(b'}')?;
            Ok(value)
        })
    }

    fn string<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        match self.text()? {
            Text::Plain(text) => visitor.visit_borrowed_str(text),
            Text::Unescaped(text) => visitor.visit_str(&text),
        }
    }

    /// Whether null is next; it is passed over.
    fn is_null(&mut self) -> Result<bool, ReadError> {
        if self.peek() != Some(b'n') {
            return Ok(false);
        }
        self.word("null")?;
        Ok(true)
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.peek() {
            Some(b'"') => self.string(visitor),
            Some(b'{') => self.object(visitor),
            Some(b'[') => self.list(visitor),
            Some(b't') => {
                self.word("true")?;
                visitor.visit_bool(true)
            }
            Some(b'f') => {
                self.word("false")?;
                visitor.visit_bool(false)
            }
            Some(b'n') => {
                self.word("null")?;
                visitor.visit_unit()
            }
            // A whole number that fits is given as one; of another, only that it is a number.
            Some(b'-' | b'0'..=b'9') => match self.number()?.parse() {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => visitor.visit_f64(f64::NAN),
            },
            _ => Err(self.unexpected()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.is_null()? {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if name != NUMBER_TEXT {
            return visitor.visit_newtype_struct(self);
        }
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => visitor.visit_borrowed_str(self.number()?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.peek() {
            Some(b'"') => visitor.visit_enum(Choice(self)),
            _ => Err(self.not_expected(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.skip()?;
        visitor.visit_unit()
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ReadError> {
        Err(ReadError::new("no float is read here"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier
    }
}

#[cfg(test)]
mod tests;
