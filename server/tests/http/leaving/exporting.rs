//! A copy of everything that an account has.

use std::io::{Cursor, Read as _};

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{SAM, export, fill};
use crate::support::{PASSWORD, TestApp};

#[tokio::test]
async fn an_export_holds_everything_for_three_days() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    assert_eq!(
        client.get("/api/account/export").await.expect(200),
        Value::Null
    );
    fill(&client).await;
    let change = json!({ "email": "sam@new.example", "currentPassword": PASSWORD });
    client.post("/api/account/email", &change).await.expect(202);
    let answer = client.post_empty("/api/account/export").await;
    answer.refused(403, "password_required", None);
    let ready = export(&app, &client).await;
    assert_eq!(
        (&ready["status"], &ready["progress"]),
        (&json!("ready"), &json!(100))
    );
    let url = ready["url"].as_str().expect("an address").to_owned();
    let bytes = client.bytes(&url).await;
    assert_eq!(ready["size"], bytes.len());

    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut file = zip.by_name(name).expect(name);
        file.read_to_string(&mut text).expect("text");
        text
    };
    let parsed = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
    let account = parsed(read("account.json"))[0].clone();
    assert_eq!(
        (&account["email"], &account["pendingEmail"]),
        (&json!(SAM), &json!("sam@new.example"))
    );
    assert_eq!(parsed(read("devices.json"))[0]["hasPin"], false);
    assert_eq!(parsed(read("notification-settings.json")), json!([]));
    assert!(read("contacts.json").contains("\"=Anita\""));
    assert!(
        read("contacts.csv").contains("'=Anita"),
        "nothing runs in a spreadsheet"
    );
    assert_eq!(parsed(read("items.json"))[0]["price"], "12.50");
    assert_eq!(
        parsed(read("support-messages.json"))[0]["message"],
        "It drips.\nStill."
    );
    let spent = parsed(read("expenses.json"));
    assert_eq!(spent[0]["amount"], "43.20");
    assert!(
        read("files.json").contains(spent[0]["receipts"][0].as_str().expect("a receipt")),
        "its picture is there too"
    );
    let recurring = parsed(read("recurring-invoices.json"));
    assert_eq!(recurring[0]["document"]["items"][0]["price"], "40");
    let edits = parsed(read("edits.json"));
    assert_eq!(edits[0]["changes"][0]["path"], "notes");
    assert_eq!(edits[0]["changes"][0]["after"], "Ring first");
    assert_eq!(
        parsed(read("business-profiles.json"))
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    let quote = parsed(read("quotes.json"))[0].clone();
    assert_eq!(
        (&quote["number"], &quote["status"]),
        (&Value::from("Q-0001"), &Value::from("accepted"))
    );
    let issued = parsed(read("issued-versions.json"));
    assert_eq!(issued[0]["documentId"], quote["id"]);
    let accepted = parsed(read("acceptances.json"))[0].clone();
    assert_eq!(
        (&accepted["documentId"], &accepted["name"]),
        (&quote["id"], &Value::from("Jo"))
    );
    assert_eq!(parsed(read("payments.json")), json!([]));
    assert!(
        !read("account.json").contains("argon2"),
        "no password, not even its hash"
    );
    let pictures = parsed(read("files.json"));
    let pictures = pictures.as_array().expect("pictures").iter();
    let logo = pictures
        .map(|picture| picture["id"].as_str().expect("an id"))
        .find(|id| spent[0]["receipts"][0] != **id);
    let id = logo.expect("a logo").to_owned();
    let mut picture = Vec::new();
    let mut file = zip
        .by_name(&format!("files/{id}.png"))
        .expect("the picture");
    file.read_to_end(&mut picture).expect("bytes");
    assert!(picture.starts_with(b"\x89PNG"));
    drop(file);
    // Nobody else, and not somebody who came by PIN later.
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&url).await.refused(404, "not_found", None);
    let user = client.get("/api/auth/me").await.expect(200);
    client
        .post("/api/auth/pin/setup", &json!({ "pin": "8305" }))
        .await
        .expect(200);
    let body = json!({ "userId": user["id"], "pin": "8305" });
    client.post("/api/auth/pin/login", &body).await.expect(200);
    client
        .get(&url)
        .await
        .refused(403, "password_required", None);
    assert_eq!(
        client.get("/api/account/export").await.expect(200)["url"],
        Value::Null
    );
    client
        .post(
            "/api/auth/confirm-password",
            &json!({ "password": PASSWORD }),
        )
        .await;
    client.bytes(&url).await;

    app.clock.advance(3 * DAY);
    app.log_in(&client, SAM).await;
    client.get(&url).await.refused(404, "not_found", None);
    assert_eq!(
        client.get("/api/account/export").await.expect(200),
        Value::Null
    );
    app.stop().await;
}
