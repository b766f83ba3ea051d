//! The job that writes a contact's new name to its documents, of which there may be thousands.

use plumbline::contacts::renaming::{RenameJob, resume};
use plumbline::ids::{ContactId, UserId};

use crate::documents::TestBusiness;

#[tokio::test]
async fn drafts_get_the_new_name_in_portions_and_issued_documents_keep_the_old_one() {
    let business = TestBusiness::open().await;
    for _ in 0..3 {
        business.draft_quote().await;
    }
    business.sent_invoice().await;
    let state = business.app.state();
    // The contact has its new name and its documents the old one, as before the job runs.
    let mut tx = state.db.begin_write().await.expect("a transaction");
    let user: String = sqlx::query_scalar("SELECT user_id FROM contacts WHERE id = $1")
        .bind(&business.contact)
        .fetch_one(&mut *tx)
        .await
        .expect("a contact");
    sqlx::query("UPDATE contacts SET name = 'Joanna Bloggs' WHERE id = $1")
        .bind(&business.contact)
        .execute(&mut *tx)
        .await
        .expect("renamed");
    tx.commit().await.expect("a commit");
    let user: UserId = user.parse().expect("an id");
    let contact: ContactId = business.contact.parse().expect("an id");
    let find_renamed = async |kind: &str| {
        let path = format!("/api/{kind}?q=joanna");
        business.client.get(&path).await.expect_status(200)
    };
    assert_eq!(find_renamed("quotes").await["total"], 0);
    // The second run has nothing left to change.
    for portion in [1, 2] {
        resume(state, RenameJob::new(&user, &contact), portion).await.expect("the job runs");
        let quotes = find_renamed("quotes").await;
        assert_eq!(quotes["total"], 3);
        for quote in quotes["data"].as_array().expect("a list") {
            assert_eq!(quote["contactName"], "Joanna Bloggs");
        }
        // An issued document shows the name that it was issued to.
        let invoices = find_renamed("invoices").await;
        assert_eq!(invoices["total"], 1);
        assert_eq!(invoices["data"][0]["contactName"], "Jo Bloggs");
    }
    business.app.stop().await;
}
