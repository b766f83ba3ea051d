//! What a consumer is given with a quote: the notice, the form, and the text of an express request to start early. It
//! is stored with the version that they read, so that a later release with other texts doesn't change it. The texts are
//! in [`texts`](super) and [`information`](super::information).

use serde::{Deserialize, Serialize};

use super::NoticeKind;
use super::information::Particulars;
use super::right::{CancellationDecision, CancellationVerdict};
use crate::document::Supplies;
use crate::document::parties::{BusinessProfile, Contact};
use crate::text::trim_non_empty;

/// The information that a consumer is given with a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct CancellationPack {
    /// Whether the customer may cancel. For an urgent repair, the notice says that they may not, and there is neither a
    /// form nor a request to start early.
    pub right: bool,
    /// The notice, one entry for each paragraph.
    pub notice: Vec<String>,
    /// The cancellation form, one entry for each line; empty if there is none.
    pub form: Vec<CancellationFormRow>,
    /// The title of the form. Omitted if there is no form, and in packs stored before this field existed, whose form
    /// has the old title: `Form to cancel with`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub form_title: String,
    /// The text of the request to start early, next to its box; empty if there is none.
    pub early: String,
    /// Whether goods are supplied, so that the 14 days run from the arrival of the last of them (reg. 30(3)). Omitted
    /// if only labour is supplied, and in packs stored before this field existed: their days run from the agreement.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub goods: bool,
    /// The other information that must be given before the agreement (Schedule 2), as rows. Omitted if empty, as in
    /// packs stored before this field existed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<CancellationFormRow>>"))]
    pub information: Vec<CancellationFormRow>,
}

/// A line of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(default)]
pub struct CancellationFormRow {
    /// The label.
    pub label: String,
    /// The text; empty if it is filled in by hand.
    pub value: String,
}

impl CancellationFormRow {
    pub(super) fn new(label: &str, value: &str) -> Self {
        Self { label: label.to_owned(), value: value.to_owned() }
    }
}

/// The two sides as the notice and the form name them, each on one line.
#[derive(Clone, Debug, Default)]
pub struct ContractParties {
    /// The business and its contact details: name, address, telephone and email, as far as they are given.
    pub business: String,
    /// The customer's name; empty if it is filled in by hand.
    pub name: String,
    /// The customer's address; empty if it is filled in by hand.
    pub address: String,
    /// Whether the customer has an email address.
    pub has_email: bool,
}

impl ContractParties {
    /// The sides of a quote; the customer is optional.
    #[must_use]
    pub fn new(business: &BusinessProfile, customer: Option<&Contact>) -> Self {
        let address = business.address_lines().join(", ");
        let named = |it: &Contact| trim_non_empty(&it.name).unwrap_or_else(|| it.company.trim().to_owned());
        Self {
            business: join_non_empty(&[&business.name, &address, &business.phone, &business.email]),
            name: customer.map(named).unwrap_or_default(),
            address: customer.map(|it| it.address_lines().join(", ")).unwrap_or_default(),
            has_email: customer.is_some_and(|it| trim_non_empty(&it.email).is_some()),
        }
    }
}

/// The parts that are not empty, on one line.
#[must_use]
pub fn join_non_empty(parts: &[&str]) -> String {
    let there: Vec<String> = parts.iter().filter_map(|part| trim_non_empty(part)).collect();
    there.join(", ")
}

