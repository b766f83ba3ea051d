//! Somebody who waits for a code does not wait for five hundred invoices.

use std::time::Duration;

use plumbline::jobs::{self, Lane};
use plumbline::mail::{self, Mail};

use super::{NOTE, done, queue, start};
use crate::support::TestApp;
use crate::support::peer::Peer;

const SAM: &str = "sam@example.com";

fn letter(number: usize) -> Mail {
    Mail {
        to: format!("customer{number}@example.com"),
        from_name: None,
        reply_to: None,
        subject: format!("Invoice {number}"),
        text: "Please pay".to_owned(),
        html: "<p>Please pay</p>".to_owned(),
        attachments: Vec::new(),
    }
}

async fn five_hundred_invoices(app: &TestApp) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    for number in 0..500 {
        mail::enqueue(app.state(), &mut tx, &letter(number))
            .await
            .expect("queued");
    }
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn a_code_goes_before_what_was_queued_earlier() {
    let peer = Peer::listen(([127, 0, 0, 1], 0).into()).await;
    let url = format!("smtp://{}", peer.address);
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    five_hundred_invoices(&app).await;
    app.clock.advance(1_000);
    app.register(&app.client(), SAM).await;
    assert_eq!(app.run_jobs().await, 501);
    let messages = peer.messages();
    assert_eq!(messages.len(), 501);
    assert!(messages[0].0.contains(SAM), "{}", messages[0].0);
    app.stop().await;
}

#[tokio::test]
async fn a_code_goes_while_every_other_worker_is_busy() {
    // No invoice is taken before the code has come: were it behind them, it never would.
    let peer = Peer::that_waits_for(SAM).await;
    let url = format!("smtp://{}", peer.address);
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(url);
        config.background = true;
    })
    .await;
    five_hundred_invoices(&app).await;
    let busy = peer.have_come(Lane::Ordinary.workers()).await;
    assert!(busy.iter().all(|(to, _)| to.contains("customer")));
    app.register(&app.client(), SAM).await;
    let all = tokio::time::timeout(Duration::from_secs(120), peer.have_come(501));
    let all = all.await.expect("the code came, and then the invoices");
    let code = all.iter().position(|(to, _)| to.contains(SAM));
    assert_eq!(code, Some(busy.len()), "it is the next that came");
    app.stop().await;
}

#[tokio::test]
async fn urgent_comes_before_ordinary_and_bulk_comes_last() {
    let app = start().await;
    let state = app.state();
    for lane in [Lane::Bulk, Lane::Ordinary, Lane::Urgent] {
        let mut tx = state.db.begin_write().await.expect("a transaction");
        let payload = format!("lanes {lane:?}");
        jobs::enqueue_in(state, &mut tx, lane, NOTE, &payload)
            .await
            .expect("queued");
        tx.commit().await.expect("committed");
        app.clock.advance(1);
    }
    queue(&app, NOTE, "lanes again").await;
    assert_eq!(app.run_jobs().await, 4);
    let order = ["Urgent", "Ordinary", "again", "Bulk"].map(|it| format!("lanes {it}"));
    assert_eq!(done("lanes"), order);
    app.stop().await;
}
