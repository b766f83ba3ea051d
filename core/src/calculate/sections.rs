//! The subtotals of a document's sections.

use serde::{Deserialize, Serialize};

use super::line::LineTotals;
use crate::document::{Document, Line, SECTIONS_MAX};
use crate::money::Pence;

/// The total of one section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SectionTotals {
    /// The section's id.
    pub id: String,
    /// The sum of its counted lines, before discount and VAT.
    pub subtotal: Pence,
}

/// A section with its sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionSum<'a> {
    /// The section's id; `None` for the lines above all sections.
    pub id: Option<&'a str>,
    /// The section's name; empty for the lines above all sections.
    pub name: &'a str,
    /// The sum of its counted lines, before discount and VAT; 0 if no line counts.
    pub subtotal: Pence,
    /// The number of lines.
    pub lines: usize,
    /// How many of them count.
    pub counted: usize,
}

/// The sum of each section in order, preceded by the lines without a section if there are any. `lines` are the totals
/// of the document's lines, in order. The document's own labour is in no section: with it, the sums add up to the
/// subtotal.
#[must_use]
pub fn sum_sections<'a>(
    document: &'a Document,
    lines: impl IntoIterator<Item = &'a LineTotals>,
) -> Vec<SectionSum<'a>> {
    sum_counted_lines(document, lines, |_, totals| Some(totals.counted))
}

/// The same for a quote with choices: first for the lines that are in every choice, then for the lines of each choice
/// separately, counted as if it were chosen. A line of a choice that is not in `choices` counts among the first, where
/// it is shown.
#[must_use]
pub fn sum_sections_by_choice<'a>(
    document: &'a Document,
    lines: &'a [LineTotals],
    choices: &'a [&'a str],
) -> Vec<(Option<&'a str>, SectionSum<'a>)> {
    let choice_of = |line: &Line| {
        let mut choices = choices.iter().copied();
        choices.find(|id| line.choice.as_deref() == Some(*id))
    };
    let groups = std::iter::once(None).chain(choices.iter().copied().map(Some));
    let of_group = |group: Option<&'a str>| {
        let sums = sum_counted_lines(document, lines, |line, totals| {
            let counts = group.map_or(totals.counted, |_| line.is_counted(group));
            (choice_of(line) == group).then_some(counts)
        });
        sums.into_iter().map(move |sum| (group, sum))
    };
    groups.flat_map(of_group).collect()
}

/// The sums of the lines for which `counts` returns something: whether the line counts.
fn sum_counted_lines<'a>(
    document: &'a Document,
    lines: impl IntoIterator<Item = &'a LineTotals>,
    counts: impl Fn(&Line, &LineTotals) -> Option<bool>,
) -> Vec<SectionSum<'a>> {
    let sum = |id, name| SectionSum { id, name, subtotal: Pence::ZERO, lines: 0, counted: 0 };
    let mut sums = vec![sum(None, "")];
    let sections = document.sections.iter().take(SECTIONS_MAX);
    sums.extend(sections.map(|it| sum(Some(it.id.as_str()), it.name.as_str())));
    for (line, totals) in document.items.iter().zip(lines) {
        let Some(counts) = counts(line, totals) else {
            continue;
        };
        let at = document.section_index(line).map_or(0, |at| at + 1);
        let sum = &mut sums[at];
        sum.lines += 1;
        if counts {
            sum.counted += 1;
            sum.subtotal += totals.total;
        }
    }
    if sums[0].lines == 0 {
        sums.remove(0);
    }
    sums
}

/// The sums of the sections alone, as a document's totals contain them; empty if the document has no sections.
#[must_use]
pub(crate) fn calculate_section_totals<'a>(
    document: &'a Document,
    lines: impl IntoIterator<Item = &'a LineTotals>,
) -> Vec<SectionTotals> {
    if document.sections.is_empty() {
        return Vec::new();
    }
    let named = |sum: SectionSum<'_>| {
        let id = sum.id?.to_owned();
        let subtotal = sum.subtotal;
        Some(SectionTotals { id, subtotal })
    };
    let sums = sum_sections(document, lines).into_iter();
    sums.filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calculate::totals::calculate;

    fn describe_sections(text: &str) -> Vec<String> {
        let document: Document = crate::json::parse(text).unwrap();
        let totals = calculate(&document).unwrap();
        let sums = sum_sections(&document, &totals.items).into_iter();
        let given = |sum: SectionSum<'_>| {
            let SectionSum { name, subtotal, lines, counted, .. } = sum;
            format!("{name}: {subtotal} of {counted}/{lines}")
        };
        sums.map(given).collect()
    }

    #[test]
    fn lists_sections_in_order_after_the_lines_without_one() {
        let sections = r#""sections":[{"id":"k","name":"Kitchen"},{"id":"b","name":"Bathroom"}]"#;
        let text = format!(
            r#"{{{sections},"items":[
                {{"quantity":"2","price":"10.25","section":"b"}},
                {{"quantity":"1","price":"7"}},
                {{"quantity":"1","price":"3","section":"k","includeLabour":true,"labourHours":"2","labourRate":"40"}},
                {{"quantity":"1","price":"99","section":"k","optional":true,"selected":false}},
                {{"quantity":"1","price":"5","section":"gone"}}]}}"#
        );
        assert_eq!(
            describe_sections(&text),
            [": 12.00 of 2/2", "Kitchen: 83.00 of 1/2", "Bathroom: 20.50 of 1/1"]
        );
    }

    #[test]
    fn totals_the_sections_of_each_choice_separately() {
        let text = r#"{"sections":[{"id":"k","name":"Kitchen"}],
            "choices":[{"id":"g","name":"Good"},{"id":"b","name":"Better"}],"chosenChoice":"g","items":[
                {"quantity":"1","price":"7","section":"k"},
                {"quantity":"1","price":"10","section":"k","choice":"g"},
                {"quantity":"1","price":"20","section":"k","choice":"b"},
                {"quantity":"1","price":"99","choice":"b","optional":true,"selected":false}]}"#;
        let document: Document = crate::json::parse(text).unwrap();
        let totals = calculate(&document).unwrap();
        let given = |choices: &[&str]| -> Vec<String> {
            let sums = sum_sections_by_choice(&document, &totals.items, choices).into_iter();
            let input = |(choice, sum): (Option<&str>, SectionSum<'_>)| {
                let choice = choice.unwrap_or("all");
                format!("{choice} {}: {} of {}/{}", sum.name, sum.subtotal, sum.counted, sum.lines)
            };
            sums.map(input).collect()
        };
        assert_eq!(
            given(&["g", "b"]),
            [
                "all Kitchen: 7.00 of 1/1",
                "g Kitchen: 10.00 of 1/1",
                "b : 0.00 of 0/1",
                "b Kitchen: 20.00 of 1/1",
            ]
        );
        // A choice that is not offered separately is shown among the others, and counts as it does in the total.
        assert_eq!(given(&[]), ["all : 0.00 of 0/1", "all Kitchen: 17.00 of 2/3"]);
    }

    #[test]
    fn a_section_without_lines_totals_zero() {
        let text = r#"{"sections":[{"id":"k","name":"Kitchen"}]}"#;
        assert_eq!(describe_sections(text), ["Kitchen: 0.00 of 0/0"]);
        assert_eq!(describe_sections("{}"), [""; 0]);
    }
}
