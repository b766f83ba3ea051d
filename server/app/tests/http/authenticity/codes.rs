//! What a code shows, to which invoice it belongs, and what happens with a code that is not ours.

use plumbline_core::document::Document;
use serde_json::{Value, json};

use super::{check_code, checked_account_number, code_from_link, load_page};
use crate::documents::{TestBusiness, id_of, token_of, with_field};

#[tokio::test]
async fn a_code_shows_what_to_compare_and_nothing_about_the_customer() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let check = load_page(&business, &sent).await["check"].clone();
    let link = check["link"].as_str().expect("a link");
    assert!(link.starts_with(&business.app.state().link_to("/check/")), "{link}");
    let address = check["address"].as_str().expect("an address");
    assert!(address.ends_with("/check") && !address.contains("://"), "{address}");
    assert_eq!(scan_code(&check), link, "a camera reads the link");
    let groups = check["code"].as_str().expect("groups").replace(' ', "");
    let code = code_from_link(&business, &sent).await;
    assert_eq!(groups, code);

    let body = check_code(&business, &code).await;
    assert_eq!(body["outcome"], "known");
    assert_eq!(body["title"], "Invoice INV-0001 from Taylor Plumbing");
    let invoice = &body["invoice"];
    let rows: Vec<&Value> = invoice["rows"].as_array().expect("rows").iter().collect();
    let values: Vec<&Value> = rows.iter().map(|row| &row["value"]).collect();
    assert_eq!(values, ["INV-0001", "16 Nov 2026", "£478.10", "£478.10"]);
    assert_eq!(checked_account_number(&business, &code).await.as_deref(), Some("12345678"));
    assert_eq!(invoice["total"], "478.10");
    let figures = invoice["figures"].to_string();
    let document = Document::from_json(&figures).expect("a document");
    let again = plumbline_core::calculate::totals::calculate(&document).expect("totals");
    assert_eq!(again.total_amount, plumbline_core::money::Pence(47_810));
    let all = body.to_string();
    for private in ["Jo Bloggs", "Mill Lane", "boiler", "Boiler", "Valve", "Returning", "Parking"] {
        assert!(!all.contains(private), "{private}: {all}");
    }
    // Typed by hand, in lower case and in groups.
    let typed = check["code"].as_str().expect("groups").to_lowercase();
    let typed = typed.replace(' ', "-");
    assert_eq!(check_code(&business, &typed).await, body);
}

#[tokio::test]
async fn rejects_a_forged_code_and_one_from_another_server() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let mine = code_from_link(&business, &sent).await;
    let other = TestBusiness::open().await;
    let theirs = other.sent_invoice().await;
    let theirs = code_from_link(&other, &theirs).await;
    let last = if mine.ends_with('0') { '4' } else { '0' };
    let altered = format!("{}{last}", &mine[..mine.len() - 1]);
    for forged in [theirs.as_str(), &altered, "0", "INV-0001", "%FF", &token_of(&sent)] {
        let body = check_code(&business, forged).await;
        assert_eq!(body["outcome"], "unknown", "{forged}");
        assert_eq!(body["title"], "We don’t recognise this code.");
        let text = "Do not pay. Call the business on a number you know.";
        assert_eq!(body["words"], json!([text]));
        assert_eq!(body["invoice"], Value::Null);
    }
    // A code opens no link.
    let path = format!("/api/invoices/public/{mine}");
    business.app.new_client().get(&path).await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn a_code_shows_that_an_invoice_was_voided_paid_or_its_link_revoked() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&sent));
    let before = code_from_link(&business, &sent).await;
    let revoke = format!("{path}/revoke-link");
    let now = business.client.post_empty(&revoke).await.expect_status(200);
    assert_eq!(check_code(&business, &before).await["outcome"], "revoked");
    let after = code_from_link(&business, &now).await;
    assert_eq!(check_code(&business, &after).await["outcome"], "known");

    let paid = json!({ "amount": "478.10", "method": "cash" });
    let payments = format!("{path}/payments");
    business.client.post(&payments, &paid).await.expect_status(201);
    let body = check_code(&business, &after).await;
    assert_eq!(body["invoice"]["rows"][3]["value"], "£0.00");
    assert_eq!(body["invoice"]["bank"], json!([]));

    let other = business.sent_invoice().await;
    let other_code = code_from_link(&business, &other).await;
    let void = format!("/api/invoices/{}/void", id_of(&other));
    business.client.post_empty(&void).await.expect_status(200);
    let body = check_code(&business, &other_code).await;
    assert_eq!(body["outcome"], "void");
    assert_eq!(body["title"], "Invoice INV-0002 was voided");
    assert_eq!(body["invoice"], Value::Null);
}

