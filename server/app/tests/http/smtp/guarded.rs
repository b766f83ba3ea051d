//! A mail server that encrypts, and requires a password.

use plumbline::clock::MINUTE;
use plumbline::config::Config;
use plumbline::doctor::{self, Finding, Installation, Level};

use super::steps::{ExpectedState, list_faults, meets};
use super::{SAM, open_with_mail_server};
use crate::support::TestApp;
use crate::support::peer::{FakeMailServer, Guard, Seal, SmtpFault, SmtpStep};

const GUARDS: [Guard; 4] = [
    Guard { seal: Seal::Never, ways: "PLAIN LOGIN" },
    Guard { seal: Seal::StartTls, ways: "LOGIN" },
    Guard { seal: Seal::StartTls, ways: "PLAIN" },
    Guard { seal: Seal::FromTheStart, ways: "PLAIN LOGIN" },
];

/// Every fault at the steps that only such a server has. It can't have the message by then.
fn list_own_faults(guard: Guard) -> Vec<(SmtpStep, SmtpFault, ExpectedState)> {
    let mut steps = vec![SmtpStep::Password];
    if guard.ways == "LOGIN" {
        steps.push(SmtpStep::User);
    }
    if guard.seal != Seal::Never {
        steps.push(SmtpStep::Handshake);
    }
    if guard.seal == Seal::StartTls {
        steps.extend([SmtpStep::StartTls, SmtpStep::SealedHello]);
    }
    let faults = [
        SmtpFault::Close,
        SmtpFault::Wait,
        SmtpFault::Say("454 4.7.0 not now"),
        SmtpFault::Say("what?"),
        SmtpFault::Say("535 5.7.8 no"),
        SmtpFault::Say("250 kept"),
        SmtpFault::Early,
    ];
    let each = steps.into_iter().flat_map(|step| {
        let faults = faults.into_iter();
        faults.map(move |fault| {
            let then = match (step, fault) {
                // The server continues as if nothing were wrong.
                (SmtpStep::Password | SmtpStep::StartTls, SmtpFault::Say("250 kept")) => ExpectedState::Sent,
                _ => ExpectedState::TriedAgain,
            };
            (step, fault, then)
        })
    });
    each.collect()
}

/// The doctor's finding about the mail server.
async fn check_mail(app: &TestApp) -> Finding {
    let patient = Installation {
        config: app.config().clone(),
        db: Ok(app.state().db.clone()),
        clock: app.state().clock.clone(),
    };
    let all = doctor::run_checks(&patient).await;
    let mut all = all.into_iter();
    all.find(|it| it.name == "mail").expect("a check")
}

#[tokio::test]
async fn only_confirmed_emails_are_shown_as_sent_if_a_password_is_required() {
    for guard in GUARDS {
        let peer = FakeMailServer::guarded(guard).await;
        let business = open_with_mail_server(&peer).await;
        let before = peer.passwords();
        assert!(before > 0, "{guard:?}: the code came by a password");
        meets(&business, &peer, list_own_faults(guard)).await;
        business.app.stop().await;
    }
}

/// With encryption, a response that comes too early is detected as well.
#[tokio::test]
async fn only_confirmed_emails_are_shown_as_sent_over_an_encrypted_connection() {
    for seal in [Seal::StartTls, Seal::FromTheStart] {
        let peer = FakeMailServer::guarded(Guard { seal, ways: "" }).await;
        let business = open_with_mail_server(&peer).await;
        meets(&business, &peer, list_faults()).await;
        business.app.stop().await;
    }
}

