//! The list of activities: its sentences, its filters and its pages.

use plumbline::clock::{Clock as _, london_date};
use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, id_of, token_of, with_field};

async fn list_sentences(business: &TestBusiness, query: &str) -> Vec<String> {
    let list = business.client.get(&format!("/api/activities{query}")).await;
    let list = list.expect_status(200);
    let rows = list.as_array().expect("a list").iter();
    rows.map(|row| row["sentence"].as_str().expect("a sentence").to_owned()).collect()
}

#[tokio::test]
async fn lists_every_step_in_the_life_of_a_quote() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let link = format!("/api/quotes/public/{}/payment", token_of(&quote));
    let cash = json!({ "method": "cash" });
    business.app.new_client().post(&link, &cash).await.expect_status(201);
    let path = format!("/api/quotes/{}", id_of(&quote));
    let quote = business.client.get(&path).await.expect_status(200);
    let payment = format!("{path}/payments/{}", id_of(&quote["payments"][0]));
    let post = async |path: &str| business.client.post_empty(path).await;
    post(&format!("{payment}/confirm")).await.expect_status(200);
    post(&format!("{path}/convert")).await.expect_status(201);
    post(&format!("{path}/archive")).await.expect_status(200);
    // Again is no error, and nothing that happened.
    post(&format!("{path}/archive")).await.expect_status(200);
    post(&format!("{path}/restore")).await.expect_status(200);
    post(&format!("{path}/revoke-link")).await.expect_status(200);

    let number = quote["quoteNumber"].as_str().expect("a number");
    let about = list_sentences(&business, "?about=quote").await;
    let expected = [
        format!("You replaced the link to quote {number}"),
        format!("You restored quote {number}"),
        format!("You archived quote {number}"),
        format!("You turned quote {number} into an invoice"),
        format!("You confirmed the payment of £119.53 for quote {number}"),
        format!("Jo Bloggs recorded a payment of £119.53 for quote {number}"),
        format!("Jo Bloggs accepted quote {number}"),
    ];
    assert_eq!(about[..7], expected, "{about:?}");
    assert!(about[7].contains(&format!("quote {number}")), "{about:?}");
    let customers = list_sentences(&business, "?actor=customer").await;
    assert_eq!(customers, expected[5..], "{customers:?}");
    let file = business.client.get("/api/activities/export?actor=customer").await;
    let rows: Vec<&str> = file.text.lines().skip(1).collect();
    let of_customer = expected[5..].iter();
    let of_customer = of_customer.map(|text| format!("2026-11-16,09:00,Your customer,{text}"));
    assert_eq!(rows, of_customer.collect::<Vec<_>>());
    let everything = list_sentences(&business, "").await;
    assert!(everything.contains(&"You added the business profile Taylor Plumbing".to_owned()));
    assert!(everything.contains(&"You added the contact Jo Bloggs".to_owned()));
    business.app.stop().await;
}

#[tokio::test]
async fn activities_name_what_has_been_deleted() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let item = json!({ "name": "Boiler service", "price": "80" });
    let item = client.post("/api/items", &item).await.expect_status(201);
    client.delete(&format!("/api/items/{}", id_of(&item))).await.expect_status(204);
    let draft = client.post("/api/quotes", &business.quote_body()).await.expect_status(201);
    let body = json!({ "ids": [id_of(&draft)], "action": "delete-drafts" });
    client.post("/api/quotes/bulk", &body).await.expect_status(200);
    assert_eq!(
        list_sentences(&business, "?limit=3").await,
        [
            "You deleted a draft quote for Jo Bloggs",
            "You deleted the item Boiler service",
            "You added the item Boiler service",
        ]
    );
    business.app.stop().await;
}

