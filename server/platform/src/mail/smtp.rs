//! The conversation with a mail server. Each message has its own connection, which is not reused.
//!
//! What matters about a fault is whether the server may have the message. Until the dot that ends the message is
//! sent, it can't have it, and the message is sent again later. After the dot, only the server's reply counts:
//! without one nobody knows, and the message is not sent again automatically, because a missing reply is more often
//! a slow server than a lost message. A reply that came before the dot was sent is not a reply to the message,
//! whatever it says: such a server is out of step, and nobody knows either (`wire`).

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::{Category, Code, Response, Severity};

use super::counted_stream::{self, EncryptedStream, StreamMonitor};
use crate::clock::SharedClock;
use crate::config::{SmtpServer, SmtpTls};

/// How many bytes of a message a slow connection transfers in a millisecond (0.4 Mbit/s). A longer message gets more
/// time accordingly.
const SLOWEST_SPEED: usize = 50;

/// The client of the mail server.
#[derive(Clone)]
pub(super) struct SmtpClient {
    server: SmtpServer,
    /// Certificates that may vouch for the server's, besides those that browsers trust.
    authority: Option<Certificate>,
    /// How long the server may take for each response, in milliseconds.
    timeout: i64,
    clock: SharedClock,
}

/// The step of the conversation at which something went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpStep {
    /// The server can't be reached.
    Connect,
    /// The server's greeting.
    Greet,
    /// The connection is being encrypted, and the server's certificate checked.
    Encrypt,
    /// The user and password.
    LogIn,
    /// The sender is named.
    From,
    /// The recipient is named.
    To,
    /// The message is announced.
    Data,
    /// The message is being sent, and its end hasn't been sent yet.
    Body,
    /// The end of the message has been sent.
    End,
}

/// Why a message was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// The server has not accepted the message, but may later.
    #[error("the mail server ({step}): {why}")]
    NotNow {
        /// The step at which it happened.
        step: SmtpStep,
        /// What the server said, or what happened.
        why: String,
        /// Whether it was a response of the server.
        is_answer: bool,
    },
    /// The server refuses the message.
    #[error("the mail server ({step}) refuses it: {0}", .said.text)]
    Refused {
        /// The step at which it happened.
        step: SmtpStep,
        /// What the server said.
        said: SmtpReply,
    },
    /// The server has the whole message, but didn't confirm that it accepts it.
    #[error("the mail server did not confirm it: {0}")]
    NotConfirmed(String),
    /// It could not be recorded that the message is being handed over, so it was not.
    #[error("it was not handed over: {0}")]
    NotHanded(String),
}

/// A response of the server that refuses a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpReply {
    /// `550`; `None` if we know beforehand that the server would refuse.
    pub code: Option<u16>,
    /// The text, with the code of RFC 3463 at the beginning if there is one.
    pub text: String,
}

impl fmt::Display for SmtpStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "connecting",
            Self::Greet => "greeting",
            Self::Encrypt => "encryption",
            Self::LogIn => "log-in",
            Self::From => "sender",
            Self::To => "receiver",
            Self::Data => "announcing",
            Self::Body => "handing over",
            Self::End => "at the end",
        })
    }
}

/// What ended a step.
enum StepError {
    Refused(Error),
    Unreached(std::io::Error),
    Slow,
}

impl From<Error> for StepError {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl SmtpClient {
    pub fn new(
        server: SmtpServer,
        authority: Option<Certificate>,
        patience: std::time::Duration,
        clock: SharedClock,
    ) -> Self {
        Self { server, authority, timeout: i64::try_from(patience.as_millis()).unwrap_or(i64::MAX), clock }
    }

    /// Connects to the server and signs in.
    ///
    /// # Errors
    /// When the server can't be reached, refuses the connection or doesn't respond.
    pub async fn check_connection(&self) -> Result<(), SmtpError> {
        let (talk, _) = self.open_connection().await?;
        self.quit(talk);
        Ok(())
    }

