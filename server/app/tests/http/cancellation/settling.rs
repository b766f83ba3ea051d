//! What the business notes, and what is owed.

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{accepted, cancel, flat, invoiced_and_cancelled, own, page, pay};
use crate::documents::live::{Page, listening};
use crate::documents::{CUSTOMER, Desk, OWNER, id, token};

/// The rows of the totals on its page.
fn labels(page: &Value) -> Vec<String> {
    let rows = page["presentation"]["totals"].as_array().expect("rows");
    rows.iter()
        .map(|row| row["label"].as_str().expect("a label").to_owned())
        .collect()
}

fn share(percent: &str) -> Value {
    json!({ "finishedDate": null, "shareDone": percent })
}

#[tokio::test]
async fn without_a_request_all_that_was_paid_goes_back() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, false).await;
    pay(&desk, &quote, "119.53").await;
    assert!(labels(&page(&desk, &quote).await).contains(&"Balance Due".to_owned()));
    desk.app
        .client()
        .post_empty(&cancel(&quote))
        .await
        .expect(200);
    // Its price asks for nothing any more.
    let asked = labels(&page(&desk, &quote).await);
    assert!(asked.contains(&"Paid".to_owned()), "{asked:?}");
    assert!(!asked.contains(&"Balance Due".to_owned()), "{asked:?}");
    let answer = desk.client.get(&own(&quote)).await.expect(200);
    let owed = json!({
        "owed": "0.00", "paid": "119.53", "giveBack": "119.53", "toPay": "0.00", "by": "2026-11-30"
    });
    assert_eq!(answer["cancelled"]["owed"], owed);
    let letter = desk.app.mails(OWNER).await.pop().expect("a mail");
    assert!(
        letter.text.contains("Paid so far: £119.53"),
        "{}",
        letter.text
    );
    assert!(
        letter.text.contains("Refund by: 30/11/2026"),
        "{}",
        letter.text
    );
    let confirmation = desk.app.mails(CUSTOMER).await.pop().expect("a mail");
    let words = flat(&confirmation.text);
    assert!(
        words.contains("We’ll refund everything you paid by 30/11/2026."),
        "{words}"
    );
}

#[tokio::test]
async fn with_one_the_business_says_the_share_and_core_the_amount() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, true).await;
    pay(&desk, &quote, "119.53").await;
    desk.client
        .put(&own(&quote), &share("40"))
        .await
        .refused(409, "not_cancelled", None);
    desk.app
        .client()
        .post_empty(&cancel(&quote))
        .await
        .expect(200);
    let answer = desk.client.get(&own(&quote)).await.expect(200);
    let open = &answer["cancelled"]["owed"];
    assert_eq!(
        (&open["owed"], &open["giveBack"]),
        (&Value::Null, &Value::Null)
    );
    // 40 % of 478.10, less what was paid.
    let answer = desk
        .client
        .put(&own(&quote), &share("40"))
        .await
        .expect(200);
    let owed = json!({
        "owed": "191.24", "paid": "119.53", "giveBack": "0.00", "toPay": "71.71", "by": "2026-11-30"
    });
    assert_eq!(answer["cancelled"]["owed"], owed);
    assert_eq!(answer["cancelled"]["shareDone"], "40");
    let answer = desk
        .client
        .put(&own(&quote), &share("10.5"))
        .await
        .expect(200);
    assert_eq!(answer["cancelled"]["owed"]["giveBack"], "69.33");
    // The customer is told each amount, by mail and on the page, and of the same one but once.
    desk.client
        .put(&own(&quote), &share("10.50"))
        .await
        .expect(200);
    let told = "You owe £50.20 for the work done until you told us. You have paid £119.53: we’ll refund £69.33 \
                by 30/11/2026.";
    let mails = desk.app.mails(CUSTOMER).await;
    let mails: Vec<String> = mails.iter().map(|mail| flat(&mail.text)).collect();
    let owed: Vec<&String> = mails
        .iter()
        .filter(|text| text.contains("You cancelled and had asked us to start early."))
        .collect();
    assert_eq!(owed.len(), 2, "{mails:?}");
    assert!(
        owed.iter()
            .any(|text| text.contains("You have paid £119.53: £71.71 is left to pay.")),
        "{owed:?}"
    );
    assert!(owed.iter().any(|text| text.contains(told)), "{owed:?}");
    let shown = page(&desk, &quote).await;
    assert_eq!(shown["presentation"]["cancellation"]["earlyNote"], told);
    for bad in ["101", "-1", "lots", "33.333"] {
        desk.client.put(&own(&quote), &share(bad)).await.refused(
            422,
            "rule_broken",
            Some("shareDone"),
        );
    }
    let kept = desk.client.get(&own(&quote)).await.expect(200);
    assert_eq!(
        kept["cancelled"]["shareDone"], "10.5",
        "nothing was half written"
    );
}

#[tokio::test]
async fn what_was_paid_counts_on_the_invoice_that_it_moved_to() {
    let desk = Desk::open().await;
    let quote = invoiced_and_cancelled(&desk).await;
    let answer = desk.client.get(&own(&quote)).await.expect(200);
    assert_eq!(answer["cancelled"]["owed"]["giveBack"], "119.53");
}

