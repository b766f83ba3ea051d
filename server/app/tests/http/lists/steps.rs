//! Random steps of a business and its customers, the same for the same seed.

use plumbline_core::calculate::instalments::{InstalmentPlanRequest, plan_instalments};
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use serde_json::{Value, json};

use super::model::ModelDocument;
use crate::card::{CardFixture, session_id};
use crate::documents::{self, id_of};
use crate::support::TestResponse;

/// Pseudo-random numbers: xorshift64*.
pub struct RandomNumbers(u64);

impl RandomNumbers {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from 0 to `end` - 1.
    pub fn next_below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let end = u64::try_from(all.len()).expect("a count");
        (end > 0).then(|| &all[usize::try_from(self.next_below(end)).expect("a place")])
    }
}

const CUSTOMERS: [&str; 5] = ["ÉCLAIR Bakery", "Jo Bloggs", "Σοφία Οδός", "Ёлка", "O'Brien"];
const JOBS: [&str; 4] = ["Boiler's valve", "Rewire, 2.5 mm", "Küche fliesen", "ЗАМЕНА крана"];

/// A business with a history of random steps.
pub struct RandomHistory {
    pub card: CardFixture,
    pub dice: RandomNumbers,
    pub contacts: Vec<String>,
    /// Card payments: the session, the pence paid, the pence refunded.
    sessions: Vec<(String, i64, i64)>,
}

impl RandomHistory {
    pub async fn open(fixture: CardFixture, seed: u64) -> Self {
        Self {
            contacts: vec![fixture.business.contact.clone()],
            card: fixture,
            dice: RandomNumbers::new(seed),
            sessions: Vec::new(),
        }
    }

    fn today(&self) -> Date {
        plumbline::documents::today(self.card.business.app.state()).expect("a day")
    }

    fn random_day(&self, past: u64, ahead: u64) -> String {
        let days = |n| chrono::Days::new(n);
        let today: chrono::NaiveDate = self.today().to_string().parse().expect("a day");
        (today - days(past) + days(ahead)).to_string()
    }

    /// Takes one step, which may also be refused, and returns its description for a report.
    pub async fn take_step(&mut self, entries: &[ModelDocument]) -> String {
        let die = self.dice.next_below(100);
        let entry = self.dice.pick(entries);
        self.card.business.app.clock.advance(1_000);
        match (die, entry) {
            (0..22, _) | (_, None) => self.create_document().await,
            (22..25, _) => self.new_contact().await,
            (25..28, _) => self.rename_contact().await,
            (28, _) => self.delete_contact().await,
            (29..33, _) => self.advance_days().await,
            (33..40, _) => self.reverse_card_payment().await,
            (40..46, Some(entry)) if entry.stored.kind == DocumentKind::Invoice => {
                self.agree_instalments(entry).await
            }
            (40.., Some(entry)) => self.act_on_document(die, entry).await,
        }
    }

    /// Sets instalments around today for an invoice, or removes them.
    async fn agree_instalments(&mut self, entry: &ModelDocument) -> String {
        let row = &entry.stored.row;
        let path = format!("/api/invoices/{}/instalments", row.id);
        let (whole, _) = entry.stored.instalment_sums();
        let first = row.issue_date.map(|day| day.to_string());
        let wish = InstalmentPlanRequest {
            total: &whole.to_string(),
            count: &(2 + self.dice.next_below(4)).to_string(),
            first: first.as_deref().unwrap_or("2026-11-10"),
            every: Repeat::Weekly,
            first_amount: "",
        };
        let rows = match self.dice.next_below(5) {
            0 => Vec::new(),
            _ => plan_instalments(&wish).unwrap_or_default(),
        };
        let body = json!({ "version": row.version, "instalments": rows });
        let answer = self.card.client().put(&path, &body).await;
        describe_response(path, &answer)
    }

    /// Ends every history with the same: a partly paid invoice, an outstanding invoice that is archived, a sent quote,
    /// a card payment.
    pub async fn finish(&mut self) -> String {
        let business = &self.card.business;
        crate::instalments::sent_invoice_with_instalments(business).await;
        let (part, hidden) = (business.sent_invoice().await, business.sent_invoice().await);
        business.sent_quote().await;
        let body = json!({ "amount": "78.10", "method": "cash" });
        let path = format!("/api/invoices/{}/payments", id_of(&part));
        self.card.client().post(&path, &body).await.expect_status(201);
        let path = format!("/api/invoices/{}/archive", id_of(&hidden));
        self.card.client().post_empty(&path).await.expect_status(200);
        let (_, session) = self.card.paid_invoice().await;
        self.sessions.push((session, 0, 0));
        "the end".to_owned()
    }

