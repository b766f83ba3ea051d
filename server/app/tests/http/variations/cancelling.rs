//! Variations and their jobs that a consumer cancels.

use serde_json::{Value, json};

use super::VariationsFixture;
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of};

async fn load_page(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/public/{}?with=page", token_of(quote));
    business.app.new_client().get(&path).await.expect_status(200)["page"].clone()
}

/// Accepts the quote on its page, with an early start.
async fn accept_early(business: &TestBusiness, quote: &Value) {
    let version = load_page(business, quote).await["version"].clone();
    let body = json!({
        "name": "Jo Bloggs", "termsAccepted": true, "version": version, "earlyStart": true
    });
    let path = format!("/api/quotes/public/{}/accept", token_of(quote));
    business.app.new_client().post(&path, &body).await.expect_status(200);
}

async fn cancel_quote(business: &TestBusiness, quote: &Value) {
    let path = format!("/api/quotes/public/{}/cancel", token_of(quote));
    business.app.new_client().post_empty(&path).await.expect_status(200);
}

fn cancellation_path(quote: &Value) -> String {
    format!("/api/quotes/{}/cancellation", id_of(quote))
}

async fn read_cancellation(business: &TestBusiness, quote: &Value) -> Value {
    business.client.get(&cancellation_path(quote)).await.expect_status(200)
}

async fn set_share_done(business: &TestBusiness, quote: &Value, share: &str) -> Value {
    let body = json!({ "finishedDate": null, "shareDone": share });
    business.client.put(&cancellation_path(quote), &body).await.expect_status(200)
}

/// Invoices the job in full and records its payment.
async fn pay_in_full(site: &VariationsFixture, amount: &str) {
    let invoice = site.convert_to_invoice().await.expect_status(201);
    let invoice = site.business.send_by_link("invoices", &id_of(&invoice)).await;
    let body = json!({ "amount": amount, "method": "cash", "date": "2026-11-16" });
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    site.business.client.post(&path, &body).await.expect_status(201);
}

/// A text with single spaces.
fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_cancelled_variation_is_refunded_and_its_job_remains_agreed() {
    let site = VariationsFixture::open().await;
    let business = &site.business;
    let extra = site.create_accepted("Second radiator", "100").await;
    pay_in_full(&site, "598.10").await;
    cancel_quote(business, &extra).await;

    let answer = read_cancellation(business, &extra).await;
    let owed = json!({
        "owed": "0.00", "paid": "120.00", "giveBack": "120.00", "toPay": "0.00", "by": "2026-11-30"
    });
    assert_eq!(answer["cancelled"]["owed"], owed);
    assert_eq!(
        answer["line"],
        "Jo Bloggs cancelled variation Q-0001-V1 on 16/11/2026. This doesn’t affect the rest of the job."
    );
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Jo Bloggs cancelled variation Q-0001-V1");
    for text in [
        "This doesn’t affect the rest of the job.",
        "Paid for it: £120.00",
        "To refund: £120.00",
        "Refund by: 30/11/2026",
    ] {
        assert!(received_email.text.contains(text), "{text}: {}", received_email.text);
    }
    assert!(!received_email.text.contains("agreed total"), "{}", received_email.text);
    let confirmation = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    let texts = collapse_spaces(&confirmation.text);
    for text in [
        "We’ve received your cancellation of variation Q-0001-V1. This doesn’t affect the rest of the job.",
        "We’ll refund the £120.00 you paid for it by 30/11/2026.",
    ] {
        assert!(texts.contains(text), "{text}: {texts}");
    }
    assert!(!texts.contains("this job"), "{texts}");

    let body = load_page(business, &extra).await["presentation"].clone();
    assert_eq!(body["badge"]["label"], "Cancelled");
    assert_eq!(
        body["cancellation"]["line"],
        "We’ve received your cancellation of variation Q-0001-V1. This doesn’t affect the rest of the job."
    );
    assert!(!body["variation"].to_string().contains("New agreed total"));
    let job = site.read_job().await;
    assert_eq!(job["variations"][0]["displayStatus"]["label"], "Cancelled");
    // The quote itself is unchanged.
    let quote = load_page(business, &site.quote).await["presentation"].clone();
    assert_eq!(quote["badge"]["label"], "Invoiced");
    assert_eq!(quote["cancellation"]["cancel"], true);
}

