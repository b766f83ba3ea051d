//! A quote that is accepted a second time: by the same customer, whose browser lost the response, or by somebody
//! else with the link, who may want something else of it.

use plumbline_core::document::Document;

use crate::quotes::differences;
use crate::quotes::selection::QuoteSelection;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::documents::issuing::version_hash;
use plumbline_records::documents::reading::certificate::{self, Acceptance};
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::stored::StoredDocument;

/// How many of the accepted options are named.
const NAMED_MAX: usize = 3;

/// Passes an accept that asks for what was already accepted, which changes nothing. `choice` is what it takes of the
/// version with the hash `seen`; without them it is for the quote in its current state.
///
/// # Errors
/// 409 `accepted_otherwise`, saying what was accepted, if the accept asks for something else.
pub(super) async fn check_same_selection(
    conn: &mut Conn,
    quote: &StoredDocument,
    choice: Option<&QuoteSelection>,
    seen: Option<&str>,
) -> Result<(), ApiError> {
    let number = quote.row.accepted_version.unwrap_or_default();
    // A quote from another program has no version that was accepted here.
    let Some(accepted) = versions::find(conn, &quote.row.id, number).await? else {
        return Ok(());
    };
    let read = match seen {
        Some(seen) if version_hash::hash_version(quote.kind, &quote.row, &accepted)? != seen => {
            differences::find_earlier(conn, quote, seen, number).await?
        }
        _ => None,
    };
    let mut wanted = parse_document(read.as_ref().unwrap_or(&accepted))?;
    if let Some(choice) = choice {
        choice.apply_to(&mut wanted);
    }
    if agreed_content(&wanted)? == agreed_content(&parse_document(&accepted)?)? {
        return Ok(());
    }
    let certificate = certificate::find_certificate(conn, &quote.row.id).await?;
    let what = certificate.map_or_else(String::new, |it| describe_acceptance(&it.acceptance));
    let name = quote.name();
    Err(ApiError::conflict(
        "accepted_otherwise",
        format!(
            "Someone else accepted this {name} first{what}. Your choice wasn’t accepted. If that’s wrong, please \
             contact us."
        ),
    ))
}

fn parse_document(version: &VersionRow) -> Result<Document, ApiError> {
    Ok(serde_json::from_str(&version.input)?)
}

/// What would be agreed with a document, for an exact comparison: the choice, and the lines that count.
fn agreed_content(document: &Document) -> Result<String, ApiError> {
    let chosen = document.counted_choice_id();
    let lines = document.items.iter().filter(|line| line.is_counted(chosen));
    Ok(serde_json::to_string(&(chosen, lines.collect::<Vec<_>>()))?)
}

/// `: “Better” with “Cover”, £1,020.00 in total`.
pub(super) fn describe_acceptance(accepted: &Acceptance) -> String {
    let quoted = |name: &String| format!("“{name}”");
    let options = &accepted.options;
    let named: Vec<String> = options.iter().take(NAMED_MAX).map(quoted).collect();
    let more = match options.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let with = format!("with {}{more}", named.join(", "));
    let taken = match (&accepted.choice, options.is_empty()) {
        (Some(choice), true) => format!("{}, ", quoted(choice)),
        (Some(choice), false) => format!("{} {with}, ", quoted(choice)),
        (None, true) => String::new(),
        (None, false) => format!("{with}, "),
    };
    format!(": {taken}{} in total", accepted.total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acceptance_with(choice: Option<&str>, options: &[&str]) -> Acceptance {
        Acceptance {
            name: None,
            accepted_at: String::new(),
            total: "£600.00".to_owned(),
            version: String::new(),
            options: options.iter().map(|name| (*name).to_owned()).collect(),
            choice: choice.map(str::to_owned),
            witness: None,
            without_signal: None,
            earlier_version: None,
            recorded: None,
        }
    }

    #[test]
    fn what_was_accepted_is_named() {
        for (choice, options, text) in [
            (None, &[][..], ": £600.00 in total"),
            (Some("Better"), &[], ": “Better”, £600.00 in total"),
            (Some("Better"), &["Cover"], ": “Better” with “Cover”, £600.00 in total"),
            (None, &["A", "B", "C", "D", "E"], ": with “A”, “B”, “C” and 2 more, £600.00 in total"),
        ] {
            assert_eq!(describe_acceptance(&acceptance_with(choice, options)), text);
        }
    }
}
