//! A public response, from a document, its totals and its parties.

use serde::{Deserialize, Deserializer};

use super::{
    Kind, PublicCredit, PublicDocument, PublicFields, PublicItem, PublicPayment, PublicVariation,
    sections,
};
use crate::calculate::choices;
use crate::calculate::instalments::Instalment;
use crate::calculate::line::LineTotals;
use crate::calculate::options;
use crate::calculate::part::Part;
use crate::calculate::totals::Totals;
use crate::calculate::vat;
use crate::consumer::Standing;
use crate::document::parties::{Business, BusinessProfile, Contact};
use crate::document::{
    DiscountType, Document, Invoiced, LabourUnit, Line, Payment, PriceDisplay, Vat,
};
use crate::json::optional_object;
use crate::money::number::Number;
use crate::money::{Pence, round2};
use crate::text::filled;
use crate::time::Date;

/// The fields of a document outside its calculation, named as in HTTP responses. They are read from the same flat JSON
/// object as the [`Document`]; a date that is only half typed is read as missing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it; docs/product.md, section 3")]
pub struct Header {
    pub kind: Kind,
    pub quote_number: Option<String>,
    pub invoice_number: Option<String>,
    pub credit_note_number: Option<String>,
    /// The number and the issue date of the invoice that a credit note is against.
    #[serde(skip)]
    pub credited_invoice: Option<(String, Option<Date>)>,
    /// The issued credit notes against an invoice.
    #[serde(skip)]
    pub credit_notes: Vec<PublicCredit>,
    /// The instalments of an invoice. No editor sets them: a draft that has some is shown as the server reads it.
    #[serde(skip)]
    pub instalments: Vec<Instalment>,
    /// What the customer of a quote was given about their right to cancel. No editor sets it: it is stored when the
    /// quote is issued.
    #[serde(skip)]
    pub cancellation: Option<Standing>,
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

impl Header {
    /// An empty draft of this kind.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Header {
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
pub fn assemble(
    header: &Header,
    document: &Document,
    totals: &Totals,
    parties: &Parties,
) -> PublicDocument {
    let fields = fields(header, document, totals, parties.contact.as_ref());
    let items = sections::order(document).into_iter().filter_map(|at| {
        let totals = totals.items.get(at)?;
        Some(item(&document.items[at], totals, document))
    });
    // Optional lines add nothing to a quote that was answered, and a draft's are calculated as it is typed.
    let adds = match (header.kind, header.status.as_str()) {
        (Kind::Quote, "sent") => options::adds(document),
        _ => Vec::new(),
    };
    let answer = match header.kind {
        Kind::Quote => PublicDocument {
            quote: Some(fields),
            ..PublicDocument::default()
        },
        Kind::Invoice => PublicDocument {
            invoice: Some(fields),
            ..PublicDocument::default()
        },
        Kind::CreditNote => PublicDocument {
            credit_note: Some(fields),
            ..PublicDocument::default()
        },
    };
    let mut answer = PublicDocument {
        items: items
            .map(|item| PublicItem {
                adds: adds
                    .iter()
                    .find(|(id, _)| *id == item.id)
                    .map(|(_, adds)| *adds),
                ..item
            })
            .collect(),
        contact: parties.contact.clone(),
        business: business(parties),
        business_profile: profile(header, parties),
        payments: document.payments.iter().map(payment).collect(),
        ..answer
    };
    sections::put(&mut answer, header.kind, document, totals);
    answer
}

fn fields(
    header: &Header,
    document: &Document,
    totals: &Totals,
    contact: Option<&Contact>,
) -> PublicFields {
    let quote = header.kind == Kind::Quote;
    let invoice = header.kind == Kind::Invoice;
    let credit = header.kind == Kind::CreditNote;
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
        status: if header.status.is_empty() {
            "draft".into()
        } else {
            header.status.clone()
        },
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
        tax: plain(&document.tax),
        prices_include_vat: document.prices_include_vat,
        include_discount: document.include_discount || varied,
        discount: part(document.discount_part()),
        discount_type: if is_varied {
            DiscountType::Other
        } else {
            document.discount_type
        },
        discount_reason: document.discount_reason.clone(),
        // Both are set later with the lines.
        sections: Vec::new(),
        section_sums: Vec::new(),
        price_display: PriceDisplay::Lines,
        photos: if quote {
            document.photos.clone()
        } else {
            Vec::new()
        },
        choices: document.choices.clone(),
        chosen_choice: document.chosen().map(String::from),
        choice_totals: choices::of(document),
        include_deposit: document.include_deposit,
        deposit: part(document.deposit_part()),
        deposit_type: document.deposit_type,
        deposit_reason: document.deposit_reason.clone(),
        deposit_amount: totals.deposit_amount,
        balance_after_deposit: totals.balance_after_deposit,
        deposit_paid: deposit && totals.paid_amount >= totals.deposit_amount,
        staged: header.staged,
        include_labour: document.include_labour,
        labour_hours: plain(&document.labour_hours),
        labour_rate: pounds(&document.labour_rate),
        labour_total: Some(totals.labour_total),
        labour_unit_type: unit(document.labour_unit_type, document),
        job_description: header.job_description.clone(),
        job_address: header.job_address.clone(),
        order_number: header.order_number.clone(),
        notes: header.notes.clone(),
        customer_name: contact.map(customer_name).unwrap_or_default(),
        customer_address: contact
            .map(|c| c.address_lines().join(", "))
            .unwrap_or_default(),
        invoiced: document
            .invoiced
            .iter()
            .map(Invoiced::without_cost)
            .collect(),
        vat_groups: totals.vat_groups.clone(),
        reverse_charge_vat: totals.reverse_charge_vat,
        cis_rate: document.cis_rate.as_ref().map(plain),
        cis_deduction: totals.cis_deduction,
        amount_payable: totals.amount_payable,
        paid_amount: totals.paid_amount,
        pending_amount: totals.pending_amount,
        balance_due: totals.balance_due,
        credit_notes: header.credit_notes.clone(),
        credited_amount: totals.credited_amount,
        refunded_amount: totals.refunded_amount,
        instalments: if invoice {
            header.instalments.clone()
        } else {
            Vec::new()
        },
        cancellation: header.cancellation.clone().filter(|_| quote),
        variation: header.variation.clone().filter(|_| quote),
    }
}

/// The customer's name, or the company's if it is empty.
fn customer_name(contact: &Contact) -> String {
    filled(&contact.name).unwrap_or_else(|| contact.company.trim().into())
}

fn item(line: &Line, totals: &LineTotals, document: &Document) -> PublicItem {
    let (treatment, rate) = vat::of_line(line, document);
    let rate = rate.0.normalize().into();
    PublicItem {
        id: line.id.clone(),
        name: line.name.clone(),
        description: line.description.clone(),
        quantity: plain(&line.quantity),
        price: pounds(&line.price),
        total: Some(totals.total),
        include_labour: line.include_labour,
        labour_hours: plain(&line.labour_hours),
        labour_rate: pounds(&line.labour_rate),
        labour_total: Some(totals.labour_total),
        labour_unit_type: unit(line.labour_unit_type, document),
        vat: Vat { treatment, rate },
        optional: line.optional,
        selected: line.selected,
        choice: line.choice.clone(),
        section: document
            .section_of(line)
            .map(|at| document.sections[at].id.clone()),
        counted: totals.counted,
        cost_type: line.cost_type,
        // This is set later with the other options.
        adds: None,
    }
}

fn payment(payment: &Payment) -> PublicPayment {
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
fn business(parties: &Parties) -> Business {
    match parties.business_profile {
        None => parties.business.clone(),
        Some(_) => Business {
            business_name: parties.business.business_name.clone(),
            ..Business::default()
        },
    }
}

/// The public part of the profile, with the document's own template and terms.
fn profile(header: &Header, parties: &Parties) -> BusinessProfile {
    let mut profile = match &parties.business_profile {
        Some(profile) => profile.public(),
        None => parties.business.fallback_profile(),
    };
    if let Some(template) = &header.template {
        profile.template.clone_from(template);
    }
    let terms = match header.kind {
        Kind::Quote => Some(&mut profile.quote_terms),
        Kind::Invoice => Some(&mut profile.invoice_terms),
        Kind::CreditNote => None,
    };
    if let (Some(terms), Some(own)) = (terms, &header.terms) {
        terms.clone_from(own);
    }
    profile
}

/// A line's unit of labour, by default the document's.
fn unit(own: Option<LabourUnit>, document: &Document) -> LabourUnit {
    own.unwrap_or(document.document_labour_unit_type)
}

/// The number of a discount or deposit: a percentage, or pounds.
fn part(part: Part) -> Number {
    let written = if part.is_percentage { plain } else { pounds };
    written(part.number)
}

/// A number without trailing zeros (docs/rules.md, section 1); anything that is not a number counts as 0.
fn plain(number: &Number) -> Number {
    number.value().normalize().into()
}

/// A number of pounds, with at least 2 decimals.
fn pounds(number: &Number) -> Number {
    let mut pounds = number.value().normalize();
    pounds.rescale(pounds.scale().max(2));
    pounds.into()
}
