//! A public response, from a document, its totals and its parties.

use serde::{Deserialize, Deserializer};

use super::{
    DocumentKind, PublicCreditNote, PublicDocument, PublicFields, PublicItem, PublicPayment, PublicVariation,
    sections,
};
use crate::calculate::instalments::Instalment;
use crate::calculate::line::LineTotals;
use crate::calculate::partial_amount::PartialAmount;
use crate::calculate::totals::Totals;
use crate::calculate::{choices, vat};
use crate::consumer::CancellationState;
use crate::document::parties::{Business, BusinessProfile, Contact};
use crate::document::{DiscountType, Document, Invoiced, LabourUnit, Line, Payment, PriceDisplay, Vat};
use crate::json::optional_object;
use crate::money::number::Number;
use crate::money::{Pence, round2};
use crate::text::trim_non_empty;
use crate::time::Date;

/// The fields of a document outside its calculation, named as in HTTP responses. They are read from the same flat JSON
/// object as the [`Document`]; a date that is only half typed is read as missing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct DocumentHeader {
    pub kind: DocumentKind,
    pub quote_number: Option<String>,
    pub invoice_number: Option<String>,
    pub credit_note_number: Option<String>,
    /// The number and the issue date of the invoice that a credit note is against.
    #[serde(skip)]
    pub credited_invoice: Option<(String, Option<Date>)>,
    /// The issued credit notes against an invoice.
    #[serde(skip)]
    pub credit_notes: Vec<PublicCreditNote>,
    /// The instalments of an invoice. No editor sets them: a draft that has some is shown as the server reads it.
    #[serde(skip)]
    pub instalments: Vec<Instalment>,
    /// What the customer of a quote was given about their right to cancel. No editor sets it: it is stored when the
    /// quote is issued.
    #[serde(skip)]
    pub cancellation: Option<CancellationState>,
    /// The job that a variation changes. No editor sets it: the server knows what was agreed.
    #[serde(skip)]
    pub variation: Option<PublicVariation>,
    /// The stored status; 'draft' if it is missing.
    #[serde(default)]
    pub status: String,
    #[serde(default, deserialize_with = "half_typed")]
    pub issue_date: Option<Date>,
    #[serde(default, deserialize_with = "half_typed")]
    pub expiry_date: Option<Date>,
    #[serde(default, deserialize_with = "half_typed")]
    pub accepted_date: Option<Date>,
    #[serde(default, deserialize_with = "half_typed")]
    pub due_date: Option<Date>,
    #[serde(default, deserialize_with = "half_typed")]
    pub paid_date: Option<Date>,
    #[serde(default)]
    pub job_description: String,
    /// The address of the job, one line for each part; empty if it is the customer's own.
    #[serde(default)]
    pub job_address: String,
    /// The customer's own order number; empty if there is none.
    #[serde(default)]
    pub order_number: String,
    #[serde(default)]
    pub notes: String,
    /// Whether the quote's job is invoiced in stages.
    #[serde(default)]
    pub staged: bool,
    /// The document's own template; `None` means the profile's.
    pub template: Option<String>,
    /// The document's own terms; `None` means the profile's.
    pub terms: Option<String>,
}

impl DocumentHeader {
    /// An empty draft of this kind.
    #[must_use]
    pub fn new(kind: DocumentKind) -> Self {
        DocumentHeader {
            kind,
            quote_number: None,
            invoice_number: None,
            credit_note_number: None,
            credited_invoice: None,
            credit_notes: Vec::new(),
            instalments: Vec::new(),
            cancellation: None,
            variation: None,
            status: "draft".into(),
            issue_date: None,
            expiry_date: None,
            accepted_date: None,
            due_date: None,
            paid_date: None,
            job_description: String::new(),
            job_address: String::new(),
            order_number: String::new(),
            notes: String::new(),
            staged: false,
            template: None,
            terms: None,
        }
    }
}

/// Reads a date; one that is only half typed is read as missing.
fn half_typed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.and_then(|text| text.parse().ok()))
}

/// The business and the customer of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
pub struct Parties {
    /// The customer.
    #[serde(deserialize_with = "optional_object")]
    pub contact: Option<Contact>,
    /// The account owner's details.
    pub business: Business,
    /// The business profile; `None` means that one is built from the owner's details.
    #[serde(deserialize_with = "optional_object")]
    pub business_profile: Option<BusinessProfile>,
}

