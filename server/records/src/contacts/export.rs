//! GET /api/contacts/export

use axum::extract::State;

use super::fields::{CustomerType, VatRegistered};
use super::sites::{SITES_MAX, Site};
use super::{Contact, store};
use plumbline_platform::clock::london_date;
use plumbline_platform::csv::{CsvFile, Sheet};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// What an import of the file reads again.
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

/// Between the parts of a job address: its name, its lines, its town, county and postcode.
const BETWEEN: &str = " | ";

/// Every contact of the account as a CSV file, by name.
#[utoipa::path(get, path = "/api/contacts/export", tag = "contacts",
    responses((status = 200, content_type = "text/csv", body = [u8])))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<CsvFile, ApiError> {
    let bench = state.tables.sit(&user.id).await?;
    let mut conn = state.db.read().await?;
    let contacts = store::list(&mut conn, &user.id).await?;
    drop(conn);
    let name = format!("contacts-{}.csv", london_date(state.clock.now_ms()));
    bench.work(move || file(&contacts, name)).await?
}

fn file(contacts: &[Contact], name: String) -> Result<CsvFile, ApiError> {
    let mut sheet = Sheet::of(&COLUMNS)?;
    for contact in contacts {
        let it = &contact.fields;
        sheet.row(&[
            &it.name,
            &it.company,
            &it.email,
            &it.phone,
            &it.address_line1,
            &it.address_line2,
            &it.city,
            &it.county,
            &it.post_code,
            if it.country == "uk" {
                "United Kingdom"
            } else {
                &it.country
            },
            &it.address,
            &it.vat_number,
            match it.vat_registered {
                VatRegistered::Unknown => "",
                VatRegistered::Yes => "Yes",
                VatRegistered::No => "No",
            },
            &it.end_user_notice,
            &it.end_user_notice_date
                .map(|day| day.to_string())
                .unwrap_or_default(),
            match it.customer_type {
                CustomerType::Unknown => "",
                CustomerType::Business => "Business",
                CustomerType::Consumer => "Themselves",
            },
            if it.cis_contractor { "Yes" } else { "" },
            if it.wants_einvoices { "Yes" } else { "" },
            &it.peppol_id,
            &it.buyer_reference,
            &it.notes,
            &sites(&it.sites),
        ])?;
    }
    sheet.finish(name)
}

/// Job addresses in a cell, a line each.
fn sites(sites: &[Site]) -> String {
    let lines = sites.iter().map(|site| {
        let parts = site.parts().map(|part| part.replace('|', "/"));
        parts.join(BETWEEN)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Job addresses of a cell: each line one, with its parts as [`sites`] writes them, or just an
/// address.
pub(super) fn read_sites(cell: &str) -> Vec<Site> {
    let lines = cell.lines().map(str::trim).filter(|line| !line.is_empty());
    // One more than a contact may have, so that the row is reported.
    lines
        .take(SITES_MAX + 1)
        .map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            match parts.as_slice() {
                [name, line1, line2, city, county, post_code] => Site {
                    name: (*name).to_owned(),
                    address_line1: (*line1).to_owned(),
                    address_line2: (*line2).to_owned(),
                    city: (*city).to_owned(),
                    county: (*county).to_owned(),
                    post_code: (*post_code).to_owned(),
                },
                _ => Site {
                    address_line1: line.to_owned(),
                    ..Site::default()
                },
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_addresses_come_back_as_they_were() {
        let all = vec![
            Site {
                name: "The rental".to_owned(),
                address_line1: "Flat 3, 9 Quay Street".to_owned(),
                post_code: "HU1 1AA".to_owned(),
                ..Site::default()
            },
            Site {
                address_line1: "2 Moor Road".to_owned(),
                city: "Hull".to_owned(),
                ..Site::default()
            },
        ];
        assert_eq!(read_sites(&sites(&all)), all);
        assert_eq!(
            read_sites("1 High Street, York")[0].address_line1,
            "1 High Street, York"
        );
        assert!(read_sites(" \n").is_empty());
        assert_eq!(read_sites(&"a\n".repeat(1_000)).len(), SITES_MAX + 1);
    }
}
