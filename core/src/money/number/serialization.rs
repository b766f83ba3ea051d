//! A [`Number`] to and from JSON.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Number;
use crate::json::{Scalar, scalar};

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        scalar(deserializer)
    }
}

/// Accepts every JSON value: one that is not a number becomes [`Number::NotANumber`].
impl Scalar for Number {
    const EXPECTED: &'static str = "a decimal string or a number";

    fn from_text(text: Option<&str>) -> Self {
        text.map_or(Self::Empty, Self::from_text)
    }

    fn from_other(written: &str) -> Option<Self> {
        Some(Self::NotANumber(written.into()))
    }
}