    /// Two months later, when everything is overdue, a part of the last payment is refunded.
    pub async fn give_back_later(&mut self) -> String {
        self.card.advance_minutes(60 * 24 * 60).await;
        let (session, ..) = self.sessions.last().expect("a card payment");
        let refund = self.card.stripe.refund_session(session, 10_000);
        self.card.send_event(&refund).await.expect_status(200);
        "it goes back".to_owned()
    }

    async fn create_document(&mut self) -> String {
        let kind = if self.dice.next_below(2) == 0 { "quotes" } else { "invoices" };
        let body = self.document_body(kind);
        self.post(&format!("/api/{kind}"), &body).await
    }

    /// A random body that can be saved, dated in the last days and due around today.
    fn document_body(&mut self, kind: &str) -> Value {
        let business = &self.card.business;
        let mut body = if kind == "quotes" { business.quote_body() } else { business.invoice_body() };
        let due = if kind == "quotes" { "expiryDate" } else { "dueDate" };
        let contact = self.dice.pick(&self.contacts).cloned();
        body["contactId"] = json!(contact);
        body["jobDescription"] = json!(self.dice.pick(&JOBS));
        body["items"][0]["price"] =
            json!(format!("{}.{:02}", self.dice.next_below(400), self.dice.next_below(100)));
        let ahead = self.dice.next_below(6);
        body[due] = json!(self.random_day(0, ahead));
        let past = self.dice.next_below(40);
        body["issueDate"] = json!(self.random_day(past, 0));
        match self.dice.next_below(8) {
            0 => body["issueDate"] = Value::Null,
            1 => body["cisRate"] = json!("20"),
            _ => {}
        }
        body
    }

    async fn new_contact(&mut self) -> String {
        let name = self.dice.pick(&CUSTOMERS).copied().unwrap_or_default();
        let body = json!({ "name": name, "company": format!("{name} & Co") });
        let answer = self.card.client().post("/api/contacts", &body).await;
        self.contacts.push(id_of(&answer.expect_status(201)));
        format!("a contact {name}")
    }

    async fn rename_contact(&mut self) -> String {
        let contact = self.dice.pick(&self.contacts).cloned().expect("a contact");
        let path = format!("/api/contacts/{contact}");
        let now = self.card.client().get(&path).await.json();
        let name = self.dice.pick(&CUSTOMERS).copied().unwrap_or_default();
        let body = json!({ "name": name, "company": "", "version": now["version"] });
        let answer = self.card.client().put(&path, &body).await;
        describe_response(format!("{contact} is called {name}"), &answer)
    }

    async fn delete_contact(&mut self) -> String {
        // The first contact is not deleted, so that there is always one.
        if self.contacts.len() < 2 {
            return "nobody to delete".to_owned();
        }
        let contact = self.contacts.swap_remove(1);
        let path = format!("/api/contacts/{contact}");
        describe_response(format!("{contact} goes"), &self.card.client().delete(&path).await)
    }

    async fn advance_days(&mut self) -> String {
        let days = 1 + self.dice.next_below(4);
        let minutes = i64::try_from(days * 24 * 60).expect("minutes");
        self.card.advance_minutes(minutes).await;
        format!("{days} days pass")
    }

    /// A refund, a refund that fails, or a dispute of a card payment.
    async fn reverse_card_payment(&mut self) -> String {
        if self.sessions.is_empty() {
            return "no card payment".to_owned();
        }
        let end = u64::try_from(self.sessions.len()).expect("a count");
        let at = usize::try_from(self.dice.next_below(end)).expect("a place");
        let (session, paid, back) = self.sessions[at].clone();
        let left = u64::try_from(paid - back).expect("pence");
        let (what, event) = match self.dice.next_below(6) {
            0 => ("a dispute is lost", self.card.stripe.dispute_session(&session, "closed", "lost")),
            1 => ("a dispute is won", self.card.stripe.dispute_session(&session, "closed", "won")),
            2 => ("a refund fails", self.card.stripe.fail_refund(&session, back / 2)),
            _ => {
                let more = i64::try_from(self.dice.next_below(left + 1)).expect("pence");
                self.sessions[at].2 = back + more;
                ("a refund", self.card.stripe.refund_session(&session, back + more))
            }
        };
        describe_response(what.to_owned(), &self.card.send_event(&event).await)
    }

