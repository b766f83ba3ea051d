//! Links that lead nowhere, or no longer, or not to where they seem to.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, token_of};
use crate::support::TestResponse;

#[tokio::test]
async fn an_impossible_link_gets_the_same_response_as_an_unknown_one() {
    let business = TestBusiness::open().await;
    business.sent_quote().await;
    let customer = business.app.new_client();
    let long = "a".repeat(2_000);
    let unknown = "B".repeat(32);
    for token in [&unknown, &long, "%FF%FE", "%2e%2e%2fx", "%F0%9F%94%A7", "a%20b", "'--", "%00", "a%00b"] {
        for (method, path) in [
            ("GET", format!("/api/quotes/public/{token}")),
            ("GET", format!("/api/quotes/public/{token}?with=page")),
            ("POST", format!("/api/quotes/public/{token}/accept")),
            ("POST", format!("/api/quotes/public/{token}/decline")),
        ] {
            let answer =
                if method == "GET" { customer.get(&path).await } else { customer.post_empty(&path).await };
            let body = answer.expect_error(404, "not_found", None);
            let message = &body["message"];
            assert_eq!(message, "Quote not found or link has expired", "{path:.99}");
        }
        let pay = format!("/api/invoices/public/{token}/payment");
        let answer = customer.post(&pay, &json!({ "method": "cash" })).await;
        let body = answer.expect_error(404, "not_found", None);
        assert_eq!(body["message"], "Invoice not found or link has expired");
    }
}

#[tokio::test]
async fn a_path_with_a_nul_character_is_not_found() {
    let business = TestBusiness::open().await;
    for path in ["/api/contacts/%00", "/api/quotes/a%00b"] {
        let answer = business.client.get(path).await;
        answer.expect_error(404, "not_found", None);
    }
    for path in ["/q/%00", "/i/a%00b", "/q/%00.pdf", "/i/%00.pdf"] {
        let unknown = business.app.new_client().get(&path.replace("%00", "0")).await;
        let answer = business.app.new_client().get(path).await;
        assert_eq!(answer.status, unknown.status, "{path}");
        let kind = |answer: &TestResponse| answer.header("content-type").map(str::to_owned);
        assert_eq!(kind(&answer), kind(&unknown), "{path}");
    }
}

#[tokio::test]
async fn a_revoked_link_is_not_found_and_the_new_one_opens_the_document() {
    let business = TestBusiness::open().await;
    for kind in ["quotes", "invoices"] {
        let sent =
            if kind == "quotes" { business.accepted_quote().await } else { business.sent_invoice().await };
        let old = format!("/api/{kind}/public/{}", token_of(&sent));
        let customer = business.app.new_client();
        let cash = json!({ "method": "cash" });
        let pay = format!("{old}/payment");
        customer.post_with_key(&pay, "k", &cash).await.expect_status(201);
        let page = customer.get(&old).await.expect_status(200);

        let revoke = format!("/api/{kind}/{}/revoke-link", id_of(&sent));
        let body = json!({});
        let now = business.client.post_with_key(&revoke, kind, &body).await.expect_status(200);
        assert_ne!(token_of(&now), token_of(&sent));
        assert_eq!(now["status"], sent["status"]);
        // The same request again takes nothing back.
        let again = business.client.post_with_key(&revoke, kind, &body).await.expect_status(200);
        assert_eq!(again, now);

        customer.get(&old).await.expect_error(404, "not_found", None);
        // Not even what was answered through it.
        customer.post_with_key(&pay, "k", &cash).await.expect_error(404, "not_found", None);
        let new = format!("/api/{kind}/public/{}", token_of(&now));
        assert_eq!(customer.get(&new).await.expect_status(200), page);
        let url = now["publicUrl"].as_str().expect("a link");
        assert!(url.ends_with(&token_of(&now)), "{url}");
    }
}

#[tokio::test]
async fn only_the_business_can_revoke_a_link_and_only_if_the_quote_was_sent() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}/revoke-link", id_of(&draft));
    business.client.post_empty(&path).await.expect_error(409, "not_sent", None);
    let stranger = business.app.sign_up("lee@other.example").await;
    stranger.post_empty(&path).await.expect_error(404, "not_found", None);
    assert_eq!(business.app.new_client().post_empty(&path).await.status, 401);
}

