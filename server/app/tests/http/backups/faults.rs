//! A disk that is full or missing: no partial file is left, and the error is reported.

use std::process::Command;

use super::{
    expect_failure, expect_success, fill_business, list_backup_rows, list_names, plumbline_command,
    run_nightly_backup, start_server,
};
use crate::support::TestApp;

#[tokio::test]
async fn a_full_disk_leaves_no_partial_backup() {
    let spare = tempfile::tempdir().expect("a folder");
    let app = fill_business(TestApp::start().await).await.app;
    let config = app.config();
    // No file may grow beyond a few kilobytes: what a full disk says comes as early. The signal that
    // would end the program is turned off, so that the write itself fails.
    let mut limited = Command::new("sh");
    let program_itself = plumbline_command(config);
    for (name, value) in program_itself.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    let line = "trap '' XFSZ; ulimit -f 16; exec \"$0\" backup --to \"$1\"";
    limited.args(["-c", line]).arg(program_itself.get_program()).arg(spare.path());
    let full = expect_failure(&limited.output().expect("it runs"));
    let place = spare.path().display().to_string();
    assert!(full.contains(&format!("cannot be written to {place}")), "{full}");
    assert!(full.contains("Nothing was left there."), "{full}");
    assert!(!full.contains("ZipWriter"), "{full}");
    assert_eq!(list_names(spare.path()), [""; 0]);

    // With enough space the backup is made, while the server runs.
    let made = plumbline_command(config).arg("backup").arg("--to").arg(spare.path()).output();
    let made = expect_success(&made.expect("it runs"));
    assert!(made.contains(&place) && made.contains("verified, "), "{made}");
    assert_eq!(list_names(spare.path()).len(), 2);
    app.stop().await;
}

#[tokio::test]
async fn a_picture_that_cannot_be_read_fails_the_backup() {
    let spare = tempfile::tempdir().expect("a folder");
    let app = fill_business(TestApp::start().await).await.app;
    let files = app.folder().join("files");
    let picture = list_names(&files).remove(0);
    // A link to itself in place of the file: it is there, and reading it gives an error even to an administrator.
    std::fs::remove_file(files.join(&picture)).expect("removed");
    std::os::unix::fs::symlink(&picture, files.join(&picture)).expect("a link");
    let made = plumbline_command(app.config()).arg("backup").arg("--to").arg(spare.path()).output();
    let error = expect_failure(&made.expect("it runs"));
    assert!(error.contains(&format!("the picture {picture} cannot be read")), "{error}");
    assert_eq!(list_names(spare.path()), [""; 0]);
    app.stop().await;
}

#[tokio::test]
async fn a_missing_disk_is_reported_and_tried_again() {
    let spare = tempfile::tempdir().expect("a folder");
    let gone = spare.path().join("disk");
    std::fs::write(&gone, "not a folder").expect("written");
    let app = fill_business(start_server(&gone).await).await.app;
    // Somebody made a backup elsewhere by hand and saw its error; the operator, who watches the nightly ones, has not.
    let elsewhere = spare.path().join("elsewhere");
    std::fs::write(&elsewhere, "not a folder").expect("written");
    let by_hand = plumbline_command(app.config()).arg("backup").arg("--to").arg(&elsewhere).output();
    let by_hand = expect_failure(&by_hand.expect("it runs"));
    assert!(
        by_hand.contains("cannot be written to") && by_hand.contains("it is a file, not a folder"),
        "{by_hand}"
    );
    let support = app.config().support_email.clone();
    // The nights, the newest first; what was done by hand has the machine's own clock.
    let place = gone.display().to_string();
    let nights = async || {
        let rows = list_backup_rows(&app).await.into_iter();
        rows.filter(|row| row.place == place).collect::<Vec<_>>()
    };
    run_nightly_backup(&app).await;
    let row = nights().await.remove(0);
    assert!(row.fault.contains("cannot be written to"), "{row:?}");
    assert_eq!((row.proved_at, row.name.as_str()), (None, ""));
    assert_eq!(app.receive_emails(&support).await.len(), 1);
    // An hour later it is no news.
    app.clock.advance(plumbline::clock::HOUR);
    app.run_jobs().await;
    assert_eq!(nights().await.len(), 2);
    assert_eq!(app.receive_emails(&support).await.len(), 1);
    // It is plugged in again.
    std::fs::remove_file(&gone).expect("removed");
    app.clock.advance(plumbline::clock::HOUR);
    app.run_jobs().await;
    let row = nights().await.remove(0);
    assert!(row.proved_at.is_some(), "{row:?}");
    assert_eq!(list_names(&gone).len(), 2);
    app.stop().await;

    let nowhere = plumbline_command(&config_without_place()).arg("backup").output();
    let nowhere = expect_failure(&nowhere.expect("it runs"));
    assert!(nowhere.contains("--to FOLDER, or PLUMBLINE_BACKUP_TO"), "{nowhere}");
}

fn config_without_place() -> plumbline::config::Config {
    plumbline::config::Config::from_lookup(|_| None).expect("a configuration")
}
