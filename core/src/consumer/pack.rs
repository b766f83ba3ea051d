//! What a consumer is given with a quote: the notice, the form, and the words of an express request to
//! start early. It is kept with the version that they read, so that a later release that words it
//! otherwise changes none of it.
//!
//! The words are our own; each thing that Schedule 3 to the Regulations asks the notice (part A) and the
//! form (part B) to say is in them.

use serde::{Deserialize, Serialize};

use super::right::{Decision, Verdict};
use crate::document::parties::{BusinessProfile, Contact};
use crate::text::filled;

/// What a consumer is given with a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "CancellationPack")
)]
#[serde(rename_all = "camelCase", default)]
pub struct Pack {
    /// Whether they may cancel. Where they asked for an urgent repair they are told that they may not,
    /// and there is neither a form nor a request.
    pub right: bool,
    /// The notice, a paragraph an entry.
    pub notice: Vec<String>,
    /// The form to cancel with, line by line; empty where there is none.
    pub form: Vec<FormRow>,
    /// The request to start early, as it stands beside its box; empty where there is none.
    pub early: String,
}

/// A line of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "CancellationFormRow")
)]
#[serde(default)]
pub struct FormRow {
    /// What stands before it.
    pub label: String,
    /// What it says; empty: it is filled in by hand.
    pub value: String,
}

/// The words of the request. By ticking it a consumer asks for the start, knows that they then pay for
/// what was done, and acknowledges that the right ends with the work (reg. 36).
const EARLY: &str = "Please start before the 14 days end. If I cancel later I pay for what was done until then, as \
                     a share of the price. Once all of the work is done I can no longer cancel.";

/// How the notice and the form name the two sides, each in one line.
#[derive(Clone, Debug, Default)]
pub struct Sides {
    /// Who the business is and how it is reached: its name, address, telephone and email, as far as it gave them.
    pub business: String,
    /// What the customer is called; empty where it is filled in by hand.
    pub name: String,
    /// Where the customer lives; empty where it is filled in by hand.
    pub address: String,
}

impl Sides {
    /// Of a business and of its customer, where the quote has one.
    #[must_use]
    pub fn of(business: &BusinessProfile, customer: Option<&Contact>) -> Self {
        let address = business.address_lines().join(", ");
        let named = |it: &Contact| filled(&it.name).unwrap_or_else(|| it.company.trim().to_owned());
        Self {
            business: in_line(&[&business.name, &address, &business.phone, &business.email]),
            name: customer.map(named).unwrap_or_default(),
            address: customer
                .map(|it| it.address_lines().join(", "))
                .unwrap_or_default(),
        }
    }
}

/// What is given of it, in one line.
#[must_use]
pub fn in_line(parts: &[&str]) -> String {
    let there: Vec<String> = parts.iter().filter_map(|part| filled(part)).collect();
    there.join(", ")
}

impl Pack {
    /// The pack of a quote, or of a variation of a job, called as its `heading` says; none where its customer is to
    /// be told nothing.
    #[must_use]
    pub fn of(decision: &Decision, sides: &Sides, (heading, varies): (&str, bool)) -> Option<Self> {
        match decision.verdict {
            Verdict::Right => Some(Self {
                right: true,
                notice: notice(&sides.business, varies),
                form: form(sides, heading),
                early: EARLY.to_owned(),
            }),
            Verdict::Urgent => Some(Self {
                notice: vec![
                    "You asked us to come for an urgent repair. That repair, and the parts that it needs, cannot be \
                     cancelled within 14 days as other work can."
                        .to_owned(),
                ],
                ..Self::default()
            }),
            Verdict::Premises | Verdict::Small | Verdict::NewBuild | Verdict::Business => None,
        }
    }
}

