//! E-invoices: what is missing, the file, and the email with it.

use serde_json::{Value, json};

use crate::credits::{create_sent, credit_all_body};
use crate::documents::{CUSTOMER, TestBusiness, contact_body, id_of, profile_body, with_field};

/// Changes these fields of the customer or of the business profile.
async fn update_record(business: &TestBusiness, path: &str, mut body: Value, more: &Value) {
    let now = business.client.get(path).await.expect_status(200);
    for (name, value) in more.as_object().expect("fields") {
        body[name] = value.clone();
    }
    body["version"] = now["version"].clone();
    business.client.put(path, &body).await.expect_status(200);
}

async fn update_customer(business: &TestBusiness, more: Value) {
    update_record(business, &format!("/api/contacts/{}", business.contact), contact_body(), &more).await;
}

/// A business with a VAT number, and a customer who wants e-invoices.
pub async fn open_with_einvoices() -> TestBusiness {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    update_record(&business, &path, profile_body(), &json!({ "taxNumber": "GB 123 4567 89" })).await;
    let wants = json!({ "wants_einvoices": true, "vat_number": "987654321", "buyer_reference": "SITE-22" });
    update_customer(&business, wants).await;
    business
}

fn einvoice_path(kind: &str, document: &Value) -> String {
    format!("/api/{kind}/{}/einvoice", id_of(document))
}

async fn check_einvoice(business: &TestBusiness, invoice: &Value) -> Value {
    let path = format!("{}/check", einvoice_path("invoices", invoice));
    business.client.get(&path).await.expect_status(200)
}

fn finding_codes(body: &Value) -> Vec<&str> {
    let found = body["findings"].as_array().expect("findings");
    let code = |it: &'_ Value| -> String { it["code"].as_str().expect("a code").to_owned() };
    found.iter().map(code).map(|it| &*it.leak()).collect()
}

