//! Signing in by PIN: with the device's secret, and a limited number of attempts.

use plumbline::clock::{DAY, MINUTE};
use serde_json::{Value, json};

use crate::support::{Client, TestApp, TestResponse};

const SAM: &str = "sam@example.com";
const PIN: &str = "8305";

async fn set_up_pin(client: &Client, body: Value) -> TestResponse {
    client.post("/api/auth/pin/setup", &body).await
}

async fn pin_login(client: &Client, user_id: &Value, pin: &str) -> TestResponse {
    let body = json!({ "userId": user_id, "pin": pin });
    client.post("/api/auth/pin/login", &body).await
}

/// A signed-out browser with a PIN, and the account's id.
async fn sign_up_with_pin(app: &TestApp, email: &str) -> (Client, Value) {
    let client = app.sign_up(email).await;
    set_up_pin(&client, json!({ "pin": PIN })).await.expect_status(200);
    let id = client.get("/api/auth/me").await.expect_status(200)["id"].clone();
    client.post_empty("/api/auth/logout").await.expect_status(200);
    (client, id)
}

#[tokio::test]
async fn a_pin_signs_in_only_on_its_own_device() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let id = client.get("/api/auth/me").await.expect_status(200)["id"].clone();
    pin_login(&client, &id, PIN).await.expect_error(401, "invalid_pin", None);

    let skipped = set_up_pin(&client, json!({ "skip": true })).await.expect_status(200);
    assert_eq!(skipped, json!({ "pinSetupCompleted": true, "usePin": false }));
    for (pin, code, msg) in [
        ("1234", "weak_pin", "This PIN is too easy to guess. Please choose another one"),
        ("123", "wrong_length", "PIN must be 4 digits"),
        ("12a4", "not_digits", "PIN must contain only numbers"),
    ] {
        let body = set_up_pin(&client, json!({ "pin": pin })).await;
        let body = body.expect_error(422, code, Some("pin"));
        assert_eq!(body["message"], msg);
    }
    set_up_pin(&client, json!({})).await.expect_error(422, "rule_broken", Some("pin"));
    let done = set_up_pin(&client, json!({ "pin": PIN })).await.expect_status(200);
    assert_eq!(done, json!({ "pinSetupCompleted": true, "usePin": true }));
    let account = client.get("/api/account").await.expect_status(200);
    assert_eq!(account["pin"], json!({ "enrolled": true }));

    // The session's cookie is new each time; the device's secret stays through sign-outs.
    client.post_empty("/api/auth/logout").await.expect_status(200);
    app.clock.advance(30 * DAY);
    let answer = pin_login(&client, &id, PIN).await;
    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
    let device = cookies.iter().filter_map(|cookie| cookie.to_str().ok());
    let mut device = device.filter(|cookie| cookie.starts_with("plumbline_device="));
    let device = device.next_back().expect("the device's cookie");
    assert!(device.contains("HttpOnly") && device.contains("Max-Age=31536000"), "{device}");
    assert_eq!(answer.expect_status(200)["email"], SAM);
    client.get("/api/auth/me").await.expect_status(200);

    // Account and PIN alone never suffice.
    pin_login(&app.new_client(), &id, PIN).await.expect_error(401, "invalid_pin", None);
    let bad = pin_login(&client, &json!("nobody"), PIN).await;
    bad.expect_error(401, "invalid_pin", None);
    let response = pin_login(&client, &id, "83O5").await;
    response.expect_error(400, "invalid_input", Some("pin"));

    // Not what asks for the password.
    let body = json!({ "newPassword": "Br4nd-new!" });
    let answer = client.post("/api/account/password", &body).await;
    answer.expect_error(403, "password_required", None);
    client.delete("/api/account").await.expect_error(403, "password_required", None);
    let answer = client.post_empty("/api/account/export").await;
    answer.expect_error(403, "password_required", None);
    let consent = client.put("/api/account/support-access", &json!(null)).await;
    consent.expect_error(403, "password_required", None);

    assert_eq!(client.delete("/api/auth/pin").await.status.as_u16(), 204);
    pin_login(&client, &id, PIN).await.expect_error(401, "invalid_pin", None);
    app.stop().await;
}

