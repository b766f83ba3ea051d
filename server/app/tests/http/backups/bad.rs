//! A bad backup is refused with a sentence, and the data is unchanged.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{
    expect_failure, fill_business, list_backup_rows, list_names, only_backup, plumbline_command,
    restore_backup, run_nightly_backup, start_server,
};
use crate::documents::OWNER;

/// Writes a copy of a backup with each part changed by `change`; the manifest gets the new hashes.
fn rewrite_backup(from: &Path, to: &Path, change: impl Fn(&str, String) -> String) {
    rewrite_backup_as(from, to, str::to_owned, change);
}

/// The same, with each part renamed by `called`; `change` gets the old name.
pub(super) fn rewrite_backup_as(
    from: &Path,
    to: &Path,
    called: impl Fn(&str) -> String,
    change: impl Fn(&str, String) -> String,
) {
    let mut archive = ZipArchive::new(File::open(from).expect("a file")).expect("a zip");
    let mut writer = ZipWriter::new(File::create(to).expect("a file"));
    let mut manifest = String::new();
    let mut hashes = Vec::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).expect("a part");
        let name = part.name().expect("a name").into_owned();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).expect("bytes");
        if name == "manifest.json" {
            manifest = String::from_utf8(bytes).expect("text");
            continue;
        }
        if name.starts_with("tables/") {
            bytes = change(&name, String::from_utf8(bytes).expect("text")).into_bytes();
        }
        let now = called(&name);
        let hash = hex::encode(Sha256::digest(&bytes));
        hashes.push((name, now.clone(), hash, bytes.len()));
        writer.start_file(now, SimpleFileOptions::default()).expect("a part");
        writer.write_all(&bytes).expect("written");
    }
    let mut manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    for entry in manifest["entries"].as_array_mut().expect("entries") {
        let hash = hashes.iter().find(|(name, ..)| entry["name"] == name.as_str());
        let (_, now, hash, bytes) = hash.expect("a part");
        entry["name"] = now.clone().into();
        entry["sha256"] = hash.clone().into();
        entry["bytes"] = (*bytes).into();
    }
    let manifest = change("manifest.json", manifest.to_string());
    writer.start_file("manifest.json", SimpleFileOptions::default()).expect("a part");
    writer.write_all(manifest.as_bytes()).expect("written");
    writer.finish().expect("a zip");
}