#[tokio::test]
async fn an_early_start_variation_is_owed_by_its_own_share() {
    let site = VariationsFixture::open().await;
    let business = &site.business;
    let extra = site.create_sent("Second radiator", "100").await;
    accept_early(business, &extra).await;
    pay_in_full(&site, "598.10").await;
    cancel_quote(business, &extra).await;
    let open = read_cancellation(business, &extra).await["cancelled"].clone();
    assert_eq!((&open["askedEarly"], &open["owed"]["giveBack"]), (&json!(true), &Value::Null));
    let body = set_share_done(business, &extra, "25").await["cancelled"]["owed"].clone();
    assert_eq!(
        (&body["owed"], &body["giveBack"], &body["toPay"]),
        (&json!("30.00"), &json!("90.00"), &json!("0.00"))
    );
}

#[tokio::test]
async fn cancelling_an_omission_refunds_nothing() {
    let site = VariationsFixture::open().await;
    let left = site.create_accepted("Leave out the valve", "-50").await;
    pay_in_full(&site, "418.10").await;
    cancel_quote(&site.business, &left).await;
    let owed = read_cancellation(&site.business, &left).await["cancelled"]["owed"].clone();
    assert_eq!(
        (&owed["owed"], &owed["paid"], &owed["giveBack"]),
        (&json!("0.00"), &json!("0.00"), &json!("0.00"))
    );
}

#[tokio::test]
async fn each_of_several_cancelled_variations_refunds_its_own_amount() {
    let site = VariationsFixture::open().await;
    let first = site.create_accepted("Second radiator", "100").await;
    let second = site.create_accepted("Third radiator", "50").await;
    pay_in_full(&site, "638.10").await;
    cancel_quote(&site.business, &first).await;
    cancel_quote(&site.business, &second).await;
    // 160.00 of it are beyond what stays agreed; of 180.00 twenty were never paid.
    for (variation, back) in [(&first, "120.00"), (&second, "40.00")] {
        let owed = read_cancellation(&site.business, variation).await["cancelled"]["owed"].clone();
        assert_eq!(owed["giveBack"], back);
    }
}

#[tokio::test]
async fn a_job_is_cancelled_with_its_variations() {
    let desk = TestBusiness::open().await;
    let quote = desk.sent_quote().await;
    accept_early(&desk, &quote).await;
    let site = VariationsFixture { business: desk, quote };
    let test_business = &site.business;
    let extra = site.create_sent("Second radiator", "100").await;
    accept_early(test_business, &extra).await;
    let waits = site.create_sent("Third radiator", "50").await;
    let payment = json!({ "amount": "119.53", "method": "cash", "date": "2026-11-16" });
    let payments = format!("{}/payments", site.variations_path());
    test_business.client.post(&payments, &payment).await.expect_status(201);
    cancel_quote(test_business, &site.quote).await;
    assert_eq!(test_business.count_rows("cancellations").await, 2);

    let open = read_cancellation(test_business, &site.quote).await["cancelled"].clone();
    assert_eq!(open["with"], json!(["Q-0001-V1"]));
    // 25 % of 598.10, less what was paid.
    let body = set_share_done(test_business, &site.quote, "25").await["cancelled"]["owed"].clone();
    assert_eq!(
        (&body["owed"], &body["paid"], &body["toPay"]),
        (&json!("149.53"), &json!("119.53"), &json!("30.00"))
    );
    let received_email = test_business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Jo Bloggs cancelled quote Q-0001");
    assert!(received_email.text.contains("Cancelled with it: Q-0001-V1"), "{}", received_email.text);
    let mut mails = test_business.app.receive_emails(CUSTOMER).await;
    let owed = collapse_spaces(&mails.pop().expect("a mail").text);
    let text = "You owe £149.53 for the work done until you told us. You have paid £119.53: £30.00 is left to \
                pay. \
                We’ll send you an invoice for it.";
    assert!(owed.contains(text), "{owed}");
    let texts = collapse_spaces(&mails.pop().expect("a mail").text);
    let all = "We’ve received your cancellation of this job and its variation Q-0001-V1.";
    assert!(texts.contains(all), "{texts}");

    // The extra is no offer any more, and is settled with the job.
    let page = load_page(test_business, &extra).await["presentation"].clone();
    assert_eq!(page["badge"]["label"], "Cancelled");
    assert_eq!(page["banners"][0]["text"], "The job was cancelled on 16/11/2026.");
    assert_eq!(page["cancellation"]["cancel"], false);
    let settled = read_cancellation(test_business, &extra).await;
    assert_eq!(settled["cancelled"]["withWholeJob"], true);
    assert_eq!(settled["cancelled"]["askedEarly"], false);
    assert_eq!(settled["line"], "Jo Bloggs cancelled the whole job on 16/11/2026.");
    let share = json!({ "finishedDate": null, "shareDone": "50" });
    test_business.client.put(&cancellation_path(&extra), &share).await.expect_error(
        409,
        "cancelled_with_job",
        None,
    );
    // What still waits can be accepted no more.
    site.accept_variation(&waits).await.expect_error(409, "job_cancelled", None);
    let page = load_page(test_business, &waits).await["presentation"].clone();
    assert_eq!(page["actions"]["accept"], false);
    assert_eq!(page["cancellation"]["cancel"], false);
}

