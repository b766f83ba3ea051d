use proptest::prelude::*;

use super::*;

/// A situation from its JSON, with a total of 478.10.
fn situation(json: &str) -> CancellationSituation {
    let text = format!("{{\"total\":\"478.10\"{json}}}");
    crate::json::parse(&text).unwrap()
}

fn verdict(json: &str) -> CancellationVerdict {
    situation(json).decide().verdict
}

#[test]
fn decides_by_every_exception_in_order_of_precedence() {
    for (json, expected) in [
        // Nobody said anything: a consumer, away from the premises.
        ("", CancellationVerdict::Right),
        (r#","agreement":{"place":"away"}"#, CancellationVerdict::Right),
        (r#","agreement":{"place":"distance"}"#, CancellationVerdict::Right),
        (r#","agreement":{"place":"premises"}"#, CancellationVerdict::Premises),
        (r#","usual":"premises""#, CancellationVerdict::Premises),
        // The job's own answer stands above what is usual.
        (r#","usual":"premises","agreement":{"place":"away"}"#, CancellationVerdict::Right),
        (r#","agreement":{"urgent":true}"#, CancellationVerdict::Urgent),
        (r#","agreement":{"urgent":false}"#, CancellationVerdict::Right),
        (r#","agreement":{"newBuild":true}"#, CancellationVerdict::NewBuild),
        (r#","agreement":{"newBuild":true,"urgent":true,"place":"premises"}"#, CancellationVerdict::NewBuild),
        // Who buys: the job's word, then the contact's, then what is known of them.
        (r#","company":"Abacus Ltd""#, CancellationVerdict::Business),
        (r#","vatNumber":"GB 1""#, CancellationVerdict::Business),
        (r#","company":"  ""#, CancellationVerdict::Right),
        (r#","inTrade":true"#, CancellationVerdict::Business),
        (r#","said":"consumer","inTrade":true"#, CancellationVerdict::Right),
        (r#","said":"business""#, CancellationVerdict::Business),
        (r#","said":"consumer","company":"Abacus Ltd""#, CancellationVerdict::Right),
        (r#","said":"business","agreement":{"customer":"consumer"}"#, CancellationVerdict::Right),
        (r#","said":"consumer","agreement":{"customer":"business"}"#, CancellationVerdict::Business),
        (r#","said":"business","agreement":{"urgent":true,"newBuild":true}"#, CancellationVerdict::Business),
    ] {
        assert_eq!(verdict(json), expected, "{json}");
    }
}

#[test]
fn the_42_pound_limit_applies_only_away_from_the_premises() {
    for (total, place, expected) in [
        ("42.00", "away", CancellationVerdict::Small),
        ("42.01", "away", CancellationVerdict::Right),
        ("0.01", "away", CancellationVerdict::Small),
        ("42.00", "distance", CancellationVerdict::Right),
        ("42.00", "premises", CancellationVerdict::Premises),
    ] {
        let text = format!(r#"{{"total":"{total}","agreement":{{"place":"{place}"}}}}"#);
        let situation: CancellationSituation = crate::json::parse(&text).unwrap();
        assert_eq!(situation.decide().verdict, expected, "{total} {place}");
    }
}

#[test]
fn every_sentence_names_its_source_and_whether_it_is_confirmed() {
    let decision = situation("").decide();
    let all = std::iter::once(&decision.reason).chain(&decision.duties).chain(&decision.doubts);
    for given in all {
        assert!(given.source.starts_with(REGULATIONS), "{given:?}");
        assert!(given.text.ends_with('.'), "{given:?}");
    }
    let read: Vec<&str> = decision
        .duties
        .iter()
        .filter(|handler| handler.confirmed)
        .map(|sourced_sentence| &*sourced_sentence.source)
        .collect();
    assert_eq!(read.len(), 2, "regs 10 and 36 were read: {read:?}");
    assert!(decision.reason.confirmed, "reg. 30(2) was read");
    assert!(!situation(r#","agreement":{"place":"premises"}"#).decide().reason.confirmed);
}

#[test]
fn takes_the_kind_of_supply_from_the_lines_unless_it_is_set() {
    for (json, expected) in [
        ("", Supplies::Labour),
        (r#","goods":true"#, Supplies::Goods),
        (r#","agreement":{"supplies":"goods"}"#, Supplies::Goods),
        (r#","goods":true,"agreement":{"supplies":"labour"}"#, Supplies::Labour),
    ] {
        let decision = situation(json).decide();
        assert_eq!(decision.supplies, expected, "{json}");
        // Both rules were read; of goods the business has to say when they came.
        let has_goods = expected == Supplies::Goods;
        assert!(decision.reason.confirmed, "{json}");
        let says = |it: &SourcedSentence| it.text.contains("say so on the quote’s page");
        assert_eq!(decision.duties.iter().any(says), has_goods, "{json}");
        let ends = |it: &SourcedSentence| it.text.contains("once it’s all done they can no longer cancel");
        assert_eq!(decision.duties.iter().any(ends), !has_goods, "{json}");
    }
    let requested = |json: &str| {
        let doubts = situation(json).decide().doubts;
        doubts.iter().any(|doubt| doubt.text.starts_with("You haven’t said whether you supply goods"))
    };
    assert!(requested(r#","goods":true"#));
    assert!(!requested(r#","goods":true,"agreement":{"supplies":"goods"}"#));
    // Who has no right is asked nothing of it.
    assert!(!requested(r#","goods":true,"said":"business""#));
}

#[test]
fn reports_a_doubt_if_the_customer_type_is_guessed() {
    let doubts = |json: &str| {
        let decision = situation(json).decide();
        decision.doubts.iter().any(|doubt| doubt.text.starts_with("You haven’t said whether this customer"))
    };
    assert!(doubts("") && doubts(r#","company":"Abacus Ltd""#));
    assert!(!doubts(r#","said":"consumer""#));
    assert!(!doubts(r#","agreement":{"customer":"business"}"#));
}

#[test]
fn refuses_an_unknown_place_with_its_path() {
    let wrong = crate::json::parse::<CancellationSituation>(r#"{"agreement":{"place":"moon"}}"#);
    let crate::error::InputError::Rules(errors) = wrong.unwrap_err() else {
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
        let mut situation = CancellationSituation {
            agreement: Agreement {
                place: Some(places[place]),
                urgent: Some(urgent),
                new_build: Some(new_build),
                customer: by_job.then_some(BuysAs::Business),
                ..Agreement::default()
            },
            said: Some(BuysAs::Business),
            total: Number::from_text(&Pence(total).to_string()),
            ..CancellationSituation::default()
        };
        let decision = situation.decide();
        prop_assert_eq!(decision.verdict, CancellationVerdict::Business);
        prop_assert!(!decision.has_right() && decision.duties.is_empty());
        situation.agreement.customer = Some(BuysAs::Consumer);
        let is_free = urgent || new_build || place == 1 || place == 0 && total <= SMALL_CONTRACT_LIMIT.0;
        prop_assert_eq!(situation.decide().has_right(), !is_free);
    }
}
