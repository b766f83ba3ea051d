//! Photos on a quote and on its lines.

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, RgbImage};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use uuid::Uuid;

use super::edit::{edit, path, set, set_line};
use super::{Desk, id, token, with};
use crate::support::{Answer, Client};

/// A photograph: a JPEG that is dark on the left.
fn taken(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        image::Rgb([if x < width / 2 { 30 } else { 220 }, (y % 200) as u8, 90])
    });
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, 80);
    DynamicImage::from(picture)
        .write_with_encoder(encoder)
        .expect("a JPEG");
    // EXIF with one entry, orientation 6 (TIFF 6.0; CIPA DC-008), right behind the start of the picture.
    let exif: &[u8] = b"\xFF\xE1\x00\x22Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    [&jpeg[..2], exif, &jpeg[2..]].concat()
}

async fn upload(client: &Client, id: Option<&str>, bytes: Vec<u8>) -> Answer {
    let mut form = Form::new();
    if let Some(id) = id {
        form = form.text("id", id.to_owned());
    }
    let form = form.part("file", Part::bytes(bytes).file_name("photo.jpg"));
    let request = client.request(Method::POST, "/api/quotes/photos");
    client.send(request.multipart(form)).await
}

/// A photo that is kept, as a quote names it.
pub async fn photo(client: &Client, line: Option<&str>, caption: &str) -> Value {
    sized((40, 30), client, line, caption).await
}

/// The same of another size.
pub async fn sized(
    (width, height): (u32, u32),
    client: &Client,
    line: Option<&str>,
    caption: &str,
) -> Value {
    let kept = upload(client, None, taken(width, height)).await.expect(201);
    json!({ "id": kept["id"], "line": line, "caption": caption,
        "width": kept["width"], "height": kept["height"] })
}

fn own(photo: &Value) -> String {
    format!("/api/quotes/photos/{}", id(photo))
}

fn public(quote: &Value, photo: &Value) -> String {
    format!("/api/quotes/public/{}/photos/{}", token(quote), id(photo))
}

/// Has a quote show these photos.
pub async fn show(desk: &Desk, quote: &Value, photos: &[&Value]) -> Value {
    let body = edit(&quote["version"], json!([set("photos", json!(photos))]));
    desk.client.patch(&path(quote), &body).await.expect(200)
}

#[tokio::test]
async fn a_photo_is_made_small_and_upright_and_says_nothing_of_its_place() {
    let desk = Desk::open().await;
    let mine = Uuid::now_v7().to_string();
    let many = (0..3).map(|_| upload(&desk.client, Some(&mine), taken(2400, 1200)));
    for answer in futures::future::join_all(many).await {
        let kept = answer.expect(201);
        assert_eq!(
            kept,
            json!({ "id": mine, "width": 800, "height": 1600 }),
            "sent again it is the same"
        );
    }
    assert_eq!(desk.rows("files").await, 1);
    let url = format!("/api/quotes/photos/{mine}");
    let bytes = desk.client.bytes(&url).await;
    assert!(!bytes.windows(4).any(|part| part == b"Exif"));
    let picture = image::load_from_memory(&bytes).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (800, 1600));
    // Nobody else's, not even by its id, and no logo.
    let stranger = desk.app.sign_up("kim@other.example").await;
    stranger.get(&url).await.refused(404, "not_found", None);
    let visitor = desk.app.client();
    visitor.get(&url).await.refused(401, "no_session", None);
    let as_logo = format!("/api/files/{mine}");
    visitor.get(&as_logo).await.refused(404, "not_found", None);
}

