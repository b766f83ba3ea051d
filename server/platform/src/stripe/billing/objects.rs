//! A subscription as Stripe describes it: in a response, in the format of our API version, and in an event, in the
//! format of the endpoint's version. Both contain the few fields that are used.

use plumbline_core::plan::{Plan, SubscriptionState};
use serde::Deserialize;
use serde_json::Value;

/// The metadata key with the plan of a price, for the case that its lookup key was moved to a newer price.
pub(super) const PLAN_METADATA: &str = "plumbline_plan";
/// The metadata key with the account of a customer or a subscription.
pub const ACCOUNT_METADATA: &str = "plumbline_account";
/// The prefix of the lookup keys of prices.
const LOOKUP_KEY_PREFIX: &str = "plumbline_";

/// The lookup key of a plan's price.
pub(super) fn price_lookup_key(plan: Plan) -> String {
    format!("{LOOKUP_KEY_PREFIX}{}", plan.code())
}

/// The plan of a price, by its lookup key or its metadata.
fn find_plan(key: Option<&str>, word: Option<&str>) -> Option<Plan> {
    let word = key.and_then(|key| key.strip_prefix(LOOKUP_KEY_PREFIX)).or(word)?;
    Plan::parse(word).filter(|plan| Plan::FOR_SALE.contains(plan))
}

/// A subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingSubscription {
    /// The subscription's id, `sub_…`.
    pub id: String,
    /// The customer's id, `cus_…`.
    pub customer: String,
    /// Stripe's status: `trialing`, `active`, `past_due`, …
    pub status: String,
    /// The plan; `None` if the price isn't one of ours.
    pub plan: Option<Plan>,
    /// The id of the subscription's item, `si_…`, which a change of plan changes.
    pub item: String,
    /// Whether the subscription ends with its period.
    pub ends: bool,
    /// Whether it ended because it was not paid.
    pub unpaid: bool,
    /// When the current period began, Unix seconds.
    pub period_start: i64,
    /// When the current period ends, Unix seconds.
    pub period_end: i64,
}

impl BillingSubscription {
    /// Reads the object of a response or an event; `None` if it is no subscription.
    #[must_use]
    pub fn from_json(object: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        // A field that may be expanded into an object is read as that object's id.
        let id = |value: &Value| text(value).or_else(|| text(&value["id"]));
        let item = &object["items"]["data"][0];
        let price = &item["price"];
        let word = price["metadata"][PLAN_METADATA].as_str();
        // In older API versions the period is beside the items.
        let second = |name: &str| {
            let inner = item[name].as_i64();
            inner.or_else(|| object[name].as_i64()).unwrap_or(0)
        };
        let reason = object["cancellation_details"]["reason"].as_str();
        Some(Self {
            id: id(&object["id"])?,
            customer: id(&object["customer"])?,
            status: text(&object["status"])?,
            plan: find_plan(price["lookup_key"].as_str(), word),
            item: text(&item["id"]).unwrap_or_default(),
            ends: object["cancel_at_period_end"].as_bool().unwrap_or(false) || object["cancel_at"].is_i64(),
            unpaid: matches!(reason, Some("payment_failed" | "payment_disputed")),
            period_start: second("current_period_start"),
            period_end: second("current_period_end"),
        })
    }

    /// Our state for Stripe's status. A subscription whose first payment was never made counts as not bought.
    #[must_use]
    pub fn to_state(&self) -> SubscriptionState {
        match self.status.as_str() {
            "trialing" | "active" => SubscriptionState::Active,
            "past_due" | "unpaid" => SubscriptionState::PastDue,
            "incomplete" | "incomplete_expired" => SubscriptionState::None,
            _ => SubscriptionState::Ended,
        }
    }

    /// Whether it is paid for, or may still be.
    #[must_use]
    pub fn is_live(&self) -> bool {
        matches!(self.status.as_str(), "trialing" | "active" | "past_due" | "unpaid" | "incomplete")
    }
}

/// An invoice in a response.
#[derive(Debug, Deserialize)]
pub(super) struct InvoiceObject {
    id: Option<String>,
    number: Option<String>,
    created: i64,
    total: i64,
    status: Option<String>,
    hosted_invoice_url: Option<String>,
}

/// An invoice of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingInvoice {
    /// The invoice's id, `in_…`.
    pub id: String,
    /// The number that is printed on the invoice.
    pub number: String,
    /// When it was created, Unix seconds.
    pub created: i64,
    /// The total in pence; negative for a credit.
    pub total: i64,
    /// Whether it is paid.
    pub paid: bool,
    /// The address at which it is displayed.
    pub link: String,
}

impl BillingInvoice {
    /// The invoice in a response; `None` for a draft, and for one over zero, such as the first one of a trial.
    pub(super) fn from_object(it: InvoiceObject) -> Option<Self> {
        if it.total == 0 {
            return None;
        }
        Some(Self {
            id: it.id?,
            number: it.number?,
            created: it.created,
            total: it.total,
            paid: it.status.as_deref() == Some("paid"),
            link: it.hosted_invoice_url.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object() -> Value {
        json!({
            "id": "sub_1", "customer": "cus_1", "status": "active", "cancel_at": null,
            "cancel_at_period_end": false, "items": { "data": [{
                "id": "si_1", "current_period_start": 1, "current_period_end": 2,
                "price": { "id": "price_1", "lookup_key": "plumbline_plus", "metadata": {} },
            }] },
        })
    }

    #[test]
    fn an_event_is_read_in_the_shapes_of_several_versions() {
        let seen = BillingSubscription::from_json(&object()).expect("a subscription");
        assert_eq!(seen.plan, Some(Plan::Plus));
        assert_eq!((seen.period_start, seen.period_end), (1, 2));
        assert!(!seen.ends && !seen.unpaid);
        let mut older = object();
        older["current_period_end"] = json!(7);
        older["current_period_start"] = json!(6);
        older["customer"] = json!({ "id": "cus_2" });
        older["items"]["data"][0] = json!({ "id": "si_1", "price": {
            "lookup_key": null, "metadata": { "plumbline_plan": "core" } } });
        let seen = BillingSubscription::from_json(&older).expect("a subscription");
        assert_eq!((seen.period_start, seen.period_end), (6, 7));
        assert_eq!(seen.customer, "cus_2");
        assert_eq!(seen.plan, Some(Plan::Core));
        assert_eq!(BillingSubscription::from_json(&json!({ "id": "ch_1" })), None);
    }

    #[test]
    fn maps_every_subscription_status_of_stripe() {
        let state = |word: &str| {
            let mut object = object();
            object["status"] = json!(word);
            BillingSubscription::from_json(&object).expect("a subscription").to_state()
        };
        assert_eq!(state("trialing"), SubscriptionState::Active);
        assert_eq!(state("past_due"), SubscriptionState::PastDue);
        assert_eq!(state("unpaid"), SubscriptionState::PastDue);
        assert_eq!(state("incomplete"), SubscriptionState::None);
        assert_eq!(state("canceled"), SubscriptionState::Ended);
        assert_eq!(state("paused"), SubscriptionState::Ended);
    }

    #[test]
    fn finds_no_plan_for_an_unknown_price() {
        assert_eq!(find_plan(Some("plumbline_trial"), None), None);
        assert_eq!(find_plan(Some("other_core"), None), None);
        assert_eq!(find_plan(None, None), None);
    }
}
