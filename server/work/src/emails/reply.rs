//! The email with the business's reply to what a customer asked on a document's page, with the question quoted.

use super::copies::{self, EmailCopy};
use super::document_email::{EmailContent, compose, document_title};
use super::{allowance, rows};
use plumbline_platform::clock::london_date;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::JobId;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::store::questions::{QuestionKind, QuestionRow};
use plumbline_records::documents::stored::StoredDocument;

/// A question, and the reply of the business.
#[derive(Debug, Clone, Copy)]
pub struct ReplyEmail<'a> {
    /// The question.
    pub question: &'a QuestionRow,
    /// The text that the business typed.
    pub text: &'a str,
    /// The address that it goes to, as far as is known now.
    pub to: &'a str,
}

/// Queues the reply and returns the id of the email. If the customer has an address of their own when it is sent, it
/// goes there.
///
/// # Errors
/// Those of [`allowance::reserve`]; 500 when a template fails.
pub async fn queue_reply(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    answered: ReplyEmail<'_>,
) -> Result<JobId, ApiError> {
    let ReplyEmail { question, text: texts, to } = answered;
    let parties = Parties::for_document(tx, &stored.row).await?;
    let business = parties.profile.name.trim();
    let taken = allowance::reserve(state, tx, &stored.row.user_id, (business, to)).await?;
    let asked_on = london_date(question.asked_at).format("%d/%m/%Y").to_string();
    let message = quote_question(texts, &asked_on, &question.words);
    let about = match question.wish {
        QuestionKind::Question => "Your question about",
        QuestionKind::Changes => "Your changes to",
    };
    let title = document_title(stored);
    let (first, rest) = title.split_at(1);
    let rows = rows::subject_rows(stored);
    let email_content = EmailContent {
        to: to.to_owned(),
        subject: format!("{about} {}{rest} from {business}", first.to_lowercase()),
        // The reply comes before anything about the document.
        summary: None,
        message: &message,
        has_greeting: true,
        rows,
        button: &format!("See the {}", stored.name()),
        report_url: &taken.report_url,
    };
    let mail = compose(state, stored, &parties, email_content)?;
    let copy = EmailCopy { mail, at: taken.at };
    let otherwise = Some(question.email.clone()).filter(|given| !given.is_empty());
    copies::queue_copy_with_fallback(state, tx, stored, (copy, otherwise)).await
}

/// The reply, with the question quoted below it as email programs do.
fn quote_question(text: &str, asked_on: &str, question: &str) -> String {
    let lines = question.lines().map(|line| format!("> {line}"));
    let lines: Vec<String> = lines.collect();
    let quoted = lines.join("\n");
    format!("{text}\n\nOn {asked_on} you wrote:\n{quoted}")
}

#[cfg(test)]
mod tests {
    use super::quote_question;

    #[test]
    fn a_question_is_quoted_line_by_line_under_the_reply() {
        assert_eq!(
            quote_question("Yes, on Tuesday.", "28/11/2026", "Can you come\non Tuesday?"),
            "Yes, on Tuesday.\n\nOn 28/11/2026 you wrote:\n> Can you come\n> on Tuesday?"
        );
    }
}
