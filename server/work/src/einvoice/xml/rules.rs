//! The rules of EN 16931 and of Peppol that our e-invoices could break, asked of the XML alone: by the texts of the
//! rules, and not by how it was made.

use std::str::FromStr as _;

use roxmltree::{Document, Node};
use rust_decimal::Decimal;

/// The ids of the rules that an e-invoice breaks.
pub(super) fn find_violations(xml: &str) -> Vec<String> {
    let document = Document::parse(xml).unwrap();
    let mut sheet = RuleChecker { root: document.root_element(), violations: Vec::new() };
    sheet.check_document();
    sheet.check_parties();
    sheet.check_lines();
    sheet.check_totals();
    sheet.check_vat_groups();
    sheet.check_peppol();
    sheet.violations.sort();
    sheet.violations.dedup();
    sheet.violations
}

struct RuleChecker<'a> {
    root: Node<'a, 'a>,
    violations: Vec<String>,
}

/// The first element below one, by a path of local names.
fn find_node<'a>(node: Node<'a, 'a>, path: &str) -> Option<Node<'a, 'a>> {
    path.split('/').try_fold(node, |node, name| node.children().find(|it| it.tag_name().name() == name))
}

fn find_children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |it| it.tag_name().name() == name)
}

fn text<'a>(node: Node<'a, 'a>, path: &str) -> &'a str {
    find_node(node, path).and_then(|it| it.text()).unwrap_or_default()
}

fn number(node: Node<'_, '_>, path: &str) -> Decimal {
    Decimal::from_str(text(node, path)).unwrap_or_default()
}

fn category<'a>(node: Node<'a, 'a>) -> (&'a str, &'a str) {
    (text(node, "ID"), text(node, "Percent"))
}

impl<'a> RuleChecker<'a> {
    fn check(&mut self, id: &str, holds: bool) {
        if !holds {
            self.violations.push(id.to_owned());
        }
    }

    fn line_nodes(&self) -> Vec<Node<'a, 'a>> {
        let lines = self.root.children();
        let is_line = |it: &Node<'_, '_>| it.tag_name().name().ends_with("Line");
        lines.filter(is_line).collect()
    }

    fn check_document(&mut self) {
        let root = self.root;
        for (id, path) in [
            ("BR-01", "CustomizationID"),
            ("BR-02", "ID"),
            ("BR-03", "IssueDate"),
            ("BR-05", "DocumentCurrencyCode"),
            ("BR-13", "LegalMonetaryTotal/TaxExclusiveAmount"),
            ("BR-14", "LegalMonetaryTotal/TaxInclusiveAmount"),
            ("BR-15", "LegalMonetaryTotal/PayableAmount"),
            ("BR-12", "LegalMonetaryTotal/LineExtensionAmount"),
        ] {
            self.check(id, !text(root, path).is_empty());
        }
        let kind = match root.tag_name().name() {
            "CreditNote" => text(root, "CreditNoteTypeCode") == "381",
            _ => text(root, "InvoiceTypeCode") == "380",
        };
        self.check("BR-04", kind);
        let payable = number(root, "LegalMonetaryTotal/PayableAmount");
        let has_day = !text(root, "DueDate").is_empty() || !text(root, "PaymentTerms/Note").is_empty();
        self.check("BR-CO-25", payable <= Decimal::ZERO || has_day);
        for means in find_children(root, "PaymentMeans") {
            let has_account = !text(means, "PayeeFinancialAccount/ID").is_empty();
            self.check("BR-61", text(means, "PaymentMeansCode") != "30" || has_account);
        }
        for before in find_children(root, "BillingReference") {
            self.check("BR-55", !text(before, "InvoiceDocumentReference/ID").is_empty());
        }
    }

