//! The account that is measured: years of quotes and invoices, created through the API.

use std::cell::Cell;

use chrono::{Datelike as _, Days, NaiveDate, Utc};
use plumbline::demo::{EMAIL, PASSWORD};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use super::server::Running;

/// How many requests write at the same time.
const HANDS: usize = 4;
/// How many contacts, items and expenses the business has: those of twenty years.
const CONTACTS: usize = 2_000;
const ITEMS: usize = 600;
const EXPENSES: usize = 5_000;

const NAMES: [&str; 12] =
    ["Jo", "Anna", "Søren", "Élodie", "Priya", "Dan", "Marek", "Σοφία", "Brian", "Joan", "Tom", "Zoë"];
const SURNAMES: [&str; 14] = [
    "Smith", "Bloggs", "O'Brien", "Taylor", "Żuraw", "Ackroyd", "Patel", "Jones", "Smithers", "Müller",
    "Brown", "Walker", "Hughes", "Bell",
];
const COMPANIES: [&str; 6] = ["", "", "", "Éclair Bakery", "Bolton Homes Ltd", "Kitchen & Bath Company"];
const WORK: [&str; 16] = [
    "Replace the boiler",
    "Service the boiler",
    "Rewire the kitchen",
    "Fit a bathroom",
    "Mend the roof",
    "New consumer unit",
    "Outside tap",
    "Blocked drain",
    "Underfloor heating",
    "Loft insulation",
    "Garden wall",
    "Paint the hall",
    "Hang two doors",
    "Tile the shower",
    "Bolt and lock",
    "Gutter",
];
const PLACES: [&str; 10] = [
    "ground floor",
    "first floor",
    "flat above the shop",
    "back bedroom",
    "en suite",
    "garage",
    "annexe",
    "school hall",
    "bungalow",
    "basement",
];
const LINES: [&str; 12] = [
    "Copper pipe 15 mm",
    "Thermostat",
    "Labour",
    "Kitchen tap",
    "Basin",
    "Cable 2.5 mm",
    "Boiler flue",
    "Tiles, white",
    "Skip hire",
    "Sealant",
    "Fittings",
    "Bath panel",
];

const SUPPLIERS: [&str; 8] = [
    "Screwfix",
    "Travis Perkins",
    "Toolstation",
    "Plumb Center",
    "Shell",
    "Ørsted Timber",
    "City Electrical Factors",
    "Howdens",
];
const CATEGORIES: [&str; 5] =
    ["costOfGoods", "maintenanceCosts", "adminCosts", "advertisingCosts", "premisesRunningCosts"];

pub struct Account {
    client: Client,
    base: String,
    profile: String,
    contacts: Vec<String>,
    today: NaiveDate,
    writes: Cell<usize>,
}

impl Account {
    pub async fn open(server: &Running) -> Self {
        let client = Client::builder().cookie_store(true).build();
        let mut account = Self {
            client: client.expect("a client"),
            base: format!("http://{}", server.address),
            profile: String::new(),
            contacts: Vec::new(),
            today: Utc::now().date_naive(),
            writes: Cell::new(0),
        };
        let body = json!({ "username": EMAIL, "password": PASSWORD });
        account.post("/api/auth/login", &body).await;
        let profiles = account.get("/api/business-profiles").await;
        account.profile = id(&profiles[0]);
        for n in 0..CONTACTS {
            let body = json!({
                "name": format!("{} {}", pick(&NAMES, n), pick(&SURNAMES, n / 7)),
                "company": pick(&COMPANIES, n / 3), "city": "Leeds",
            });
            account.contacts.push(id(&account.post("/api/contacts", &body).await));
        }
        account
    }

    /// Creates this many documents, four at a time, and returns how many writes that took.
    pub async fn fill(&self, documents: usize) -> usize {
        self.writes.set(0);
        let hands = (0..HANDS).map(|hand| async move {
            for n in (hand..documents).step_by(HANDS) {
                self.write(documents, n).await;
            }
        });
        futures::future::join_all(hands).await;
        for n in 0..ITEMS {
            self.item(n).await;
        }
        for n in 0..EXPENSES {
            self.expense(n).await;
        }
        self.writes.get()
    }

    async fn item(&self, n: usize) {
        let body = json!({
            "name": format!("{} no. {n}", pick(&LINES, n)), "code": format!("P{n:04}"),
            "price": format!("{}.50", n % 400), "cost": format!("{}.20", n % 300),
            "category": pick(&PLACES, n / 60), "favourite": n.is_multiple_of(40),
        });
        self.post("/api/items", &body).await;
    }

