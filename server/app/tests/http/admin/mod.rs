//! Administering accounts: who may, what they see, and what is recorded about it.

mod entering;
mod granting;
mod health;
mod leave;
mod matrix;
mod queue;
mod routes;
mod suspending;
mod users;

use plumbline::admin::grant;
use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness};
use crate::support::{Client, TestApp};

/// The address of an administrator.
pub const ADMIN: &str = "ada@plumbline.test";
/// The support mailbox.
const SUPPORT: &str = "help@plumbline.test";

/// A business and an administrator.
struct AdminFixture {
    business: TestBusiness,
    admin: Client,
    /// The id of the business's account.
    id: String,
}

impl AdminFixture {
    async fn open() -> Self {
        let app = TestApp::start_with(|config| config.support_email = SUPPORT.to_owned()).await;
        Self::open_at(app).await
    }

    async fn open_at(app: TestApp) -> Self {
        let test_business = TestBusiness::open_at(app).await;
        let me = test_business.client.get("/api/auth/me").await.expect_status(200);
        let admin = sign_in_admin(&test_business.app).await;
        let id = me["id"].as_str().expect("an id").to_owned();
        Self { business: test_business, admin, id }
    }

    /// A path of the business's account in the administration API.
    fn path(&self, rest: &str) -> String {
        format!("/api/admin/users/{}{rest}", self.id)
    }

    /// The actions in the audit log, latest first.
    async fn list_actions(&self) -> Vec<String> {
        let log = self.admin.get("/api/admin/audit").await.expect_status(200);
        let acts = log["data"].as_array().expect("entries").iter();
        acts.map(|it| it["act"].as_str().expect("an act").to_owned()).collect()
    }
}

/// A browser in which an administrator is signed in.
pub async fn sign_in_admin(app: &TestApp) -> Client {
    let admin = app.sign_up(ADMIN).await;
    grant::grant(app.state(), ADMIN).await.expect("granted");
    admin
}

fn reason_body(reason: &str) -> Value {
    json!({ "reason": reason })
}

fn subjects(received_emails: &[crate::support::ReceivedEmail]) -> Vec<&str> {
    received_emails.iter().map(|it| it.subject.as_str()).collect()
}

/// The business's address, for the modules of this folder.
const SAM: &str = OWNER;
