//! A mail server on this machine that misbehaves as a test tells it: at a step of the conversation it closes the
//! connection, waits, or sends another response. It can encrypt, and require a password.

use std::collections::VecDeque;
use std::fs;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use tempfile::NamedTempFile;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// The response to a message that it has accepted.
const ACCEPTED: &str = "250 kept";

/// The recipient of a message, and its lines.
type Message = (String, String);

/// A step of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpStep {
    Greeting,
    Hello,
    /// The client has asked for encryption.
    StartTls,
    /// The start of encryption; on an encrypted connection, this is the first step.
    Handshake,
    /// The greeting, repeated with encryption.
    SealedHello,
    /// With `LOGIN`, the server asks for the user's name.
    User,
    /// The server has the password.
    Password,
    From,
    To,
    /// The client announces the message.
    Data,
    /// The server has a part of the message.
    Body,
    /// The server has the whole message.
    End,
    /// The server has confirmed the message.
    Confirmed,
}

/// What goes wrong at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpFault {
    /// The server closes the connection.
    Close,
    /// The server sends nothing until the test releases it, and then its usual response.
    Wait,
    /// The server sends this response.
    Say(&'static str),
    /// With its usual response, the server also sends the one that it has accepted the message. If the message was not
    /// complete by then, it sends nothing at its end.
    Early,
}

/// The response to a message that the server had in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageOutcome {
    /// The server confirmed it.
    Confirmed,
    /// The server refused it.
    Denied,
    /// No response, or one that came too late.
    Never,
}

/// A message that the server had in full.
#[derive(Debug, Clone)]
pub struct WholeMessage {
    pub message_id: String,
    pub to: String,
    pub answered: MessageOutcome,
}

/// When the server encrypts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seal {
    Never,
    /// Once the client asks for it; no message is accepted before.
    StartTls,
    FromTheStart,
}

/// What the server requires of the sender.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    pub seal: Seal,
    /// The methods of signing in that it offers; empty if none is needed.
    pub ways: &'static str,
}

const OPEN: Guard = Guard { seal: Seal::Never, ways: "" };

/// The user who may send.
pub const USER: &str = "plumb@mail.example";
const PASSWORD: &str = "rïght/word";

/// A mail server that accepts everything except email to `nobody`.
pub struct FakeMailServer {
    shared: Arc<MailServerState>,
    /// The task that serves; ending it also closes its open connections.
    pub serving: JoinHandle<()>,
    /// Where it listens.
    pub address: SocketAddr,
    /// The file with the certificate of the authority that issued the server's own.
    pub certificate: NamedTempFile,
}

/// The state that all of its connections share.
struct MailServerState {
    received: watch::Sender<Vec<Message>>,
    whole: Mutex<Vec<WholeMessage>>,
    /// The faults, one for each new connection.
    pending_faults: Mutex<VecDeque<(SmtpStep, SmtpFault)>>,
    /// How many times a connection has waited.
    waiting: watch::Sender<usize>,
    /// How many of those were released.
    released: watch::Sender<usize>,
    /// How many messages got a response.
    answered: watch::Sender<usize>,
    first: Option<String>,
    guard: Guard,
    seals: TlsAcceptor,
    /// How many times a password was sent, right or wrong.
    passwords: Mutex<usize>,
}

impl FakeMailServer {
    /// A server on this address, which must be free.
    pub async fn listen(address: SocketAddr) -> Self {
        Self::listen_as(address, None, OPEN).await
    }

    /// A server that encrypts, or requires a password.
    pub async fn guarded(guard: Guard) -> Self {
        Self::listen_as(SocketAddr::from(([127, 0, 0, 1], 0)), None, guard).await
    }

