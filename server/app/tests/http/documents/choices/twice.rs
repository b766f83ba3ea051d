//! Two people with one link, who choose differently.

use serde_json::{Value, json};

use super::{accept, offered, own, page};
use crate::documents::Desk;

/// What was not accepted, said to whoever asked for it.
fn refused(answer: crate::support::Answer) -> String {
    let told = answer.refused(409, "accepted_otherwise", None);
    told["message"].as_str().expect("a sentence").to_owned()
}

#[tokio::test]
async fn the_second_reads_what_the_first_accepted() {
    let desk = Desk::open().await;
    let sent = offered(&desk).await;
    let seen = page(&desk, &sent, "").await["page"]["version"].clone();
    let best = json!({ "chosenChoice": "x", "selected": ["cover"], "version": seen });
    let good = json!({ "chosenChoice": "g", "selected": [], "version": seen });
    accept(&desk, &sent, best.clone()).await.expect(200);
    let told = "Someone else accepted this quote first: “Best” with “Cover”, £1,020.00 in total. Your choice wasn’t \
                accepted. If that’s wrong, please contact us.";
    let without_cover = json!({ "chosenChoice": "x", "selected": [], "version": seen });
    // What the business recommended is another choice too.
    let recommended = json!({ "version": seen });
    for said in [good, without_cover, recommended] {
        assert_eq!(refused(accept(&desk, &sent, said).await), told);
    }
    // The same again is no error, of the version that was read before and of the accepted one.
    let accepted = page(&desk, &sent, "").await["page"]["version"].clone();
    for said in [
        best,
        json!({ "chosenChoice": "x", "selected": ["cover"], "version": accepted }),
        json!({ "version": accepted }),
        json!({}),
    ] {
        let answer = accept(&desk, &sent, said).await.expect(200);
        assert_eq!(answer["quote"]["totalAmount"], "1020.00");
    }
    assert_eq!(own(&desk, &sent).await["acceptance"]["versionNumber"], 2);
    assert_eq!(desk.rows("acceptances").await, 1);
    desk.app.stop().await;
}

#[tokio::test]
async fn of_two_at_once_one_is_accepted_and_the_other_refused() {
    let desk = Desk::open().await;
    for _ in 0..6 {
        let sent = offered(&desk).await;
        let (good, best) = tokio::join!(
            accept(&desk, &sent, json!({ "chosenChoice": "g" })),
            accept(&desk, &sent, json!({ "chosenChoice": "x" })),
        );
        let (won, lost, total) = match good.status.as_u16() {
            200 => (good, best, "360.00"),
            _ => (best, good, "960.00"),
        };
        assert_eq!(won.expect(200)["quote"]["totalAmount"], total);
        let told = refused(lost);
        assert!(told.contains(&format!("£{total} in total")), "{told}");
        let quote: Value = own(&desk, &sent).await;
        assert_eq!(quote["totals"]["totalAmount"], total);
    }
    desk.app.stop().await;
}

/// A tick that another choice makes meaningless is no other choice.
#[tokio::test]
async fn an_option_of_another_choice_is_no_difference() {
    let desk = Desk::open().await;
    let sent = offered(&desk).await;
    for selected in [json!([]), json!(["cover"])] {
        let said = json!({ "chosenChoice": "g", "selected": selected });
        let answer = accept(&desk, &sent, said).await.expect(200);
        assert_eq!(answer["quote"]["totalAmount"], "360.00");
    }
    desk.app.stop().await;
}
