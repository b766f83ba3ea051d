//! An account is no relay: how many mails it sends to customers, in whose name, and who stops them.

use plumbline::clock::{DAY, HOUR, MINUTE};
use plumbline::letters::standing;
use serde_json::{Value, json};

use crate::documents::{CUSTOMER, Desk, OWNER, id, token};
use crate::support::{Answer, TestApp};

/// What a new account may send in these tests.
const HOUR_MAX: usize = 4;
const DAY_MAX: usize = 6;

async fn desk() -> Desk {
    desk_with(HOUR_MAX, DAY_MAX).await
}

async fn desk_with(hour: usize, day: usize) -> Desk {
    let app = TestApp::start_with(|config| {
        config.mails.hour = i64::try_from(hour).expect("a number");
        config.mails.day = i64::try_from(day).expect("a number");
        config.support_email = "operator@example.com".into();
    });
    Desk::open_at(app.await).await
}

/// Sends a quote to an address, with words of the account's own.
async fn mail(desk: &Desk, quote: &str, to: &str) -> Answer {
    let body = json!({ "via": "email", "to": to, "subject": "Hello", "message": "Read this" });
    let path = format!("/api/quotes/{quote}/send");
    desk.client.post(&path, &body).await
}

/// One quote, mailed to so many people.
async fn mail_to(desk: &Desk, people: usize) -> String {
    let quote = id(&desk.draft_quote().await);
    for at in 0..people {
        let answer = mail(desk, &quote, &format!("p{at}@customer.example")).await;
        answer.expect(200);
    }
    quote
}

/// The way to report the newest mail to an address.
async fn report_of(desk: &Desk, to: &str) -> String {
    let letters = desk.app.mails(to).await;
    let letter = letters.last().expect("a mail");
    let start = desk.app.url("/report/");
    let mut links = letter.text.split_whitespace();
    let link = links.rfind(|word| word.starts_with(&start));
    let link = link.expect("a link to report it");
    assert!(letter.html.contains(&format!("href=\"{link}\"")));
    assert!(letter.html.contains("Report this message"));
    link[start.len() - "/report/".len()..].to_owned()
}

async fn report(desk: &Desk, to: &str) {
    let path = report_of(desk, to).await;
    let answer = desk.app.client().post_empty(&path).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert!(answer.text.contains("Your report is with us."));
}

#[tokio::test]
async fn mails_are_so_many_in_an_hour_and_nothing_is_lost() {
    let desk = desk().await;
    let quote = mail_to(&desk, HOUR_MAX - 1).await;
    desk.app.clock.advance(10 * MINUTE);
    // The same request sent again is one mail.
    let body = json!({ "via": "email", "to": CUSTOMER });
    let path = format!("/api/quotes/{quote}/send");
    for _ in 0..3 {
        desk.client.post_once(&path, "k", &body).await.expect(200);
    }

    let draft = id(&desk.draft_quote().await);
    let answer = mail(&desk, &draft, "one-more@customer.example").await;
    assert_eq!(answer.header("retry-after"), Some("3000"));
    let told = answer.refused(429, "too_many_mails", None);
    // 09:00 in London and an hour.
    assert_eq!(
        told["message"],
        "You have sent 4 emails to customers within the last hour, as many as this account may for \
         now. The next one can go at 10:00. Nothing is lost, and you can share the link yourself at \
         once."
    );
    // It is the draft that it was, no number is used up, and its link can be shared.
    let path = format!("/api/quotes/{draft}");
    let kept = desk.client.get(&path).await.expect(200);
    assert_eq!(
        (&kept["status"], &kept["number"]),
        (&json!("draft"), &Value::Null)
    );
    assert!(desk.app.mails("one-more@customer.example").await.is_empty());
    desk.send("quotes", &draft).await;
    // Another account is not held back.
    assert_eq!(desk.app.mails("p0@customer.example").await.len(), 1);

    desk.app.clock.advance(50 * MINUTE);
    desk.app.log_in(&desk.client, OWNER).await;
    mail(&desk, &draft, "one-more@customer.example")
        .await
        .expect(200);
    assert_eq!(desk.app.mails("one-more@customer.example").await.len(), 1);
    desk.app.stop().await;
}