#[tokio::test]
async fn an_invoice_that_asks_for_a_cancelled_job_says_so() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, false).await;
    let convert = format!("/api/quotes/{}/convert", id(&quote));
    let invoice = desk.client.post_empty(&convert).await.expect(201);
    let invoice = desk.send("invoices", &id(&invoice)).await;
    let path = format!("/api/invoices/public/{}?with=page", token(&invoice));
    let told = "The job that this invoice is for was cancelled. If you are not sure what you still owe, ask us \
                before \
                you pay.";
    let mut open = Page::of_customer(&desk.app, &token(&invoice)).await;
    listening(&desk.app, 1).await;
    for is_cancelled in [false, true] {
        if is_cancelled {
            desk.app
                .client()
                .post_empty(&cancel(&quote))
                .await
                .expect(200);
            // Whoever reads it meanwhile is told.
            assert_eq!(open.next().await, Ok(json!({ "type": "status_update" })));
        }
        let page = desk.app.client().get(&path).await.expect(200)["page"].clone();
        let check = page["check"]["link"].as_str().expect("a link");
        let (_, code) = check.rsplit_once("/check/").expect("a code");
        let checked = desk.app.client().get(&format!("/api/check/{code}")).await;
        let notes = checked.expect(200)["invoice"]["notes"].to_string();
        assert_eq!(notes.contains(told), is_cancelled, "{notes}");
        let shown = page["presentation"].clone();
        assert!(shown["actions"]["pay"].is_object());
        assert_eq!(
            shown["banners"].to_string().contains(told),
            is_cancelled,
            "{shown}"
        );
    }
}

#[tokio::test]
async fn what_was_sent_in_time_counts_whenever_it_arrives() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, false).await;
    desk.app.clock.advance(20 * DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    let said = |day: &str| json!({ "saidOn": day });
    let late = desk.client.post(&own(&quote), &said("2026-12-01")).await;
    let late = late.refused(409, "too_late_to_cancel", None);
    assert_eq!(late["message"], "They could cancel until 30/11/2026.");
    let future = desk.client.post(&own(&quote), &said("2026-12-31")).await;
    let future = future.refused(422, "rule_broken", Some("saidOn"));
    assert!(
        future.to_string().contains("This date is in the future."),
        "{future}"
    );
    for day in ["2026-11-15", "2026-11-31", "soon"] {
        let refused = desk.client.post(&own(&quote), &said(day)).await;
        assert!(
            [400, 422].contains(&refused.status.as_u16()),
            "{day}: {}",
            refused.text
        );
    }
    let before = desk.app.mails(OWNER).await.len();
    let answer = desk
        .client
        .post(&own(&quote), &said("2026-11-30"))
        .await
        .expect(200);
    assert_eq!(
        (
            &answer["cancelled"]["date"],
            &answer["cancelled"]["byBusiness"]
        ),
        (&json!("2026-11-30"), &json!(true))
    );
    assert_eq!(answer["cancelled"]["owed"]["by"], "2026-12-14");
    // The same again is no error; another day is.
    let again = desk
        .client
        .post(&own(&quote), &said("2026-11-30"))
        .await
        .expect(200);
    assert_eq!(again, answer);
    let other = desk.client.post(&own(&quote), &said("2026-11-29")).await;
    let other = other.refused(409, "already_cancelled", None);
    assert_eq!(other["message"], "It was cancelled on 30/11/2026.");
    assert_eq!(
        desk.app.mails(OWNER).await.len(),
        before,
        "the business knows"
    );
    let confirmation = desk.app.mails(CUSTOMER).await.pop().expect("a mail");
    assert!(flat(&confirmation.text).contains("It takes effect from 30/11/2026."));
}

#[tokio::test]
async fn a_day_that_cannot_be_is_refused_by_its_field() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, true).await;
    for (day, field) in [
        ("2026-11-17", "finishedDate"),
        ("2026-11-15", "finishedDate"),
    ] {
        let body = json!({ "finishedDate": day, "shareDone": null });
        desk.client
            .put(&own(&quote), &body)
            .await
            .refused(422, "rule_broken", Some(field));
    }
    desk.client
        .post(&own(&quote), &json!({ "saidOn": "2026-11-17" }))
        .await
        .refused(422, "rule_broken", Some("saidOn"));
    let answer = desk.client.get(&own(&quote)).await.expect(200);
    assert_eq!(
        (&answer["finishedDate"], &answer["cancelled"]),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn a_stranger_has_nothing_of_it() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, true).await;
    let stranger = desk.app.sign_up("kim@other.example").await;
    stranger
        .get(&own(&quote))
        .await
        .refused(404, "not_found", None);
    stranger
        .post(&own(&quote), &json!({ "saidOn": "2026-11-16" }))
        .await
        .refused(404, "not_found", None);
    stranger
        .put(&own(&quote), &share("5"))
        .await
        .refused(404, "not_found", None);
}

#[tokio::test]
async fn it_goes_with_the_account() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, false).await;
    desk.app
        .client()
        .post_empty(&cancel(&quote))
        .await
        .expect(200);
    assert_eq!(desk.rows("cancellations").await, 1);
    let password = json!({ "currentPassword": crate::support::PASSWORD });
    desk.client
        .delete_with("/api/account", &password)
        .await
        .expect(204);
    assert_eq!(desk.rows("cancellations").await, 0);
}
