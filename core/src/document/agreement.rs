//! How and where a job is agreed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Line;
use crate::json::optional_text;
use crate::money::number::Number;

/// What the business has entered about how a job is agreed, in addition to what is known about its customer and the
/// business itself. It changes no amount: it decides whether a consumer may cancel ([`crate::consumer`]). A question
/// that nobody has answered is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Agreement {
    /// Whether the customer buys for themselves or for a business; `None` means what their contact says.
    pub customer: Option<BuysAs>,
    /// Where the job is agreed; `None` means where the business's jobs usually are.
    pub place: Option<AgreedAt>,
    /// Whether the customer asked for a visit to repair something urgently.
    pub urgent: Option<bool>,
    /// Whether it is a new building, or a building that becomes substantially new.
    pub new_build: Option<bool>,
    /// Whether goods are supplied, or labour alone; `None` means that the lines decide.
    pub supplies: Option<Supplies>,
    /// The business's text about when the goods are delivered and the work is done; `None` means its profile's text.
    #[serde(deserialize_with = "optional_text")]
    pub work_time: Option<String>,
}

impl Agreement {
    /// The answers that belong to the kind of work and not to one job: what is supplied, and when. `None` if neither
    /// was answered.
    #[must_use]
    pub fn work_defaults(&self) -> Option<Self> {
        let Self {
            customer: _,  // of the one customer
            place: _,     // of the one place
            urgent: _,    // of the one visit
            new_build: _, // of the one building
            supplies,
            work_time,
        } = self.clone();
        let work = Self { customer: None, place: None, urgent: None, new_build: None, supplies, work_time };
        (work != Self::default()).then_some(work)
    }

    /// The fields that were added later: older clients don't send them.
    const ADDED_FIELDS: [&'static str; 2] = ["supplies", "workTime"];

    /// The agreement to store for one that was `sent` by a client that may be older than some fields: a field that was
    /// left out stays as it was in `before`, and null clears it. `raw` is the JSON that was sent, or `None` if the
    /// whole agreement was left out.
    #[must_use]
    pub fn merge_with_stored(before: Option<&Self>, sent: Option<Self>, raw: Option<&Value>) -> Option<Self> {
        let is_left_out = |name: &str| match raw {
            None => true,
            Some(raw) => raw.as_object().is_some_and(|fields| !fields.contains_key(name)),
        };
        let [supplies, work_time] = Self::ADDED_FIELDS.map(is_left_out);
        let (Some(before), true) = (before, supplies || work_time) else {
            return sent;
        };
        let mut after = sent.clone().unwrap_or_default();
        if supplies {
            after.supplies = before.supplies;
        }
        if work_time {
            after.work_time.clone_from(&before.work_time);
        }
        // Nothing was sent, and there is nothing to preserve.
        let is_nothing = sent.is_none() && after == Self::default();
        (!is_nothing).then_some(after)
    }
}

/// What a business supplies with a job (Consumer Contracts Regulations 2013, reg. 5: a contract for goods and services
/// together is a sales contract).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Supplies {
    /// Goods, with or without work.
    Goods,
    /// Labour alone.
    Labour,
}

impl Supplies {
    /// Reads a stored value; `None` for any other text.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "goods" => Some(Self::Goods),
            "labour" => Some(Self::Labour),
            _ => None,
        }
    }

    /// What lines supply, given the quantity and the price of each: goods if any line has a price apart from labour.
    /// Options and choices that the customer can still take count. With goods the right to cancel lasts longer, so no
    /// customer is given a shorter period than the law allows.
    #[must_use]
    pub fn from_prices<'a>(lines: impl IntoIterator<Item = (&'a Number, &'a Number)>) -> Self {
        let is_some = |number: &Number| !number.value().is_zero();
        let has_price = |(quantity, price)| is_some(quantity) && is_some(price);
        match lines.into_iter().any(has_price) {
            true => Self::Goods,
            false => Self::Labour,
        }
    }

    /// What the lines of a document supply.
    #[must_use]
    pub fn from_lines(lines: &[Line]) -> Self {
        Self::from_prices(lines.iter().map(|line| (&line.quantity, &line.price)))
    }
}