    /// Creates the nth expense: some are journeys, some are for a customer's job; three a day, the last ones today.
    async fn expense(&self, n: usize) {
        let age = u64::try_from((EXPENSES - n) / 3).expect("days");
        let mut body = json!({
            "date": (self.today - Days::new(age)).to_string(), "supplier": pick(&SUPPLIERS, n * 5),
            "description": pick(&LINES, n * 3), "category": pick(&CATEGORIES, n),
            "amount": format!("{}.{:02}", 1 + n * 17 % 400, n % 100), "vatRate": "20",
        });
        if n.is_multiple_of(4) {
            body["contactId"] = json!(pick_owned(&self.contacts, n * 13));
        }
        if n.is_multiple_of(25) {
            body["mileage"] = json!({ "vehicle": "car", "miles": (n % 90 + 1).to_string() });
            body["category"] = json!("carVanTravelExpenses");
            // A journey has no VAT, and the rules calculate its amount.
            for of_a_receipt in ["vatRate", "amount"] {
                body.as_object_mut().expect("fields").remove(of_a_receipt);
            }
        }
        self.post("/api/expenses", &body).await;
    }

    /// Creates the nth of this many documents, oldest first, and what happens to it.
    async fn write(&self, documents: usize, n: usize) {
        let (kind, due) = if n % 9 < 4 { ("quotes", "expiryDate") } else { ("invoices", "dueDate") };
        // Ten a day, the last ones today.
        let age = u64::try_from((documents - n) / 10).expect("days");
        let issued = self.today - Days::new(age);
        let items: Vec<Value> = (0..3 + n % 4)
            .map(|line| {
                json!({
                    "id": format!("l{line}"), "name": pick(&LINES, n * 5 + line * 7),
                    "quantity": (1 + (n + line) % 6).to_string(),
                    "price": format!("{}.{:02}", (n * 37 + line * 113) % 900, (n * 7) % 100),
                })
            })
            .collect();
        let body = json!({
            "businessProfileId": self.profile, "contactId": self.contacts[n * 31 % self.contacts.len()],
            "issueDate": issued.to_string(), due: (issued + Days::new(14)).to_string(), "items": items, "tax": "20",
            "jobDescription": format!("{}, {}", pick(&WORK, n * 11), pick(&PLACES, n * 3)),
        });
        let draft = self.post(&format!("/api/{kind}"), &body).await;
        let path = format!("/api/{kind}/{}", id(&draft));
        if n.is_multiple_of(20) {
            return;
        }
        let sent = self.post(&format!("{path}/send"), &json!({ "via": "link" })).await;
        let due = sent["totals"]["balanceDue"].as_str().unwrap_or_default();
        if kind == "invoices" && n % 100 == 1 {
            self.post(&format!("{path}/void"), &json!({})).await;
        } else if kind == "invoices" && n % 5 > 1 && due != "0.00" {
            let part = n % 50 == 3;
            let amount = if part { "0.50" } else { due };
            let body = json!({ "amount": amount, "method": "cash", "date": issued.to_string() });
            self.post(&format!("{path}/payments"), &body).await;
        }
        if n.is_multiple_of(11) {
            self.post(&format!("{path}/archive"), &json!({})).await;
        }
    }

    /// The query of the nth page of a list.
    pub async fn page(&self, kind: &str, nth: usize) -> String {
        let mut query = format!("{kind}?");
        for _ in 1..nth {
            let page = self.get(&format!("/api/{query}")).await;
            let cursor = page["nextCursor"].as_str().unwrap_or_default();
            query = format!("{kind}?cursor={cursor}");
        }
        query
    }

    pub fn contact(&self) -> &str {
        &self.contacts[7]
    }

    pub fn profile(&self) -> &str {
        &self.profile
    }

    /// The calendar year in which today's tax year begins.
    pub fn tax_year(&self) -> i32 {
        let has_begun = (self.today.month(), self.today.day()) >= (4, 6);
        self.today.year() - i32::from(!has_begun)
    }

    /// The query of a quarter in the past.
    pub fn quarter(&self) -> String {
        let to = self.today - Days::new(300);
        format!("from={}&to={to}", to - Days::new(91))
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(Method::GET, path, None).await
    }

    /// Sends a request and receives the whole response without parsing it, because that is not the server's time.
    pub async fn ask(&self, path: &str) {
        let answer = self.client.get(format!("{}{path}", self.base)).send().await;
        let answer = answer.expect("an answer");
        let status = answer.status();
        let body = answer.bytes().await.expect("a body");
        assert!(status.is_success() && !body.is_empty(), "{path}: {status}");
    }

    async fn post(&self, path: &str, body: &Value) -> Value {
        self.writes.set(self.writes.get() + 1);
        self.send(Method::POST, path, Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        let text = answer.text().await.expect("a body");
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }
}

fn pick<'a>(all: &[&'a str], n: usize) -> &'a str {
    all[n % all.len()]
}

fn pick_owned(all: &[String], n: usize) -> &str {
    &all[n % all.len()]
}

fn id(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}
