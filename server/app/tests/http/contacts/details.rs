//! What is stored about a customer besides name and address.

use plumbline::config::Config;
use serde_json::{Value, json};

use super::{PATH, mrs_patel, with_field};
use crate::documents::TestBusiness;
use crate::support::TestApp;

fn detailed_contact() -> Value {
    let mut body = mrs_patel();
    body["vat_number"] = json!("GB 123 4567 89");
    body["customer_type"] = json!("business");
    body["cis_contractor"] = json!(true);
    body["notes"] = json!("Key under the pot.\nPays late.");
    body["sites"] = json!([
        { "name": "The rental", "address_line1": "Flat 3, 9 Quay Street", "address_line2": "",
          "city": "Hull", "county": "", "post_code": "HU1 1AA" },
        { "name": "", "address_line1": "2 Moor Road", "address_line2": "", "city": "",
          "county": "", "post_code": "" },
    ]);
    body
}

#[tokio::test]
async fn details_are_stored_changed_and_exported_with_the_account() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let made = client.post(PATH, &detailed_contact()).await.expect_status(201);
    for (name, value) in detailed_contact().as_object().expect("fields") {
        assert_eq!(&made[name], value, "{name}");
    }
    let path = format!("{PATH}/{}", made["id"].as_str().expect("an id"));
    assert_eq!(client.get(&path).await.expect_status(200), made);
    assert_eq!(client.get(PATH).await.expect_status(200), json!([made]));

    let change = with_field(with_field(detailed_contact(), "sites", json!([])), "version", 1);
    let changed = client.put(&path, &change).await.expect_status(200);
    assert_eq!((&changed["sites"], &changed["version"]), (&json!([]), &json!(2)));

    // Who sends less, as older programs do, notes nothing.
    let plain = client.post(PATH, &mrs_patel()).await.expect_status(201);
    for (name, value) in [
        ("vat_number", json!("")),
        ("customer_type", json!("")),
        ("cis_contractor", json!(false)),
        ("notes", json!("")),
        ("sites", json!([])),
    ] {
        assert_eq!(plain[name], value, "{name}");
    }
    app.stop().await;
}

#[tokio::test]
async fn invalid_details_are_refused_with_their_field() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let site = |name: &str, value: String| {
        let good = json!({ "name": "Shop", "address_line1": "1 High Street" });
        json!([good, with_field(good.clone(), name, value)])
    };
    let many = vec![json!({ "address_line1": "1 High Street" }); 51];
    for (name, value, path, code) in [
        ("vat_number", json!("none"), "vat_number", "invalid_vat_number"),
        ("vat_number", json!("GB1<"), "vat_number", "invalid_vat_number"),
        ("vat_number", json!("1".repeat(21)), "vat_number", "too_long"),
        ("notes", json!("x".repeat(5001)), "notes", "too_long"),
        ("notes", json!("\u{1b}[31m"), "notes", "control_character"),
        ("sites", json!(many), "sites", "too_many"),
        ("sites", json!([{ "name": "Shop" }]), "sites[0].address_line1", "required"),
        ("sites", site("name", "x".repeat(201)), "sites[1].name", "too_long"),
        ("sites", site("city", "a\nb".into()), "sites[1].city", "control_character"),
        ("sites", site("post_code", "x".repeat(21)), "sites[1].post_code", "too_long"),
    ] {
        let refused = client.post(PATH, &with_field(mrs_patel(), name, value)).await;
        let body = refused.expect_error(422, "rule_broken", Some(path));
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    for (name, value, path) in [
        ("cis_contractor", json!("yes"), "cis_contractor"),
        ("sites", json!([{ "name": 7 }]), "sites[0].name"),
        ("customer_type", json!("friend"), "customer_type"),
    ] {
        let refused = client.post(PATH, &with_field(mrs_patel(), name, value)).await;
        assert_eq!(refused.status.as_u16(), 400, "{}", refused.text);
        assert!(refused.text.contains(path), "{}", refused.text);
    }
    assert_eq!(client.get(PATH).await.expect_status(200), json!([]));
    app.stop().await;
}

/// Nobody else sees the business's own notes.
#[tokio::test]
async fn customers_do_not_see_details_that_are_only_for_the_business() {
    let business = TestBusiness::open().await;
    let made = business.client.post(PATH, &detailed_contact()).await.expect_status(201);
    let quote = with_field(business.quote_body(), "contactId", made["id"].clone());
    let draft = business.client.post("/api/quotes", &quote).await.expect_status(201);
    let sent = business.send_by_link("quotes", draft["id"].as_str().expect("an id")).await;
    let token = sent["publicToken"].as_str().expect("a token");
    let link = format!("/api/quotes/public/{token}?with=page");
    let body = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(body["contact"]["name"], "Anita Patel");
    for answer in [draft, sent, body] {
        let text = answer.to_string();
        for own in ["Key under", "Quay Street", "4567 89", "cis_contractor", "customer_type"] {
            assert!(!text.contains(own), "{own}: {text}");
        }
    }
    business.app.stop().await;
}

/// Notes and site addresses count towards the quota, and deleting them frees it.
#[tokio::test]
async fn notes_and_site_addresses_count_towards_the_quota() {
    let full = |config: &mut Config| config.quotas.bytes = 200_000;
    let app = TestApp::start_with(full).await;
    let client = app.sign_up("sam@example.com").await;
    let long = with_field(mrs_patel(), "notes", "x".repeat(5_000));
    let mut made = Vec::new();
    loop {
        let answer = client.post(PATH, &long).await;
        if answer.status.as_u16() != 201 {
            answer.expect_error(422, "quota_storage", None);
            break;
        }
        made.push(answer.expect_status(201));
    }
    assert_eq!(made.len(), 200_000 / (2_048 + 5_000));
    let path = |at: usize| format!("{PATH}/{}", made[at]["id"].as_str().expect("an id"));
    let short = with_field(with_field(long.clone(), "notes", ""), "version", 1);
    client.put(&path(0), &short).await.expect_status(200);
    assert_eq!(client.delete(&path(1)).await.status.as_u16(), 204);
    client.post(PATH, &long).await.expect_status(201);
    client.post(PATH, &mrs_patel()).await.expect_status(201);
    app.stop().await;
}