/// Whether a customer buys for themselves or for a business.
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
    /// Reads a stored value; `None` for any other text.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
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
    /// The stored value, which [`AgreedAt::parse`] reads.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Premises => "premises",
            Self::Distance => "distance",
        }
    }

    /// Reads a stored value; `None` for any other text.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let known = [Self::Away, Self::Premises, Self::Distance];
        known.into_iter().find(|place| place.code() == word)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_with_a_price_besides_labour_counts_as_goods() {
        for (lines, expected) in [
            ("", Supplies::Labour),
            (r#"{"includeLabour":true,"labourHours":"8","labourRate":"45"}"#, Supplies::Labour),
            (
                r#"{"quantity":"1","price":"0","includeLabour":true,"labourHours":"8","labourRate":"45"}"#,
                Supplies::Labour,
            ),
            (r#"{"quantity":"1","price":"1200"}"#, Supplies::Goods),
            (
                r#"{"quantity":"1","price":"1200","includeLabour":true,"labourHours":"8","labourRate":"45"}"#,
                Supplies::Goods,
            ),
            // What may still be taken counts, and so does what is taken off.
            (r#"{"quantity":"1","price":"9","optional":true,"selected":false}"#, Supplies::Goods),
            (r#"{"quantity":"1","price":"-9"}"#, Supplies::Goods),
            // What cannot be read counts as nothing until it can.
            (r#"{"quantity":"1","price":"nine"}"#, Supplies::Labour),
            (r#"{"quantity":"1000000","price":"10000000"}"#, Supplies::Goods),
            // What is beyond every number cannot be read either, and nothing overflows.
            (
                r#"{"quantity":"79228162514264337593543950336","price":"79228162514264337593543950335"}"#,
                Supplies::Labour,
            ),
        ] {
            let text = format!(r#"{{"items":[{lines}]}}"#);
            let document: super::super::Document = crate::json::parse(&text).unwrap();
            assert_eq!(Supplies::from_lines(&document.items), expected, "{lines}");
        }
    }

    #[test]
    fn a_field_unknown_to_an_older_client_is_not_erased() {
        let agreement = Agreement {
            place: Some(AgreedAt::Away),
            supplies: Some(Supplies::Labour),
            work_time: Some("In May".into()),
            ..Agreement::default()
        };
        let after = |raw: Option<Value>| {
            let sent = raw.clone().and_then(|raw| serde_json::from_value::<Option<Agreement>>(raw).unwrap());
            Agreement::merge_with_stored(Some(&agreement), sent, raw.as_ref())
        };
        // Left out one by one, and as a whole.
        let old = after(Some(json!({"place": "distance"}))).unwrap();
        assert_eq!(old.place, Some(AgreedAt::Distance));
        assert_eq!((old.supplies, &old.work_time), (agreement.supplies, &agreement.work_time));
        let without = after(None).unwrap();
        assert_eq!((without.place, without.supplies), (None, Some(Supplies::Labour)));
        // Said otherwise, or taken back.
        let given = after(Some(json!({"supplies": "goods", "workTime": null}))).unwrap();
        assert_eq!((given.supplies, given.work_time), (Some(Supplies::Goods), None));
        assert_eq!(after(Some(Value::Null)), None);
        // Where there was nothing there is nothing to stay.
        assert_eq!(Agreement::merge_with_stored(None, None, None), None);
        let bare = Agreement::default();
        assert_eq!(Agreement::merge_with_stored(Some(&bare), None, None), None);
    }

    #[test]
    fn a_copy_for_another_job_keeps_the_supply_and_the_work_time() {
        let job = |json: Value| serde_json::from_value::<Agreement>(json).unwrap();
        let agreement = job(json!({"place": "away", "urgent": true}));
        assert_eq!(agreement.work_defaults(), None);
        let agreement = job(json!({"place": "away", "supplies": "labour", "workTime": "In May"}));
        let work = job(json!({"supplies": "labour", "workTime": "In May"}));
        assert_eq!(agreement.work_defaults(), Some(work));
    }

    #[test]
    fn reads_an_agreement_stored_before_a_field_existed() {
        let read: Agreement = serde_json::from_value(json!({"place": "away"})).unwrap();
        assert_eq!((read.supplies, &read.work_time), (None, &None));
        let blank: Agreement = serde_json::from_value(json!({"workTime": "  "})).unwrap();
        assert_eq!(blank.work_time, None);
        let wrong = serde_json::from_value::<Agreement>(json!({"supplies": "air"}));
        assert!(wrong.is_err());
    }
}
