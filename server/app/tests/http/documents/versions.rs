//! The versions of a quote, and what changed between them.

use plumbline::clock::MINUTE;
use serde_json::{Value, json};

use super::edit::{document_path, edit_body, set_line_operation};
use super::{TestBusiness, id_of, token_of};
use crate::support::START;

/// The changes: `Valve: Price, Amount`.
fn describe_changes(comparison: &Value) -> Vec<String> {
    let changes = comparison["changes"].as_array().expect("changes");
    let one = |change: &Value| {
        let values = change["values"].as_array().expect("values").iter();
        let labels: Vec<&str> = values.filter_map(|it| it["label"].as_str()).collect();
        format!("{}: {}", change["name"].as_str().expect("a name"), labels.join(", "))
    };
    changes.iter().map(one).collect()
}

/// A quote that was sent and then changed: its first line has another price and another cost.
async fn sent_and_changed_quote(business: &TestBusiness) -> (Value, Value) {
    let sent = business.sent_quote().await;
    business.app.clock.advance(MINUTE);
    let line = sent["items"][0]["id"].as_str().expect("a line").to_owned();
    let operations =
        json!([set_line_operation(&line, "price", "99.50"), set_line_operation(&line, "cost", "61.07")]);
    let edit = edit_body(&sent["version"], operations);
    let now = business.client.patch(&document_path(&sent), &edit).await.expect_status(200);
    (sent, now)
}

#[tokio::test]
async fn the_business_lists_and_compares_versions() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let none = business.client.get(&format!("{}/versions", document_path(&draft))).await.expect_status(200);
    assert_eq!(none, json!({ "versions": [], "total": 0 }));
    let (sent, now) = sent_and_changed_quote(&business).await;
    let versions = format!("{}/versions", document_path(&sent));
    let list = business.client.get(&versions).await.expect_status(200);
    let numbers: Vec<&Value> =
        list["versions"].as_array().expect("versions").iter().map(|it| &it["number"]).collect();
    assert_eq!(numbers, [2, 1]);
    assert_eq!(list["total"], 2);
    assert_eq!(list["versions"][1]["totalAmount"], sent["totals"]["totalAmount"]);
    assert_eq!(list["versions"][0]["totalAmount"], now["totals"]["totalAmount"]);
    assert_eq!(list["versions"][0]["byCustomer"], false);
    let issued = |at: usize| list["versions"][at]["issuedAt"].clone();
    assert_eq!((issued(0), issued(1)), (json!(START + MINUTE), json!(START)));

    let first = business.client.get(&format!("{versions}/1")).await.expect_status(200);
    assert_eq!(first["presentation"]["number"], "Q-0001");
    assert_eq!(first["issuedAt"], START);
    let compared = business.client.get(&format!("{versions}/2/changes")).await.expect_status(200);
    assert_eq!((&compared["since"], &compared["number"]), (&json!(1), &json!(2)));
    let name = sent["items"][0]["name"].as_str().expect("a name");
    let changes = describe_changes(&compared["comparison"]);
    let line = format!("{name}: Price, Cost to you, Amount");
    assert!(changes.contains(&line), "{changes:#?}");
    let back = business.client.get(&format!("{versions}/1/changes?since=2")).await.expect_status(200);
    assert!(back["comparison"]["total"]["difference"] != compared["comparison"]["total"]["difference"]);
    let same = business.client.get(&format!("{versions}/2/changes?since=2")).await.expect_status(200);
    assert_eq!(describe_changes(&same["comparison"]), [""; 0]);
    for nowhere in ["/3", "/0", "/1/changes", "/3/changes", "/2/changes?since=7"] {
        let answer = business.client.get(&format!("{versions}{nowhere}")).await;
        answer.expect_error(404, "not_found", None);
    }
    let jo = business.app.sign_up("jo@example.com").await;
    for below in ["", "/1", "/2/changes"] {
        jo.get(&format!("{versions}{below}")).await.expect_error(404, "not_found", None);
    }
    business.app.stop().await;
}

