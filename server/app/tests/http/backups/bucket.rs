//! Backups to a bucket that speaks S3, over HTTP.

use plumbline::clock::HOUR;
use plumbline::config::{Config, Destination, S3Config};

use super::{fill_business, list_backup_rows, run_nightly_backup};
use crate::documents::OWNER;
use crate::support::TestApp;
use crate::support::s3::{FakeBucket, KEY};

fn bucket_config(bucket: &FakeBucket) -> S3Config {
    S3Config {
        bucket: "spare".to_owned(),
        prefix: "plumbline/".to_owned(),
        endpoint: Some(bucket.url.clone()),
        region: "eu-west-2".to_owned(),
        key: KEY.to_owned(),
        secret: "a secret".to_owned(),
        part: 4 * 1024,
    }
}

#[tokio::test]
async fn stores_the_newest_backups_in_a_bucket_and_restores_them() {
    let bucket = FakeBucket::start().await;
    // Another program's, further below: it is neither listed nor removed.
    let foreign = "plumbline/old//plumbline-20200101-030000.zip".to_owned();
    bucket.add_file(&foreign);
    let s3 = bucket_config(&bucket);
    let mut app = TestApp::start_with(|config: &mut Config| {
        config.backup.to = Some(Destination::S3(s3));
        config.backup.keep = 2;
    })
    .await;
    app = fill_business(app).await.app;
    for _ in 0..4 {
        run_nightly_backup(&app).await;
        app.clock.advance(6 * HOUR);
    }
    let rows = list_backup_rows(&app).await;
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.proved_at.is_some()), "{rows:?}");
    assert!(bucket.count_parts() > 4, "in parts: {}", bucket.count_parts());
    let mut expected: Vec<String> = rows[..2]
        .iter()
        .flat_map(|row| ["", ".proved"].map(|end| format!("plumbline/{}{end}", row.name)))
        .collect();
    expected.push(foreign);
    expected.sort();
    assert_eq!(bucket.names(), expected);
    let left: Vec<String> = super::list_names(&app.folder());
    assert!(left.iter().all(|name| !name.contains("plumbline-")), "{left:?}");

    app.stop_for_now().await;
    let now = plumbline::clock::Clock::now_ms(&*app.clock);
    let restore = async |name: &str| {
        let file = format!("s3://spare/plumbline/{name}");
        plumbline::backup::restore::restore(app.config(), &file, false, now).await
    };
    restore(&rows[0].name).await.expect("restored");
    bucket.damage_file(&format!("plumbline/{}", rows[1].name));
    assert!(restore(&rows[1].name).await.is_err());
    app.restart().await;
    app.log_in(&app.new_client(), OWNER).await;

    // One that takes nothing: the old ones stay, and it is tried again within the hour.
    bucket.make_full();
    run_nightly_backup(&app).await;
    let row = list_backup_rows(&app).await.remove(0);
    let reason = "s3://spare/plumbline/: the bucket says 507 Insufficient Storage QuotaExceeded: It is so.";
    assert!(row.fault.contains(reason), "{row:?}");
    assert!(!row.fault.contains(bucket.url.as_str()), "{row:?}");
    assert_eq!(bucket.names(), expected);
    app.clock.advance(HOUR);
    app.run_jobs().await;
    assert!(list_backup_rows(&app).await[0].made_at > row.made_at);
    app.stop().await;
}
