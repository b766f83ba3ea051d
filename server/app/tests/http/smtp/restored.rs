//! A restored backup: emails that were waiting in it may have been sent since, so they are not sent automatically.

use serde_json::json;

use super::kinds::{EmailFixture, EmailKind};
use super::{open_with_mail_server, run_due_jobs};
use crate::backups::{expect_success, only_backup, plumbline_command, restore_backup};
use crate::documents::{OWNER, id_of};
use crate::support::peer::FakeMailServer;

// The test waits for the program on this thread; the rest of a stopped server ends on another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn emails_waiting_in_a_backup_are_sent_once_more_only_by_a_tap() {
    let spare = tempfile::tempdir().expect("a folder");
    let peer = FakeMailServer::listen_anywhere().await;
    let mut house = EmailFixture::open(open_with_mail_server(&peer).await, &peer).await;
    let mut mails = Vec::new();
    for kind in EmailKind::ALL {
        mails.push(house.send_email(kind).await);
    }
    let mut backup = plumbline_command(house.business.app.config());
    backup.arg("backup").arg("--to").arg(spare.path());
    expect_success(&backup.output().expect("it runs"));
    // The night goes on: all of them go out, and then the disk is lost.
    run_due_jobs(&house.business, &peer).await;
    for mail in &mails {
        assert_eq!(house.read_displayed(mail).await.state, "sent", "{mail:?}");
    }
    house.business.app.stop_for_now().await;
    restore_backup(&house.business.app, &only_backup(spare.path())).await.expect("restored");
    house.business.app.restart().await;
    house.business.client = house.business.app.new_client();
    house.admin = house.business.app.new_client();
    house.log_in().await;

    for _ in 0..2 {
        run_due_jobs(&house.business, &peer).await;
        house.business.app.clock.advance(plumbline::clock::HOUR);
    }
    house.log_in().await;
    for mail in &mails {
        let displayed_email = house.read_displayed(mail).await;
        assert_eq!(displayed_email.state, "unconfirmed", "{mail:?}: {displayed_email:?}");
        let came = || {
            let whole = peer.whole_messages().into_iter();
            let own = whole.filter(|it| it.message_id.contains(&displayed_email.name));
            own.map(|it| it.message_id).collect::<Vec<_>>()
        };
        assert_eq!(came().len(), 1, "{mail:?}");
        assert_eq!(house.send_again(mail).await, 200, "{mail:?}");
        run_due_jobs(&house.business, &peer).await;
        assert_eq!(house.read_displayed(mail).await.state, "sent", "{mail:?}");
        let came = came();
        assert_eq!((came.len(), &came[0]), (2, &came[1]), "{mail:?}");
    }
    // The business is notified as of any other lost email.
    let news = house.business.client.get("/api/notifications").await.expect_status(200);
    let text = news.to_string();
    assert!(text.contains("the email to Jo Bloggs isn’t confirmed"), "{text}");

    // What is asked for from now on goes as ever.
    let response = json!({ "email": OWNER });
    let before = peer.messages().len();
    let forgot = house.business.client.post("/api/auth/forgot-password", &response);
    forgot.await.expect_status(200);
    run_due_jobs(&house.business, &peer).await;
    assert_eq!(peer.messages().len(), before + 1);
    let quote = house.business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&quote));
    let by_email = json!({ "via": "email" });
    house.business.client.post(&path, &by_email).await.expect_status(200);
    run_due_jobs(&house.business, &peer).await;
    assert_eq!(peer.messages().len(), before + 2);
    house.business.app.stop().await;
}
