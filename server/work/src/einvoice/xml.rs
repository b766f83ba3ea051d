//! Writing an e-invoice: UBL 2.1 in the order of its schema, as Peppol BIS Billing 3.0 uses it.

use std::io;

use plumbline_core::document::Rate;
use plumbline_core::einvoice::{
    Address, Allowance, Category, EInvoice, EInvoiceLine, Endpoint, Party, TaxGroup,
};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

const AGGREGATES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
const BASICS: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
const SPECIFICATION: &str =
    "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const PROCESS: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const CURRENCY: &str = "GBP";
/// Credit transfer (UNTDID 4461).
const TRANSFER: &str = "30";
/// Discount (UNTDID 5189).
const DISCOUNT: &str = "95";

/// Writes the e-invoice as XML.
pub fn write(invoice: &EInvoice) -> io::Result<Vec<u8>> {
    let mut sheet = Sheet(Writer::new_with_indent(Vec::new(), b' ', 2));
    sheet
        .0
        .write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let name = if invoice.is_credit {
        "CreditNote"
    } else {
        "Invoice"
    };
    let namespace = format!("urn:oasis:names:specification:ubl:schema:xsd:{name}-2");
    let spaces = [
        ("xmlns", &*namespace),
        ("xmlns:cac", AGGREGATES),
        ("xmlns:cbc", BASICS),
    ];
    let root = BytesStart::new(name).with_attributes(spaces);
    sheet.0.write_event(Event::Start(root))?;
    sheet.head(invoice)?;
    sheet.party("cac:AccountingSupplierParty", &invoice.seller)?;
    sheet.party("cac:AccountingCustomerParty", &invoice.buyer)?;
    sheet.delivery(invoice)?;
    sheet.paying(invoice)?;
    for allowance in &invoice.allowances {
        sheet.allowance(allowance)?;
    }
    sheet.vat(invoice)?;
    sheet.totals(invoice)?;
    for line in &invoice.lines {
        sheet.line(line, invoice.is_credit)?;
    }
    sheet.close(name)?;
    let mut xml = sheet.0.into_inner();
    xml.push(b'\n');
    Ok(xml)
}

/// The document that is being written.
struct Sheet(Writer<Vec<u8>>);

