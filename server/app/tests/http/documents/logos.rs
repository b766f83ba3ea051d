//! The logo of a business in its emails.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{CUSTOMER, TestBusiness, id_of, profile_body, with_field};
use crate::profiles::PIXEL;
use crate::support::peer::FakeMailServer;
use crate::support::{ReceivedEmail, TestApp};

/// The addresses of the pictures in an email.
fn image_urls(html: &str) -> Vec<&str> {
    let after = html.split("<img ").skip(1);
    let source = |tag: &'_ str| -> Option<usize> { tag.find("src=\"").map(|at| at + 5) };
    after
        .filter_map(|tag| {
            let rest = &tag[source(tag)?..];
            rest.split('"').next()
        })
        .collect()
}

#[tokio::test]
async fn emails_contain_the_logo_of_the_business() {
    let peer = FakeMailServer::listen(([127, 0, 0, 1], 0).into()).await;
    // The owner signs up by mail in the folder; from then on mail goes to the server.
    let app = TestApp::start().await;
    let business = TestBusiness::open_at(app).await;
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("logo.png"));
    let request = business.client.request(Method::POST, "/api/files");
    let file = business.client.send(request.multipart(form)).await.expect_status(201);
    let path = format!("/api/business-profiles/{}", business.profile);
    let body = with_field(with_field(profile_body(), "logoUrl", file["url"].clone()), "version", json!(1));
    business.client.put(&path, &body).await.expect_status(200);

    let url = format!("smtp://{}", peer.address);
    let app = business.app.start_twin(|config| config.smtp_url = Some(url)).await;
    for (kind, draft) in [("quotes", business.quote_body()), ("invoices", business.invoice_body())] {
        let made = business.client.post(&format!("/api/{kind}"), &draft).await.expect_status(201);
        let send = format!("/api/{kind}/{}/send", id_of(&made));
        business.client.post(&send, &json!({ "via": "email" })).await.expect_status(200);
    }
    while app.run_jobs().await > 0 {}
    let came: Vec<ReceivedEmail> = peer
        .messages()
        .into_iter()
        .filter(|(to, _)| to.contains(CUSTOMER))
        .map(|(_, raw)| ReceivedEmail::parse(raw))
        .collect();
    assert_eq!(came.len(), 2, "a quote and an invoice");
    let logo = file["url"].as_str().expect("an address");
    for received_email in came {
        let [source] = image_urls(&received_email.html)[..] else {
            panic!("one picture: {}", received_email.html);
        };
        assert!(source.starts_with("http") && source.ends_with(logo), "{source}");
        assert!(received_email.html.contains("alt=\"Taylor Plumbing\""), "{}", received_email.html);
        // Whoever has the mail sees it, without a session.
        let picture = business.app.new_client().get(logo).await;
        assert_eq!(picture.header("content-type"), Some("image/png"));
    }

    // Without a logo, the email has the name and no picture.
    let body = with_field(with_field(profile_body(), "logoUrl", Value::Null), "version", json!(2));
    business.client.put(&path, &body).await.expect_status(200);
    let made = business.draft_quote().await;
    let send = format!("/api/quotes/{}/send", id_of(&made));
    business.client.post(&send, &json!({ "via": "email" })).await.expect_status(200);
    while app.run_jobs().await > 0 {}
    let (_, raw) = peer.messages().pop().expect("a mail");
    let received_email = ReceivedEmail::parse(raw);
    assert_eq!(image_urls(&received_email.html), Vec::<&str>::new(), "{}", received_email.html);
    assert!(received_email.html.contains("Taylor Plumbing"), "{}", received_email.html);
    peer.serving.abort();
    app.stop().await;
    business.app.stop().await;
}

#[tokio::test]
async fn the_customers_page_has_the_size_of_the_logo() {
    let business = TestBusiness::open().await;
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(40, 30).write_to(&mut png, image::ImageFormat::Png).expect("a picture");
    let file = Part::bytes(png.into_inner()).file_name("logo.png");
    let request = business.client.request(Method::POST, "/api/files");
    let request = request.multipart(Form::new().part("file", file));
    let file = business.client.send(request).await.expect_status(201);
    let mut body = with_field(profile_body(), "logoUrl", file["url"].clone());
    body["version"] = json!(1);
    let path = format!("/api/business-profiles/{}", business.profile);
    business.client.put(&path, &body).await.expect_status(200);
    let sent = business.sent_quote().await;
    let page = format!("/api/quotes/public/{}?with=page", super::token_of(&sent));
    let page = business.app.new_client().get(&page).await.expect_status(200)["page"].clone();
    assert_eq!(page["logo"], json!({ "width": 40, "height": 30 }));
}
