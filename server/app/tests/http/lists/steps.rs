//! What a business and its customers do, at random but the same for one seed.

use plumbline_core::calculate::instalments::{Wish, plan};
use plumbline_core::kind::Kind;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use serde_json::{Value, json};

use super::model::Entry;
use crate::card::{Till, session_of};
use crate::documents::{self, id};
use crate::support::Answer;

/// Numbers that look random: xorshift64*.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// 0 to `end` - 1.
    pub fn roll(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }

    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let end = u64::try_from(all.len()).expect("a count");
        (end > 0).then(|| &all[usize::try_from(self.roll(end)).expect("a place")])
    }
}

const CUSTOMERS: [&str; 5] = [
    "ÉCLAIR Bakery",
    "Jo Bloggs",
    "Σοφία Οδός",
    "Ёлка",
    "O'Brien",
];
const JOBS: [&str; 4] = [
    "Boiler's valve",
    "Rewire, 2.5 mm",
    "Küche fliesen",
    "ЗАМЕНА крана",
];

/// A business, and what it has come to.
pub struct History {
    pub till: Till,
    pub dice: Dice,
    pub contacts: Vec<String>,
    /// Card payments: the session, pence paid, pence that went back.
    sessions: Vec<(String, i64, i64)>,
}

impl History {
    pub async fn open(till: Till, seed: u64) -> Self {
        Self {
            contacts: vec![till.desk.contact.clone()],
            till,
            dice: Dice::new(seed),
            sessions: Vec::new(),
        }
    }

    fn today(&self) -> Date {
        plumbline::documents::today(self.till.desk.app.state()).expect("a day")
    }

    fn day(&self, past: u64, ahead: u64) -> String {
        let days = |n| chrono::Days::new(n);
        let today: chrono::NaiveDate = self.today().to_string().parse().expect("a day");
        (today - days(past) + days(ahead)).to_string()
    }

    /// One step, whatever comes of it: a refusal is an answer too. What it was, for a report.
    pub async fn step(&mut self, entries: &[Entry]) -> String {
        let die = self.dice.roll(100);
        let entry = self.dice.one_of(entries);
        self.till.desk.app.clock.advance(1_000);
        match (die, entry) {
            (0..22, _) | (_, None) => self.create().await,
            (22..25, _) => self.new_contact().await,
            (25..28, _) => self.rename_contact().await,
            (28, _) => self.delete_contact().await,
            (29..33, _) => self.days_pass().await,
            (33..40, _) => self.reverse().await,
            (40..46, Some(entry)) if entry.stored.kind == Kind::Invoice => self.agree(entry).await,
            (40.., Some(entry)) => self.act(die, entry).await,
        }
    }

    /// An invoice is to be paid in parts around today, or at once again.
    async fn agree(&mut self, entry: &Entry) -> String {
        let row = &entry.stored.row;
        let path = format!("/api/invoices/{}/instalments", row.id);
        let (whole, _) = entry.stored.to_instalments();
        let wish = Wish {
            whole: &whole.to_string(),
            count: &(2 + self.dice.roll(4)).to_string(),
            first: row.issue_date.as_deref().unwrap_or("2026-11-10"),
            every: Repeat::Weekly,
            first_amount: "",
        };
        let rows = match self.dice.roll(5) {
            0 => Vec::new(),
            _ => plan(&wish).unwrap_or_default(),
        };
        let body = json!({ "version": row.version, "instalments": rows });
        let answer = self.till.client().put(&path, &body).await;
        said(path, &answer)
    }

    /// What every history comes to, whatever its dice: an invoice partly paid, one that is owed and
    /// out of sight, a sent quote, a card payment.
    pub async fn end(&mut self) -> String {
        let desk = &self.till.desk;
        crate::instalments::agreed(desk).await;
        let (part, hidden) = (desk.sent_invoice().await, desk.sent_invoice().await);
        desk.sent_quote().await;
        let body = json!({ "amount": "78.10", "method": "cash" });
        let path = format!("/api/invoices/{}/payments", id(&part));
        self.till.client().post(&path, &body).await.expect(201);
        let path = format!("/api/invoices/{}/archive", id(&hidden));
        self.till.client().post_empty(&path).await.expect(200);
        let (_, session) = self.till.paid().await;
        self.sessions.push((session, 0, 0));
        "the end".to_owned()
    }

