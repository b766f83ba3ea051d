//! Status, banners and what the customer may do (docs/product.md, sections 4 and 5).

use super::{
    Actions, DetailRow, PayAllAmount, PayOption, PaymentCard, Summary, View, payment_details, texts,
};
use crate::calculate::instalments::InstalmentSchedule;
use crate::calculate::payments::Credits;
use crate::document::ConfirmationStatus;
use crate::document::parties::BusinessProfile;
use crate::kind::{KindStep, RequestedPayment};
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::present::public::{DocumentKind, PublicVariation};
use crate::status::credit_note::{CreditNoteState, CreditNoteStatus};
use crate::status::invoice::{InvoiceState, InvoiceStatus};
use crate::status::quote::{QuoteState, QuoteStatus, VariedJob, deposit_card_title};
use crate::status::{Badge, Banner, PaymentMethod, Tone};
use crate::text::trim_non_empty;
use crate::time::Date;
use crate::time::text::format_short_date;

fn quote_state(view: &View) -> QuoteState {
    QuoteState {
        status: QuoteStatus::parse(&view.fields.status),
        expiry_date: view.fields.expiry_date,
        accepted_date: view.fields.accepted_date,
        cancelled_date: cancelled_date(view),
        is_staged: view.fields.staged,
        include_deposit: view.fields.include_deposit,
        varies: match &view.fields.variation {
            None => VariedJob::Nothing,
            Some(PublicVariation { cancelled: Some(day), .. }) => VariedJob::CancelledJob(*day),
            Some(varied) if varied.is_closed => VariedJob::ClosedJob,
            Some(_) => VariedJob::Job,
        },
    }
}

/// The day on which the customer cancelled the job. An accepted variation may also have ended with the cancellation of
/// the whole job, whether it could be cancelled separately or not.
pub(super) fn cancelled_date(view: &View) -> Option<Date> {
    let fields = view.fields;
    let own = fields.cancellation.as_ref().and_then(|it| it.cancelled_date);
    let job = fields.variation.as_ref().and_then(|it| it.cancelled);
    own.or(job.filter(|_| fields.accepted_date.is_some()))
}

fn invoice_state(view: &View, plan: Option<&InstalmentSchedule>) -> InvoiceState {
    let mut payments = view.document.payments.iter();
    InvoiceState {
        status: InvoiceStatus::parse(&view.fields.status),
        // With instalments, the due date of the earliest open one.
        due_date: plan.and_then(|plan| plan.next).or(view.fields.due_date),
        paid_date: view.fields.paid_date,
        amount_payable: view.fields.amount_payable,
        credits: Credits {
            credited: view.fields.credited_amount,
            refunded: view.fields.refunded_amount,
            has_credit_notes: view.fields.credited_amount > Pence::ZERO,
        },
        paid: view.fields.paid_amount,
        pending: view.fields.pending_amount,
        has_pending: payments.any(|p| p.confirmation_status == ConfirmationStatus::Pending),
    }
}

fn credit_note_state(view: &View) -> CreditNoteState {
    CreditNoteState {
        status: CreditNoteStatus::parse(&view.fields.status),
        amount: view.fields.amount_payable,
        refunded: view.fields.paid_amount,
    }
}

/// Whether the document is a quote for which the customer can't choose anything any more: it was accepted, or it has
/// become an invoice.
pub(super) fn is_settled(view: &View) -> bool {
    let state = quote_state(view);
    let is_invoiced = state.status == QuoteStatus::Invoiced;
    view.kind == DocumentKind::Quote && (is_invoiced || state.is_accepted())
}

pub(super) fn build_badge(view: &View, plan: Option<&InstalmentSchedule>, today: Date) -> Badge {
    match view.kind {
        DocumentKind::Quote => quote_state(view).badge(today),
        DocumentKind::Invoice => invoice_state(view, plan).badge(today),
        DocumentKind::CreditNote => credit_note_state(view).badge(),
    }
}

