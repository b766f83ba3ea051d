//! Writes the crate's types as JSON text.
//!
//! What [`crate::reader`] is for reading: the browser downloads this crate, and serde_json's writer,
//! with a result to check after every step, is 2 kB more of it. Writing into memory cannot fail, and
//! the error's type says so: nothing is checked. Tests hold every byte to serde_json's.

use serde::Serialize;
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, SerializeTuple, Serializer};

/// A value as JSON text.
pub(crate) fn write<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = String::with_capacity(4096); // the totals of twenty lines
    let Ok(()) = value.serialize(Writer(&mut out));
    out
}

/// The text that is written so far.
struct Writer<'a>(&'a mut String);

impl Writer<'_> {
    /// Begins an entry of a list or a field of an object: only the first follows its bracket. No
    /// value ends with an opening bracket, a text's quotation mark being its last character.
    fn entry(&mut self) {
        if !self.0.ends_with(['[', '{']) {
            self.0.push(',');
        }
    }

    fn text(&mut self, text: &str) {
        self.0.push('"');
        if text.bytes().any(is_escaped) {
            self.with_escapes(text);
        } else {
            self.0.push_str(text);
        }
        self.0.push('"');
    }

    fn with_escapes(&mut self, text: &str) {
        for char in text.chars() {
            match u8::try_from(char) {
                Ok(byte) if is_escaped(byte) => self.escaped(byte),
                _ => self.0.push(char),
            }
        }
    }

    fn escaped(&mut self, byte: u8) {
        let letter = match byte {
            b'\t' => 't',
            b'\n' => 'n',
            b'\r' => 'r',
            8 => 'b',
            12 => 'f',
            32.. => char::from(byte),
            _ => {
                let digit = char::from_digit(u32::from(byte % 16), 16);
                self.0.push_str(if byte < 16 { "\\u000" } else { "\\u001" });
                self.0.extend(digit);
                return;
            }
        };
        self.0.push('\\');
        self.0.push(letter);
    }

    /// Field names are the crate's own: nothing in them needs escaping.
    #[inline(never)] // There are two hundred fields, and inlined each would carry this.
    fn field(&mut self, name: &str) {
        self.entry();
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
    }
}

fn is_escaped(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..32)
}

/// The error of what cannot fail.
#[derive(Debug, thiserror::Error)]
enum Never {}

/// A kind of value that none of the crate's types holds; met by the first test of one that does.
fn unwritten() -> ! {
    unreachable!("a kind of value that the rules do not write")
}

impl serde::ser::Error for Never {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        unwritten()
    }
}

macro_rules! unwritten {
    ($($method:ident($($of:ty),*) -> $given:ty;)+) => {$(
        fn $method(self, $(_: $of),*) -> Result<$given, Never> {
            unwritten()
        }
    )+};
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Writer<'a>;
    type SerializeTuple = Writer<'a>;
    type SerializeStruct = Writer<'a>;
    type SerializeTupleStruct = Impossible<(), Never>;
    type SerializeTupleVariant = Impossible<(), Never>;
    type SerializeMap = Impossible<(), Never>;
    type SerializeStructVariant = Impossible<(), Never>;

    fn serialize_bool(self, flag: bool) -> Result<(), Never> {
        self.0.push_str(if flag { "true" } else { "false" });
        Ok(())
    }

    fn serialize_str(mut self, text: &str) -> Result<(), Never> {
        self.text(text);
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        word: &'static str,
    ) -> Result<(), Never> {
        self.serialize_str(word)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        self.0.push('[');
        Ok(self)
    }

    fn serialize_tuple(self, length: usize) -> Result<Self, Never> {
        self.serialize_seq(Some(length))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.0.push('{');
        Ok(self)
    }

    unwritten! {
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<(), Never> {
        unwritten()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Never> {
        unwritten()
    }
}

impl SerializeSeq for Writer<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.entry();
        value.serialize(Writer(self.0))
    }

    fn end(self) -> Result<(), Never> {
        self.0.push(']');
        Ok(())
    }
}

impl SerializeTuple for Writer<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), Never> {
        SerializeSeq::end(self)
    }
}

impl SerializeStruct for Writer<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.field(name);
        value.serialize(Writer(self.0))
    }

    fn end(self) -> Result<(), Never> {
        self.0.push('}');
        Ok(())
    }
}

#[cfg(test)]
mod tests;