    /// And two months on, when all of it is late, something of the last payment goes back.
    pub async fn go_back(&mut self) -> String {
        self.till.later(60 * 24 * 60).await;
        let (session, ..) = self.sessions.last().expect("a card payment");
        let refund = self.till.stripe.refunded(session, 10_000);
        self.till.tell(&refund).await.expect(200);
        "it goes back".to_owned()
    }

    async fn create(&mut self) -> String {
        let kind = if self.dice.roll(2) == 0 {
            "quotes"
        } else {
            "invoices"
        };
        let body = self.body(kind);
        self.post(&format!("/api/{kind}"), &body).await
    }

    /// Anything that may be saved, dated in the last days and due around today.
    fn body(&mut self, kind: &str) -> Value {
        let desk = &self.till.desk;
        let mut body = if kind == "quotes" {
            desk.quote()
        } else {
            desk.invoice()
        };
        let due = if kind == "quotes" {
            "expiryDate"
        } else {
            "dueDate"
        };
        let contact = self.dice.one_of(&self.contacts).cloned();
        body["contactId"] = json!(contact);
        body["jobDescription"] = json!(self.dice.one_of(&JOBS));
        body["items"][0]["price"] = json!(format!(
            "{}.{:02}",
            self.dice.roll(400),
            self.dice.roll(100)
        ));
        let ahead = self.dice.roll(6);
        body[due] = json!(self.day(0, ahead));
        let past = self.dice.roll(40);
        body["issueDate"] = json!(self.day(past, 0));
        match self.dice.roll(8) {
            0 => body["issueDate"] = Value::Null,
            1 => body["cisRate"] = json!("20"),
            _ => {}
        }
        body
    }

    async fn new_contact(&mut self) -> String {
        let name = self.dice.one_of(&CUSTOMERS).copied().unwrap_or_default();
        let body = json!({ "name": name, "company": format!("{name} & Co") });
        let answer = self.till.client().post("/api/contacts", &body).await;
        self.contacts.push(id(&answer.expect(201)));
        format!("a contact {name}")
    }

    async fn rename_contact(&mut self) -> String {
        let contact = self
            .dice
            .one_of(&self.contacts)
            .cloned()
            .expect("a contact");
        let path = format!("/api/contacts/{contact}");
        let now = self.till.client().get(&path).await.json();
        let name = self.dice.one_of(&CUSTOMERS).copied().unwrap_or_default();
        let body = json!({ "name": name, "company": "", "version": now["version"] });
        let answer = self.till.client().put(&path, &body).await;
        said(format!("{contact} is called {name}"), &answer)
    }

    async fn delete_contact(&mut self) -> String {
        // The first one stays, so that there is always one.
        if self.contacts.len() < 2 {
            return "nobody to delete".to_owned();
        }
        let contact = self.contacts.swap_remove(1);
        let path = format!("/api/contacts/{contact}");
        said(
            format!("{contact} goes"),
            &self.till.client().delete(&path).await,
        )
    }

    async fn days_pass(&mut self) -> String {
        let days = 1 + self.dice.roll(4);
        let minutes = i64::try_from(days * 24 * 60).expect("minutes");
        self.till.later(minutes).await;
        format!("{days} days pass")
    }

    /// A refund, one that fails, or a dispute of a card payment.
    async fn reverse(&mut self) -> String {
        if self.sessions.is_empty() {
            return "no card payment".to_owned();
        }
        let end = u64::try_from(self.sessions.len()).expect("a count");
        let at = usize::try_from(self.dice.roll(end)).expect("a place");
        let (session, paid, back) = self.sessions[at].clone();
        let left = u64::try_from(paid - back).expect("pence");
        let (what, event) = match self.dice.roll(6) {
            0 => (
                "a dispute is lost",
                self.till.stripe.disputed(&session, "closed", "lost"),
            ),
            1 => (
                "a dispute is won",
                self.till.stripe.disputed(&session, "closed", "won"),
            ),
            2 => (
                "a refund fails",
                self.till.stripe.refund_failed(&session, back / 2),
            ),
            _ => {
                let more = i64::try_from(self.dice.roll(left + 1)).expect("pence");
                self.sessions[at].2 = back + more;
                ("a refund", self.till.stripe.refunded(&session, back + more))
            }
        };
        said(what.to_owned(), &self.till.tell(&event).await)
    }

