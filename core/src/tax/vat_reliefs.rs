//! Work on homes that is charged at less than the standard rate, and the conditions.

use serde::{Deserialize, Serialize};

use super::{Dated, confirmed, find_on, unconfirmed};
use crate::time::Date;

/// Works with a special VAT rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum VatRelief {
    /// Energy-saving materials, installed in a home or a charity's building.
    EnergySaving,
    /// A home that has been empty for two years.
    EmptyHome,
    /// A new dwelling.
    NewDwelling,
}

/// The location of a building, as far as the rates differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildingPlace {
    /// England, Scotland or Wales.
    #[default]
    GreatBritain,
    /// Northern Ireland.
    NorthernIreland,
}

impl BuildingPlace {
    /// The place of a postcode: those in Northern Ireland begin with BT.
    #[must_use]
    pub fn from_post_code(post_code: &str) -> Self {
        let code = post_code.trim_start();
        let is_bt = code.get(..2).is_some_and(|area| area.eq_ignore_ascii_case("bt"));
        let next = code.chars().nth(2);
        match is_bt && next.is_some_and(|next| next.is_ascii_digit()) {
            true => Self::NorthernIreland,
            false => Self::GreatBritain,
        }
    }
}

/// The facts about a relief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VatReliefInfo {
    /// The relief.
    pub relief: VatRelief,
    /// The name that tradespeople use.
    pub name: &'static str,
    /// The percentages, latest first.
    pub rates: &'static [Dated<&'static str>],
    /// The percentages in Northern Ireland if they were different; otherwise empty.
    pub in_northern_ireland: &'static [Dated<&'static str>],
    /// The questions that must all be answered with yes, in order.
    pub questions: &'static [&'static str],
    /// The notice or page that is the source.
    pub source: &'static str,
}

/// The reliefs.
///
/// Sources: energy-saving materials, Notice 708/6 (0 % in Great Britain from 1 April 2022 and in Northern Ireland from 1 May
/// 2023, to 31 March 2027, then 5 %); empty homes, VCONST07100;
/// new dwellings, Notice 708. The days on which earlier rates began are from memory.
pub const VAT_RELIEFS: [VatReliefInfo; 3] = [
    VatReliefInfo {
        relief: VatRelief::EnergySaving,
        name: "Energy-saving materials",
        rates: &[confirmed("2027-04-01", "5"), confirmed("2022-04-01", "0"), unconfirmed("2019-10-01", "5")],
        in_northern_ireland: &[
            confirmed("2027-04-01", "5"),
            confirmed("2023-05-01", "0"),
            unconfirmed("2019-10-01", "5"),
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
        rates: &[confirmed("2008-01-01", "5")],
        in_northern_ireland: &[],
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
        rates: &[confirmed("1994-09-01", "0")],
        in_northern_ireland: &[],
        questions: &[
            "Is it a new, self-contained home that may be used and sold by itself?",
            "Does it have planning permission, and is it being built in line with it?",
            "Is the work done while the home is being built, or closely connected with that?",
        ],
        source: "VAT Notice 708",
    },
];

/// A relief as it applies on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatReliefOn {
    /// The relief.
    pub relief: VatRelief,
    /// The name that tradespeople use.
    pub name: &'static str,
    /// The percentage.
    pub rate: &'static str,
    /// Whether the percentage was read in a source.
    pub confirmed: bool,
    /// The last day of that percentage; `None` if no later one is known.
    pub until: Option<Date>,
    /// The questions that must all be answered with yes, in order.
    pub questions: &'static [&'static str],
    /// The notice or page that is the source.
    pub source: &'static str,
}

/// The reliefs that apply on a day.
#[must_use]
pub fn list_reliefs(day: Date) -> Vec<VatReliefOn> {
    let of = |info: &VatReliefInfo| {
        let now = info.relief.find_rate(day)?;
        let later = info.rates.iter().rev().filter_map(|rate| rate.from.parse().ok());
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
    /// The facts about this relief.
    #[must_use]
    pub fn info(self) -> &'static VatReliefInfo {
        let found = VAT_RELIEFS.iter().find(|info| info.relief == self);
        found.unwrap_or(&VAT_RELIEFS[0])
    }

    /// The percentage on a day in Great Britain; `None` before the first known one.
    #[must_use]
    pub fn find_rate(self, day: Date) -> Option<&'static Dated<&'static str>> {
        self.find_rate_in(day, BuildingPlace::GreatBritain)
    }

    /// The percentage on a day at the place of the building; `None` before the first known one.
    #[must_use]
    pub fn find_rate_in(self, day: Date, place: BuildingPlace) -> Option<&'static Dated<&'static str>> {
        let info = self.info();
        let own = Some(info.in_northern_ireland)
            .filter(|rows| place == BuildingPlace::NorthernIreland && !rows.is_empty());
        find_on(own.unwrap_or(info.rates), day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tax::is_in_order;

    #[test]
    fn energy_saving_materials_are_zero_rated_to_31_march_2027() {
        let on = |relief: VatRelief, day: &str| relief.find_rate(day.parse().unwrap()).unwrap().value;
        assert_eq!(on(VatRelief::EnergySaving, "2027-03-31"), "0");
        assert_eq!(on(VatRelief::EnergySaving, "2027-04-01"), "5");
        assert_eq!(on(VatRelief::EmptyHome, "2027-04-01"), "5");
        assert_eq!(on(VatRelief::NewDwelling, "2027-04-01"), "0");
    }

    #[test]
    fn energy_saving_relief_began_a_year_later_in_northern_ireland() {
        let on = |day: &str, code: &str| {
            let relief = VatRelief::EnergySaving;
            relief.find_rate_in(day.parse().unwrap(), BuildingPlace::from_post_code(code)).unwrap().value
        };
        assert_eq!((on("2022-04-01", "LS1 1AA"), on("2022-04-01", "BT1 1AA")), ("0", "5"));
        assert_eq!((on("2023-04-30", "bt48 6ry"), on("2023-05-01", "bt48 6ry")), ("5", "0"));
        assert_eq!(on("2027-04-01", "BT1 1AA"), "5");
        // Bath and Bolton are no Belfast.
        assert_eq!(
            [
                BuildingPlace::from_post_code("BA1 1AA"),
                BuildingPlace::from_post_code("B1 1TT"),
                BuildingPlace::from_post_code("")
            ],
            [BuildingPlace::GreatBritain; 3]
        );
        let home =
            VatRelief::EmptyHome.find_rate_in("2022-04-01".parse().unwrap(), BuildingPlace::NorthernIreland);
        assert_eq!(home.unwrap().value, "5");
    }

    #[test]
    fn lists_the_rate_of_a_relief_and_its_last_day() {
        let on = |day: &str| {
            let reliefs = list_reliefs(day.parse().unwrap());
            let energy = reliefs.iter().find(|it| it.relief == VatRelief::EnergySaving);
            let energy = energy.unwrap();
            (energy.rate, energy.until.map(|day| day.to_string()))
        };
        assert_eq!(on("2026-11-25"), ("0", Some("2027-03-31".to_owned())));
        assert_eq!(on("2027-04-01"), ("5", None));
        // Before any is known.
        assert!(list_reliefs("1990-01-01".parse().unwrap()).is_empty());
    }

    #[test]
    fn the_table_has_each_relief_with_its_questions() {
        for info in &VAT_RELIEFS {
            assert_eq!(info.relief.info(), info);
            assert!(is_in_order(info.rates) && is_in_order(info.in_northern_ireland));
            assert!(!info.questions.is_empty());
            assert!(info.questions.iter().all(|it| it.ends_with('?')));
        }
    }
}
