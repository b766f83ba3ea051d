//! A mail server that encrypts, and lets in only who has its password.

use plumbline::clock::MINUTE;
use plumbline::config::Config;
use plumbline::doctor::{self, Finding, Level, Patient};

use super::steps::{Then, faults, meets};
use super::{SAM, desk_at};
use crate::support::TestApp;
use crate::support::peer::{Fault, Guard, Peer, Seal, Step};

const GUARDS: [Guard; 4] = [
    Guard {
        seal: Seal::Never,
        ways: "PLAIN LOGIN",
    },
    Guard {
        seal: Seal::StartTls,
        ways: "LOGIN",
    },
    Guard {
        seal: Seal::StartTls,
        ways: "PLAIN",
    },
    Guard {
        seal: Seal::FromTheStart,
        ways: "PLAIN LOGIN",
    },
];

/// Every fault at the steps that only such a server has. The server can't have the message by then.
fn own_faults(guard: Guard) -> Vec<(Step, Fault, Then)> {
    let mut steps = vec![Step::Password];
    if guard.ways == "LOGIN" {
        steps.push(Step::User);
    }
    if guard.seal != Seal::Never {
        steps.push(Step::Handshake);
    }
    if guard.seal == Seal::StartTls {
        steps.extend([Step::StartTls, Step::SealedHello]);
    }
    let faults = [
        Fault::Close,
        Fault::Wait,
        Fault::Say("454 4.7.0 not now"),
        Fault::Say("what?"),
        Fault::Say("535 5.7.8 no"),
        Fault::Say("250 kept"),
        Fault::Early,
    ];
    let each = steps.into_iter().flat_map(|step| {
        let faults = faults.into_iter();
        faults.map(move |fault| {
            let then = match (step, fault) {
                // It goes on as if nothing were wrong.
                (Step::Password | Step::StartTls, Fault::Say("250 kept")) => Then::Sent,
                _ => Then::TriedAgain,
            };
            (step, fault, then)
        })
    });
    each.collect()
}

/// What the doctor says to the operator about the mail server.
async fn finding(app: &TestApp) -> Finding {
    let patient = Patient {
        config: app.config().clone(),
        db: Ok(app.state().db.clone()),
        clock: app.state().clock.clone(),
    };
    let all = doctor::look(&patient).await;
    let mut all = all.into_iter();
    all.find(|it| it.name == "mail").expect("a check")
}

#[tokio::test]
async fn only_what_was_confirmed_is_shown_as_sent_by_a_server_that_asks_for_a_password() {
    for guard in GUARDS {
        let peer = Peer::guarded(guard).await;
        let desk = desk_at(&peer).await;
        let before = peer.passwords();
        assert!(before > 0, "{guard:?}: the code came by a password");
        meets(&desk, &peer, own_faults(guard)).await;
        desk.app.stop().await;
    }
}

/// Encrypted, what comes too early is found out as well.
#[tokio::test]
async fn only_what_was_confirmed_is_shown_as_sent_by_a_server_that_encrypts() {
    for seal in [Seal::StartTls, Seal::FromTheStart] {
        let peer = Peer::guarded(Guard { seal, ways: "" }).await;
        let desk = desk_at(&peer).await;
        meets(&desk, &peer, faults()).await;
        desk.app.stop().await;
    }
}

#[tokio::test]
async fn a_refused_password_is_told_to_the_operator_and_the_message_waits() {
    let peer = Peer::guarded(GUARDS[3]).await;
    let url = peer.url_with("wrong");
    let certificate = peer.certificate.path().to_owned();
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(url);
        config.smtp_ca_file = Some(certificate);
    })
    .await;
    app.register(&app.client(), SAM).await;
    for _ in 0..3 {
        assert_eq!(app.run_jobs().await, 1, "it is tried again");
        app.clock.advance(MINUTE);
    }
    assert_eq!(peer.messages().len(), 0);
    assert_eq!(peer.passwords(), 3);
    let mail = finding(&app).await;
    assert_eq!(mail.level, Level::Broken);
    let found = "the mail server (log-in): 535 5.7.8 user or password is wrong";
    assert_eq!(mail.found, found);
    // The operator sets it right.
    let (url, certificate) = (peer.url(), peer.certificate.path().to_owned());
    let put_right = |config: &mut Config| {
        config.smtp_url = Some(url);
        config.smtp_ca_file = Some(certificate);
    };
    let again = app.twin(put_right).await;
    assert_eq!(finding(&again).await.level, Level::Fine);
    again.run_jobs().await;
    assert_eq!(peer.messages().len(), 1);
    again.stop().await;
    app.stop().await;
}

/// The password is for nobody else, and goes nowhere unencrypted.
#[tokio::test]
async fn nobody_gets_the_password_whose_certificate_is_not_trusted_or_who_does_not_encrypt() {
    for (seal, says) in [
        (Seal::FromTheStart, "certificate"),
        (Seal::StartTls, "certificate"),
        (Seal::Never, "STARTTLS"),
    ] {
        let ways = "PLAIN LOGIN";
        let peer = Peer::guarded(Guard { seal, ways }).await;
        let url = match seal {
            Seal::Never => format!("{}?tls=required", peer.url()),
            _ => peer.url(),
        };
        let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
        app.register(&app.client(), SAM).await;
        app.run_jobs().await;
        let mail = finding(&app).await;
        let found = mail.found;
        assert_eq!(mail.level, Level::Broken, "{seal:?}: {found}");
        assert!(found.contains(says), "{seal:?}: {found}");
        assert!(found.contains("(encryption)"), "{seal:?}: {found}");
        assert_eq!(
            (peer.passwords(), peer.messages().len()),
            (0, 0),
            "{seal:?}"
        );
        app.clock.advance(MINUTE);
        assert_eq!(app.run_jobs().await, 1, "{seal:?}: it waits");
        app.stop().await;
    }
}

#[tokio::test]
async fn a_file_without_certificates_is_refused_at_the_start() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "no certificate").expect("written");
    let gone = file.path().with_extension("gone");
    for (path, says) in [
        (file.path(), "no certificate"),
        (gone.as_path(), "No such file"),
    ] {
        let app = TestApp::start().await;
        let mut config = app.config().clone();
        config.smtp_url = Some("smtps://127.0.0.1:9".to_owned());
        config.smtp_ca_file = Some(path.to_owned());
        let mailer = plumbline::mail::Mailer::new(&config, app.state().clock.clone());
        let told = mailer.err().expect("a fault").to_string();
        assert!(
            told.starts_with("SMTP_CA_FILE") && told.contains(says),
            "{told}"
        );
        app.stop().await;
    }
}
