//! The questions to support: their order, and replies by email and next to the question.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{ADMIN, AdminFixture, SAM, SUPPORT, sign_in_admin};
use crate::plans::PlanFixture;
use crate::profiles::PIXEL;
use crate::support::{Client, START};

async fn create_message(client: &Client, subject: &str) -> String {
    let body = json!({ "subject": subject, "message": "The tap drips.\n\nStill." });
    let sent = client.post("/api/support", &body).await.expect_status(201);
    assert_eq!((&sent["status"], &sent["answers"]), (&json!("open"), &json!([])));
    sent["id"].as_str().expect("an id").to_owned()
}

fn listed_subjects(list: &Value) -> Vec<&str> {
    let data = list["data"].as_array().expect("rows").iter();
    data.map(|it| it["subject"].as_str().expect("a subject")).collect()
}

fn header<'a>(raw: &'a str, name: &str) -> &'a str {
    let start = format!("{name}: ");
    let line = raw.lines().find_map(|line| line.strip_prefix(&start));
    line.unwrap_or_else(|| panic!("no {name} in {raw}")).trim()
}

#[tokio::test]
async fn a_reply_is_emailed_in_the_thread_and_shown_next_to_the_question() {
    let office = AdminFixture::open().await;
    let (app, client, admin) = (&office.business.app, &office.business.client, &office.admin);
    let question = create_message(client, "A tap").await;
    let arrived = app.receive_emails(SAM).await.pop().expect("a mail");
    let received = "received your message: A tap";
    assert!(arrived.subject.ends_with(received), "{}", arrived.subject);
    assert_eq!(header(&arrived.raw, "Reply-To"), SUPPORT);

    let list = admin.get("/api/admin/support").await.expect_status(200);
    assert_eq!((listed_subjects(&list), &list["total"]), (vec!["A tap"], &json!(1)));
    assert_eq!((&list["data"][0]["email"], &list["data"][0]["goesFirst"]), (&json!(SAM), &json!(false)));
    let path = format!("/api/admin/support/{question}");
    let one = admin.get(&path).await.expect_status(200);
    assert_eq!((&one["message"], &one["userId"]), (&json!("The tap drips.\n\nStill."), &json!(office.id)));

    let answer = format!("{path}/answer");
    admin.post(&answer, &json!({ "text": " " })).await.expect_error(422, "rule_broken", Some("text"));
    app.clock.advance(1_000);
    let body = json!({ "id": Uuid::now_v7().to_string(), "text": "Turn it <off>.\n\nThen on." });
    let response = admin.post(&answer, &body).await.expect_status(201);
    assert_eq!((&response["status"], &response["answers"][0]["text"]), (&json!("answered"), &body["text"]));
    assert_eq!(response["answers"][0]["email"]["state"], "waiting");
    assert_eq!(response["answers"][0]["answeredBy"], "Sam Taylor");
    let list = admin.get("/api/admin/support?status=answered").await.expect_status(200);
    let row = &list["data"][0];
    assert_eq!(
        (&row["name"], &row["createdAt"], &row["changedAt"]),
        (&json!("Sam Taylor"), &json!(START), &json!(START + 1_000))
    );
    // The answer was lost on its way: the same again is one.
    let again = admin.post(&answer, &body).await.expect_status(201);
    assert_eq!(again["answers"].as_array().map(Vec::len), Some(1));
    let mut other = body.clone();
    other["text"] = json!("Call a plumber.");
    admin.post(&answer, &other).await.expect_error(409, "id_taken", None);

    let mails = app.receive_emails(SAM).await;
    let mail = mails.last().expect("a mail");
    assert_eq!(mail.subject, format!("Re: {}", arrived.subject));
    let response = admin.get(&path).await.expect_status(200);
    assert_eq!(response["answers"][0]["email"]["state"], "sent");
    assert!(mail.text.contains("Turn it <off>."), "{}", mail.text);
    assert!(!mail.html.contains("<off>"), "{}", mail.html);
    let first = header(&arrived.raw, "Message-ID");
    assert!(first.contains(&question), "{first}");
    assert_eq!(header(&mail.raw, "In-Reply-To"), first);
    assert_eq!(header(&mail.raw, "References"), first);
    assert_eq!(header(&mail.raw, "Reply-To"), SUPPORT);
    assert_eq!(mails.iter().filter(|it| it.subject.starts_with("Re: ")).count(), 1);

    let own = client.get("/api/support").await.expect_status(200);
    assert_eq!((&own[0]["status"], &own[0]["answers"][0]["text"]), (&json!("answered"), &body["text"]));
    assert_eq!(own[0]["answers"][0].get("answeredBy"), None);
    assert_eq!(office.list_actions().await[0], "answer");
}

