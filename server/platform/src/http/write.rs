//! The body of a create or an update: the record's own fields, `id` and `version`.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::ids::{Id, Ids};

/// The body of a create, for the API description and the browser's types; [`Write`] reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Create<T> {
    /// A UUIDv7 chosen by the client, so that repeating the request creates the object only once.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub id: Option<String>,
    /// The fields of the object.
    #[serde(flatten)]
    pub fields: T,
}

/// The body of an update, for the API description and the browser's types; [`Write`] reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Update<T> {
    /// The version on which the update is based.
    pub version: i64,
    /// The fields of the object.
    #[serde(flatten)]
    pub fields: T,
}

/// Fields of type `T`, which may refuse unknown ones, with the `id` that a client may choose for a create and the
/// `version` of an update. (serde's `flatten` can't refuse unknown fields; this can.)
#[derive(Debug, Clone)]
pub struct Write<T> {
    id: Option<String>,
    version: Option<i64>,
    /// The fields of the object.
    pub fields: T,
}

impl<T> Write<T> {
    /// The id for a create: the client's, or a new one.
    ///
    /// # Errors
    /// 400 if the client's is not a UUID.
    pub fn id_or_new<I: Id>(&self, ids: &Ids) -> Result<I, ApiError> {
        match &self.id {
            None => Ok(ids.new_id()),
            Some(text) => {
                text.parse().map_err(|_| ApiError::bad_field("id", "bad_id", "The id must be a UUID."))
            }
        }
    }

    /// The version for an update.
    ///
    /// # Errors
    /// 400 if it is missing, or if the id in the body differs from the one in the path.
    pub fn check_version(&self, path_id: &impl Id) -> Result<i64, ApiError> {
        if self.id.as_ref().is_some_and(|id| !id.eq_ignore_ascii_case(path_id.as_ref())) {
            return Err(ApiError::bad_field("id", "bad_id", "The id differs from the one in the path."));
        }
        self.version.ok_or_else(|| ApiError::bad_field("version", "missing_field", "“version” is required."))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Write<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(WriteVisitor(PhantomData))
    }
}

struct WriteVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for WriteVisitor<T> {
    type Value = Write<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Write<T>, A::Error> {
        let (mut id, mut version) = (None, None);
        let rest = RemainingFields { map, id: &mut id, version: &mut version };
        let fields = T::deserialize(MapAccessDeserializer::new(rest))?;
        Ok(Write { id, version, fields })
    }
}

/// The object without `id` and `version`, which are stored separately.
struct RemainingFields<'a, A> {
    map: A,
    id: &'a mut Option<String>,
    version: &'a mut Option<i64>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for RemainingFields<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        loop {
            let Some(key) = self.map.next_key::<String>()? else {
                return Ok(None);
            };
            match key.as_str() {
                "id" if self.id.is_some() => return Err(A::Error::duplicate_field("id")),
                "id" => *self.id = self.map.next_value()?,
                "version" if self.version.is_some() => {
                    return Err(A::Error::duplicate_field("version"));
                }
                "version" => *self.version = self.map.next_value()?,
                _ => return seed.deserialize(key.into_deserializer()).map(Some),
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
