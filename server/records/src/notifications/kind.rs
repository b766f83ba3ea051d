//! The kinds of notification, each with its texts and its switch in the settings.

use serde::{Deserialize, Serialize};

use plumbline_platform::db::table::stored_enum;

stored_enum! {
    /// The kind of a notification.
    pub enum NotificationKind {
        /// A customer accepted a quote.
        QuoteAccepted = "quote_accepted",
        /// A customer declined a quote.
        QuoteDeclined = "quote_declined",
        /// A customer cancelled the job of a quote that they had accepted.
        QuoteCancelled = "quote_cancelled",
        /// A customer asked a question about a document.
        QuestionAsked = "question_asked",
        /// A customer asked for changes to a quote.
        ChangesRequested = "changes_requested",
        /// A customer announced a payment.
        PaymentRecorded = "payment_recorded",
        /// A customer withdrew an announced payment.
        PaymentWithdrawn = "payment_withdrawn",
        /// A customer paid by card.
        CardPaid = "card_paid",
        /// A card payment was refunded.
        CardRefunded = "card_refunded",
        /// A refund to a card failed.
        CardRefundFailed = "card_refund_failed",
        /// A customer's bank disputes a card payment.
        CardDisputed = "card_disputed",
        /// The dispute was lost: the money went back.
        CardDisputeLost = "card_dispute_lost",
        /// The dispute was won.
        CardDisputeWon = "card_dispute_won",
        /// A customer's mail server refused an email.
        MailUndeliverable = "mail_undeliverable",
        /// The mail server didn't say whether it accepted an email.
        MailUnconfirmed = "mail_unconfirmed",
        /// The mail server didn't accept an email within the time for which it is tried.
        MailGivenUp = "mail_given_up",
        /// A recurring invoice was sent automatically.
        RecurringSent = "recurring_sent",
        /// A recurring invoice was made as a draft, to be checked.
        RecurringDraft = "recurring_draft",
        /// A recurring invoice was made after its date had passed.
        RecurringLate = "recurring_late",
        /// A recurring invoice couldn't be sent, because no email address is known.
        RecurringNoAddress = "recurring_no_address",
        /// It couldn't be sent, because the account's emails are stopped.
        RecurringMailStopped = "recurring_mail_stopped",
        /// It couldn't be sent, because the account has reached its allowance of emails.
        RecurringTooMany = "recurring_too_many",
        /// It couldn't be sent, because data is missing.
        RecurringNotSent = "recurring_not_sent",
        /// No more invoices are made from a recurring invoice until a person has checked it.
        RecurringStopped = "recurring_stopped",
    }
}

/// A topic, which a person can switch off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum NotificationTopic {
    /// Quotes that are accepted.
    QuotesAccepted,
    /// Quotes that are declined, and jobs that are cancelled.
    QuotesDeclined,
    /// Customers' questions.
    CustomerQuestions,
    /// Payments that need confirmation.
    PaymentsToConfirm,
    /// Card payments.
    CardPayments,
    /// Refunds and disputes.
    RefundsAndDisputes,
    /// Emails whose delivery isn't confirmed.
    UndeliveredEmails,
    /// Invoices that are made automatically.
    RecurringInvoices,
}

impl NotificationTopic {
    /// All topics, in display order.
    pub const ALL: [Self; 8] = [
        Self::QuotesAccepted,
        Self::QuotesDeclined,
        Self::CustomerQuestions,
        Self::PaymentsToConfirm,
        Self::CardPayments,
        Self::RefundsAndDisputes,
        Self::UndeliveredEmails,
        Self::RecurringInvoices,
    ];