/// The public response: the fields of docs/product.md, section 3, and nothing private of the business.
#[must_use]
pub fn assemble_public_document(
    header: &DocumentHeader,
    document: &Document,
    totals: &Totals,
    parties: &Parties,
) -> PublicDocument {
    let fields = build_fields(header, document, totals, parties.contact.as_ref());
    let items = sections::order_lines(document).into_iter().filter_map(|at| {
        let totals = totals.items.get(at)?;
        Some(build_item(&document.items[at], totals, document))
    });
    // Optional lines add nothing to a quote that was answered, and a draft's are calculated as it is typed.
    let adds = match (header.kind, header.status.as_str()) {
        (DocumentKind::Quote, "sent") => choices::price_options(document),
        _ => Vec::new(),
    };
    let answer = match header.kind {
        DocumentKind::Quote => PublicDocument { quote: Some(fields), ..PublicDocument::default() },
        DocumentKind::Invoice => PublicDocument { invoice: Some(fields), ..PublicDocument::default() },
        DocumentKind::CreditNote => PublicDocument { credit_note: Some(fields), ..PublicDocument::default() },
    };
    let mut answer = PublicDocument {
        items: items
            .map(|item| PublicItem {
                adds: adds.iter().find(|(id, _)| *id == item.id).map(|(_, adds)| *adds),
                ..item
            })
            .collect(),
        contact: parties.contact.clone(),
        business: public_business(parties),
        business_profile: public_profile(header, parties),
        payments: document.payments.iter().map(build_payment).collect(),
        ..answer
    };
    sections::add_sections(&mut answer, header.kind, document, totals);
    answer
}

fn build_fields(
    header: &DocumentHeader,
    document: &Document,
    totals: &Totals,
    contact: Option<&Contact>,
) -> PublicFields {
    let quote = header.kind == DocumentKind::Quote;
    let invoice = header.kind == DocumentKind::Invoice;
    let credit = header.kind == DocumentKind::CreditNote;
    let against = header.credited_invoice.clone().filter(|_| credit);
    let (credited_invoice_number, credited_invoice_date) = against.unwrap_or_default();
    let deposit = document.include_deposit && totals.deposit_amount > Pence::ZERO;
    // Each variation has its own discount or none, so the sum is not a percentage of the subtotal.
    let is_varied = !document.variations.is_empty();
    let varied = document.variations.iter().any(|it| !it.discount.is_zero());
    PublicFields {
        quote_number: header.quote_number.clone().filter(|_| quote),
        invoice_number: header.invoice_number.clone().filter(|_| invoice),
        credit_note_number: header.credit_note_number.clone().filter(|_| credit),
        credited_invoice_number,
        credited_invoice_date,
        status: if header.status.is_empty() { "draft".into() } else { header.status.clone() },
        issue_date: header.issue_date,
        supply_date: document.supply_date.filter(|_| invoice),
        expiry_date: header.expiry_date.filter(|_| quote),
        accepted_date: header.accepted_date.filter(|_| quote),
        due_date: header.due_date.filter(|_| invoice),
        paid_date: header.paid_date.filter(|_| invoice),
        subtotal_amount: totals.subtotal_amount,
        discount_amount: totals.discount_amount,
        vat_amount: totals.vat_amount,
        total_amount: totals.total_amount,
        vat_treatment: document.vat_treatment,
        tax: without_trailing_zeros(&document.tax),
        prices_include_vat: document.prices_include_vat,
        include_discount: document.include_discount || varied,
        discount: part_number(document.discount_partial_amount()),
        discount_type: if is_varied { DiscountType::Other } else { document.discount_type },
        discount_reason: document.discount_reason.clone(),
        // Both are set later with the lines.
        sections: Vec::new(),
        section_sums: Vec::new(),
        price_display: PriceDisplay::Lines,
        photos: if quote { document.photos.clone() } else { Vec::new() },
        choices: document.choices.clone(),
        chosen_choice: document.counted_choice_id().map(String::from),
        choice_totals: choices::calculate_choice_totals(document),
        include_deposit: document.include_deposit,
        deposit: part_number(document.deposit_partial_amount()),
        deposit_type: document.deposit_type,
        deposit_reason: document.deposit_reason.clone(),
        deposit_amount: totals.deposit_amount,
        balance_after_deposit: totals.balance_after_deposit,
        deposit_paid: deposit && totals.paid_amount >= totals.deposit_amount,
        staged: header.staged,
        include_labour: document.include_labour,
        labour_hours: without_trailing_zeros(&document.labour_hours),
        labour_rate: to_pounds(&document.labour_rate),
        labour_total: Some(totals.labour_total),
        labour_unit_type: labour_unit(document.labour_unit_type, document),
        job_description: header.job_description.clone(),
        job_address: header.job_address.clone(),
        order_number: header.order_number.clone(),
        notes: header.notes.clone(),
        customer_name: contact.map(customer_name).unwrap_or_default(),
        customer_address: contact.map(|c| c.address_lines().join(", ")).unwrap_or_default(),
        invoiced: document.invoiced.iter().map(Invoiced::without_cost).collect(),
        vat_groups: totals.vat_groups.clone(),
        reverse_charge_vat: totals.reverse_charge_vat,
        cis_rate: document.cis_rate.as_ref().map(without_trailing_zeros),
        cis_deduction: totals.cis_deduction,
        amount_payable: totals.amount_payable,
        paid_amount: totals.paid_amount,
        pending_amount: totals.pending_amount,
        balance_due: totals.balance_due,
        credit_notes: header.credit_notes.clone(),
        credited_amount: totals.credited_amount,
        refunded_amount: totals.refunded_amount,
        instalments: if invoice { header.instalments.clone() } else { Vec::new() },
        cancellation: header.cancellation.clone().filter(|_| quote),
        variation: header.variation.clone().filter(|_| quote),
        // The server adds them, as they are today.
        agreed_variations: Vec::new(),
    }
}

