//! Makes a job description from rough notes, by rules: the same as `/api/describe` does with a model, for when there is
//! no model or no signal. It corrects sentences and capitals, trade terms and units, and dictated punctuation. It adds
//! nothing, and leaves anything that it doesn't know unchanged, in every script.

mod sentences;
mod units;
mod vocabulary;

use sentences::Sentence;

/// The layout of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DescriptionStyle {
    /// One paragraph of whole sentences.
    Paragraph,
    /// One bullet on each line.
    Bullets,
}

impl DescriptionStyle {
    /// The style with this name in the API; `None` for any other text.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "paragraph" => Some(Self::Paragraph),
            "bullets" => Some(Self::Bullets),
            _ => None,
        }
    }
}

/// One pass may produce something that the next one fixes: 'the um the'. Few texts need more than two.
const PASSES_MAX: usize = 8;

/// Turns notes into a job description. A text that is tidy already is unchanged.
#[must_use]
pub fn tidy_notes(notes: &str, style: DescriptionStyle) -> String {
    let mut text = tidy_once(notes, style);
    for _ in 1..PASSES_MAX {
        let next = tidy_once(&text, style);
        if next == text {
            break;
        }
        text = next;
    }
    text
}

fn tidy_once(notes: &str, style: DescriptionStyle) -> String {
    let mut text = String::with_capacity(notes.len() + notes.len() / 8);
    for sentence in sentences::split_sentences(&vocabulary::lowercase_shouting(notes)) {
        let Some(message) = format_sentence(sentence, style) else {
            continue;
        };
        if !text.is_empty() {
            text.push(match style {
                DescriptionStyle::Paragraph => ' ',
                DescriptionStyle::Bullets => '\n',
            });
        }
        text.push_str(&message);
    }
    text
}

/// A sentence as text; `None` if it has no words.
fn format_sentence(sentence: Sentence, style: DescriptionStyle) -> Option<String> {
    let mut tokens = vocabulary::remove_fillers(sentence);
    units::write_units(&mut tokens);
    vocabulary::write_words(&mut tokens);
    vocabulary::capitalise(&mut tokens);
    let text = sentences::join(&tokens);
    let bare = text.trim_end_matches([',', ';', '-', '–', '—', ' ']);
    if bare.is_empty() {
        return None;
    }
    Some(match style {
        DescriptionStyle::Bullets => format!("• {}", sentences::strip_full_stop(bare)),
        DescriptionStyle::Paragraph if sentences::needs_full_stop(bare) => format!("{bare}."),
        DescriptionStyle::Paragraph => bare.to_owned(),
    })
}

#[cfg(test)]
mod tests;
