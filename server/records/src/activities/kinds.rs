//! The kinds of activity, who causes each, and its sentence.

use plumbline_core::money::number::Number;
use plumbline_core::money::text::format_gbp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::delivery::DeliveryStatus;

/// Who caused an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Actor {
    /// The account's owner.
    Business,
    /// The person who uses a document's link.
    Customer,
    /// Nobody in particular: a card provider, a rule, a date.
    Plumbline,
}

/// A kind of activity.
struct ActivityKind {
    /// The stored name of the kind.
    kind: &'static str,
    actor: Actor,
    /// The sentence. `{it}` stands for the subject, `{who}` for its customer, `{by}` for how a link was sent,
    /// `{amount}` and `{reason}` for the stored details.
    sentence: &'static str,
    /// For an activity that causes an email, the sentence until the mail server has confirmed the email. The status of
    /// the email follows it.
    unconfirmed_sentence: &'static str,
}

const fn activity(kind: &'static str, actor: Actor, says: &'static str) -> ActivityKind {
    let query = "";
    ActivityKind { kind, actor, sentence: says, unconfirmed_sentence: query }
}

impl ActivityKind {
    const fn while_unconfirmed(self, query: &'static str) -> Self {
        Self { unconfirmed_sentence: query, ..self }
    }
}

use Actor::{Business, Customer, Plumbline};

