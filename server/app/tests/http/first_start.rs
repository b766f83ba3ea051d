//! A start without the database that was there before.

use std::fs;

use plumbline::config::{Config, Destination};
use plumbline::first_start::check_database;

use crate::documents::TestBusiness;
use crate::pictures::try_upload_picture;
use crate::support::TestApp;

fn config(data: &std::path::Path) -> Config {
    let data = data.display().to_string();
    Config::from_lookup(|name| (name == "PLUMBLINE_DATA").then(|| data.clone())).expect("a configuration")
}

async fn start_error(config: &Config) -> String {
    check_database(config).await.expect_err("refused").to_string()
}

#[tokio::test]
async fn a_start_without_a_database_is_refused_if_there_must_have_been_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = config(&folder.path().join("data"));
    check_database(&config).await.expect("a first start");

    config.expect_data = Some(true);
    assert!(start_error(&config).await.contains("PLUMBLINE_EXPECT_DATA says that there is one"));
    config.expect_data = None;

    let spare = folder.path().join("spare");
    config.backup.to = Some(Destination::Folder(spare.clone()));
    check_database(&config).await.expect("no backups, no database");
    fs::create_dir_all(&spare).expect("a folder");
    fs::write(spare.join("plumbline-20261115-030000.zip"), "x").expect("written");
    let text = start_error(&config).await;
    assert!(text.contains("the newest plumbline-20261115-030000.zip"), "{text}");
    config.backup.to = None;

    fs::create_dir_all(config.data.join("files")).expect("a folder");
    check_database(&config).await.expect("nothing is in it");
    fs::write(config.data.join("files/a"), "x").expect("written");
    assert!(start_error(&config).await.contains("holds the pictures of one that was"));
    fs::remove_file(config.data.join("files/a")).expect("removed");
    fs::write(config.data.join("migrate.lock"), "").expect("written");
    assert!(start_error(&config).await.contains("holds the lock (migrate.lock) of one that was"));
    fs::remove_file(config.data.join("migrate.lock")).expect("removed");
    fs::write(config.data.join("plumbline.db"), "").expect("written");
    let text = start_error(&config).await;
    assert!(text.contains("the empty file (plumbline.db)"), "{text}");
    config.expect_data = Some(false);
    check_database(&config).await.expect("the operator says so");
    config.expect_data = None;
    fs::write(config.data.join("plumbline.db"), "x").expect("written");
    check_database(&config).await.expect("there is one");
}

/// A container whose volume is empty reports it, and starts with a new database if its operator allows that.
#[tokio::test]
async fn the_image_does_not_begin_anew_in_an_empty_volume() {
    let image = include_str!("../../../../Containerfile");
    let set = |name: &str| {
        let lines = image.lines().filter_map(|line| line.strip_prefix("ENV "));
        let mut settings = lines.flat_map(str::split_whitespace);
        settings.find_map(|one| one.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    };
    let volume = tempfile::tempdir().expect("a volume");
    let data = volume.path().display().to_string();
    assert_eq!(set("PLUMBLINE_DATA").as_deref(), Some("/data"));
    for (of_operator, begins) in [(None, false), (Some("no"), true)] {
        let config = Config::from_lookup(|name| match name {
            "PLUMBLINE_DATA" => Some(data.clone()),
            "PLUMBLINE_EXPECT_DATA" => of_operator.map(str::to_owned).or_else(|| set(name)),
            _ => set(name),
        });
        let config = config.expect("the settings of the image");
        assert_eq!(check_database(&config).await.is_ok(), begins, "{of_operator:?}");
    }
}

#[tokio::test]
async fn pictures_that_are_all_gone_keep_the_server_from_starting() {
    let business = TestBusiness::open_at(TestApp::start_with(|config| config.expect_data = None).await).await;
    try_upload_picture(&business.client).await.expect_status(201);
    let mut app = business.app;
    app.try_start_again().await.expect("it starts");
    let files = app.folder().join("files");
    fs::remove_dir_all(&files).expect("removed");
    // Without its folder, as where nothing is mounted, and with an empty one.
    for _ in 0..2 {
        let text = app.try_start_again().await.expect_err("refused");
        assert!(text.contains("the database names pictures"), "{text}");
        assert!(text.contains("Is its disk mounted?"), "{text}");
        let _ = fs::create_dir(&files);
    }
}
