//! Payment methods, and which of them a business offers.

use serde::{Deserialize, Serialize};

use crate::json::id;
use crate::money::number::Number;

/// Which payment methods a business accepts and is set up for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AcceptedMethods {
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
pub enum PaymentMethod {
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

impl PaymentMethod {
    /// Every payment method.
    pub const ALL: [PaymentMethod; 5] = [
        PaymentMethod::Stripe,
        PaymentMethod::BankTransfer,
        PaymentMethod::Cash,
        PaymentMethod::Paypal,
        PaymentMethod::Cheque,
    ];

    /// The stored name: `bank_transfer`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            PaymentMethod::Stripe => "stripe",
            PaymentMethod::BankTransfer => "bank_transfer",
            PaymentMethod::Cash => "cash",
            PaymentMethod::Paypal => "paypal",
            PaymentMethod::Cheque => "cheque",
        }
    }

    /// The label on screens and documents.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            PaymentMethod::Stripe => "Card",
            PaymentMethod::BankTransfer => "Bank transfer",
            PaymentMethod::Cash => "Cash",
            PaymentMethod::Paypal => "PayPal",
            PaymentMethod::Cheque => "Cheque",
        }
    }

    /// The payment method with this stored name; `None` for any other name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.code() == name)
    }
}

impl AcceptedMethods {
    /// Which of these payment methods are offered: a card needs both the setting and the connected account.
    #[must_use]
    pub fn filter_accepted(self, methods: &[PaymentMethod]) -> Vec<PaymentMethod> {
        let offers = |method: &PaymentMethod| match method {
            PaymentMethod::Stripe => self.card && self.card_account,
            PaymentMethod::BankTransfer => self.bank_transfer,
            PaymentMethod::Cash => self.cash,
            PaymentMethod::Paypal => self.paypal,
            PaymentMethod::Cheque => false,
        };
        methods.iter().copied().filter(offers).collect()
    }
}

// Payments of a document (docs/rules.md, section 2).

/// A payment that was received or announced.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Payment {
    /// The payment's id, which the caller chooses. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// Pounds with up to 2 decimals; negative for a refund.
    pub amount: Number,
    /// The day it was made: `YYYY-MM-DD`, perhaps with a time. Under CIS, payments count in this order.
    pub date: String,
    /// The payment method: cash, bank_transfer, cheque, stripe or paypal. No rule of this crate reads it.
    pub method: String,
    /// Notes.
    pub notes: String,
    /// Whether the business has confirmed that it received the money; confirmed if missing.
    pub confirmation_status: ConfirmationStatus,
}

/// Whether the business has confirmed that it received the money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum ConfirmationStatus {
    /// Confirmed: the payment reduces the balance.
    #[default]
    Confirmed,
    /// Announced but not confirmed yet.
    Pending,
}

#[cfg(test)]
mod tests {
    use super::*;
    use PaymentMethod::{BankTransfer, Cash, Cheque, Paypal, Stripe};

    const DEPOSIT: [PaymentMethod; 3] = [Stripe, BankTransfer, Cash];
    const BALANCE: [PaymentMethod; 4] = [Stripe, BankTransfer, Cash, Paypal];

    #[test]
    fn offers_only_accepted_payment_methods() {
        let none = AcceptedMethods::default();
        assert_eq!(none.filter_accepted(&DEPOSIT), []);
        assert_eq!(none.filter_accepted(&BALANCE), []);
        let cash = AcceptedMethods { cash: true, ..none };
        assert_eq!(
            (cash.filter_accepted(&DEPOSIT), cash.filter_accepted(&BALANCE)),
            (vec![Cash], vec![Cash])
        );
        let bank = AcceptedMethods { bank_transfer: true, ..none };
        assert_eq!(
            (bank.filter_accepted(&DEPOSIT), bank.filter_accepted(&BALANCE)),
            (vec![BankTransfer], vec![BankTransfer])
        );
        let all =
            AcceptedMethods { cash: true, bank_transfer: true, card: true, card_account: true, paypal: true };
        assert_eq!(all.filter_accepted(&DEPOSIT), [Stripe, BankTransfer, Cash]);
        assert_eq!(all.filter_accepted(&BALANCE), [Stripe, BankTransfer, Cash, Paypal]);
        // Only the business records a cheque.
        assert_eq!(all.filter_accepted(&[Cheque]), []);
    }

    #[test]
    fn offers_card_only_if_it_is_accepted_and_an_account_is_connected() {
        let methods = |card, card_account| {
            AcceptedMethods { card, card_account, ..AcceptedMethods::default() }.filter_accepted(&BALANCE)
        };
        assert_eq!(methods(true, true), [Stripe]);
        assert_eq!(methods(true, false), []);
        assert_eq!(methods(false, true), []);
    }

    #[test]
    fn offers_only_payment_methods_of_the_given_list() {
        let paypal = AcceptedMethods { paypal: true, ..AcceptedMethods::default() };
        assert_eq!(
            (paypal.filter_accepted(&DEPOSIT), paypal.filter_accepted(&BALANCE)),
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
            assert_eq!(serde_json::to_string(&method).unwrap(), format!("\"{name}\""));
            assert_eq!((PaymentMethod::parse(name), method.label()), (Some(method), label));
        }
        assert_eq!(PaymentMethod::parse("barter"), None);
    }
}
