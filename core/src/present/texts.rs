//! The texts of a document that are stored when it is issued, so that a later release of the rules can't change them.
//! The number of the layout is stored with them: a change in the look of a PDF applies only to versions that are issued
//! after it, so that the file of an older version stays the same to the byte.

use serde::{Deserialize, Serialize};

use super::{
    DetailRow, Details, DisplayedChoice, DisplayedPhoto, Help, LineRow, PartyBlock, TemplateColours,
    TotalRow, View, blocks, choices, colours, lines, split_paragraphs, totals, variation,
};
use crate::calculate::stage::is_stage_line;
use crate::document::Treatment;
use crate::kind::DocumentKind;
use crate::money::text::format_gbp;
use crate::text::trim_non_empty;

/// The layout of printable documents that are issued now. A version stores the number of its layout, so that its file
/// is always the same, byte for byte.
///
/// 0: as first released. 1: the printed quote also gives the address of the customer's page, and choices are shown side
/// by side. 2: if there is little room, the authenticity check is next to the closing text.
const LAYOUT: u8 = 2;

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
    /// What was agreed before a variation, and the new agreed total; empty for any other document, and for a variation
    /// that was issued before they were stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed_totals: Vec<DetailRow>,
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
    let photos = lines::place_photos(view, &mut lines);
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
        columns: lines::column_headings(view),
        lines,
        choices: choices::build_choices(view),
        photos,
        totals: totals::build_rows(view),
        agreed_totals: variation::build_agreed_totals(view),
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

/// The text next to an amount that includes VAT.
pub const INCLUDING_VAT: &str = "including VAT";

/// The first line of the job description or, if it is empty, the name of the first item with the number of other items:
/// `Boiler service and 2 more items`. Empty if there is neither.
pub fn format_job_line<'a>(job: &str, items: impl Iterator<Item = &'a str>) -> String {
    if let Some(line) = split_paragraphs(job).into_iter().next() {
        return line;
    }
    let mut names = items.filter_map(trim_non_empty);
    let Some(first) = names.next() else {
        return String::new();
    };
    match names.count() {
        0 => first,
        1 => format!("{first} and 1 more item"),
        more => format!("{first} and {more} more items"),
    }
}

/// The part of a job that an invoice asks for, from the id, the name and the description of its first line: `Stage 1 of
/// quote Q-0012, 40% of the agreed £2,400.00`. `None` if that line doesn't ask for a share or an amount of a job.
#[must_use]
pub fn format_stage_line(id: &str, name: &str, description: &str) -> Option<String> {
    if !is_stage_line(id) {
        return None;
    }
    // If materials and labour have separate lines, the name ends with which of them it is.
    let name = name.trim();
    let mut parts = [": labour", ": materials"].into_iter();
    let name = parts.find_map(|part| name.strip_suffix(part)).unwrap_or(name);
    let share = split_paragraphs(description).into_iter().next();
    Some(match share {
        Some(share) => format!("{name}, {share}"),
        None => name.to_owned(),
    })
}

/// The text of [`format_job_line`] for a document.
pub(super) fn job_summary(view: &View) -> String {
    // A credit note's job description is the reason for it, and the line of a stage has its own text.
    let is_said = view.kind != DocumentKind::CreditNote;
    let job = if is_said { &*view.fields.job_description } else { "" };
    let items = view.document.items.iter();
    let named = items.filter(|item| item.counted && !is_stage_line(&item.id));
    format_job_line(job, named.map(|item| &*item.name))
}

/// The text of [`format_stage_line`] for an invoice; empty for any other document.
pub(super) fn stage_summary(view: &View) -> String {
    let first = view.document.items.first();
    first
        .filter(|_| view.kind == DocumentKind::Invoice)
        .and_then(|item| format_stage_line(&item.id, &item.name, &item.description))
        .unwrap_or_default()
}

/// Sets, on each optional line of a quote that can be accepted, how much the line adds to the total.
pub(super) fn price_options(view: &View, lines: &mut [LineRow]) {
    for row in lines.iter_mut().filter(|row| row.optional) {
        let mut items = view.document.items.iter();
        let item = items.find(|item| item.id == row.id);
        row.adds = item.and_then(|item| {
            let has_vat = item.vat.treatment == Treatment::Taxable && !item.vat.rate.value().is_zero();
            let is_shown = !view.fields.prices_include_vat && item.total.is_some();
            let adds = item.adds.filter(|_| has_vat && is_shown)?;
            Some(format!("{} {INCLUDING_VAT}", format_gbp(adds)))
        });
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod job_summary_tests {
    use super::*;

    #[test]
    fn a_job_is_named_by_its_first_line_or_by_its_items() {
        let of = |job: &str, items: &[&str]| format_job_line(job, items.iter().copied());
        assert_eq!(of(" \nNew boiler\nand flue", &["Boiler"]), "New boiler");
        assert_eq!(of("", &["Boiler service"]), "Boiler service");
        assert_eq!(of("", &[" ", "Boiler", "Flue"]), "Boiler and 1 more item");
        assert_eq!(of(" ", &["A", "B", "C"]), "A and 2 more items");
        assert_eq!(of("", &[]), "");
    }

    #[test]
    fn describes_a_stage_by_its_name_and_share_of_the_job() {
        assert_eq!(
            format_stage_line("stage-1", "Stage 1 of quote Q-0012: labour", "40% of the agreed £2,400.00")
                .as_deref(),
            Some("Stage 1 of quote Q-0012, 40% of the agreed £2,400.00")
        );
        assert_eq!(
            format_stage_line("stage-1", "Deposit for quote Q-0012", "").as_deref(),
            Some("Deposit for quote Q-0012")
        );
        assert_eq!(format_stage_line("a", "Boiler", "New"), None);
    }
}
