use proptest::prelude::*;

use super::*;

/// A situation from its JSON, with a total of 478.10.
fn of(json: &str) -> Situation {
    let text = format!("{{\"total\":\"478.10\"{json}}}");
    crate::json::read(&text).unwrap()
}

fn verdict(json: &str) -> Verdict {
    of(json).decide().verdict
}

#[test]
fn golden_every_exception_and_what_goes_before_what() {
    for (json, expected) in [
        // Nobody said anything: a consumer, away from the premises.
        ("", Verdict::Right),
        (r#","agreement":{"place":"away"}"#, Verdict::Right),
        (r#","agreement":{"place":"distance"}"#, Verdict::Right),
        (r#","agreement":{"place":"premises"}"#, Verdict::Premises),
        (r#","usual":"premises""#, Verdict::Premises),
        // The job's own answer stands above what is usual.
        (
            r#","usual":"premises","agreement":{"place":"away"}"#,
            Verdict::Right,
        ),
        (r#","agreement":{"urgent":true}"#, Verdict::Urgent),
        (r#","agreement":{"urgent":false}"#, Verdict::Right),
        (r#","agreement":{"newBuild":true}"#, Verdict::NewBuild),
        (
            r#","agreement":{"newBuild":true,"urgent":true,"place":"premises"}"#,
            Verdict::NewBuild,
        ),
        // Who buys: the job's word, then the contact's, then what is known of them.
        (r#","company":"Abacus Ltd""#, Verdict::Business),
        (r#","vatNumber":"GB 1""#, Verdict::Business),
        (r#","company":"  ""#, Verdict::Right),
        (r#","inTrade":true"#, Verdict::Business),
        (r#","said":"consumer","inTrade":true"#, Verdict::Right),
        (r#","said":"business""#, Verdict::Business),
        (
            r#","said":"consumer","company":"Abacus Ltd""#,
            Verdict::Right,
        ),
        (
            r#","said":"business","agreement":{"customer":"consumer"}"#,
            Verdict::Right,
        ),
        (
            r#","said":"consumer","agreement":{"customer":"business"}"#,
            Verdict::Business,
        ),
        (
            r#","said":"business","agreement":{"urgent":true,"newBuild":true}"#,
            Verdict::Business,
        ),
    ] {
        assert_eq!(verdict(json), expected, "{json}");
    }
}

#[test]
fn golden_forty_two_pounds_count_away_from_the_premises_alone() {
    for (total, place, expected) in [
        ("42.00", "away", Verdict::Small),
        ("42.01", "away", Verdict::Right),
        ("0.01", "away", Verdict::Small),
        ("42.00", "distance", Verdict::Right),
        ("42.00", "premises", Verdict::Premises),
    ] {
        let text = format!(r#"{{"total":"{total}","agreement":{{"place":"{place}"}}}}"#);
        let situation: Situation = crate::json::read(&text).unwrap();
        assert_eq!(situation.decide().verdict, expected, "{total} {place}");
    }
}

#[test]
fn every_sentence_names_its_source_and_what_was_not_read_says_so() {
    let decision = of("").decide();
    let all = std::iter::once(&decision.reason)
        .chain(&decision.duties)
        .chain(&decision.doubts);
    for said in all {
        assert!(said.source.starts_with(REGULATIONS), "{said:?}");
        assert!(said.text.ends_with('.'), "{said:?}");
    }
    let read: Vec<&str> = decision
        .duties
        .iter()
        .filter(|duty| duty.confirmed)
        .map(|duty| &*duty.source)
        .collect();
    assert_eq!(read.len(), 2, "regs 10 and 36 were read: {read:?}");
    assert!(decision.reason.confirmed, "reg. 30(2) was read");
    assert!(
        !of(r#","agreement":{"place":"premises"}"#)
            .decide()
            .reason
            .confirmed
    );
}

#[test]
fn golden_what_is_supplied_is_what_was_said_and_else_what_the_lines_say() {
    for (json, expected) in [
        ("", Supplies::Labour),
        (r#","goods":true"#, Supplies::Goods),
        (r#","agreement":{"supplies":"goods"}"#, Supplies::Goods),
        (
            r#","goods":true,"agreement":{"supplies":"labour"}"#,
            Supplies::Labour,
        ),
    ] {
        let decision = of(json).decide();
        assert_eq!(decision.supplies, expected, "{json}");
        // Both rules were read; of goods the business has to say when they came.
        let has_goods = expected == Supplies::Goods;
        assert!(decision.reason.confirmed, "{json}");
        let says = |it: &Said| it.text.contains("say so on the quote’s page");
        assert_eq!(decision.duties.iter().any(says), has_goods, "{json}");
        let ends = |it: &Said| {
            it.text
                .contains("once it’s all done they can no longer cancel")
        };
        assert_eq!(decision.duties.iter().any(ends), !has_goods, "{json}");
    }
    let asked = |json: &str| {
        let doubts = of(json).decide().doubts;
        doubts.iter().any(|doubt| {
            doubt
                .text
                .starts_with("You haven’t said whether you supply goods")
        })
    };
    assert!(asked(r#","goods":true"#));
    assert!(!asked(r#","goods":true,"agreement":{"supplies":"goods"}"#));
    // Who has no right is asked nothing of it.
    assert!(!asked(r#","goods":true,"said":"business""#));
}

#[test]
fn who_is_guessed_is_named_as_a_doubt() {
    let doubts = |json: &str| {
        let decision = of(json).decide();
        decision.doubts.iter().any(|doubt| {
            doubt
                .text
                .starts_with("You haven’t said whether this customer")
        })
    };
    assert!(doubts("") && doubts(r#","company":"Abacus Ltd""#));
    assert!(!doubts(r#","said":"consumer""#));
    assert!(!doubts(r#","agreement":{"customer":"business"}"#));
}

#[test]
fn a_word_that_is_none_is_refused_by_its_path() {
    let wrong = crate::json::read::<Situation>(r#"{"agreement":{"place":"moon"}}"#);
    let crate::error::Failure::Rules(errors) = wrong.unwrap_err() else {
        panic!("it is no rule");
    };
    assert_eq!(errors.0[0].path, "agreement.place");
}

proptest! {
    /// Whatever else is answered, a business never has the right, and a consumer has it only if nothing excludes it.
    #[test]
    fn a_business_never_has_the_right(
        total in 0..1_000_000_i64, place in 0..3_usize, urgent: bool, new_build: bool, by_job: bool,
    ) {
        let places = [AgreedAt::Away, AgreedAt::Premises, AgreedAt::Distance];
        let mut situation = Situation {
            agreement: Agreement {
                place: Some(places[place]),
                urgent: Some(urgent),
                new_build: Some(new_build),
                customer: by_job.then_some(BuysAs::Business),
                ..Agreement::default()
            },
            said: Some(BuysAs::Business),
            total: Number::from_text(&Pence(total).to_string()),
            ..Situation::default()
        };
        let decision = situation.decide();
        prop_assert_eq!(decision.verdict, Verdict::Business);
        prop_assert!(!decision.has_right() && decision.duties.is_empty());
        situation.agreement.customer = Some(BuysAs::Consumer);
        let is_free = urgent || new_build || place == 1 || place == 0 && total <= SMALL.0;
        prop_assert_eq!(situation.decide().has_right(), !is_free);
    }
}