    /// Delivers a message. `handing_over` runs when only the message itself is left to be sent.
    ///
    /// # Errors
    /// Says whether the server may have accepted the message.
    pub async fn send(
        &self,
        envelope: &Envelope,
        message: &[u8],
        handing_over: impl Future<Output = Result<(), String>> + Send,
    ) -> Result<(), SmtpError> {
        let (mut talk, ear) = self.open_connection().await?;
        self.send_envelope((&mut talk, &ear), envelope, message).await?;
        handing_over.await.map_err(SmtpError::NotHanded)?;
        let patience = i64::try_from(message.len() / SLOWEST_SPEED).unwrap_or(i64::MAX);
        let patience = self.timeout.saturating_add(patience);
        // The end of the message is sent once there is nothing more to write.
        let (is_whole, is_early) = (AtomicBool::new(false), AtomicBool::new(false));
        let came = AtomicU64::new(0);
        let rest = std::iter::from_fn(|| {
            is_whole.store(true, Ordering::Relaxed);
            is_early.store(ear.has_unread(), Ordering::Relaxed);
            came.store(ear.received_bytes(), Ordering::Relaxed);
            None
        });
        let parts = std::iter::once(message).chain(rest);
        let answer = self.with_timeout(patience, talk.message_iter(parts)).await;
        if !is_whole.load(Ordering::Relaxed) {
            return Err(self.to_error(SmtpStep::Body, answer.map(drop)));
        }
        // If nothing was read since then, the response had already arrived before the end of the message.
        let is_early = is_early.into_inner() || ear.received_bytes() == came.into_inner();
        let is_answered = match &answer {
            Ok(_) => true,
            Err(StepError::Refused(error)) => error.status().is_some(),
            Err(_) => false,
        };
        if is_answered && is_early {
            let text = "it answered before it had the message whole";
            return Err(SmtpError::NotConfirmed(text.to_owned()));
        }
        match answer {
            Ok(answer) if is_accepted(&answer) => {
                self.quit(talk);
                Ok(())
            }
            Ok(answer) => Err(SmtpError::NotConfirmed(format!("it said {}", answer.code()))),
            Err(StepError::Refused(error)) if error.status().is_some() => {
                Err(self.to_error(SmtpStep::End, Err(StepError::Refused(error))))
            }
            Err(StepError::Refused(error)) => Err(SmtpError::NotConfirmed(error.to_string())),
            Err(StepError::Unreached(error)) => Err(SmtpError::NotConfirmed(error.to_string())),
            Err(StepError::Slow) => Err(SmtpError::NotConfirmed(self.timeout_text())),
        }
    }

