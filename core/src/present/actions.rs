//! Status, banners and what the customer may do (docs/product.md, sections 4 and 5).

use super::{Actions, DetailRow, Pay, PayAll, PayOption, Summary, View, about, instalments};
use crate::calculate::instalments::Standing;
use crate::calculate::payments::Credits;
use crate::document::ConfirmationStatus;
use crate::document::parties::BusinessProfile;
use crate::kind::{Asks, OwnStep};
use crate::money::Pence;
use crate::money::text::gbp;
use crate::present::public::{Kind, PublicFields, PublicVariation};
use crate::status::credit::{CreditState, CreditStatus};
use crate::status::invoice::{InvoiceState, InvoiceStatus};
use crate::status::quote::{QuoteState, QuoteStatus, Varies, pay_deposit};
use crate::status::{Badge, Banner, Method, Tone};
use crate::text::filled;
use crate::time::Date;
use crate::time::text::date_short;

fn quote(view: &View) -> QuoteState {
    QuoteState {
        status: QuoteStatus::of(&view.fields.status),
        expiry_date: view.fields.expiry_date,
        accepted_date: view.fields.accepted_date,
        cancelled_date: cancelled(view),
        is_staged: view.fields.staged,
        varies: match &view.fields.variation {
            None => Varies::Nothing,
            Some(PublicVariation {
                cancelled: Some(day),
                ..
            }) => Varies::CancelledJob(*day),
            Some(varied) if varied.is_closed => Varies::ClosedJob,
            Some(_) => Varies::Job,
        },
    }
}

/// The day on which the customer cancelled the job. An accepted variation may also have ended with the cancellation of
/// the whole job, whether it could be cancelled separately or not.
pub(super) fn cancelled(view: &View) -> Option<Date> {
    let fields = view.fields;
    let own = fields
        .cancellation
        .as_ref()
        .and_then(|it| it.cancelled_date);
    let job = fields.variation.as_ref().and_then(|it| it.cancelled);
    own.or(job.filter(|_| fields.accepted_date.is_some()))
}

fn invoice(view: &View, plan: Option<&Standing>) -> InvoiceState {
    let mut payments = view.document.payments.iter();
    InvoiceState {
        status: InvoiceStatus::of(&view.fields.status),
        // With instalments, the due date of the earliest open one.
        due_date: plan.and_then(|plan| plan.next).or(view.fields.due_date),
        paid_date: view.fields.paid_date,
        amount_payable: view.fields.amount_payable,
        credits: Credits {
            credited: view.fields.credited_amount,
            refunded: view.fields.refunded_amount,
            are_there: view.fields.credited_amount > Pence::ZERO,
        },
        paid: view.fields.paid_amount,
        pending: view.fields.pending_amount,
        has_pending: payments.any(|p| p.confirmation_status == ConfirmationStatus::Pending),
    }
}

fn credit(view: &View) -> CreditState {
    CreditState {
        status: CreditStatus::of(&view.fields.status),
        amount: view.fields.amount_payable,
        refunded: view.fields.paid_amount,
    }
}

/// Whether the document is a quote for which the customer can't choose anything any more: it was accepted, or it has
/// become an invoice.
pub(super) fn is_settled(view: &View) -> bool {
    let state = quote(view);
    let is_invoiced = state.status == QuoteStatus::Invoiced;
    view.kind == Kind::Quote && (is_invoiced || state.is_accepted())
}

pub(super) fn badge(view: &View, plan: Option<&Standing>, today: Date) -> Badge {
    match view.kind {
        Kind::Quote => quote(view).badge(today),
        Kind::Invoice => invoice(view, plan).badge(today),
        Kind::CreditNote => credit(view).badge(),
    }
}

pub(super) fn banners(view: &View, plan: Option<&Standing>, today: Date) -> Vec<Banner> {
    let mut banners = match view.kind {
        Kind::Quote => quote(view).banner(today).into_iter().collect(),
        Kind::Invoice => invoice(view, plan).banners(today),
        Kind::CreditNote => credit(view).banners(&view.fields.credited_invoice_number),
    };
    let late = banners
        .first_mut()
        .filter(|banner| banner.tone == Tone::Red);
    if let (Some(plan), Some(banner)) = (plan, late) {
        banner.text = instalments::overdue_words(plan);
    }
    banners
}

/// The balance of an invoice; the amount of a credit note; the total of a quote, or of a paid or void invoice. The date
/// is shown only while there is something to do: not for an answered or expired quote, nor for a paid invoice.
pub(super) fn summary(view: &View, plan: Option<&Standing>, today: Date) -> Summary {
    let fields = view.fields;
    let owed = view.is_bill() && invoice(view, plan).is_owed();
    let plan = plan.filter(|_| owed);
    let is_offer = view.kind == Kind::Quote;
    let waits = owed || is_offer && quote(view).can_decide(today);
    // With instalments, the text below the amount says when it is due.
    let end = view.end().filter(|_| waits && plan.is_none());
    let dated = |day| {
        let said = match day == today {
            true => "today".to_owned(),
            false => date_short(day),
        };
        format!("{} {said}", view.kind.facts().end_short)
    };
    let (label, amount) = match view.kind {
        _ if owed => ("Balance Due", fields.balance_due),
        Kind::CreditNote => ("Taken off your invoice", fields.amount_payable),
        Kind::Quote | Kind::Invoice => ("Total", fields.total_amount),
    };
    Summary {
        label: label.into(),
        amount: gbp(amount),
        date: end.map(dated).unwrap_or_default(),
        deposit: match plan {
            Some(plan) => instalments::due_words(plan),
            None => deposit_words(view, today),
        },
        vat: vat_words(fields).into(),
        about: about::job(view),
        stage: about::stage(view),
    }
}

