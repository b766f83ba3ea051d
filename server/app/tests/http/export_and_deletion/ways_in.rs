//! Passkeys and the browsers with push notifications: named in the export, and deleted with the account.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};

use super::{export_account, find_traces};
use crate::notifications::{open_with_push_service, subscribe_browser};
use crate::passkeys::{add_passkey, new_phone};
use crate::support::PASSWORD;
use crate::support::push::FakeBrowser;

#[tokio::test]
async fn passkeys_are_exported_without_keys_and_deleted_with_the_account() {
    let (business, service) = open_with_push_service().await;
    let mut device = new_phone(&business.app, 7);
    let added = add_passkey(&business.client, &mut device, "Blue phone").await;
    let added = added.expect_status(201);
    subscribe_browser(&business.client, &FakeBrowser::new(&service, "phone")).await;

    let ready = export_account(&business.app, &business.client).await;
    let url = ready["url"].as_str().expect("an address");
    let bytes = business.client.get_bytes(url).await;
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut file = zip.by_name(name).expect(name);
        file.read_to_string(&mut text).expect("text");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let named = json!([{ "id": added["id"], "name": "Blue phone",
        "createdAt": added["createdAt"], "lastUsedAt": null }]);
    assert_eq!(read("passkeys.json"), named);
    let notified = read("notified-devices.json");
    assert_eq!(notified[0]["service"], "127.0.0.1");
    assert_eq!(notified[0].get("auth"), None, "the keys stay here");

    let user = business.client.get("/api/auth/me").await.expect_status(200);
    let id = user["id"].as_str().expect("an id");
    let before = find_traces(&business.app, id).await;
    for column in ["passkeys.user_id", "push_subscriptions.user_id"] {
        assert!(before.iter().any(|it| it == column), "{column}: {before:?}");
    }
    let body = json!({ "currentPassword": PASSWORD });
    let gone = business.client.delete_with("/api/account", &body).await;
    assert_eq!(gone.status.as_u16(), 204, "{}", gone.text);
    for trace in [id, "Blue phone", service.url.as_str()] {
        assert_eq!(find_traces(&business.app, trace).await, [""; 0], "{trace}");
    }
    business.app.stop().await;
}