impl CancellationPack {
    /// The pack of a quote, or of a variation of a job, named by its `heading`; `says` contains the business's own
    /// texts. `None` if the customer needs no notice.
    #[must_use]
    pub fn for_decision(
        decision: &CancellationDecision,
        sides: &ContractParties,
        says: &Particulars,
        (heading, varies): (&str, bool),
    ) -> Option<Self> {
        let supplies = decision.supplies;
        match decision.verdict {
            CancellationVerdict::Right => Some(Self {
                right: true,
                notice: super::write_notice(
                    sides,
                    &says.returns(),
                    NoticeKind { varies, supplies },
                ),
                form: super::write_form(sides, heading, supplies),
                form_title: super::FORM_TITLE.to_owned(),
                early: super::write_early_start_request(supplies),
                goods: supplies == Supplies::Goods,
                information: says.rows(sides, supplies, true),
            }),
            CancellationVerdict::Urgent => Some(Self {
                notice: vec![
                    "You asked us to come for an urgent repair. Unlike other work, that repair and the parts for it \
                     can’t be cancelled within 14 days."
                        .to_owned(),
                ],
                information: says.rows(sides, supplies, false),
                ..Self::default()
            }),
            CancellationVerdict::Premises | CancellationVerdict::Small | CancellationVerdict::NewBuild | CancellationVerdict::Business => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::right::CancellationSituation;
    use super::*;

    fn business() -> BusinessProfile {
        BusinessProfile {
            name: "Taylor Plumbing".into(),
            address_line1: "1 High Street".into(),
            city: "Leeds".into(),
            phone: "0113 496 0123".into(),
            email: "office@taylor.example".into(),
            ..BusinessProfile::default()
        }
    }

    fn pack(json: &str) -> Option<CancellationPack> {
        let situation: CancellationSituation = crate::json::parse(json).unwrap();
        let jo = Contact {
            name: "Jo Bloggs".into(),
            address_line1: "2 Mill Lane".into(),
            email: "jo@customer.example".into(),
            ..Contact::default()
        };
        CancellationPack::for_decision(
            &situation.decide(),
            &ContractParties::new(&business(), Some(&jo)),
            &Particulars::default(),
            ("Quote Q-0001", false),
        )
    }

    #[test]
    fn the_notice_of_a_variation_says_that_the_job_is_unaffected() {
        let situation: CancellationSituation = crate::json::parse(r#"{"total":"100"}"#).unwrap();
        let named = ("Variation Q-0001-V1", true);
        let sides = ContractParties::new(&business(), None);
        let pack =
            CancellationPack::for_decision(&situation.decide(), &sides, &Particulars::default(), named)
                .unwrap();
        assert_eq!(
            pack.notice[0],
            "You may cancel this variation within 14 days, without giving a reason. This doesn’t affect the rest of \
             the job."
        );
        let notice = pack.notice.join("\n");
        assert!(notice.contains("press ‘Cancel this variation’ on the page of this variation"));
        assert!(notice.contains("everything you’ve paid for it within 14 days of the day you tell us"));
        assert!(!notice.contains("this job") && !notice.contains("this quote"), "{notice}");
        assert_eq!(pack.form[1].value, "Variation Q-0001-V1");
    }

    #[test]
    fn the_notice_contains_what_schedule_3_requires() {
        let pack = pack(r#"{"total":"100"}"#).unwrap();
        assert!(pack.right && !pack.goods);
        let notice = pack.notice.join("\n");
        for text in [
            "within 14 days, without giving a reason",
            "14th day after the day on which you accept",
            "tell us clearly that you want to cancel: Taylor Plumbing, 1 High Street, Leeds, 0113 496 0123, \
             office@taylor.example",
            "a letter or an email",
            "You don’t have to use the form",
            "we’ll email you straight away to confirm",
            "if you send it before the 14 days end",
            "refund everything you’ve paid us, including any deposit, within 14 days of the day you tell us",
            "refund you the way you paid",
            "you won’t pay any fees for it",
            "as a share of the whole price",
            "you can no longer cancel",
        ] {
            assert!(notice.contains(text), "{text}: {notice}");
        }
        assert!(!notice.contains("goods"), "{notice}");
        assert!(pack.early.ends_with("Once all of the work is done I can no longer cancel."));
    }

    #[test]
    fn promises_an_email_only_to_customers_with_an_address() {
        let situation: CancellationSituation = crate::json::parse(r#"{"total":"100"}"#).unwrap();
        let notice = |email: &str| {
            let jo = Contact { email: email.into(), ..Contact::default() };
            let sides = ContractParties::new(&business(), Some(&jo));
            let named = ("Quote Q-0001", false);
            let pack =
                CancellationPack::for_decision(&situation.decide(), &sides, &Particulars::default(), named);
            pack.unwrap().notice.join("\n")
        };
        assert!(notice("jo@customer.example").contains("we’ll email you"));
        let without = notice(" ");
        assert!(!without.contains("we’ll email you"), "{without}");
        assert!(
            without
                .contains("If you cancel on the page, it confirms this straight away, and you can print it."),
            "{without}"
        );
    }

    #[test]
    fn with_goods_the_notice_counts_14_days_from_the_last_delivery() {
        let pack = pack(r#"{"total":"100","goods":true}"#).unwrap();
        assert!(pack.right && pack.goods);
        let notice = pack.notice.join("\n");
        for text in [
            "within 14 days, without giving a reason",
            "14th day after the day on which the last of the goods for this job reach you",
            "If they come in several deliveries, the 14 days run from the last one.",
            "from the day you accept this quote",
            "We’ll collect them at our own cost.",
            "any loss in value",
            "as a share of the whole price",
        ] {
            assert!(notice.contains(text), "{text}: {notice}");
        }
        // Fitting them all ends no right to give them back.
        assert!(!notice.contains("no longer cancel") && !pack.early.contains("no longer"));
        let rows: Vec<&str> = pack.form.iter().map(|row| &*row.label).collect();
        assert_eq!(rows[2..4], ["Agreed on", "Goods received on"]);
        assert_eq!(pack.information.len(), 4);
    }

    #[test]
    fn a_pack_stored_before_goods_were_recorded_is_unchanged() {
        let saved = r#"{"right":true,"notice":["N"],"form":[{"label":"To","value":"T"}],"early":"E"}"#;
        let pack: CancellationPack = serde_json::from_str(saved).unwrap();
        assert!(!pack.goods && pack.information.is_empty());
        assert_eq!(serde_json::to_string(&pack).unwrap(), saved);
    }

    #[test]
    fn the_form_has_the_lines_of_schedule_3_part_b() {
        let pack = pack(r#"{"total":"100"}"#).unwrap();
        let rows: Vec<(&str, &str)> = pack.form.iter().map(|row| (&*row.label, &*row.value)).collect();
        let to = "Taylor Plumbing, 1 High Street, Leeds, 0113 496 0123, office@taylor.example";
        assert_eq!(
            rows,
            [
                ("To", to),
                ("I/we cancel my/our contract for", "Quote Q-0001"),
                ("Agreed on", ""),
                ("Name", "Jo Bloggs"),
                ("Address", "2 Mill Lane"),
                ("Signature (only on paper)", ""),
                ("Date", ""),
            ]
        );
    }

    #[test]
    fn gives_no_notice_without_a_right_except_for_urgent_repairs() {
        for json in [
            r#"{"total":"100","said":"business"}"#,
            r#"{"total":"100","agreement":{"place":"premises"}}"#,
            r#"{"total":"42"}"#,
            r#"{"total":"100","agreement":{"newBuild":true}}"#,
        ] {
            assert_eq!(pack(json), None, "{json}");
        }
        let urgent = pack(r#"{"total":"100","agreement":{"urgent":true}}"#).unwrap();
        assert!(!urgent.right && urgent.form.is_empty() && urgent.early.is_empty());
        assert!(urgent.notice[0].contains("urgent repair"));
        // What cannot be cancelled is still to be told.
        assert_eq!(urgent.information.len(), 3);
    }

    #[test]
    fn reads_a_stored_pack() {
        let pack = pack(r#"{"total":"100"}"#).unwrap();
        let text = serde_json::to_string(&pack).unwrap();
        assert_eq!(serde_json::from_str::<CancellationPack>(&text).unwrap(), pack);
        // A field that comes to it later is not in what was kept.
        assert_eq!(serde_json::from_str::<CancellationPack>("{}").unwrap(), CancellationPack::default());
    }
}
