//! Looking after accounts: who may, what they see, and what is noted of it.

mod entering;
mod granting;
mod health;
mod look_over;
mod matrix;
mod queue;
mod routes;
mod suspending;
mod users;

use plumbline::admin::grant;
use serde_json::{Value, json};

use crate::documents::{Desk, OWNER};
use crate::support::{Client, TestApp};

/// Somebody who looks after accounts.
pub const ADMIN: &str = "ada@plumbline.test";
/// Where support is written to.
const SUPPORT: &str = "help@plumbline.test";

/// A business, and somebody who looks after it.
struct Office {
    desk: Desk,
    admin: Client,
    /// The business's account.
    id: String,
}

impl Office {
    async fn open() -> Self {
        let app = TestApp::start_with(|config| config.support_email = SUPPORT.to_owned()).await;
        Self::open_at(app).await
    }

    async fn open_at(app: TestApp) -> Self {
        let desk = Desk::open_at(app).await;
        let me = desk.client.get("/api/auth/me").await.expect(200);
        let admin = admin(&desk.app).await;
        let id = me["id"].as_str().expect("an id").to_owned();
        Self { desk, admin, id }
    }

    /// A path of the business's account in the administration.
    fn path(&self, rest: &str) -> String {
        format!("/api/admin/users/{}{rest}", self.id)
    }

    /// What the log says was done: the acts, the latest first.
    async fn acts(&self) -> Vec<String> {
        let log = self.admin.get("/api/admin/audit").await.expect(200);
        let acts = log["data"].as_array().expect("entries").iter();
        acts.map(|it| it["act"].as_str().expect("an act").to_owned())
            .collect()
    }
}

/// A browser of somebody with the role.
pub async fn admin(app: &TestApp) -> Client {
    let admin = app.sign_up(ADMIN).await;
    grant::grant(app.state(), ADMIN).await.expect("granted");
    admin
}

fn because(reason: &str) -> Value {
    json!({ "reason": reason })
}

fn subjects(letters: &[crate::support::Letter]) -> Vec<&str> {
    letters.iter().map(|it| it.subject.as_str()).collect()
}

/// The business's address, for those beside.
const SAM: &str = OWNER;
