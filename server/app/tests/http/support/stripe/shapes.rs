//! Objects as Stripe writes them, with the fields that are always there.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

pub fn account_json(id: &str, form: &HashMap<String, String>, created: i64) -> Value {
    json!({
        "id": id, "object": "account", "type": form.get("type"), "country": form.get("country"),
        "email": form.get("email"), "created": created, "charges_enabled": false,
        "payouts_enabled": false, "details_submitted": false, "default_currency": "gbp",
        "business_profile": { "name": form.get("business_profile[name]"), "url": form.get("business_profile[url]") },
        "capabilities": {}, "metadata": form_map(form, "metadata"),
        "requirements": {
            "currently_due": [], "eventually_due": [], "past_due": [], "pending_verification": [],
            "alternatives": [], "errors": [], "current_deadline": null,
            "disabled_reason": "requirements.past_due",
        },
    })
}

pub fn session_json(id: &str, url: &str, form: &HashMap<String, String>, created: i64) -> Value {
    let whole = |name: &str| form.get(name).and_then(|text| text.parse::<i64>().ok());
    let amount = whole("line_items[0][price_data][unit_amount]").unwrap_or(0);
    json!({
        "id": id, "object": "checkout.session", "mode": "payment", "status": "open",
        "payment_status": "unpaid", "amount_subtotal": amount, "amount_total": amount,
        "currency": form.get("line_items[0][price_data][currency]"),
        "automatic_tax": { "enabled": false, "liability": null, "status": null },
        "client_reference_id": form.get("client_reference_id"), "created": created,
        "expires_at": whole("expires_at"), "livemode": false, "custom_fields": [],
        "custom_text": {
            "after_submit": null, "shipping_address": null, "submit": null,
            "terms_of_service_acceptance": null,
        },
        "metadata": form_map(form, "metadata"), "payment_intent": null,
        "payment_method_types": form_list(form, "allowed_payment_method_types"), "shipping_options": [],
        "success_url": form.get("success_url"), "cancel_url": form.get("cancel_url"), "url": url,
    })
}

pub fn charge_json(session: &Value, refunded: i64) -> Value {
    let amount = session["amount_total"].as_i64().unwrap_or(0);
    json!({
        "id": session["charge_of_stand_in"], "object": "charge", "amount": amount,
        "amount_refunded": refunded, "refunded": refunded == amount, "currency": "gbp",
        "payment_intent": session["payment_intent"], "metadata": session["metadata"],
        "status": "succeeded", "paid": true,
        "payment_method_details": { "type": session["way_of_stand_in"] },
    })
}

pub fn dispute_json(session: &Value, status: &str) -> Value {
    json!({
        "id": "dp_1", "object": "dispute", "amount": session["amount_total"], "currency": "gbp",
        "charge": session["charge_of_stand_in"], "payment_intent": session["payment_intent"],
        "status": status, "reason": "fraudulent", "metadata": {},
    })
}

pub fn refund_json(id: &str, form: &HashMap<String, String>, created: i64) -> Value {
    json!({
        "id": id, "object": "refund", "created": created, "currency": "gbp",
        "amount": form.get("amount").and_then(|text| text.parse::<i64>().ok()),
        "payment_intent": form.get("payment_intent"), "status": "succeeded",
        "metadata": form_map(form, "metadata"),
    })
}

pub fn error_json(kind: &str, code: &str, message: &str) -> Value {
    json!({ "error": { "type": kind, "code": code, "message": message } })
}

/// `name[0]=a&name[1]=b` as `["a", "b"]`; the list with `card` if there is none.
fn form_list(form: &HashMap<String, String>, name: &str) -> Value {
    let at = |at: usize| form.get(&format!("{name}[{at}]"));
    let listed: Vec<&String> = (0..9).map_while(at).collect();
    if listed.is_empty() { json!(["card"]) } else { json!(listed) }
}

/// `metadata[a]=1` as `{"a": "1"}`.
pub fn form_map(form: &HashMap<String, String>, name: &str) -> Value {
    let start = format!("{name}[");
    let pairs = form.iter().filter_map(|(key, value)| {
        let key = key.strip_prefix(&start)?.strip_suffix(']')?;
        Some((key.to_owned(), json!(value)))
    });
    Value::Object(pairs.collect::<Map<_, _>>())
}
