//! Numbers have no gaps and no duplicates.

use serde_json::json;

use super::{TestBusiness, id_of, with_field};

#[tokio::test]
async fn sixty_four_sends_at_once_give_sixty_four_numbers_in_sequence() {
    let business = TestBusiness::open().await;
    let mut drafts = Vec::new();
    for _ in 0..64 {
        drafts.push(id_of(&business.draft_quote().await));
    }
    let sends: Vec<_> = drafts
        .into_iter()
        .map(|id| {
            let client = business.client.clone();
            tokio::spawn(async move {
                let body = json!({ "via": "link" });
                client.post(&format!("/api/quotes/{id}/send"), &body).await.expect_status(200)
            })
        })
        .collect();
    let mut numbers = Vec::new();
    let mut tokens = Vec::new();
    for send in sends {
        let sent = send.await.expect("an answer");
        numbers.push(sent["quoteNumber"].as_str().expect("a number").to_owned());
        tokens.push(super::token_of(&sent));
    }
    numbers.sort();
    let expected: Vec<String> = (1..=64).map(|n| format!("Q-{n:04}")).collect();
    assert_eq!(numbers, expected);
    tokens.sort();
    tokens.dedup();
    assert_eq!(tokens.len(), 64);
    assert!(tokens.iter().all(|token| token.len() >= 22), "at least 128 bits");
    assert_eq!(business.count_rows("document_versions").await, 64);
}

#[tokio::test]
async fn many_sends_of_one_draft_give_one_number() {
    let business = TestBusiness::open().await;
    let path = format!("/api/quotes/{}/send", id_of(&business.draft_quote().await));
    let sends: Vec<_> = (0..16)
        .map(|_| {
            let (client, path) = (business.client.clone(), path.clone());
            tokio::spawn(
                async move { client.post(&path, &json!({ "via": "link" })).await.expect_status(200) },
            )
        })
        .collect();
    for send in sends {
        assert_eq!(send.await.expect("an answer")["quoteNumber"], "Q-0001");
    }
    assert_eq!(business.sent_quote().await["quoteNumber"], "Q-0002");
    assert_eq!(business.count_rows("document_versions").await, 2);
}

#[tokio::test]
async fn each_profile_and_kind_has_its_own_sequence() {
    let business = TestBusiness::open().await;
    assert_eq!(business.sent_quote().await["quoteNumber"], "Q-0001");
    assert_eq!(business.sent_invoice().await["invoiceNumber"], "INV-0001");
    let other =
        business.client.post("/api/business-profiles", &super::profile_body()).await.expect_status(201);
    let body = with_field(business.quote_body(), "businessProfileId", json!(id_of(&other)));
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(business.send_by_link("quotes", &id_of(&draft)).await["quoteNumber"], "Q-0001");
    assert_eq!(business.sent_quote().await["quoteNumber"], "Q-0002");
}
