//! The texts of a document that are stored when it is issued, so that a later release of the rules can't
//! change them. The number of the layout is stored with them: a change of how a PDF looks applies only to versions that
//! are issued after it, so that the file of an older version stays the same to the byte.

use serde::{Deserialize, Serialize};

use super::{
    Block, ChoiceShown, Colours, Details, Help, LineRow, PhotoShown, TotalRow, View, blocks,
    choices, colours, lines, paragraphs, photos, sections, totals,
};
use crate::kind::Kind;

/// The layout of printable documents that are issued now. A version stores the number of its layout, so that its file
/// is always the same, byte for byte.
///
/// 0: as first released. 1: the printed quote also gives the address of the customer's page, and choices are shown side
/// by side.
const LAYOUT: u8 = 1;

/// The first layout that gives the address of the customer's page on every document for which the customer can do
/// something there.
pub const LINKED: u8 = 1;

/// The first layout with choices side by side.
pub const SIDE_BY_SIDE: u8 = 1;

/// The texts of a [`super::Presentation`] that depend neither on the day nor on status or payments. They are stored as
/// JSON with an issued version, so that a later release with other texts or another rounding still shows the version as
/// it was issued. A new field needs a default, because stored texts don't have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "as in Presentation")]
pub struct Texts {
    /// The layout of the printable document; omitted if it is 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub layout: u8,
    pub title: String,
    pub heading: String,
    pub number: String,
    pub template: String,
    /// The colours as they were at the issue; `None` for a version that was issued without a colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<Colours>,
    pub logo_url: Option<String>,
    pub business_name: String,
    pub from: Block,
    pub to: Block,
    /// The details without the rows that payments add.
    pub details: Details,
    pub job_description: Vec<String>,
    pub columns: [String; 4],
    pub lines: Vec<LineRow>,
    /// The choices; empty for a quote without any, and for one that was issued before they were stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceShown>,
    /// The photos of the job; empty for a quote without any, and for any other document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<PhotoShown>,
    /// The totals without the rows that payments add.
    pub totals: Vec<TotalRow>,
    pub notes: Vec<String>,
    pub terms: Vec<String>,
    pub footer: Vec<String>,
    pub help: Option<Help>,
}

pub(super) fn of(view: &View) -> Texts {
    let profile = &view.document.business_profile;
    let terms = match view.kind {
        Kind::Quote => &*profile.quote_terms,
        Kind::Invoice => &profile.invoice_terms,
        Kind::CreditNote => "",
    };
    // The reason for a credit note is in its details, and it has no job of its own.
    let job = match view.kind {
        Kind::CreditNote => Vec::new(),
        _ => paragraphs(&view.fields.job_description),
    };
    let template = blocks::template(&profile.template);
    let mut lines = lines::rows(view);
    let photos = photos::put(view, &mut lines);
    Texts {
        layout: if view.is_from_before { 0 } else { LAYOUT },
        title: match view.fields.variation {
            Some(_) => "VARIATION".into(),
            None => view.kind.facts().heading.into(),
        },
        heading: view.heading(),
        number: view.number().into(),
        template: template.into(),
        colours: colours::of(template, profile.brand_colour.as_deref()),
        logo_url: profile.logo_url.clone().filter(|url| !url.is_empty()),
        business_name: profile.name.clone(),
        from: blocks::from(profile),
        to: blocks::to(&view.document.contact.clone().unwrap_or_default()),
        details: blocks::details(view),
        job_description: job,
        columns: sections::columns(view),
        lines,
        choices: choices::shown(view),
        photos,
        totals: totals::rows(view),
        notes: paragraphs(&view.fields.notes),
        terms: paragraphs(terms),
        footer: blocks::footer(profile),
        help: blocks::help(view),
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_first(layout: &u8) -> bool {
    *layout == 0
}

#[cfg(test)]
mod tests;