/// The customer's name, or the company's if it is empty.
fn customer_name(contact: &Contact) -> String {
    trim_non_empty(&contact.name).unwrap_or_else(|| contact.company.trim().into())
}

fn build_item(line: &Line, totals: &LineTotals, document: &Document) -> PublicItem {
    let (treatment, rate) = vat::line_vat(line, document);
    let rate = rate.0.normalize().into();
    PublicItem {
        id: line.id.clone(),
        name: line.name.clone(),
        description: line.description.clone(),
        quantity: without_trailing_zeros(&line.quantity),
        price: to_pounds(&line.price),
        total: Some(totals.total),
        include_labour: line.include_labour,
        labour_hours: without_trailing_zeros(&line.labour_hours),
        labour_rate: to_pounds(&line.labour_rate),
        labour_total: Some(totals.labour_total),
        labour_unit_type: labour_unit(line.labour_unit_type, document),
        vat: Vat { treatment, rate },
        optional: line.optional,
        selected: line.selected,
        choice: line.choice.clone(),
        section: document.section_index(line).map(|at| document.sections[at].id.clone()),
        counted: totals.counted,
        cost_type: line.cost_type,
        // This is set later with the other options.
        adds: None,
    }
}

fn build_payment(payment: &Payment) -> PublicPayment {
    PublicPayment {
        id: payment.id.clone(),
        amount: round2(payment.amount.value()),
        date: payment.date.clone(),
        method: payment.method.clone(),
        confirmation_status: payment.confirmation_status,
        ..PublicPayment::default()
    }
}

/// The owner's details are private; if there is a profile, it is used instead.
fn public_business(parties: &Parties) -> Business {
    match parties.business_profile {
        None => parties.business.clone(),
        Some(_) => Business { business_name: parties.business.business_name.clone(), ..Business::default() },
    }
}

/// The public part of the profile, with the document's own template and terms.
fn public_profile(header: &DocumentHeader, parties: &Parties) -> BusinessProfile {
    let mut profile = match &parties.business_profile {
        Some(profile) => profile.to_public(),
        None => parties.business.fallback_profile(),
    };
    if let Some(template) = &header.template {
        profile.template.clone_from(template);
    }
    let terms = match header.kind {
        DocumentKind::Quote => Some(&mut profile.quote_terms),
        DocumentKind::Invoice => Some(&mut profile.invoice_terms),
        DocumentKind::CreditNote => None,
    };
    if let (Some(terms), Some(own)) = (terms, &header.terms) {
        terms.clone_from(own);
    }
    profile
}

/// A line's unit of labour, by default the document's.
fn labour_unit(own: Option<LabourUnit>, document: &Document) -> LabourUnit {
    own.unwrap_or(document.document_labour_unit_type)
}

/// The number of a discount or deposit: a percentage, or pounds.
fn part_number(part: PartialAmount) -> Number {
    let written = if part.is_percentage { without_trailing_zeros } else { to_pounds };
    written(part.number)
}

/// A number without trailing zeros (docs/rules.md, section 1); anything that is not a number counts as 0.
fn without_trailing_zeros(number: &Number) -> Number {
    number.value().normalize().into()
}

/// A number of pounds, with at least 2 decimals.
fn to_pounds(number: &Number) -> Number {
    let mut pounds = number.value().normalize();
    pounds.rescale(pounds.scale().max(2));
    pounds.into()
}
