//! Works on homes that are charged less than the standard rate, and what must be so for it.

use serde::{Deserialize, Serialize};

use super::dated::{Dated, on, read, unread};
use crate::time::Date;

/// Works with a rate of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum VatRelief {
    /// Energy-saving materials, put into a home or a charity's building.
    EnergySaving,
    /// A home that nobody has lived in for two years.
    EmptyHome,
    /// A new dwelling.
    NewDwelling,
}

/// What is known of a relief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VatReliefInfo {
    /// Which it is.
    pub relief: VatRelief,
    /// As a tradesperson calls it.
    pub name: &'static str,
    /// Its percentages, the latest first.
    pub rates: &'static [Dated<&'static str>],
    /// What must all be answered with yes, in this order.
    pub questions: &'static [&'static str],
    /// The notice or page that says so.
    pub source: &'static str,
}

/// The reliefs.
///
/// Sources: energy-saving materials, Notice 708/6 (0 % to 31 March 2027, then 5 %); empty homes, VCONST07100;
/// new dwellings, Notice 708. The days on which earlier rates began are from memory.
pub const VAT_RELIEFS: [VatReliefInfo; 3] = [
    VatReliefInfo {
        relief: VatRelief::EnergySaving,
        name: "Energy-saving materials",
        rates: &[
            read("2027-04-01", "5"),
            read("2022-04-01", "0"),
            unread("2019-10-01", "5"),
        ],
        questions: &[
            "Is the work in somebody’s home, or in a building that a charity uses only for its charity work?",
            "Is it insulation, draught stripping, heating or hot water controls, solar panels, a heat pump, a \
             turbine, a wood-fuelled boiler or a battery that stores electricity?",
            "Do you install what you supply?",
        ],
        source: "VAT Notice 708/6",
    },
    VatReliefInfo {
        relief: VatRelief::EmptyHome,
        name: "Renovating an empty home",
        rates: &[read("2008-01-01", "5")],
        questions: &[
            "Has nobody lived in the home in the two years before the work starts?",
            "Is it the building itself that you repair, maintain or improve?",
            "Do you have proof of it, such as a letter from the council’s empty property officer?",
        ],
        source: "HMRC’s VAT Construction manual, VCONST07100",
    },
    VatReliefInfo {
        relief: VatRelief::NewDwelling,
        name: "Building a new home",
        rates: &[read("1994-09-01", "0")],
        questions: &[
            "Is it a new, self-contained home that may be used and sold by itself?",
            "Has it planning permission, and is it built according to it?",
            "Is the work done while the home is being built, or closely connected with that?",
        ],
        source: "VAT Notice 708",
    },
];

/// A relief as it stands on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatReliefOn {
    /// Which it is.
    pub relief: VatRelief,
    /// As a tradesperson calls it.
    pub name: &'static str,
    /// Its percentage.
    pub rate: &'static str,
    /// Whether that was read in a source.
    pub confirmed: bool,
    /// The last day of that percentage; none where no other is known.
    pub until: Option<Date>,
    /// What must all be answered with yes, in this order.
    pub questions: &'static [&'static str],
    /// The notice or page that says so.
    pub source: &'static str,
}

/// The reliefs that there are on a day.
#[must_use]
pub fn on_day(day: Date) -> Vec<VatReliefOn> {
    let of = |info: &VatReliefInfo| {
        let now = info.relief.on(day)?;
        let later = info
            .rates
            .iter()
            .rev()
            .filter_map(|rate| rate.from.parse().ok());
        let next = later.into_iter().find(|from: &Date| *from > day);
        Some(VatReliefOn {
            relief: info.relief,
            name: info.name,
            rate: now.value,
            confirmed: now.confirmed,
            until: next.and_then(Date::day_before),
            questions: info.questions,
            source: info.source,
        })
    };
    VAT_RELIEFS.iter().filter_map(of).collect()
}

impl VatRelief {
    /// What is known of it.
    #[must_use]
    pub fn info(self) -> &'static VatReliefInfo {
        let found = VAT_RELIEFS.iter().find(|info| info.relief == self);
        found.unwrap_or(&VAT_RELIEFS[0])
    }

    /// Its percentage on a day; none before the first that is known.
    #[must_use]
    pub fn on(self, day: Date) -> Option<&'static Dated<&'static str>> {
        on(self.info().rates, day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tax::dated::is_in_order;

    #[test]
    fn energy_saving_materials_are_at_nothing_to_31_march_2027() {
        let on = |relief: VatRelief, day: &str| relief.on(day.parse().unwrap()).unwrap().value;
        assert_eq!(on(VatRelief::EnergySaving, "2027-03-31"), "0");
        assert_eq!(on(VatRelief::EnergySaving, "2027-04-01"), "5");
        assert_eq!(on(VatRelief::EmptyHome, "2027-04-01"), "5");
        assert_eq!(on(VatRelief::NewDwelling, "2027-04-01"), "0");
    }

    #[test]
    fn a_day_has_its_rate_and_the_last_day_of_it() {
        let on = |day: &str| {
            let reliefs = on_day(day.parse().unwrap());
            let energy = reliefs
                .iter()
                .find(|it| it.relief == VatRelief::EnergySaving);
            let energy = energy.unwrap();
            (energy.rate, energy.until.map(|day| day.to_string()))
        };
        assert_eq!(on("2026-11-25"), ("0", Some("2027-03-31".to_owned())));
        assert_eq!(on("2027-04-01"), ("5", None));
        // Before any is known.
        assert!(on_day("1990-01-01".parse().unwrap()).is_empty());
    }

    #[test]
    fn each_is_there_once_with_its_questions() {
        for info in &VAT_RELIEFS {
            assert_eq!(info.relief.info(), info);
            assert!(is_in_order(info.rates) && !info.questions.is_empty());
            assert!(info.questions.iter().all(|it| it.ends_with('?')));
        }
    }
}
