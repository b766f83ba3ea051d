//! A public response can be calculated again: flattened, it is a document's JSON. So the page can tick an optional line
//! by setting its `selected` and asking for the draft's presentation, and gets the same amounts as for the document
//! itself (docs/rules.md: one rule set).

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::totals::calculate;
use plumbline_core::document::Document;
use plumbline_core::present::public::{
    DocumentHeader, DocumentKind, Parties, PublicDocument, assemble_public_document,
};
use plumbline_core::{json, text_api};
use proptest::prelude::*;
use serde_json::{Value, json};
use strategies::calculated;

/// The public response for a document; `None` if it breaks a rule.
fn publish(kind: DocumentKind, document: &Document) -> Option<PublicDocument> {
    let totals = calculate(document).ok()?;
    let parties = Parties::default();
    Some(assemble_public_document(&DocumentHeader::new(kind), document, &totals, &parties))
}

/// What the page does with a response: it ticks other lines, flattens the fields, and passes the parties separately.
fn ticked(answer: &PublicDocument, kind: &str, taken: &[String]) -> Result<Value, String> {
    let answer = serde_json::to_value(answer).unwrap();
    let mut flat = answer[kind].clone();
    flat["kind"] = kind.into();
    flat["payments"] = answer["payments"].clone();
    flat["items"] = answer["items"].clone();
    for item in flat["items"].as_array_mut().unwrap() {
        if item["optional"] == true {
            let id = item["id"].as_str().unwrap().to_owned();
            item["selected"] = taken.contains(&id).into();
        }
    }
    let parties = json!({ "contact": answer["contact"], "business": answer["business"], "businessProfile": answer["businessProfile"] });
    let text = flat.to_string();
    let (header, document) = (json::parse(&text).unwrap(), Document::from_json(&text).unwrap());
    let parties = json::parse(&parties.to_string()).unwrap();
    let answer = text_api::assemble_draft(&header, &document, &parties);
    answer.map(|answer| serde_json::to_value(answer).unwrap()).map_err(|failure| failure.to_json())
}

/// The document with its lines named by their index, and those optional lines ticked whose bit is set.
fn select_options(document: &Document, bits: u16) -> (Document, Vec<String>) {
    let mut document = document.clone();
    let mut taken = Vec::new();
    // A public response doesn't contain what things cost the business.
    document.items.iter_mut().for_each(|line| line.cost = None);
    for (at, line) in document.items.iter_mut().enumerate() {
        line.id = format!("line {at}");
        if line.optional {
            line.selected = bits & (1 << at) != 0;
            if line.selected {
                taken.push(line.id.clone());
            }
        }
    }
    (document, taken)
}

proptest! {
    #[test]
    fn ticking_options_equals_calculating_the_changed_document(
        (document, _) in calculated(),
        (before, after) in any::<(u16, u16)>(),
        is_quote: bool,
    ) {
        let (kind, name) = if is_quote { (DocumentKind::Quote, "quote") } else { (DocumentKind::Invoice, "invoice") };
        let (displayed, _) = select_options(&document, before);
        let (wanted, taken) = select_options(&document, after);
        let Some(public_document) = publish(kind, &displayed) else { return Ok(()) };
        let got = ticked(&public_document, name, &taken);
        match publish(kind, &wanted) {
            Some(wanted) => prop_assert_eq!(got.unwrap(), serde_json::to_value(&wanted).unwrap()),
            None => prop_assert!(got.is_err()),
        }
    }
}
