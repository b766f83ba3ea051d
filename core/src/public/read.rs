//! The public answer from its JSON, and a draft's header and parties.

use super::{Header, Kind, Parties, PublicDocument, PublicFields, PublicItem, PublicPayment};
use crate::document::{DepositType, DiscountType, LabourUnit};
use crate::line::CostType;
use crate::parties::{Business, BusinessProfile, Contact};
use crate::payments::ConfirmationStatus;
use crate::tree::{Fields, read_from_fields};
use crate::vat::{Rate, Treatment, Vat, VatGroup};

read_from_fields!(PublicDocument, Parties);

impl From<Fields> for PublicDocument {
    fn from(mut json: Fields) -> Self {
        Self {
            quote: json.object("quote").map(PublicFields::from),
            invoice: json.object("invoice").map(PublicFields::from),
            items: json.list("items"),
            contact: json.object("contact").map(Contact::from),
            business: json
                .object("business")
                .map(Business::from)
                .unwrap_or_default(),
            business_profile: json
                .object("businessProfile")
                .map(BusinessProfile::from)
                .unwrap_or_default(),
            payments: json.list("payments"),
        }
    }
}

impl From<Fields> for PublicFields {
    fn from(mut json: Fields) -> Self {
        Self {
            quote_number: json.optional_text("quoteNumber"),
            invoice_number: json.optional_text("invoiceNumber"),
            status: json.text("status"),
            issue_date: json.date("issueDate"),
            expiry_date: json.date("expiryDate"),
            accepted_date: json.date("acceptedDate"),
            due_date: json.date("dueDate"),
            paid_date: json.date("paidDate"),
            subtotal_amount: json.pence("subtotalAmount"),
            discount_amount: json.pence("discountAmount"),
            vat_amount: json.pence("vatAmount"),
            total_amount: json.pence("totalAmount"),
            tax: json.number("tax"),
            include_discount: json.flag("includeDiscount"),
            discount: json.number("discount"),
            discount_type: discount_type(&json.text("discountType")),
            discount_reason: json.text("discountReason"),
            include_deposit: json.flag("includeDeposit"),
            deposit: json.number("deposit"),
            deposit_type: deposit_type(&json.text("depositType")),
            deposit_reason: json.text("depositReason"),
            deposit_amount: json.pence("depositAmount"),
            balance_after_deposit: json.pence("balanceAfterDeposit"),
            deposit_paid: json.flag("depositPaid"),
            include_labour: json.flag("includeLabour"),
            labour_hours: json.number("labourHours"),
            labour_rate: json.number("labourRate"),
            labour_total: json.pence("labourTotal"),
            labour_unit_type: labour_unit(&json.text("labourUnitType")),
            job_description: json.text("jobDescription"),
            notes: json.text("notes"),
            customer_name: json.text("customerName"),
            customer_address: json.text("customerAddress"),
            vat_groups: json.list("vatGroups"),
            reverse_charge_vat: json.pence("reverseChargeVat"),
            cis_rate: json.optional_number("cisRate"),
            cis_deduction: json.pence("cisDeduction"),
            amount_payable: json.pence("amountPayable"),
            paid_amount: json.pence("paidAmount"),
            pending_amount: json.pence("pendingAmount"),
            balance_due: json.pence("balanceDue"),
        }
    }
}

impl From<Fields> for PublicItem {
    fn from(mut json: Fields) -> Self {
        Self {
            id: json.text("id"),
            name: json.text("name"),
            description: json.text("description"),
            quantity: json.number("quantity"),
            price: json.number("price"),
            total: json.pence("total"),
            include_labour: json.flag("includeLabour"),
            labour_hours: json.number("labourHours"),
            labour_rate: json.number("labourRate"),
            labour_total: json.pence("labourTotal"),
            labour_unit_type: labour_unit(&json.text("labourUnitType")),
            vat: json.object("vat").map(vat).unwrap_or_default(),
            optional: json.flag("optional"),
            selected: json.flag("selected"),
            counted: json.flag("counted"),
            cost_type: cost_type(&json.text("costType")),
        }
    }
}

impl From<Fields> for PublicPayment {
    fn from(mut json: Fields) -> Self {
        Self {
            id: json.text("id"),
            amount: json.pence("amount"),
            date: json.text("date"),
            method: json.text("method"),
            notes: json.text("notes"),
            confirmation_status: confirmation(&json.text("confirmationStatus")),
            refunded: json.pence("refunded"),
            disputed: json.flag("disputed"),
        }
    }
}

impl From<Fields> for VatGroup {
    fn from(mut json: Fields) -> Self {
        Self {
            treatment: treatment(&json.text("treatment")),
            rate: Rate(json.number("rate").value()),
            net: json.pence("net"),
            discount: json.pence("discount"),
            taxable: json.pence("taxable"),
            vat: json.pence("vat"),
        }
    }
}

impl From<Fields> for Parties {
    fn from(mut json: Fields) -> Self {
        Self {
            contact: json.object("contact").map(Contact::from),
            business: json
                .object("business")
                .map(Business::from)
                .unwrap_or_default(),
            business_profile: json.object("businessProfile").map(BusinessProfile::from),
        }
    }
}

impl Header {
    /// The header of a flat document; none where `kind` is neither `quote` nor `invoice`.
    pub(crate) fn read(mut json: Fields) -> Option<Self> {
        let kind = match json.text("kind").as_str() {
            "quote" => Kind::Quote,
            "invoice" => Kind::Invoice,
            _ => return None,
        };
        Some(Self {
            kind,
            quote_number: json.optional_text("quoteNumber"),
            invoice_number: json.optional_text("invoiceNumber"),
            status: json.text("status"),
            issue_date: json.date("issueDate"),
            expiry_date: json.date("expiryDate"),
            accepted_date: json.date("acceptedDate"),
            due_date: json.date("dueDate"),
            paid_date: json.date("paidDate"),
            job_description: json.text("jobDescription"),
            notes: json.text("notes"),
            template: json.optional_text("template"),
            terms: json.optional_text("terms"),
        })
    }
}

fn vat(mut json: Fields) -> Vat {
    Vat {
        treatment: treatment(&json.text("treatment")),
        rate: json.number("rate"),
    }
}

// Each word is as serde writes it; another one is the default.

fn treatment(word: &str) -> Treatment {
    match word {
        "reverseCharge" => Treatment::ReverseCharge,
        "exempt" => Treatment::Exempt,
        "outsideScope" => Treatment::OutsideScope,
        _ => Treatment::Taxable,
    }
}

fn cost_type(word: &str) -> CostType {
    if word == "labour" {
        CostType::Labour
    } else {
        CostType::Materials
    }
}

fn labour_unit(word: &str) -> LabourUnit {
    if word == "days" {
        LabourUnit::Days
    } else {
        LabourUnit::Hours
    }
}

fn discount_type(word: &str) -> DiscountType {
    if word == "other" {
        DiscountType::Other
    } else {
        DiscountType::Percentage
    }
}

fn deposit_type(word: &str) -> DepositType {
    if word == "fixed" {
        DepositType::Fixed
    } else {
        DepositType::Percentage
    }
}

fn confirmation(word: &str) -> ConfirmationStatus {
    if word == "pending" {
        ConfirmationStatus::Pending
    } else {
        ConfirmationStatus::Confirmed
    }
}
