//! What a customer reads and may do through a link.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, token_of};

fn field_names(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[tokio::test]
async fn a_public_response_has_exactly_the_listed_fields() {
    let business = TestBusiness::open().await;
    let sent = business.accepted_quote().await;
    let page = business
        .app
        .new_client()
        .get(&format!("/api/quotes/public/{}", token_of(&sent)))
        .await
        .expect_status(200);
    assert_eq!(field_names(&page), ["business", "businessProfile", "contact", "items", "payments", "quote"]);
    assert_eq!(
        field_names(&page["quote"]),
        [
            "acceptedDate",
            "amountPayable",
            "balanceAfterDeposit",
            "balanceDue",
            "cancellation",
            "cisDeduction",
            "customerAddress",
            "customerName",
            "deposit",
            "depositAmount",
            "depositPaid",
            "depositReason",
            "depositType",
            "discount",
            "discountAmount",
            "discountReason",
            "discountType",
            "expiryDate",
            "includeDeposit",
            "includeDiscount",
            "includeLabour",
            "issueDate",
            "jobDescription",
            "labourHours",
            "labourRate",
            "labourTotal",
            "labourUnitType",
            "notes",
            "paidAmount",
            "pendingAmount",
            "quoteNumber",
            "reverseChargeVat",
            "status",
            "subtotalAmount",
            "tax",
            "totalAmount",
            "vatAmount",
            "vatGroups",
            "vatTreatment"
        ]
    );
    assert_eq!(
        field_names(&page["items"][0]),
        [
            "costType",
            "counted",
            "description",
            "id",
            "includeLabour",
            "labourHours",
            "labourRate",
            "labourTotal",
            "labourUnitType",
            "name",
            "optional",
            "price",
            "quantity",
            "selected",
            "total",
            "vat"
        ]
    );
    assert_eq!(
        field_names(&page["contact"]),
        [
            "address",
            "address_line1",
            "address_line2",
            "city",
            "company",
            "country",
            "county",
            "email",
            "name",
            "phone",
            "post_code"
        ]
    );
    assert_eq!(
        field_names(&page["businessProfile"]),
        [
            "accepts_bank_transfer",
            "accepts_card",
            "accepts_cash",
            "accepts_paypal",
            "accountName",
            "accountNumber",
            "address_line1",
            "address_line2",
            "bankName",
            "city",
            "country",
            "county",
            "email",
            "invoiceTerms",
            "logoUrl",
            "name",
            "paypal",
            "phone",
            "post_code",
            "quoteTerms",
            "registrationNumber",
            "sortCode",
            "stripe_account_id",
            "taxNumber",
            "template",
            "website"
        ]
    );
    let text = page.to_string();
    for private in [&id_of(&sent), &business.profile, &business.contact, super::OWNER, &token_of(&sent)] {
        assert!(!text.contains(private), "{private} is the business's own");
    }

    let sent = business.sent_invoice().await;
    let page = business
        .app
        .new_client()
        .get(&format!("/api/invoices/public/{}", token_of(&sent)))
        .await
        .expect_status(200);
    assert_eq!(
        field_names(&page),
        ["business", "businessProfile", "contact", "invoice", "items", "payments"]
    );
    assert_eq!(page["invoice"]["dueDate"], "2026-11-30");
}

#[tokio::test]
async fn all_invalid_links_get_the_same_response() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let draft = business.draft_quote().await;
    let mut answers = Vec::new();
    let customer = business.app.new_client();
    for wrong in ["x".repeat(32), id_of(&draft), id_of(&sent), format!("{}x", token_of(&sent))] {
        let answer = customer.get(&format!("/api/quotes/public/{wrong}")).await;
        answers.push((answer.status.as_u16(), answer.text));
        let answer = customer.post_empty(&format!("/api/quotes/public/{wrong}/accept")).await;
        answers.push((answer.status.as_u16(), answer.text));
    }
    // A quote's link is no invoice's.
    let crossed = customer.get(&format!("/api/invoices/public/{}", token_of(&sent))).await;
    assert_eq!(crossed.json()["message"], "Invoice not found or link has expired");
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(answers[0].1.contains("Quote not found or link has expired"));
    assert_eq!(answers[0].0, 404);
}

#[tokio::test]
async fn reading_changes_nothing() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/{}", id_of(&sent));
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let before = business.client.get(&path).await.expect_status(200);
    for _ in 0..3 {
        business.app.new_client().get(&link).await.expect_status(200);
        business.app.new_client().get(&format!("{link}/accept")).await.expect_error(
            405,
            "method_not_allowed",
            None,
        );
    }
    assert_eq!(business.client.get(&path).await.expect_status(200), before);
}

#[tokio::test]
async fn an_archived_document_remains_open_to_its_customer() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/{}", id_of(&sent));
    let archived = business.client.post_empty(&format!("{path}/archive")).await.expect_status(200);
    assert_eq!((&archived["archived"], &archived["status"]), (&json!(true), &json!("sent")));
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    business.app.new_client().post_empty(&format!("{link}/accept")).await.expect_status(200);
    let restored = business.client.post_empty(&format!("{path}/restore")).await.expect_status(200);
    assert_eq!((&restored["archived"], &restored["status"]), (&json!(false), &json!("accepted")));
}