/// Every kind, with its sentence. Modules define their own constants for the kinds that they record.
const ACTIVITY_KINDS: &[ActivityKind] = &[
    activity("sent", Business, "You sent {it} to {who}")
        .while_unconfirmed("You asked to email {it} to {who}"),
    activity("link_given", Business, "You shared the link to {it}{by}"),
    activity("link_revoked", Business, "You replaced the link to {it}"),
    activity("opened", Customer, "{who} opened {it}"),
    activity("email_unconfirmed", Plumbline, "The mail server didn’t confirm the email with {it} to {who}"),
    activity("email_refused", Plumbline, "The mail server refused the email with {it} to {who}"),
    activity("email_given_up", Plumbline, "The email with {it} to {who} wasn’t sent"),
    activity("email_again", Business, "You sent the email with {it} to {who} again")
        .while_unconfirmed("You asked to email {it} to {who} again"),
    activity("email_arrived", Business, "You recorded that {who} has the email with {it}"),
    activity("reminded", Business, "You reminded {who} about {it}")
        .while_unconfirmed("You asked to email {who} a reminder about {it}"),
    activity("nudged", Business, "You shared a reminder about {it}{by}"),
    activity("chased", Plumbline, "{who} was reminded about {it}")
        .while_unconfirmed("{who} was due an email reminder about {it}"),
    activity("reminder_failed", Plumbline, "The reminder about {it} didn’t reach {who}"),
    activity("reminder_given_up", Plumbline, "The reminder about {it} to {who} wasn’t sent"),
    activity(
        "reminder_unconfirmed",
        Plumbline,
        "The mail server didn’t confirm the reminder about {it} to {who}",
    ),
    activity("chasing_planned", Business, "You changed the reminders of {it}"),
    activity("chasing_off", Business, "You turned reminders for {it} off"),
    activity("chasing_on", Business, "You turned reminders for {it} on"),
    activity("quote_accepted", Customer, "{who} accepted {it}"),
    activity("varied", Business, "You started a variation to {it}"),
    activity("job_varied", Customer, "{who} accepted a variation to {it}, which now comes to {amount}"),
    activity("quote_declined", Customer, "{who} declined {it}"),
    activity("question_asked", Customer, "{who} asked a question about {it}"),
    activity("changes_requested", Customer, "{who} requested changes to {it}"),
    activity("question_replied", Business, "You replied to {who} about {it}")
        .while_unconfirmed("You asked to email {who} a reply about {it}"),
    activity("question_settled", Business, "You marked {who}’s question about {it} as answered"),
    activity("quote_cancelled", Customer, "{who} cancelled {it}"),
    activity("cancellation_noted", Business, "You recorded that {who} cancelled {it}"),
    activity("work_finished", Business, "You marked all the work for {it} as done"),
    activity("work_not_finished", Business, "You marked the work for {it} as not finished"),
    activity("goods_arrived", Business, "You recorded that the last of the goods for {it} arrived"),
    activity("goods_not_arrived", Business, "You marked the goods for {it} as not all arrived"),
    activity("owed_said", Business, "You recorded what {who} owes for {it}: {amount}"),
    activity("given_back", Business, "You recorded a refund of {amount} for {it}"),
    activity("converted", Business, "You turned {it} into an invoice"),
    activity("invoice_total_differs", Plumbline, "The invoice for {it} comes to a different total"),
    activity("voided", Business, "You voided {it}"),
    activity("instalments_agreed", Business, "You agreed instalments on {it}"),
    activity("instalments_changed", Business, "You changed the instalments of {it}"),
    activity("instalments_taken_away", Business, "You removed the instalments of {it}"),
    activity("credited", Business, "You created a credit note for {it}"),
    activity("refund_entered", Business, "You recorded a refund of {amount} for {it}"),
    activity("refund_removed", Business, "You removed a refund of {amount} for {it}"),
    activity("archived", Business, "You archived {it}"),
    activity("restored", Business, "You restored {it}"),
    activity("deleted", Business, "You deleted {it}"),
    activity("payment_recorded", Customer, "{who} recorded a payment of {amount} for {it}"),
    activity("payment_withdrawn", Customer, "{who} withdrew the payment of {amount} for {it}"),
    activity("payment_entered", Business, "You recorded a payment of {amount} for {it}"),
    activity("payment_confirmed", Business, "You confirmed the payment of {amount} for {it}"),
    activity("payment_rejected", Business, "You marked the payment of {amount} for {it} as not received"),
    activity("payment_unconfirmed", Business, "You undid the confirmation of {amount} for {it}"),
    activity("payment_removed", Business, "You removed the payment of {amount} for {it}"),
    activity("card_paid", Customer, "{who} paid {amount} by card for {it}"),
    activity("card_refunded", Plumbline, "{amount} paid by card for {it} was refunded"),
    activity("card_refund_failed", Plumbline, "{amount} paid by card for {it} could not be refunded"),
    activity("card_refund_asked", Business, "You asked for {amount} paid by card for {it} to be refunded"),
    activity("card_disputed", Plumbline, "{who} disputed {amount} paid by card for {it}"),
    activity("card_dispute_lost", Plumbline, "You lost the dispute over {amount} paid by card for {it}"),
    activity("card_dispute_won", Plumbline, "You won the dispute over {amount} paid by card for {it}"),
    activity("payment_receipted", Business, "You sent {who} a receipt for {amount} for {it} by email")
        .while_unconfirmed("You asked to email {who} a receipt for {amount} for {it}"),
    activity("staged", Business, "You created an invoice for {amount} for part of {it}"),
    activity("created", Business, "You added {it}"),
    activity("updated", Business, "You changed {it}"),
    activity("numbered", Business, "You changed the numbering of {it}"),
    activity("imported", Business, "You imported contacts"),
    activity("items_imported", Business, "You imported items"),
    activity("brought", Business, "You imported documents"),
    activity("bank_imported", Business, "You imported expenses from a bank statement"),
    activity("filed", Business, "You marked {it} as filed"),
    activity("opened_again", Business, "You reopened {it}"),
    activity("written_off", Business, "You wrote off the unpaid part of {it}, and claimed its VAT back"),
    activity("taken_back", Business, "You undid writing off {it}"),
    activity("vat_registered", Business, "You changed the VAT registration of {it}"),
    activity("cis_registered", Business, "You changed {it} as a CIS contractor"),
    activity("cis_verified", Business, "You changed {it} as a subcontractor"),
    activity("cis_statement_emailed", Business, "You sent the CIS statement for {it} by email")
        .while_unconfirmed("You asked to email the CIS statement for {it}"),
    activity("cis_statement_again", Business, "You sent the CIS statement for {it} again by email")
        .while_unconfirmed("You asked to email the CIS statement for {it} again"),
    activity("cis_statement_arrived", Business, "You recorded that they have the CIS statement for {it}"),
    activity(
        "cis_statement_unconfirmed",
        Plumbline,
        "The mail server didn’t confirm the CIS statement for {it}",
    ),
    activity("cis_statement_failed", Plumbline, "The email with the CIS statement for {it} wasn’t sent"),
    activity("account_statement_emailed", Business, "You sent the statement of {it} by email")
        .while_unconfirmed("You asked to email the statement of {it}"),
    activity(
        "account_statement_unconfirmed",
        Plumbline,
        "The mail server didn’t confirm the statement of {it}",
    ),
    activity("account_statement_failed", Plumbline, "The email with the statement of {it} wasn’t sent"),
    activity("repeated", Plumbline, "{it} was repeated automatically"),
    activity("merged", Business, "You merged another customer into {it}"),
    activity("unmerged", Business, "You undid the merge of another customer into {it}"),
    activity("made_by_itself", Plumbline, "{it} was created from a recurring invoice"),
    activity("sent_by_itself", Plumbline, "{it} was sent to {who} automatically")
        .while_unconfirmed("{it} was due to be emailed to {who} automatically"),
    activity("paused", Business, "You paused {it}"),
    activity("resumed", Business, "You resumed {it}"),
    activity("skipped", Business, "You skipped the next date of {it}"),
    activity("stopped", Plumbline, "{it} was paused automatically"),
];

