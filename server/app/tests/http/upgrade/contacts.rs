//! Contacts that are older than their VAT numbers, notes and site addresses.

use serde_json::json;

use super::{UpgradedServer, text_of};
use crate::contacts::balances::load_balances;
use crate::contacts::statement::load_whole_statement;
use crate::search::{field_texts, search_all};

#[tokio::test]
async fn contacts_of_an_earlier_version_accept_new_details() {
    let house = UpgradedServer::open().await;
    for account in ["demo", "sam"] {
        let client = house.sign_in_business(account).await;
        let contacts = client.get("/api/contacts").await.expect_status(200);
        for then in contacts.as_array().expect("a list") {
            for (name, value) in [
                ("vat_number", json!("")),
                ("customer_type", json!("")),
                ("cis_contractor", json!(false)),
                ("notes", json!("")),
                ("sites", json!([])),
            ] {
                assert_eq!(then[name], value, "{name} of {then}");
            }
        }
        let name = text_of(&contacts[0]["name"]);
        let found = field_texts(&search_all(&client, name).await, "contacts", "name");
        assert!(found.iter().any(|it| it == name), "{name} is not found");
        load_balances(&client).await;
        for contact in contacts.as_array().expect("a list") {
            load_whole_statement(&client, text_of(&contact["id"])).await;
        }
        let mut change = contacts[0].clone();
        let path = format!("/api/contacts/{}", text_of(&change["id"]));
        change["notes"] = json!("Side gate.");
        change["sites"] = json!([{ "name": "Shop", "address_line1": "1 High Street" }]);
        for text in ["createdAt", "updatedAt"] {
            change.as_object_mut().expect("a contact").remove(text);
        }
        let now = client.put(&path, &change).await.expect_status(200);
        assert_eq!(now["name"], contacts[0]["name"]);
        assert_eq!(now["sites"][0]["address_line1"], "1 High Street");
    }
    house.app.stop().await;
}
