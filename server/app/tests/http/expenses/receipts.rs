//! Photographs of receipts.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, RgbImage};
use plumbline::clock::DAY;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{PATH, expense_path, fittings_body, list_expenses, with_field};
use crate::support::{Client, TestApp, TestResponse};

const SAM: &str = "sam@example.com";

/// A JPEG photo whose left half is black, with the orientation of a quarter turn to the right.
fn jpeg_photo(width: u32, height: u32) -> Vec<u8> {
    let picture =
        RgbImage::from_fn(width, height, |x, _| image::Rgb([if x < width / 2 { 0 } else { 255 }; 3]));
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, 80);
    picture.write_with_encoder(encoder).expect("a JPEG");
    // EXIF with one entry, orientation 6 (TIFF 6.0; CIPA DC-008), directly after the start of the picture.
    let exif: &[u8] =
        b"\xFF\xE1\x00\x22Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    [&jpeg[..2], exif, &jpeg[2..]].concat()
}

async fn upload_receipt(
    client: &Client,
    id: Option<&str>,
    bytes: Vec<u8>,
    name: &'static str,
) -> TestResponse {
    let mut form = Form::new();
    if let Some(id) = id {
        form = form.text("id", id.to_owned());
    }
    let form = form.part("file", Part::bytes(bytes).file_name(name));
    let request = client.request(Method::POST, &format!("{PATH}/receipts"));
    client.send(request.multipart(form)).await
}

pub async fn saved_receipt(client: &Client) -> Value {
    let answer = upload_receipt(client, None, jpeg_photo(40, 30), "IMG_1.jpg").await;
    answer.expect_status(201)["id"].clone()
}

fn receipt_url(id: &Value) -> String {
    format!("{PATH}/receipts/{}", id.as_str().expect("an id"))
}

#[tokio::test]
async fn a_receipt_is_rotated_and_scaled_down() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let made = upload_receipt(&client, None, jpeg_photo(3000, 1500), "IMG_1.jpg").await.expect_status(201);
    assert_eq!((&made["width"], &made["height"]), (&json!(1000), &json!(2000)));
    let bytes = client.get_bytes(&receipt_url(&made["id"])).await;
    assert!(!bytes.windows(4).any(|part| part == b"Exif"), "where it was taken is nobody's business");
    let picture = image::load_from_memory(&bytes).expect("a picture").to_rgb8();
    assert_eq!(picture.dimensions(), (1000, 2000));
    // What was left is above.
    assert!(picture.get_pixel(500, 100).0[0] < 30 && picture.get_pixel(500, 1900).0[0] > 225);
    // Nobody else's, not even by its id, and no logo.
    let jo = app.sign_up("jo@example.com").await;
    jo.get(&receipt_url(&made["id"])).await.expect_error(404, "not_found", None);
    let as_logo = format!("/api/files/{}", made["id"].as_str().expect("an id"));
    client.get(&as_logo).await.expect_error(404, "not_found", None);
    let stolen = with_field(fittings_body(), "receipts", json!([made["id"]]));
    jo.post(PATH, &stolen).await.expect_error(422, "rule_broken", Some("receipts[0]"));
    app.new_client().get(&receipt_url(&made["id"])).await.expect_error(401, "no_session", None);
    app.stop().await;
}

#[tokio::test]
async fn receipts_keep_their_order_and_each_belongs_to_one_expense() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let (one, two) = (saved_receipt(&client).await, saved_receipt(&client).await);
    let body = with_field(fittings_body(), "receipts", json!([two, one]));
    let made = client.post(PATH, &body).await.expect_status(201);
    assert_eq!(made["receipts"], json!([two, one]));
    assert_eq!(list_expenses(&client, "receipt=with").await["data"][0]["receiptCount"], 2);
    let other = with_field(fittings_body(), "receipts", json!([one]));
    client.post(PATH, &other).await.expect_error(422, "rule_broken", Some("receipts[0]"));
    let twice = with_field(fittings_body(), "receipts", json!([one, one]));
    client.post(PATH, &twice).await.expect_error(422, "rule_broken", Some("receipts"));
    let mut eleven = Vec::new();
    for _ in 0..11 {
        eleven.push(saved_receipt(&client).await);
    }
    let many = with_field(fittings_body(), "receipts", json!(eleven));
    let response = client.post(PATH, &many).await.expect_error(422, "rule_broken", Some("receipts"));
    assert_eq!(response["errors"][0]["msg"], "An expense can have up to 10 receipts.");
    let less = with_field(with_field(fittings_body(), "receipts", json!([one])), "version", 1);
    let less = client.put(&expense_path(&made), &less).await.expect_status(200);
    assert_eq!(less["receipts"], json!([one]));
    // Taken back within thirty days.
    let back = with_field(with_field(fittings_body(), "receipts", json!([one, two])), "version", 2);
    let back = client.put(&expense_path(&made), &back).await.expect_status(200);
    assert_eq!(back["receipts"], json!([one, two]));
    app.stop().await;
}