#[tokio::test]
async fn activities_are_paged_and_filtered_by_london_dates() {
    let business = TestBusiness::open().await;
    for n in 0..7 {
        let item = json!({ "name": format!("Item {n}"), "price": "1" });
        business.client.post("/api/items", &item).await.expect_status(201);
    }
    let all = list_sentences(&business, "?about=item").await;
    assert_eq!(all.len(), 7);
    let mut paged = Vec::new();
    let mut before = String::new();
    loop {
        let path = format!("/api/activities?about=item&limit=3{before}");
        let page = business.client.get(&path).await.expect_status(200);
        let rows: &Vec<Value> = page.as_array().expect("a list");
        let Some(last) = rows.last() else { break };
        before = format!("&before={}", id_of(last));
        paged.extend(rows.iter().map(|row| row["sentence"].as_str().expect("words").to_owned()));
    }
    assert_eq!(paged, all);

    let today = london_date(business.app.clock.now_ms()).to_string();
    let days = |from: &str, to: &str| format!("?about=item&from={from}&to={to}");
    assert_eq!(list_sentences(&business, &days(&today, &today)).await.len(), 7);
    assert!(list_sentences(&business, &days("2001-01-01", "2001-01-02")).await.is_empty());
    assert!(list_sentences(&business, "?about=item&from=2099-12-31").await.is_empty());

    for (query, path) in [
        ("from=yesterday", "from"),
        ("to=2026-02-30", "to"),
        ("before=x", "before"),
        ("before=0192d3a0-0000-7000-8000-000000000000", "before"),
    ] {
        let answer = business.client.get(&format!("/api/activities?{query}")).await;
        answer.expect_error(400, "bad_query", Some(path));
    }
    for query in ["actor=nobody", "about=cats", "about=%27%20OR%201=1"] {
        let answer = business.client.get(&format!("/api/activities?{query}")).await;
        answer.expect_error(400, "bad_query", None);
    }
    // The same as a file, in which spreadsheets calculate no cell.
    let item = json!({ "name": "=1+1, \"Mo\"", "price": "1" });
    business.client.post("/api/items", &item).await.expect_status(201);
    let path = format!("/api/activities/export{}", days(&today, &today));
    let file = business.client.get(&path).await;
    assert_eq!(file.status.as_u16(), 200, "{}", file.text);
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let name = format!("attachment; filename=\"activities-{today}.csv\"");
    assert_eq!(file.header("content-disposition"), Some(&*name));
    let rows: Vec<&str> = file.text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(rows.len(), 1 + 8);
    assert_eq!(rows[0], "Date,Time,Who,What happened");
    let text = ",You,\"You added the item =1+1, \"\"Mo\"\"\"";
    assert!(rows[1].starts_with(&today) && rows[1].ends_with(text), "{}", rows[1]);
    let answer = business.client.get("/api/activities/export?from=x").await;
    answer.expect_error(400, "bad_query", Some("from"));

    // Another account's is no place to go on from.
    let list = business.client.get("/api/activities?limit=1").await.expect_status(200);
    let other = business.app.sign_up("other@example.com").await;
    let path = format!("/api/activities?before={}", id_of(&list[0]));
    other.get(&path).await.expect_error(400, "bad_query", Some("before"));
    business.app.stop().await;
}

/// In summer a day begins in London while it is still the day before in UTC.
#[tokio::test]
async fn half_past_midnight_in_summer_is_the_next_day() {
    let business = TestBusiness::open().await;
    // 2027-07-01T23:30:00Z
    business.app.clock.set(1_814_484_600_000);
    business.app.log_in(&business.client, OWNER).await;
    let item = json!({ "name": "Tap", "price": "1" });
    business.client.post("/api/items", &item).await.expect_status(201);
    let text = "You added the item Tap";
    for (day, there) in [("2027-07-01", vec![]), ("2027-07-02", vec![text]), ("2027-07-03", vec![])] {
        let query = format!("?about=item&from={day}&to={day}");
        assert_eq!(list_sentences(&business, &query).await, there, "{day}");
    }
    let file = business.client.get("/api/activities/export?about=item").await;
    let row = file.text.lines().nth(1).expect("a row");
    assert_eq!(row, format!("2027-07-02,00:30,You,{text}"));
    business.app.stop().await;
}