#[tokio::test]
async fn a_refused_password_is_reported_to_the_operator_and_the_email_waits() {
    let peer = FakeMailServer::guarded(GUARDS[3]).await;
    let url = peer.url_with("wrong");
    let certificate = peer.certificate.path().to_owned();
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(url);
        config.smtp_ca_file = Some(certificate);
    })
    .await;
    app.register(&app.new_client(), SAM).await;
    for _ in 0..3 {
        assert_eq!(app.run_jobs().await, 1, "it is tried again");
        app.clock.advance(MINUTE);
    }
    assert_eq!(peer.messages().len(), 0);
    assert_eq!(peer.passwords(), 3);
    let mail = check_mail(&app).await;
    assert_eq!(mail.level, Level::Broken);
    let found = "the mail server (log-in): 535 5.7.8 user or password is wrong";
    assert_eq!(mail.found, found);
    // The operator sets it right.
    let (url, certificate) = (peer.url(), peer.certificate.path().to_owned());
    let put_right = |config: &mut Config| {
        config.smtp_url = Some(url);
        config.smtp_ca_file = Some(certificate);
    };
    let again = app.start_twin(put_right).await;
    assert_eq!(check_mail(&again).await.level, Level::Fine);
    again.run_jobs().await;
    assert_eq!(peer.messages().len(), 1);
    again.stop().await;
    app.stop().await;
}

/// The password is sent to nobody else, and never unencrypted.
#[tokio::test]
async fn the_password_is_not_sent_to_an_untrusted_or_unencrypted_server() {
    for (seal, says) in
        [(Seal::FromTheStart, "certificate"), (Seal::StartTls, "certificate"), (Seal::Never, "STARTTLS")]
    {
        let methods = "PLAIN LOGIN";
        let peer = FakeMailServer::guarded(Guard { seal, ways: methods }).await;
        let url = match seal {
            Seal::Never => format!("{}?tls=required", peer.url()),
            _ => peer.url(),
        };
        let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
        app.register(&app.new_client(), SAM).await;
        app.run_jobs().await;
        let mail = check_mail(&app).await;
        let found = mail.found;
        assert_eq!(mail.level, Level::Broken, "{seal:?}: {found}");
        assert!(found.contains(says), "{seal:?}: {found}");
        assert!(found.contains("(encryption)"), "{seal:?}: {found}");
        assert_eq!((peer.passwords(), peer.messages().len()), (0, 0), "{seal:?}");
        app.clock.advance(MINUTE);
        assert_eq!(app.run_jobs().await, 1, "{seal:?}: it waits");
        app.stop().await;
    }
}

/// What comes before the encryption isn't from the server whose certificate was checked.
#[tokio::test]
async fn replies_that_are_added_before_the_encryption_are_not_read() {
    let added = [
        "220 go on\r\n250 peer",
        "220 go on\r\n250-peer\r\n250 AUTH LOGIN",
        "220 go on\r\n250-peer\r\n250 AUTH PLAIN\r\n235 welcome\r\n250 ok\r\n250 ok\r\n354 go on\r\n250 kept",
        "220 go on\r\n",
        "220 go on\r\n250",
    ];
    for methods in ["", "PLAIN"] {
        let peer = FakeMailServer::guarded(Guard { seal: Seal::StartTls, ways: methods }).await;
        let (url, certificate) = (peer.url(), peer.certificate.path().to_owned());
        let app = TestApp::start_with(|config| {
            config.smtp_url = Some(url);
            config.smtp_ca_file = Some(certificate);
        })
        .await;
        for text in added {
            peer.set_faults([(SmtpStep::StartTls, SmtpFault::Say(text))]);
            let mail = check_mail(&app).await;
            assert_eq!(mail.level, Level::Broken, "{text:?}");
            assert!(mail.found.contains("(encryption)"), "{text:?}: {}", mail.found);
            assert_eq!((peer.passwords(), peer.messages().len()), (0, 0), "{text:?}");
        }
        assert_eq!(check_mail(&app).await.level, Level::Fine, "{methods}");
        app.stop().await;
    }
}

#[tokio::test]
async fn a_file_without_certificates_is_refused_at_the_start() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "no certificate").expect("written");
    let gone = file.path().with_extension("gone");
    for (path, says) in [(file.path(), "no certificate"), (gone.as_path(), "No such file")] {
        let app = TestApp::start().await;
        let mut config = app.config().clone();
        config.smtp_url = Some("smtps://127.0.0.1:9".to_owned());
        config.smtp_ca_file = Some(path.to_owned());
        let mailer = plumbline::mail::Mailer::new(&config, app.state().clock.clone());
        let text = mailer.err().expect("a fault").to_string();
        assert!(text.starts_with("SMTP_CA_FILE") && text.contains(says), "{text}");
        app.stop().await;
    }
}