#[tokio::test]
async fn an_unused_receipt_is_deleted_after_thirty_days() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let (saved, left) = (saved_receipt(&client).await, saved_receipt(&client).await);
    let body = with_field(fittings_body(), "receipts", json!([saved]));
    let made = client.post(PATH, &body).await.expect_status(201);
    let days = async |days: i64| {
        for _ in 0..days {
            app.clock.advance(DAY);
            app.run_jobs().await;
        }
        app.log_in(&client, SAM).await;
    };
    days(31).await;
    client.get(&receipt_url(&left)).await.expect_error(404, "not_found", None);
    client.get_bytes(&receipt_url(&saved)).await;
    client.delete(&expense_path(&made)).await.expect_status(204);
    days(29).await;
    // The deletion is undone late.
    let again = with_field(with_field(fittings_body(), "receipts", json!([saved])), "id", made["id"].clone());
    client.post(PATH, &again).await.expect_status(201);
    days(5).await;
    client.get_bytes(&receipt_url(&saved)).await;
    client.delete(&expense_path(&made)).await.expect_status(204);
    days(31).await;
    client.get(&receipt_url(&saved)).await.expect_error(404, "not_found", None);
    app.stop().await;
}

#[tokio::test]
async fn repeating_an_upload_returns_the_same_receipt() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let id = "01930000-0000-7000-8000-00000000000a";
    let one = upload_receipt(&client, Some(id), jpeg_photo(40, 30), "a.jpg").await.expect_status(201);
    let two = upload_receipt(&client, Some(id), jpeg_photo(40, 30), "a.jpg").await.expect_status(201);
    assert_eq!((&one, &one["id"]), (&two, &json!(id)));
    let jo = app.sign_up("jo@example.com").await;
    let taken = upload_receipt(&jo, Some(id), jpeg_photo(40, 30), "a.jpg").await;
    taken.expect_error(409, "id_taken", None);
    let wrong = upload_receipt(&client, Some("42"), jpeg_photo(40, 30), "a.jpg").await;
    wrong.expect_error(400, "bad_id", Some("id"));
    app.stop().await;
}

#[tokio::test]
async fn a_file_that_is_not_a_picture_is_refused_with_advice() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec();
    let pdf = b"%PDF-1.7\n1 0 obj\n".to_vec();
    let mut broken = jpeg_photo(400, 300);
    broken.truncate(300);
    for (bytes, name, code, says) in [
        (heic, "IMG_1.heic", "heic_picture", "HEIC"),
        (pdf, "receipt.jpg", "pdf_file", "You can’t add PDFs here"),
        (b"hello".to_vec(), "a.jpg", "not_a_picture", "JPEG"),
        (Vec::new(), "a.jpg", "not_a_picture", "JPEG"),
        (broken, "a.jpg", "damaged_picture", "damaged"),
    ] {
        let response = upload_receipt(&client, None, bytes, name).await;
        let body = response.expect_error(422, "rule_broken", Some("file"));
        let error = &body["errors"][0];
        assert_eq!(error["code"], code);
        assert!(error["msg"].as_str().is_some_and(|msg| msg.contains(says)), "{error}");
    }
    // Forty megapixels of nothing: a file of a few kilobytes.
    let mut large = Vec::new();
    DynamicImage::new_luma8(8000, 5000)
        .write_to(&mut Cursor::new(&mut large), ImageFormat::Png)
        .expect("a PNG");
    let response = upload_receipt(&client, None, large, "large.png").await;
    let body = response.expect_error(422, "rule_broken", Some("file"));
    assert_eq!(body["errors"][0]["code"], "too_many_pixels");
    let heavy = upload_receipt(&client, None, vec![0; 12 * 1024 * 1024 + 1], "heavy.jpg").await;
    heavy.expect_error(413, "too_large", None);
    let form = Form::new().text("id", "");
    let request = client.request(Method::POST, &format!("{PATH}/receipts"));
    let none = client.send(request.multipart(form)).await;
    none.expect_error(400, "missing_field", Some("file"));
    app.stop().await;
}
