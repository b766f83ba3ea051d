//! A mail server on this machine, which misbehaves as it is told: at a step of the conversation it closes,
//! waits, or says something else.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// What it says of a message that it has kept.
const KEPT: &str = "250 kept";

/// Whom a message was for, and its lines.
type Message = (String, String);

/// A step of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Greeting,
    Hello,
    From,
    To,
    /// The message is announced.
    Data,
    /// Some of it has come.
    Body,
    /// All of it has.
    End,
    /// And was confirmed.
    Confirmed,
}

/// What goes wrong there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It closes the connection.
    Close,
    /// It says nothing until it is let go on, and then what it would have said.
    Wait,
    /// It says this.
    Say(&'static str),
    /// It says what it would, and in the same breath that it has kept the message. Where it had not come whole by then,
    /// it says nothing at its end.
    Early,
}

/// How a message that had come whole was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// Kept.
    Confirmed,
    /// Not kept.
    Denied,
    /// Not at all, or too late.
    Never,
}

/// A message that had come whole.
#[derive(Debug, Clone)]
pub struct Whole {
    pub message_id: String,
    pub to: String,
    pub answered: Answered,
}

/// A mail server that takes everything but what is for nobody.
pub struct Peer {
    house: Arc<House>,
    /// Ended with it, a connection that was kept open is lost as well.
    pub serving: JoinHandle<()>,
    /// Where it listens.
    pub address: SocketAddr,
}

/// What all of its connections share.
struct House {
    received: watch::Sender<Vec<Message>>,
    whole: Mutex<Vec<Whole>>,
    /// One for each connection that comes.
    faults: Mutex<VecDeque<(Step, Fault)>>,
    /// How often one waited.
    waits: watch::Sender<usize>,
    /// How many of those were let go on.
    let_on: watch::Sender<usize>,
    /// How many messages were answered.
    answered: watch::Sender<usize>,
    first: Option<String>,
}

impl Peer {
    /// On an address that is free.
    pub async fn listen(address: SocketAddr) -> Self {
        Self::listen_holding(address, None).await
    }

    /// On any port.
    pub async fn anywhere() -> Self {
        Self::listen(SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    /// One that has every message but answers for none before one to `first` has come.
    pub async fn that_waits_for(first: &str) -> Self {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        Self::listen_holding(anywhere, Some(first.to_owned())).await
    }

    async fn listen_holding(address: SocketAddr, first: Option<String>) -> Self {
        let listener = TcpListener::bind(address).await.expect("the port is free");
        let address = listener.local_addr().expect("an address");
        let house = Arc::new(House {
            received: watch::Sender::new(Vec::new()),
            whole: Mutex::default(),
            faults: Mutex::default(),
            waits: watch::Sender::new(0),
            let_on: watch::Sender::new(0),
            answered: watch::Sender::new(0),
            first,
        });
        let at_home = Arc::clone(&house);
        let serving = tokio::spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let fault = at_home.faults.lock().expect("no panic").pop_front();
                talks.spawn(converse(stream, Arc::clone(&at_home), fault));
            }
        });
        Self {
            house,
            serving,
            address,
        }
    }

    /// Its address as `SMTP_URL` has it.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The connections that come next each meet one of these; those after them none.
    pub fn fails(&self, faults: impl IntoIterator<Item = (Step, Fault)>) {
        let mut waiting = self.house.faults.lock().expect("no panic");
        waiting.clear();
        waiting.extend(faults);
    }

    /// How often a connection waited.
    pub fn waits(&self) -> watch::Receiver<usize> {
        self.house.waits.subscribe()
    }

    /// How many messages that had come whole were answered, right or wrong.
    pub fn answered(&self) -> watch::Receiver<usize> {
        self.house.answered.subscribe()
    }

    /// Lets all that wait go on.
    pub fn let_on(&self) {
        let so_far = *self.house.waits.borrow();
        self.house.let_on.send_replace(so_far);
    }

    /// Every message, in the order in which they came.
    pub fn messages(&self) -> Vec<Message> {
        self.house.received.borrow().clone()
    }

    /// What had come whole, and how that was answered.
    pub fn whole(&self) -> Vec<Whole> {
        self.house.whole.lock().expect("no panic").clone()
    }

    /// The messages once there are so many.
    pub async fn have_come(&self, number: usize) -> Vec<Message> {
        let mut received = self.house.received.subscribe();
        let came = received.wait_for(|messages| messages.len() >= number).await;
        came.expect("the server stays").clone()
    }
}

impl House {
    /// Waits until it is let go on; one that is never does so with the test.
    async fn wait(&self) {
        let mut let_on = self.let_on.subscribe();
        let mut mine = 0;
        self.waits.send_modify(|waits| {
            *waits += 1;
            mine = *waits;
        });
        let _ = let_on.wait_for(|so_far| *so_far >= mine).await;
    }
}