    /// The label of the switch, and a description of what it covers.
    pub(super) const fn label_and_hint(self) -> (&'static str, &'static str) {
        match self {
            Self::QuotesAccepted => ("Quotes accepted", "A customer accepts a quote"),
            Self::QuotesDeclined => ("Quotes declined", "A customer declines a quote, or cancels the job"),
            Self::CustomerQuestions => {
                ("Customer questions", "A customer asks a question, or requests changes to a quote")
            }
            Self::PaymentsToConfirm => {
                ("Payments to confirm", "A customer says they have paid, or takes that back")
            }
            Self::CardPayments => ("Card payments", "A customer pays by card"),
            Self::RefundsAndDisputes => {
                ("Refunds and disputes", "A card payment is refunded, or a bank asks for it back")
            }
            Self::UndeliveredEmails => {
                ("Undelivered emails", "An email to a customer was refused, wasn’t sent, or isn’t confirmed")
            }
            Self::RecurringInvoices => {
                ("Recurring invoices", "One is being sent, is ready to check, or could not be sent")
            }
        }
    }
}

/// The texts of a kind.
struct NotificationTexts {
    topic: NotificationTopic,
    /// For a lock screen, which anybody may see: `{It}` is the document, `{number}` its number.
    without_details: &'static str,
    /// For the business, with `{who}` and `{amount}` as well.
    with_details: &'static str,
}

impl NotificationKind {
    const fn texts(self) -> NotificationTexts {
        let (topic, plain, full) = match self {
            Self::QuoteAccepted => (
                NotificationTopic::QuotesAccepted,
                "{It} was accepted",
                "{It} was accepted by {who}: {amount}",
            ),
            Self::QuoteDeclined => (
                NotificationTopic::QuotesDeclined,
                "{It} was declined",
                "{It} was declined by {who}: {amount}",
            ),
            Self::QuoteCancelled => (
                NotificationTopic::QuotesDeclined,
                "The job of {number} was cancelled",
                "{who} cancelled the job of {number}: {amount}",
            ),
            Self::QuestionAsked => (
                NotificationTopic::CustomerQuestions,
                "{number}: a question from your customer",
                "{who} asked a question about {number}",
            ),
            Self::ChangesRequested => (
                NotificationTopic::CustomerQuestions,
                "{number}: your customer would like changes",
                "{who} would like changes to {number}",
            ),
            Self::PaymentRecorded => (
                NotificationTopic::PaymentsToConfirm,
                "{number}: a payment to confirm",
                "{number}: {amount} to confirm, from {who}",
            ),
            Self::PaymentWithdrawn => (
                NotificationTopic::PaymentsToConfirm,
                "{number}: a payment was withdrawn",
                "{number}: {who} withdrew a payment of {amount}",
            ),
            Self::CardPaid => (
                NotificationTopic::CardPayments,
                "{number}: paid by card",
                "{number}: {amount} paid by card, from {who}",
            ),
            Self::CardRefunded => (
                NotificationTopic::RefundsAndDisputes,
                "{number}: a card payment was refunded",
                "{number}: {amount} was refunded to {who}’s card",
            ),
            Self::CardRefundFailed => (
                NotificationTopic::RefundsAndDisputes,
                "{number}: a refund didn’t arrive",
                "{number}: the refund of {amount} didn’t reach {who}",
            ),
            Self::CardDisputed => (
                NotificationTopic::RefundsAndDisputes,
                "{number}: a card payment is disputed",
                "{number}: {who} disputes {amount} paid by card",
            ),
            Self::CardDisputeLost => (
                NotificationTopic::RefundsAndDisputes,
                "{number}: you lost a dispute",
                "{number}: you lost the dispute over {amount}",
            ),
            Self::CardDisputeWon => (
                NotificationTopic::RefundsAndDisputes,
                "{number}: you won a dispute",
                "{number}: you won the dispute over {amount}",
            ),
            Self::MailUndeliverable => (
                NotificationTopic::UndeliveredEmails,
                "{It}: the email could not be delivered",
                "{It}: the email to {who} could not be delivered",
            ),
            Self::MailUnconfirmed => (
                NotificationTopic::UndeliveredEmails,
                "{It}: the email isn’t confirmed",
                "{It}: the email to {who} isn’t confirmed",
            ),
            Self::MailGivenUp => (
                NotificationTopic::UndeliveredEmails,
                "{It}: the email wasn’t sent",
                "{It}: the email to {who} wasn’t sent",
            ),
            Self::RecurringSent => (
                NotificationTopic::RecurringInvoices,
                "{It} is being sent automatically",
                "{It} is being emailed to {who} automatically: {amount}",
            ),
            Self::RecurringDraft => (
                NotificationTopic::RecurringInvoices,
                "A recurring invoice is ready to check",
                "The recurring invoice for {who} is ready to check: {amount}",
            ),
            Self::RecurringLate => (
                NotificationTopic::RecurringInvoices,
                "A recurring invoice was made late: check it and send it",
                "The recurring invoice for {who} was made late: check it and send it",
            ),
            Self::RecurringNoAddress => (
                NotificationTopic::RecurringInvoices,
                "A recurring invoice wasn’t sent: there is no email address",
                "The recurring invoice for {who} wasn’t sent: there is no email address",
            ),
            Self::RecurringMailStopped => (
                NotificationTopic::RecurringInvoices,
                "A recurring invoice wasn’t sent: your email to customers is stopped",
                "The recurring invoice for {who} wasn’t sent: your email to customers is stopped",
            ),
            Self::RecurringTooMany => (
                NotificationTopic::RecurringInvoices,
                "A recurring invoice wasn’t sent: too many emails went out today",
                "The recurring invoice for {who} wasn’t sent: too many emails went out today",
            ),
            Self::RecurringNotSent => (
                NotificationTopic::RecurringInvoices,
                "A recurring invoice wasn’t sent: something is missing",
                "The recurring invoice for {who} wasn’t sent: something is missing",
            ),
            Self::RecurringStopped => (
                NotificationTopic::RecurringInvoices,
                "A recurring invoice was paused: please see why",
                "The recurring invoice for {who} was paused: please see why",
            ),
        };
        NotificationTexts { topic, without_details: plain, with_details: full }
    }

