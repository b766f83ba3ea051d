//! Replays the story: each step at its time, through the same HTTP interface that the browser uses.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{Days, NaiveDate};
use plumbline_core::calculate::instalments::{self, InstalmentPlanRequest};
use plumbline_core::kind::DocumentKind;
use plumbline_core::tax::VatRate;
use plumbline_core::time::repeat::Repeat;
use serde_json::{Value, json};

use super::api_client::{ApiClient, DemoError};
use super::story::{DemoBusiness, DemoContract, DemoExpense, DocumentStory, StoryAction};
use plumbline_platform::clock::{Clock as _, DAY, HOUR, MINUTE, ManualClock};
use plumbline_platform::jobs;
use plumbline_platform::state::AppState;

/// The day on the VAT certificate of the business.
const REGISTERED_FROM: &str = "2019-04-01";

/// How far a story has got.
struct StoryProgress {
    story: DocumentStory,
    /// `quotes` or `invoices`.
    path: &'static str,
    id: String,
    token: String,
    /// The id of the last payment that the customer announced.
    payment: String,
}

/// Plays the stories against the running app.
pub struct StoryRunner {
    state: AppState,
    client: ApiClient,
    clock: Arc<ManualClock>,
    /// When the demo is made, milliseconds since the epoch: nothing happens later.
    now: i64,
    /// The profile's id.
    profile: String,
    /// The customers' ids by name.
    customers: HashMap<String, String>,
    library: Vec<Value>,
}

impl StoryRunner {
    /// Sets up the business: its profile, its customers and its price list.
    pub async fn start(
        state: AppState,
        api_client: ApiClient,
        clock: Arc<ManualClock>,
        business: DemoBusiness,
    ) -> Result<Self, DemoError> {
        let now = clock.now_ms();
        let profile = text_field(&api_client.post("/api/business-profiles", business.profile).await?, "id");
        let mut customers = HashMap::new();
        for customer in business.customers {
            let saved = api_client.post("/api/contacts", customer).await?;
            customers.insert(text_field(&saved, "name"), text_field(&saved, "id"));
        }
        for item in &business.library {
            api_client.post("/api/items", item.clone()).await?;
        }
        for template in &business.templates {
            api_client.post("/api/quote-templates", template.clone()).await?;
        }
        let mut teller =
            Self { state, client: api_client, clock, now, profile, customers, library: business.library };
        teller.register_for_vat().await?;
        teller.add_expenses(business.expenses).await?;
        teller.add_contracts(business.recurring).await?;
        Ok(teller)
    }

    /// Registers the business for VAT, long before anything happens.
    async fn register_for_vat(&self) -> Result<(), DemoError> {
        let path = format!("/api/vat/{}/registration", self.profile);
        let registration = json!({
            "version": 0, "from": REGISTERED_FROM, "until": null, "periods": "march", "annualEndsIn": 0, "schemes": [],
        });
        self.client.put(&path, registration).await?;
        Ok(())
    }

    /// Creates the business's expenses.
    async fn add_expenses(&mut self, expenses: Vec<DemoExpense>) -> Result<(), DemoError> {
        for spent in expenses {
            let mut body = spent.body;
            body["date"] = json!(self.date(spent.day)?.to_string());
            if let Some(id) = self.customers.get(&spent.customer) {
                body["contactId"] = json!(id);
            }
            self.client.post("/api/expenses", body).await?;
        }
        Ok(())
    }

    /// Creates the business's recurring invoices.
    async fn add_contracts(&mut self, contracts: Vec<DemoContract>) -> Result<(), DemoError> {
        for contract in contracts {
            let mut body = contract.body;
            let first = self.date(contract.day)?.to_string();
            let dated = first.parse();
            let dated = dated.map_err(|error| DemoError::new(format!("the date {error}")))?;
            body["tax"] = json!(VatRate::Standard.percentage_on(dated));
            body["firstDay"] = json!(first);
            body["businessProfileId"] = json!(self.profile);
            body["contactId"] = json!(self.customers.get(&contract.customer));
            self.client.post("/api/recurring", body).await?;
        }
        Ok(())
    }

    /// Plays all events in the order of their times.
    pub async fn run(&mut self, tales: Vec<DocumentStory>) -> Result<(), DemoError> {
        let mut acts: Vec<(i64, usize, usize)> = Vec::new();
        for (number, tale) in tales.iter().enumerate() {
            acts.extend(tale.acts.iter().enumerate().map(|(step, event)| (event.day, step, number)));
        }
        acts.sort_unstable();
        let mut tales: Vec<StoryProgress> = tales.into_iter().map(StoryProgress::new).collect();
        for (day, step, number) in acts {
            self.clock.set(self.instant_for(day, step, number));
            self.client.sign_in().await?;
            let act = tales[number].story.acts[step].act.clone();
            self.perform(&mut tales[number], act, day).await?;
            self.write_emails().await?;
        }
        self.clock.set(self.now);
        self.plan_reminders().await
    }

