//! GET /api/contacts/export

use axum::extract::State;

use super::fields::{ContactFields, CustomerType, SITES_MAX, Site, VatRegistered};
use super::{Contact, store};
use plumbline_platform::clock::london_date;
use plumbline_platform::csv::{CsvFile, CsvWriter};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The columns, which an import of the file reads again.
const COLUMNS: [&str; 22] = [
    "Name",
    "Company",
    "Email",
    "Phone",
    "Address line 1",
    "Address line 2",
    "Town or city",
    "County",
    "Postcode",
    "Country",
    "Whole address in one line",
    "VAT number",
    "VAT registered",
    "End-user notice",
    "Date of end-user notice",
    "Buys for",
    "Takes off CIS",
    "Wants e-invoices",
    "Peppol address",
    "Reference on e-invoices",
    "Notes",
    "Job addresses",
];

/// The separator between the parts of a job address: its name, its lines, its town, county and postcode.
const SITE_SEPARATOR: &str = " | ";

/// Every contact of the account as a CSV file, by name.
#[utoipa::path(get, path = "/api/contacts/export", tag = "contacts",
    responses((status = 200, content_type = "text/csv", body = [u8])))]
pub(super) async fn export(State(state): State<AppState>, user: CurrentUser) -> Result<CsvFile, ApiError> {
    let slot = state.tables.acquire_worker(user.id.as_str()).await?;
    let mut conn = state.db.read().await?;
    let contacts = store::list(&mut conn, &user.id).await?;
    drop(conn);
    let name = format!("contacts-{}.csv", london_date(state.clock.now_ms()));
    slot.run(move || to_csv(&contacts, name)).await?
}

fn to_csv(contacts: &[Contact], name: String) -> Result<CsvFile, ApiError> {
    let mut sheet = CsvWriter::new(&COLUMNS)?;
    for contact in contacts {
        let cells = cells(&contact.fields);
        sheet.write_row(&cells.each_ref().map(String::as_str))?;
    }
    sheet.finish(name)
}

/// A contact's cells. Every field is named, so that a new one doesn't compile until it has a column, which an import
/// reads again.
fn cells(fields: &ContactFields) -> [String; COLUMNS.len()] {
    let ContactFields {
        name,
        company,
        address_line1,
        address_line2,
        city,
        county,
        post_code,
        country,
        address,
        phone,
        email,
        vat_number,
        vat_registered,
        end_user_notice,
        end_user_notice_date,
        customer_type,
        cis_contractor,
        wants_einvoices,
        peppol_id,
        buyer_reference,
        notes,
        sites,
    } = fields.clone();
    let yes = |is: bool| if is { "Yes" } else { "" }.to_owned();
    [
        name,
        company,
        email,
        phone,
        address_line1,
        address_line2,
        city,
        county,
        post_code,
        if country == "uk" { "United Kingdom".to_owned() } else { country },
        address,
        vat_number,
        match vat_registered {
            VatRegistered::Unknown => "",
            VatRegistered::Yes => "Yes",
            VatRegistered::No => "No",
        }
        .to_owned(),
        end_user_notice,
        end_user_notice_date.map_or_else(String::new, |day| day.to_string()),
        match customer_type {
            CustomerType::Unknown => "",
            CustomerType::Business => "Business",
            CustomerType::Consumer => "Themselves",
        }
        .to_owned(),
        yes(cis_contractor),
        yes(wants_einvoices),
        peppol_id,
        buyer_reference,
        notes,
        sites_cell(&sites),
    ]
}

/// Job addresses in one cell, one per line. A separator within a part has a backslash before it, and so has a backslash.
fn sites_cell(sites: &[Site]) -> String {
    let lines = sites.iter().map(|site| {
        let parts = site.parts().map(|part| part.replace('\\', r"\\").replace('|', r"\|"));
        parts.join(SITE_SEPARATOR)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads the job addresses in a cell: each line is an address, with parts as [`sites_cell`] writes them, or as a single
/// text.
pub(super) fn parse_sites(cell: &str) -> Vec<Site> {
    let lines = cell.lines().map(str::trim).filter(|line| !line.is_empty());
    // One more than a contact may have, so that the row is reported.
    lines
        .take(SITES_MAX + 1)
        .map(|line| match <[String; 6]>::try_from(split_site(line)) {
            Ok([name, address_line1, address_line2, city, county, post_code]) => {
                Site { name, address_line1, address_line2, city, county, post_code }
            }
            Err(_) => Site { address_line1: line.to_owned(), ..Site::default() },
        })
        .collect()
}

/// The parts of a line as [`sites_cell`] writes it. A backslash before another character is one, as in files from before
/// backslashes were written twice.
fn split_site(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut all = line.chars().peekable();
    while let Some(c) = all.next() {
        let escaped = if c == '\\' { all.next_if(|next| matches!(next, '\\' | '|')) } else { None };
        match parts.last_mut() {
            Some(part) if c != '|' => part.push(escaped.unwrap_or(c)),
            _ => parts.push(String::new()),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_addresses_are_unchanged_after_export_and_import() {
        let all = vec![
            Site {
                name: "The rental".to_owned(),
                address_line1: "Flat 3, 9 Quay Street".to_owned(),
                post_code: "HU1 1AA".to_owned(),
                ..Site::default()
            },
            Site { address_line1: "2 Moor Road".to_owned(), city: "Hull".to_owned(), ..Site::default() },
            Site {
                name: "Site: A | B".to_owned(),
                address_line1: r"1\2 Moor Road\".to_owned(),
                address_line2: r"x\|y".to_owned(),
                ..Site::default()
            },
        ];
        assert_eq!(parse_sites(&sites_cell(&all)), all);
        assert_eq!(parse_sites("1 High Street, York")[0].address_line1, "1 High Street, York");
        // A file from before backslashes were written twice.
        assert_eq!(parse_sites(r"|1\2 Moor Road||||")[0].address_line1, r"1\2 Moor Road");
        assert!(parse_sites(" \n").is_empty());
        assert_eq!(parse_sites(&"a\n".repeat(1_000)).len(), SITES_MAX + 1);
    }

    #[test]
    fn exports_every_field_in_its_own_cell() {
        let all = cells(&ContactFields::every_field());
        assert!(all.iter().all(|cell| !cell.is_empty()), "{all:?}");
        let empty = cells(&ContactFields::default());
        for (at, cell) in all.iter().enumerate() {
            assert_ne!(*cell, empty[at], "{}", COLUMNS[at]);
        }
    }
}
