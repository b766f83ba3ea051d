//! Photos on a quote and on its lines.

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, RgbImage};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use uuid::Uuid;

use super::edit::{document_path, edit_body, set_field_operation, set_line_operation};
use super::{TestBusiness, id_of, token_of, with_field};
use crate::support::{Client, TestResponse};

/// A JPEG photo that is dark on the left.
fn jpeg_photo(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        image::Rgb([if x < width / 2 { 30 } else { 220 }, (y % 200) as u8, 90])
    });
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, 80);
    DynamicImage::from(picture).write_with_encoder(encoder).expect("a JPEG");
    // EXIF with one entry, orientation 6 (TIFF 6.0; CIPA DC-008), directly after the start of the picture.
    let exif: &[u8] =
        b"\xFF\xE1\x00\x22Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    [&jpeg[..2], exif, &jpeg[2..]].concat()
}

async fn upload_photo(client: &Client, id: Option<&str>, bytes: Vec<u8>) -> TestResponse {
    let mut form = Form::new();
    if let Some(id) = id {
        form = form.text("id", id.to_owned());
    }
    let form = form.part("file", Part::bytes(bytes).file_name("photo.jpg"));
    let request = client.request(Method::POST, "/api/quotes/photos");
    client.send(request.multipart(form)).await
}

/// A stored photo, as a quote names it.
pub async fn saved_photo(client: &Client, line: Option<&str>, caption: &str) -> Value {
    saved_photo_of_size((40, 30), client, line, caption).await
}

/// The same of another size.
pub async fn saved_photo_of_size(
    (width, height): (u32, u32),
    client: &Client,
    line: Option<&str>,
    caption: &str,
) -> Value {
    let saved = upload_photo(client, None, jpeg_photo(width, height)).await.expect_status(201);
    json!({ "id": saved["id"], "line": line, "caption": caption,
        "width": saved["width"], "height": saved["height"] })
}

fn photo_path(photo: &Value) -> String {
    format!("/api/quotes/photos/{}", id_of(photo))
}

fn public_photo_path(quote: &Value, photo: &Value) -> String {
    format!("/api/quotes/public/{}/photos/{}", token_of(quote), id_of(photo))
}

/// Sets the photos of a quote.
pub async fn set_photos(business: &TestBusiness, quote: &Value, photos: &[&Value]) -> Value {
    let body = edit_body(&quote["version"], json!([set_field_operation("photos", json!(photos))]));
    business.client.patch(&document_path(quote), &body).await.expect_status(200)
}

