//! Messages that are reported, and the operator who stops an account.

use plumbline::clock::{DAY, HOUR};
use plumbline::letters::standing;

use super::{desk, desk_with, mail, mail_to, report, report_of};
use crate::documents::{CUSTOMER, Desk, OWNER, id, token};
use crate::support::Answer;

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