/// What is said of a job is said of a variation of one, too: the words differ, the paragraphs do not.
fn notice(to: &str, varies: bool) -> Vec<String> {
    let (job, quote, paid, rest) = if varies {
        (
            "variation",
            "variation",
            " for it",
            " The rest of the job stands.",
        )
    } else {
        ("job", "quote", ", a deposit too", "")
    };
    vec![
        format!("You may cancel this {job} within 14 days, without giving a reason.{rest}"),
        format!("The 14 days end at the end of the 14th day after the day on which you accept this {quote}."),
        format!(
            "To cancel, tell us clearly that you do: {to}. Write a letter or an email, press ‘Cancel this {job}’ on \
             the page of this {quote}, or use the form below. You need not use the form. Where you cancel on the page \
             we send you an email at once that says that we have it."
        ),
        "You are in time if you send it before the 14 days end.".to_owned(),
        format!(
            "If you cancel, we give back all that you have paid us{paid}, at the latest 14 days after the day on \
             which you tell us. We use the way in which you paid, unless you agree to another, and it costs you \
             nothing."
        ),
        "We do not start within the 14 days unless you ask us to. If you ask us to start and cancel later, you pay for \
         what was done until you told us, as a share of the whole price. Once all of the work that you asked us to \
         start is done, you can no longer cancel."
            .to_owned(),
    ]
}

fn form(sides: &Sides, heading: &str) -> Vec<FormRow> {
    let rows = [
        ("To", sides.business.as_str()),
        ("I/we cancel my/our contract for", heading),
        ("Agreed on", ""),
        ("Name", &sides.name),
        ("Address", &sides.address),
        ("Signature (only on paper)", ""),
        ("Date", ""),
    ];
    let row = |(label, value): (&str, &str)| FormRow {
        label: label.to_owned(),
        value: value.to_owned(),
    };
    rows.map(row).into()
}

#[cfg(test)]
mod tests {
    use super::super::right::Situation;
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

    fn pack(json: &str) -> Option<Pack> {
        let situation: Situation = crate::json::read(json).unwrap();
        let jo = Contact {
            name: "Jo Bloggs".into(),
            address_line1: "2 Mill Lane".into(),
            ..Contact::default()
        };
        Pack::of(
            &situation.decide(),
            &Sides::of(&business(), Some(&jo)),
            ("Quote Q-0001", false),
        )
    }

    #[test]
    fn golden_of_a_variation_the_notice_says_that_the_job_stands() {
        let situation: Situation = crate::json::read(r#"{"total":"100"}"#).unwrap();
        let named = ("Variation Q-0001-V1", true);
        let pack = Pack::of(&situation.decide(), &Sides::of(&business(), None), named).unwrap();
        assert_eq!(
            pack.notice[0],
            "You may cancel this variation within 14 days, without giving a reason. The rest of the job stands."
        );
        let notice = pack.notice.join("\n");
        assert!(notice.contains("press ‘Cancel this variation’ on the page of this variation"));
        assert!(notice.contains("all that you have paid us for it, at the latest 14 days after"));
        assert!(
            !notice.contains("this job") && !notice.contains("this quote"),
            "{notice}"
        );
        assert_eq!(pack.form[1].value, "Variation Q-0001-V1");
    }

    #[test]
    fn golden_the_notice_says_what_schedule_3_asks_for() {
        let pack = pack(r#"{"total":"100"}"#).unwrap();
        assert!(pack.right);
        let notice = pack.notice.join("\n");
        for said in [
            "within 14 days, without giving a reason",
            "14th day after the day on which you accept",
            "Taylor Plumbing, 1 High Street, Leeds, 0113 496 0123, office@taylor.example",
            "a letter or an email",
            "You need not use the form",
            "we send you an email at once",
            "if you send it before the 14 days end",
            "give back all that you have paid us, a deposit too",
            "14 days after the day on which you tell us",
            "the way in which you paid",
            "it costs you nothing",
            "as a share of the whole price",
            "you can no longer cancel",
        ] {
            assert!(notice.contains(said), "{said}: {notice}");
        }
    }

    #[test]
    fn golden_the_form_has_the_lines_of_schedule_3_b() {
        let pack = pack(r#"{"total":"100"}"#).unwrap();
        let rows: Vec<(&str, &str)> = pack
            .form
            .iter()
            .map(|row| (&*row.label, &*row.value))
            .collect();
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
    fn who_has_no_right_is_told_nothing_but_after_an_urgent_call() {
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
    }

    #[test]
    fn what_was_kept_reads_again() {
        let pack = pack(r#"{"total":"100"}"#).unwrap();
        let text = serde_json::to_string(&pack).unwrap();
        assert_eq!(serde_json::from_str::<Pack>(&text).unwrap(), pack);
        // A field that comes to it later is not in what was kept.
        assert_eq!(serde_json::from_str::<Pack>("{}").unwrap(), Pack::default());
    }
}