#[tokio::test]
async fn mails_are_so_many_in_a_day() {
    let desk = desk().await;
    let quote = mail_to(&desk, HOUR_MAX).await;
    desk.app.clock.advance(HOUR);
    desk.app.log_in(&desk.client, OWNER).await;
    for at in HOUR_MAX..DAY_MAX {
        let answer = mail(&desk, &quote, &format!("p{at}@customer.example")).await;
        answer.expect(200);
    }
    let answer = mail(&desk, &quote, CUSTOMER).await;
    assert_eq!(answer.header("retry-after"), Some("82800"));
    let told = answer.refused(429, "too_many_mails", None);
    let message = told["message"].as_str().expect("a sentence");
    assert!(
        message.contains("6 emails to customers within the last 24 hours")
            && message.contains("at 09:00 tomorrow."),
        "{message}"
    );
    desk.app.clock.advance(DAY - HOUR);
    desk.app.log_in(&desk.client, OWNER).await;
    mail(&desk, &quote, CUSTOMER).await.expect(200);
    desk.app.stop().await;
}

#[tokio::test]
async fn of_many_at_once_as_many_go_as_may() {
    let desk = desk().await;
    let mut quotes = Vec::new();
    for _ in 0..12 {
        quotes.push(id(&desk.draft_quote().await));
    }
    let sends = quotes.iter().enumerate().map(|(at, quote)| {
        let desk = &desk;
        async move {
            let answer = mail(desk, quote, &format!("p{at}@customer.example")).await;
            answer.status.as_u16()
        }
    });
    let mut statuses = futures::future::join_all(sends).await;
    statuses.sort_unstable();
    assert_eq!(statuses[..HOUR_MAX], [200; HOUR_MAX]);
    assert_eq!(statuses[HOUR_MAX..], [429; 12 - HOUR_MAX]);
    desk.app.stop().await;
}

#[tokio::test]
async fn paid_invoices_bring_more_of_them() {
    let desk = desk().await;
    let quote = mail_to(&desk, HOUR_MAX).await;
    let answer = mail(&desk, &quote, CUSTOMER).await;
    answer.refused(429, "too_many_mails", None);
    let invoice = desk.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id(&invoice));
    let body = json!({ "amount": invoice["totals"]["balanceDue"], "method": "cash" });
    let paid = desk.client.post(&path, &body).await.expect(201);
    assert_eq!(paid["status"], "paid");
    // Not on the first day: anyone can mark an invoice as paid.
    let answer = mail(&desk, &quote, CUSTOMER).await;
    answer.refused(429, "too_many_mails", None);

    desk.app.clock.advance(DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    for at in 0..HOUR_MAX + 2 {
        let answer = mail(&desk, &quote, &format!("q{at}@customer.example")).await;
        answer.expect(200);
    }
    let answer = mail(&desk, &quote, CUSTOMER).await;
    answer.refused(429, "too_many_mails", None);
    desk.app.stop().await;
}

