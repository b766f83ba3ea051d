//! Two people with one link, who choose differently.

use serde_json::{Value, json};

use super::{accept_quote, load_page, read_own_quote, sent_quote_with_choices};
use crate::documents::TestBusiness;

/// The message of a conflict, which says what was accepted instead.
fn conflict_message(answer: crate::support::TestResponse) -> String {
    let body = answer.expect_error(409, "accepted_otherwise", None);
    body["message"].as_str().expect("a sentence").to_owned()
}

#[tokio::test]
async fn the_second_customer_sees_what_the_first_accepted() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let seen = load_page(&business, &sent, "").await["page"]["version"].clone();
    let best = json!({ "chosenChoice": "x", "selected": ["cover"], "version": seen });
    let good = json!({ "chosenChoice": "g", "selected": [], "version": seen });
    accept_quote(&business, &sent, best.clone()).await.expect_status(200);
    let text = "Someone else accepted this quote first: “Best” with “Cover”, £1,020.00 in total. Your choice wasn’t \
                accepted. If that’s wrong, please contact us.";
    let without_cover = json!({ "chosenChoice": "x", "selected": [], "version": seen });
    // What the business recommended is another choice too.
    let recommended = json!({ "version": seen });
    for body in [good, without_cover, recommended] {
        assert_eq!(conflict_message(accept_quote(&business, &sent, body).await), text);
    }
    // The same again is no error, of the version that was read before and of the accepted one.
    let accepted = load_page(&business, &sent, "").await["page"]["version"].clone();
    for body in [
        best,
        json!({ "chosenChoice": "x", "selected": ["cover"], "version": accepted }),
        json!({ "version": accepted }),
        json!({}),
    ] {
        let answer = accept_quote(&business, &sent, body).await.expect_status(200);
        assert_eq!(answer["quote"]["totalAmount"], "1020.00");
    }
    assert_eq!(read_own_quote(&business, &sent).await["acceptance"]["versionNumber"], 2);
    assert_eq!(business.count_rows("acceptances").await, 1);
    business.app.stop().await;
}

#[tokio::test]
async fn of_two_at_once_one_is_accepted_and_the_other_refused() {
    let business = TestBusiness::open().await;
    for _ in 0..6 {
        let sent = sent_quote_with_choices(&business).await;
        let (good, best) = tokio::join!(
            accept_quote(&business, &sent, json!({ "chosenChoice": "g" })),
            accept_quote(&business, &sent, json!({ "chosenChoice": "x" })),
        );
        let (won, lost, total) = match good.status.as_u16() {
            200 => (good, best, "360.00"),
            _ => (best, good, "960.00"),
        };
        assert_eq!(won.expect_status(200)["quote"]["totalAmount"], total);
        let text = conflict_message(lost);
        assert!(text.contains(&format!("£{total} in total")), "{text}");
        let quote: Value = read_own_quote(&business, &sent).await;
        assert_eq!(quote["totals"]["totalAmount"], total);
    }
    business.app.stop().await;
}

/// Ticking an option of a choice that is not taken makes no difference.
#[tokio::test]
async fn ticking_an_option_of_another_choice_makes_no_difference() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    for selected in [json!([]), json!(["cover"])] {
        let body = json!({ "chosenChoice": "g", "selected": selected });
        let answer = accept_quote(&business, &sent, body).await.expect_status(200);
        assert_eq!(answer["quote"]["totalAmount"], "360.00");
    }
    business.app.stop().await;
}
