//! The objects of Stripe Billing, with the fields that are always there.

use serde_json::{Value, json};

use super::super::{StripeState, shapes};
use super::{Form, MONTH};

pub fn list_json(url: &str, data: Vec<Value>) -> Value {
    json!({ "object": "list", "url": url, "has_more": false, "data": data })
}

pub fn price_json(id: &str, form: &Form, now: i64) -> Value {
    let pence: i64 = form["unit_amount"].parse().expect("whole pence");
    json!({
        "id": id, "object": "price", "active": true, "billing_scheme": "per_unit", "created": now,
        "currency": form.get("currency"), "livemode": false, "lookup_key": form.get("lookup_key"),
        "metadata": shapes::form_map(form, "metadata"), "nickname": null, "product": "prod_1",
        "recurring": {
            "interval": form.get("recurring[interval]"), "interval_count": 1, "meter": null,
            "trial_period_days": null, "usage_type": "licensed",
        },
        "type": "recurring", "unit_amount": pence, "unit_amount_decimal": pence.to_string(),
    })
}

pub fn invoice_json(id: &str, customer: &Value, total: i64, credit: i64, now: i64) -> Value {
    let due = (total - credit).max(0);
    json!({
        "id": id, "object": "invoice", "amount_due": due, "amount_overpaid": 0, "amount_paid": due,
        "amount_remaining": 0, "amount_shipping": 0, "attempt_count": 1, "attempted": true,
        "automatic_tax": { "enabled": false }, "collection_method": "charge_automatically",
        "created": now, "currency": "gbp", "customer": customer, "default_tax_rates": [],
        "discounts": [], "issuer": { "type": "self" }, "lines": list_json("/v1/invoices/lines", vec![]),
        "livemode": false, "metadata": {}, "number": format!("PLUMB-{}", id.trim_start_matches("in_")),
        "payment_settings": { "default_mandate": null, "payment_method_options": null, "payment_method_types": null },
        "period_start": now, "period_end": now, "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0, "starting_balance": -credit, "status": "paid",
        "status_transitions": { "paid_at": now }, "subtotal": total, "total": total,
        "hosted_invoice_url": format!("https://invoice.stripe.example/{id}"),
    })
}

pub fn plan_json(price: &Value) -> Value {
    json!({
        "id": price["id"], "object": "plan", "active": true, "amount": price["unit_amount"],
        "billing_scheme": "per_unit", "created": price["created"], "currency": "gbp",
        "interval": "month", "interval_count": 1, "livemode": false, "metadata": {},
        "product": "prod_1", "usage_type": "licensed",
    })
}

pub fn portal_json(id: &str, form: &Form, now: i64) -> Value {
    let on = |name: &str| form.get(&format!("features[{name}][enabled]")).is_some_and(|it| it == "true");
    json!({
        "id": id, "object": "billing_portal.configuration", "active": true, "business_profile": {},
        "created": now, "updated": now, "is_default": false, "livemode": false,
        "login_page": { "enabled": false }, "metadata": shapes::form_map(form, "metadata"),
        "features": {
            "customer_update": { "allowed_updates": [], "enabled": false },
            "invoice_history": { "enabled": on("invoice_history") },
            "payment_method_update": { "enabled": on("payment_method_update") },
            "subscription_cancel": {
                "cancellation_reason": { "enabled": false, "options": [] }, "enabled": false,
                "mode": "at_period_end", "proration_behavior": "none",
            },
            "subscription_update": {
                "default_allowed_updates": [], "enabled": false, "proration_behavior": "none",
                "schedule_at_period_end": { "conditions": [] }, "trial_update_behavior": "end_trial",
            },
        },
    })
}

pub fn subscription_json(world: &mut StripeState, session: &Value, price: &Value, now: i64) -> Value {
    let (id, item) = (world.next_id("sub"), world.next_id("si"));
    let trial_end = session["trial_of_stand_in"].as_i64();
    let to = trial_end.unwrap_or(now + MONTH);
    json!({
        "id": id, "object": "subscription", "automatic_tax": { "enabled": false },
        "billing_cycle_anchor": to, "billing_mode": { "type": "classic" }, "billing_schedules": [],
        "cancel_at": null, "cancel_at_period_end": false, "canceled_at": null,
        "cancellation_details": { "comment": null, "feedback": null, "reason": null },
        "collection_method": "charge_automatically", "created": now, "currency": "gbp",
        "customer": session["customer"], "discounts": [], "ended_at": null,
        "invoice_settings": { "issuer": { "type": "self" } },
        "items": list_json("/v1/subscription_items", vec![json!({
            "id": item, "object": "subscription_item", "created": now, "current_period_start": now,
            "current_period_end": to, "discounts": [], "metadata": {}, "plan": plan_json(price),
            "price": price, "quantity": 1, "subscription": id,
        })]),
        "livemode": false, "metadata": session["account_of_stand_in"], "start_date": now,
        "status": if trial_end.is_some() { "trialing" } else { "active" }, "trial_end": trial_end,
    })
}