#[tokio::test]
async fn the_link_of_a_voided_document_is_gone_but_not_of_an_archived_one() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&sent));
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    business.client.post_empty(&format!("{path}/archive")).await.expect_status(200);
    customer.get(&link).await.expect_status(200);
    business.client.post_empty(&format!("{path}/void")).await.expect_status(200);
    // It says what became of it, and takes nothing any more.
    let gone = customer.get(&link).await.expect_error(410, "voided", None);
    assert_eq!(gone["current"]["title"], "Invoice INV-0001 was voided");
    let text = gone["current"]["message"].as_str().expect("a sentence");
    assert!(text.contains("so there is nothing to pay for it"), "{text}");
    // Its customer need not open the link to hear of it, and hears of it once.
    business.client.post_empty(&format!("{path}/void")).await.expect_status(200);
    let received_emails = business.app.receive_emails(super::CUSTOMER).await;
    let result: Vec<_> = received_emails
        .iter()
        .filter(|email| email.subject == "Nothing to pay for invoice INV-0001 from Taylor Plumbing")
        .collect();
    let [character] = result.as_slice() else { panic!("{} mails", result.len()) };
    assert!(character.text.contains("there is nothing to pay for it"));
    assert!(character.text.contains("To pay: £0.00"), "{}", character.text);
    assert_eq!(gone["current"]["replacement"], Value::Null);
    // Who is not sure what they owe can ask.
    assert_eq!(
        gone["current"]["help"],
        json!({
            "phone": "0113 496 0123", "email": "office@taylor.example", "subject": "Re: Invoice INV-0001"
        })
    );
    let cash = json!({ "method": "cash" });
    let pay = format!("{link}/payment");
    customer.post(&pay, &cash).await.expect_error(404, "not_found", None);
    assert_eq!(business.count_rows("payments").await, 0);
}

#[tokio::test]
async fn what_people_type_comes_back_as_text() {
    let business = TestBusiness::open().await;
    let evil = "<script>alert(1)</script>\" onload='x' {{7*7}} ]]>";
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    let body = json!({ "name": evil, "termsAccepted": true });
    customer.post(&format!("{link}/accept"), &body).await.expect_status(200);
    let answer = customer.get(&format!("{link}?with=page")).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.json()["page"]["acceptance"]["name"], evil);

    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&sent));
    customer.post(&path, &json!({ "reason": evil })).await.expect_status(200);
    for received_email in business.app.receive_emails(super::OWNER).await {
        assert!(!received_email.html.contains("<script>"), "{}", received_email.html);
        assert!(!received_email.html.contains("onload='x'"), "{}", received_email.html);
    }
    let activities: Value = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["data"]["reason"], evil);
}

#[tokio::test]
async fn the_link_of_a_voided_invoice_leads_to_what_replaces_it() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&sent));
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    business.client.post_empty(&format!("{path}/void")).await.expect_status(200);
    let copy = business.client.post_empty(&format!("{path}/duplicate")).await;
    let copy = copy.expect_status(201);
    let replacement = async || {
        let gone = customer.get(&link).await.expect_error(410, "voided", None);
        gone["current"]["replacement"].clone()
    };
    // Nobody hears of a draft.
    assert_eq!(replacement().await, Value::Null);
    let own = business.client.get(&path).await.expect_status(200);
    assert_eq!(own["replacedBy"], Value::Null);
    let second = business.send_by_link("invoices", &id_of(&copy)).await;
    let found = replacement().await;
    assert_eq!(found["heading"], "Invoice INV-0002");
    assert_eq!(found["url"], second["publicUrl"]);
    let own = business.client.get(&path).await.expect_status(200);
    let by = json!({ "id": second["id"], "number": "INV-0002" });
    assert_eq!(own["replacedBy"], by);
    // Only what is void was replaced.
    assert_eq!(second["replacedBy"], Value::Null);
    // A copy of a copy, where the first is void too.
    let path = format!("/api/invoices/{}", id_of(&second));
    business.client.post_empty(&format!("{path}/void")).await.expect_status(200);
    let copy = business.client.post_empty(&format!("{path}/duplicate")).await;
    let third = business.send_by_link("invoices", &id_of(&copy.expect_status(201))).await;
    assert_eq!(replacement().await["url"], third["publicUrl"]);
    // Each of them leads to the last.
    let link = format!("/api/invoices/public/{}", token_of(&second));
    let gone = customer.get(&link).await.expect_error(410, "voided", None);
    assert_eq!(gone["current"]["replacement"]["url"], third["publicUrl"]);
    business.app.stop().await;
}