pub(super) fn build_banners(view: &View, plan: Option<&InstalmentSchedule>, today: Date) -> Vec<Banner> {
    let mut banners = match view.kind {
        DocumentKind::Quote => quote_state(view).banner(today).into_iter().collect(),
        DocumentKind::Invoice => invoice_state(view, plan).banners(today),
        DocumentKind::CreditNote => credit_note_state(view).banners(&view.fields.credited_invoice_number),
    };
    let late = banners.first_mut().filter(|banner| banner.tone == Tone::Red);
    if let (Some(plan), Some(banner)) = (plan, late) {
        banner.text = payment_details::overdue_label(plan);
    }
    banners
}

/// The balance of an invoice; the amount of a credit note; the total of a quote, or of a paid or void invoice. The date
/// is shown only while there is something to do: not for an answered or expired quote, nor for a paid invoice. For a quote
/// with accepted variations the amount is what is agreed with them, and the parts say what it consists of.
pub(super) fn build_summary(view: &View, plan: Option<&InstalmentSchedule>, today: Date) -> Summary {
    let fields = view.fields;
    let owed = view.is_bill() && invoice_state(view, plan).is_owed();
    let plan = plan.filter(|_| owed);
    let is_offer = view.kind == DocumentKind::Quote;
    let waits = owed || is_offer && quote_state(view).can_decide(today);
    // With instalments, the text below the amount says when it is due.
    let end = view.end_date().filter(|_| waits && plan.is_none());
    let dated = |day| {
        let text = match day == today {
            true => "today".to_owned(),
            false => format_short_date(day),
        };
        format!("{} {text}", view.kind.facts().end_short)
    };
    let (label, amount) = match view.kind {
        _ if owed => ("Balance Due", fields.balance_due),
        DocumentKind::CreditNote => ("Taken off your invoice", fields.amount_payable),
        DocumentKind::Quote if has_variations(view) => {
            ("Agreed total", fields.total_amount + variations_total(view))
        }
        DocumentKind::Quote | DocumentKind::Invoice => ("Total", fields.total_amount),
    };
    Summary {
        label: label.into(),
        amount: format_gbp(amount),
        date: end.map(dated).unwrap_or_default(),
        deposit: match plan {
            Some(plan) => payment_details::due_label(plan),
            None => deposit_label(view, today),
        },
        vat: vat_label(view).into(),
        about: texts::job_summary(view),
        stage: texts::stage_summary(view),
        parts: agreed_parts(view),
    }
}

/// Whether more was agreed for a quote's job after the quote. A cancelled job has no agreed total.
fn has_variations(view: &View) -> bool {
    // There never are any in the browser.
    if cfg!(target_arch = "wasm32") || view.fields.agreed_variations.is_empty() {
        return false;
    }
    let state = quote_state(view);
    view.kind == DocumentKind::Quote && state.is_accepted() && state.cancelled_date.is_none()
}

/// The change of the job's total by its accepted variations.
fn variations_total(view: &View) -> Pence {
    let variations = view.fields.agreed_variations.iter().filter(|_| has_variations(view));
    variations.map(|it| it.total).sum()
}

/// The amounts of an agreed total; empty if it is only the quote's.
fn agreed_parts(view: &View) -> Vec<DetailRow> {
    if !has_variations(view) {
        return Vec::new();
    }
    let row = |label: String, amount| DetailRow::new(&label, format_gbp(amount));
    let number = view.fields.quote_number.as_deref().unwrap_or_default();
    let quote = row(format!("Quote {number}"), view.fields.total_amount);
    let variations = view.fields.agreed_variations.iter();
    let variations = variations.map(|it| row(format!("Variation {}", it.number), it.total));
    std::iter::once(quote).chain(variations).collect()
}

/// The text next to a total that includes VAT; empty if no VAT is charged.
fn vat_label(view: &View) -> &'static str {
    let has_variation_vat =
        has_variations(view) && view.fields.agreed_variations.iter().any(|it| !it.vat.is_zero());
    if view.fields.vat_amount.is_zero() && !has_variation_vat { "" } else { texts::INCLUDING_VAT }
}

