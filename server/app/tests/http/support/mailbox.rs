//! Reads the mail folder as a person would.

use std::path::Path;

/// An email.
#[derive(Debug, Clone)]
pub struct ReceivedEmail {
    /// The subject.
    pub subject: String,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// The whole message as it is sent.
    pub raw: String,
}

impl ReceivedEmail {
    /// Parses an email as it is sent.
    pub fn parse(raw: String) -> Self {
        let received_email = Self {
            subject: find_header(&raw, "Subject").unwrap_or_default(),
            text: decode_part(&raw, "text/plain"),
            html: decode_part(&raw, "text/html"),
            raw,
        };
        received_email.assert_links();
        received_email
    }

    /// Checks that every link opens the right address: in the text, nothing follows it on its line, and it ends with a
    /// letter or a digit, so that no program mistakes a character after it for a part of it, or its last character for
    /// punctuation; in the HTML, each link is one whole attribute.
    fn assert_links(&self) {
        for line in self.text.lines().filter(|line| line.contains("://")) {
            let mut words = line.split_whitespace();
            let last = words.next_back().unwrap_or_default();
            assert!(!words.any(|word| word.contains("://")), "{line}");
            assert!(last.starts_with("http"), "{line}");
            assert!(last.ends_with(|c: char| c.is_ascii_alphanumeric()), "{line}");
        }
        for link in self.html.split("href=\"").skip(1) {
            let (link, rest) = link.split_once('"').expect("an end of a link");
            assert!(rest.starts_with([' ', '>']), "{link}{rest:.40}");
            assert!(!link.contains(|c: char| c.is_whitespace() || "<>'".contains(c)), "{link}");
            let plain = link.split('&').skip(1);
            assert!(plain.into_iter().all(|part| part.starts_with('#')), "{link}");
        }
    }

    /// The six digits in the text.
    pub fn find_code(&self) -> Option<String> {
        self.text.split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 6).map(str::to_owned)
    }

    /// The first link in the text.
    pub fn first_link(&self) -> Option<String> {
        self.text.split_whitespace().find(|word| word.starts_with("http")).map(str::to_owned)
    }
}

/// All emails to an address, in the order of their delivery.
pub fn read_mailbox(folder: &Path, to: &str) -> Vec<ReceivedEmail> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        .collect();
    files.sort_by_key(|path| {
        let written = std::fs::metadata(path).and_then(|about| about.modified());
        (written.expect("a time"), path.clone())
    });
    files
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a mail"))
        .filter(|raw| find_header(raw, "To").is_some_and(|value| value.contains(to)))
        .map(ReceivedEmail::parse)
        .collect()
}

fn find_header(raw: &str, name: &str) -> Option<String> {
    let start = format!("{name}: ");
    raw.lines()
        .take_while(|line| !line.is_empty())
        .find_map(|line| line.strip_prefix(&start))
        .map(str::to_owned)
}

/// The decoded text of the first part of this type.
fn decode_part(raw: &str, kind: &str) -> String {
    let raw = raw.replace("\r\n", "\n");
    let Some(at) = raw.find(&format!("Content-Type: {kind}")) else {
        return String::new();
    };
    let rest = &raw[at..];
    let (headers, body) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let encoding =
        headers.lines().find_map(|line| line.strip_prefix("Content-Transfer-Encoding: ")).unwrap_or("7bit");
    // A softly broken line may continue with the characters of a boundary.
    let whole = match encoding.trim() {
        "quoted-printable" => body.replace("=\n", ""),
        _ => body.to_owned(),
    };
    let body = whole.split("\n--").next().unwrap_or_default();
    match encoding.trim() {
        "quoted-printable" => decode_quoted_printable(body),
        "base64" => {
            use base64::Engine as _;
            let packed: String = body.split_whitespace().collect();
            let bytes = base64::engine::general_purpose::STANDARD.decode(packed).expect("base64");
            String::from_utf8(bytes).expect("text")
        }
        _ => body.to_owned(),
    }
}

fn decode_quoted_printable(body: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = body.as_bytes();
    while let [first, tail @ ..] = rest {
        match (first, tail) {
            (b'=', [a, b, after @ ..]) => {
                let pair = [*a, *b];
                let digits = std::str::from_utf8(&pair).expect("hexadecimal");
                bytes.push(u8::from_str_radix(digits, 16).expect("hexadecimal"));
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).expect("text")
}