    /// A connection on which we are signed in.
    async fn open_connection(&self) -> Result<(AsyncSmtpConnection, StreamMonitor), SmtpError> {
        let server = &self.server;
        let hello = server.hello.clone().map_or_else(ClientId::default, ClientId::Domain);
        let wrapped = match server.tls {
            SmtpTls::FromTheStart => Some(self.seals()?),
            _ => None,
        };
        let address = (server.host.trim_matches(['[', ']']), server.port);
        let is_encrypting = AtomicBool::new(false);
        // All of it within the time for one response, also if the name has several addresses to try.
        let connecting = async {
            let (wire, ear) = counted_stream::connect(address).await.map_err(StepError::Unreached)?;
            let stream: Box<dyn AsyncTokioStream> = match wrapped {
                Some(tls) => {
                    is_encrypting.store(true, Ordering::Relaxed);
                    let sealed = EncryptedStream::encrypt(wire, tls).await?;
                    is_encrypting.store(false, Ordering::Relaxed);
                    Box::new(sealed)
                }
                None => Box::new(wire),
            };
            let talk = AsyncSmtpConnection::connect_with_transport(stream, &hello).await?;
            Ok::<_, StepError>((talk, ear))
        };
        let (mut talk, ear) = match self.with_timeout(self.timeout, connecting).await {
            Ok(open) => open,
            Err(broken) => {
                let is_answer = matches!(&broken, StepError::Refused(error) if error.status().is_some());
                let step = match (is_answer, is_encrypting.into_inner()) {
                    (true, _) => SmtpStep::Greet,
                    (false, true) => SmtpStep::Encrypt,
                    (false, false) => SmtpStep::Connect,
                };
                return Err(self.to_error(step, Err(broken)));
            }
        };
        let encrypts = match server.tls {
            SmtpTls::Required => true,
            SmtpTls::WhereOffered => talk.can_starttls(),
            SmtpTls::Never | SmtpTls::FromTheStart => false,
        };
        if encrypts {
            let tls = self.seals()?;
            let done = self.with_timeout(self.timeout, talk.starttls(tls, &hello)).await;
            done.map_err(|broken| self.to_error(SmtpStep::Encrypt, Err(broken)))?;
        }
        if let Some((user, password)) = &server.credentials {
            let credentials = Credentials::new(user.clone(), password.clone());
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            let answer = self.exchange(&ear, SmtpStep::LogIn, talk.auth(&mechanisms, &credentials)).await?;
            if !is_done(&answer) {
                return Err(unexpected_reply_error(SmtpStep::LogIn, &answer));
            }
        }
        Ok((talk, ear))
    }

    /// Names the sender and recipient, and waits until the server is ready for the message.
    async fn send_envelope(
        &self,
        (talk, ear): (&mut AsyncSmtpConnection, &StreamMonitor),
        envelope: &Envelope,
        message: &[u8],
    ) -> Result<(), SmtpError> {
        let mut options = Vec::new();
        let known = talk.server_info();
        let mut addresses = envelope.to().iter().chain(envelope.from());
        if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
            if !known.supports_feature(Extension::SmtpUtfEight) {
                return Err(not_handed_error("5.6.7 it takes addresses of plain letters only"));
            }
            options.push(MailParameter::SmtpUtfEight);
        }
        if !message.is_ascii() {
            if !known.supports_feature(Extension::EightBitMime) {
                return Err(not_handed_error("5.6.1 it takes plain letters only"));
            }
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        let from = talk.command(Mail::new(envelope.from().cloned(), options));
        let answer = self.exchange(ear, SmtpStep::From, from).await?;
        expect_reply(SmtpStep::From, &answer, Severity::PositiveCompletion)?;
        for to in envelope.to() {
            let to = talk.command(Rcpt::new(to.clone(), Vec::new()));
            let answer = self.exchange(ear, SmtpStep::To, to).await?;
            expect_reply(SmtpStep::To, &answer, Severity::PositiveCompletion)?;
        }
        let answer = self.exchange(ear, SmtpStep::Data, talk.command(Data)).await?;
        expect_reply(SmtpStep::Data, &answer, Severity::PositiveIntermediate)
    }

    /// Sends a command and returns its reply. A reply that was there before its command is none: from then on every reply
    /// would be taken for that of the next command, and in the end an early one for the confirmation of the message.
    async fn exchange(
        &self,
        ear: &StreamMonitor,
        step: SmtpStep,
        command: impl Future<Output = Result<Response, Error>>,
    ) -> Result<Response, SmtpError> {
        if ear.has_unread() {
            return Err(out_of_step_error(step));
        }
        let came = ear.received_bytes();
        let answer = self.with_timeout(self.timeout, command).await;
        // An encrypted reply may be in memory already: then nothing is read for it.
        let is_answered = !matches!(answer, Err(StepError::Slow | StepError::Unreached(_)));
        if is_answered && ear.received_bytes() == came {
            return Err(out_of_step_error(step));
        }
        answer.map_err(|broken| self.to_error(step, Err(broken)))
    }

