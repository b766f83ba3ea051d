//! About an account: codes, passwords, devices, passkeys, addresses, its end, and what administrators did.

use plumbline::clock::MINUTE;
use serde_json::{Value, json};

use super::EmailTranscript;
use crate::admin;
use crate::documents::{OWNER, TestBusiness, profile_body, with_field};
use crate::passkeys::{KEYS, new_phone};
use crate::support::{PASSWORD, TestApp};

const OTHER: &str = "jo@other.example";
const NEW: &str = "sam@new.example";

async fn app() -> TestApp {
    TestApp::start_with(|config| config.support_email = "help@plumbline.test".to_owned()).await
}

#[tokio::test]
async fn emails_about_registration_and_sign_in() {
    let business = TestBusiness::open_at(app().await).await;
    let (app, client) = (&business.app, &business.client);
    let mut transcript = EmailTranscript::open(app).await;
    app.sign_up(OTHER).await;
    transcript.record("somebody registers").await;
    let forgot = json!({ "email": OWNER });
    client.post("/api/auth/forgot-password", &forgot).await.expect_status(200);
    transcript.record("a password is forgotten").await;
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "Br4nd-new!" });
    client.post("/api/account/password", &change).await.expect_status(204);
    transcript.record("it is changed").await;
    app.clock.advance(MINUTE);
    let login = json!({ "username": OWNER, "password": "Br4nd-new!" });
    app.new_client().post("/api/auth/login", &login).await.expect_status(200);
    transcript.record("a new device").await;

    let password = json!({ "currentPassword": "Br4nd-new!" });
    let path = format!("{KEYS}/begin");
    let response = client.post(&path, &password).await.expect_status(200);
    let credential = new_phone(app, 7).create_credential(&response["options"]);
    let body = json!({ "ceremony": response["ceremony"], "name": "Blue phone", "credential": credential });
    let added = client.post(KEYS, &body).await.expect_status(201);
    transcript.record("a passkey is added").await;
    let key = format!("{KEYS}/{}", added["id"].as_str().expect("an id"));
    client.delete(&key).await.expect_status(204);
    transcript.record("it is removed").await;

    for (email, because) in
        [(OTHER, "an address is asked for that another account has"), (NEW, "a new address is asked for")]
    {
        let body = json!({ "email": email, "currentPassword": "Br4nd-new!" });
        client.post("/api/account/email", &body).await.expect_status(202);
        transcript.record(because).await;
    }
    let code = app.newest_code(NEW).await;
    let body = json!({ "code": code });
    client.post("/api/account/email/verify", &body).await.expect_status(200);
    transcript.record("it is confirmed").await;
    let answer = client.delete_with("/api/account", &password).await;
    answer.expect_status(204);
    transcript.record("the account is deleted").await;
    transcript.compare_with_file("ways-in.txt");
}

#[tokio::test]
async fn actions_of_administrators() {
    let business = TestBusiness::open_at(app().await).await;
    let (app, client) = (&business.app, &business.client);
    let me = client.get("/api/auth/me").await.expect_status(200);
    let admin = admin::sign_in_admin(app).await;
    let mut transcript = EmailTranscript::open(app).await;
    let path = |act: &str| format!("/api/admin/users/{}/{act}", me["id"].as_str().expect("an id"));
    let why = json!({ "reason": "A question" });

    let mut body = with_field(profile_body(), "version", json!(1));
    body["accountNumber"] = json!("87654321");
    let own = format!("/api/business-profiles/{}", business.profile);
    business.sent_invoice().await;
    client.put(&own, &body).await.expect_status(200);
    transcript.record("bank details change").await;

    let question = json!({ "subject": "A tap", "message": "It drips.\n\nStill." });
    client.post("/api/support", &question).await.expect_status(201);
    transcript.record("support is asked").await;
    for act in ["suspend", "restore"] {
        admin.post(&path(act), &why).await.expect_status(200);
        transcript.record(act).await;
    }
    app.log_in(client, OWNER).await;
    client.put("/api/account/support-access", &Value::Null).await.expect_status(200);
    admin.post(&path("enter"), &why).await.expect_status(200);
    transcript.record("support looks into the account").await;
    transcript.compare_with_file("account.txt");
}