    /// A server on any port.
    pub async fn listen_anywhere() -> Self {
        Self::listen(SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    /// A server that accepts every message but confirms none before it has one to `first`.
    pub async fn listen_until_first(first: &str) -> Self {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        Self::listen_as(anywhere, Some(first.to_owned()), OPEN).await
    }

    async fn listen_as(address: SocketAddr, first: Option<String>, guard: Guard) -> Self {
        let (seals, pem) = seals(address);
        let certificate = NamedTempFile::new().expect("a file");
        fs::write(certificate.path(), pem).expect("written");
        let listener = TcpListener::bind(address).await.expect("the port is free");
        let address = listener.local_addr().expect("an address");
        let house = Arc::new(MailServerState {
            received: watch::Sender::new(Vec::new()),
            whole: Mutex::default(),
            pending_faults: Mutex::default(),
            waiting: watch::Sender::new(0),
            released: watch::Sender::new(0),
            answered: watch::Sender::new(0),
            first,
            guard,
            seals,
            passwords: Mutex::default(),
        });
        let at_home = Arc::clone(&house);
        let serving = tokio::spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let fault = at_home.pending_faults.lock().expect("no panic").pop_front();
                talks.spawn(serve_connection(stream, Arc::clone(&at_home), fault));
            }
        });
        Self { shared: house, serving, address, certificate }
    }

    /// The address for `SMTP_URL`.
    pub fn url(&self) -> String {
        self.url_with(PASSWORD)
    }

    /// The same with a password, if the server requires one.
    pub fn url_with(&self, password: &str) -> String {
        let Guard { seal, ways: methods } = self.shared.guard;
        let encoded = |text: &str| {
            let bytes = text.bytes().map(|byte| format!("%{byte:02x}"));
            bytes.collect::<String>()
        };
        let user = match methods {
            "" => String::new(),
            _ => format!("{}:{}@", encoded(USER), encoded(password)),
        };
        let (scheme, end) = match seal {
            Seal::Never => ("smtp", ""),
            Seal::StartTls => ("smtp", "?tls=required"),
            Seal::FromTheStart => ("smtps", ""),
        };
        format!("{scheme}://{user}{}{end}", self.address)
    }

    /// How many times a password was sent, right or wrong.
    pub fn passwords(&self) -> usize {
        *self.shared.passwords.lock().expect("no panic")
    }

    /// Sets the faults of the next connections, one for each; those after them have none.
    pub fn set_faults(&self, faults: impl IntoIterator<Item = (SmtpStep, SmtpFault)>) {
        let mut waiting = self.shared.pending_faults.lock().expect("no panic");
        waiting.clear();
        waiting.extend(faults);
    }

    /// How many times a connection has waited.
    pub fn watch_waiting(&self) -> watch::Receiver<usize> {
        self.shared.waiting.subscribe()
    }

    /// How many complete messages got a response, of either kind.
    pub fn watch_answered(&self) -> watch::Receiver<usize> {
        self.shared.answered.subscribe()
    }

    /// Releases all connections that wait.
    pub fn release_waiting(&self) {
        let so_far = *self.shared.waiting.borrow();
        self.shared.released.send_replace(so_far);
    }

    /// All messages, in the order in which they arrived.
    pub fn messages(&self) -> Vec<Message> {
        self.shared.received.borrow().clone()
    }

    /// The complete messages, and the response to each.
    pub fn whole_messages(&self) -> Vec<WholeMessage> {
        self.shared.whole.lock().expect("no panic").clone()
    }

    /// Waits until there are this many messages, and returns them.
    pub async fn wait_for_messages(&self, number: usize) -> Vec<Message> {
        let mut received = self.shared.received.subscribe();
        let came = received.wait_for(|messages| messages.len() >= number).await;
        came.expect("the server stays").clone()
    }
}

impl MailServerState {
    /// Waits until the test releases it, or ends.
    async fn wait(&self) {
        let mut let_on = self.released.subscribe();
        let mut mine = 0;
        self.waiting.send_modify(|waits| {
            *waits += 1;
            mine = *waits;
        });
        let _ = let_on.wait_for(|so_far| *so_far >= mine).await;
    }
}