#[tokio::test]
async fn five_wrong_attempts_remove_the_pin_permanently() {
    let app = TestApp::start().await;
    let (client, id) = sign_up_with_pin(&app, SAM).await;
    for _ in 0..4 {
        pin_login(&client, &id, "1111").await.expect_error(401, "invalid_pin", None);
    }
    // The right one begins the count anew.
    pin_login(&client, &id, PIN).await.expect_status(200);
    for _ in 0..4 {
        pin_login(&client, &id, "1111").await.expect_error(401, "invalid_pin", None);
    }
    pin_login(&client, &id, "1111").await.expect_error(401, "pin_removed", None);
    pin_login(&client, &id, PIN).await.expect_error(401, "pin_removed", None);
    app.clock.advance(30 * DAY);
    pin_login(&client, &id, PIN).await.expect_error(401, "pin_removed", None);

    // The password makes the device a new one, without a PIN.
    app.log_in(&client, SAM).await;
    let account = client.get("/api/account").await.expect_status(200);
    assert_eq!(account["pin"], json!({ "enrolled": false }));
    pin_login(&client, &id, PIN).await.expect_error(401, "invalid_pin", None);
    set_up_pin(&client, json!({ "pin": PIN })).await.expect_status(200);
    pin_login(&client, &id, PIN).await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn of_two_hundred_guesses_at_once_five_are_checked() {
    let app = TestApp::start_with(|config| config.limit_factor = 100).await;
    let (client, id) = sign_up_with_pin(&app, SAM).await;
    let guesses = (0..200).map(|at| {
        let (client, id) = (client.clone(), id.clone());
        async move {
            let answer = pin_login(&client, &id, &format!("{:04}", 9000 + at)).await;
            assert_eq!(answer.status.as_u16(), 401, "{}", answer.text);
            answer.json()["code"].as_str().unwrap_or_default().to_owned()
        }
    });
    let codes = futures::future::join_all(guesses).await;
    let count = |code: &str| codes.iter().filter(|found| *found == code).count();
    // Four got the error that the PIN is wrong, the fifth removed the PIN, and no other was checked.
    assert_eq!((count("invalid_pin"), count("pin_removed")), (4, 196));
    pin_login(&client, &id, PIN).await.expect_error(401, "pin_removed", None);
    app.stop().await;
}

#[tokio::test]
async fn guesses_at_a_pin_are_also_limited_by_rate() {
    let app = TestApp::start().await;
    let (client, id) = sign_up_with_pin(&app, SAM).await;
    let mut refused = 0;
    for _ in 0..40 {
        let answer = pin_login(&client, &id, "1111").await;
        if answer.status.as_u16() == 429 {
            assert!(answer.header("retry-after").is_some());
            refused += 1;
        }
    }
    assert_eq!(refused, 10);
    app.stop().await;
}

#[tokio::test]
async fn a_device_cookie_does_not_work_for_another_account() {
    let app = TestApp::start().await;
    let (sam, sam_id) = sign_up_with_pin(&app, SAM).await;
    let (jo, jo_id) = sign_up_with_pin(&app, "jo@example.com").await;
    for _ in 0..6 {
        pin_login(&jo, &sam_id, PIN).await.expect_error(401, "invalid_pin", None);
    }
    // Neither PIN has suffered.
    pin_login(&sam, &sam_id, PIN).await.expect_status(200);
    pin_login(&jo, &jo_id, PIN).await.expect_status(200);

    // Signing in on another's device gives it another secret.
    app.log_in(&jo, SAM).await;
    pin_login(&jo, &jo_id, PIN).await.expect_error(401, "invalid_pin", None);
    pin_login(&jo, &sam_id, PIN).await.expect_error(401, "invalid_pin", None);

    // A session's cookie in the place of a device's.
    let answer = app.log_in(&jo, SAM).await;
    assert_eq!(answer["id"], sam_id);
    app.clock.advance(MINUTE);
    let request = app.new_client().request(reqwest::Method::POST, "/api/auth/pin/login");
    let request = request
        .header("cookie", "plumbline_device=; plumbline_session=x")
        .json(&json!({ "userId": sam_id, "pin": PIN }));
    sam.send(request).await.expect_error(401, "invalid_pin", None);
    app.stop().await;
}

#[tokio::test]
async fn after_a_pin_log_in_changing_bank_details_requires_the_password() {
    let app = TestApp::start().await;
    let (client, id) = sign_up_with_pin(&app, SAM).await;
    pin_login(&client, &id, PIN).await.expect_status(200);
    let mut profile = json!({
        "name": "Taylor Plumbing", "email": "", "phone": "", "website": "", "logoUrl": null,
        "template": "classic", "address_line1": "", "address_line2": "", "city": "", "county": "",
        "post_code": "", "country": "uk", "taxNumber": "", "registrationNumber": "",
        "quoteTerms": "", "invoiceTerms": "", "accepts_cash": true,
        "accepts_bank_transfer": false, "accepts_card": false, "accepts_paypal": false,
        "bankName": "", "accountName": "", "accountNumber": "12345678", "sortCode": "12-34-56"
    });
    let path = "/api/business-profiles";
    let bare = client.post(path, &profile).await;
    bare.expect_error(403, "password_required", None);
    profile["accountNumber"] = "".into();
    profile["sortCode"] = "".into();
    let made = client.post(path, &profile).await.expect_status(201);
    let path = format!("{path}/{}", made["id"].as_str().expect("an id"));
    profile["version"] = made["version"].clone();
    profile["name"] = "Taylor & Daughter".into();
    let made = client.put(&path, &profile).await.expect_status(200);
    profile["version"] = made["version"].clone();
    profile["accountNumber"] = "12345678".into();
    let bare = client.put(&path, &profile).await;
    bare.expect_error(403, "password_required", None);
    let body = json!({ "password": crate::support::PASSWORD });
    client.post("/api/auth/confirm-password", &body).await;
    client.put(&path, &profile).await.expect_status(200);
    app.stop().await;
}
