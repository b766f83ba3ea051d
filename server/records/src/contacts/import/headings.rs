//! The headings of a file of contacts: our own, and those of Outlook, Thunderbird, Google, Xero, QuickBooks and
//! other programs.

use super::addresses::{AddressKind, AddressPart, parse_heading};
use plumbline_platform::table_import::columns::to_single_line;
use plumbline_platform::table_import::{normalise_heading, strip_apostrophe};

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContactColumn {
    Name,
    First,
    Last,
    Company,
    Place(AddressKind, AddressPart),
    Phone,
    /// What the next column with a phone number is called: `Work Fax`.
    PhoneLabel,
    Email,
    VatNumber,
    VatRegistered,
    Notice,
    NoticeDate,
    BuysFor,
    Cis,
    Einvoices,
    PeppolId,
    Reference,
    Notes,
    Sites,
}

use ContactColumn::{
    BuysFor, Cis, Company, Einvoices, Email, First, Last, Name, Notes, Notice, NoticeDate, PeppolId, Phone,
    PhoneLabel, Reference, Sites, VatNumber, VatRegistered,
};

/// The headings in other programs' files, as lower-case letters and digits.
const HEADINGS: &[(ContactColumn, &[&str])] = &[
    (
        Name,
        &[
            "name",
            "fullname",
            "displayname",
            "contact",
            "contactname",
            "customer",
            "customername",
            "clientname",
            "fileas",
        ],
    ),
    (First, &["firstname", "givenname", "forename", "first"]),
    (Last, &["lastname", "familyname", "surname", "last"]),
    (
        Company,
        &[
            "company",
            "companyname",
            "organisation",
            "organization",
            "organisationname",
            "organizationname",
            "organization1name",
            "business",
            "businessname",
        ],
    ),
    (
        Phone,
        &[
            "phone",
            "phonenumber",
            "telephone",
            "telephonenumber",
            "tel",
            "mobile",
            "mobilephone",
            "mobilenumber",
            "phone1value",
            "phone2value",
            "phone3value",
            "phone4value",
            "primaryphone",
            "homephone",
            "businessphone",
            "workphone",
            "homephone2",
            "businessphone2",
            "otherphone",
            "carphone",
            "companymainphone",
        ],
    ),
    (
        PhoneLabel,
        &[
            "phone1label",
            "phone2label",
            "phone3label",
            "phone4label",
            "phone1type",
            "phone2type",
            "phone3type",
            "phone4type",
        ],
    ),
    (
        Email,
        &[
            "email",
            "emailaddress",
            "mail",
            "email1value",
            "email2value",
            "email3value",
            "email1",
            "email2",
            "email3",
            "email2address",
            "email3address",
            "primaryemail",
            "secondaryemail",
        ],
    ),
    (VatNumber, &["vatnumber", "vatno", "vat", "vatregistrationnumber", "taxnumber"]),
    (VatRegistered, &["vatregistered"]),
    (Notice, &["endusernotice"]),
    (NoticeDate, &["dateofendusernotice"]),
    (BuysFor, &["buysfor", "customertype"]),
    (Cis, &["cis", "ciscontractor", "takesoffcis"]),
    (Einvoices, &["wantseinvoices", "einvoices"]),
    (PeppolId, &["peppoladdress", "peppolid"]),
    (Reference, &["referenceoneinvoices", "buyerreference"]),
    (Notes, &["notes", "note", "comments", "comment", "privatenotes"]),
    (Sites, &["jobaddresses", "sites"]),
];

/// The content of a column with this heading; `None` if it isn't known.
pub(super) fn column_for_heading(heading: &str) -> Option<ContactColumn> {
    let bare = normalise_heading(strip_apostrophe(heading));
    let known = HEADINGS.iter().find(|(_, words)| words.contains(&bare.as_str()));
    let place = || parse_heading(&bare).map(|(which, part)| ContactColumn::Place(which, part));
    known.map(|(holds, _)| *holds).or_else(place)
}

/// The headings that a person may choose for a column, with their labels.
const LABELS: [(ContactColumn, &str); 25] = [
    (Name, "Name"),
    (First, "First name"),
    (Last, "Last name"),
    (Company, "Company"),
    (Email, "Email"),
    (Phone, "Phone"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::Line1), "Address line 1"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::Line2), "Address line 2"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::Line3), "Address line 3"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::City), "Town or city"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::County), "County"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::Postcode), "Postcode"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::Country), "Country"),
    (ContactColumn::Place(AddressKind::Own, AddressPart::Whole), "Whole address"),
    (VatNumber, "VAT number"),
    (VatRegistered, "VAT registered"),
    (Notice, "End-user notice"),
    (NoticeDate, "Date of end-user notice"),
    (BuysFor, "Buys for"),
    (Cis, "Takes off CIS"),
    (Einvoices, "Wants e-invoices"),
    (PeppolId, "Peppol address"),
    (Reference, "Reference on e-invoices"),
    (Notes, "Notes"),
    (Sites, "Job addresses"),
];

/// The labels that may be chosen for a column.
pub(super) fn column_choices() -> Vec<String> {
    LABELS.map(|(_, label)| label.to_owned()).to_vec()
}

/// The label of the heading as which a column is read; empty if it isn't read.
pub(super) fn column_label(heading: &str) -> String {
    let Some(holds) = column_for_heading(heading) else {
        return String::new();
    };
    let label = LABELS.iter().find(|(it, _)| *it == holds);
    label.map_or_else(|| to_single_line(heading), |(_, label)| (*label).to_owned())
}

/// How many headings in a row are recognised: 0 if there is none for a name.
pub(super) fn count_known_headings(row: &csv::StringRecord) -> usize {
    let columns: Vec<ContactColumn> = row.iter().filter_map(column_for_heading).collect();
    let is_name = |it: &ContactColumn| matches!(it, Name | First | Last | Company);
    if columns.iter().any(is_name) { columns.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_each_column_label_as_a_heading() {
        for (kind, label) in LABELS {
            assert_eq!(column_for_heading(label), Some(kind), "{label}");
            assert_eq!(column_label(label), label);
        }
        assert_eq!(column_label("E-mail 1 - Value"), "Email");
        assert_eq!(column_label("Home Street"), "Home Street");
        assert_eq!(column_label("Colour"), "");
    }
}
