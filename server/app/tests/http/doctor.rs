//! `plumbline doctor`: what it finds on a server that works, and on one that doesn't.

use std::fs;
use std::process::Output;

use plumbline::clock::{Clock as _, SystemClock};
use plumbline::config::Destination;
use serde_json::Value;

use crate::backups::{expect_success, plumbline_command};
use crate::documents::TestBusiness;
use crate::pictures::try_upload_picture;
use crate::support::TestApp;
use crate::support::peer::FakeMailServer;

/// The name, level and text of each finding.
fn parse_findings(output: &Output) -> Vec<(String, String, String)> {
    let text = String::from_utf8_lossy(&output.stdout);
    let all: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{output:?}"));
    let text = |it: &Value| it.as_str().expect("a text").to_owned();
    let each = all.as_array().expect("findings").iter();
    each.map(|it| {
        let is_mended = it["level"] == "fine" || !text(&it["mend"]).is_empty();
        assert!(is_mended, "each has its mend: {it}");
        (text(&it["name"]), text(&it["level"]), text(&it["found"]))
    })
    .collect()
}

fn find_level<'a>(all: &'a [(String, String, String)], name: &str) -> &'a str {
    let found = all.iter().find(|(it, _, _)| it == name);
    &found.unwrap_or_else(|| panic!("{name}")).1
}

// The test waits for the program on this thread; the mail server replies on another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_problem_is_reported_with_its_solution() {
    let peer = FakeMailServer::listen(([127, 0, 0, 1], 0).into()).await;
    let smtp = format!("smtp://{}", peer.address);
    let app = TestApp::start().await;
    // The program has the system's clock.
    app.clock.set(SystemClock.now_ms());
    let business = TestBusiness::open_at(app).await;
    business.sent_invoice().await;
    let picture = try_upload_picture(&business.client).await.expect_status(201);
    try_upload_picture(&business.client).await.expect_status(201);
    let app = business.app;
    let to = std::cell::RefCell::new(None::<std::path::PathBuf>);
    let look = |smtp: &str| {
        let mut program = plumbline_command(app.config());
        program.args(["doctor", "--json"]).env("SMTP_URL", smtp);
        if let Some(to) = to.borrow().as_ref() {
            program.env("PLUMBLINE_BACKUP_TO", to);
        }
        program.output().expect("it runs")
    };
    let well = look(&smtp);
    let all = parse_findings(&well);
    assert!(well.status.success(), "{all:?}");
    for name in [
        "data folder",
        "database",
        "integrity",
        "tables",
        "documents",
        "dates",
        "lists",
        "pictures",
        "mail",
        "clock",
    ] {
        assert_eq!(find_level(&all, name), "fine", "{all:?}");
    }
    assert_eq!(find_level(&all, "backup"), "warning");
    let text = expect_success(&plumbline_command(app.config()).arg("doctor").output().expect("it runs"));
    assert!(text.contains("ok       database: "), "{text}");
    assert!(text.contains("→ set PLUMBLINE_BACKUP_TO"), "{text}");

    // A backup on another disk, and it is well.
    let spare = tempfile::tempdir_in("/dev/shm").expect("a folder");
    expect_success(
        &plumbline_command(app.config())
            .arg("backup")
            .arg("--to")
            .arg(spare.path())
            .output()
            .expect("it runs"),
    );
    // A backup was made by hand, and there are no automatic ones.
    assert_eq!(find_level(&parse_findings(&look(&smtp)), "backup"), "warning");
    *to.borrow_mut() = Some(spare.path().to_owned());
    assert_eq!(find_level(&parse_findings(&look(&smtp)), "backup"), "fine");
    // The disk is unplugged: what it was mounted on is empty.
    let away = spare.path().with_extension("away");
    fs::rename(spare.path(), &away).expect("unplugged");
    fs::create_dir(spare.path()).expect("the empty folder below");
    assert_eq!(find_level(&parse_findings(&look(&smtp)), "backup"), "broken");
    let again = |more: &[&str]| {
        let mut program = plumbline_command(app.config());
        program.args(["backup", "--to"]).arg(spare.path()).args(more);
        program.output().expect("it runs")
    };
    let refused = again(&[]);
    assert!(!refused.status.success(), "{refused:?}");
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("Is its disk mounted?"), "{message}");
    assert_eq!(fs::read_dir(spare.path()).expect("read").count(), 0);
    expect_success(&again(&["--anew"]));
    fs::remove_dir_all(spare.path()).expect("removed");
    fs::rename(&away, spare.path()).expect("plugged in");

    // Everything goes wrong at once.
    let id = picture["url"].as_str().expect("an address").rsplit('/').next().expect("an id");
    fs::remove_file(app.folder().join("files").join(id)).expect("removed");
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("UPDATE document_summaries SET balance_due = balance_due + 1")
        .execute(&mut *tx)
        .await
        .expect("a penny");
    sqlx::query("UPDATE contacts SET end_user_notice_date = '0126-11-20'")
        .execute(&mut *tx)
        .await
        .expect("a year that nobody can type any more");
    sqlx::query("UPDATE documents SET goods_arrived_date = '1999-12-31'")
        .execute(&mut *tx)
        .await
        .expect("the day before the bound");
    tx.commit().await.expect("committed");
    let ill = look("smtp://127.0.0.1:9");
    assert_eq!(ill.status.code(), Some(1));
    let all = parse_findings(&ill);
    for name in ["documents", "pictures", "mail"] {
        assert_eq!(find_level(&all, name), "broken", "{all:?}");
    }
    let dates = all.iter().find(|(name, _, _)| name == "dates");
    let (_, level_of_dates, found) = dates.expect("dates");
    assert_eq!(level_of_dates, "warning");
    assert!(
        found.starts_with("arrival of goods of job ")
            && found.contains(": 1999-12-31, notice of contact ")
            && found.ends_with(": 0126-11-20"),
        "{found}"
    );
    // Following the advice fixes the problem.
    expect_success(&plumbline_command(app.config()).args(["migrate", "--lists"]).output().expect("it runs"));
    assert_eq!(find_level(&parse_findings(&look(&smtp)), "documents"), "fine");
    peer.serving.abort();
    app.stop().await;
}

#[tokio::test]
async fn a_missing_database_is_reported_and_not_created() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = plumbline::config::Config::from_lookup(|_| None).expect("a configuration");
    config.data = folder.path().to_owned();
    config.backup.to = Some(Destination::Folder(folder.path().join("spare")));
    let output = plumbline_command(&config).args(["doctor", "--json"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(find_level(&parse_findings(&output), "database"), "broken");
    assert!(!folder.path().join("plumbline.db").exists());
}