#[tokio::test]
async fn its_customer_sees_them_where_they_belong() {
    let desk = Desk::open().await;
    let of_line = photo(&desk.client, Some("a"), "").await;
    let of_job = photo(&desk.client, None, "The wall").await;
    let draft = desk.draft_quote().await;
    let draft = show(&desk, &draft, &[&of_line, &of_job]).await;
    assert_eq!(draft["photos"], json!([of_line, of_job]));
    let preview = desk
        .client
        .get(&format!("{}/presentation", path(&draft)))
        .await
        .expect(200);
    assert_eq!(preview["photos"][0]["alt"], "The wall");
    let sent = desk.send("quotes", &id(&draft)).await;

    let visitor = desk.app.client();
    let link = format!("/api/quotes/public/{}", token(&sent));
    let page = visitor.get(&format!("{link}?with=page")).await.expect(200);
    assert_eq!(page["quote"]["photos"].as_array().map(Vec::len), Some(2));
    let shown = &page["page"]["presentation"];
    assert_eq!(shown["photos"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        shown["lines"][0]["photos"][0],
        json!({ "id": of_line["id"], "width": 30, "height": 40, "caption": "",
            "alt": "Photo of Boiler service" })
    );
    let answer = visitor.get(&public(&sent, &of_line)).await;
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

    // No other of the account's pictures, by no other link, and by none once it is taken back.
    let other = photo(&desk.client, None, "").await;
    let elsewhere = desk.sent_quote().await;
    for odd in [
        public(&sent, &other),
        public(&elsewhere, &of_line),
        format!("{link}/photos/x"),
        format!("/api/quotes/public/nobody/photos/{}", id(&of_line)),
        format!(
            "/api/invoices/public/{}/photos/{}",
            token(&sent),
            id(&of_line)
        ),
    ] {
        assert_eq!(visitor.get(&odd).await.status, 404, "{odd}");
    }
    desk.client
        .post_empty(&format!("{}/revoke-link", path(&sent)))
        .await
        .expect(200);
    let gone = visitor.get(&public(&sent, &of_line)).await;
    assert_eq!(gone.status, 404);
}

#[tokio::test]
async fn what_is_no_photo_is_refused_by_name() {
    let desk = Desk::open().await;
    for (bytes, code) in [
        (b"hello".to_vec(), "not_a_picture"),
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            "not_a_picture",
        ),
        (b"%PDF-1.7".to_vec(), "pdf_file"),
        (taken(40, 30)[..200].to_vec(), "damaged_picture"),
    ] {
        let refused = upload(&desk.client, None, bytes).await;
        let told = refused.refused(422, "rule_broken", Some("file"));
        assert_eq!(told["errors"][0]["code"], code);
    }
    let large = upload(&desk.client, None, vec![0; 13 * 1024 * 1024]).await;
    assert_eq!(large.status, 413);
    let odd = upload(&desk.client, Some("one"), taken(40, 30)).await;
    odd.refused(400, "bad_id", Some("id"));
    assert_eq!(desk.rows("files").await, 0);
}

