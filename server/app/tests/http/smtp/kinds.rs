//! Every kind of mail of which a timeline or a page says what became of it: how one is sent, and what is shown.

use plumbline::documents::stored::Stored;
use plumbline::ids::{ContactId, UserId};
use plumbline::letters::{About, Enclosed, Paper, remind, send_enclosed};
use plumbline::mail::Attachment;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::kind::Kind as Document;
use serde_json::{Value, json};

use super::{emailed, post_code, timeline};
use crate::admin::ADMIN;
use crate::documents::{CUSTOMER, Desk, OWNER, id};
use crate::support::Client;
use crate::support::peer::Peer;

/// The month of the statements.
const MONTH: &str = "2026-10-05";

/// A kind of mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A document goes to its customer.
    Document,
    /// A receipt of a payment that the business wrote down.
    Receipt,
    /// A reminder of an invoice that is late.
    Reminder,
    /// A subcontractor's statement.
    Statement,
    /// Support answers a question.
    Answer,
}

impl Kind {
    pub const ALL: [Self; 5] = [
        Self::Document,
        Self::Receipt,
        Self::Reminder,
        Self::Statement,
        Self::Answer,
    ];
}

/// What is shown of a mail.
#[derive(Debug)]
pub struct Shown {
    /// In the words of documents' emails.
    pub state: String,
    pub may_send_again: bool,
    pub says: Value,
    /// What its Message-ID has in it, which no other has.
    pub name: String,
}

/// A mail that was queued.
#[derive(Debug)]
pub struct Sent {
    pub kind: Kind,
    /// The document, or the question.
    of: Value,
}

/// A business with a subcontractor, and whoever answers its questions.
pub struct House {
    pub desk: Desk,
    pub admin: Client,
    user: UserId,
}

impl House {
    /// Whatever is sent to it goes by way of a mail server.
    pub async fn at(desk: Desk, peer: &Peer) -> Self {
        let me = desk.client.get("/api/auth/me").await.expect(200);
        let admin = desk.app.client();
        desk.app.register(&admin, ADMIN).await;
        post_code(&desk.app, &admin, peer, ADMIN).await;
        plumbline::admin::grant::grant(desk.app.state(), ADMIN)
            .await
            .expect("granted");
        let path = format!("/api/cis/contractors/{}", desk.profile);
        let body = json!({ "version": 0, "employerReference": "123/ab456",
            "accountsOfficeReference": "", "from": "2026-04-06", "until": null });
        desk.client.put(&path, &body).await.expect(200);
        let path = format!("/api/cis/subcontractors/{}", desk.contact);
        let body = json!({ "version": 0, "name": "Bloggs Roofing", "utr": "12345 67890",
            "verificationNumber": "", "vatRegistered": true,
            "rates": [{ "from": "2026-04-06", "rate": 20 }] });
        desk.client.put(&path, &body).await.expect(200);
        let body = json!({ "profileId": desk.profile, "contactId": desk.contact, "date": MONTH,
            "gross": "2800", "materials": "800", "vat": "", "description": "Roof" });
        desk.client
            .post("/api/cis/payments", &body)
            .await
            .expect(201);
        // The invoices are late by now.
        let late = plumbline::clock::london_at("2026-12-02".parse().expect("a day"), 9);
        desk.app.clock.set(late);
        desk.app.run_jobs().await;
        let user = me["id"].as_str().expect("an id").parse().expect("an id");
        let house = Self { desk, admin, user };
        house.log_in().await;
        house
    }

    pub async fn log_in(&self) {
        self.desk.app.log_in(&self.desk.client, OWNER).await;
        self.desk.app.log_in(&self.admin, ADMIN).await;
    }

    /// Queues a mail of a kind.
    pub async fn send(&self, kind: Kind) -> Sent {
        let desk = &self.desk;
        let of = match kind {
            Kind::Document => emailed(desk).await,
            Kind::Receipt => {
                let invoice = desk.sent_invoice().await;
                let path = format!("/api/invoices/{}/payments", id(&invoice));
                let body = json!({ "amount": "100.00", "method": "cash" });
                let paid = desk.client.post(&path, &body).await.expect(201);
                let path = format!("{path}/{}/receipt", id(&paid["payments"][0]));
                desk.client.post_empty(&path).await.expect(200);
                invoice
            }
            Kind::Reminder => {
                let invoice = desk.sent_invoice().await;
                self.remind(&id(&invoice)).await;
                invoice
            }
            Kind::Statement => {
                self.state_deduction().await;
                Value::Null
            }
            Kind::Answer => {
                let body = json!({ "subject": "A tap", "message": "It drips." });
                let question = desk.client.post("/api/support", &body).await.expect(201);
                let path = format!("/api/admin/support/{}/answer", id(&question));
                let body = json!({ "text": "Turn it off." });
                self.admin.post(&path, &body).await.expect(201)
            }
        };
        Sent { kind, of }
    }