#[tokio::test]
async fn nobody_has_the_name_of_a_public_body_or_a_bank() {
    let desk = desk().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    let mut profile = desk.client.get(&path).await.expect(200);
    for name in [
        "HM Revenue & Customs",
        "hmrc",
        "GOV.UK",
        "Lloyds Bank Fraud Team",
    ] {
        let mut body = crate::documents::profile();
        body["name"] = name.into();
        let answer = desk.client.post("/api/business-profiles", &body).await;
        let told = answer.refused(422, "rule_broken", Some("name"));
        assert_eq!(told["errors"][0]["code"], "borrowed_name");
        body["version"] = profile["version"].clone();
        let answer = desk.client.put(&path, &body).await;
        answer.refused(422, "rule_broken", Some("name"));
    }
    let mut body = crate::documents::profile();
    body["name"] = "Bank Street Builders".into();
    body["version"] = profile["version"].clone();
    profile = desk.client.put(&path, &body).await.expect(200);
    assert_eq!(profile["name"], "Bank Street Builders");

    // One that was saved before this was a rule sends no mail.
    let mut tx = desk
        .app
        .state()
        .db
        .begin_write()
        .await
        .expect("a transaction");
    sqlx::query("UPDATE business_profiles SET name = 'HM Revenue & Customs'")
        .execute(&mut *tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    let quote = id(&desk.draft_quote().await);
    let answer = mail(&desk, &quote, CUSTOMER).await;
    let told = answer.refused(422, "rule_broken", Some("businessProfile.name"));
    assert_eq!(told["errors"][0]["code"], "borrowed_name");
    assert!(desk.app.mails(CUSTOMER).await.is_empty());
    desk.app.stop().await;
}

#[tokio::test]
async fn whoever_has_a_message_reports_it_once() {
    let desk = desk().await;
    mail_to(&desk, 1).await;
    let path = report_of(&desk, "p0@customer.example").await;
    let stranger = desk.app.client();
    // Looking changes nothing.
    for _ in 0..2 {
        let page = stranger.get(&path).await;
        assert_eq!(page.header("x-robots-tag"), Some("noindex, nofollow"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(page.status.as_u16(), 200);
        assert!(page.text.contains("Taylor Plumbing"), "{}", page.text);
        assert!(page.text.contains("<form method=\"post\">"));
    }
    for _ in 0..2 {
        let done = stranger.post_empty(&path).await;
        assert_eq!(done.status.as_u16(), 200);
        assert!(done.text.contains("Message reported"));
    }
    let after = stranger.get(&path).await;
    assert!(after.text.contains("Message reported"));
    let noted = standing::reported(desk.app.state()).await.expect("a list");
    assert_eq!(noted, format!("{OWNER}: reported by 1"));

    for wrong in ["/report/x", "/report/AAAAAAAAAAAAAAAAAAAAAA"] {
        let page = stranger.get(wrong).await;
        assert_eq!(page.status.as_u16(), 404);
        assert!(page.text.contains("operator@example.com"));
        assert_eq!(stranger.post_empty(wrong).await.status.as_u16(), 404);
    }
    let cross = stranger.request(reqwest::Method::POST, &path);
    let cross = cross.header("origin", "https://evil.example");
    stranger
        .send(cross)
        .await
        .refused(403, "cross_origin", None);
    desk.app.clock.advance(91 * DAY);
    assert_eq!(stranger.get(&path).await.status.as_u16(), 404);
    (desk.app.state().tidy)(desk.app.state())
        .await
        .expect("tidied");
    assert_eq!(desk.rows("customer_mails").await, 0);
    desk.app.stop().await;
}

#[tokio::test]
async fn reports_of_several_people_stop_an_accounts_mail_until_the_operator_has_looked() {
    let desk = desk_with(100, 100).await;
    let quote = mail_to(&desk, 8).await;
    // One person who reports everything is one.
    for at in 0..4 {
        let answer = mail(&desk, &quote, "P0@customer.example").await;
        answer.expect(200);
        let newest = if at == 0 { "p0" } else { "P0" };
        report(&desk, &format!("{newest}@customer.example")).await;
    }
    for at in 1..4 {
        report(&desk, &format!("p{at}@customer.example")).await;
    }
    mail(&desk, &quote, "p8@customer.example").await.expect(200);
    // This one waits to be delivered when the fifth reports.
    mail(&desk, &quote, "late@customer.example")
        .await
        .expect(200);
    let path = report_of_without_jobs(&desk, "p4@customer.example");
    let answer = desk.app.client().post_empty(&path).await;
    assert_eq!(answer.status.as_u16(), 200);

    let answer = mail(&desk, &quote, "p9@customer.example").await;
    let told = answer.refused(403, "mail_stopped", None);
    assert_eq!(
        told["message"],
        "Email to customers is stopped for this account. Please write to operator@example.com. \
         Nothing is lost, and you can still share the link yourself."
    );
    assert!(desk.app.mails("late@customer.example").await.is_empty());
    let letters = desk.app.mails("operator@example.com").await;
    assert_eq!(letters.len(), 1);
    assert!(
        letters[0]
            .text
            .contains(&format!("plumbline accounts allow-mail {OWNER}")),
        "{}",
        letters[0].text
    );
    // The link goes on, and what the customer does is not held up: only no mail goes to them.
    let sent = desk.send("quotes", &quote).await;
    let path = format!("/api/quotes/public/{}/accept", token(&sent));
    desk.app.client().post_empty(&path).await.expect(200);
    assert!(desk.app.mails(CUSTOMER).await.is_empty());

    let state = desk.app.state();
    let noted = standing::reported(state).await.expect("a list");
    assert_eq!(noted, format!("{OWNER}: reported by 5, stopped"));
    standing::allow(state, "SAM@taylor.example")
        .await
        .expect("allowed");
    mail_again(&desk, "p9@customer.example").await.expect(200);
    // What had been queued goes, and what was reported before counts no more.
    desk.app.clock.advance(HOUR);
    assert_eq!(desk.app.mails("late@customer.example").await.len(), 1);
    report(&desk, "p5@customer.example").await;
    mail_again(&desk, "p10@customer.example").await.expect(200);
    desk.app.stop().await;
}

/// Another quote, mailed.
async fn mail_again(desk: &Desk, to: &str) -> Answer {
    desk.app.log_in(&desk.client, OWNER).await;
    let quote = id(&desk.draft_quote().await);
    mail(desk, &quote, to).await
}

/// The way to report the newest delivered mail to an address.
fn report_of_without_jobs(desk: &Desk, to: &str) -> String {
    let letters = desk.app.delivered(to);
    let letter = letters.last().expect("a mail");
    let link = letter.text.split("/report/").nth(1).expect("a link");
    let secret = link.split_whitespace().next().expect("a secret");
    format!("/report/{secret}")
}

#[tokio::test]
async fn the_operator_stops_an_account_and_lets_it_go_again() {
    let desk = desk().await;
    let quote = id(&desk.draft_quote().await);
    let state = desk.app.state();
    let nobody = standing::stop(state, "nobody@example.com").await;
    let told = nobody.expect_err("no account").to_string();
    assert_eq!(told, "there is no account of nobody@example.com");
    standing::stop(state, OWNER).await.expect("stopped");
    standing::stop(state, OWNER).await.expect("stopped already");
    let answer = mail(&desk, &quote, CUSTOMER).await;
    answer.refused(403, "mail_stopped", None);
    let noted = standing::reported(state).await.expect("a list");
    assert_eq!(noted, format!("{OWNER}: reported by 0, stopped"));
    standing::allow(state, OWNER).await.expect("allowed");
    mail(&desk, &quote, CUSTOMER).await.expect(200);
    let noted = standing::reported(state).await.expect("a list");
    assert_eq!(
        noted,
        "No message was reported in the last 30 days, and no email is stopped."
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn the_command_line_does_it_beside_the_server() {
    let desk = desk().await;
    let quote = id(&desk.draft_quote().await);
    let config = &desk.app.state().config;
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command.arg("accounts").args(words);
        command.env("PLUMBLINE_DATA", desk.app.folder());
        if let Some(url) = &config.database_url {
            command.env("DATABASE_URL", url);
        }
        let done = command.output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (done.status.success(), text(done.stdout), text(done.stderr))
    };
    let (done, said, _) = run(&["stop-mail", OWNER]);
    assert!(done);
    assert_eq!(
        said,
        format!("Email to customers is stopped for {OWNER}.\n")
    );
    let answer = mail(&desk, &quote, CUSTOMER).await;
    answer.refused(403, "mail_stopped", None);
    let (_, said, _) = run(&["reported"]);
    assert_eq!(said, format!("{OWNER}: reported by 0, stopped\n"));
    let (done, said, _) = run(&["allow-mail", OWNER]);
    assert!(done);
    assert_eq!(
        said,
        format!("Email to customers is allowed for {OWNER}.\n")
    );
    mail(&desk, &quote, CUSTOMER).await.expect(200);
    let (done, said, error) = run(&["stop-mail", "nobody@example.com"]);
    assert!(!done && said.is_empty());
    let told = "plumbline: there is no account of nobody@example.com\n";
    assert!(error.ends_with(told), "{error}");
    desk.app.stop().await;
}

#[tokio::test]
async fn a_customers_copy_goes_later_where_too_many_went() {
    let desk = desk().await;
    let quote = id(&desk.draft_quote().await);
    for at in 0..HOUR_MAX {
        let answer = mail(&desk, &quote, &format!("p{at}@customer.example")).await;
        answer.expect(200);
    }
    let sent = desk
        .client
        .get(&format!("/api/quotes/{quote}"))
        .await
        .expect(200);
    let path = format!("/api/quotes/public/{}/accept", token(&sent));
    desk.app.client().post_empty(&path).await.expect(200);
    assert!(desk.app.mails(CUSTOMER).await.is_empty());
    desk.app.clock.advance(HOUR);
    let letters = desk.app.mails(CUSTOMER).await;
    assert_eq!(letters.len(), 1);
    assert!(letters[0].subject.starts_with("You accepted"));
    desk.app.stop().await;
}