#[tokio::test]
async fn a_quote_names_photos_that_are_there_and_not_too_many() {
    let desk = Desk::open().await;
    let one = photo(&desk.client, None, "").await;
    let draft = desk.draft_quote().await;
    let refused = async |photos: Value, field: &str| {
        let body = edit(&draft["version"], json!([set("photos", photos)]));
        let answer = desk.client.patch(&path(&draft), &body).await;
        let told = answer.refused(422, "rule_broken", Some(field));
        told["errors"][0]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let named = |id: &str, line: Option<&str>| json!({ "id": id, "line": line, "caption": "", "width": 4, "height": 3 });
    let many = |count: usize, line: Option<&str>| -> Value {
        (0..count).map(|n| named(&format!("p{n}"), line)).collect()
    };
    assert_eq!(refused(many(30, None), "photos").await, "too_many_photos");
    assert_eq!(
        refused(many(13, None), "photos[12]").await,
        "too_many_photos"
    );
    assert_eq!(
        refused(many(5, Some("a")), "photos[4]").await,
        "too_many_photos"
    );
    assert_eq!(
        refused(json!([one, one]), "photos[1].id").await,
        "duplicate_id"
    );
    let flat = with(one.clone(), "width", json!(0));
    assert_eq!(
        refused(json!([flat]), "photos[0].width").await,
        "out_of_range"
    );
    let long = with(one.clone(), "caption", json!("x".repeat(201)));
    assert_eq!(
        refused(json!([long]), "photos[0].caption").await,
        "too_long"
    );
    // One that nobody sent, a logo, and another account's.
    let nobodys = Uuid::now_v7().to_string();
    assert_eq!(
        refused(json!([named(&nobodys, None)]), "photos[0].id").await,
        "not_found"
    );
    let logo = crate::pictures::try_upload(&desk.client).await.expect(201);
    assert_eq!(
        refused(json!([one, named(&id(&logo), None)]), "photos[1].id").await,
        "not_found"
    );
    let stranger = desk.app.sign_up("kim@other.example").await;
    let theirs = photo(&stranger, None, "").await;
    assert_eq!(refused(json!([theirs]), "photos[0].id").await, "not_found");
    let created = with(desk.quote(), "photos", json!([theirs]));
    desk.client.post("/api/quotes", &created).await.refused(
        422,
        "rule_broken",
        Some("photos[0].id"),
    );
    // Only a quote has any.
    let invoice = with(desk.invoice(), "photos", json!([one]));
    desk.client
        .post("/api/invoices", &invoice)
        .await
        .refused(422, "rule_broken", Some("photos"));
    // What is no photo at all.
    for odd in [
        json!("x"),
        json!([1]),
        json!([with(one.clone(), "width", json!("4"))]),
    ] {
        let body = edit(&draft["version"], json!([set("photos", odd)]));
        let answer = desk.client.patch(&path(&draft), &body).await;
        assert!(
            [400, 422].contains(&answer.status.as_u16()),
            "{}",
            answer.text
        );
    }
    let unknown = with(one.clone(), "url", json!("https://example.com"));
    let body = edit(&draft["version"], json!([set("photos", json!([unknown]))]));
    desk.client.patch(&path(&draft), &body).await.refused(
        400,
        "unknown_field",
        Some("operations[0].value[0].url"),
    );
    // A photo of a line that is gone is the job's own, and stops nobody.
    let of_gone = with(one, "line", json!("gone"));
    let edited = show(&desk, &draft, &[&of_gone]).await;
    assert_eq!(edited["photos"][0]["line"], "gone");
}

#[tokio::test]
async fn photos_merge_with_other_edits_and_are_asked_about_where_both_set_them() {
    let desk = Desk::open().await;
    let (one, two) = (
        photo(&desk.client, None, "").await,
        photo(&desk.client, None, "").await,
    );
    let draft = desk.draft_quote().await;
    let priced = edit(&draft["version"], json!([set_line("a", "price", "99")]));
    desk.client.patch(&path(&draft), &priced).await.expect(200);
    let both = show(&desk, &draft, &[&one]).await;
    assert_eq!(both["items"][0]["price"], "99");
    let body = edit(&draft["version"], json!([set("photos", json!([two]))]));
    let asked = desk.client.patch(&path(&draft), &body).await;
    let asked = asked.refused(409, "edit_conflict", None);
    assert_eq!(asked["conflicts"][0]["path"], "photos");
}

#[tokio::test]
async fn what_a_version_shows_is_kept_and_what_nothing_shows_goes() {
    let desk = Desk::open().await;
    let (first, second, never) = (
        photo(&desk.client, None, "").await,
        photo(&desk.client, None, "").await,
        photo(&desk.client, None, "").await,
    );
    let draft = desk.draft_quote().await;
    let draft = show(&desk, &draft, &[&first, &never]).await;
    let draft = show(&desk, &draft, &[&first]).await;
    let waiting = desk.draft_quote().await;
    let unsent = photo(&desk.client, Some("b"), "").await;
    show(&desk, &waiting, &[&unsent]).await;
    let sent = desk.send("quotes", &id(&draft)).await;
    let changed = show(&desk, &sent, &[&second]).await;
    let visitor = desk.app.client();
    let status = async |photo: &Value| visitor.get(&public(&sent, photo)).await.status.as_u16();
    assert_eq!((status(&first).await, status(&second).await), (404, 200));
    assert_eq!(changed["photos"], json!([second]));
    desk.days(95).await;
    let has = async |photo: &Value| desk.client.get(&own(photo)).await.status == 200;
    assert!(has(&first).await, "a version that was sent showed it");
    assert!(has(&second).await && has(&unsent).await);
    assert!(!has(&never).await);
    // A draft that goes lets go of its own, and another quote that shows it holds it.
    let other = desk.draft_quote().await;
    show(&desk, &other, &[&unsent]).await;
    desk.client.delete(&path(&waiting)).await.expect(204);
    desk.days(31).await;
    assert!(has(&unsent).await);
    desk.client.delete(&path(&other)).await.expect(204);
    desk.days(29).await;
    assert!(has(&unsent).await, "it may be taken back");
    desk.days(1).await;
    assert!(!has(&unsent).await);
    assert_eq!(desk.rows("document_photos").await, 1);
}

#[tokio::test]
async fn another_photo_is_another_version_to_accept() {
    let desk = Desk::open().await;
    let (one, two) = (
        photo(&desk.client, None, "").await,
        photo(&desk.client, None, "").await,
    );
    let draft = desk.draft_quote().await;
    let draft = show(&desk, &draft, &[&one]).await;
    let sent = desk.send("quotes", &id(&draft)).await;
    let visitor = desk.app.client();
    let link = format!("/api/quotes/public/{}", token(&sent));
    let page = visitor.get(&format!("{link}?with=page")).await.expect(200);
    let seen = page["page"]["version"].clone();
    show(&desk, &sent, &[&two]).await;
    let accept = json!({ "version": seen });
    let refused = visitor.post(&format!("{link}/accept"), &accept).await;
    assert_eq!(refused.status, 409, "{}", refused.text);
}

#[tokio::test]
async fn neither_a_copy_nor_an_invoice_has_them() {
    let desk = Desk::open().await;
    let one = photo(&desk.client, Some("a"), "").await;
    let draft = desk.draft_quote().await;
    let draft = show(&desk, &draft, &[&one]).await;
    let sent = desk.send("quotes", &id(&draft)).await;
    let copy = desk
        .client
        .post_empty(&format!("{}/duplicate", path(&sent)))
        .await
        .expect(201);
    assert_eq!(copy["photos"], Value::Null);
    let stage = json!({ "ask": { "percentage": "50" } });
    let stage = desk
        .client
        .post(&format!("{}/stages", path(&sent)), &stage)
        .await;
    assert!(!stage.text.contains(&id(&one)), "{}", stage.text);
    let other = desk.draft_quote().await;
    let other = show(&desk, &other, &[&one]).await;
    let other = desk.send("quotes", &id(&other)).await;
    let invoice = desk
        .client
        .post_empty(&format!("{}/convert", path(&other)))
        .await
        .expect(201);
    assert_eq!(invoice["photos"], Value::Null);
    let issued = desk.send("invoices", &id(&invoice)).await;
    assert_eq!(issued["photos"], Value::Null);
}
