//! Two requests at the same time.

use futures::future::join_all;
use serde_json::{Value, json};

use super::{VariationsFixture, job_amounts};
use crate::documents::id_of;

#[tokio::test]
async fn two_variations_accepted_at_once_follow_one_another() {
    let site = VariationsFixture::open().await;
    let mut sent = Vec::new();
    for price in ["10", "20", "30", "40"] {
        sent.push(site.create_sent("Tap", price).await);
    }
    let answers = join_all(sent.iter().map(|one| site.accept_variation(one))).await;
    for answer in answers {
        answer.expect_status(200);
    }
    assert_eq!(job_amounts(&site.read_job().await)[1], "598.10");
    // One chain: each variation follows another, and the first follows none.
    let mut before = Vec::new();
    let mut own = Vec::new();
    for one in &sent {
        let read = site.read_quote(one).await;
        let chained = &read["acceptance"]["chained"];
        assert_eq!(chained["quote"], site.quote["acceptance"]["version"]);
        before.push(chained["before"].as_str().map(str::to_owned));
        own.push(read["acceptance"]["version"].as_str().expect("a hash").to_owned());
    }
    assert_eq!(before.iter().filter(|one| one.is_none()).count(), 1);
    let mut followed: Vec<_> = before.into_iter().flatten().collect();
    followed.sort();
    followed.dedup();
    assert_eq!(followed.len(), 3);
    assert!(followed.iter().all(|hash| own.contains(hash)));
}

#[tokio::test]
async fn variation_numbers_have_no_gaps_or_duplicates() {
    let site = VariationsFixture::open().await;
    let mut drafts = Vec::new();
    for _ in 0..4 {
        drafts.push(site.create_draft("Tap", "10").await);
    }
    let sent = join_all(drafts.iter().map(id_of).map(|id| send_variation(&site, id))).await;
    let mut numbers: Vec<_> =
        sent.iter().map(|one| one["quoteNumber"].as_str().expect("a number").to_owned()).collect();
    numbers.sort();
    assert_eq!(numbers, ["Q-0001-V1", "Q-0001-V2", "Q-0001-V3", "Q-0001-V4"]);
}

async fn send_variation(site: &VariationsFixture, id: String) -> Value {
    site.business.send_by_link("quotes", &id).await
}

#[tokio::test]
async fn of_an_acceptance_and_a_final_invoice_at_once_the_first_counts() {
    for _ in 0..3 {
        let site = VariationsFixture::open().await;
        let sent = site.create_sent("Tap", "100").await;
        let (accepted, last) = tokio::join!(site.accept_variation(&sent), site.convert_to_invoice());
        let last = last.expect_status(201);
        let total = last["totals"]["totalAmount"].as_str().expect("a total");
        if accepted.status == 200 {
            assert_eq!(total, "598.10");
        } else {
            accepted.expect_error(409, "job_invoiced", None);
            assert_eq!(total, "478.10");
        }
        assert_eq!(site.read_job().await["agreed"], *total);
    }
}

#[tokio::test]
async fn an_omission_and_a_stage_at_once_never_invoice_more_than_was_agreed() {
    for _ in 0..3 {
        let site = VariationsFixture::open().await;
        let sent = site.create_sent("Half of it", "-200").await;
        let (accepted, stage) =
            tokio::join!(site.accept_variation(&sent), site.create_stage(json!({ "percentage": "70" })));
        let job = site.read_job().await;
        let pounds = |name: &str| job[name].as_str().expect("an amount").parse::<f64>().expect("a number");
        assert!(pounds("invoiced") <= pounds("agreed"), "{job}");
        assert!(accepted.status == 200 || stage.status == 201, "one of them");
    }
}