/// The text next to a total that includes VAT; empty if no VAT is charged.
fn vat_words(fields: &PublicFields) -> &'static str {
    if fields.vat_amount.is_zero() {
        ""
    } else {
        about::WITH_VAT
    }
}

/// The state of a quote's deposit: due on acceptance, to be paid, awaiting confirmation or paid. Empty for a quote that
/// has become an invoice, because then the invoice is paid.
fn deposit_words(view: &View, today: Date) -> String {
    let fields = view.fields;
    let state = quote(view);
    let asked = view.kind.facts().asks == Asks::Deposit
        && state.status != QuoteStatus::Invoiced
        && state.cancelled_date.is_none()
        && fields.include_deposit
        && fields.deposit_amount > Pence::ZERO;
    let amount = gbp(fields.deposit_amount);
    if asked && fields.deposit_paid {
        format!("Deposit paid, {} to pay", gbp(fields.balance_due))
    } else if asked && state.can_decide(today) {
        format!("Deposit {amount} on acceptance")
    } else if asked && state.is_accepted() && fields.pending_amount > Pence::ZERO {
        format!("Deposit {amount} awaiting confirmation")
    } else if asked && state.is_accepted() && fields.paid_amount > Pence::ZERO {
        format!("Deposit {amount}, {} of it paid", gbp(fields.paid_amount))
    } else if asked && state.is_accepted() {
        format!("Deposit {amount} to pay now")
    } else {
        String::new()
    }
}

pub(super) fn actions(view: &View, plan: Option<&Standing>, today: Date) -> Actions {
    let has = |step: OwnStep| view.kind.has(step) && quote(view).can_decide(today);
    let accept = has(OwnStep::Accept);
    Actions {
        accept,
        decline: has(OwnStep::Decline),
        terms: accept && filled(&view.document.business_profile.quote_terms).is_some(),
        options: accept && view.document.items.iter().any(|item| item.optional),
        choose: accept && !view.fields.choice_totals.is_empty(),
        pay: match view.kind.facts().asks {
            Asks::Deposit => deposit(view),
            Asks::Balance => balance(view, plan),
            Asks::Nothing => None,
        },
    }
}

/// The deposit card of an accepted quote, until there is any payment that wasn't refunded in full.
fn deposit(view: &View) -> Option<Pay> {
    let fields = view.fields;
    let mut payments = view.document.payments.iter();
    let has_payments = payments.any(|payment| !payment.is_gone());
    let due =
        quote(view).deposit_due(fields.include_deposit, fields.deposit_amount, has_payments)?;
    Some(pay(view, pay_deposit(due), due))
}

/// The card for paying the balance of an invoice. With instalments it asks for what is due by now, otherwise for the
/// next one, and also offers to pay everything that is open.
fn balance(view: &View, plan: Option<&Standing>) -> Option<Pay> {
    if !invoice(view, plan).can_pay() {
        return None;
    }
    let left = view.fields.balance_due;
    let due = plan.map_or(left, |plan| plan.asked);
    let mut pay = pay(view, format!("Pay {}", gbp(due)), due);
    if let Some(plan) = plan {
        pay.instalment = plan.asked_of();
        pay.all = (due != left).then(|| PayAll {
            amount: gbp(left),
            value: left,
        });
    }
    Some(pay)
}

/// The card; without options if the business accepts no payment method.
fn pay(view: &View, title: String, due: Pence) -> Pay {
    let accepts = view.document.business_profile.accepts();
    let ways = accepts.among(view.kind.facts().ways);
    let bank = ways.contains(&Method::BankTransfer);
    let paypal = ways.contains(&Method::Paypal);
    let option = |method: Method| PayOption {
        method,
        label: method.label().into(),
    };
    Pay {
        title,
        amount: gbp(due),
        value: due,
        options: ways.into_iter().map(option).collect(),
        bank: if bank {
            transfer(&view.document.business_profile, view.number())
        } else {
            Vec::new()
        },
        paypal: if paypal {
            view.document.business_profile.paypal.trim().into()
        } else {
            String::new()
        },
        instalment: String::new(),
        all: None,
    }
}

/// The account for a transfer, and the reference to write on it.
pub(super) fn transfer(profile: &BusinessProfile, reference: &str) -> Vec<DetailRow> {
    let rows = [
        ("Bank", profile.bank_name.as_str()),
        ("Account name", &profile.account_name),
        ("Account number", &profile.account_number),
        ("Sort code", &profile.sort_code),
        ("Reference", reference),
    ];
    let row = |(label, value)| Some(DetailRow::new(label, filled(value)?));
    rows.into_iter().filter_map(row).collect()
}
