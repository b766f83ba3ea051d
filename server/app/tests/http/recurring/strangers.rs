//! Another account, and nobody at all.

use serde_json::json;

use super::{PATH, cover, keep, path_of};
use crate::documents::{Desk, with};

#[tokio::test]
async fn another_accounts_are_not_found_and_nobody_gets_anything() {
    let desk = Desk::open().await;
    let made = keep(&desk, json!({})).await;
    let path = path_of(&made);
    let save = with(cover(&desk), "version", json!(1));
    let skip = json!({ "day": "2026-12-01" });
    let ask =
        json!({ "id": made["id"], "days": { "firstDay": "2026-12-01", "repeat": "monthly" } });
    let stranger = desk.app.sign_up("lee@other.example").await;
    let nobody = desk.app.client();
    for (client, status, code) in [(&stranger, 404, "not_found"), (&nobody, 401, "no_session")] {
        client.get(&path).await.refused(status, code, None);
        client.put(&path, &save).await.refused(status, code, None);
        for deed in ["pause", "resume"] {
            let answer = client.post_empty(&format!("{path}/{deed}")).await;
            answer.refused(status, code, None);
        }
        let answer = client.post(&format!("{path}/skip"), &skip).await;
        answer.refused(status, code, None);
        let answer = client.post(&format!("{PATH}/preview"), &ask).await;
        answer.refused(status, code, None);
        client.delete(&path).await.refused(status, code, None);
    }
    nobody.get(PATH).await.refused(401, "no_session", None);
    nobody
        .post(PATH, &cover(&desk))
        .await
        .refused(401, "no_session", None);
    assert_eq!(stranger.get(PATH).await.expect(200), json!([]));
    // Neither another account's business nor its customer can be used, and its id is taken.
    stranger
        .post(PATH, &cover(&desk))
        .await
        .refused(422, "rule_broken", Some("businessProfileId"));
    let same = with(cover(&desk), "id", made["id"].clone());
    stranger
        .post(PATH, &same)
        .await
        .refused(409, "id_in_use", None);
    let now = desk.client.get(&path).await.expect(200);
    assert_eq!(now, made);
    desk.app.stop().await;
}
