//! Writing an e-invoice: UBL 2.1 in the order of its schema, as Peppol BIS Billing 3.0 uses it.

use std::io;

use plumbline_core::document::Rate;
use plumbline_core::einvoice::{
    Allowance, Einvoice, EinvoiceAddress, EinvoiceLine, EinvoiceParty, Endpoint, TaxGroup, VatCategory,
};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

const AGGREGATES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
const BASICS: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";
const SPECIFICATION: &str = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const PROCESS: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const CURRENCY: &str = "GBP";
/// Credit transfer (UNTDID 4461).
const TRANSFER: &str = "30";
/// Discount (UNTDID 5189).
const DISCOUNT: &str = "95";

/// Writes the e-invoice as XML.
pub fn write_xml(invoice: &Einvoice) -> io::Result<Vec<u8>> {
    let mut sheet = XmlWriter(Writer::new_with_indent(Vec::new(), b' ', 2));
    sheet.0.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let name = if invoice.is_credit { "CreditNote" } else { "Invoice" };
    let namespace = format!("urn:oasis:names:specification:ubl:schema:xsd:{name}-2");
    let spaces = [("xmlns", &*namespace), ("xmlns:cac", AGGREGATES), ("xmlns:cbc", BASICS)];
    let root = BytesStart::new(name).with_attributes(spaces);
    sheet.0.write_event(Event::Start(root))?;
    sheet.write_head(invoice)?;
    sheet.write_party("cac:AccountingSupplierParty", &invoice.seller)?;
    sheet.write_party("cac:AccountingCustomerParty", &invoice.buyer)?;
    sheet.write_delivery(invoice)?;
    sheet.write_payment_means(invoice)?;
    for allowance in &invoice.allowances {
        sheet.write_allowance(allowance)?;
    }
    sheet.write_vat(invoice)?;
    sheet.write_totals(invoice)?;
    for line in &invoice.lines {
        sheet.write_line(line, invoice.is_credit)?;
    }
    sheet.close(name)?;
    let mut xml = sheet.0.into_inner();
    xml.push(b'\n');
    Ok(xml)
}

/// The document that is being written.
struct XmlWriter(Writer<Vec<u8>>);

