//! A backup that is restored: what waited in it may have gone out since, so it does not go by itself.

use serde_json::json;

use super::kinds::{House, Kind};
use super::{desk_at, run};
use crate::backups::{only, program, restore, said};
use crate::documents::{OWNER, id};
use crate::support::peer::Peer;

// The program is waited for on this thread; what is left of a stopped server ends on another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waited_in_a_backup_goes_out_once_more_by_a_tap_only() {
    let spare = tempfile::tempdir().expect("a folder");
    let peer = Peer::anywhere().await;
    let mut house = House::at(desk_at(&peer).await, &peer).await;
    let mut mails = Vec::new();
    for kind in Kind::ALL {
        mails.push(house.send(kind).await);
    }
    let mut backup = program(house.desk.app.config());
    backup.arg("backup").arg("--to").arg(spare.path());
    said(&backup.output().expect("it runs"));
    // The night goes on: all of them go out, and then the disk is lost.
    run(&house.desk, &peer).await;
    for mail in &mails {
        assert_eq!(house.shown(mail).await.state, "sent", "{mail:?}");
    }
    house.desk.app.halt().await;
    restore(&house.desk.app, &only(spare.path()))
        .await
        .expect("restored");
    house.desk.app.restart().await;
    house.desk.client = house.desk.app.client();
    house.admin = house.desk.app.client();
    house.log_in().await;

    for _ in 0..2 {
        run(&house.desk, &peer).await;
        house.desk.app.clock.advance(plumbline::clock::HOUR);
    }
    house.log_in().await;
    for mail in &mails {
        let shown = house.shown(mail).await;
        assert_eq!(shown.state, "unconfirmed", "{mail:?}: {shown:?}");
        let came = || {
            let whole = peer.whole().into_iter();
            let own = whole.filter(|it| it.message_id.contains(&shown.name));
            own.map(|it| it.message_id).collect::<Vec<_>>()
        };
        assert_eq!(came().len(), 1, "{mail:?}");
        assert_eq!(house.again(mail).await, 200, "{mail:?}");
        run(&house.desk, &peer).await;
        assert_eq!(house.shown(mail).await.state, "sent", "{mail:?}");
        let came = came();
        assert_eq!((came.len(), &came[0]), (2, &came[1]), "{mail:?}");
    }
    // It is told like any other that is lost.
    let news = house
        .desk
        .client
        .get("/api/notifications")
        .await
        .expect(200);
    let told = news.to_string();
    assert!(
        told.contains("the email to Jo Bloggs isn’t confirmed"),
        "{told}"
    );

    // What is asked for from now on goes as ever.
    let asked = json!({ "email": OWNER });
    let before = peer.messages().len();
    let forgot = house.desk.client.post("/api/auth/forgot-password", &asked);
    forgot.await.expect(200);
    run(&house.desk, &peer).await;
    assert_eq!(peer.messages().len(), before + 1);
    let quote = house.desk.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id(&quote));
    let by_email = json!({ "via": "email" });
    house.desk.client.post(&path, &by_email).await.expect(200);
    run(&house.desk, &peer).await;
    assert_eq!(peer.messages().len(), before + 2);
    house.desk.app.stop().await;
}