    /// Something is done with one document.
    async fn act(&mut self, die: u64, entry: &Entry) -> String {
        let row = &entry.stored.row;
        let kind = match entry.stored.kind {
            Kind::Quote => "quotes",
            Kind::Invoice => "invoices",
            Kind::CreditNote => "credit-notes",
        };
        let own = format!("/api/{kind}/{}", row.id);
        let link = row.public_token.as_deref().unwrap_or("none-such");
        let page = format!("/api/{kind}/public/{link}");
        let empty = json!({});
        match die {
            40..57 => {
                self.post(&format!("{own}/send"), &json!({ "via": "link" }))
                    .await
            }
            57..62 => {
                let mut body = self.body(kind);
                body["version"] = json!(row.version);
                documents::remove(&mut body, "id");
                said(
                    format!("save {own}"),
                    &self.till.client().put(&own, &body).await,
                )
            }
            62..64 => {
                let body = json!({ "name": "Jo", "termsAccepted": true });
                self.post_as_customer(&format!("{page}/accept"), &body)
                    .await
            }
            64..66 => {
                self.post_as_customer(&format!("{page}/decline"), &empty)
                    .await
            }
            66..69 => self.post(&format!("{own}/convert"), &empty).await,
            69..78 => {
                let due = u64::try_from(row.balance_due.max(1)).expect("pence");
                let pence = 1 + self.dice.roll(due);
                let pence = if self.dice.roll(3) == 0 { due } else { pence };
                let past = self.dice.roll(45);
                let body = json!({
                    "amount": format!("{}.{:02}", pence / 100, pence % 100),
                    "method": "cash", "date": self.day(past, 0),
                });
                self.post(&format!("{own}/payments"), &body).await
            }
            78..81 => {
                let body = json!({ "method": "bank_transfer" });
                self.post_as_customer(&format!("{page}/payment"), &body)
                    .await
            }
            81..84 => {
                let (stage, verdict) = match (die, self.dice.roll(3)) {
                    (81, _) => ("pending", "reject"),
                    (82, 0) => ("confirmed", "unconfirm"),
                    (82, 1) => ("confirmed", "remove"),
                    _ => ("pending", "confirm"),
                };
                let mut payments = entry.stored.payments.iter();
                let payment = payments.find(|p| p.status.word() == stage);
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
            _ => said(
                format!("delete {own}"),
                &self.till.client().delete(&own).await,
            ),
        }
    }

    async fn pay_by_card(&mut self, entry: &Entry, page: &str) -> String {
        let asked = entry.stored.asked().unwrap_or_default();
        let body = json!({ "amount": asked });
        let path = format!("{page}/stripe-checkout");
        let answer = self.till.desk.app.client().post(&path, &body).await;
        if answer.status.as_u16() != 200 {
            return said(format!("no card for {page}"), &answer);
        }
        let session = session_of(&answer.json());
        let Some(event) = self.till.stripe.pay_if_open(&session) else {
            return format!("{session} is paid already");
        };
        self.sessions.push((session, asked.0, 0));
        said(
            format!("{asked:?} by card for {page}"),
            &self.till.tell(&event).await,
        )
    }

    async fn post(&self, path: &str, body: &Value) -> String {
        said(path.to_owned(), &self.till.client().post(path, body).await)
    }

    async fn post_as_customer(&self, path: &str, body: &Value) -> String {
        let customer = self.till.desk.app.client();
        said(path.to_owned(), &customer.post(path, body).await)
    }
}

fn said(what: String, answer: &Answer) -> String {
    let status = answer.status.as_u16();
    assert!(
        status < 500 && status != 401 && status != 429,
        "{what}: {answer:?}"
    );
    format!("{what}: {status}")
}
