//! Whether the domestic reverse charge for construction applies: HMRC's questions in their order.
//!
//! Sources: VATREVCON45000 (the questions); VATREVCON33200 (an end user who supplies a little on); the share
//! below which the whole supply stays under the normal rules is from the trade's sources, not from HMRC's.

use serde::{Deserialize, Serialize};

use crate::money::Pence;

/// Services under the reverse charge are disregarded, and the whole supply follows the normal rules, if they are at
/// most this percentage of it.
pub const DISREGARDED_PERCENT: i64 = 5;

/// An end user may supply on less than this percentage of what they bought.
pub const END_USER_RESUPPLY_PERCENT: i64 = 5;

/// A question, in HMRC's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ReverseChargeQuestion")
)]
#[serde(rename_all = "camelCase")]
pub enum Question {
    /// Is any of it within the Construction Industry Scheme?
    InCis,
    /// Are both registered for VAT?
    BothRegistered,
    /// Is it charged at 20 or 5 %, and not at 0 %?
    NotZeroRated,
    /// Is it more than the hire of staff or workers?
    NotStaff,
    /// Has the customer given no notice of being an end user or an intermediary?
    NoEndUserNotice,
}

/// A question with its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ReverseChargeAsked")
)]
pub struct Asked {
    /// The question.
    pub question: Question,
    /// Its text.
    pub text: &'static str,
}

/// What is known about a supply. A question that nobody has answered yet is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Supply {
    /// Whether the customer pays for it under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether the business that supplies it is registered for VAT on the day of supply.
    pub supplier_registered: Option<bool>,
    /// Whether the customer is registered for VAT.
    pub customer_registered: Option<bool>,
    /// Whether it is the supply of staff or workers by an employment business.
    pub staff: Option<bool>,
    /// Whether the customer has confirmed in writing that it is an end user or an intermediary.
    pub end_user_notice: Option<bool>,
    /// The parts of the supply, without VAT.
    pub lines: Vec<SupplyLine>,
}

/// A part of a supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupplyLine {
    /// The amount without VAT.
    pub net: Pence,
    /// Whether it is a construction service, or goods supplied with one.
    pub construction: bool,
    /// Whether it is zero-rated, such as work on a new dwelling.
    pub zero_rated: bool,
}

/// The result of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ReverseChargeOutcome")
)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// The customer accounts for the VAT of the whole supply, except zero-rated parts.
    Applies,
    /// VAT is charged as usual on the whole supply.
    Normal,
    /// A question has not been answered.
    Ask,
}

/// The decision for a whole supply, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ReverseChargeDecision")
)]
pub struct Decision {
    /// The result.
    pub outcome: Outcome,
    /// The question that decided it, or that is open; `None` if every answer was yes.
    pub question: Option<Question>,
    /// The stable name of the reason.
    pub code: &'static str,
    /// The reason as a sentence.
    pub msg: &'static str,
    /// Whether the deciding rule was read in HMRC's manual.
    pub confirmed: bool,
}

const fn decision(
    outcome: Outcome,
    question: Option<Question>,
    code: &'static str,
    msg: &'static str,
) -> Decision {
    Decision {
        outcome,
        question,
        code,
        msg,
        confirmed: true,
    }
}

impl Question {
    /// Every question, in HMRC's order.
    pub const ALL: [Self; 5] = [
        Self::InCis,
        Self::BothRegistered,
        Self::NotZeroRated,
        Self::NotStaff,
        Self::NoEndUserNotice,
    ];

    /// All questions with their texts.
    #[must_use]
    pub fn asked() -> [Asked; 5] {
        Self::ALL.map(|question| Asked {
            question,
            text: question.text(),
        })
    }

