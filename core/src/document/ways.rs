//! Payment methods, and which of them a business offers.

use serde::{Deserialize, Serialize};

/// Which payment methods a business accepts and is set up for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepts {
    /// Cash.
    pub cash: bool,
    /// A transfer to the business's bank account.
    pub bank_transfer: bool,
    /// Whether the business wants card payments.
    pub card: bool,
    /// Whether the business has a connected card-provider account.
    pub card_account: bool,
    /// PayPal, with an account to pay to.
    pub paypal: bool,
}

/// A payment method, with the name that payments store (docs/product.md, section 3, Payment).
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
    /// A cheque that the business has received and recorded. The customer's page never offers it.
    Cheque,
}

impl Method {
    /// Every payment method.
    pub const ALL: [Method; 5] = [
        Method::Stripe,
        Method::BankTransfer,
        Method::Cash,
        Method::Paypal,
        Method::Cheque,
    ];

    /// The stored name: `bank_transfer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Stripe => "stripe",
            Method::BankTransfer => "bank_transfer",
            Method::Cash => "cash",
            Method::Paypal => "paypal",
            Method::Cheque => "cheque",
        }
    }

    /// The label on screens and documents.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Method::Stripe => "Card",
            Method::BankTransfer => "Bank transfer",
            Method::Cash => "Cash",
            Method::Paypal => "PayPal",
            Method::Cheque => "Cheque",
        }
    }

    /// The payment method with this stored name; `None` for any other name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

impl Accepts {
    /// Which of these payment methods (`ways`) are offered: a card needs both the setting and the connected account.
    #[must_use]
    pub fn among(self, ways: &[Method]) -> Vec<Method> {
        let offers = |way: &Method| match way {
            Method::Stripe => self.card && self.card_account,
            Method::BankTransfer => self.bank_transfer,
            Method::Cash => self.cash,
            Method::Paypal => self.paypal,
            Method::Cheque => false,
        };
        ways.iter().copied().filter(offers).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Method::{BankTransfer, Cash, Cheque, Paypal, Stripe};

    const DEPOSIT: [Method; 3] = [Stripe, BankTransfer, Cash];
    const BALANCE: [Method; 4] = [Stripe, BankTransfer, Cash, Paypal];

    #[test]
    fn each_way_to_pay_shows_only_if_accepted() {
        let none = Accepts::default();
        assert_eq!(none.among(&DEPOSIT), []);
        assert_eq!(none.among(&BALANCE), []);
        let cash = Accepts { cash: true, ..none };
        assert_eq!(
            (cash.among(&DEPOSIT), cash.among(&BALANCE)),
            (vec![Cash], vec![Cash])
        );
        let bank = Accepts {
            bank_transfer: true,
            ..none
        };
        assert_eq!(
            (bank.among(&DEPOSIT), bank.among(&BALANCE)),
            (vec![BankTransfer], vec![BankTransfer])
        );
        let all = Accepts {
            cash: true,
            bank_transfer: true,
            card: true,
            card_account: true,
            paypal: true,
        };
        assert_eq!(all.among(&DEPOSIT), [Stripe, BankTransfer, Cash]);
        assert_eq!(all.among(&BALANCE), [Stripe, BankTransfer, Cash, Paypal]);
        // Only the business records a cheque.
        assert_eq!(all.among(&[Cheque]), []);
    }

    #[test]
    fn card_needs_both_the_wish_and_the_account() {
        let ways = |card, card_account| {
            Accepts {
                card,
                card_account,
                ..Accepts::default()
            }
            .among(&BALANCE)
        };
        assert_eq!(ways(true, true), [Stripe]);
        assert_eq!(ways(true, false), []);
        assert_eq!(ways(false, true), []);
    }

    #[test]
    fn only_the_ways_that_are_asked_for_show() {
        let paypal = Accepts {
            paypal: true,
            ..Accepts::default()
        };
        assert_eq!(
            (paypal.among(&DEPOSIT), paypal.among(&BALANCE)),
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
            (Cheque, "cheque", "Cheque"),
        ] {
            assert_eq!(
                serde_json::to_string(&method).unwrap(),
                format!("\"{name}\"")
            );
            assert_eq!((Method::of(name), method.label()), (Some(method), label));
        }
        assert_eq!(Method::of("barter"), None);
    }
}
