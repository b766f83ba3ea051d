//! Contacts that were made before a VAT number, notes and job addresses could be kept of them.

use serde_json::json;

use super::{House, text};
use crate::contacts::balances::balances;
use crate::contacts::statement::whole;
use crate::search::{search, texts};

#[tokio::test]
async fn contacts_of_then_take_new_details() {
    let house = House::open().await;
    for account in ["demo", "sam"] {
        let client = house.business(account).await;
        let contacts = client.get("/api/contacts").await.expect(200);
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
        let name = text(&contacts[0]["name"]);
        let found = texts(&search(&client, name).await, "contacts", "name");
        assert!(found.iter().any(|it| it == name), "{name} is not found");
        balances(&client).await;
        for contact in contacts.as_array().expect("a list") {
            whole(&client, text(&contact["id"])).await;
        }
        let mut change = contacts[0].clone();
        let path = format!("/api/contacts/{}", text(&change["id"]));
        change["notes"] = json!("Side gate.");
        change["sites"] = json!([{ "name": "Shop", "address_line1": "1 High Street" }]);
        for told in ["createdAt", "updatedAt"] {
            change.as_object_mut().expect("a contact").remove(told);
        }
        let now = client.put(&path, &change).await.expect(200);
        assert_eq!(now["name"], contacts[0]["name"]);
        assert_eq!(now["sites"][0]["address_line1"], "1 High Street");
    }
    house.app.stop().await;
}