/// Every capability records each create, change and deletion once, with the name of what was changed.
#[tokio::test]
async fn every_capability_records_its_changes_as_activities() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let before = list_sentences(&business, "").await.len();
    // Made, changed and removed again.
    let all_three = async |path: &str, made: Value, changed: Value| {
        let new = client.post(path, &made).await.expect_status(201);
        let path = format!("{path}/{}", id_of(&new));
        let changed = with_field(changed, "version", json!(1));
        client.put(&path, &changed).await.expect_status(200);
        client.delete(&path).await.expect_status(204);
    };
    let named = |name: &str| json!({ "name": name });
    all_three("/api/contacts", named("Kim"), named("Kim Lee")).await;
    all_three("/api/items", named("Tap"), named("Taps")).await;
    let profiles = "/api/business-profiles";
    all_three(profiles, named("Tiling"), named("Tiles")).await;
    let spent = |supplier: &str| json!({ "date": "2026-11-12", "supplier": supplier, "category": "costOfGoods", "amount": "12" });
    all_three("/api/expenses", spent("Screwfix"), spent("Toolstation")).await;

    let (profile, contact) = (&business.profile, &business.contact);
    let put = async |path: &str, body: Value| client.put(path, &body).await.expect_status(200);
    let trade = json!({ "profile": profile, "trade": "Plumbing" });
    put("/api/income-tax/trades", trade).await;
    let choices = json!({ "version": 0, "business": "soleTrader", "basis": "cash", "vehicles": "mileage",
        "privateShare": "", "quarters": "standard", "homeHours": vec![0; 12], "elsewhere": "" });
    put("/api/income-tax/2026/choices", choices).await;
    let registration = json!({ "version": 0, "from": "2026-04-01", "until": null, "periods": "march",
        "annualEndsIn": 0, "schemes": [] });
    put(&format!("/api/vat/{profile}/registration"), registration).await;
    let contractor = json!({ "version": 0, "employerReference": "123/AB456", "from": "2026-08-06" });
    put(&format!("/api/cis/contractors/{profile}"), contractor).await;
    let known = json!({ "version": 0, "name": "Bloggs Roofing", "utr": "1234567890",
        "vatRegistered": true, "rates": [{ "from": "2026-04-06", "rate": 20 }] });
    put(&format!("/api/cis/subcontractors/{contact}"), known).await;
    let paid = json!({ "profileId": profile, "contactId": contact, "date": "2026-11-12",
        "gross": "100", "materials": "" });
    let more = with_field(paid.clone(), "gross", json!("200"));
    all_three("/api/cis/payments", paid, more).await;

    let grant = json!({ "date": "2026-11-12", "description": "Grant", "amount": "100" });
    let stated = json!({ "contractor": contact, "month": "2026-10-05", "gross": "300",
        "materials": "50", "deducted": "50" });
    for (path, body) in [("/api/income-tax/other-income", grant), ("/api/cis/statements", stated)] {
        let new = client.post(path, &body).await.expect_status(201);
        client.delete(&format!("{path}/{}", id_of(&new))).await.expect_status(204);
    }
    let month = json!({ "month": "2026-09-05", "filedOn": "2026-09-10" });
    for (path, filed, opened) in [
        (format!("/api/vat/{profile}/filed"), json!({ "to": "2026-06-30" }), json!({ "to": "2026-06-30" })),
        (format!("/api/cis/contractors/{profile}/filed"), month, json!({ "month": "2026-09-05" })),
    ] {
        client.post(&path, &filed).await.expect_status(201);
        client.delete_with(&path, &opened).await.expect_status(200);
    }

    let mut all = list_sentences(&business, "?limit=100").await;
    all.reverse();
    assert_eq!(
        all[before..],
        [
            "You added the contact Kim",
            "You changed the contact Kim Lee",
            "You deleted the contact Kim Lee",
            "You added the item Tap",
            "You changed the item Taps",
            "You deleted the item Taps",
            "You added the business profile Tiling",
            "You changed the business profile Tiles",
            "You deleted the business profile Tiles",
            "You added the expense Screwfix",
            "You changed the expense Toolstation",
            "You deleted the expense Toolstation",
            "You changed the business profile Taylor Plumbing",
            "You changed the tax year 2026/27",
            "You changed the VAT registration of the business profile Taylor Plumbing",
            "You changed the business profile Taylor Plumbing as a CIS contractor",
            "You changed the contact Bloggs Roofing as a subcontractor",
            "You added the expense Bloggs Roofing",
            "You changed the expense Bloggs Roofing",
            "You deleted the expense Bloggs Roofing",
            "You added the other income Grant",
            "You deleted the other income Grant",
            "You added the CIS statement to 5 Oct 2026",
            "You deleted the CIS statement to 5 Oct 2026",
            "You marked the VAT return to 30 Jun 2026 as filed",
            "You reopened the VAT return to 30 Jun 2026",
            "You marked the CIS return to 5 Sept 2026 as filed",
            "You reopened the CIS return to 5 Sept 2026",
        ]
    );
    business.app.stop().await;
}