    /// Switches on the suggested plan of automatic reminders from now on; reminders until now were sent by hand.
    async fn plan_reminders(&mut self) -> Result<(), DemoError> {
        self.client.sign_in().await?;
        let path = format!("/api/business-profiles/{}/chasing", self.profile);
        let mut plan = self.client.get(&path).await?;
        plan["invoices"] = json!(true);
        plan["quotes"] = json!(true);
        if let Some(plan) = plan.as_object_mut() {
            plan.remove("usual");
        }
        self.client.put(&path, plan).await?;
        self.write_emails().await
    }

    /// Writes the emails of an event to files, dated at its time, so that the server's first start does not write a
    /// year of them.
    async fn write_emails(&self) -> Result<(), DemoError> {
        if self.state.config.smtp_url.is_some() {
            return Ok(());
        }
        let done = jobs::run_due(&self.state).await;
        done.map(drop).map_err(|e| DemoError::new(format!("the mails could not be written: {e}")))
    }

    /// The time of an event: between eight and six on its day, later for later steps, and never after now.
    fn instant_for(&self, day: i64, step: usize, number: usize) -> i64 {
        let minutes = i64::try_from(step * 73 + number * 11 % 240).unwrap_or(0);
        let midnight = self.now - self.now.rem_euclid(DAY);
        (midnight + day * DAY + 8 * HOUR + minutes * MINUTE).min(self.now)
    }

    async fn perform(&mut self, at: &mut StoryProgress, act: StoryAction, day: i64) -> Result<(), DemoError> {
        let path = format!("/api/{}/{}", at.path, at.id);
        match act {
            StoryAction::Write => {
                let written =
                    self.client.post(&format!("/api/{}", at.path), self.draft_body(&at.story, day)?).await?;
                at.id = text_field(&written, "id");
            }
            StoryAction::Photograph { caption } => {
                let drawn = super::draw_wall().map_err(|error| DemoError::new(error.to_string()))?;
                let mut photo = self.client.upload("/api/quotes/photos", &drawn).await?;
                photo["caption"] = json!(caption);
                let quote = self.client.get(&path).await?;
                let mut body = self.draft_body(&at.story, day)?;
                body["version"] = quote["version"].clone();
                body["photos"] = json!([photo]);
                self.client.put(&path, body).await?;
            }
            StoryAction::Share => {
                let sent = self.client.post(&format!("{path}/send"), json!({ "via": "link" })).await?;
                at.token = text_field(&sent, "publicToken");
            }
            StoryAction::Convert => {
                let invoice = self.client.post(&format!("{path}/convert"), json!({})).await?;
                at.path = DocumentKind::Invoice.facts().plural;
                at.id = text_field(&invoice, "id");
            }
            StoryAction::Stage { percentage } => {
                let ask = json!({ "percentage": percentage });
                let invoice = self.client.post(&format!("{path}/stages"), ask).await?;
                let send = format!("/api/invoices/{}/send", text_field(&invoice, "id"));
                self.client.post(&send, json!({ "via": "link" })).await?;
            }
            StoryAction::Vary { name, price } => self.add_variation(at, (&name, &price), day).await?,
            StoryAction::Agree { count, first } => {
                let invoice = self.client.get(&path).await?;
                let wish = InstalmentPlanRequest {
                    total: &text_field(&invoice, "instalmentsSum"),
                    count: &count,
                    first: &self.date(first)?.to_string(),
                    every: Repeat::Monthly,
                    first_amount: "",
                };
                let rows = instalments::plan_instalments(&wish);
                let rows = rows.map_err(|error| DemoError::new(error.msg))?;
                let body = json!({ "version": invoice["version"], "instalments": rows });
                self.client.put(&format!("{path}/instalments"), body).await?;
            }
            StoryAction::Instalment { method } => {
                let invoice = self.client.get(&path).await?;
                let amount = text_field(&invoice["instalmentStanding"], "asked");
                let payment =
                    json!({ "amount": amount, "method": method, "date": self.date(day)?.to_string() });
                self.client.post(&format!("{path}/payments"), payment).await?;
            }
            StoryAction::Credit { amount, reason } => {
                let credit = json!({ "of": "amount", "amount": amount, "reason": reason });
                let note = self.client.post(&format!("{path}/credit-notes"), credit).await?;
                let notes = DocumentKind::CreditNote.facts().plural;
                let send = format!("/api/{notes}/{}/send", text_field(&note, "id"));
                self.client.post(&send, json!({ "via": "link" })).await?;
            }
            StoryAction::Void => drop(self.client.post(&format!("{path}/void"), json!({})).await?),
            StoryAction::Archive => drop(self.client.post(&format!("{path}/archive"), json!({})).await?),
            StoryAction::Accept => {
                let signed = json!({ "name": at.story.customer, "termsAccepted": true });
                self.act_as_customer(at, "accept", signed).await?;
            }
            StoryAction::Decline => drop(self.act_as_customer(at, "decline", json!({})).await?),
            StoryAction::Announce { method } => {
                self.act_as_customer(at, "payment", json!({ "method": method })).await?;
                at.payment = self.find_newest_payment(&path).await?;
            }
            StoryAction::Confirm => {
                let confirm = format!("{path}/payments/{}/confirm", at.payment);
                self.client.post(&confirm, json!({})).await?;
            }
            StoryAction::Receive { method, amount } => {
                let amount = match amount {
                    Some(amount) => amount,
                    None => text_field(&self.client.get(&path).await?["totals"], "balanceDue"),
                };
                let payment =
                    json!({ "amount": amount, "method": method, "date": self.date(day)?.to_string() });
                self.client.post(&format!("{path}/payments"), payment).await?;
            }
        }
        Ok(())
    }

