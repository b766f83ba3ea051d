//! The server's health: what the metrics, the doctor and the backups report.

use serde_json::{Value, json};

use super::AdminFixture;

#[tokio::test]
async fn health_reports_waiting_and_failed_jobs_and_the_last_verified_backup() {
    let office = AdminFixture::open().await;
    let health = office.admin.get("/api/admin/health").await.expect_status(200);
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    assert!(health["migration"].as_i64().is_some_and(|it| it >= 70), "{health}");
    assert!(health["storage"]["databaseBytes"].as_i64().is_some_and(|it| it > 0));
    assert_eq!(health["workerFault"], Value::Null);
    let lanes = health["lanes"].as_array().expect("lanes");
    assert_eq!(lanes.len(), 3);
    assert_eq!(health["webhooks"], json!({ "on": false, "lastAt": null, "lastDay": 0, "waiting": 0 }));
    assert_eq!(health["backups"]["provedAt"], Value::Null);
    let finding = |health: &Value, name: &str| {
        let all = health["findings"].as_array().expect("findings").clone();
        all.into_iter().find(|it| it["name"] == name).expect("a finding")
    };
    assert_eq!(finding(&health, "tables")["level"], "fine");
    let backup = finding(&health, "backup");
    assert_eq!(backup["level"], "warning");
    assert!(backup["mend"].as_str().is_some_and(|it| it.contains("PLUMBLINE_BACKUP_TO")));

    let state = office.business.app.state();
    let row = plumbline::backup::store::BackupRow {
        id: "one".to_owned(),
        made_at: crate::support::START - 1_000,
        place: "/backups".to_owned(),
        name: "plumbline-1.zip".to_owned(),
        bytes: 1,
        sha256: String::new(),
        documents: 7,
        files: 0,
        proved_at: Some(crate::support::START),
        fault: String::new(),
    };
    let mut tx = state.db.begin_write().await.expect("a transaction");
    plumbline::backup::store::insert(&mut tx, &row).await.expect("noted");
    tx.commit().await.expect("committed");
    let health = office.admin.get("/api/admin/health").await.expect_status(200);
    assert_eq!(health["backups"]["provedAt"], crate::support::START);
    assert_eq!(health["backups"]["documents"], 7);
    assert_eq!(health["mailsGivenUp"], 0);
    // One was made by hand; there are no automatic ones.
    let backup = finding(&health, "backup");
    assert_eq!(backup["level"], "warning");
    assert!(backup["found"].as_str().is_some_and(|it| it.contains("the last manual one was made on")));
}
