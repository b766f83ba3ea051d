//! Agreeing, changing and removing instalments, and what is refused.

use serde_json::{Value, json};

use super::{
    agree_instalments, instalment_states, instalments_path, load_page, read_invoice, record_payment,
    sent_invoice_with_instalments, three_instalments,
};
use crate::documents::{TestBusiness, id_of, with_field};

/// The kinds of an invoice's activities, oldest first.
async fn list_activity_kinds(business: &TestBusiness, invoice: &Value) -> Vec<String> {
    let path = format!("/api/invoices/{}/timeline", id_of(invoice));
    let body = business.client.get(&path).await.expect_status(200);
    let rows = body["happened"].as_array().expect("a list");
    let kinds = rows.iter().filter_map(|row| row["kind"].as_str());
    kinds.map(str::to_owned).collect()
}

#[tokio::test]
async fn instalments_are_agreed_changed_and_removed() {
    let business = TestBusiness::open().await;
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    assert_eq!(draft["allowed"]["agree"], true);
    assert!(draft.get("instalments").is_none());
    let agreed = agree_instalments(&business, &draft, three_instalments()).await.expect_status(200);
    assert_eq!(agreed["instalments"], three_instalments());
    assert_eq!(instalment_states(&agreed), ["later"; 3]);
    let state = &agreed["instalmentStanding"];
    assert_eq!(
        (&state["asked"], &state["dueNow"], &state["next"]),
        (&json!("159.37"), &json!("0.00"), &json!("2026-11-30"))
    );
    // What was written on it as its due day stays.
    assert_eq!(agreed["dueDate"], "2026-11-30");
    // It stays through the first issue, which makes a version, and later edits.
    let sent = business.send_by_link("invoices", &id_of(&draft)).await;
    assert_eq!(sent["instalments"], three_instalments());
    let body = load_page(&business, &sent).await;
    assert_eq!(body["instalments"]["rows"][1]["date"], "30/12/2026");
    assert_eq!(body["actions"]["pay"]["title"], "Pay £159.37");
    assert_eq!(body["actions"]["pay"]["all"]["value"], "478.10");
    let two = json!([
        { "date": "2026-11-20", "amount": "400" },
        { "date": "2026-12-20", "amount": 78.1 }
    ]);
    let changed = agree_instalments(&business, &sent, two).await.expect_status(200);
    assert_eq!(changed["instalments"][1]["amount"], "78.10");
    assert!(changed["version"].as_i64() > sent["version"].as_i64());
    // The same again changes nothing.
    let again = agree_instalments(&business, &sent, changed["instalments"].clone()).await;
    assert_eq!(again.expect_status(200)["version"], changed["version"]);
    let gone = agree_instalments(&business, &sent, json!([])).await.expect_status(200);
    assert!(gone.get("instalments").is_none() && gone.get("instalmentStanding").is_none());
    assert!(load_page(&business, &sent).await.get("instalments").is_none());
    let texts = list_activity_kinds(&business, &sent).await;
    for kind in ["instalments_agreed", "instalments_changed", "instalments_taken_away"] {
        assert!(texts.iter().any(|one| one == kind), "{texts:?}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn invalid_instalments_are_refused_with_their_field() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let row = |date: &str, amount: Value| json!({ "date": date, "amount": amount });
    let (first, rest) = (row("2026-11-30", json!("400")), json!("78.10"));
    for (rows, path, code) in [
        (json!([first, row("2026-12-30", json!("78.09"))]), "instalments", "not_the_sum"),
        (json!([first, row("2026-11-30", rest.clone())]), "instalments[1].date", "not_rising"),
        (
            json!([row("2026-11-15", json!("400")), row("2026-12-30", rest.clone())]),
            "instalments[0].date",
            "before_issue",
        ),
        (json!([first]), "instalments", "out_of_range"),
        (json!(vec![first.clone(); 37]), "instalments", "out_of_range"),
        (json!([first, row("2026-12-30", json!("0"))]), "instalments[1].amount", "out_of_range"),
        (json!([first, row("2026-12-30", json!("-78.10"))]), "instalments[1].amount", "out_of_range"),
        (json!([first, row("2026-12-30", json!("78.100001"))]), "instalments[1].amount", "out_of_range"),
        (json!([first, row("2026-02-30", rest.clone())]), "instalments[1].date", "no_such_day"),
    ] {
        let refused = agree_instalments(&business, &invoice, rows).await;
        let refused = refused.expect_error(422, "rule_broken", Some(path));
        assert_eq!(refused["errors"][0]["code"], code);
    }
    let strange = json!({ "version": 1, "instalments": [{ "day": "2026-11-30" }] });
    let strange = business.client.put(&instalments_path(&invoice), &strange).await;
    assert!([400, 422].contains(&strange.status.as_u16()), "{}", strange.status);
    assert!(read_invoice(&business, &invoice).await.get("instalments").is_none());
    business.app.stop().await;
}

#[tokio::test]
async fn stale_repeated_and_foreign_requests_change_nothing() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let body = json!({ "version": invoice["version"], "instalments": three_instalments() });
    let key = "agree-instalments-once";
    let put = |client: &crate::support::Client| {
        let request = client.request(reqwest::Method::PUT, &instalments_path(&invoice));
        request.header("idempotency-key", key).json(&body)
    };
    let once = business.client.send(put(&business.client)).await.expect_status(200);
    let twice = business.client.send(put(&business.client)).await.expect_status(200);
    assert_eq!(once, twice);
    // The other window still shows the invoice without them.
    let stale = business.client.put(&instalments_path(&invoice), &body).await;
    stale.expect_error(409, "changed_meanwhile", None);
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.put(&instalments_path(&invoice), &body).await.expect_error(404, "not_found", None);
    let nobody = business.app.new_client().put(&instalments_path(&invoice), &body).await;
    assert_eq!(nobody.status, 401);
    business.app.stop().await;
}

#[tokio::test]
async fn only_an_open_invoice_can_have_instalments() {
    let business = TestBusiness::open().await;
    let paid = sent_invoice_with_instalments(&business).await;
    record_payment(&business, &paid, "159.37").await;
    assert!(
        agree_instalments(&business, &paid, three_instalments()).await.expect_status(200)["version"]
            .is_number()
    );
    record_payment(&business, &paid, "318.73").await;
    let done = read_invoice(&business, &paid).await;
    assert_eq!(instalment_states(&done), ["paid"; 3]);
    assert_eq!((&done["status"], &done["allowed"]["agree"]), (&json!("paid"), &json!(false)));
    agree_instalments(&business, &paid, json!([])).await.expect_error(409, "already_paid", None);
    let void = business.sent_invoice().await;
    let step = format!("/api/invoices/{}/void", id_of(&void));
    business.client.post_empty(&step).await.expect_status(200);
    agree_instalments(&business, &void, three_instalments()).await.expect_error(409, "is_void", None);
    business.app.stop().await;
}

#[tokio::test]
async fn credit_notes_and_edits_change_the_last_instalment_and_say_so() {
    let business = TestBusiness::open().await;
    let invoice = sent_invoice_with_instalments(&business).await;
    // An edit that makes it dearer.
    let body = with_field(business.invoice_body(), "includeDiscount", json!(false));
    let mut body = with_field(body, "version", read_invoice(&business, &invoice).await["version"].clone());
    body["id"] = invoice["id"].clone();
    let at = format!("/api/invoices/{}", id_of(&invoice));
    let dearer = business.client.put(&at, &body).await.expect_status(200);
    let more = &dearer["instalmentStanding"];
    let says = more["says"].as_str().expect("a sentence");
    assert!(says.starts_with("The instalments were agreed for £478.10."), "{says}");
    assert!(says.ends_with("which is added to the last one."), "{says}");
    assert_eq!(more["parts"][0]["amount"], "159.37");
    let page = load_page(&business, &invoice).await;
    assert_eq!(page["instalments"]["note"], more["says"]);

    let other = sent_invoice_with_instalments(&business).await;
    let credit = format!("/api/invoices/{}/credit-notes", id_of(&other));
    let note = json!({ "of": "amount", "amount": "200", "reason": "One day less" });
    let note = business.client.post(&credit, &note).await.expect_status(201);
    business.send_by_link("credit-notes", &id_of(&note)).await;
    let less = read_invoice(&business, &other).await;
    let amounts: Vec<&Value> = (0..3).map(|at| &less["instalmentStanding"]["parts"][at]["amount"]).collect();
    assert_eq!(amounts, ["159.37", "118.73", "0.00"]);
    assert_eq!(instalment_states(&less), ["later", "later", "nothing"]);
    // Agreed anew, on what is left.
    let two = json!([
        { "date": "2026-11-30", "amount": "200.00" },
        { "date": "2026-12-30", "amount": "78.10" }
    ]);
    let anew = agree_instalments(&business, &other, two).await.expect_status(200);
    assert_eq!(anew["instalmentStanding"]["says"], "");
    business.app.stop().await;
}

#[tokio::test]
async fn a_copy_has_no_instalments_and_the_export_contains_them() {
    let business = TestBusiness::open().await;
    let invoice = sent_invoice_with_instalments(&business).await;
    let copy = format!("/api/invoices/{}/duplicate", id_of(&invoice));
    let copy = business.client.post_empty(&copy).await.expect_status(201);
    assert!(copy.get("instalments").is_none());
    let gone = format!("/api/invoices/{}", id_of(&copy));
    business.client.delete(&gone).await.expect_status(204);
    let ready = crate::export_and_deletion::export_account(&business.app, &business.client).await;
    let zip = business.client.get_bytes(ready["url"].as_str().expect("an address")).await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).expect("a zip");
    let file = zip.by_name("invoices.json").expect("invoices");
    let invoices: Value = serde_json::from_reader(file).expect("JSON");
    assert_eq!(invoices[0]["instalments"], three_instalments());
    // Its PDF is set with them.
    let pdf = format!("/api/invoices/{}/pdf", id_of(&invoice));
    assert!(business.client.get_bytes(&pdf).await.starts_with(b"%PDF"));
    business.app.stop().await;
}
