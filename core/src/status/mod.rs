//! What quotes and invoices have in common on screen: a badge, banners, the ways to
//! pay, and the refusal of an illegal step.

use serde::{Deserialize, Serialize};

pub mod invoice;
pub mod quote;
pub mod shown;

/// The colour of a badge or banner (spec.md, section 4; ui.md, Look). Never alone:
/// a word goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Tone {
    /// Waiting for somebody.
    Blue,
    /// Done.
    Green,
    /// Late or refused.
    Red,
    /// Not started, or out of use.
    Grey,
    /// Half-way.
    Amber,
}

/// A status as it is shown: its words and its colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Badge {
    /// The words: `Pending`, `Partially Paid`.
    pub label: String,
    /// The colour.
    pub tone: Tone,
}

impl Badge {
    pub(crate) fn new(label: &str, tone: Tone) -> Self {
        Badge {
            label: label.into(),
            tone,
        }
    }
}

/// A sentence across the top of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Banner {
    /// Its colour.
    pub tone: Tone,
    /// The sentence, whole.
    pub text: String,
}

impl Banner {
    pub(crate) fn new(tone: Tone, text: String) -> Self {
        Banner { tone, text }
    }
}

/// A refused step: the server answers 409 with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{msg}")]
pub struct TransitionError {
    /// A stable code for a machine: `already_accepted`.
    pub code: &'static str,
    /// The sentence for the person: what stands in the way and what to do.
    pub msg: &'static str,
}

impl TransitionError {
    pub(crate) const fn new(code: &'static str, msg: &'static str) -> Self {
        TransitionError { code, msg }
    }
}

/// What the business may do next with a document: the steps that [`crate::status::quote::QuoteState::apply`]
/// and [`crate::status::invoice::InvoiceState::apply`] would take, for a screen to offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Allowed {
    /// Change it.
    pub edit: bool,
    /// Issue it, or send it again.
    pub send: bool,
    /// Turn a quote into an invoice.
    pub convert: bool,
    /// Withdraw an invoice.
    pub void: bool,
    /// Delete a draft.
    pub delete: bool,
    /// Record a payment: of an invoice, or of a quote's deposit.
    pub record_payment: bool,
}

/// A step on a document whose status is not one of ours.
pub(crate) const UNKNOWN_STATUS: TransitionError = TransitionError::new(
    "unknown_status",
    "This document has a status that does not allow this",
);

/// Which ways of paying a business accepts and can serve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepts {
    /// Cash in hand.
    pub cash: bool,
    /// A transfer to the business's bank account.
    pub bank_transfer: bool,
    /// Card checkout: the business wants it.
    pub card: bool,
    /// The business has a connected card-provider account.
    pub card_account: bool,
    /// PayPal.
    pub paypal: bool,
}

/// A way to pay, by the name that payments carry (spec.md, section 3, Payment).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Method {
    /// Card checkout.
    Stripe,
    /// A bank transfer.
    BankTransfer,
    /// Cash.
    Cash,
    /// PayPal, on invoices only.
    Paypal,
}

impl Method {
    /// The words for a person.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Method::Stripe => "Card",
            Method::BankTransfer => "Bank transfer",
            Method::Cash => "Cash",
            Method::Paypal => "PayPal",
        }
    }

    /// The method of a stored name; `None` for a name that is not ours.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "stripe" => Some(Method::Stripe),
            "bank_transfer" => Some(Method::BankTransfer),
            "cash" => Some(Method::Cash),
            "paypal" => Some(Method::Paypal),
            _ => None,
        }
    }
}

impl Accepts {
    /// The ways to pay a quote's deposit: card needs both the wish and the connected
    /// account; PayPal shows only on invoices (spec.md, section 5, Public pages).
    #[must_use]
    pub fn for_quote(self) -> Vec<Method> {
        let ways = [
            (self.card && self.card_account, Method::Stripe),
            (self.bank_transfer, Method::BankTransfer),
            (self.cash, Method::Cash),
        ];
        ways.into_iter()
            .filter_map(|(on, way)| on.then_some(way))
            .collect()
    }

    /// The ways to pay an invoice: those of a quote, and PayPal.
    #[must_use]
    pub fn for_invoice(self) -> Vec<Method> {
        let mut ways = self.for_quote();
        if self.paypal {
            ways.push(Method::Paypal);
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Method::{BankTransfer, Cash, Paypal, Stripe};

    #[test]
    fn each_way_to_pay_shows_only_if_accepted() {
        let none = Accepts::default();
        assert_eq!(none.for_quote(), []);
        assert_eq!(none.for_invoice(), []);
        let cash = Accepts { cash: true, ..none };
        assert_eq!(
            (cash.for_quote(), cash.for_invoice()),
            (vec![Cash], vec![Cash])
        );
        let bank = Accepts {
            bank_transfer: true,
            ..none
        };
        assert_eq!(
            (bank.for_quote(), bank.for_invoice()),
            (vec![BankTransfer], vec![BankTransfer])
        );
        let all = Accepts {
            cash: true,
            bank_transfer: true,
            card: true,
            card_account: true,
            paypal: true,
        };
        assert_eq!(all.for_quote(), [Stripe, BankTransfer, Cash]);
        assert_eq!(all.for_invoice(), [Stripe, BankTransfer, Cash, Paypal]);
    }

    #[test]
    fn card_needs_both_the_wish_and_the_account() {
        let ways = |card, card_account| {
            Accepts {
                card,
                card_account,
                ..Accepts::default()
            }
            .for_invoice()
        };
        assert_eq!(ways(true, true), [Stripe]);
        assert_eq!(ways(true, false), []);
        assert_eq!(ways(false, true), []);
    }

    #[test]
    fn paypal_shows_on_invoices_only() {
        let paypal = Accepts {
            paypal: true,
            ..Accepts::default()
        };
        assert_eq!(
            (paypal.for_quote(), paypal.for_invoice()),
            (vec![], vec![Paypal])
        );
    }

    #[test]
    fn a_method_has_one_name_and_one_label() {
        for (method, name, label) in [
            (Stripe, "stripe", "Card"),
            (BankTransfer, "bank_transfer", "Bank transfer"),
            (Cash, "cash", "Cash"),
            (Paypal, "paypal", "PayPal"),
        ] {
            assert_eq!(
                serde_json::to_string(&method).unwrap(),
                format!("\"{name}\"")
            );
            assert_eq!((Method::of(name), method.label()), (Some(method), label));
        }
        assert_eq!(Method::of("cheque"), None);
    }
}