#[tokio::test]
async fn the_file_of_an_invoice_is_named_by_its_number_and_business() {
    let business = open_with_einvoices().await;
    let invoice = business.sent_invoice().await;
    let answer = business.client.get(&einvoice_path("invoices", &invoice)).await;
    assert_eq!(answer.header("content-type"), Some("application/xml"));
    let name = "attachment; filename=\"Invoice INV-0001 from Taylor Plumbing.xml\"";
    assert_eq!(answer.header("content-disposition"), Some(name));
    let xml = answer.text;
    for part in [
        "<cbc:ID>INV-0001</cbc:ID>",
        "<cbc:IssueDate>2026-11-16</cbc:IssueDate>",
        "<cbc:DueDate>2026-11-30</cbc:DueDate>",
        "<cbc:BuyerReference>SITE-22</cbc:BuyerReference>",
        "<cbc:EndpointID schemeID=\"9932\">GB123456789</cbc:EndpointID>",
        "<cbc:EndpointID schemeID=\"9932\">GB987654321</cbc:EndpointID>",
        "<cbc:Amount currencyID=\"GBP\">44.27</cbc:Amount>",
        "<cbc:InvoicedQuantity unitCode=\"HUR\">6</cbc:InvoicedQuantity>",
        "<cbc:PayableAmount currencyID=\"GBP\">478.10</cbc:PayableAmount>",
        "<cbc:RegistrationName>Jo Bloggs</cbc:RegistrationName>",
    ] {
        assert!(xml.contains(part), "{part} is not in\n{xml}");
    }
    // What was issued keeps its customer; the numbers by which they are reached are those of now.
    update_customer(
        &business,
        json!({
            "name": "Jo Brown", "peppol_id": "0088:5060012349998", "buyer_reference": "SITE-22"
        }),
    )
    .await;
    let later = business.client.get(&einvoice_path("invoices", &invoice)).await.text;
    assert!(later.contains("<cbc:RegistrationName>Jo Bloggs</cbc:RegistrationName>"));
    assert!(later.contains("schemeID=\"0088\">5060012349998"));
    // A credit note of it names it.
    let note = create_sent(&business, &invoice, &credit_all_body()).await;
    let credited = business.client.get(&einvoice_path("credit-notes", &note)).await.text;
    for part in [
        "<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>",
        "<cbc:ID>CN-0001</cbc:ID>",
        "<cac:InvoiceDocumentReference>\n      <cbc:ID>INV-0001</cbc:ID>",
        "<cbc:PayableAmount currencyID=\"GBP\">478.10</cbc:PayableAmount>",
    ] {
        assert!(credited.contains(part), "{part} is not in\n{credited}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn missing_fields_are_reported_while_editing_and_on_export() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let bare = with_field(with_field(profile_body(), "taxNumber", json!("")), "version", json!(1));
    business.client.put(&path, &bare).await.expect_status(200);
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    let response = check_einvoice(&business, &draft).await;
    let nothing = json!({ "wanted": false, "orderReference": "", "findings": [] });
    assert_eq!(response, nothing, "others never see it");
    update_customer(&business, json!({ "wants_einvoices": true })).await;
    let response = check_einvoice(&business, &draft).await;
    assert_eq!(finding_codes(&response), ["reference_missing", "vat_number", "peppol_id", "peppol_id"]);
    let first = &response["findings"][0];
    assert_eq!((&first["place"], &first["field"]), (&json!("document"), &json!("orderReference")));
    let sentence = first["message"].as_str().expect("a sentence");
    assert!(sentence.starts_with("Your customer’s reference is missing."), "{sentence}");
    assert_eq!(response["findings"][1]["place"], "profile");
    assert_eq!(response["findings"][3]["place"], "contact");
    // The order's number is enough of a reference, and is taken off again by an empty one.
    let path = format!("/api/invoices/{}/order-reference", id_of(&draft));
    let set = json!({ "orderReference": " PO-771 " });
    business.client.put(&path, &set).await.expect_status(204);
    let response = check_einvoice(&business, &draft).await;
    assert_eq!((&response["orderReference"], finding_codes(&response).len()), (&json!("PO-771"), 3));
    let again = json!({ "orderReference": "PO-772" });
    business.client.put(&path, &again).await.expect_status(204);
    assert_eq!(check_einvoice(&business, &draft).await["orderReference"], "PO-772");
    business.client.put(&path, &json!({ "orderReference": "" })).await.expect_status(204);
    assert_eq!(finding_codes(&check_einvoice(&business, &draft).await).len(), 4);
    let long = json!({ "orderReference": "x".repeat(101) });
    business.client.put(&path, &long).await.expect_error(422, "rule_broken", Some("orderReference"));
    // The file's error names the same fields; a draft has no e-invoice.
    let body = business.client.get(&einvoice_path("invoices", &draft)).await.expect_status(422);
    let errors = body["errors"].as_array().expect("errors");
    assert_eq!((errors.len(), &errors[0]["path"]), (5, &json!("number")));
    business.app.stop().await;
}

#[tokio::test]
async fn the_email_has_the_e_invoice_attached_if_the_customer_wants_it() {
    let business = open_with_einvoices().await;
    let by_mail = json!({ "via": "email" });
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    let path = format!("/api/invoices/{}/send", id_of(&draft));
    business.client.post(&path, &by_mail).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let raw = &received_emails.last().expect("a mail").raw;
    assert!(raw.contains("from Taylor Plumbing.xml") && raw.contains("application/xml"));
    assert!(raw.contains("application/pdf"));
    // Sent again to a customer who no longer wants e-invoices, or with something missing, it has no e-invoice.
    for more in [
        json!({ "wants_einvoices": false, "vat_number": "987654321", "buyer_reference": "SITE-22" }),
        json!({ "wants_einvoices": true }),
    ] {
        update_customer(&business, more).await;
        business.client.post(&path, &by_mail).await.expect_status(200);
        let received_emails = business.app.receive_emails(CUSTOMER).await;
        let raw = &received_emails.last().expect("a mail").raw;
        assert!(!raw.contains("from Taylor Plumbing.xml") && raw.contains("application/pdf"));
    }
    business.app.stop().await;
}

#[tokio::test]
async fn an_invalid_peppol_address_is_refused() {
    let business = open_with_einvoices().await;
    let path = format!("/api/contacts/{}", business.contact);
    let now = business.client.get(&path).await.expect_status(200);
    let body = with_field(contact_body(), "version", now["version"].clone());
    let email = with_field(body.clone(), "peppol_id", json!("jo@example.com"));
    let response =
        business.client.put(&path, &email).await.expect_error(422, "rule_broken", Some("peppol_id"));
    let sentence = response["errors"][0]["msg"].as_str().expect("a sentence");
    assert!(sentence.starts_with("A Peppol address isn’t an email address."), "{sentence}");
    let path = format!("/api/business-profiles/{}", business.profile);
    let now = business.client.get(&path).await.expect_status(200);
    let body = with_field(profile_body(), "version", now["version"].clone());
    let bad = with_field(body, "peppolId", json!("0088:5060012349999"));
    business.client.put(&path, &bad).await.expect_error(422, "rule_broken", Some("peppolId"));
    business.app.stop().await;
}

#[tokio::test]
async fn a_void_invoice_and_another_accounts_have_no_e_invoice() {
    let business = open_with_einvoices().await;
    let invoice = business.sent_invoice().await;
    let stranger = business.app.sign_up("someone@else.example").await;
    for path in
        [einvoice_path("invoices", &invoice), format!("{}/check", einvoice_path("invoices", &invoice))]
    {
        stranger.get(&path).await.expect_status(404);
    }
    let path = format!("/api/invoices/{}/order-reference", id_of(&invoice));
    let set = json!({ "orderReference": "PO-1" });
    stranger.put(&path, &set).await.expect_status(404);
    let path = format!("/api/invoices/{}/void", id_of(&invoice));
    business.client.post_empty(&path).await.expect_status(200);
    let body = business.client.get(&einvoice_path("invoices", &invoice)).await.expect_status(422);
    assert_eq!(body["errors"][0]["code"], "void");
    business.app.stop().await;
}