#[tokio::test]
async fn the_share_owed_counts_only_parts_with_an_early_start() {
    let desk = TestBusiness::open().await;
    let quote = desk.sent_quote().await;
    accept_early(&desk, &quote).await;
    let site = VariationsFixture { business: desk, quote };
    let test_business = &site.business;
    let before = site.create_sent("Second radiator", "100").await;
    accept_early(test_business, &before).await;
    site.create_accepted("Third radiator", "50").await;
    site.create_accepted("Leave out the valve", "-20").await;
    // One is cancelled before its job, and keeps its own share.
    cancel_quote(test_business, &before).await;
    set_share_done(test_business, &before, "50").await;
    cancel_quote(test_business, &site.quote).await;
    // Half of 120.00, and a tenth of 478.10 without the 24.00 that were left out.
    let body = set_share_done(test_business, &site.quote, "10").await["cancelled"]["owed"].clone();
    assert_eq!(body["owed"], "105.41");
    let earlier = read_cancellation(test_business, &before).await["cancelled"].clone();
    assert_eq!((&earlier["owed"]["owed"], &earlier["owed"]["giveBack"]), (&json!("60.00"), &Value::Null));
}

#[tokio::test]
async fn a_variation_cancelled_before_its_job_is_mentioned_with_it() {
    for is_said_before in [true, false] {
        let site = VariationsFixture::open().await;
        let business = &site.business;
        let before = site.create_sent("Second radiator", "100").await;
        accept_early(business, &before).await;
        cancel_quote(business, &before).await;
        let message = "You owe £60.00 for the work done until you told us. We’ll send you an invoice for it.";
        let open = "You owe nothing for this job itself. For the part you cancelled before and had asked us to start early, you pay for the work done. We’ll tell you how much that is.";
        if is_said_before {
            set_share_done(business, &before, "50").await;
        }
        cancel_quote(business, &site.quote).await;
        let confirmation = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
        let texts = collapse_spaces(&confirmation.text);
        assert!(texts.contains("We’ve received your cancellation of this job."), "{texts}");
        assert!(texts.contains(if is_said_before { message } else { open }), "{texts}");
        assert!(!texts.contains("You owe nothing. "), "{texts}");
        let email = collapse_spaces(&business.app.receive_emails(OWNER).await.pop().expect("a mail").text);
        let owes = if is_said_before {
            "They owe: £60.00, for the part they cancelled before."
        } else {
            "They owe: Nothing for this job itself."
        };
        assert!(email.contains(owes), "{email}");
        if is_said_before {
            continue;
        }
        let note =
            load_page(business, &site.quote).await["presentation"]["cancellation"]["earlyNote"].clone();
        assert!(open.starts_with(note.as_str().expect("a note")), "{note}");

        // The job has no share of its own; setting the variation's decides what is owed for both.
        set_share_done(business, &before, "50").await;
        let mails = business.app.receive_emails(CUSTOMER).await;
        let last = collapse_spaces(&mails.last().expect("a mail").text);
        assert!(last.contains(message), "{last}");
        let body = load_page(business, &site.quote).await["presentation"].clone();
        assert_eq!(body["cancellation"]["earlyNote"], message);
        let settled = read_cancellation(business, &site.quote).await["cancelled"].clone();
        assert_eq!((&settled["askedEarly"], &settled["owed"]["owed"]), (&json!(false), &json!("60.00")));
        let happened = business.client.get("/api/activities").await.expect_status(200);
        let text = "You recorded what Jo Bloggs owes for quote Q-0001: £60.00";
        assert!(happened.to_string().contains(text), "{happened}");
    }
}

#[tokio::test]
async fn a_small_variation_of_a_large_job_may_be_cancelled() {
    let site = VariationsFixture::open().await;
    for (name, price) in [("Extra socket", "30"), ("Leave out half", "-390")] {
        let sent = site.create_sent(name, price).await;
        let body = load_page(&site.business, &sent).await["presentation"]["cancellation"].clone();
        assert_eq!(body["right"], true, "{name}");
        let notice = body["notice"].to_string();
        assert!(notice.contains("You may cancel this variation within 14 days"), "{notice}");
        let decision = read_cancellation(&site.business, &sent).await["decision"].clone();
        assert_eq!(decision["verdict"], "right", "{name}");
    }
}