    /// The topic that it belongs to.
    #[must_use]
    pub const fn topic(self) -> NotificationTopic {
        self.texts().topic
    }

    /// The sentence without a full stop, for the document with this kind and number, customer and amount.
    pub(super) fn sentence(
        self,
        (kind, number): (&str, &str),
        (who, amount): (&str, &str),
        with_details: bool,
    ) -> String {
        let notification_texts = self.texts();
        let mut rest =
            if with_details { notification_texts.with_details } else { notification_texts.without_details };
        let it = capitalise(&format!("{kind} {number}"));
        // Each placeholder is replaced once, so that a name isn't taken for another placeholder.
        let mut text = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            let (place, after) = after.split_once('}').unwrap_or((after, ""));
            text.push_str(before);
            text.push_str(match place {
                "It" => &it,
                "number" => number,
                "who" => who,
                _ => amount,
            });
            rest = after;
        }
        text.push_str(rest);
        capitalise(&text)
    }
}

fn capitalise(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [NotificationKind; 24] = [
        NotificationKind::QuoteAccepted,
        NotificationKind::QuoteDeclined,
        NotificationKind::QuoteCancelled,
        NotificationKind::QuestionAsked,
        NotificationKind::ChangesRequested,
        NotificationKind::PaymentRecorded,
        NotificationKind::PaymentWithdrawn,
        NotificationKind::CardPaid,
        NotificationKind::CardRefunded,
        NotificationKind::CardRefundFailed,
        NotificationKind::CardDisputed,
        NotificationKind::CardDisputeLost,
        NotificationKind::CardDisputeWon,
        NotificationKind::MailUndeliverable,
        NotificationKind::MailUnconfirmed,
        NotificationKind::MailGivenUp,
        NotificationKind::RecurringSent,
        NotificationKind::RecurringDraft,
        NotificationKind::RecurringLate,
        NotificationKind::RecurringNoAddress,
        NotificationKind::RecurringMailStopped,
        NotificationKind::RecurringTooMany,
        NotificationKind::RecurringNotSent,
        NotificationKind::RecurringStopped,
    ];

    #[test]
    fn shows_no_names_or_amounts_on_a_lock_screen() {
        for kind in ALL {
            let plain = kind.sentence(("invoice", "INV-0031"), ("Mo {It}", "£480.00"), false);
            // A draft has no number yet.
            let is_draft = plain.starts_with("A recurring invoice");
            assert!(plain.contains("INV-0031") || is_draft, "{plain}");
            assert!(!plain.contains("Mo") && !plain.contains('£'), "{plain}");
            assert!(!plain.contains('{'), "{plain}");
        }
    }

    #[test]
    fn shows_the_business_names_and_amounts() {
        let full = |kind: NotificationKind, of| kind.sentence(of, ("Mo {It}", "£480.00"), true);
        assert_eq!(
            full(NotificationKind::QuoteAccepted, ("quote", "Q-0012")),
            "Quote Q-0012 was accepted by Mo {It}: £480.00"
        );
        let of_others = [
            (NotificationKind::QuoteDeclined, "Quote INV-0031 was declined by Mo {It}: £480.00"),
            (NotificationKind::QuoteCancelled, "Mo {It} cancelled the job of INV-0031: £480.00"),
            (NotificationKind::QuestionAsked, "Mo {It} asked a question about INV-0031"),
            (NotificationKind::ChangesRequested, "Mo {It} would like changes to INV-0031"),
            (NotificationKind::PaymentRecorded, "INV-0031: £480.00 to confirm, from Mo {It}"),
            (NotificationKind::PaymentWithdrawn, "INV-0031: Mo {It} withdrew a payment of £480.00"),
            (NotificationKind::CardPaid, "INV-0031: £480.00 paid by card, from Mo {It}"),
            (NotificationKind::CardRefunded, "INV-0031: £480.00 was refunded to Mo {It}’s card"),
            (NotificationKind::CardRefundFailed, "INV-0031: the refund of £480.00 didn’t reach Mo {It}"),
            (NotificationKind::CardDisputed, "INV-0031: Mo {It} disputes £480.00 paid by card"),
            (NotificationKind::CardDisputeLost, "INV-0031: you lost the dispute over £480.00"),
            (NotificationKind::CardDisputeWon, "INV-0031: you won the dispute over £480.00"),
            (
                NotificationKind::MailUndeliverable,
                "Quote INV-0031: the email to Mo {It} could not be delivered",
            ),
            (NotificationKind::MailUnconfirmed, "Quote INV-0031: the email to Mo {It} isn’t confirmed"),
            (NotificationKind::MailGivenUp, "Quote INV-0031: the email to Mo {It} wasn’t sent"),
            (
                NotificationKind::RecurringSent,
                "Quote INV-0031 is being emailed to Mo {It} automatically: £480.00",
            ),
            (
                NotificationKind::RecurringDraft,
                "The recurring invoice for Mo {It} is ready to check: £480.00",
            ),
            (
                NotificationKind::RecurringLate,
                "The recurring invoice for Mo {It} was made late: check it and send it",
            ),
            (
                NotificationKind::RecurringNoAddress,
                "The recurring invoice for Mo {It} wasn’t sent: there is no email address",
            ),
            (
                NotificationKind::RecurringMailStopped,
                "The recurring invoice for Mo {It} wasn’t sent: your email to customers is stopped",
            ),
            (
                NotificationKind::RecurringTooMany,
                "The recurring invoice for Mo {It} wasn’t sent: too many emails went out today",
            ),
            (
                NotificationKind::RecurringNotSent,
                "The recurring invoice for Mo {It} wasn’t sent: something is missing",
            ),
            (
                NotificationKind::RecurringStopped,
                "The recurring invoice for Mo {It} was paused: please see why",
            ),
        ];
        assert_eq!(of_others.len() + 1, ALL.len());
        for (kind, sentence) in of_others {
            assert_eq!(full(kind, ("quote", "INV-0031")), sentence);
        }
    }

    /// The stored name of a kind must describe the same event as its sentence.
    #[test]
    fn each_kind_has_its_own_sentence() {
        for (kind, word) in [
            (NotificationKind::QuoteAccepted, "accepted"),
            (NotificationKind::QuoteDeclined, "declined"),
            (NotificationKind::QuoteCancelled, "cancelled"),
            (NotificationKind::QuestionAsked, "a question"),
            (NotificationKind::ChangesRequested, "changes"),
            (NotificationKind::PaymentRecorded, "to confirm"),
            (NotificationKind::PaymentWithdrawn, "withdrawn"),
            (NotificationKind::CardPaid, "paid by card"),
            (NotificationKind::CardRefunded, "refunded"),
            (NotificationKind::CardRefundFailed, "refund didn’t arrive"),
            (NotificationKind::CardDisputed, "disputed"),
            (NotificationKind::CardDisputeLost, "lost"),
            (NotificationKind::CardDisputeWon, "won"),
            (NotificationKind::MailUndeliverable, "could not be delivered"),
            (NotificationKind::MailUnconfirmed, "isn’t confirmed"),
            (NotificationKind::MailGivenUp, "wasn’t sent"),
            (NotificationKind::RecurringSent, "sent automatically"),
            (NotificationKind::RecurringDraft, "ready to check"),
            (NotificationKind::RecurringLate, "late"),
            (NotificationKind::RecurringNoAddress, "no email address"),
            (NotificationKind::RecurringMailStopped, "stopped"),
            (NotificationKind::RecurringTooMany, "too many"),
            (NotificationKind::RecurringNotSent, "something is missing"),
            (NotificationKind::RecurringStopped, "paused"),
        ] {
            let plain = kind.sentence(("invoice", "INV-0031"), ("Mo", "£480.00"), false);
            assert!(plain.contains(word), "{kind:?}: {plain}");
        }
    }

    #[test]
    fn every_kind_belongs_to_a_topic() {
        let of = |topic| ALL.into_iter().filter(move |kind| kind.topic() == topic);
        for (topic, kinds) in [
            (NotificationTopic::QuotesAccepted, &[NotificationKind::QuoteAccepted][..]),
            (
                NotificationTopic::QuotesDeclined,
                &[NotificationKind::QuoteDeclined, NotificationKind::QuoteCancelled],
            ),
            (
                NotificationTopic::CustomerQuestions,
                &[NotificationKind::QuestionAsked, NotificationKind::ChangesRequested],
            ),
            (
                NotificationTopic::PaymentsToConfirm,
                &[NotificationKind::PaymentRecorded, NotificationKind::PaymentWithdrawn],
            ),
            (NotificationTopic::CardPayments, &[NotificationKind::CardPaid]),
            (
                NotificationTopic::RefundsAndDisputes,
                &[
                    NotificationKind::CardRefunded,
                    NotificationKind::CardRefundFailed,
                    NotificationKind::CardDisputed,
                    NotificationKind::CardDisputeLost,
                    NotificationKind::CardDisputeWon,
                ],
            ),
            (
                NotificationTopic::UndeliveredEmails,
                &[
                    NotificationKind::MailUndeliverable,
                    NotificationKind::MailUnconfirmed,
                    NotificationKind::MailGivenUp,
                ],
            ),
            (
                NotificationTopic::RecurringInvoices,
                &[
                    NotificationKind::RecurringSent,
                    NotificationKind::RecurringDraft,
                    NotificationKind::RecurringLate,
                    NotificationKind::RecurringNoAddress,
                    NotificationKind::RecurringMailStopped,
                    NotificationKind::RecurringTooMany,
                    NotificationKind::RecurringNotSent,
                    NotificationKind::RecurringStopped,
                ],
            ),
        ] {
            assert_eq!(of(topic).collect::<Vec<_>>(), kinds, "{topic:?}");
        }
    }
}
