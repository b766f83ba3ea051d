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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum ReverseChargeQuestion {
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct QuestionWithText {
    /// The question.
    pub question: ReverseChargeQuestion,
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum ReverseChargeOutcome {
    /// The customer accounts for the VAT of the whole supply, except zero-rated parts.
    Applies,
    /// VAT is charged as usual on the whole supply.
    Normal,
    /// A question has not been answered.
    Ask,
}

/// The decision for a whole supply, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ReverseChargeDecision {
    /// The result.
    pub outcome: ReverseChargeOutcome,
    /// The question that decided it, or that is open; `None` if every answer was yes.
    pub question: Option<ReverseChargeQuestion>,
    /// The stable name of the reason.
    pub code: &'static str,
    /// The reason as a sentence.
    pub msg: &'static str,
    /// Whether the deciding rule was read in HMRC's manual.
    pub confirmed: bool,
}

const fn build_decision(
    outcome: ReverseChargeOutcome,
    question: Option<ReverseChargeQuestion>,
    code: &'static str,
    msg: &'static str,
) -> ReverseChargeDecision {
    ReverseChargeDecision { outcome, question, code, msg, confirmed: true }
}

impl ReverseChargeQuestion {
    /// Every question, in HMRC's order.
    pub const ALL: [Self; 5] =
        [Self::InCis, Self::BothRegistered, Self::NotZeroRated, Self::NotStaff, Self::NoEndUserNotice];

    /// All questions with their texts.
    #[must_use]
    pub fn all_with_text() -> [QuestionWithText; 5] {
        Self::ALL.map(|question| QuestionWithText { question, text: question.text() })
    }

    /// The text of the question.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::InCis => "Will your customer pay for this under the Construction Industry Scheme?",
            Self::BothRegistered => "Is your customer registered for VAT?",
            Self::NotZeroRated => "Is any of the work charged at 20% or 5%?",
            Self::NotStaff => "Do you only supply staff or workers, as an employment business?",
            Self::NoEndUserNotice => {
                "Has your customer told you in writing that they are an end user or an intermediary?"
            }
        }
    }

    /// The decision if the answer is no, so that the normal rules apply, with the reason.
    const fn normal_rules_decision(self) -> ReverseChargeDecision {
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
        build_decision(ReverseChargeOutcome::Normal, Some(self), code, msg)
    }
}

impl Supply {
    /// Whether the reverse charge applies: the first question that is not answered with yes decides, or has to be
    /// asked.
    #[must_use]
    pub fn decide(&self) -> ReverseChargeDecision {
        for question in ReverseChargeQuestion::ALL {
            match self.find_answer(question) {
                Some(true) => {}
                Some(false) => return question.normal_rules_decision(),
                None => {
                    return build_decision(
                        ReverseChargeOutcome::Ask,
                        Some(question),
                        "asks",
                        question.text(),
                    );
                }
            }
            // Whether the construction services are too small to count is decided with the first question.
            if question == ReverseChargeQuestion::InCis && self.is_disregarded() {
                let text = "The construction services are 5% of this or less, so you charge VAT as usual on all \
                            of it.";
                return ReverseChargeDecision {
                    confirmed: false,
                    ..build_decision(ReverseChargeOutcome::Normal, Some(question), "disregarded", text)
                };
            }
        }
        let text = "Your customer accounts for the VAT on all of this: show it, but don’t charge it.";
        let found = build_decision(ReverseChargeOutcome::Applies, None, "applies", text);
        // That a single service brings the rest under the reverse charge is from trade sources.
        let is_mixed = self.lines.iter().any(|line| !line.construction);
        ReverseChargeDecision { confirmed: !is_mixed, ..found }
    }

    /// The answer to a question: true if the reverse charge may still apply; `None` if it isn't known.
    fn find_answer(&self, question: ReverseChargeQuestion) -> Option<bool> {
        match question {
            ReverseChargeQuestion::InCis => {
                let has_none = !self.lines.is_empty() && self.construction_lines().next().is_none();
                if has_none { Some(false) } else { self.in_cis }
            }
            ReverseChargeQuestion::BothRegistered => {
                match (self.supplier_registered, self.customer_registered) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            ReverseChargeQuestion::NotZeroRated => {
                let mut services = self.construction_lines();
                Some(self.lines.is_empty() || services.any(|line| !line.zero_rated))
            }
            ReverseChargeQuestion::NotStaff => self.staff.map(|is_staff| !is_staff),
            ReverseChargeQuestion::NoEndUserNotice => self.end_user_notice.map(|is_given| !is_given),
        }
    }

    fn construction_lines(&self) -> impl Iterator<Item = &SupplyLine> {
        self.lines.iter().filter(|line| line.construction)
    }

    /// Whether the construction services are too small a part of the supply to count; never for a supply of 0.
    fn is_disregarded(&self) -> bool {
        let whole: i128 = self.lines.iter().map(|line| i128::from(line.net.0)).sum();
        let services: i128 = self.construction_lines().map(|line| i128::from(line.net.0)).sum();
        let is_mixed = self.lines.iter().any(|line| !line.construction);
        is_mixed && whole > 0 && services * 100 <= whole * i128::from(DISREGARDED_PERCENT)
    }
}

/// Whether a customer who supplies on a part of what they bought may still be an end user (VATREVCON33200: under 5 %).
#[must_use]
pub fn can_be_end_user(supplied_on: Pence, bought: Pence) -> bool {
    i128::from(supplied_on.0) * 100 < i128::from(bought.0) * i128::from(END_USER_RESUPPLY_PERCENT)
}

#[cfg(test)]
mod tests;
