//! Pictures that nothing uses are deleted after a while; what a customer was shown remains.

use plumbline::clock::DAY;
use plumbline::jobs::{self, JobKind, Lane};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, id_of, profile_body, with_field};
use crate::profiles::PIXEL;
use crate::support::{Client, TestResponse};

/// Tries to upload a picture.
pub async fn try_upload_picture(client: &Client) -> TestResponse {
    let form = Form::new().part("file", Part::bytes(PIXEL).file_name("logo.png"));
    let request = client.request(Method::POST, "/api/files").multipart(form);
    client.send(request).await
}

/// Uploads a picture with an id chosen by the browser.
async fn upload_picture_as(client: &Client, id: &str, bytes: &'static [u8]) -> TestResponse {
    let form = Form::new().text("id", id.to_owned()).part("file", Part::bytes(bytes).file_name("logo.png"));
    let request = client.request(Method::POST, "/api/files").multipart(form);
    client.send(request).await
}

async fn upload_picture(client: &Client) -> String {
    let file = try_upload_picture(client).await.expect_status(201);
    file["url"].as_str().expect("an address").to_owned()
}

/// How many files are stored on the disk.
pub fn count_files_on_disk(business: &TestBusiness) -> usize {
    let folder = std::fs::read_dir(business.app.folder().join("files"));
    folder.expect("files").count()
}

impl TestBusiness {
    /// Advances the clock by days, and runs the due jobs.
    pub async fn advance_days(&self, days: i64) {
        for _ in 0..days {
            self.app.clock.advance(DAY);
            self.app.run_jobs().await;
        }
        self.app.log_in(&self.client, OWNER).await;
    }

    /// Sets or removes the profile's logo.
    async fn set_logo(&self, logo: impl Into<Value>) {
        let path = format!("/api/business-profiles/{}", self.profile);
        let now = self.client.get(&path).await.expect_status(200);
        let body =
            with_field(with_field(profile_body(), "logoUrl", logo.into()), "version", now["version"].clone());
        self.client.put(&path, &body).await.expect_status(200);
    }

