//! Every kind of email whose state a timeline or a page shows: how one is sent, and what is shown.

use plumbline::documents::stored::StoredDocument;
use plumbline::emails::{EnclosedAbout, EnclosedEmail, EnclosedKind, queue_enclosed, reminders};
use plumbline::ids::{ContactId, UserId};
use plumbline::mail::Attachment;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::kind::DocumentKind as Document;
use serde_json::{Value, json};

use super::{read_timeline, send_invoice, verify_by_email};
use crate::admin::ADMIN;
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of};
use crate::support::Client;
use crate::support::peer::FakeMailServer;

/// The tax month of the statements.
const MONTH: &str = "2026-10-05";

/// A kind of email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailKind {
    /// An email with a document.
    Document,
    /// A receipt for a payment that the business recorded.
    Receipt,
    /// A reminder of an overdue invoice.
    Reminder,
    /// A subcontractor's statement.
    Statement,
    /// A reply of support.
    Answer,
}

impl EmailKind {
    pub const ALL: [Self; 5] = [Self::Document, Self::Receipt, Self::Reminder, Self::Statement, Self::Answer];
}

/// What is shown about an email.
#[derive(Debug)]
pub struct DisplayedEmail {
    /// The state, in the terms of documents' emails.
    pub state: String,
    pub may_send_again: bool,
    pub says: Value,
    /// The part of its Message-ID that no other email has.
    pub name: String,
}

/// An email that was queued.
#[derive(Debug)]
pub struct QueuedEmail {
    pub kind: EmailKind,
    /// The document or the question that it is about.
    subject: Value,
}

/// A business with a subcontractor, and an administrator who replies to its questions.
pub struct EmailFixture {
    pub business: TestBusiness,
    pub admin: Client,
    user: UserId,
}

impl EmailFixture {
    /// A fixture whose emails go through a mail server.
    pub async fn open(test_business: TestBusiness, peer: &FakeMailServer) -> Self {
        let me = test_business.client.get("/api/auth/me").await.expect_status(200);
        let admin = test_business.app.new_client();
        test_business.app.register(&admin, ADMIN).await;
        verify_by_email(&test_business.app, &admin, peer, ADMIN).await;
        plumbline::admin::grant::grant(test_business.app.state(), ADMIN).await.expect("granted");
        let path = format!("/api/cis/contractors/{}", test_business.profile);
        let body = json!({ "version": 0, "employerReference": "123/ab456",
            "accountsOfficeReference": "", "from": "2026-04-06", "until": null });
        test_business.client.put(&path, &body).await.expect_status(200);
        let path = format!("/api/cis/subcontractors/{}", test_business.contact);
        let body = json!({ "version": 0, "name": "Bloggs Roofing", "utr": "12345 67890",
            "verificationNumber": "", "vatRegistered": true,
            "rates": [{ "from": "2026-04-06", "rate": 20 }] });
        test_business.client.put(&path, &body).await.expect_status(200);
        let body = json!({ "profileId": test_business.profile, "contactId": test_business.contact, "date": MONTH,
            "gross": "2800", "materials": "800", "vat": "", "description": "Roof" });
        test_business.client.post("/api/cis/payments", &body).await.expect_status(201);
        // After this, the invoices are overdue.
        let late = plumbline::clock::london_instant("2026-12-02".parse().expect("a day"), 9);
        test_business.app.clock.set(late);
        test_business.app.run_jobs().await;
        let user = me["id"].as_str().expect("an id").parse().expect("an id");
        let house = Self { business: test_business, admin, user };
        house.log_in().await;
        house
    }

    pub async fn log_in(&self) {
        self.business.app.log_in(&self.business.client, OWNER).await;
        self.business.app.log_in(&self.admin, ADMIN).await;
    }

    /// Queues an email of a kind.
    pub async fn send_email(&self, kind: EmailKind) -> QueuedEmail {
        let business = &self.business;
        let of = match kind {
            EmailKind::Document => send_invoice(business).await,
            EmailKind::Receipt => {
                let invoice = business.sent_invoice().await;
                let path = format!("/api/invoices/{}/payments", id_of(&invoice));
                let body = json!({ "amount": "100.00", "method": "cash" });
                let paid = business.client.post(&path, &body).await.expect_status(201);
                let path = format!("{path}/{}/receipt", id_of(&paid["payments"][0]));
                business.client.post_empty(&path).await.expect_status(200);
                invoice
            }
            EmailKind::Reminder => {
                let invoice = business.sent_invoice().await;
                self.remind_customer(&id_of(&invoice)).await;
                invoice
            }
            EmailKind::Statement => {
                self.send_deduction_statement().await;
                Value::Null
            }
            EmailKind::Answer => {
                let body = json!({ "subject": "A tap", "message": "It drips." });
                let question = business.client.post("/api/support", &body).await.expect_status(201);
                let path = format!("/api/admin/support/{}/answer", id_of(&question));
                let body = json!({ "text": "Turn it off." });
                self.admin.post(&path, &body).await.expect_status(201)
            }
        };
        QueuedEmail { kind, subject: of }
    }