#[tokio::test]
async fn an_earlier_printout_shows_that_the_invoice_has_changed() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let first = code_from_link(&business, &sent).await;
    let body = with_field(business.invoice_body(), "version", sent["version"].clone());
    let body = with_field(body, "includeDiscount", json!(false));
    let path = format!("/api/invoices/{}", id_of(&sent));
    business.client.put(&path, &body).await.expect_status(200);
    let response = check_code(&business, &first).await;
    assert_eq!(response["outcome"], "changed");
    let text = response["words"][0].as_str().expect("a sentence");
    assert!(text.contains("Your copy comes to £478.10; it now comes to £531.23"), "{text}");
    let second = code_from_link(&business, &sent).await;
    assert_ne!(second, first);
    assert_eq!(check_code(&business, &second).await["outcome"], "known");
}

#[tokio::test]
async fn only_invoices_have_a_code() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}?with=page", token_of(&quote));
    let answer = business.app.new_client().get(&path).await.expect_status(200);
    assert_eq!(answer["page"].get("check"), None);
}

#[tokio::test]
async fn guesses_are_limited() {
    let business = TestBusiness::open().await;
    let client = business.app.new_client();
    for _ in 0..60 {
        client.get("/api/check/0").await.expect_status(200);
    }
    let refused = client.get("/api/check/0").await;
    assert!(refused.header("retry-after").is_some());
    assert_eq!(refused.status.as_u16(), 429);
}

#[tokio::test]
async fn the_code_of_a_suspended_business_is_not_confirmed() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let code = code_from_link(&business, &sent).await;
    let mut tx = business.app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("INSERT INTO suspensions (user_id, suspended_at, reason) SELECT id, 1, 'Fraud' FROM users")
        .execute(&mut *tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    let body = check_code(&business, &code).await;
    assert_eq!(body["outcome"], "keptOut");
    assert_eq!(body["invoice"], Value::Null);
}

/// Scans the squares of the code, drawn with four pixels each.
fn scan_code(check: &Value) -> String {
    const SCALE: usize = 4;
    let size = usize::try_from(check["size"].as_u64().expect("a size")).expect("a size");
    let mut dark = vec![false; size * size];
    let path = check["path"].as_str().expect("a path");
    for piece in path.split('z').filter(|piece| !piece.is_empty()) {
        let numbers: Vec<usize> =
            piece.split(|sign: char| !sign.is_ascii_digit()).filter_map(|text| text.parse().ok()).collect();
        let [x, y, wide, ..] = numbers[..] else {
            panic!("{piece}");
        };
        dark[y * size + x..][..wide].fill(true);
    }
    let side = size * SCALE;
    let is_dark = |x: usize, y: usize| dark[(y / SCALE) * size + x / SCALE];
    let mut picture = rqrr::PreparedImage::prepare_from_bitmap(side, side, is_dark);
    let codes = picture.detect_grids();
    let [code] = codes.as_slice() else {
        panic!("{} codes", codes.len());
    };
    code.decode().expect("a code that can be read").1
}

/// The page to which the form leads after this was typed into it.
async fn submit_code(business: &TestBusiness, typed: &str) -> crate::support::TestResponse {
    let client = business.app.new_client();
    let request = client.request(reqwest::Method::GET, "/check");
    client.send(request.query(&[("code", typed)])).await
}

#[tokio::test]
async fn a_pasted_link_leads_to_the_check_of_its_code() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let code = code_from_link(&business, &sent).await;
    let link = business.app.state().link_to(&format!("/check/{code}"));
    for typed in [code.as_str(), &link, &link.to_uppercase()] {
        let answer = submit_code(&business, typed).await;
        let to = answer.headers.get("location").expect("a way").to_str();
        assert!(to.expect("text").eq_ignore_ascii_case(&format!("/check/{code}")), "{typed}");
    }
    let answer = submit_code(&business, &format!("https://evil.example/check/{code}")).await;
    assert_eq!(answer.headers.get("location"), None);
}

#[tokio::test]
async fn the_check_page_works_with_and_without_a_trailing_slash_and_in_capitals() {
    let business = TestBusiness::open().await;
    let client = business.app.new_client();
    let (bare, slashed) = (client.get("/check").await, client.get("/check/").await);
    assert_eq!((bare.status, bare.text), (slashed.status, slashed.text));
    for (odd, leads) in [("/Check", "/check"), ("/CHECK/01KB?from=paper", "/check/01KB?from=paper")] {
        let answer = client.get(odd).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (307, Some(leads)), "{odd}");
    }
}
