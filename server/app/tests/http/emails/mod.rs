//! Each email in full: sender, recipient, reply address, subject and text; and what the business reads in its
//! activities and notifications.
//!
//! The emails of a test are compared with a file. After an intended change, `EMAILS=write` writes the
//! files again; read what changed in them.

mod account;
mod cancelled;
mod card;
mod payments;
mod quotes;

use std::collections::HashSet;
use std::path::Path;

use crate::documents::TestBusiness;
use crate::support::{Client, ReceivedEmail, TestApp};

/// The emails of a server as text, each after the step that caused it.
struct EmailTranscript<'a> {
    app: &'a TestApp,
    business: Option<&'a Client>,
    seen: HashSet<String>,
    text: String,
}

impl<'a> EmailTranscript<'a> {
    /// Starts recording; what was sent before is left out.
    async fn open(app: &'a TestApp) -> Self {
        let mut transcript = Self { app, business: None, seen: HashSet::new(), text: String::new() };
        transcript.receive_new_emails().await;
        transcript
    }

    /// The same, with the activities and notifications of this business.
    async fn for_business(business: &'a TestBusiness) -> Self {
        let mut transcript = Self::open(&business.app).await;
        transcript.business = Some(&business.client);
        transcript.read_new_messages().await;
        transcript
    }

    /// The activities and notifications since the last call.
    async fn read_new_messages(&mut self) -> Vec<String> {
        let Some(client) = self.business else {
            return Vec::new();
        };
        let mut new = Vec::new();
        for (path, name) in [("/api/activities", "Activity"), ("/api/notifications", "Notification")] {
            let list = client.get(path).await.expect_status(200);
            for one in list.as_array().expect("a list") {
                let text = one["sentence"].as_str().expect("a sentence");
                let key = format!("{} {text}", one["id"]);
                if self.seen.insert(key) {
                    new.push(format!("{name}: {text}"));
                }
            }
        }
        // Things that happen at the same instant have no order.
        new.sort();
        new
    }

    /// The emails since the last call, by recipient.
    async fn receive_new_emails(&mut self) -> Vec<ReceivedEmail> {
        let received_emails = self.app.receive_emails("@").await.into_iter();
        let mut new: Vec<ReceivedEmail> =
            received_emails.filter(|received_email| self.seen.insert(received_email.raw.clone())).collect();
        new.sort_by_key(|received_email| (header(received_email, "To"), received_email.subject.clone()));
        new
    }

    /// Records the emails and messages that this caused.
    async fn record(&mut self, cause: &str) {
        self.text.push_str(&format!("##### {cause}\n\n"));
        for received_email in self.receive_new_emails().await {
            assert_same_words(&received_email);
            for name in ["From", "To", "Reply-To", "Subject"] {
                self.text.push_str(&header(&received_email, name));
            }
            for line in received_email.raw.lines() {
                if let Some((_, file)) = line.split_once("filename=") {
                    self.text.push_str(&format!("Attached: {}\n", file.trim_matches(['"', '\r'])));
                }
            }
            let text = received_email.text.trim().lines().map(mask_variable_parts);
            let text: Vec<String> = text.collect();
            self.text.push_str(&format!("\n{}\n\n", text.join("\n")));
        }
        for message in self.read_new_messages().await {
            self.text.push_str(&format!("{message}\n"));
        }
        self.text.push('\n');
    }

    /// Compares the transcript with the file.
    fn compare_with_file(self, name: &str) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/emails").join(name);
        let actual_text = format!("{}\n", self.text.trim_end());
        if std::env::var("EMAILS").is_ok_and(|it| it == "write") {
            std::fs::write(&file, &actual_text).expect("the file is written");
        }
        let expected = std::fs::read_to_string(&file).expect("the file of this test");
        let mut pairs = expected.lines().zip(actual_text.lines()).enumerate();
        if let Some((at, (expected, actual))) = pairs.find(|(_, (expected, actual))| expected != actual) {
            panic!("{name}, line {}:\n{actual}\ninstead of\n{expected}", at + 1);
        }
        assert_eq!(actual_text.lines().count(), expected.lines().count(), "{name}");
    }
}

/// A header of an email as one line, with its name; empty if there is none.
fn header(received_email: &ReceivedEmail, name: &str) -> String {
    let raw = received_email.raw.replace("\r\n", "\n");
    let (head, _) = raw.split_once("\n\n").unwrap_or_default();
    // A long header continues on the next line, after a space.
    let head = head.replace("\n ", " ");
    let start = format!("{name}: ");
    let found = head.lines().find(|line| line.starts_with(&start));
    found.map_or(String::new(), |line| format!("{}\n", mask_variable_parts(line)))
}

/// A line without what differs between runs: secrets in links, codes, ids, the server's port.
fn mask_variable_parts(line: &str) -> String {
    let is_code = |word: &str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
    let word = |word: &str| match word.split_once("://") {
        None if is_code(word) => "…".to_owned(),
        None => word.to_owned(),
        Some((_, link)) => {
            let parts = link.split('/').skip(1).map(|part| match part.len() {
                0..20 => part.to_owned(),
                _ => match part.split_once(['?', '#']) {
                    Some((path, _)) if path.len() < 20 => format!("{path}?…"),
                    _ => "…".to_owned(),
                },
            });
            let parts: Vec<String> = parts.collect();
            format!("https://plumbline/{}", parts.join("/"))
        }
    };
    let words: Vec<String> = line.split(' ').map(word).collect();
    words.join(" ").trim_end().to_owned()
}

/// Checks that every word of the text is in the HTML part too.
fn assert_same_words(received_email: &ReceivedEmail) {
    let mut html = String::new();
    let mut is_tag = false;
    for c in received_email.html.chars() {
        match c {
            '<' => is_tag = true,
            '>' => {
                is_tag = false;
                html.push(' ');
            }
            _ if !is_tag => html.push(c),
            _ => {}
        }
    }
    for (sign, code) in [("&", "&amp;"), ("'", "&#39;"), ("\"", "&#34;"), ("<", "&lt;")] {
        html = html.replace(code, sign);
    }
    // A sentence of one part may be the second half of a sentence in the other.
    let bare = |word: &str| word.trim_end_matches([':', '.', ',']).to_lowercase();
    let there: HashSet<String> = html.split_whitespace().map(bare).collect();
    let lines = received_email.text.lines().filter(|line| !line.contains("://"));
    for word in lines.flat_map(str::split_whitespace).map(bare) {
        let is_word = word.chars().any(char::is_alphanumeric);
        assert!(
            !is_word || there.contains(&word),
            "{word} is missing in the HTML part of {}:\n{html}",
            received_email.subject
        );
    }
}