    async fn remind(&self, invoice: &str) {
        let state = self.desk.app.state();
        let mut tx = state.db.begin_write().await.expect("a transaction");
        let stored = Stored::lock(&mut tx, &self.user, Document::Invoice, invoice).await;
        let stored = stored.expect("the invoice");
        remind::remind(state, &mut tx, &stored)
            .await
            .expect("reminded");
        tx.commit().await.expect("committed");
    }

    /// As its route does once the typesetter has made the paper, which takes its time.
    async fn state_deduction(&self) {
        let state = self.desk.app.state();
        let contact_id: ContactId = self.desk.contact.parse().expect("an id");
        let from = BusinessProfile {
            name: "Taylor Plumbing".to_owned(),
            ..BusinessProfile::default()
        };
        let letter = Enclosed {
            from: &from,
            to: CUSTOMER,
            subject: "CIS statement".to_owned(),
            message: "Hello".to_owned(),
            title: "Payment and deduction statement",
            rows: Vec::new(),
            file: Attachment::new("statement.pdf", "application/pdf", b"%PDF"),
            about: About {
                paper: Paper::Cis,
                contact_id,
                who: "Bloggs Roofing".to_owned(),
                of: "5 Oct 2026".to_owned(),
                part: format!("{}/{MONTH}", self.desk.profile),
            },
        };
        let mut tx = state.db.begin_write().await.expect("a transaction");
        send_enclosed(state, &mut tx, &self.user, letter)
            .await
            .expect("queued");
        tx.commit().await.expect("committed");
    }

    /// What is shown of a mail where people look for it.
    pub async fn shown(&self, sent: &Sent) -> Shown {
        let client = &self.desk.client;
        let (email, name) = match sent.kind {
            Kind::Document | Kind::Receipt => {
                let email = timeline(&self.desk, &sent.of).await["emails"][0].clone();
                let name = id(&email);
                (email, name)
            }
            Kind::Reminder => {
                let of = id(&sent.of);
                let path = format!("/api/invoices/{of}/chasing");
                let last = client.get(&path).await.expect(200)["last"].clone();
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
            Kind::Statement => {
                let path = format!("/api/cis/contractors/{}/returns/2026", self.desk.profile);
                let returns = client.get(&path).await.expect(200);
                let months = returns["months"].as_array().expect("months");
                let month = months
                    .iter()
                    .find(|it| it["to"] == MONTH)
                    .expect("the month");
                let email = month["rows"][0]["statementEmail"].clone();
                let name = id(&email);
                (email, name)
            }
            Kind::Answer => {
                let path = format!("/api/admin/support/{}", id(&sent.of));
                let answer = self.admin.get(&path).await.expect(200)["answers"][0].clone();
                let name = format!("support-{}-{}", id(&sent.of), id(&answer));
                (answer["email"].clone(), name)
            }
        };
        Shown {
            state: email["state"].as_str().expect("a state").to_owned(),
            may_send_again: email["maySendAgain"] == true,
            says: email["says"].clone(),
            name,
        }
    }

    /// The one tap that sends it again.
    pub async fn again(&self, sent: &Sent) -> u16 {
        let client = &self.desk.client;
        let answer = match sent.kind {
            Kind::Document | Kind::Receipt => {
                let (of, email) = (id(&sent.of), self.shown(sent).await.name);
                let path = format!("/api/invoices/{of}/emails/{email}/again");
                client.post_empty(&path).await
            }
            Kind::Reminder => {
                let path = format!("/api/invoices/{}/chasing/again", id(&sent.of));
                client.post_empty(&path).await
            }
            Kind::Statement => {
                let path = format!("/api/cis/contractors/{}/statement/again", self.desk.profile);
                let body = json!({ "contactId": self.desk.contact, "month": MONTH });
                client.post(&path, &body).await
            }
            Kind::Answer => {
                let answer = id(&sent.of["answers"][0]);
                let path = format!("/api/admin/support/{}/answers/{answer}/again", id(&sent.of));
                self.admin.post_empty(&path).await
            }
        };
        answer.status.as_u16()
    }
}
