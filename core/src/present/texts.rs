//! The texts of a document that are stored when it is issued, so that a later release of the rules can't change them.
//! The number of the layout is stored with them: a change in the look of a PDF applies only to versions that are issued
//! after it, so that the file of an older version stays the same to the byte.

use serde::{Deserialize, Serialize};

use super::{
    Details, DisplayedChoice, DisplayedPhoto, Help, LineRow, PartyBlock, TemplateColours, TotalRow, View,
    blocks, choices, colours, lines, photos, sections, split_paragraphs, totals,
};
use crate::kind::DocumentKind;

/// The layout of printable documents that are issued now. A version stores the number of its layout, so that its file
/// is always the same, byte for byte.
///
/// 0: as first released. 1: the printed quote also gives the address of the customer's page, and choices are shown side
/// by side.
const LAYOUT: u8 = 1;

/// The first layout that gives the address of the customer's page on every document for which the customer can do
/// something there.
pub const LINKED_LAYOUT: u8 = 1;

/// The first layout with choices side by side.
pub const SIDE_BY_SIDE_LAYOUT: u8 = 1;

/// The texts of a [`super::Presentation`] that depend neither on the day nor on status or payments. They are stored as
/// JSON with an issued version, so that a later release with other texts or another rounding still shows the version as
/// it was issued. A new field needs a default, because stored texts don't have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "as in Presentation")]
pub struct PresentationTexts {
    /// The layout of the printable document; omitted if it is 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub layout: u8,
    pub title: String,
    pub heading: String,
    pub number: String,
    pub template: String,
    /// The colours as they were at the issue; `None` for a version that was issued without a colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<TemplateColours>,
    pub logo_url: Option<String>,
    pub business_name: String,
    pub from: PartyBlock,
    pub to: PartyBlock,
    /// The details without the rows that payments add.
    pub details: Details,
    pub job_description: Vec<String>,
    pub columns: [String; 4],
    pub lines: Vec<LineRow>,
    /// The choices; empty for a quote without any, and for one that was issued before they were stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<DisplayedChoice>,
    /// The photos of the job; empty for a quote without any, and for any other document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<DisplayedPhoto>,
    /// The totals without the rows that payments add.
    pub totals: Vec<TotalRow>,
    pub notes: Vec<String>,
    pub terms: Vec<String>,
    pub footer: Vec<String>,
    pub help: Option<Help>,
}

pub(super) fn for_view(view: &View) -> PresentationTexts {
    let profile = &view.document.business_profile;
    let terms = match view.kind {
        DocumentKind::Quote => &*profile.quote_terms,
        DocumentKind::Invoice => &profile.invoice_terms,
        DocumentKind::CreditNote => "",
    };
    // The reason for a credit note is in its details, and it has no job of its own.
    let job = match view.kind {
        DocumentKind::CreditNote => Vec::new(),
        _ => split_paragraphs(&view.fields.job_description),
    };
    let template = blocks::template_or_default(&profile.template);
    let mut lines = lines::build_rows(view);
    let photos = photos::place_photos(view, &mut lines);
    PresentationTexts {
        layout: if view.is_legacy { 0 } else { LAYOUT },
        title: match view.fields.variation {
            Some(_) => "VARIATION".into(),
            None => view.kind.facts().heading.into(),
        },
        heading: view.heading(),
        number: view.number().into(),
        template: template.into(),
        colours: colours::find_template_colours(template, profile.brand_colour.as_deref()),
        logo_url: profile.logo_url.clone().filter(|url| !url.is_empty()),
        business_name: profile.name.clone(),
        from: blocks::build_business_block(profile),
        to: blocks::build_customer_block(&view.document.contact.clone().unwrap_or_default()),
        details: blocks::build_details(view),
        job_description: job,
        columns: sections::column_headings(view),
        lines,
        choices: choices::build_choices(view),
        photos,
        totals: totals::build_rows(view),
        notes: split_paragraphs(&view.fields.notes),
        terms: split_paragraphs(terms),
        footer: blocks::build_footer(profile),
        help: blocks::build_help(view),
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_first(layout: &u8) -> bool {
    *layout == 0
}

#[cfg(test)]
mod tests;
