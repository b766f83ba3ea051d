//! Whether a business can charge its customer for paying an invoice late, and the text of the email.

use super::{CustomerKind, Debt, DebtPayment, LatePayment, NoInterest, calculate_late_payment};
use crate::document::{ConfirmationStatus, Payment};
use crate::money::Pence;
use crate::money::text::{format_gbp, format_percent};
use crate::time::Date;
use crate::time::text::format_long_date;

/// An invoice for which the customer may owe late payment charges.
#[derive(Clone, Debug)]
pub struct LatePaymentClaim<'a> {
    /// Whether it was issued.
    pub is_issued: bool,
    /// Whether it is void.
    pub is_void: bool,
    /// Whether it is paid in instalments.
    pub in_instalments: bool,
    /// The type of customer; `None` if nobody has said whether they buy for a business.
    pub customer: Option<CustomerKind>,
    /// The amount payable, less CIS and credit notes.
    pub amount: Pence,
    /// Its VAT.
    pub vat: Pence,
    /// The due date on it.
    pub due: Option<Date>,
    /// The later of its issue date and the day on which the customer received it.
    pub notified_on: Date,
    /// Its payments, of which only confirmed ones count.
    pub payments: &'a [Payment],
}

/// Why nothing can be charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCharge {
    /// The customer hasn't received it yet.
    #[error("You haven’t sent this invoice yet, so it isn’t late.")]
    Draft,
    /// The invoice is void.
    #[error("This invoice is void, so there is nothing to pay and no interest.")]
    Void,
    /// The invoice was credited in full.
    #[error("You’ve credited all of this invoice, so there is nothing to pay and no interest.")]
    Credited,
    /// Each instalment has its own due date.
    #[error(
        "This invoice is paid in instalments, each with its own date. We can’t work out interest on those: please \
         ask your accountant."
    )]
    Instalments,
    /// It is not known whether the customer is a business.
    #[error(
        "You can only charge statutory interest to a business, and you haven’t said if this customer is one."
    )]
    Unknown,
    /// The debt itself has no interest.
    #[error(transparent)]
    Debt(#[from] NoInterest),
}

impl NoCharge {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Void => "void",
            Self::Credited => "credited",
            Self::Instalments => "instalments",
            Self::Unknown => "unknown_customer",
            Self::Debt(why) => why.code(),
        }
    }
}

/// The cost of paying late, up to the end of the day `until`.
///
/// For a consumer, this is always the error, whatever else applies: a consumer is never charged.
///
/// # Errors
/// A [`NoCharge`], with the sentence for the user.
pub fn calculate_charge(claim: &LatePaymentClaim<'_>, until: Date) -> Result<LatePayment, NoCharge> {
    if claim.customer == Some(CustomerKind::Consumer) {
        return Err(NoInterest::Consumer.into());
    }
    if claim.is_void {
        return Err(NoCharge::Void);
    }
    if !claim.is_issued {
        return Err(NoCharge::Draft);
    }
    if claim.amount <= Pence::ZERO {
        return Err(NoCharge::Credited);
    }
    if claim.in_instalments {
        return Err(NoCharge::Instalments);
    }
    let customer = claim.customer.ok_or(NoCharge::Unknown)?;
    let debt = Debt {
        customer,
        amount: claim.amount,
        vat: claim.vat,
        agreed: claim.due,
        notified_on: claim.notified_on,
        payments: claim.payments.iter().filter_map(to_debt_payment).collect(),
    };
    Ok(calculate_late_payment(&debt, until)?)
}

fn to_debt_payment(payment: &Payment) -> Option<DebtPayment> {
    let counts = payment.confirmation_status == ConfirmationStatus::Confirmed;
    let date = payment.date.get(..10).unwrap_or(&payment.date);
    Some(DebtPayment {
        id: payment.id.clone(),
        date: date.parse().ok().filter(|_| counts)?,
        amount: payment.amount.to_pence()?,
    })
}

/// The text of the email to the customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatePaymentEmail {
    /// The subject.
    pub subject: String,
    /// The paragraphs above the amounts.
    pub before: Vec<String>,
    /// The paragraphs below the amounts.
    pub after: Vec<String>,
}

/// Hundredths of a percent as text: `11.75%`.
#[must_use]
pub fn format_rate(hundredths: u32) -> String {
    format_percent(rust_decimal::Decimal::new(i64::from(hundredths), 2))
}

impl LatePayment {
    /// The amount to pay by the end of the requested day: what is still owed of the invoice, plus the cost of paying
    /// late.
    pub fn total_due(&self) -> Pence {
        self.owed + self.total
    }

    /// The email to the customer about an invoice.
    #[must_use]
    pub fn build_email(&self, number: &str, issued: Option<Date>, until: Date) -> LatePaymentEmail {
        let of = issued.map_or(String::new(), |day| format!(" of {}", format_long_date(day)));
        let due = format_long_date(self.due);
        let late = self.stretches.first().map_or(Pence::ZERO, |it| it.owed);
        let was_due = if self.was_agreed {
            format!("Our invoice {number}{of} was due by {due}.")
        } else {
            format!("As we hadn’t agreed a date, our invoice {number}{of} was due within 30 days, by {due}.")
        };
        let day = self.reference_day.parse::<Date>();
        let day = day.map_or(String::new(), |day| format!(" on {}", format_long_date(day)));
        let over = format_rate(crate::tax::STATUTORY_MARGIN);
        let mut after = Vec::new();
        if self.owed > Pence::ZERO {
            after.push(format!(
                "Please pay {} now. A further {} is due for each day after {} that {} remains unpaid.",
                format_gbp(self.total_due()),
                format_gbp(self.a_day),
                format_long_date(until),
                format_gbp(self.owed),
            ));
        } else {
            after.push(format!(
                "The invoice itself has been paid. Please pay the remaining {}.",
                format_gbp(self.total_due())
            ));
        }
        after.push("If you think any of this is wrong, please tell us what and why.".to_owned());
        LatePaymentEmail {
            subject: format!("Late payment of invoice {number}"),
            before: vec![
                format!("{was_due} {} of it hadn’t been paid by then.", format_gbp(late)),
                format!(
                    "Under the Late Payment of Commercial Debts (Interest) Act 1998 we are charging interest at {} a \
                     year, which is {over} above the Bank of England’s rate of {}{day}, and a fixed sum of {}.",
                    format_rate(self.rate),
                    format_rate(self.reference),
                    format_gbp(self.fixed_sum),
                ),
            ],
            after,
        }
    }
}

#[cfg(test)]
mod tests;