    /// Does something with one document.
    async fn act_on_document(&mut self, die: u64, entry: &ModelDocument) -> String {
        let row = &entry.stored.row;
        let kind = match entry.stored.kind {
            DocumentKind::Quote => "quotes",
            DocumentKind::Invoice => "invoices",
            DocumentKind::CreditNote => "credit-notes",
        };
        let own = format!("/api/{kind}/{}", row.id);
        let link = row.public_token.as_deref().unwrap_or("none-such");
        let page = format!("/api/{kind}/public/{link}");
        let empty = json!({});
        match die {
            40..57 => self.post(&format!("{own}/send"), &json!({ "via": "link" })).await,
            57..62 => {
                let mut body = self.document_body(kind);
                body["version"] = json!(row.version);
                documents::remove_field(&mut body, "id");
                describe_response(format!("save {own}"), &self.card.client().put(&own, &body).await)
            }
            62..64 => {
                let body = json!({ "name": "Jo", "termsAccepted": true });
                self.post_as_customer(&format!("{page}/accept"), &body).await
            }
            64..66 => self.post_as_customer(&format!("{page}/decline"), &empty).await,
            66..69 => self.post(&format!("{own}/convert"), &empty).await,
            69..78 => {
                let due = u64::try_from(row.balance_due.max(1)).expect("pence");
                let pence = 1 + self.dice.next_below(due);
                let pence = if self.dice.next_below(3) == 0 { due } else { pence };
                let past = self.dice.next_below(45);
                let body = json!({
                    "amount": format!("{}.{:02}", pence / 100, pence % 100),
                    "method": "cash", "date": self.random_day(past, 0),
                });
                self.post(&format!("{own}/payments"), &body).await
            }
            78..81 => {
                let body = json!({ "method": "bank_transfer" });
                self.post_as_customer(&format!("{page}/payment"), &body).await
            }
            81..84 => {
                let (stage, verdict) = match (die, self.dice.next_below(3)) {
                    (81, _) => ("pending", "reject"),
                    (82, 0) => ("confirmed", "unconfirm"),
                    (82, 1) => ("confirmed", "remove"),
                    _ => ("pending", "confirm"),
                };
                let mut payments = entry.stored.payments.iter();
                let payment = payments.find(|p| p.status.code() == stage);
                let payment = payment.map_or("none-such", |payment| payment.id.as_str());
                let path = format!("{own}/payments/{payment}/{verdict}");
                if verdict == "remove" {
                    self.post(&path, &json!({ "reason": "A mistake" })).await
                } else {
                    self.post(&path, &empty).await
                }
            }
            84..90 => self.pay_by_card(entry, &page).await,
            90..92 => self.post(&format!("{own}/void"), &empty).await,
            92..95 => self.post(&format!("{own}/archive"), &empty).await,
            95..97 => self.post(&format!("{own}/restore"), &empty).await,
            97 => self.post(&format!("{own}/duplicate"), &empty).await,
            _ => describe_response(format!("delete {own}"), &self.card.client().delete(&own).await),
        }
    }

    async fn pay_by_card(&mut self, entry: &ModelDocument, page: &str) -> String {
        let amount = entry.stored.amount_requested().unwrap_or_default();
        let body = json!({ "amount": amount });
        let path = format!("{page}/stripe-checkout");
        let answer = self.card.business.app.new_client().post(&path, &body).await;
        if answer.status.as_u16() != 200 {
            return describe_response(format!("no card for {page}"), &answer);
        }
        let session = session_id(&answer.json());
        let Some(event) = self.card.stripe.pay_if_open(&session) else {
            return format!("{session} is paid already");
        };
        self.sessions.push((session, amount.0, 0));
        describe_response(format!("{amount:?} by card for {page}"), &self.card.send_event(&event).await)
    }

    async fn post(&self, path: &str, body: &Value) -> String {
        describe_response(path.to_owned(), &self.card.client().post(path, body).await)
    }

    async fn post_as_customer(&self, path: &str, body: &Value) -> String {
        let customer = self.card.business.app.new_client();
        describe_response(path.to_owned(), &customer.post(path, body).await)
    }
}

fn describe_response(what: String, answer: &TestResponse) -> String {
    let status = answer.status.as_u16();
    assert!(status < 500 && status != 401 && status != 429, "{what}: {answer:?}");
    format!("{what}: {status}")
}