#[tokio::test]
async fn a_backup_that_is_damaged_newer_or_wrong_is_refused() {
    let spare = tempfile::tempdir().expect("a folder");
    let business = fill_business(start_server(spare.path()).await).await;
    let mut app = business.app;
    run_nightly_backup(&app).await;
    let good = only_backup(spare.path());
    let folder = restore_backup(&app, spare.path()).await.expect_err("a folder");
    let newest = good.file_name().expect("a name").to_string_lossy();
    assert!(
        folder.ends_with(&format!("is a folder: name a backup in it, such as the newest, {newest}")),
        "{folder}"
    );
    let bad = spare.path().join("bad");
    app.stop_for_now().await;
    let cached = list_names(&app.folder());

    let mut bytes = fs::read(&good).expect("bytes");
    let middle = bytes.len() / 2;
    bytes.truncate(middle);
    fs::write(&bad, &bytes).expect("written");
    let half = restore_backup(&app, &bad).await.expect_err("half of it");
    let no_zip = "bad is damaged: it is no zip file, or only part of one";
    assert_eq!(half, no_zip);
    fs::write(&bad, []).expect("written");
    let empty = restore_backup(&app, &bad).await.expect_err("nothing");
    assert_eq!(empty, no_zip);
    let mut writer = ZipWriter::new(File::create(&bad).expect("a file"));
    writer.start_file("holiday.jpg", SimpleFileOptions::default()).expect("a part");
    writer.finish().expect("ended");
    let foreign = restore_backup(&app, &bad).await.expect_err("another zip");
    assert_eq!(foreign, "bad is damaged: there is no manifest.json in it: it is no backup");

    // The file that was verified, or `None`.
    let (copy, note) = (spare.path().join("copy.zip"), spare.path().join("copy.zip.proved"));
    let mut bytes = fs::read(&good).expect("bytes");
    bytes[middle] ^= 1;
    fs::write(&copy, &bytes).expect("written");
    fs::copy(good.with_extension("zip.proved"), &note).expect("copied");
    let flipped = restore_backup(&app, &copy).await.expect_err("another");
    assert_eq!(flipped, "copy.zip is damaged: it isn’t the file that was verified");
    fs::remove_file(&note).expect("removed");
    assert!(restore_backup(&app, &copy).await.is_err());

    rewrite_backup(&good, &bad, |name, text| match name {
        "manifest.json" => {
            let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
            manifest["version"] = "9.0.0".into();
            let migrations = manifest["migrations"].as_array_mut().expect("migrations");
            migrations.push(serde_json::json!({ "version": 9999, "checksum": "00" }));
            manifest.to_string()
        }
        _ => text,
    });
    let newer = restore_backup(&app, &bad).await.expect_err("newer");
    assert!(newer.contains("Plumbline 9.0.0, which is newer than this one"), "{newer}");

    // A row that is lost, and one that names another that is not there.
    rewrite_backup(&good, &bad, |name, text| match name {
        "tables/contacts.ndjson" => String::new(),
        _ => text,
    });
    let lost = restore_backup(&app, &bad).await.expect_err("a row less");
    assert!(lost.starts_with("bad is damaged: contacts: it has 0 rows"), "{lost}");

    // A manifest of no tables, and one that lacks the pictures, whose proof would find nothing to say.
    for (table, message) in
        [("", "it lacks the table "), ("files", "it lacks the table files"), ("migrations", "its migration ")]
    {
        rewrite_backup(&good, &bad, |name, text| match name {
            "manifest.json" => {
                let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
                if table == "migrations" {
                    let all = manifest["migrations"].as_array_mut().expect("migrations");
                    all.remove(0);
                } else {
                    let all = manifest["tables"].as_array_mut().expect("tables");
                    all.retain(|one| !table.is_empty() && one["name"] != table);
                }
                manifest.to_string()
            }
            _ => text,
        });
        let lacks = restore_backup(&app, &bad).await.expect_err("not all of it");
        assert!(lacks.starts_with("bad is damaged: "), "{lacks}");
        assert!(lacks.contains(message), "{lacks}");
    }

    // A picture whose id would be a file of somebody else's, and one that is said to be missing.
    let outside = spare.path().join("outside");
    for id in [outside.display().to_string(), "../../outside".to_owned(), "../outside".to_owned()] {
        rewrite_backup(&good, &bad, |name, text| match name {
            "tables/files.ndjson" => {
                let mut row: Vec<Value> = serde_json::from_str(&text).expect("one row");
                row[0] = id.clone().into();
                Value::Array(row).to_string() + "\n"
            }
            _ => text,
        });
        let strange = restore_backup(&app, &bad).await.expect_err("a strange id");
        assert!(strange.starts_with("bad is damaged: "), "{strange}");
        assert!(strange.contains("files.id"), "{strange}");
        assert!(!outside.exists() && !app.folder().join("outside").exists());
    }
    rewrite_backup(&good, &bad, |name, text| match name {
        "manifest.json" => {
            let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
            let files = manifest["entries"].as_array().expect("entries").iter();
            let id = files.filter_map(|one| one["name"].as_str()?.strip_prefix("files/")).next();
            manifest["missing"] = serde_json::json!([id.expect("a picture")]);
            manifest.to_string()
        }
        _ => text,
    });
    let less = restore_backup(&app, &bad).await.expect_err("a picture less");
    assert!(less.contains("0 pictures of 1"), "{less}");

    // A table that is longer than the manifest says.
    rewrite_backup(&good, &bad, |name, text| match name {
        "manifest.json" => {
            let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
            for entry in manifest["entries"].as_array_mut().expect("entries") {
                if entry["name"] == "tables/users.ndjson" {
                    entry["bytes"] = 1.into();
                }
            }
            manifest.to_string()
        }
        _ => text,
    });
    let longer = restore_backup(&app, &bad).await.expect_err("a longer table");
    assert_eq!(longer, "bad is damaged: users: it is longer than the manifest says");

    // Whole, and a penny wrong: 478.10 of the example.
    rewrite_backup(&good, &bad, |name, text| match name {
        "tables/documents.ndjson" => text.replace(",47810,", ",47811,"),
        _ => text,
    });
    let wrong = restore_backup(&app, &bad).await.expect_err("a penny");
    assert!(wrong.starts_with("bad failed its check: "), "{wrong}");
    assert!(wrong.contains("its row says [47811"), "{wrong}");

    // Everything agrees, and there is nothing.
    rewrite_backup(&good, &bad, |name, text| match name {
        "manifest.json" => {
            let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
            for table in manifest["tables"].as_array_mut().expect("tables") {
                table["rows"] = 0.into();
            }
            manifest["files"] = 0.into();
            manifest.to_string()
        }
        _ => String::new(),
    });
    let nothing = restore_backup(&app, &bad).await.expect_err("nothing");
    let expected = "bad failed its check: it has neither an account nor the keys that a server creates at its first \
                    start.";
    assert!(nothing.starts_with(expected), "{nothing}");

    // The columns and the version say one thing, and what is read and invoiced another.
    for (from, to, message) in [
        (r#"totalAmount\":\"478.10"#, r#"totalAmount\":\"478.11"#, "and version 1 as"),
        (r#"\"price\":\""#, r#"\"price\":\"1"#, "it does not say what version 1 says"),
    ] {
        rewrite_backup(&good, &bad, |name, text| match name {
            "tables/documents.ndjson" => {
                let changed = text.replace(from, to);
                assert_ne!(changed, text, "{from}");
                changed
            }
            _ => text,
        });
        let wrong = restore_backup(&app, &bad).await.expect_err("another row");
        assert!(wrong.contains(message), "{wrong}");
    }

    assert_eq!(list_names(&app.folder()), cached, "nothing is left of the tries");
    let none = plumbline_command(app.config()).args(["restore", "nowhere.zip"]).output();
    assert!(expect_failure(&none.expect("it runs")).contains("nowhere.zip cannot be read"));
    let back = plumbline_command(app.config()).args(["restore", "--back"]).output();
    assert!(expect_failure(&back.expect("it runs")).contains("there is no restore to undo"));

    // The good one is as good as ever, and the server as it was.
    app.restart().await;
    let client = app.new_client();
    app.log_in(&client, OWNER).await;
    assert_eq!(list_backup_rows(&app).await.len(), 1);
    app.stop_for_now().await;
    restore_backup(&app, &good).await.expect("restored");
    app.restart().await;
    app.log_in(&app.new_client(), OWNER).await;
    app.stop().await;
}

#[tokio::test]
async fn a_backup_of_a_new_server_without_accounts_is_verified_and_restored() {
    let spare = tempfile::tempdir().expect("a folder");
    let mut app = start_server(spare.path()).await;
    run_nightly_backup(&app).await;
    let row = list_backup_rows(&app).await.remove(0);
    assert_eq!((row.documents, row.fault.as_str(), row.proved_at.is_some()), (0, "", true));
    app.stop_for_now().await;
    restore_backup(&app, &only_backup(spare.path())).await.expect("restored");
    app.restart().await;
    app.stop().await;
}

#[tokio::test]
async fn verification_reports_a_lost_picture_only_if_something_shows_it() {
    let spare = tempfile::tempdir().expect("a folder");
    let business = fill_business(start_server(spare.path()).await).await;
    let mut app = business.app;
    let files = app.folder().join("files");
    let [picture] = &list_names(&files)[..] else {
        panic!("one picture: {:?}", list_names(&files));
    };
    fs::remove_file(files.join(picture)).expect("removed");
    run_nightly_backup(&app).await;
    let row = list_backup_rows(&app).await.remove(0);
    assert_eq!((row.files, row.fault.as_str(), row.proved_at.is_some()), (0, "", true));

    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("UPDATE files SET issued = 1").execute(&mut *tx).await.expect("issued");
    tx.commit().await.expect("committed");
    app.clock.advance(6 * plumbline::clock::HOUR);
    run_nightly_backup(&app).await;
    let row = list_backup_rows(&app).await.remove(0);
    assert_eq!(row.fault, format!("the picture {picture} is missing, and something shows it"));
    assert_eq!(row.proved_at, None);

    // Its account was deleted while the backup was made.
    let copy = spare.path().join("copy");
    rewrite_backup(&spare.path().join(&row.name), &copy, |name, text| match name {
        "manifest.json" => {
            let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
            manifest["deleted"] = manifest["missing"].clone();
            manifest.to_string()
        }
        _ => text,
    });
    app.stop_for_now().await;
    restore_backup(&app, &copy).await.expect("restored");
    app.restart().await;
    app.stop().await;
}

#[tokio::test]
async fn verification_reports_a_document_that_is_a_penny_wrong() {
    let spare = tempfile::tempdir().expect("a folder");
    let business = fill_business(start_server(spare.path()).await).await;
    let app = business.app;
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("UPDATE documents SET total_amount = total_amount + 1 WHERE kind = 'invoice'")
        .execute(&mut *tx)
        .await
        .expect("a penny");
    tx.commit().await.expect("committed");
    run_nightly_backup(&app).await;
    let row = list_backup_rows(&app).await.remove(0);
    assert_eq!(row.proved_at, None);
    assert!(row.fault.contains("pence and its row says"), "{}", row.fault);
    // The backup is stored with another suffix, because there is no better one.
    let backup = only_backup(spare.path());
    assert!(backup.with_extension("zip.unproved").exists());
    let support = app.config().support_email.clone();
    let received_emails = app.receive_emails(&support).await;
    assert_eq!(received_emails.len(), 1);
    assert!(received_emails[0].text.contains("failed its check"), "{}", received_emails[0].text);
    // The second time nobody gets another email.
    app.clock.advance(6 * plumbline::clock::HOUR);
    run_nightly_backup(&app).await;
    assert_eq!(list_backup_rows(&app).await.len(), 2);
    assert_eq!(app.receive_emails(&support).await.len(), 1);
    app.stop().await;
}