    async fn remind_customer(&self, invoice: &str) {
        let state = self.business.app.state();
        let id = invoice.parse().expect("an id");
        let mut tx = state.db.begin_write().await.expect("a transaction");
        let stored = StoredDocument::lock(&mut tx, &self.user, Document::Invoice, &id).await;
        let stored = stored.expect("the invoice");
        reminders::remind(state, &mut tx, &stored).await.expect("reminded");
        tx.commit().await.expect("committed");
    }

    /// Does the same as the route, but without the time that the typesetter takes for the PDF.
    async fn send_deduction_statement(&self) {
        let state = self.business.app.state();
        let contact_id: ContactId = self.business.contact.parse().expect("an id");
        let from = BusinessProfile { name: "Taylor Plumbing".to_owned(), ..BusinessProfile::default() };
        let enclosed_email = EnclosedEmail {
            from: &from,
            to: CUSTOMER,
            subject: "CIS statement".to_owned(),
            message: "Hello".to_owned(),
            title: "Payment and deduction statement",
            rows: Vec::new(),
            file: Attachment::new("statement.pdf", "application/pdf", b"%PDF"),
            about: EnclosedAbout {
                paper: EnclosedKind::Cis,
                contact_id,
                who: "Bloggs Roofing".to_owned(),
                of: "5 Oct 2026".to_owned(),
                part: format!("{}/{MONTH}", self.business.profile),
            },
        };
        let mut tx = state.db.begin_write().await.expect("a transaction");
        queue_enclosed(state, &mut tx, &self.user, enclosed_email).await.expect("queued");
        tx.commit().await.expect("committed");
    }

    /// What is shown about an email, read from where people look for it.
    pub async fn read_displayed(&self, sent: &QueuedEmail) -> DisplayedEmail {
        let client = &self.business.client;
        let (email, name) = match sent.kind {
            EmailKind::Document | EmailKind::Receipt => {
                let email = read_timeline(&self.business, &sent.subject).await["emails"][0].clone();
                let name = id_of(&email);
                (email, name)
            }
            EmailKind::Reminder => {
                let of = id_of(&sent.subject);
                let path = format!("/api/invoices/{of}/chasing");
                let last = client.get(&path).await.expect_status(200)["last"].clone();
                let state = match last["state"].as_str().expect("a state") {
                    "queued" => "waiting",
                    "unsure" => "unconfirmed",
                    "failed" => "refused",
                    other => other,
                };
                let email = json!({ "state": state, "says": last["says"],
                    "maySendAgain": last["mayTryAgain"] });
                (email, format!("reminder-{of}-"))
            }
            EmailKind::Statement => {
                let path = format!("/api/cis/contractors/{}/returns/2026", self.business.profile);
                let returns = client.get(&path).await.expect_status(200);
                let months = returns["months"].as_array().expect("months");
                let month = months.iter().find(|it| it["to"] == MONTH).expect("the month");
                let email = month["rows"][0]["statementEmail"].clone();
                let name = id_of(&email);
                (email, name)
            }
            EmailKind::Answer => {
                let path = format!("/api/admin/support/{}", id_of(&sent.subject));
                let answer = self.admin.get(&path).await.expect_status(200)["answers"][0].clone();
                let name = format!("support-{}-{}", id_of(&sent.subject), id_of(&answer));
                (answer["email"].clone(), name)
            }
        };
        DisplayedEmail {
            state: email["state"].as_str().expect("a state").to_owned(),
            may_send_again: email["maySendAgain"] == true,
            says: email["says"].clone(),
            name,
        }
    }

    /// Sends it again, and returns the status of the response.
    pub async fn send_again(&self, sent: &QueuedEmail) -> u16 {
        let client = &self.business.client;
        let answer = match sent.kind {
            EmailKind::Document | EmailKind::Receipt => {
                let (of, email) = (id_of(&sent.subject), self.read_displayed(sent).await.name);
                let path = format!("/api/invoices/{of}/emails/{email}/again");
                client.post_empty(&path).await
            }
            EmailKind::Reminder => {
                let path = format!("/api/invoices/{}/chasing/again", id_of(&sent.subject));
                client.post_empty(&path).await
            }
            EmailKind::Statement => {
                let path = format!("/api/cis/contractors/{}/statement/again", self.business.profile);
                let body = json!({ "contactId": self.business.contact, "month": MONTH });
                client.post(&path, &body).await
            }
            EmailKind::Answer => {
                let answer = id_of(&sent.subject["answers"][0]);
                let path = format!("/api/admin/support/{}/answers/{answer}/again", id_of(&sent.subject));
                self.admin.post_empty(&path).await
            }
        };
        answer.status.as_u16()
    }
}
