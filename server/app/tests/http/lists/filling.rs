//! A database that is older than the lists' own rows: the start writes them.

use serde_json::Value;

use crate::documents::{OWNER, TestBusiness, id_of};

#[tokio::test]
async fn the_start_fills_the_lists_of_an_existing_database() {
    let mut test_business = TestBusiness::open().await;
    let invoice = test_business.sent_invoice().await;
    test_business.draft_quote().await;
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let body = serde_json::json!({ "amount": "78.10", "method": "cash", "date": "2026-11-02" });
    test_business.client.post(&path, &body).await.expect_status(201);
    let ask = async |business: &TestBusiness| -> Vec<Value> {
        let mut answers = Vec::new();
        for path in ["/api/dashboard", "/api/quotes?q=boil", "/api/invoices?status=outstanding"] {
            answers.push(business.client.get(path).await.expect_status(200));
        }
        answers
    };
    let before = ask(&test_business).await;
    assert_eq!(before[0]["paidThisMonth"], "78.10");
    assert_eq!(before[2]["outstanding"], "400.00");

    let mut tx = test_business.app.state().db.begin_write().await.expect("a transaction");
    for sql in ["DELETE FROM takings", "DELETE FROM document_summaries", "DELETE FROM fillings"] {
        sqlx::query(sql).execute(&mut *tx).await.expect("emptied");
    }
    tx.commit().await.expect("a commit");
    assert_eq!(ask(&test_business).await[1]["total"], 0);

    test_business.app.restart().await;
    test_business.client = test_business.app.new_client();
    test_business.app.log_in(&test_business.client, OWNER).await;
    assert_eq!(ask(&test_business).await, before);

    // Rows of an older filling are written anew, once.
    let spoil = "UPDATE document_summaries SET filled_by = 0, outstanding = 1, words = ''";
    for (sql, expected) in [(spoil, false), ("DELETE FROM fillings", true)] {
        let mut tx = test_business.app.state().db.begin_write().await.expect("a transaction");
        sqlx::query(sql).execute(&mut *tx).await.expect("spoilt");
        tx.commit().await.expect("a commit");
        test_business.app.restart().await;
        test_business.client = test_business.app.new_client();
        test_business.app.log_in(&test_business.client, OWNER).await;
        assert_eq!(ask(&test_business).await == before, expected, "{sql}");
    }
    test_business.app.stop().await;
}
