//! Whether the domestic reverse charge for construction applies: HMRC's questions in their order.
//!
//! Sources: VATREVCON45000 (the questions); VATREVCON33200 (an end user who supplies a little on); the share
//! below which the whole supply stays under the normal rules is from the trade's sources, not from HMRC's.

use serde::{Deserialize, Serialize};

use crate::money::Pence;

/// Up to this percentage of a supply, services of the reverse charge leave the whole of it under the normal
/// rules.
pub const DISREGARDED_PERCENT: i64 = 5;

/// Below this percentage of what an end user bought may be supplied on.
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

/// A question as it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ReverseChargeAsked")
)]
pub struct Asked {
    /// Which it is.
    pub question: Question,
    /// Its words.
    pub text: &'static str,
}

/// What is known of a supply. An answer that nobody gave yet is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Supply {
    /// Whether the customer pays for it under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether the business that supplies it is registered for VAT on the day of supply.
    pub supplier_registered: Option<bool>,
    /// Whether the customer is.
    pub customer_registered: Option<bool>,
    /// Whether it is the supply of staff or workers by an employment business.
    pub staff: Option<bool>,
    /// Whether the customer said in writing to be an end user or an intermediary.
    pub end_user_notice: Option<bool>,
    /// What it comes to without VAT.
    pub lines: Vec<SupplyLine>,
}

/// A part of a supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SupplyLine {
    /// Without VAT.
    pub net: Pence,
    /// Whether it is a construction service, or goods that go with one.
    pub construction: bool,
    /// Whether it is zero-rated, such as work on a new dwelling.
    pub zero_rated: bool,
}

/// What the questions come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ReverseChargeOutcome")
)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// The customer accounts for the VAT of the whole supply, zero-rated parts aside.
    Applies,
    /// VAT is charged as ever on the whole supply.
    Normal,
    /// A question is open.
    Ask,
}

/// The decision for a whole supply, with what decided it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ReverseChargeDecision")
)]
pub struct Decision {
    /// What it is.
    pub outcome: Outcome,
    /// The question that decided it, or that is open; none where every answer was yes.
    pub question: Option<Question>,
    /// Stable name of the reason.
    pub code: &'static str,
    /// The reason, in a sentence.
    pub msg: &'static str,
    /// Whether the rule that decided was read in HMRC's manual.
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

    /// All of them, as they are asked.
    #[must_use]
    pub fn asked() -> [Asked; 5] {
        Self::ALL.map(|question| Asked {
            question,
            text: question.text(),
        })
    }

    /// As it is asked.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::InCis => {
                "Will your customer pay for this under the Construction Industry Scheme?"
            }
            Self::BothRegistered => "Is your customer registered for VAT?",
            Self::NotZeroRated => "Is any of the work charged at 20 % or 5 %?",
            Self::NotStaff => "Do you only supply staff or workers, as an employment business?",
            Self::NoEndUserNotice => {
                "Has your customer told you in writing that they are an end user or an intermediary?"
            }
        }
    }

    /// Where the answer leaves the normal rules: the reason.
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
    /// Whether the reverse charge applies: the first question that is not answered with yes decides, or is
    /// the one to ask.
    #[must_use]
    pub fn decide(&self) -> Decision {
        for question in Question::ALL {
            match self.answer(question) {
                Some(true) => {}
                Some(false) => return question.normal(),
                None => return decision(Outcome::Ask, Some(question), "asks", question.text()),
            }
            // What is too small a part to count is decided with the first question.
            if question == Question::InCis && self.is_disregarded() {
                let told = "The construction services are 5 % of this or less, so you charge VAT as usual on all \
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
        // That one service brings in the rest is from the trade's sources.
        let is_mixed = self.lines.iter().any(|line| !line.construction);
        Decision {
            confirmed: !is_mixed,
            ..found
        }
    }

    /// Whether the reverse charge goes on at a question.
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

    /// Whether its construction services are too small a part of it to count. Of a supply of nothing none are.
    fn is_disregarded(&self) -> bool {
        let whole: i128 = self.lines.iter().map(|line| i128::from(line.net.0)).sum();
        let services: i128 = self.construction().map(|line| i128::from(line.net.0)).sum();
        let is_mixed = self.lines.iter().any(|line| !line.construction);
        is_mixed && whole > 0 && services * 100 <= whole * i128::from(DISREGARDED_PERCENT)
    }
}

/// Whether a customer who supplies a part of what was bought on may still say to be an end user
/// (VATREVCON33200: under 5 %).
#[must_use]
pub fn may_be_end_user(supplied_on: Pence, bought: Pence) -> bool {
    i128::from(supplied_on.0) * 100 < i128::from(bought.0) * i128::from(END_USER_RESUPPLY_PERCENT)
}

#[cfg(test)]
mod tests;