impl XmlWriter {
    fn open(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::Start(BytesStart::new(name)))
    }

    fn close(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }

    /// An element with a text; nothing if the text is empty (PEPPOL-EN16931-R008).
    fn write_text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.write_with_attributes(name, &[], text)
    }

    fn write_with_attributes(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        text: &str,
    ) -> io::Result<()> {
        let text: String = text.trim().chars().filter(|c| is_xml_character(*c)).collect();
        if text.is_empty() {
            return Ok(());
        }
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.0.write_event(Event::Start(start))?;
        self.0.write_event(Event::Text(BytesText::new(&text)))?;
        self.close(name)
    }

    fn write_amount(&mut self, name: &str, amount: Pence) -> io::Result<()> {
        self.write_with_attributes(name, &[("currencyID", CURRENCY)], &amount.to_string())
    }

    /// An element around what `inside` writes.
    fn write_around(
        &mut self,
        name: &str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.open(name)?;
        inside(self)?;
        self.close(name)
    }

    fn write_date(&mut self, name: &str, date: Option<Date>) -> io::Result<()> {
        let date = date.map(|date| date.to_string()).unwrap_or_default();
        self.write_text(name, &date)
    }

    fn write_head(&mut self, invoice: &Einvoice) -> io::Result<()> {
        self.write_text("cbc:CustomizationID", SPECIFICATION)?;
        self.write_text("cbc:ProfileID", PROCESS)?;
        self.write_text("cbc:ID", &invoice.number)?;
        self.write_date("cbc:IssueDate", Some(invoice.issue_date))?;
        self.write_date("cbc:DueDate", invoice.due_date)?;
        if invoice.is_credit {
            self.write_text("cbc:CreditNoteTypeCode", "381")?;
        } else {
            self.write_text("cbc:InvoiceTypeCode", "380")?;
        }
        self.write_text("cbc:Note", &invoice.note)?;
        // `None` for a credit note, where its position is different.
        if let Some(day) = invoice.tax_point {
            self.write_date("cbc:TaxPointDate", Some(day))?;
        }
        self.write_text("cbc:DocumentCurrencyCode", CURRENCY)?;
        self.write_text("cbc:BuyerReference", &invoice.buyer_reference)?;
        if !invoice.order_reference.is_empty() {
            self.write_around("cac:OrderReference", |it| it.write_text("cbc:ID", &invoice.order_reference))?;
        }
        let Some(before) = &invoice.preceding else {
            return Ok(());
        };
        self.write_around("cac:BillingReference", |it| {
            it.write_around("cac:InvoiceDocumentReference", |it| {
                it.write_text("cbc:ID", &before.number)?;
                it.write_date("cbc:IssueDate", before.issue_date)
            })
        })
    }

    fn write_party(&mut self, role: &str, party: &EinvoiceParty) -> io::Result<()> {
        self.open(role)?;
        self.open("cac:Party")?;
        self.write_endpoint("cbc:EndpointID", &party.endpoint)?;
        if let Some(identifier) = &party.identifier {
            self.write_around("cac:PartyIdentification", |it| it.write_endpoint("cbc:ID", identifier))?;
        }
        self.write_around("cac:PartyName", |it| it.write_text("cbc:Name", &party.name))?;
        self.write_address(&party.address)?;
        if !party.vat_number.is_empty() {
            self.write_around("cac:PartyTaxScheme", |it| {
                it.write_text("cbc:CompanyID", &party.vat_number)?;
                it.write_scheme()
            })?;
        }
        self.write_around("cac:PartyLegalEntity", |it| {
            it.write_text("cbc:RegistrationName", &party.name)?;
            it.write_text("cbc:CompanyID", &party.registration)
        })?;
        let contact = [&party.person, &party.phone, &party.email];
        if contact.iter().any(|text| !text.is_empty()) {
            self.write_around("cac:Contact", |it| {
                it.write_text("cbc:Name", &party.person)?;
                it.write_text("cbc:Telephone", &party.phone)?;
                it.write_text("cbc:ElectronicMail", &party.email)
            })?;
        }
        self.close("cac:Party")?;
        self.close(role)
    }

    fn write_endpoint(&mut self, name: &str, endpoint: &Endpoint) -> io::Result<()> {
        self.write_with_attributes(name, &[("schemeID", endpoint.scheme)], &endpoint.id)
    }

    fn write_address(&mut self, address: &EinvoiceAddress) -> io::Result<()> {
        self.write_around("cac:PostalAddress", |it| {
            it.write_text("cbc:StreetName", &address.line1)?;
            it.write_text("cbc:AdditionalStreetName", &address.line2)?;
            it.write_text("cbc:CityName", &address.city)?;
            it.write_text("cbc:PostalZone", &address.post_code)?;
            it.write_text("cbc:CountrySubentity", &address.county)?;
            it.write_around("cac:Country", |it| it.write_text("cbc:IdentificationCode", address.country))
        })
    }

    fn write_scheme(&mut self) -> io::Result<()> {
        self.write_around("cac:TaxScheme", |it| it.write_text("cbc:ID", "VAT"))
    }

    fn write_delivery(&mut self, invoice: &Einvoice) -> io::Result<()> {
        let Some(day) = invoice.supplied else {
            return Ok(());
        };
        self.write_around("cac:Delivery", |it| it.write_date("cbc:ActualDeliveryDate", Some(day)))
    }

    fn write_payment_means(&mut self, invoice: &Einvoice) -> io::Result<()> {
        if let Some(account) = &invoice.account {
            self.write_around("cac:PaymentMeans", |it| {
                it.write_text("cbc:PaymentMeansCode", TRANSFER)?;
                it.write_text("cbc:PaymentID", &invoice.number)?;
                it.write_around("cac:PayeeFinancialAccount", |it| {
                    it.write_text("cbc:ID", &account.number)?;
                    it.write_text("cbc:Name", &account.name)?;
                    if account.sort_code.is_empty() {
                        return Ok(());
                    }
                    it.write_around("cac:FinancialInstitutionBranch", |it| {
                        it.write_text("cbc:ID", &account.sort_code)
                    })
                })
            })?;
        }
        if invoice.payment_terms.is_empty() {
            return Ok(());
        }
        self.write_around("cac:PaymentTerms", |it| it.write_text("cbc:Note", &invoice.payment_terms))
    }

    fn write_allowance(&mut self, allowance: &Allowance) -> io::Result<()> {
        let word = if allowance.is_charge { "true" } else { "false" };
        let code = if allowance.is_charge { "" } else { DISCOUNT };
        self.write_around("cac:AllowanceCharge", |it| {
            it.write_text("cbc:ChargeIndicator", word)?;
            it.write_text("cbc:AllowanceChargeReasonCode", code)?;
            it.write_text("cbc:AllowanceChargeReason", &allowance.reason)?;
            it.write_amount("cbc:Amount", allowance.amount)?;
            it.write_category("cac:TaxCategory", allowance.category, allowance.rate, false)
        })
    }

    /// A VAT category; the reason for no VAT is only written with the group of the category.
    fn write_category(
        &mut self,
        name: &str,
        category: VatCategory,
        rate: Rate,
        with_reason: bool,
    ) -> io::Result<()> {
        self.write_around(name, |it| {
            it.write_text("cbc:ID", category.code())?;
            if category.has_rate() {
                it.write_text("cbc:Percent", &rate.to_string())?;
            }
            if let Some((code, text)) = category.reason().filter(|_| with_reason) {
                it.write_text("cbc:TaxExemptionReasonCode", code.unwrap_or_default())?;
                it.write_text("cbc:TaxExemptionReason", text)?;
            }
            it.write_scheme()
        })
    }

    fn write_vat(&mut self, invoice: &Einvoice) -> io::Result<()> {
        self.write_around("cac:TaxTotal", |it| {
            it.write_amount("cbc:TaxAmount", invoice.vat)?;
            invoice.groups.iter().try_for_each(|group| it.write_vat_group(group))
        })
    }

    fn write_vat_group(&mut self, group: &TaxGroup) -> io::Result<()> {
        self.write_around("cac:TaxSubtotal", |it| {
            it.write_amount("cbc:TaxableAmount", group.taxable)?;
            it.write_amount("cbc:TaxAmount", group.vat)?;
            it.write_category("cac:TaxCategory", group.category, group.rate, true)
        })
    }

    fn write_totals(&mut self, invoice: &Einvoice) -> io::Result<()> {
        let (off, on) = (invoice.allowance_total(), invoice.charge_total());
        self.write_around("cac:LegalMonetaryTotal", |it| {
            it.write_amount("cbc:LineExtensionAmount", invoice.line_extension)?;
            it.write_amount("cbc:TaxExclusiveAmount", invoice.tax_exclusive)?;
            it.write_amount("cbc:TaxInclusiveAmount", invoice.tax_inclusive)?;
            for (name, amount) in [
                ("cbc:AllowanceTotalAmount", off),
                ("cbc:ChargeTotalAmount", on),
                ("cbc:PrepaidAmount", invoice.prepaid),
            ] {
                if !amount.is_zero() {
                    it.write_amount(name, amount)?;
                }
            }
            it.write_amount("cbc:PayableAmount", invoice.payable)
        })
    }

    fn write_line(&mut self, line: &EinvoiceLine, is_credit: bool) -> io::Result<()> {
        let (name, quantity) = if is_credit {
            ("cac:CreditNoteLine", "cbc:CreditedQuantity")
        } else {
            ("cac:InvoiceLine", "cbc:InvoicedQuantity")
        };
        let count = line.quantity.normalize().to_string();
        self.write_around(name, |it| {
            it.write_text("cbc:ID", &line.id)?;
            it.write_with_attributes(quantity, &[("unitCode", line.unit.code())], &count)?;
            it.write_amount("cbc:LineExtensionAmount", line.net)?;
            it.write_around("cac:Item", |it| {
                it.write_text("cbc:Description", &line.description)?;
                it.write_text("cbc:Name", &line.name)?;
                let kind = "cac:ClassifiedTaxCategory";
                it.write_category(kind, line.category, line.rate, false)
            })?;
            let price = line.price.normalize().to_string();
            it.write_around("cac:Price", |it| {
                it.write_with_attributes("cbc:PriceAmount", &[("currencyID", CURRENCY)], &price)
            })
        })
    }
}

/// Whether XML 1.0 can contain a character.
const fn is_xml_character(sign: char) -> bool {
    matches!(sign, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod rules;
#[cfg(test)]
mod tests;