impl Actor {
    /// The name of the actor for the account's owner.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Business => "You",
            Customer => "Your customer",
            Plumbline => "Plumbline",
        }
    }

    /// The stored name of the actor.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Business => "business",
            Customer => "customer",
            Plumbline => "plumbline",
        }
    }

    /// Who causes activities of this kind.
    pub(super) fn for_kind(kind: &str) -> Self {
        find_kind(kind).map_or(Plumbline, |it| it.actor)
    }
}

fn find_kind(kind: &str) -> Option<&'static ActivityKind> {
    ACTIVITY_KINDS.iter().find(|it| it.kind == kind)
}

/// How a link was sent, for the end of a sentence.
fn link_channel_text(by: &str) -> &'static str {
    match by {
        "whatsapp" => " to send it by WhatsApp",
        "sms" => " to send it by text message",
        "share" => " to share it from your device",
        "qr" => " to show it as a QR code",
        _ => "",
    }
}

/// The sentence for an activity, without a full stop. If it caused an email that isn't confirmed, the status of the
/// email is included.
pub(super) fn sentence(
    kind: &str,
    subject_kind: &str,
    data: &Value,
    email: Option<DeliveryStatus>,
) -> String {
    let text = |name: &str| data[name].as_str().unwrap_or_default().trim();
    let who = match text("contactName") {
        "" => "your customer",
        name => name,
    };
    let subject = match subject_kind {
        "vat_return" => "VAT return".to_owned(),
        "cis_return" => "CIS return".to_owned(),
        "cis_statement" => "CIS statement".to_owned(),
        kind => kind.replace('_', " "),
    };
    let it = match (text("number"), text("name")) {
        ("", "") if text("contactName").is_empty() => format!("a draft {subject}"),
        ("", "") => format!("a draft {subject} for {who}"),
        // The name may be that of the person who accepted, so a document is named by its number.
        ("", name) => format!("the {subject} {name}"),
        (number, _) => format!("{subject} {number}"),
    };
    let amount = Number::from_text(text("amount")).to_pence();
    let amount = amount.map(format_gbp).unwrap_or_default();
    let unknown = format!("{} of {{it}}", kind.replace('_', " "));
    // Each placeholder is replaced once, so that no name is read as a placeholder.
    let mut message = String::new();
    let email =
        email.filter(|_| find_kind(kind).is_some_and(|happening| !happening.unconfirmed_sentence.is_empty()));
    let mut rest = find_kind(kind).map_or(&*unknown, |happening| match email {
        Some(_) => happening.unconfirmed_sentence,
        None => happening.sentence,
    });
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').unwrap_or((after, ""));
        message.push_str(before);
        message.push_str(match place {
            "it" => &it,
            "who" => who,
            "by" => link_channel_text(text("by")),
            _ => &amount,
        });
        rest = after;
    }
    message.push_str(rest);
    if !text("reason").is_empty() {
        message.push_str(&format!(": {}", text("reason")));
    }
    if !text("witness").is_empty() {
        message.push_str(" on your device");
    }
    if !text("way").is_empty() {
        message.push_str(&format!(" {}, as you recorded", text("way")));
    }
    if !text("choice").is_empty() {
        message.push_str(&format!(": {}", text("choice")));
    }
    if let Some(fate) = email {
        message.push_str(&format!(": {}", fate.text()));
    }
    let mut characters = message.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn describes_each_activity_in_a_sentence() {
        let quote = json!({ "number": "Q-0012", "contactName": "Mo {it}", "amount": "1549.03" });
        let says = |kind, data: &Value| sentence(kind, "quote", data, None);
        assert_eq!(says("quote_accepted", &quote), "Mo {it} accepted quote Q-0012");
        assert_eq!(
            says("payment_recorded", &quote),
            "Mo {it} recorded a payment of £1,549.03 for quote Q-0012"
        );
        let mut signed = quote.clone();
        signed["witness"] = json!("Pat Taylor");
        assert_eq!(says("quote_accepted", &signed), "Mo {it} accepted quote Q-0012 on your device");
        let mut by_phone = quote.clone();
        by_phone["way"] = json!("by phone");
        assert_eq!(
            says("quote_accepted", &by_phone),
            "Mo {it} accepted quote Q-0012 by phone, as you recorded"
        );
        signed["choice"] = json!("Better");
        assert_eq!(says("quote_accepted", &signed), "Mo {it} accepted quote Q-0012 on your device: Better");
        let mut declined = quote.clone();
        declined["reason"] = json!("Too dear");
        assert_eq!(says("quote_declined", &declined), "Mo {it} declined quote Q-0012: Too dear");
        assert_eq!(
            says("deleted", &json!({ "number": null, "contactName": "Mo" })),
            "You deleted a draft quote for Mo"
        );
        assert_eq!(
            says("quote_accepted", &json!({ "number": "Q-0001", "name": "Jo" })),
            "Your customer accepted quote Q-0001"
        );
        assert_eq!(
            sentence("updated", "business_profile", &json!({ "name": "Pipe" }), None),
            "You changed the business profile Pipe"
        );
        assert_eq!(
            sentence("filed", "vat_return", &json!({ "name": "to 30 Jun 2026" }), None),
            "You marked the VAT return to 30 Jun 2026 as filed"
        );
        assert_eq!(says("of_a_newer_version", &quote), "Of a newer version of quote Q-0012");
    }

    #[test]
    fn never_describes_an_unconfirmed_email_as_sent() {
        let quote = json!({ "number": "Q-0012", "contactName": "Jo", "email": "1" });
        let says = |fate| sentence("sent", "quote", &quote, fate);
        assert_eq!(says(None), "You sent quote Q-0012 to Jo");
        assert_eq!(
            says(Some(DeliveryStatus::Waiting)),
            "You asked to email quote Q-0012 to Jo: it is being sent"
        );
        assert_eq!(
            says(Some(DeliveryStatus::Unconfirmed)),
            "You asked to email quote Q-0012 to Jo: not confirmed by the mail server"
        );
        // The sentence about a lost email says so itself.
        assert_eq!(
            sentence("email_arrived", "quote", &quote, Some(DeliveryStatus::Waiting)),
            "You recorded that Jo has the email with quote Q-0012"
        );
        let claims = ACTIVITY_KINDS.iter().filter(|it| !it.unconfirmed_sentence.is_empty());
        assert!(claims.clone().count() > 7);
        for one in claims {
            let text = sentence(one.kind, "quote", &quote, Some(DeliveryStatus::GivenUp));
            assert!(!text.contains(" sent ") && text.ends_with(": it wasn’t sent"), "{text}");
        }
    }

    #[test]
    fn each_kind_has_its_own_sentence() {
        let given = [
            ("sent", "You sent quote Q-0012 to"),
            ("link_given", "You shared the link to"),
            ("link_revoked", "You replaced the link"),
            ("opened", "Jo opened quote Q-0012"),
            ("email_unconfirmed", "didn’t confirm the email with"),
            ("email_refused", "refused the email with"),
            ("email_given_up", "The email with quote Q-0012 to Jo wasn’t sent"),
            ("email_again", "You sent the email with quote Q-0012 to Jo again"),
            ("email_arrived", "You recorded that Jo has the email with"),
            ("reminded", "You reminded Jo"),
            ("nudged", "You shared a reminder"),
            ("chased", "Jo was reminded"),
            ("reminder_failed", "didn’t reach Jo"),
            ("reminder_given_up", "to Jo wasn’t sent"),
            ("reminder_unconfirmed", "didn’t confirm the reminder"),
            ("chasing_planned", "You changed the reminders of quote Q-0012"),
            ("chasing_off", "Q-0012 off"),
            ("chasing_on", "Q-0012 on"),
            ("quote_accepted", "Jo accepted"),
            ("varied", "You started a variation"),
            ("job_varied", "accepted a variation to quote Q-0012, which now comes to £80.00"),
            ("quote_declined", "Jo declined"),
            ("question_asked", "asked a question"),
            ("changes_requested", "requested changes"),
            ("question_replied", "You replied to Jo"),
            ("question_settled", "Jo’s question about quote Q-0012 as answered"),
            ("quote_cancelled", "Jo cancelled"),
            ("cancellation_noted", "You recorded that Jo cancelled"),
            ("work_finished", "as done"),
            ("work_not_finished", "not finished"),
            ("goods_arrived", "the last of the goods"),
            ("goods_not_arrived", "not all arrived"),
            ("owed_said", "what Jo owes for quote Q-0012: £80.00"),
            ("given_back", "You recorded a refund of £80.00"),
            ("converted", "into an invoice"),
            ("invoice_total_differs", "a different total"),
            ("voided", "You voided"),
            ("instalments_agreed", "You agreed instalments"),
            ("instalments_changed", "You changed the instalments"),
            ("instalments_taken_away", "You removed the instalments"),
            ("credited", "You created a credit note"),
            ("refund_entered", "You recorded a refund of £80.00"),
            ("refund_removed", "You removed a refund of £80.00"),
            ("archived", "You archived"),
            ("restored", "You restored"),
            ("deleted", "You deleted"),
            ("payment_recorded", "Jo recorded a payment of £80.00"),
            ("payment_withdrawn", "Jo withdrew the payment of £80.00"),
            ("payment_entered", "You recorded a payment of £80.00"),
            ("payment_confirmed", "You confirmed the payment of £80.00"),
            ("payment_rejected", "£80.00 for quote Q-0012 as not received"),
            ("payment_unconfirmed", "You undid the confirmation of £80.00"),
            ("payment_removed", "You removed the payment of £80.00"),
            ("card_paid", "Jo paid £80.00 by card"),
            ("card_refunded", "was refunded"),
            ("card_refund_failed", "could not be refunded"),
            ("card_refund_asked", "You asked for £80.00 paid by card"),
            ("card_disputed", "Jo disputed £80.00 paid by card"),
            ("card_dispute_lost", "You lost the dispute over £80.00"),
            ("card_dispute_won", "You won the dispute over £80.00"),
            ("payment_receipted", "You sent Jo a receipt for £80.00"),
            ("staged", "an invoice for £80.00 for part of"),
            ("created", "You added"),
            ("updated", "You changed quote Q-0012"),
            ("numbered", "You changed the numbering"),
            ("imported", "You imported contacts"),
            ("items_imported", "You imported items"),
            ("brought", "You imported documents"),
            ("bank_imported", "from a bank statement"),
            ("filed", "as filed"),
            ("opened_again", "You reopened"),
            ("written_off", "You wrote off"),
            ("taken_back", "You undid writing off"),
            ("vat_registered", "the VAT registration"),
            ("cis_registered", "as a CIS contractor"),
            ("cis_verified", "as a subcontractor"),
            ("cis_statement_emailed", "You sent the CIS statement for quote Q-0012 by email"),
            ("cis_statement_again", "again by email"),
            ("cis_statement_arrived", "they have the CIS statement"),
            ("cis_statement_unconfirmed", "didn’t confirm the CIS statement"),
            ("cis_statement_failed", "CIS statement for quote Q-0012 wasn’t sent"),
            ("account_statement_emailed", "You sent the statement of"),
            ("account_statement_unconfirmed", "didn’t confirm the statement"),
            ("account_statement_failed", "the statement of quote Q-0012 wasn’t sent"),
            ("repeated", "repeated automatically"),
            ("merged", "You merged another customer"),
            ("unmerged", "You undid the merge"),
            ("made_by_itself", "was created from a recurring invoice"),
            ("sent_by_itself", "was sent to Jo automatically"),
            ("paused", "You paused"),
            ("resumed", "You resumed"),
            ("skipped", "You skipped the next date"),
            ("stopped", "was paused automatically"),
        ];
        let about = json!({ "number": "Q-0012", "contactName": "Jo", "amount": "80" });
        for (kind, text) in given {
            let sentence = sentence(kind, "quote", &about, None);
            assert!(sentence.contains(text), "{kind}: {sentence}");
        }
        let texts = given.map(|(kind, _)| kind);
        let untold = ACTIVITY_KINDS.iter().find(|it| !texts.contains(&it.kind));
        assert_eq!(untold.map(|it| it.kind), None);
    }

    #[test]
    fn it_says_how_a_link_was_shared() {
        let given = |by: &str| {
            let about = json!({ "number": "Q-0012", "by": by });
            sentence("link_given", "quote", &about, None)
        };
        for (by, method) in [
            ("copy", ""),
            ("whatsapp", " to send it by WhatsApp"),
            ("sms", " to send it by text message"),
            ("share", " to share it from your device"),
            ("qr", " to show it as a QR code"),
        ] {
            assert_eq!(given(by), format!("You shared the link to quote Q-0012{method}"));
        }
    }

    #[test]
    fn each_kind_has_a_unique_code_and_an_actor() {
        for (at, one) in ACTIVITY_KINDS.iter().enumerate() {
            assert!(ACTIVITY_KINDS[at + 1..].iter().all(|other| other.kind != one.kind));
            assert_eq!(Actor::for_kind(one.kind), one.actor);
        }
    }

    /// What had happened before there was a column for who did it.
    #[test]
    fn the_migration_set_the_actor_of_every_kind() {
        let migration = include_str!("../../../../migrations/0042_activities_by.sql");
        let mut filled = 0;
        for update in migration.split("UPDATE activities SET actor = '").skip(1) {
            let update = update.split(';').next().unwrap();
            let (actor, kinds) = update.split_once('\'').unwrap();
            for kind in kinds.split('\'').skip(1).step_by(2) {
                assert_eq!(Actor::for_kind(kind).code(), actor, "{kind}");
                filled += 1;
            }
        }
        let others = ACTIVITY_KINDS.iter().filter(|it| it.actor != Business);
        assert!(filled > 0 && filled <= others.count());
    }
}