    async fn has_picture(&self, picture: &str) -> bool {
        match self.client.get(picture).await.status.as_u16() {
            200 => true,
            404 => false,
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn a_picture_that_is_sent_again_under_its_id_is_the_same_file() {
    let business = TestBusiness::open().await;
    let mine = uuid::Uuid::now_v7().to_string();
    let many = (0..4).map(|_| upload_picture_as(&business.client, &mine, PIXEL));
    for answer in futures::future::join_all(many).await {
        assert_eq!(answer.expect_status(201)["id"], json!(mine));
    }
    // The stored picture is returned, whatever is sent with its id now.
    let again = upload_picture_as(&business.client, &mine, b"half a picture").await;
    assert_eq!(again.expect_status(201)["url"], json!(format!("/api/files/{mine}")));
    assert_eq!((count_files_on_disk(&business), business.count_rows("files").await), (1, 1));
    let stranger = business.app.sign_up("kim@other.example").await;
    let taken = upload_picture_as(&stranger, &mine, PIXEL).await;
    taken.expect_error(409, "id_taken", None);
    let odd = upload_picture_as(&business.client, "one", PIXEL).await;
    odd.expect_error(400, "bad_id", Some("id"));
    assert!(business.has_picture(&format!("/api/files/{mine}")).await);
}

#[tokio::test]
async fn an_unused_picture_is_deleted_after_thirty_days() {
    let business = TestBusiness::open().await;
    let (one, two) = (upload_picture(&business.client).await, upload_picture(&business.client).await);
    assert_eq!(count_files_on_disk(&business), 2);
    // A profile that is typed at for a while, or comes late from a phone without signal.
    business.advance_days(29).await;
    business.set_logo(two.as_str()).await;
    assert!(business.has_picture(&one).await);
    business.advance_days(1).await;
    assert!(!business.has_picture(&one).await);
    assert!(business.has_picture(&two).await);
    assert_eq!((count_files_on_disk(&business), business.count_rows("files").await), (1, 1));
    business.advance_days(60).await;
    assert!(business.has_picture(&two).await, "it is the logo");
    // A profile that names the other picture is refused, with the message to upload it again.
    let path = format!("/api/business-profiles/{}", business.profile);
    let body = with_field(profile_body(), "logoUrl", json!(one));
    let answer = business.client.put(&path, &with_field(body, "version", json!(2))).await;
    answer.expect_error(422, "rule_broken", Some("logoUrl"));
}

#[tokio::test]
async fn a_logo_stays_for_thirty_days_after_another_took_its_place() {
    let business = TestBusiness::open().await;
    let (one, two) = (upload_picture(&business.client).await, upload_picture(&business.client).await);
    business.set_logo(one.as_str()).await;
    business.advance_days(40).await;
    assert!(business.has_picture(&one).await && !business.has_picture(&two).await);
    let two = upload_picture(&business.client).await;
    business.set_logo(two.as_str()).await;
    business.advance_days(29).await;
    // Taken back, and given up again: the days begin anew.
    business.set_logo(one.as_str()).await;
    business.set_logo(Value::Null).await;
    business.advance_days(29).await;
    assert!(business.has_picture(&one).await);
    business.advance_days(1).await;
    assert!(!business.has_picture(&one).await && !business.has_picture(&two).await);
    assert_eq!((count_files_on_disk(&business), business.count_rows("files").await), (0, 0));
}

#[tokio::test]
async fn the_logo_of_an_issued_version_is_not_deleted() {
    let business = TestBusiness::open().await;
    let logo = upload_picture(&business.client).await;
    business.set_logo(logo.as_str()).await;
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/{}", id_of(&sent));
    business.client.post_empty(&format!("{path}/archive")).await.expect_status(200);
    business.set_logo(Value::Null).await;
    let profile = format!("/api/business-profiles/{}", business.profile);
    business.client.delete(&profile).await.expect_status(204);
    business.advance_days(90).await;
    assert!(business.has_picture(&logo).await);
    // What was out of sight comes back as its customer saw it.
    business.client.post_empty(&format!("{path}/restore")).await.expect_status(200);
    let page = business.client.get(&format!("{path}/presentation")).await.expect_status(200);
    assert_eq!(page["logoUrl"], logo.as_str());
}

#[tokio::test]
async fn the_logo_of_a_draft_is_not_deleted() {
    let business = TestBusiness::open().await;
    let logo = upload_picture(&business.client).await;
    business.set_logo(logo.as_str()).await;
    let draft = business.draft_quote().await;
    // A hidden profile stays for its documents, with its logo.
    let profile = format!("/api/business-profiles/{}", business.profile);
    business.client.delete(&profile).await.expect_status(204);
    business.advance_days(90).await;
    assert!(business.has_picture(&logo).await);
    let path = format!("/api/quotes/{}/presentation", id_of(&draft));
    let page = business.client.get(&path).await.expect_status(200);
    assert_eq!(page["logoUrl"], logo.as_str());
}

#[tokio::test]
async fn a_repeated_clean_up_job_deletes_nothing_else() {
    const KIND: JobKind = JobKind::new("clear_picture", Lane::Bulk);
    let business = TestBusiness::open().await;
    let (one, two) = (upload_picture(&business.client).await, upload_picture(&business.client).await);
    business.set_logo(two.as_str()).await;
    business.advance_days(30).await;
    assert!(!business.has_picture(&one).await);
    let again = async |url: &str| {
        let file = url.rsplit('/').next().expect("an id");
        let state = business.app.state();
        let mut tx = state.db.begin_write().await.expect("a transaction");
        jobs::enqueue(state, &mut tx, KIND, file).await.expect("queued");
        tx.commit().await.expect("committed");
        business.app.run_jobs().await;
    };
    again(&one).await;
    again(&two).await;
    business.set_logo(Value::Null).await;
    // One of before that was put back meanwhile: the picture was let go a moment ago.
    again(&two).await;
    assert!(business.has_picture(&two).await);
    let mut conn = business.app.state().db.read().await.expect("a connection");
    let failed: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM jobs WHERE last_error IS NOT NULL")
        .fetch_one(&mut *conn)
        .await
        .expect("a count");
    assert_eq!(failed, 0);
}

#[tokio::test]
async fn the_rate_of_uploads_is_limited() {
    let app = crate::support::TestApp::start_with(|config| config.limit_factor = 1).await;
    let business = TestBusiness::open_at(app).await;
    let mine = uuid::Uuid::now_v7().to_string();
    for _ in 0..240 {
        upload_picture_as(&business.client, &mine, PIXEL).await.expect_status(201);
    }
    let refused = upload_picture_as(&business.client, &mine, PIXEL).await;
    refused.expect_error(429, "too_many_requests", None);
    business.app.clock.advance(plumbline::clock::MINUTE);
    upload_picture_as(&business.client, &mine, PIXEL).await.expect_status(201);
}