    /// The text of the question.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::InCis => {
                "Will your customer pay for this under the Construction Industry Scheme?"
            }
            Self::BothRegistered => "Is your customer registered for VAT?",
            Self::NotZeroRated => "Is any of the work charged at 20% or 5%?",
            Self::NotStaff => "Do you only supply staff or workers, as an employment business?",
            Self::NoEndUserNotice => {
                "Has your customer told you in writing that they are an end user or an intermediary?"
            }
        }
    }

    /// The decision if the answer is no, so that the normal rules apply, with the reason.
    const fn normal(self) -> Decision {
        let (code, msg) = match self {
            Self::InCis => (
                "not_in_cis",
                "No part of this is paid under the Construction Industry Scheme, so you charge VAT as usual.",
            ),
            Self::BothRegistered => (
                "not_both_registered",
                "The reverse charge only applies between two VAT-registered businesses.",
            ),
            Self::NotZeroRated => (
                "zero_rated",
                "All of this is zero-rated, so there is no VAT for your customer to account for.",
            ),
            Self::NotStaff => (
                "staff",
                "The reverse charge doesn’t cover supplying staff or workers, so you charge VAT as usual.",
            ),
            Self::NoEndUserNotice => (
                "end_user",
                "Your customer has told you that they are an end user or an intermediary, so you charge VAT as \
                 usual. Keep their notice.",
            ),
        };
        decision(Outcome::Normal, Some(self), code, msg)
    }
}

impl Supply {
    /// Whether the reverse charge applies: the first question that is not answered with yes decides, or has to be
    /// asked.
    #[must_use]
    pub fn decide(&self) -> Decision {
        for question in Question::ALL {
            match self.answer(question) {
                Some(true) => {}
                Some(false) => return question.normal(),
                None => return decision(Outcome::Ask, Some(question), "asks", question.text()),
            }
            // Whether the construction services are too small to count is decided with the first question.
            if question == Question::InCis && self.is_disregarded() {
                let told = "The construction services are 5% of this or less, so you charge VAT as usual on all \
                            of it.";
                return Decision {
                    confirmed: false,
                    ..decision(Outcome::Normal, Some(question), "disregarded", told)
                };
            }
        }
        let told =
            "Your customer accounts for the VAT on all of this: show it, but don’t charge it.";
        let found = decision(Outcome::Applies, None, "applies", told);
        // That a single service brings the rest under the reverse charge is from trade sources.
        let is_mixed = self.lines.iter().any(|line| !line.construction);
        Decision {
            confirmed: !is_mixed,
            ..found
        }
    }

    /// The answer to a question: true if the reverse charge may still apply; `None` if it isn't known.
    fn answer(&self, question: Question) -> Option<bool> {
        match question {
            Question::InCis => {
                let has_none = !self.lines.is_empty() && self.construction().next().is_none();
                if has_none { Some(false) } else { self.in_cis }
            }
            Question::BothRegistered => {
                match (self.supplier_registered, self.customer_registered) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Question::NotZeroRated => {
                let mut services = self.construction();
                Some(self.lines.is_empty() || services.any(|line| !line.zero_rated))
            }
            Question::NotStaff => self.staff.map(|is_staff| !is_staff),
            Question::NoEndUserNotice => self.end_user_notice.map(|is_given| !is_given),
        }
    }

    fn construction(&self) -> impl Iterator<Item = &SupplyLine> {
        self.lines.iter().filter(|line| line.construction)
    }

    /// Whether the construction services are too small a part of the supply to count; never for a supply of 0.
    fn is_disregarded(&self) -> bool {
        let whole: i128 = self.lines.iter().map(|line| i128::from(line.net.0)).sum();
        let services: i128 = self.construction().map(|line| i128::from(line.net.0)).sum();
        let is_mixed = self.lines.iter().any(|line| !line.construction);
        is_mixed && whole > 0 && services * 100 <= whole * i128::from(DISREGARDED_PERCENT)
    }
}

/// Whether a customer who supplies on a part of what they bought may still be an end user (VATREVCON33200: under 5 %).
#[must_use]
pub fn may_be_end_user(supplied_on: Pence, bought: Pence) -> bool {
    i128::from(supplied_on.0) * 100 < i128::from(bought.0) * i128::from(END_USER_RESUPPLY_PERCENT)
}

#[cfg(test)]
mod tests;