#[tokio::test]
async fn a_customer_sees_what_changed_since_they_read_it_but_no_costs() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    let read = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let hash = read["page"]["version"].as_str().expect("a hash").to_owned();
    let since = format!("{link}/changes?since={hash}");
    // Nothing has changed yet: what was read is the newest.
    assert_eq!(customer.get(&since).await.expect_status(200), json!({ "comparison": null }));
    let line = sent["items"][0]["id"].as_str().expect("a line").to_owned();
    let operations =
        json!([set_line_operation(&line, "price", "99.50"), set_line_operation(&line, "cost", "61.07")]);
    let edit = edit_body(&sent["version"], operations);
    business.client.patch(&document_path(&sent), &edit).await.expect_status(200);
    let answer = customer.get(&since).await;
    assert!(!answer.text.contains("61.07") && !answer.text.contains("Cost"), "{}", answer.text);
    let changes = describe_changes(&answer.expect_status(200)["comparison"]);
    let name = sent["items"][0]["name"].as_str().expect("a name");
    assert!(changes.contains(&format!("{name}: Price, Amount")), "{changes:#?}");
    for other in ["", "x", &"0".repeat(64)] {
        let answer = customer.get(&format!("{link}/changes?since={other}")).await;
        assert_eq!(answer.expect_status(200), json!({ "comparison": null }), "{other}");
    }
    let answer = customer.get(&format!("{link}/changes")).await;
    assert_eq!(answer.status.as_u16(), 400, "{}", answer.text);
    let nowhere = format!("/api/quotes/public/{}/changes?since={hash}", "A".repeat(22));
    customer.get(&nowhere).await.expect_error(404, "not_found", None);
    business.app.stop().await;
}

#[tokio::test]
async fn a_customers_selection_is_a_version_of_its_own() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"][0]["optional"] = json!(true);
    body["items"][0]["selected"] = json!(true);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let response = json!({ "termsAccepted": true, "selected": [] });
    business.app.new_client().post(&accept, &response).await.expect_status(200);
    let versions = format!("{}/versions", document_path(&sent));
    let list = business.client.get(&versions).await.expect_status(200);
    let newest = &list["versions"][0];
    assert_eq!((&newest["byCustomer"], &newest["accepted"]), (&json!(true), &json!(true)), "{list}");
    let compared = business.client.get(&format!("{versions}/2/changes")).await.expect_status(200);
    let name = sent["items"][0]["name"].as_str().expect("a name");
    let changes = describe_changes(&compared["comparison"]);
    assert!(changes.contains(&format!("{name}: Ticked")), "{changes:#?}");
    business.app.stop().await;
}

#[tokio::test]
async fn an_earlier_version_shows_the_choices_as_they_were_offered() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["choices"] = json!([{ "id": "g", "name": "Good" }, { "id": "b", "name": "Best" }]);
    body["chosenChoice"] = json!("b");
    for (at, choice) in [(0, "g"), (1, "b")] {
        body["items"][at]["choice"] = json!(choice);
    }
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let response = json!({ "termsAccepted": true, "chosenChoice": "g" });
    business.app.new_client().post(&accept, &response).await.expect_status(200);
    let versions = format!("{}/versions", document_path(&sent));
    let notes = async |number: &str| {
        let reply = business.client.get(&format!("{versions}/{number}")).await;
        let page = reply.expect_status(200)["presentation"]["choices"].clone();
        let all = page.as_array().expect("choices").iter();
        all.map(|it| it["note"].as_str().expect("a note").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(notes("1").await, ["", "In the total"]);
    assert_eq!(notes("2").await, ["Chosen", "Not chosen"]);
    // Another choice was taken: no line came or went.
    let compared = business.client.get(&format!("{versions}/2/changes")).await;
    let compared = compared.expect_status(200)["comparison"].clone();
    let changes = compared["changes"].as_array().expect("changes").iter();
    let lines = changes.filter(|it| it["part"] == "lines").count();
    assert_eq!(lines, 0, "{compared}");
    let changes = describe_changes(&compared);
    for name in ["Good", "Best"] {
        assert!(changes.contains(&format!("{name}: In the total")), "{changes:#?}");
    }
    business.app.stop().await;
}
