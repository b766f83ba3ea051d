//! A CSV file of contacts: our own, or another program's.

use super::rows::{FileRead, FoundRow, country};
use super::{ROWS_MAX, Unusable};
use crate::contacts::export;
use crate::contacts::fields::{ContactFields, CustomerType};
use crate::sheets::allowance::Allowance;
use crate::sheets::{self, bare, fill, is_yes, left_out, one_line, separator_of, unquoted, weight};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Name,
    First,
    Last,
    Company,
    Line1,
    Line2,
    City,
    County,
    Postcode,
    Country,
    Address,
    Phone,
    Email,
    VatNumber,
    BuysFor,
    Cis,
    Einvoices,
    PeppolId,
    Reference,
    Notes,
    Sites,
}

use Holds::{
    Address, BuysFor, Cis, City, Company, Country, County, Einvoices, Email, First, Last, Line1,
    Line2, Name, Notes, PeppolId, Phone, Postcode, Reference, Sites, VatNumber,
};

/// The headings of other programs' files, in small letters and without signs.
const HEADINGS: &[(Holds, &[&str])] = &[
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
        Line1,
        &[
            "addressline1",
            "address1",
            "street",
            "streetaddress",
            "street1",
            "line1",
            "address1street",
            "homestreet",
            "businessstreet",
            "billingaddressline1",
            "billingstreet",
            "poaddressline1",
        ],
    ),
    (
        Line2,
        &[
            "addressline2",
            "address2",
            "street2",
            "line2",
            "billingaddressline2",
            "billingstreet2",
            "poaddressline2",
        ],
    ),
    (
        City,
        &[
            "city",
            "town",
            "townorcity",
            "cityortown",
            "towncity",
            "address1city",
            "homecity",
            "businesscity",
            "billingcity",
            "billingtown",
            "pocity",
        ],
    ),
    (
        County,
        &[
            "county",
            "state",
            "region",
            "province",
            "stateregion",
            "address1region",
            "homestate",
            "businessstate",
            "billingcounty",
            "billingstate",
            "poregion",
        ],
    ),
    (
        Postcode,
        &[
            "postcode",
            "postalcode",
            "zip",
            "zipcode",
            "zippostalcode",
            "address1postalcode",
            "homepostalcode",
            "businesspostalcode",
            "billingpostcode",
            "billingpostalcode",
            "billingzip",
            "popostalcode",
        ],
    ),
    (
        Country,
        &[
            "country",
            "countryregion",
            "address1country",
            "homecountry",
            "homecountryregion",
            "businesscountryregion",
            "billingcountry",
            "pocountry",
        ],
    ),
    (
        Address,
        &[
            "address",
            "fulladdress",
            "wholeaddress",
            "wholeaddressinoneline",
            "formattedaddress",
            "address1formatted",
            "billingaddress",
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
            "primaryphone",
            "homephone",
            "businessphone",
            "workphone",
        ],
    ),
    (
        Email,
        &[
            "email",
            "emailaddress",
            "mail",
            "email1value",
            "primaryemail",
        ],
    ),
    (
        VatNumber,
        &[
            "vatnumber",
            "vatno",
            "vat",
            "vatregistrationnumber",
            "taxnumber",
        ],
    ),
    (BuysFor, &["buysfor", "customertype"]),
    (Cis, &["cis", "ciscontractor", "takesoffcis"]),
    (Einvoices, &["wantseinvoices", "einvoices"]),
    (PeppolId, &["peppoladdress", "peppolid"]),
    (Reference, &["referenceoneinvoices", "buyerreference"]),
    (
        Notes,
        &["notes", "note", "comments", "comment", "privatenotes"],
    ),
    (Sites, &["jobaddresses", "sites"]),
];

/// The most further telephone numbers of one contact that are noted.
const PHONES_MAX: usize = 20;

fn holds(heading: &str) -> Option<Holds> {
    let bare = bare(heading);
    let known = HEADINGS
        .iter()
        .find(|(_, words)| words.contains(&bare.as_str()));
    known.map(|(holds, _)| *holds)
}

/// Reads a CSV file.
pub(super) fn read(text: &str, mut allowance: Allowance) -> Result<FileRead, Unusable> {
    let separator = separator_of(text);
    let mut records = sheets::rows(text, separator);
    let headings = records.next().ok_or(Unusable::Empty)??;
    let columns: Vec<Option<Holds>> = headings.iter().map(holds).collect();
    let named = [Name, First, Last, Company].map(Some);
    if !columns.iter().any(|column| named.contains(column)) {
        return Err(Unusable::NoNames);
    }
    let mut read = FileRead {
        format: "CSV",
        separator: Some(separator),
        left_out: left_out(headings.iter().zip(columns.iter().map(Option::is_some))),
        rows: Vec::new(),
    };
    for (at, record) in records.enumerate() {
        let record = record?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if read.rows.len() == ROWS_MAX {
            return Err(Unusable::TooMany);
        }
        allowance.take(size_of::<FoundRow>() + weight(&record))?;
        read.rows.push(FoundRow {
            row: at + 2,
            fields: fields(&columns, &record),
        });
    }
    Ok(read)
}

fn fields(columns: &[Option<Holds>], record: &csv::StringRecord) -> ContactFields {
    let mut fields = ContactFields::default();
    let (mut first, mut last) = (String::new(), String::new());
    let mut more_phones = Vec::new();
    for (holds, cell) in columns.iter().zip(record) {
        let Some(holds) = holds else { continue };
        if *holds == Phone && more_phones.len() == PHONES_MAX {
            continue;
        }
        let cell = unquoted(cell).trim();
        let line = one_line(cell);
        match holds {
            Name => fill(&mut fields.name, line),
            First => first = line,
            Last => last = line,
            Company => fill(&mut fields.company, line),
            Line1 => fill(&mut fields.address_line1, line),
            Line2 => fill(&mut fields.address_line2, line),
            City => fill(&mut fields.city, line),
            County => fill(&mut fields.county, line),
            Postcode => fill(&mut fields.post_code, line),
            Country => fill(&mut fields.country, line),
            Address => fill(&mut fields.address, line),
            Phone if fields.phone.is_empty() => fields.phone = line,
            Phone if line.is_empty() || line == fields.phone => {}
            Phone => more_phones.push(line),
            Email => fill(&mut fields.email, line),
            VatNumber => fill(&mut fields.vat_number, line),
            BuysFor => fields.customer_type = buys_for(&line),
            Cis => fields.cis_contractor = is_yes(&line),
            Einvoices => fields.wants_einvoices = is_yes(&line),
            PeppolId => fill(&mut fields.peppol_id, line),
            Reference => fill(&mut fields.buyer_reference, line),
            Notes => fill(&mut fields.notes, cell.replace("\r\n", "\n")),
            Sites => fields.sites = export::read_sites(cell),
        }
    }
    if fields.name.is_empty() {
        fields.name = format!("{first} {last}").trim().to_owned();
    }
    for phone in more_phones {
        crate::contacts::join::note(&mut fields, &format!("Phone: {phone}"));
    }
    fields.country = country(&fields.country);
    fields
}

fn buys_for(cell: &str) -> CustomerType {
    match cell.to_lowercase().as_str() {
        "business" | "a business" | "company" => CustomerType::Business,
        "consumer" | "themselves" | "individual" | "domestic" => CustomerType::Consumer,
        _ => CustomerType::Unknown,
    }
}