    /// Does what the customer does on the public page.
    async fn act_as_customer(&self, at: &StoryProgress, what: &str, body: Value) -> Result<Value, DemoError> {
        self.client.post(&format!("/api/{}/public/{}/{what}", at.path, at.token), body).await
    }

    /// Adds a variation, from its draft to the customer's acceptance.
    async fn add_variation(
        &self,
        at: &StoryProgress,
        (name, price): (&str, &str),
        day: i64,
    ) -> Result<(), DemoError> {
        let quote = self.client.get(&format!("/api/{}/{}", at.path, at.id)).await?;
        let body = json!({
            "businessProfileId": quote["businessProfileId"], "contactId": quote["contactId"],
            "issueDate": self.date(day)?.to_string(), "expiryDate": quote["expiryDate"],
            "jobDescription": name, "vatTreatment": quote["vatTreatment"], "tax": quote["tax"],
            "items": [{ "id": "extra", "name": name, "quantity": "1", "price": price }],
        });
        let path = format!("/api/{}/{}/variations", at.path, at.id);
        let made = self.client.post(&path, body).await?;
        let send = format!("/api/{}/{}/send", at.path, text_field(&made, "id"));
        let sent = self.client.post(&send, json!({ "via": "link" })).await?;
        let accept = format!("/api/{}/public/{}/accept", at.path, text_field(&sent, "publicToken"));
        let signed = json!({ "name": at.story.customer, "termsAccepted": true });
        self.client.post(&accept, signed).await?;
        Ok(())
    }

    async fn find_newest_payment(&self, path: &str) -> Result<String, DemoError> {
        let document = self.client.get(path).await?;
        let pending = |payment: &&Value| payment["confirmationStatus"] == "pending";
        let payments = document["payments"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(payments.iter().find(pending).map(|payment| text_field(payment, "id")).unwrap_or_default())
    }

    fn draft_body(&self, tale: &DocumentStory, day: i64) -> Result<Value, DemoError> {
        let issue = self.date(day)?;
        let dated = issue.to_string().parse();
        let dated = dated.map_err(|error| DemoError::new(format!("the date {error}")))?;
        let mut fields = tale.document_fields(&self.library, dated);
        let customer = self.customers.get(&tale.customer);
        let last = issue + Days::new(tale.valid_days);
        fields["businessProfileId"] = json!(self.profile);
        fields["contactId"] = json!(customer);
        fields["issueDate"] = json!(issue.to_string());
        fields[tale.kind.facts().end_field] = json!(last.to_string());
        Ok(fields)
    }

    /// The date in London, this many days from today.
    fn date(&self, day: i64) -> Result<NaiveDate, DemoError> {
        let today = plumbline_platform::clock::london_date(self.now);
        let days = Days::new(day.unsigned_abs());
        let date = if day < 0 { today.checked_sub_days(days) } else { today.checked_add_days(days) };
        date.ok_or_else(|| DemoError::new("the server's clock is outside the range of dates"))
    }
}

impl StoryProgress {
    fn new(tale: DocumentStory) -> Self {
        let path = tale.kind.facts().plural;
        Self { story: tale, path, id: String::new(), token: String::new(), payment: String::new() }
    }
}

/// A text field of a response; empty if it is missing, so that the next request fails.
fn text_field(answer: &Value, field: &str) -> String {
    answer[field].as_str().unwrap_or_default().to_owned()
}
