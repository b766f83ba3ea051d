//! Emails that are reported, and the operator who stops an account's email.

use plumbline::clock::{DAY, HOUR};
use plumbline::emails::stopping;

use super::{open_limited, open_with_limits, report_email, report_path, send_email, send_to_many};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of};
use crate::support::TestResponse;

#[tokio::test]
async fn the_recipient_of_a_message_can_report_it_once() {
    let business = open_limited().await;
    send_to_many(&business, 1).await;
    let path = report_path(&business, "p0@customer.example").await;
    let stranger = business.app.new_client();
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
    let noted = stopping::list_reported(business.app.state()).await.expect("a list");
    assert_eq!(noted, format!("{OWNER}: reported by 1"));

    for wrong in ["/report/x", "/report/AAAAAAAAAAAAAAAAAAAAAA"] {
        let page = stranger.get(wrong).await;
        assert_eq!(page.status.as_u16(), 404);
        assert!(page.text.contains("operator@example.com"));
        assert_eq!(stranger.post_empty(wrong).await.status.as_u16(), 404);
    }
    let cross = stranger.request(reqwest::Method::POST, &path);
    let cross = cross.header("origin", "https://evil.example");
    stranger.send(cross).await.expect_error(403, "cross_origin", None);
    business.app.clock.advance(91 * DAY);
    assert_eq!(stranger.get(&path).await.status.as_u16(), 404);
    (business.app.state().cleanup)(business.app.state()).await.expect("tidied");
    assert_eq!(business.count_rows("customer_mails").await, 0);
    business.app.stop().await;
}

#[tokio::test]
async fn reports_by_several_people_stop_an_accounts_emails_until_allowed_again() {
    let business = open_with_limits(100, 100).await;
    let quote = send_to_many(&business, 8).await;
    // One person who reports everything is one.
    for at in 0..4 {
        let answer = send_email(&business, &quote, "P0@customer.example").await;
        answer.expect_status(200);
        let newest = if at == 0 { "p0" } else { "P0" };
        report_email(&business, &format!("{newest}@customer.example")).await;
    }
    for at in 1..4 {
        report_email(&business, &format!("p{at}@customer.example")).await;
    }
    send_email(&business, &quote, "p8@customer.example").await.expect_status(200);
    // This one waits to be delivered when the fifth reports.
    send_email(&business, &quote, "late@customer.example").await.expect_status(200);
    let path = delivered_report_path(&business, "p4@customer.example");
    let answer = business.app.new_client().post_empty(&path).await;
    assert_eq!(answer.status.as_u16(), 200);

    let answer = send_email(&business, &quote, "p9@customer.example").await;
    let body = answer.expect_error(403, "mail_stopped", None);
    assert_eq!(
        body["message"],
        "Email to customers is stopped for this account. Please write to operator@example.com. \
         Nothing is lost, and you can still share the link yourself."
    );
    assert!(business.app.receive_emails("late@customer.example").await.is_empty());
    let received_emails = business.app.receive_emails("operator@example.com").await;
    assert_eq!(received_emails.len(), 1);
    assert!(
        received_emails[0].text.contains(&format!("plumbline accounts allow-mail {OWNER}")),
        "{}",
        received_emails[0].text
    );
    // The link goes on, and what the customer does is not held up: only no mail goes to them.
    let sent = business.send_by_link("quotes", &quote).await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());

    let state = business.app.state();
    let noted = stopping::list_reported(state).await.expect("a list");
    assert_eq!(noted, format!("{OWNER}: reported by 5, stopped"));
    stopping::allow_emails(state, "SAM@taylor.example").await.expect("allowed");
    send_another(&business, "p9@customer.example").await.expect_status(200);
    // What had been queued goes, and what was reported before counts no more.
    business.app.clock.advance(HOUR);
    assert_eq!(business.app.receive_emails("late@customer.example").await.len(), 1);
    report_email(&business, "p5@customer.example").await;
    send_another(&business, "p10@customer.example").await.expect_status(200);
    business.app.stop().await;
}

/// Emails another quote.
async fn send_another(business: &TestBusiness, to: &str) -> TestResponse {
    business.app.log_in(&business.client, OWNER).await;
    let quote = id_of(&business.draft_quote().await);
    send_email(business, &quote, to).await
}

/// The path for reporting the newest delivered email to an address.
fn delivered_report_path(business: &TestBusiness, to: &str) -> String {
    let received_emails = business.app.delivered_emails(to);
    let received_email = received_emails.last().expect("a mail");
    let link = received_email.text.split("/report/").nth(1).expect("a link");
    let secret = link.split_whitespace().next().expect("a secret");
    format!("/report/{secret}")
}

#[tokio::test]
async fn the_operator_stops_and_allows_an_accounts_emails() {
    let business = open_limited().await;
    let quote = id_of(&business.draft_quote().await);
    let state = business.app.state();
    let nobody = stopping::stop_emails(state, "nobody@example.com").await;
    let text = nobody.expect_err("no account").to_string();
    assert_eq!(text, "there is no account of nobody@example.com");
    stopping::stop_emails(state, OWNER).await.expect("stopped");
    stopping::stop_emails(state, OWNER).await.expect("stopped already");
    let answer = send_email(&business, &quote, CUSTOMER).await;
    answer.expect_error(403, "mail_stopped", None);
    let noted = stopping::list_reported(state).await.expect("a list");
    assert_eq!(noted, format!("{OWNER}: reported by 0, stopped"));
    stopping::allow_emails(state, OWNER).await.expect("allowed");
    send_email(&business, &quote, CUSTOMER).await.expect_status(200);
    let noted = stopping::list_reported(state).await.expect("a list");
    assert_eq!(noted, "No message was reported in the last 30 days, and no email is stopped.");
    business.app.stop().await;
}

#[tokio::test]
async fn the_command_line_does_the_same_while_the_server_runs() {
    let business = open_limited().await;
    let quote = id_of(&business.draft_quote().await);
    let config = &business.app.state().config;
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command.arg("accounts").args(words);
        command.env("PLUMBLINE_DATA", business.app.folder());
        if let Some(url) = &config.database_url {
            command.env("DATABASE_URL", url);
        }
        let done = command.output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (done.status.success(), text(done.stdout), text(done.stderr))
    };
    let (done, message, _) = run(&["stop-mail", OWNER]);
    assert!(done);
    assert_eq!(message, format!("Email to customers is stopped for {OWNER}.\n"));
    let answer = send_email(&business, &quote, CUSTOMER).await;
    answer.expect_error(403, "mail_stopped", None);
    let (_, message, _) = run(&["reported"]);
    assert_eq!(message, format!("{OWNER}: reported by 0, stopped\n"));
    let (done, message, _) = run(&["allow-mail", OWNER]);
    assert!(done);
    assert_eq!(message, format!("Email to customers is allowed for {OWNER}.\n"));
    send_email(&business, &quote, CUSTOMER).await.expect_status(200);
    let (done, message, error) = run(&["stop-mail", "nobody@example.com"]);
    assert!(!done && message.is_empty());
    let output = "plumbline: there is no account of nobody@example.com\n";
    assert!(error.ends_with(output), "{error}");
    business.app.stop().await;
}