/// The state of a quote's deposit: due on acceptance, to be paid, awaiting confirmation or paid. Empty for a quote that
/// has become an invoice, because then the invoice is paid.
fn deposit_label(view: &View, today: Date) -> String {
    let fields = view.fields;
    let state = quote_state(view);
    let requested = view.kind.facts().asks == RequestedPayment::Deposit
        && state.status != QuoteStatus::Invoiced
        && state.cancelled_date.is_none()
        && fields.include_deposit
        && fields.deposit_amount > Pence::ZERO;
    let amount = format_gbp(fields.deposit_amount);
    if requested && fields.deposit_paid {
        format!("Deposit paid, {} to pay", format_gbp(fields.balance_due + variations_total(view)))
    } else if requested && state.can_decide(today) {
        format!("Deposit {amount} on acceptance")
    } else if requested && state.is_accepted() && fields.pending_amount > Pence::ZERO {
        format!("Deposit {amount} awaiting confirmation")
    } else if requested && state.is_accepted() && fields.paid_amount > Pence::ZERO {
        format!("Deposit {amount}, {} of it paid", format_gbp(fields.paid_amount))
    } else if requested && state.is_accepted() {
        format!("Deposit {amount} to pay now")
    } else {
        String::new()
    }
}

pub(super) fn build_actions(view: &View, plan: Option<&InstalmentSchedule>, today: Date) -> Actions {
    let has = |step: KindStep| view.kind.has_step(step) && quote_state(view).can_decide(today);
    let accept = has(KindStep::Accept);
    Actions {
        accept,
        decline: has(KindStep::Decline),
        terms: accept && trim_non_empty(&view.document.business_profile.quote_terms).is_some(),
        options: accept && view.document.items.iter().any(|item| item.optional),
        choose: accept && !view.fields.choice_totals.is_empty(),
        pay: match view.kind.facts().asks {
            RequestedPayment::Deposit => build_deposit_card(view),
            RequestedPayment::Balance => build_balance_card(view, plan),
            RequestedPayment::Nothing => None,
        },
    }
}

/// The deposit card of an accepted quote, until there is any payment that wasn't refunded in full.
fn build_deposit_card(view: &View) -> Option<PaymentCard> {
    let fields = view.fields;
    let mut payments = view.document.payments.iter();
    let has_payments = payments.any(|payment| !payment.is_fully_returned());
    let due = quote_state(view).deposit_due(fields.include_deposit, fields.deposit_amount, has_payments)?;
    Some(build_payment_card(view, deposit_card_title(due), due))
}

/// The card for paying the balance of an invoice. With instalments it asks for what is due by now, otherwise for the
/// next one, and also offers to pay everything that is open.
fn build_balance_card(view: &View, plan: Option<&InstalmentSchedule>) -> Option<PaymentCard> {
    if !invoice_state(view, plan).can_pay() {
        return None;
    }
    let left = view.fields.balance_due;
    let due = plan.map_or(left, |plan| plan.asked);
    let mut pay = build_payment_card(view, format!("Pay {}", format_gbp(due)), due);
    if let Some(plan) = plan {
        pay.instalment = plan.due_label();
        pay.all = (due != left).then(|| PayAllAmount { amount: format_gbp(left), value: left });
    }
    Some(pay)
}

/// The card; without options if the business accepts no payment method.
fn build_payment_card(view: &View, title: String, due: Pence) -> PaymentCard {
    let accepts = view.document.business_profile.accepted_methods();
    let methods = accepts.filter_accepted(view.kind.facts().payment_methods);
    let bank = methods.contains(&PaymentMethod::BankTransfer);
    let paypal = methods.contains(&PaymentMethod::Paypal);
    let option = |method: PaymentMethod| PayOption { method, label: method.label().into() };
    PaymentCard {
        title,
        amount: format_gbp(due),
        value: due,
        options: methods.into_iter().map(option).collect(),
        bank: if bank {
            build_transfer_details(&view.document.business_profile, view.number())
        } else {
            Vec::new()
        },
        paypal: if paypal { view.document.business_profile.paypal.trim().into() } else { String::new() },
        instalment: String::new(),
        all: None,
    }
}

/// The account for a transfer, and the reference to write on it.
pub(super) fn build_transfer_details(profile: &BusinessProfile, reference: &str) -> Vec<DetailRow> {
    let rows = [
        ("Bank", profile.bank_name.as_str()),
        ("Account name", &profile.account_name),
        ("Account number", &profile.account_number),
        ("Sort code", &profile.sort_code),
        ("Reference", reference),
    ];
    let row = |(label, value)| Some(DetailRow::new(label, trim_non_empty(value)?));
    rows.into_iter().filter_map(row).collect()
}