#[tokio::test]
async fn questions_are_filtered_by_status_and_found_by_their_text() {
    let office = AdminFixture::open().await;
    let (client, admin) = (&office.business.client, &office.admin);
    let tap = create_message(client, "A tap").await;
    office.business.app.clock.advance(1_000);
    create_message(client, "A valve").await;
    let list = admin.get("/api/admin/support?status=open").await.expect_status(200);
    assert_eq!(listed_subjects(&list), ["A tap", "A valve"], "who has waited longest comes first");
    let list = admin.get("/api/admin/support?search=VALVE").await.expect_status(200);
    assert_eq!(listed_subjects(&list), ["A valve"]);
    let list = admin.get(&format!("/api/admin/support?search={SAM}")).await.expect_status(200);
    assert_eq!(list["total"], 2);
    let path = format!("/api/admin/support/{tap}/status");
    let one = admin.post(&path, &json!({ "status": "closed" })).await.expect_status(200);
    assert_eq!(one["status"], "closed");
    admin.post(&path, &json!({ "status": "closed" })).await.expect_status(200);
    for (status, subjects) in [
        ("open", vec!["A valve"]),
        ("closed", vec!["A tap"]),
        ("answered", vec![]),
        ("all", vec!["A valve", "A tap"]),
        ("all&search=A%20tap", vec!["A tap"]),
    ] {
        let list = admin.get(&format!("/api/admin/support?status={status}")).await.expect_status(200);
        assert_eq!(listed_subjects(&list), subjects, "{status}");
    }
    admin.get("/api/admin/support?status=lost").await.expect_error(400, "invalid", Some("status"));
    admin.post(&path, &json!({ "status": "lost" })).await.expect_error(400, "invalid", Some("status"));
    let nobody = "/api/admin/support/01930000-0000-7000-8000-000000000001";
    admin.get(nobody).await.expect_error(404, "not_found", None);
    let answer = format!("{nobody}/answer");
    admin.post(&answer, &json!({ "text": "Hello" })).await.expect_error(404, "not_found", None);
    let acts = office.list_actions().await;
    assert_eq!(acts.iter().filter(|act| *act == "status").count(), 1);
    assert_eq!(admin.get("/api/admin/health").await.expect_status(200)["questions"], 1);
}

#[tokio::test]
async fn questions_from_plus_accounts_come_first() {
    let (shop, _) = PlanFixture::open_paying("core").await;
    let app = &shop.business.app;
    let admin = sign_in_admin(app).await;
    // In the administrator's own trial, which has all of Plus.
    create_message(&shop.business.client, "Of Core, first").await;
    app.clock.advance(1_000);
    create_message(&admin, "Of Plus, later").await;
    let list = admin.get("/api/admin/support").await.expect_status(200);
    assert_eq!(listed_subjects(&list), ["Of Plus, later", "Of Core, first"]);
    assert_eq!(list["data"][0]["email"], ADMIN);
    assert_eq!(list["data"][0]["goesFirst"], true);
}

async fn upload(client: &Client) -> crate::support::TestResponse {
    let part = Part::bytes(PIXEL).file_name("screen.png");
    let request = client.request(Method::POST, "/api/support/pictures");
    client.send(request.multipart(Form::new().part("file", part))).await
}

#[tokio::test]
async fn only_the_sender_and_administrators_see_the_pictures_of_a_question() {
    let office = AdminFixture::open().await;
    let (app, client, admin) = (&office.business.app, &office.business.client, &office.admin);
    let picture = upload(client).await.expect_status(201)["id"].as_str().expect("an id").to_owned();
    let loose = upload(client).await.expect_status(201)["id"].as_str().expect("an id").to_owned();
    let own = format!("/api/support/pictures/{picture}");
    assert!(client.get_bytes(&own).await.starts_with(b"\xff\xd8"), "a JPEG of nothing but pixels");
    let body = json!({ "id": Uuid::now_v7().to_string(), "subject": "A tap", "message": "See.",
        "pictures": [picture] });
    let sent = client.post("/api/support", &body).await.expect_status(201);
    assert_eq!(sent["pictures"], json!([picture]));
    assert_eq!(client.post("/api/support", &body).await.expect_status(201), sent);
    assert_eq!(client.get("/api/support").await.expect_status(200)[0]["pictures"], json!([picture]));
    let received_email = app.receive_emails(SUPPORT).await.pop().expect("a mail");
    let id = sent["id"].as_str().expect("an id");
    assert!(received_email.html.contains("With 1 picture: "), "{}", received_email.html);
    let link = format!("/admin/support/{id}");
    assert!(received_email.html.contains(&link), "{}", received_email.html);

    let path = format!("/api/admin/support/{id}");
    assert_eq!(admin.get(&path).await.expect_status(200)["pictures"], json!([picture]));
    assert!(admin.get_bytes(&format!("{path}/pictures/{picture}")).await.starts_with(b"\xff\xd8"));
    // No other picture of the account's, and not by the writer's own path.
    admin.get(&format!("{path}/pictures/{loose}")).await.expect_error(404, "not_found", None);
    admin.get(&own).await.expect_error(404, "not_found", None);

    // Nobody else's, no second question's, and not too many.
    let jo = app.sign_up("jo@example.com").await;
    let mut other = json!({ "subject": "Mine", "message": "See.", "pictures": [picture] });
    jo.post("/api/support", &other).await.expect_error(422, "rule_broken", Some("pictures[0]"));
    client.post("/api/support", &other).await.expect_error(422, "rule_broken", Some("pictures[0]"));
    other["pictures"] = json!([loose, loose]);
    client.post("/api/support", &other).await.expect_error(422, "rule_broken", Some("pictures"));
    let many: Vec<String> = (0..6).map(|_| Uuid::now_v7().to_string()).collect();
    other["pictures"] = json!(many);
    client.post("/api/support", &other).await.expect_error(422, "rule_broken", Some("pictures"));

    // After thirty days the one that no question names is gone.
    app.clock.advance(31 * 86_400_000);
    app.run_jobs().await;
    app.log_in(client, SAM).await;
    client.get_bytes(&own).await;
    client.get(&format!("/api/support/pictures/{loose}")).await.expect_error(404, "not_found", None);
}