#[tokio::test]
async fn a_photo_is_scaled_down_rotated_and_its_location_removed() {
    let business = TestBusiness::open().await;
    let mine = Uuid::now_v7().to_string();
    let many = (0..3).map(|_| upload_photo(&business.client, Some(&mine), jpeg_photo(2400, 1200)));
    for answer in futures::future::join_all(many).await {
        let saved = answer.expect_status(201);
        assert_eq!(saved, json!({ "id": mine, "width": 800, "height": 1600 }), "sent again it is the same");
    }
    assert_eq!(business.count_rows("files").await, 1);
    let url = format!("/api/quotes/photos/{mine}");
    let bytes = business.client.get_bytes(&url).await;
    assert!(!bytes.windows(4).any(|part| part == b"Exif"));
    let picture = image::load_from_memory(&bytes).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (800, 1600));
    // Nobody else's, not even by its id, and no logo.
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.get(&url).await.expect_error(404, "not_found", None);
    let visitor = business.app.new_client();
    visitor.get(&url).await.expect_error(401, "no_session", None);
    let as_logo = format!("/api/files/{mine}");
    visitor.get(&as_logo).await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn the_customer_sees_photos_next_to_their_lines() {
    let business = TestBusiness::open().await;
    let of_line = saved_photo(&business.client, Some("a"), "").await;
    let of_job = saved_photo(&business.client, None, "The wall").await;
    let draft = business.draft_quote().await;
    let draft = set_photos(&business, &draft, &[&of_line, &of_job]).await;
    assert_eq!(draft["photos"], json!([of_line, of_job]));
    let preview =
        business.client.get(&format!("{}/presentation", document_path(&draft))).await.expect_status(200);
    assert_eq!(preview["photos"][0]["alt"], "The wall");
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;

    let visitor = business.app.new_client();
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let page = visitor.get(&format!("{link}?with=page")).await.expect_status(200);
    assert_eq!(page["quote"]["photos"].as_array().map(Vec::len), Some(2));
    let body = &page["page"]["presentation"];
    assert_eq!(body["photos"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        body["lines"][0]["photos"][0],
        json!({ "id": of_line["id"], "width": 30, "height": 40, "caption": "",
            "alt": "Photo of Boiler service" })
    );
    let answer = visitor.get(&public_photo_path(&sent, &of_line)).await;
    assert_eq!(answer.status, 200);
    for (name, value) in [
        ("content-type", "image/jpeg"),
        ("cache-control", "private, max-age=31536000, immutable"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("content-security-policy", "default-src 'none'; sandbox"),
        ("x-robots-tag", "noindex, nofollow"),
    ] {
        assert_eq!(answer.header(name), Some(value));
    }

    // No other picture of the account, by no other link, and by no link once the photo is removed.
    let other = saved_photo(&business.client, None, "").await;
    let elsewhere = business.sent_quote().await;
    for odd in [
        public_photo_path(&sent, &other),
        public_photo_path(&elsewhere, &of_line),
        format!("{link}/photos/x"),
        format!("/api/quotes/public/nobody/photos/{}", id_of(&of_line)),
        format!("/api/invoices/public/{}/photos/{}", token_of(&sent), id_of(&of_line)),
    ] {
        assert_eq!(visitor.get(&odd).await.status, 404, "{odd}");
    }
    business.client.post_empty(&format!("{}/revoke-link", document_path(&sent))).await.expect_status(200);
    let gone = visitor.get(&public_photo_path(&sent, &of_line)).await;
    assert_eq!(gone.status, 404);
}

#[tokio::test]
async fn a_file_that_is_not_a_photo_is_refused_with_the_reason() {
    let business = TestBusiness::open().await;
    for (bytes, code) in [
        (b"hello".to_vec(), "not_a_picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "not_a_picture"),
        (b"%PDF-1.7".to_vec(), "pdf_file"),
        (jpeg_photo(40, 30)[..200].to_vec(), "damaged_picture"),
    ] {
        let refused = upload_photo(&business.client, None, bytes).await;
        let body = refused.expect_error(422, "rule_broken", Some("file"));
        assert_eq!(body["errors"][0]["code"], code);
    }
    let large = upload_photo(&business.client, None, vec![0; 13 * 1024 * 1024]).await;
    assert_eq!(large.status, 413);
    let odd = upload_photo(&business.client, Some("one"), jpeg_photo(40, 30)).await;
    odd.expect_error(400, "bad_id", Some("id"));
    assert_eq!(business.count_rows("files").await, 0);
}

#[tokio::test]
async fn a_quote_may_have_only_its_own_accounts_photos_and_not_too_many() {
    let business = TestBusiness::open().await;
    let one = saved_photo(&business.client, None, "").await;
    let draft = business.draft_quote().await;
    let refused = async |photos: Value, field: &str| {
        let body = edit_body(&draft["version"], json!([set_field_operation("photos", photos)]));
        let answer = business.client.patch(&document_path(&draft), &body).await;
        let response = answer.expect_error(422, "rule_broken", Some(field));
        response["errors"][0]["code"].as_str().unwrap_or_default().to_owned()
    };
    let named = |id: &str, line: Option<&str>| json!({ "id": id, "line": line, "caption": "", "width": 4, "height": 3 });
    let many = |count: usize, line: Option<&str>| -> Value {
        (0..count).map(|n| named(&format!("p{n}"), line)).collect()
    };
    assert_eq!(refused(many(30, None), "photos").await, "too_many_photos");
    assert_eq!(refused(many(13, None), "photos[12]").await, "too_many_photos");
    assert_eq!(refused(many(5, Some("a")), "photos[4]").await, "too_many_photos");
    assert_eq!(refused(json!([one, one]), "photos[1].id").await, "duplicate_id");
    let flat = with_field(one.clone(), "width", json!(0));
    assert_eq!(refused(json!([flat]), "photos[0].width").await, "out_of_range");
    let long = with_field(one.clone(), "caption", json!("x".repeat(201)));
    assert_eq!(refused(json!([long]), "photos[0].caption").await, "too_long");
    // One that nobody sent, a logo, and another account's.
    let nobodys = Uuid::now_v7().to_string();
    assert_eq!(refused(json!([named(&nobodys, None)]), "photos[0].id").await, "not_found");
    let logo = crate::pictures::try_upload_picture(&business.client).await.expect_status(201);
    assert_eq!(refused(json!([one, named(&id_of(&logo), None)]), "photos[1].id").await, "not_found");
    let stranger = business.app.sign_up("kim@other.example").await;
    let theirs = saved_photo(&stranger, None, "").await;
    assert_eq!(refused(json!([theirs]), "photos[0].id").await, "not_found");
    let created = with_field(business.quote_body(), "photos", json!([theirs]));
    business.client.post("/api/quotes", &created).await.expect_error(
        422,
        "rule_broken",
        Some("photos[0].id"),
    );
    // Only a quote has any.
    let invoice = with_field(business.invoice_body(), "photos", json!([one]));
    business.client.post("/api/invoices", &invoice).await.expect_error(422, "rule_broken", Some("photos"));
    // What is no photo at all.
    for odd in [json!("x"), json!([1]), json!([with_field(one.clone(), "width", json!("4"))])] {
        let body = edit_body(&draft["version"], json!([set_field_operation("photos", odd)]));
        let answer = business.client.patch(&document_path(&draft), &body).await;
        assert!([400, 422].contains(&answer.status.as_u16()), "{}", answer.text);
    }
    let unknown = with_field(one.clone(), "url", json!("https://example.com"));
    let body = edit_body(&draft["version"], json!([set_field_operation("photos", json!([unknown]))]));
    business.client.patch(&document_path(&draft), &body).await.expect_error(
        400,
        "unknown_field",
        Some("operations[0].value[0].url"),
    );
    // A photo of a line that is gone is the job's own, and stops nobody.
    let of_gone = with_field(one, "line", json!("gone"));
    let edited = set_photos(&business, &draft, &[&of_gone]).await;
    assert_eq!(edited["photos"][0]["line"], "gone");
}

#[tokio::test]
async fn photos_merge_with_other_edits_and_conflict_if_both_set_them() {
    let business = TestBusiness::open().await;
    let (one, two) =
        (saved_photo(&business.client, None, "").await, saved_photo(&business.client, None, "").await);
    let draft = business.draft_quote().await;
    let priced = edit_body(&draft["version"], json!([set_line_operation("a", "price", "99")]));
    business.client.patch(&document_path(&draft), &priced).await.expect_status(200);
    let both = set_photos(&business, &draft, &[&one]).await;
    assert_eq!(both["items"][0]["price"], "99");
    let body = edit_body(&draft["version"], json!([set_field_operation("photos", json!([two]))]));
    let response = business.client.patch(&document_path(&draft), &body).await;
    let reply = response.expect_error(409, "edit_conflict", None);
    assert_eq!(reply["conflicts"][0]["path"], "photos");
}

#[tokio::test]
async fn photos_of_a_version_are_stored_and_unused_ones_are_deleted() {
    let business = TestBusiness::open().await;
    let (first, second, never) = (
        saved_photo(&business.client, None, "").await,
        saved_photo(&business.client, None, "").await,
        saved_photo(&business.client, None, "").await,
    );
    let draft = business.draft_quote().await;
    let draft = set_photos(&business, &draft, &[&first, &never]).await;
    let draft = set_photos(&business, &draft, &[&first]).await;
    let waiting = business.draft_quote().await;
    let unsent = saved_photo(&business.client, Some("b"), "").await;
    set_photos(&business, &waiting, &[&unsent]).await;
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let changed = set_photos(&business, &sent, &[&second]).await;
    let visitor = business.app.new_client();
    let status = async |photo: &Value| visitor.get(&public_photo_path(&sent, photo)).await.status.as_u16();
    assert_eq!((status(&first).await, status(&second).await), (404, 200));
    assert_eq!(changed["photos"], json!([second]));
    business.advance_days(95).await;
    let has = async |photo: &Value| business.client.get(&photo_path(photo)).await.status == 200;
    assert!(has(&first).await, "a version that was sent showed it");
    assert!(has(&second).await && has(&unsent).await);
    assert!(!has(&never).await);
    // A draft that goes lets go of its own, and another quote that shows it holds it.
    let other = business.draft_quote().await;
    set_photos(&business, &other, &[&unsent]).await;
    business.client.delete(&document_path(&waiting)).await.expect_status(204);
    business.advance_days(31).await;
    assert!(has(&unsent).await);
    business.client.delete(&document_path(&other)).await.expect_status(204);
    business.advance_days(29).await;
    assert!(has(&unsent).await, "it may be taken back");
    business.advance_days(1).await;
    assert!(!has(&unsent).await);
    assert_eq!(business.count_rows("document_photos").await, 1);
}

#[tokio::test]
async fn another_photo_makes_a_version_that_must_be_read_before_accepting() {
    let business = TestBusiness::open().await;
    let (one, two) =
        (saved_photo(&business.client, None, "").await, saved_photo(&business.client, None, "").await);
    let draft = business.draft_quote().await;
    let draft = set_photos(&business, &draft, &[&one]).await;
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let visitor = business.app.new_client();
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let page = visitor.get(&format!("{link}?with=page")).await.expect_status(200);
    let seen = page["page"]["version"].clone();
    set_photos(&business, &sent, &[&two]).await;
    let accept = json!({ "version": seen });
    let refused = visitor.post(&format!("{link}/accept"), &accept).await;
    assert_eq!(refused.status, 409, "{}", refused.text);
}

#[tokio::test]
async fn copies_and_invoices_have_no_photos() {
    let business = TestBusiness::open().await;
    let one = saved_photo(&business.client, Some("a"), "").await;
    let draft = business.draft_quote().await;
    let draft = set_photos(&business, &draft, &[&one]).await;
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let copy =
        business.client.post_empty(&format!("{}/duplicate", document_path(&sent))).await.expect_status(201);
    assert_eq!(copy["photos"], Value::Null);
    let stage = json!({ "ask": { "percentage": "50" } });
    let stage = business.client.post(&format!("{}/stages", document_path(&sent)), &stage).await;
    assert!(!stage.text.contains(&id_of(&one)), "{}", stage.text);
    let other = business.draft_quote().await;
    let other = set_photos(&business, &other, &[&one]).await;
    let other = business.send_by_link("quotes", &id_of(&other)).await;
    let invoice =
        business.client.post_empty(&format!("{}/convert", document_path(&other))).await.expect_status(201);
    assert_eq!(invoice["photos"], Value::Null);
    let issued = business.send_by_link("invoices", &id_of(&invoice)).await;
    assert_eq!(issued["photos"], Value::Null);
}