impl Sheet {
    fn open(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::Start(BytesStart::new(name)))
    }

    fn close(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }

    /// An element with a text; nothing if the text is empty (PEPPOL-EN16931-R008).
    fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.with(name, &[], text)
    }

    fn with(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) -> io::Result<()> {
        let text: String = text.trim().chars().filter(|c| is_of_xml(*c)).collect();
        if text.is_empty() {
            return Ok(());
        }
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Start(start))?;
        self.0.write_event(Event::Text(BytesText::new(&text)))?;
        self.close(name)
    }

    fn amount(&mut self, name: &str, amount: Pence) -> io::Result<()> {
        self.with(name, &[("currencyID", CURRENCY)], &amount.to_string())
    }

    /// An element around what `inside` writes.
    fn around(
        &mut self,
        name: &str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.open(name)?;
        inside(self)?;
        self.close(name)
    }

    fn date(&mut self, name: &str, date: Option<Date>) -> io::Result<()> {
        let date = date.map(|date| date.to_string()).unwrap_or_default();
        self.text(name, &date)
    }

    fn head(&mut self, invoice: &EInvoice) -> io::Result<()> {
        self.text("cbc:CustomizationID", SPECIFICATION)?;
        self.text("cbc:ProfileID", PROCESS)?;
        self.text("cbc:ID", &invoice.number)?;
        self.date("cbc:IssueDate", Some(invoice.issue_date))?;
        self.date("cbc:DueDate", invoice.due_date)?;
        if invoice.is_credit {
            self.text("cbc:CreditNoteTypeCode", "381")?;
        } else {
            self.text("cbc:InvoiceTypeCode", "380")?;
        }
        self.text("cbc:Note", &invoice.note)?;
        // `None` for a credit note, where its position is different.
        if let Some(day) = invoice.tax_point {
            self.date("cbc:TaxPointDate", Some(day))?;
        }
        self.text("cbc:DocumentCurrencyCode", CURRENCY)?;
        self.text("cbc:BuyerReference", &invoice.buyer_reference)?;
        if !invoice.order_reference.is_empty() {
            self.around("cac:OrderReference", |it| {
                it.text("cbc:ID", &invoice.order_reference)
            })?;
        }
        let Some(before) = &invoice.preceding else {
            return Ok(());
        };
        self.around("cac:BillingReference", |it| {
            it.around("cac:InvoiceDocumentReference", |it| {
                it.text("cbc:ID", &before.number)?;
                it.date("cbc:IssueDate", before.issue_date)
            })
        })
    }

    fn party(&mut self, role: &str, party: &Party) -> io::Result<()> {
        self.open(role)?;
        self.open("cac:Party")?;
        self.endpoint("cbc:EndpointID", &party.endpoint)?;
        if let Some(identifier) = &party.identifier {
            self.around("cac:PartyIdentification", |it| {
                it.endpoint("cbc:ID", identifier)
            })?;
        }
        self.around("cac:PartyName", |it| it.text("cbc:Name", &party.name))?;
        self.address(&party.address)?;
        if !party.vat_number.is_empty() {
            self.around("cac:PartyTaxScheme", |it| {
                it.text("cbc:CompanyID", &party.vat_number)?;
                it.scheme()
            })?;
        }
        self.around("cac:PartyLegalEntity", |it| {
            it.text("cbc:RegistrationName", &party.name)?;
            it.text("cbc:CompanyID", &party.registration)
        })?;
        let contact = [&party.person, &party.phone, &party.email];
        if contact.iter().any(|text| !text.is_empty()) {
            self.around("cac:Contact", |it| {
                it.text("cbc:Name", &party.person)?;
                it.text("cbc:Telephone", &party.phone)?;
                it.text("cbc:ElectronicMail", &party.email)
            })?;
        }
        self.close("cac:Party")?;
        self.close(role)
    }

    fn endpoint(&mut self, name: &str, endpoint: &Endpoint) -> io::Result<()> {
        self.with(name, &[("schemeID", endpoint.scheme)], &endpoint.id)
    }

    fn address(&mut self, address: &Address) -> io::Result<()> {
        self.around("cac:PostalAddress", |it| {
            it.text("cbc:StreetName", &address.line1)?;
            it.text("cbc:AdditionalStreetName", &address.line2)?;
            it.text("cbc:CityName", &address.city)?;
            it.text("cbc:PostalZone", &address.post_code)?;
            it.text("cbc:CountrySubentity", &address.county)?;
            it.around("cac:Country", |it| {
                it.text("cbc:IdentificationCode", address.country)
            })
        })
    }

    fn scheme(&mut self) -> io::Result<()> {
        self.around("cac:TaxScheme", |it| it.text("cbc:ID", "VAT"))
    }

    fn delivery(&mut self, invoice: &EInvoice) -> io::Result<()> {
        let Some(day) = invoice.supplied else {
            return Ok(());
        };
        self.around("cac:Delivery", |it| {
            it.date("cbc:ActualDeliveryDate", Some(day))
        })
    }

    fn paying(&mut self, invoice: &EInvoice) -> io::Result<()> {
        if let Some(account) = &invoice.account {
            self.around("cac:PaymentMeans", |it| {
                it.text("cbc:PaymentMeansCode", TRANSFER)?;
                it.text("cbc:PaymentID", &invoice.number)?;
                it.around("cac:PayeeFinancialAccount", |it| {
                    it.text("cbc:ID", &account.number)?;
                    it.text("cbc:Name", &account.name)?;
                    if account.sort_code.is_empty() {
                        return Ok(());
                    }
                    it.around("cac:FinancialInstitutionBranch", |it| {
                        it.text("cbc:ID", &account.sort_code)
                    })
                })
            })?;
        }
        if invoice.payment_terms.is_empty() {
            return Ok(());
        }
        self.around("cac:PaymentTerms", |it| {
            it.text("cbc:Note", &invoice.payment_terms)
        })
    }

    fn allowance(&mut self, allowance: &Allowance) -> io::Result<()> {
        let word = if allowance.is_charge { "true" } else { "false" };
        let code = if allowance.is_charge { "" } else { DISCOUNT };
        self.around("cac:AllowanceCharge", |it| {
            it.text("cbc:ChargeIndicator", word)?;
            it.text("cbc:AllowanceChargeReasonCode", code)?;
            it.text("cbc:AllowanceChargeReason", &allowance.reason)?;
            it.amount("cbc:Amount", allowance.amount)?;
            it.category("cac:TaxCategory", allowance.category, allowance.rate, false)
        })
    }

    /// A VAT category; the reason for no VAT is only written with the group of the category.
    fn category(
        &mut self,
        name: &str,
        category: Category,
        rate: Rate,
        with_reason: bool,
    ) -> io::Result<()> {
        self.around(name, |it| {
            it.text("cbc:ID", category.code())?;
            if category.has_rate() {
                it.text("cbc:Percent", &rate.to_string())?;
            }
            if let Some((code, words)) = category.reason().filter(|_| with_reason) {
                it.text("cbc:TaxExemptionReasonCode", code.unwrap_or_default())?;
                it.text("cbc:TaxExemptionReason", words)?;
            }
            it.scheme()
        })
    }

    fn vat(&mut self, invoice: &EInvoice) -> io::Result<()> {
        self.around("cac:TaxTotal", |it| {
            it.amount("cbc:TaxAmount", invoice.vat)?;
            invoice.groups.iter().try_for_each(|group| it.group(group))
        })
    }

    fn group(&mut self, group: &TaxGroup) -> io::Result<()> {
        self.around("cac:TaxSubtotal", |it| {
            it.amount("cbc:TaxableAmount", group.taxable)?;
            it.amount("cbc:TaxAmount", group.vat)?;
            it.category("cac:TaxCategory", group.category, group.rate, true)
        })
    }

    fn totals(&mut self, invoice: &EInvoice) -> io::Result<()> {
        let (off, on) = (invoice.allowance_total(), invoice.charge_total());
        self.around("cac:LegalMonetaryTotal", |it| {
            it.amount("cbc:LineExtensionAmount", invoice.line_extension)?;
            it.amount("cbc:TaxExclusiveAmount", invoice.tax_exclusive)?;
            it.amount("cbc:TaxInclusiveAmount", invoice.tax_inclusive)?;
            for (name, amount) in [
                ("cbc:AllowanceTotalAmount", off),
                ("cbc:ChargeTotalAmount", on),
                ("cbc:PrepaidAmount", invoice.prepaid),
            ] {
                if !amount.is_zero() {
                    it.amount(name, amount)?;
                }
            }
            it.amount("cbc:PayableAmount", invoice.payable)
        })
    }

    fn line(&mut self, line: &EInvoiceLine, is_credit: bool) -> io::Result<()> {
        let (name, quantity) = if is_credit {
            ("cac:CreditNoteLine", "cbc:CreditedQuantity")
        } else {
            ("cac:InvoiceLine", "cbc:InvoicedQuantity")
        };
        let count = line.quantity.normalize().to_string();
        self.around(name, |it| {
            it.text("cbc:ID", &line.id)?;
            it.with(quantity, &[("unitCode", line.unit.code())], &count)?;
            it.amount("cbc:LineExtensionAmount", line.net)?;
            it.around("cac:Item", |it| {
                it.text("cbc:Description", &line.description)?;
                it.text("cbc:Name", &line.name)?;
                let kind = "cac:ClassifiedTaxCategory";
                it.category(kind, line.category, line.rate, false)
            })?;
            let price = line.price.normalize().to_string();
            it.around("cac:Price", |it| {
                it.with("cbc:PriceAmount", &[("currencyID", CURRENCY)], &price)
            })
        })
    }
}

/// Whether XML 1.0 can contain a character.
const fn is_of_xml(sign: char) -> bool {
    matches!(sign, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod rules;
#[cfg(test)]
mod tests;
