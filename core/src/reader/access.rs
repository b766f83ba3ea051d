//! The entries of lists and objects, and words that name a choice.

use serde::Deserializer;
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::{ReadError, Reader};

/// Entries of a list, after its bracket.
pub(super) struct List<'a, 'de> {
    pub(super) reader: &'a mut Reader<'de>,
    pub(super) first: bool,
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ReadError> {
        if !self.reader.has_next(b']', &mut self.first)? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }
}

/// Entries of an object, after its brace.
pub(super) struct Object<'a, 'de> {
    pub(super) reader: &'a mut Reader<'de>,
    pub(super) first: bool,
}

impl<'de> MapAccess<'de> for Object<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ReadError> {
        if !self.reader.has_next(b'}', &mut self.first)? {
            return Ok(None);
        }
        if self.reader.peek() != Some(b'"') {
            return Err(ReadError::new("a field's name expected"));
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        self.reader.expect(b':')?;
        seed.deserialize(&mut *self.reader)
    }
}

/// A text that names one of the words of a choice.
pub(super) struct Choice<'a, 'de>(pub(super) &'a mut Reader<'de>);

impl<'de> EnumAccess<'de> for Choice<'_, 'de> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let word = seed.deserialize(&mut *self.0)?;
        Ok((word, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'_, 'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, ReadError> {
        Err(ReadError::new("a word alone is not enough"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.0.deserialize_unit(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.0.deserialize_unit(visitor)
    }
}
