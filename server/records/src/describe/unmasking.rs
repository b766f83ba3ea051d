//! The model's text, with the private parts put back.

use super::{Description, DescriptionStyle};

/// Puts private texts back into the model's response, which arrives in pieces.
pub(super) struct Unmasker<'a> {
    removed: &'a [String],
    is_used: Vec<bool>,
    /// Text that may be the beginning of a placeholder.
    open: String,
    text: String,
    thinking: ThinkingState,
}

/// Whether the model is thinking: some models write their thoughts, between marks, before the answer.
enum ThinkingState {
    /// Too little text has arrived to decide.
    Unknown,
    /// It writes its thoughts, until the closing mark.
    Aloud,
    /// It writes the answer.
    Over,
}

const THINK_START: &str = "<think>";
const THINK_END: &str = "</think>";
/// The most digits after an opening bracket that may still become a placeholder.
const PLACEHOLDER_LENGTH_MAX: usize = 6;

impl<'a> Unmasker<'a> {
    pub(super) fn new(saved: &'a [String]) -> Self {
        Self {
            removed: saved,
            is_used: vec![false; saved.len()],
            open: String::new(),
            text: String::new(),
            thinking: ThinkingState::Unknown,
        }
    }

    /// Adds the next piece, and returns the text that can be displayed.
    pub(super) fn push(&mut self, text: &str) -> String {
        self.open.push_str(text);
        if !self.skip_thinking() {
            return String::new();
        }
        let mut displayed = String::new();
        while let Some(at) = self.open.find('[') {
            let rest = &self.open[at + 1..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits == rest.len() && digits < PLACEHOLDER_LENGTH_MAX {
                // The placeholder may continue in the next piece.
                break;
            }
            displayed.push_str(&self.open[..at]);
            let is_one = digits > 0 && rest[digits..].starts_with(']');
            let end = at + 1 + if is_one { digits + 1 } else { 0 };
            if is_one {
                let number: usize = rest[..digits].parse().unwrap_or(0);
                // The model invented this placeholder.
                if let Some(secret) = number.checked_sub(1).and_then(|at| self.removed.get(at)) {
                    displayed.push_str(secret);
                    self.is_used[number - 1] = true;
                }
            } else {
                displayed.push('[');
            }
            self.open.drain(..end);
        }
        let until = self.open.find('[').unwrap_or(self.open.len());
        displayed.extend(self.open.drain(..until));
        self.text.push_str(&displayed);
        displayed
    }

    fn skip_thinking(&mut self) -> bool {
        loop {
            match self.thinking {
                ThinkingState::Over => return true,
                ThinkingState::Unknown => {
                    let text = self.open.trim_start();
                    if text.is_empty() || (THINK_START.starts_with(text) && text != THINK_START) {
                        return false;
                    }
                    self.thinking = if text.starts_with(THINK_START) {
                        ThinkingState::Aloud
                    } else {
                        ThinkingState::Over
                    };
                }
                ThinkingState::Aloud => match self.open.find(THINK_END) {
                    Some(at) => {
                        let answer = self.open[at + THINK_END.len()..].trim_start().to_owned();
                        self.open = answer;
                        self.thinking = ThinkingState::Over;
                    }
                    None => return false,
                },
            }
        }
    }

    /// The whole text in the requested layout; `None` if it is empty.
    pub(super) fn finish(mut self, style: DescriptionStyle) -> Option<Description> {
        let open = std::mem::take(&mut self.open);
        if matches!(self.thinking, ThinkingState::Over) {
            self.text.push_str(&open);
        }
        let text = format_description(&self.text, style);
        let left = self.removed.iter().zip(&self.is_used);
        let left_out = left
            .filter(|(secret, used)| !**used && !text.contains(secret.as_str()))
            .map(|(secret, _)| secret.clone())
            .collect();
        (!text.is_empty()).then_some(Description { text, left_out })
    }
}

/// The text without fences and quotation marks around it, and with our own bullets.
fn format_description(text: &str, style: DescriptionStyle) -> String {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("```"));
    let all: Vec<String> = match style {
        DescriptionStyle::Paragraph => lines.map(str::to_owned).collect(),
        DescriptionStyle::Bullets => lines
            .map(|line| {
                let bare = ["- ", "* ", "– ", "• ", "•"].iter().find_map(|mark| line.strip_prefix(mark));
                format!("• {}", bare.unwrap_or(line).trim_start())
            })
            .collect(),
    };
    let joined = all.join("\n");
    let quoted =
        joined.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|text| !text.contains('"'));
    quoted.unwrap_or(&joined).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unmask(saved: &[&str], pieces: &[&str], style: DescriptionStyle) -> (String, Description) {
        let stored: Vec<String> = saved.iter().map(|text| (*text).to_owned()).collect();
        let mut written = Unmasker::new(&stored);
        let displayed = pieces.iter().map(|piece| written.push(piece)).collect();
        (displayed, written.finish(style).expect("something"))
    }

    #[test]
    fn restores_masked_text_wherever_the_stream_is_split() {
        let (displayed, done) = unmask(
            &["£12.50", "Mrs Holroyd"],
            &["Fit tap for [", "2", "] at ", "[1]", " [x] [9]", "[ok"],
            DescriptionStyle::Paragraph,
        );
        assert_eq!(displayed, "Fit tap for Mrs Holroyd at £12.50 [x] [ok");
        assert_eq!(done.text, "Fit tap for Mrs Holroyd at £12.50 [x] [ok");
        assert_eq!(done.left_out, Vec::<String>::new());
        let (_, done) = unmask(&["£5"], &["Fit tap."], DescriptionStyle::Paragraph);
        assert_eq!(done.left_out, ["£5"]);
    }

    #[test]
    fn removes_thoughts_code_fences_and_other_bullets() {
        let (displayed, done) = unmask(
            &[],
            &["<thi", "nk>Hm, a tap", ".</think>\n\n", "```\n- Fit tap\n", "* Test\n```"],
            DescriptionStyle::Bullets,
        );
        assert!(!displayed.contains("Hm"), "{displayed}");
        assert_eq!(done.text, "• Fit tap\n• Test");
        let (_, done) = unmask(&[], &["\"Fit tap.\""], DescriptionStyle::Paragraph);
        assert_eq!(done.text, "Fit tap.");
        assert!(Unmasker::new(&[]).finish(DescriptionStyle::Bullets).is_none());
    }
}