    fn check_parties(&mut self) {
        for (role, name, address, country) in [
            ("AccountingSupplierParty", "BR-06", "BR-08", "BR-09"),
            ("AccountingCustomerParty", "BR-07", "BR-10", "BR-11"),
        ] {
            let party = find_node(self.root, role).and_then(|it| find_node(it, "Party"));
            let Some(party) = party else {
                self.check(name, false);
                continue;
            };
            self.check(name, !text(party, "PartyLegalEntity/RegistrationName").is_empty());
            self.check(address, find_node(party, "PostalAddress").is_some());
            let code = text(party, "PostalAddress/Country/IdentificationCode");
            let is_code = code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase());
            self.check(country, is_code);
            let vat = text(party, "PartyTaxScheme/CompanyID");
            let has_country = vat.get(..2).is_some_and(|it| it.bytes().all(|b| b.is_ascii_uppercase()));
            self.check("BR-CO-09", vat.is_empty() || has_country);
        }
        let known = ["PartyIdentification/ID", "PartyLegalEntity/CompanyID", "PartyTaxScheme/CompanyID"];
        let seller = self.party_node("AccountingSupplierParty");
        self.check("BR-CO-26", known.iter().any(|path| !text(seller, path).is_empty()));
    }

    fn party_node(&self, role: &str) -> Node<'a, 'a> {
        find_node(self.root, role).and_then(|it| find_node(it, "Party")).unwrap_or(self.root)
    }

    fn check_lines(&mut self) {
        let lines = self.line_nodes();
        self.check("BR-16", !lines.is_empty());
        for line in lines {
            let count = find_node(line, "InvoicedQuantity").or_else(|| find_node(line, "CreditedQuantity"));
            self.check("BR-21", !text(line, "ID").is_empty());
            self.check("BR-22", count.is_some());
            let unit = count.and_then(|it| it.attribute("unitCode")).unwrap_or_default();
            self.check("BR-23", ["C62", "HUR", "DAY"].contains(&unit));
            self.check("BR-24", !text(line, "LineExtensionAmount").is_empty());
            self.check("BR-25", !text(line, "Item/Name").is_empty());
            self.check("BR-26", !text(line, "Price/PriceAmount").is_empty());
            let price = number(line, "Price/PriceAmount");
            self.check("BR-27", price >= Decimal::ZERO);
            self.check("BR-CO-04", !text(line, "Item/ClassifiedTaxCategory/ID").is_empty());
            let count = count.and_then(|it| it.text()).unwrap_or_default();
            let worth = Decimal::from_str(count).unwrap_or_default() * price;
            let beside = (worth - number(line, "LineExtensionAmount")).abs();
            // The rule itself allows a difference of 2 pence.
            self.check("PEPPOL-EN16931-R120", beside <= Decimal::new(5, 3));
        }
    }

    fn check_totals(&mut self) {
        let root = self.root;
        let total = |name: &str| number(root, &format!("LegalMonetaryTotal/{name}"));
        let nets = self.line_nodes().into_iter();
        let nets: Decimal = nets.map(|it| number(it, "LineExtensionAmount")).sum();
        self.check("BR-CO-10", nets == total("LineExtensionAmount"));
        let of = |word: &'static str| -> Decimal {
            find_children(root, "AllowanceCharge")
                .filter(|it| text(*it, "ChargeIndicator") == word)
                .map(|it| number(it, "Amount"))
                .sum()
        };
        let (off, on) = (of("false"), of("true"));
        self.check("BR-CO-11", off == total("AllowanceTotalAmount"));
        self.check("BR-CO-12", on == total("ChargeTotalAmount"));
        self.check("BR-CO-13", total("TaxExclusiveAmount") == nets - off + on);
        let vat = number(root, "TaxTotal/TaxAmount");
        self.check("BR-CO-15", total("TaxInclusiveAmount") == total("TaxExclusiveAmount") + vat);
        let left = total("TaxInclusiveAmount") - total("PrepaidAmount");
        self.check("BR-CO-16", total("PayableAmount") == left);
        for allowance in find_children(root, "AllowanceCharge") {
            self.check("BR-33", !text(allowance, "AllowanceChargeReason").is_empty());
            self.check("BR-32", !text(allowance, "TaxCategory/ID").is_empty());
            self.check("an allowance below 0", number(allowance, "Amount") > Decimal::ZERO);
        }
        let amounts = self.root.descendants().filter(|it| it.has_attribute("currencyID"));
        for amount in amounts {
            let decimals = amount.text().unwrap_or_default();
            let decimals = decimals.split_once('.').map_or(0, |(_, rest)| rest.len());
            let is_price = amount.tag_name().name() == "PriceAmount";
            self.check("BR-DEC", is_price || decimals <= 2);
            self.check("PEPPOL-EN16931-R051", amount.attribute("currencyID") == Some("GBP"));
        }
    }

    fn check_vat_groups(&mut self) {
        let Some(tax) = find_node(self.root, "TaxTotal") else {
            self.check("BR-CO-18", false);
            return;
        };
        let groups: Vec<_> = find_children(tax, "TaxSubtotal").collect();
        self.check("BR-CO-18", !groups.is_empty());
        let sum: Decimal = groups.iter().map(|it| number(*it, "TaxAmount")).sum();
        self.check("BR-CO-14", sum == number(tax, "TaxAmount"));
        let lines = self.line_nodes().into_iter();
        let earlier = lines.filter(|line| text(*line, "InvoicedQuantity").starts_with('-')).count();
        let rounded = Decimal::from(1 + earlier);
        let mut seen = Vec::new();
        for group in &groups {
            let Some(place) = find_node(*group, "TaxCategory") else {
                continue;
            };
            let (code, rate) = category(place);
            self.check(&format!("BR-{code}-01"), !seen.contains(&(code, rate)));
            seen.push((code, rate));
            let (taxable, vat) = (number(*group, "TaxableAmount"), number(*group, "TaxAmount"));
            self.check(&format!("BR-{code}-08"), taxable == self.sum_for_category(code, rate));
            let percent = Decimal::from_str(rate).unwrap_or_default();
            let exact = taxable * percent / Decimal::from(100);
            self.check("BR-CO-17", (exact - vat).abs() < Decimal::ONE);
            // Our VAT is rounded once per group, from the amount without VAT or with it: exact to half a penny, or to
            // that and its VAT. So was that of the earlier invoices of a job, each of which is a negative line of the
            // last.
            let half = Decimal::new(5, 3) * (Decimal::ONE + percent / Decimal::from(100));
            self.check("a penny", (exact - vat).abs() <= half * rounded);
            let has_reason = !text(place, "TaxExemptionReason").is_empty();
            let is_charged = matches!(code, "S" | "Z");
            self.check(&format!("BR-{code}-10"), has_reason != is_charged);
            match code {
                "S" => self.check("BR-S-05", percent > Decimal::ZERO),
                "O" => self.check("BR-O-05", rate.is_empty()),
                _ => {
                    self.check(&format!("BR-{code}-05"), rate == "0");
                    self.check(&format!("BR-{code}-09"), vat.is_zero());
                }
            }
            self.check_vat_numbers(code);
            if code == "AE" {
                let reason = text(place, "TaxExemptionReasonCode");
                self.check("VATEX-EU-AE", reason == "VATEX-EU-AE");
            }
        }
        let is_alone = seen.len() == 1;
        let has_outside = seen.iter().any(|(code, _)| *code == "O");
        self.check("BR-O-11", !has_outside || is_alone);
        for line in self.line_nodes() {
            let Some(place) = find_node(line, "Item/ClassifiedTaxCategory") else {
                continue;
            };
            self.check("BR-S-01", seen.contains(&category(place)));
        }
    }

    /// The sum of the lines and allowances of a category and rate.
    fn sum_for_category(&self, code: &str, rate: &str) -> Decimal {
        let is_here = |node: Node<'_, '_>, path: &str| {
            find_node(node, path).is_some_and(|it| category(it) == (code, rate))
        };
        let lines = self.line_nodes().into_iter();
        let lines = lines.filter(|it| is_here(*it, "Item/ClassifiedTaxCategory"));
        let lines: Decimal = lines.map(|it| number(it, "LineExtensionAmount")).sum();
        let parts = find_children(self.root, "AllowanceCharge").filter(|it| is_here(*it, "TaxCategory"));
        let parts = parts.map(|it| match text(it, "ChargeIndicator") {
            "true" => number(it, "Amount"),
            _ => -number(it, "Amount"),
        });
        lines + parts.sum::<Decimal>()
    }

    /// Which VAT numbers a category requires or forbids.
    fn check_vat_numbers(&mut self, code: &str) {
        let seller = text(self.party_node("AccountingSupplierParty"), "PartyTaxScheme/CompanyID");
        let customer = self.party_node("AccountingCustomerParty");
        let buyer = text(customer, "PartyTaxScheme/CompanyID");
        let legal = text(customer, "PartyLegalEntity/CompanyID");
        let is_known = [buyer, legal].iter().any(|id| !id.is_empty());
        let holds = match code {
            "O" => seller.is_empty() && buyer.is_empty(),
            "AE" => !seller.is_empty() && is_known,
            _ => !seller.is_empty(),
        };
        self.check(&format!("BR-{code}-02"), holds);
    }

    fn check_peppol(&mut self) {
        let root = self.root;
        let process = text(root, "ProfileID");
        let is_process = process == "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
        self.check("PEPPOL-EN16931-R001", !process.is_empty());
        self.check("PEPPOL-EN16931-R007", is_process);
        self.check("PEPPOL-EN16931-R002", find_children(root, "Note").count() <= 1);
        let has_reference =
            !text(root, "BuyerReference").is_empty() || !text(root, "OrderReference/ID").is_empty();
        self.check("PEPPOL-EN16931-R003", has_reference);
        let specification = text(root, "CustomizationID");
        let ours = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
        self.check("PEPPOL-EN16931-R004", specification == ours);
        let is_empty = |it: &Node<'_, '_>| {
            let has_inside = it.children().any(|it| it.is_element());
            it.is_element() && !has_inside && it.text().unwrap_or_default().trim().is_empty()
        };
        self.check("PEPPOL-EN16931-R008", !root.descendants().any(|it| is_empty(&it)));
        for (id, role) in [
            ("PEPPOL-EN16931-R020", "AccountingSupplierParty"),
            ("PEPPOL-EN16931-R010", "AccountingCustomerParty"),
        ] {
            let endpoint = find_node(self.party_node(role), "EndpointID");
            let scheme = endpoint.and_then(|it| it.attribute("schemeID")).unwrap_or_default();
            let is_one = ["0088", "9932", "0060"].contains(&scheme);
            self.check(id, is_one && endpoint.is_some_and(|it| it.text().is_some()));
        }
        self.check("PEPPOL-EN16931-R053", find_children(root, "TaxTotal").count() == 1);
    }
}
