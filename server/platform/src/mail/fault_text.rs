//! What a mail server replied, in language that a tradesperson understands.

use super::smtp::{SmtpError, SmtpReply, SmtpStep};

/// How many characters of the mail server's own text are passed on.
const LENGTH_MAX: usize = 160;

/// Why a message was not accepted, as the end of a sentence: `the mail server cannot be reached` or, if the recipient
/// was refused, `there is no such mailbox`.
pub(super) fn describe_fault(fault: &SmtpError) -> String {
    match fault {
        SmtpError::Refused { step, said: smtp_reply } => describe_refusal(*step, smtp_reply),
        SmtpError::NotNow { is_answer: true, why, .. } => format!("the mail server says “{}”", shorten(why)),
        SmtpError::NotNow { step: SmtpStep::Connect, .. } => "the mail server cannot be reached".to_owned(),
        SmtpError::NotNow { .. } => "the mail server doesn’t reply, or breaks off".to_owned(),
        SmtpError::NotConfirmed(_) | SmtpError::NotHanded(_) => String::new(),
    }
}

/// By the code of RFC 3463, if there is a meaningful one; else by the text.
fn describe_refusal(step: SmtpStep, smtp_reply: &SmtpReply) -> String {
    let text = smtp_reply.text.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    let known = match parse_enhanced_code(&smtp_reply.text) {
        Some((1, 1)) => "there is no such mailbox",
        Some((1, 2)) => "the part after the @ can’t receive email",
        Some((1, 3)) => "it doesn’t accept this as an email address",
        Some((1, 6)) => "the mailbox has moved",
        Some((2, 1)) => "the mailbox is switched off",
        Some((2, 2)) => "the mailbox is full",
        Some((2, 3) | (3, 4)) => "the email is too large",
        Some((6, 7)) => "it only accepts addresses with plain letters",
        None if step == SmtpStep::To && has(&["no such", "unknown", "not exist", "not found"]) => {
            "there is no such mailbox"
        }
        None if step == SmtpStep::To && has(&["full", "quota"]) => "the mailbox is full",
        Some((7, _)) | None if has(&["spam", "policy", "blocked", "reputation"]) => {
            "it treats the email as spam, or a rule there blocks it"
        }
        _ => "",
    };
    match known {
        "" if text.trim().is_empty() => "it doesn’t say why".to_owned(),
        "" => format!("it says “{}”", shorten(&smtp_reply.text)),
        known => known.to_owned(),
    }
}

/// The second and third number of `5.1.1 …`.
fn parse_enhanced_code(text: &str) -> Option<(u16, u16)> {
    let mut parts = text.split_whitespace().next()?.split('.');
    let class = parts.next()?;
    let (subject, detail) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    (class == "5" && parts.next().is_none()).then_some((subject, detail))
}

/// The mail server's text on one line, shortened.
fn shorten(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|sign: char| sign.is_whitespace() || sign.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ").replace(['“', '”'], "'");
    match line.char_indices().nth(LENGTH_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(step: SmtpStep, text: &str) -> String {
        let smtp_reply = SmtpReply { code: Some(550), text: text.to_owned() };
        describe_fault(&SmtpError::Refused { step, said: smtp_reply })
    }

    #[test]
    fn a_refusal_is_said_in_plain_words() {
        for (text, message) in [
            ("5.1.1 <jo@example.com>: Recipient address rejected", "there is no such mailbox"),
            ("No such user here", "there is no such mailbox"),
            ("5.2.2 Over quota", "the mailbox is full"),
            ("5.3.4 Message size exceeds fixed limit", "the email is too large"),
            ("5.7.1 Blocked by policy", "it treats the email as spam, or a rule there blocks it"),
            ("5.7.26 Unauthenticated email\r\n see  here", "it says “5.7.26 Unauthenticated email see here”"),
            ("", "it doesn’t say why"),
        ] {
            assert_eq!(refused(SmtpStep::To, text), message);
        }
        // If the sender's own domain is refused, the reason is not about a mailbox.
        assert_eq!(refused(SmtpStep::From, "unknown sender"), "it says “unknown sender”");
        let long = refused(SmtpStep::End, &"x".repeat(5_000));
        assert_eq!(long.chars().count(), "it says “”".chars().count() + LENGTH_MAX + 1);
    }
}
