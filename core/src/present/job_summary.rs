//! What a document is for, in one line, and what its optional lines add to the total.

use super::{LineRow, View};
use crate::calculate::stage::is_stage_line;
use crate::document::Treatment;
use crate::kind::DocumentKind;
use crate::money::text::format_gbp;
use crate::text::{split_paragraphs, trim_non_empty};

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
mod tests {
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
    fn a_stage_says_which_it_is_and_how_much_of_the_job() {
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
