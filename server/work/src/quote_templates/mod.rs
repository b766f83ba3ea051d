//! Quote templates: whole quotes that a business writes again and again, with their lines, sections, choices,
//! costs, deposit, discount, notes and terms, and without anything that belongs to one job.
//!
//! ```text
//! fields     what is typed of one
//! response   one in a response
//! limits     how many an account has, and how large they are
//! store      the table
//! ```
//!
//! A quote is made from one by an ordinary create (`POST /api/quotes`), so that a device without signal makes it
//! like any other.

mod create;
mod delete;
mod fields;
mod limits;
mod list;
mod read;
mod response;
pub mod store;
mod update;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use fields::QuoteTemplateInput;
pub use response::QuoteTemplate;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::state::{AppState, Services};
use plumbline_records::activities;
use store::QuoteTemplateRow;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(
        read::read,
        update::update,
        delete::delete
    ))
}

/// All templates of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list(conn, user_id).await?;
    rows.iter().map(to_export).collect()
}

fn to_export(row: &QuoteTemplateRow) -> DbResult<Value> {
    let QuoteTemplateRow {
        id,
        user_id: _,      // the account, which is the same for the whole export
        version: _,      // counts the changes
        created_from: _, // digests, by which repeated saves are recognised
        saved_from: _,
        name,
        name_key: _, // the name in the form in which names are compared
        business_profile_id,
        job_description,
        notes,
        template,
        terms,
        input,
        rules_version: _, // by which the total was calculated
        total_amount,
        weight: _, // counts towards the account's storage quota
        created_at,
        updated_at,
    } = row;
    let input: Value = serde_json::from_str(input).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(json!({
        "id": id,
        "name": name,
        "businessProfileId": business_profile_id,
        "jobDescription": job_description,
        "notes": notes,
        "template": template,
        "terms": terms,
        "totalAmount": total_amount,
        "document": input,
        "createdAt": created_at,
        "updatedAt": updated_at,
    }))
}

fn not_found() -> ApiError {
    ApiError::not_found("Template")
}

/// Records an activity about a template.
async fn record_activity(
    services: &Services,
    conn: &mut Conn,
    kind: &str,
    row: &QuoteTemplateRow,
) -> Result<(), ApiError> {
    let subject = ("quote_template", row.id.as_str(), row.name.as_str());
    activities::record_named(services, conn, &row.user_id, kind, subject).await
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::Pence;

    use super::*;

    fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(last: u8) -> T {
        format!("01930000-0000-7000-8000-0000000000{last:02}").parse().unwrap()
    }

    #[test]
    fn an_export_says_all_that_is_stored_of_one() {
        let row = QuoteTemplateRow {
            id: id(1),
            user_id: id(2),
            version: 3,
            created_from: "a digest".to_owned(),
            saved_from: "another digest".to_owned(),
            name: "Bathroom refit".to_owned(),
            name_key: "bathroom refit".to_owned(),
            business_profile_id: Some(id(4)),
            job_description: "Fit a bath".to_owned(),
            notes: "Parking at the back".to_owned(),
            template: Some("bold".to_owned()),
            terms: Some("Payment on the day".to_owned()),
            input: r#"{"tax":"20"}"#.to_owned(),
            rules_version: 5,
            total_amount: Pence(600),
            weight: 7,
            created_at: 8,
            updated_at: 9,
        };
        let expected = json!({
            "id": row.id,
            "name": "Bathroom refit",
            "businessProfileId": row.business_profile_id,
            "jobDescription": "Fit a bath",
            "notes": "Parking at the back",
            "template": "bold",
            "terms": "Payment on the day",
            "totalAmount": "6.00",
            "document": { "tax": "20" },
            "createdAt": 8,
            "updatedAt": 9,
        });
        assert_eq!(to_export(&row).unwrap(), expected);
    }
}
