//! The ways to pay, and which of them a business offers.

use serde::{Deserialize, Serialize};

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
