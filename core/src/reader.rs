//! Reads JSON text into the crate's types.
//!
//! The browser downloads this crate, and a general JSON reader, with its floats and its many
//! messages, would be a third of the download. This one is small, keeps a number's text as it was
//! written (an amount never passes through a float), and reads without copying where it can. A
//! property test holds it to serde_json's judgement of what is JSON.

mod access;
mod error;
mod scan;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

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
pub fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, ReadError> {
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

    /// Passes over an opening bracket.
    fn enter(&mut self) -> Result<(), ReadError> {
        if self.depth == DEEPEST {
            return Err(ReadError::new("too many levels"));
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    /// Passes over a closing bracket.
    fn leave(&mut self, bracket: u8) -> Result<(), ReadError> {
        self.depth -= 1;
        self.expect(bracket)
    }

    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.enter()?;
        let value = visitor.visit_seq(List {
            reader: self,
            first: true,
        })?;
        self.leave(b']')?;
        Ok(value)
    }

    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        self.enter()?;
        let value = visitor.visit_map(Object {
            reader: self,
            first: true,
        })?;
        self.leave(b'}')?;
        Ok(value)
    }

    fn string<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        match self.text()? {
            Text::Plain(text) => visitor.visit_borrowed_str(text),
            Text::Unescaped(text) => visitor.visit_str(&text),
        }
    }

    /// True or false, one of which is next.
    fn flag(&mut self) -> Result<bool, ReadError> {
        let flag = self.text.as_bytes().get(self.at) == Some(&b't');
        self.word(if flag { "true" } else { "false" })?;
        Ok(flag)
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
            Some(b't' | b'f') => visitor.visit_bool(self.flag()?),
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

    // A type that names what it wants is offered nothing else: its code for other values, such as
    // a struct's from a list, then stays out of the download.

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.peek() {
            Some(b'{') => self.object(visitor),
            _ => Err(self.not_expected(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.peek() {
            Some(b'[') => self.list(visitor),
            _ => Err(self.not_expected(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.peek() {
            Some(b'"') => self.string(visitor),
            _ => Err(self.not_expected(&visitor)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.peek() {
            Some(b't' | b'f') => visitor.visit_bool(self.flag()?),
            _ => Err(self.not_expected(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ReadError> {
        Err(ReadError::new("no float is read here"))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char bytes byte_buf unit
        unit_struct tuple tuple_struct
    }
}

#[cfg(test)]
mod tests;
