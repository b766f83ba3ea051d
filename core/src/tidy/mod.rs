//! Making a job description from rough notes, by rules: the same as `/api/describe` does with a model, for when
//! there is no model or no signal. It corrects sentences and capitals, the trade's words and units, and what
//! dictation says aloud. It adds nothing, and leaves what it doesn't know as it is, in every script.

mod sentences;
mod token;
mod units;
mod words;

use sentences::Sentence;

/// The layout of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// One paragraph of whole sentences.
    Paragraph,
    /// One bullet on each line.
    Bullets,
}

impl Style {
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
const MOST_PASSES: usize = 8;

/// Turns notes into a job description. A text that is tidy already is unchanged.
#[must_use]
pub fn tidy(notes: &str, style: Style) -> String {
    let mut text = pass(notes, style);
    for _ in 1..MOST_PASSES {
        let next = pass(&text, style);
        if next == text {
            break;
        }
        text = next;
    }
    text
}

fn pass(notes: &str, style: Style) -> String {
    let mut text = String::with_capacity(notes.len() + notes.len() / 8);
    for sentence in sentences::of(&words::calmed(notes)) {
        let Some(said) = said(sentence, style) else {
            continue;
        };
        if !text.is_empty() {
            text.push(match style {
                Style::Paragraph => ' ',
                Style::Bullets => '\n',
            });
        }
        text.push_str(&said);
    }
    text
}

/// A sentence as text; `None` if it has no words.
fn said(sentence: Sentence, style: Style) -> Option<String> {
    let mut tokens = words::without_noise(sentence);
    units::write(&mut tokens);
    words::write(&mut tokens);
    words::capitalise(&mut tokens);
    let text = token::join(&tokens);
    let bare = text.trim_end_matches([',', ';', '-', '–', '—', ' ']);
    if bare.is_empty() {
        return None;
    }
    Some(match style {
        Style::Bullets => format!("• {}", sentences::without_stop(bare)),
        Style::Paragraph if sentences::wants_stop(bare) => format!("{bare}."),
        Style::Paragraph => bare.to_owned(),
    })
}

#[cfg(test)]
mod tests;
