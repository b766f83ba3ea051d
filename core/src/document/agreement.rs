//! How and where a job is agreed.

use serde::{Deserialize, Serialize};

/// What the business says of how a job is agreed, beside what is known of its customer and of the
/// business itself. It changes no figure: it decides whether a consumer may cancel
/// ([`crate::consumer`]). An answer that nobody gave is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Agreement {
    /// Whether the customer buys for themselves or for a business; none: as their contact says.
    pub customer: Option<BuysAs>,
    /// Where the job is agreed; none: where the business's jobs usually are.
    pub place: Option<AgreedAt>,
    /// Whether the customer asked for a visit to repair something urgently.
    pub urgent: Option<bool>,
    /// Whether it is a new building, or a building that becomes substantially new.
    pub new_build: Option<bool>,
}

/// Whom a customer buys for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum BuysAs {
    /// For themselves.
    Consumer,
    /// For a business.
    Business,
}

impl BuysAs {
    /// Whom a word says; none of any other text.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "consumer" => Some(Self::Consumer),
            "business" => Some(Self::Business),
            _ => None,
        }
    }
}

/// Where and how a job is agreed (Consumer Contracts Regulations 2013, reg. 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum AgreedAt {
    /// At the customer's home, or elsewhere away from the business's premises.
    #[default]
    Away,
    /// At the business's premises.
    Premises,
    /// By phone, email or link, without meeting.
    Distance,
}

impl AgreedAt {
    /// Its word, as it is kept; [`AgreedAt::of`] reads it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Premises => "premises",
            Self::Distance => "distance",
        }
    }

    /// The place of a word; none of any other text.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        let known = [Self::Away, Self::Premises, Self::Distance];
        known.into_iter().find(|place| place.word() == word)
    }
}