struct Talk<'a> {
    lines: tokio::io::Lines<BufReader<ReadHalf<'a>>>,
    write: WriteHalf<'a>,
    house: Arc<House>,
    fault: Option<(Step, Fault)>,
    /// Whether it has said nothing for so long that nobody waits for it any more.
    is_late: bool,
    /// Its message among those that had come whole.
    whole: Option<usize>,
}

impl Talk<'_> {
    /// Says what it would at a step, or what goes wrong there; none where it closes.
    async fn say(&mut self, step: Step, usual: &str) -> Option<Answered> {
        let fault = self
            .fault
            .filter(|(at, _)| *at == step)
            .map(|(_, fault)| fault);
        let was_early = matches!(self.fault, Some((at, Fault::Early))
            if !matches!(at, Step::End | Step::Confirmed));
        if step == Step::End && was_early {
            return Some(Answered::Never);
        }
        let early;
        let said = match fault {
            Some(Fault::Early) => {
                early = format!("{usual}\r\n{KEPT}");
                early.trim_start()
            }
            Some(Fault::Close) => return None,
            Some(Fault::Wait) => {
                self.is_late = true;
                self.house.wait().await;
                usual
            }
            Some(Fault::Say(said)) => said,
            None => usual,
        };
        let answered = match said.as_bytes().first() {
            _ if self.is_late => Answered::Never,
            Some(b'2') => Answered::Confirmed,
            Some(b'4' | b'5') => Answered::Denied,
            _ => Answered::Never,
        };
        if step == Step::End
            && let Some(whole) = self.whole
        {
            // Noted first: whoever hears it may look at once.
            self.house.whole.lock().expect("no panic")[whole].answered = answered;
        }
        let said = format!("{said}\r\n");
        self.write.write_all(said.as_bytes()).await.ok()?;
        if step == Step::End {
            self.house.answered.send_modify(|answered| *answered += 1);
        }
        Some(answered)
    }

    /// Takes the rest of a message, after its first line.
    async fn message(&mut self, to: &str, first: String) -> Option<()> {
        let mut text = first + "\n";
        loop {
            match self.lines.next_line().await.ok()?? {
                line if line == "." => break,
                line => {
                    text.push_str(&line);
                    text.push('\n');
                }
            }
        }
        let named = text
            .lines()
            .find_map(|line| line.strip_prefix("Message-ID: "));
        let whole = Whole {
            message_id: named.unwrap_or_default().to_owned(),
            to: to.to_owned(),
            answered: Answered::Never,
        };
        {
            let mut all = self.house.whole.lock().expect("no panic");
            self.whole = Some(all.len());
            all.push(whole);
        }
        let message = (to.to_owned(), text);
        self.house
            .received
            .send_modify(|messages| messages.push(message));
        if let Some(first) = &self.house.first {
            let is_first = |(to, _): &Message| to.contains(first.as_str());
            let mut seen = self.house.received.subscribe();
            seen.wait_for(|it| it.iter().any(is_first)).await.ok()?;
        }
        Some(())
    }
}

async fn converse(
    mut stream: TcpStream,
    house: Arc<House>,
    fault: Option<(Step, Fault)>,
) -> Option<()> {
    let (read, write) = stream.split();
    let mut talk = Talk {
        lines: BufReader::new(read).lines(),
        write,
        house,
        fault,
        is_late: false,
        whole: None,
    };
    talk.say(Step::Greeting, "220 peer").await?;
    let mut to = String::new();
    while let Some(line) = talk.lines.next_line().await.ok()? {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "EHLO" => talk.say(Step::Hello, "250 peer").await?,
            "MAIL" => talk.say(Step::From, "250 ok").await?,
            "RCPT" => {
                to = line;
                let usual = match to.contains("nobody@") {
                    true => "550 5.1.1 no such mailbox",
                    false => "250 ok",
                };
                talk.say(Step::To, usual).await?
            }
            "DATA" => {
                if talk.say(Step::Data, "354 go on").await? == Answered::Denied {
                    continue;
                }
                // Whoever sends it waits for its answer by then.
                let first = talk.lines.next_line().await.ok()??;
                if talk.fault.is_some_and(|(at, _)| at == Step::Body) {
                    talk.say(Step::Body, "").await?;
                }
                talk.message(&to, first).await?;
                talk.say(Step::End, KEPT).await?;
                if talk.fault.is_some_and(|(at, _)| at == Step::Confirmed) {
                    talk.say(Step::Confirmed, "").await?;
                }
                Answered::Confirmed
            }
            "QUIT" => {
                talk.write.write_all(b"221 bye\r\n").await.ok()?;
                return Some(());
            }
            _ => {
                talk.write.write_all(b"250 ok\r\n").await.ok()?;
                Answered::Confirmed
            }
        };
    }
    Some(())
}