/// Makes a certificate for this address.
fn seals(address: SocketAddr) -> (TlsAcceptor, String) {
    let made = rcgen::generate_simple_self_signed([address.ip().to_string()]);
    let made = made.expect("a certificate");
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("a certificate with its key");
    (TlsAcceptor::from(Arc::new(config)), made.cert.pem())
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

struct SmtpConnection {
    stream: BufReader<Box<dyn Stream>>,
    house: Arc<MailServerState>,
    fault: Option<(SmtpStep, SmtpFault)>,
    /// Whether it was silent for so long that nobody waits for it any more.
    is_late: bool,
    /// The index of its message among the complete ones.
    whole: Option<usize>,
    is_sealed: bool,
    is_known: bool,
}

impl SmtpConnection {
    /// The next line; `None` if the connection has ended.
    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.stream.read_line(&mut line).await.ok()?;
        (read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
    }

    async fn write(&mut self, text: &str) -> Option<()> {
        let text = format!("{text}\r\n");
        self.stream.write_all(text.as_bytes()).await.ok()?;
        self.stream.flush().await.ok()
    }

    /// Encrypts the rest of the connection.
    async fn seal(mut self) -> Option<Self> {
        match self.fault.filter(|(at, _)| *at == SmtpStep::Handshake) {
            Some((_, SmtpFault::Close)) => return None,
            Some((_, SmtpFault::Wait)) => {
                self.is_late = true;
                self.house.wait().await;
            }
            Some((_, SmtpFault::Say(text))) => self.write(text).await?,
            Some((_, SmtpFault::Early)) => self.write(ACCEPTED).await?,
            None => {}
        }
        let sealed = self.house.seals.accept(self.stream.into_inner()).await;
        let sealed: Box<dyn Stream> = Box::new(sealed.ok()?);
        Some(Self { stream: BufReader::new(sealed), is_sealed: true, ..self })
    }

    /// Asks for what is missing, and checks the password.
    async fn sign_in(&mut self, line: &str) -> Option<MessageOutcome> {
        let decoded = |text: &str| {
            let bytes = BASE64_STANDARD.decode(text.trim()).unwrap_or_default();
            String::from_utf8(bytes).unwrap_or_default()
        };
        let mut skip = line.split(' ').skip(1);
        let method = skip.next().unwrap_or_default();
        let first = skip.next().map(str::to_owned);
        let right = match method {
            "PLAIN" => {
                let came = decoded(&first.unwrap_or_default());
                came == format!("\0{USER}\0{PASSWORD}")
            }
            _ => {
                if self.reply(SmtpStep::User, "334 VXNlcm5hbWU6").await? != MessageOutcome::Never {
                    return Some(MessageOutcome::Denied);
                }
                let user = decoded(&self.line().await?);
                self.write("334 UGFzc3dvcmQ6").await?;
                let password = decoded(&self.line().await?);
                (user.as_str(), password.as_str()) == (USER, PASSWORD)
            }
        };
        *self.house.passwords.lock().expect("no panic") += 1;
        let usual = match right {
            true => "235 2.7.0 welcome",
            false => "535 5.7.8 user or password is wrong",
        };
        let answered = self.reply(SmtpStep::Password, usual).await?;
        self.is_known = right;
        Some(answered)
    }

    /// Sends the usual response at a step, or does what goes wrong there; `None` if it closes the connection.
    async fn reply(&mut self, step: SmtpStep, usual: &str) -> Option<MessageOutcome> {
        let fault = self.fault.filter(|(at, _)| *at == step).map(|(_, fault)| fault);
        let was_early = matches!(self.fault, Some((at, SmtpFault::Early))
            if !matches!(at, SmtpStep::End | SmtpStep::Confirmed));
        if step == SmtpStep::End && was_early {
            return Some(MessageOutcome::Never);
        }
        let early;
        let message = match fault {
            Some(SmtpFault::Early) => {
                early = format!("{usual}\r\n{ACCEPTED}");
                early.trim_start()
            }
            Some(SmtpFault::Close) => return None,
            Some(SmtpFault::Wait) => {
                self.is_late = true;
                self.house.wait().await;
                usual
            }
            Some(SmtpFault::Say(text)) => text,
            None => usual,
        };
        let answered = match message.as_bytes().first() {
            _ if self.is_late => MessageOutcome::Never,
            // 221 only ends the conversation.
            Some(b'2') if !message.starts_with("221") => MessageOutcome::Confirmed,
            Some(b'4' | b'5') => MessageOutcome::Denied,
            _ => MessageOutcome::Never,
        };
        if step == SmtpStep::End
            && let Some(whole) = self.whole
        {
            // Stored before it is sent, because a test may look as soon as it arrives.
            self.house.whole.lock().expect("no panic")[whole].answered = answered;
        }
        let description = message.to_owned();
        self.write(&description).await?;
        if step == SmtpStep::End {
            self.house.answered.send_modify(|answered| *answered += 1);
        }
        Some(answered)
    }

    /// Reads the rest of a message, after its first line.
    async fn read_message(&mut self, to: &str, first: String) -> Option<()> {
        let mut text = first + "\n";
        loop {
            match self.line().await? {
                line if line == "." => break,
                line => {
                    text.push_str(&line);
                    text.push('\n');
                }
            }
        }
        let named = text.lines().find_map(|line| line.strip_prefix("Message-ID: "));
        let whole = WholeMessage {
            message_id: named.unwrap_or_default().to_owned(),
            to: to.to_owned(),
            answered: MessageOutcome::Never,
        };
        {
            let mut all = self.house.whole.lock().expect("no panic");
            self.whole = Some(all.len());
            all.push(whole);
        }
        let message = (to.to_owned(), text);
        self.house.received.send_modify(|messages| messages.push(message));
        if let Some(first) = &self.house.first {
            let is_first = |(to, _): &Message| to.contains(first.as_str());
            let mut seen = self.house.received.subscribe();
            seen.wait_for(|it| it.iter().any(is_first)).await.ok()?;
        }
        Some(())
    }
}

async fn serve_connection(
    stream: TcpStream,
    house: Arc<MailServerState>,
    fault: Option<(SmtpStep, SmtpFault)>,
) -> Option<()> {
    let Guard { seal, ways: methods } = house.guard;
    let stream: Box<dyn Stream> = Box::new(stream);
    let mut talk = SmtpConnection {
        stream: BufReader::new(stream),
        house,
        fault,
        is_late: false,
        whole: None,
        is_sealed: false,
        is_known: methods.is_empty(),
    };
    if seal == Seal::FromTheStart {
        talk = talk.seal().await?;
    }
    talk.reply(SmtpStep::Greeting, "220 peer").await?;
    let mut to = String::new();
    while let Some(line) = talk.line().await {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" => {
                let asks = seal == Seal::StartTls && !talk.is_sealed;
                let offered = match (asks, methods) {
                    (true, _) => "250-peer\r\n250 STARTTLS".to_owned(),
                    (false, "") => "250 peer".to_owned(),
                    (false, methods) => format!("250-peer\r\n250 AUTH {methods}"),
                };
                let step = match talk.is_sealed && seal == Seal::StartTls {
                    true => SmtpStep::SealedHello,
                    false => SmtpStep::Hello,
                };
                talk.reply(step, &offered).await?
            }
            "STAR" => {
                if talk.reply(SmtpStep::StartTls, "220 go on").await? == MessageOutcome::Denied {
                    continue;
                }
                talk = talk.seal().await?;
                MessageOutcome::Confirmed
            }
            "AUTH" => talk.sign_in(&line).await?,
            "MAIL" | "RCPT" | "DATA" if !talk.is_known => {
                talk.write("530 5.7.0 sign in first").await?;
                MessageOutcome::Denied
            }
            "MAIL" => talk.reply(SmtpStep::From, "250 ok").await?,
            "RCPT" => {
                to = line;
                let usual = match to.contains("nobody@") {
                    true => "550 5.1.1 no such mailbox",
                    false => "250 ok",
                };
                talk.reply(SmtpStep::To, usual).await?
            }
            "DATA" => {
                if talk.reply(SmtpStep::Data, "354 go on").await? == MessageOutcome::Denied {
                    continue;
                }
                // The sender waits for the response by then.
                let first = talk.line().await?;
                if talk.fault.is_some_and(|(at, _)| at == SmtpStep::Body) {
                    talk.reply(SmtpStep::Body, "").await?;
                }
                talk.read_message(&to, first).await?;
                talk.reply(SmtpStep::End, ACCEPTED).await?;
                if talk.fault.is_some_and(|(at, _)| at == SmtpStep::Confirmed) {
                    talk.reply(SmtpStep::Confirmed, "").await?;
                }
                MessageOutcome::Confirmed
            }
            "QUIT" => return talk.write("221 bye").await,
            _ => {
                talk.write("250 ok").await?;
                MessageOutcome::Confirmed
            }
        };
    }
    Some(())
}