    /// The fault for a step at which the server can't have the message yet.
    fn to_error(&self, step: SmtpStep, ended: Result<(), StepError>) -> SmtpError {
        let not_now = |why, is_answer| SmtpError::NotNow { step, why, is_answer };
        match ended {
            Ok(()) => not_now("it answered too early".to_owned(), true),
            Err(StepError::Slow) => not_now(self.timeout_text(), false),
            Err(StepError::Unreached(error)) => not_now(error.to_string(), false),
            Err(StepError::Refused(error)) => {
                let code = error.status();
                let text = error_text(&error);
                match code {
                    Some(code) if error.is_permanent() && is_about_the_message(step, code) => {
                        let code = Some(code.into());
                        SmtpError::Refused { step, said: SmtpReply { code, text } }
                    }
                    Some(code) => not_now(format!("{code} {text}"), true),
                    None => not_now(text, false),
                }
            }
        }
    }

    /// Whose certificate the server must have, and who may vouch for it.
    fn seals(&self) -> Result<TlsParameters, SmtpError> {
        let mut tls = TlsParameters::builder(self.server.host.clone());
        if let Some(authority) = &self.authority {
            tls = tls.add_root_certificate(authority.clone());
        }
        let tls = tls.build();
        tls.map_err(|error| self.to_error(SmtpStep::Encrypt, Err(StepError::Refused(error))))
    }

    fn timeout_text(&self) -> String {
        format!("it did not answer within {} seconds", self.timeout / 1_000)
    }

    /// Waits for a response for a limited time, in milliseconds.
    async fn with_timeout<T, E: Into<StepError>>(
        &self,
        patience: i64,
        answer: impl Future<Output = Result<T, E>>,
    ) -> Result<T, StepError> {
        tokio::select! {
            biased;
            answer = answer => answer.map_err(Into::into),
            () = self.clock.sleep_ms(patience) => Err(StepError::Slow),
        }
    }

    /// Ends the conversation without waiting for the server's response.
    fn quit(&self, mut talk: AsyncSmtpConnection) {
        let late = self.clock.sleep_ms(self.timeout);
        tokio::spawn(async move {
            tokio::select! {
                _ = talk.quit() => {}
                () = late => {}
            }
        });
    }
}

/// Whether the server accepted the message: `250`. `221` only ends the conversation.
fn is_accepted(answer: &Response) -> bool {
    is_done(answer) && answer.code().category == Category::MailSystem
}

fn is_done(answer: &Response) -> bool {
    answer.code().severity == Severity::PositiveCompletion
}

/// Whether a refusal (5xx) concerns this message. Before the sender is named it doesn't: the server accepts nobody's
/// messages, or not ours. Nor does a refused log-in (53x), which the operator has to fix.
fn is_about_the_message(step: SmtpStep, code: Code) -> bool {
    let is_before = matches!(step, SmtpStep::Connect | SmtpStep::Greet | SmtpStep::Encrypt | SmtpStep::LogIn);
    !is_before && code.category != Category::Unspecified3
}

fn expect_reply(step: SmtpStep, answer: &Response, severity: Severity) -> Result<(), SmtpError> {
    match answer.code().severity == severity {
        true => Ok(()),
        false => Err(unexpected_reply_error(step, answer)),
    }
}

fn out_of_step_error(step: SmtpStep) -> SmtpError {
    SmtpError::NotNow { step, why: "it answered before it was asked".to_owned(), is_answer: true }
}

fn unexpected_reply_error(step: SmtpStep, answer: &Response) -> SmtpError {
    SmtpError::NotNow {
        step,
        why: format!("it said {}, which is no answer to that", answer.code()),
        is_answer: true,
    }
}

fn not_handed_error(text: &str) -> SmtpError {
    let text = text.to_owned();
    SmtpError::Refused { step: SmtpStep::From, said: SmtpReply { code: None, text } }
}

/// The server's reply, or a description of what happened.
fn error_text(error: &Error) -> String {
    use std::error::Error as _;
    match error.source() {
        Some(source) if error.status().is_some() => source.to_string(),
        _ => error.to_string(),
    }
}
