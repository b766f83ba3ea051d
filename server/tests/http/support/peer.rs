//! A mail server on this machine.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// Whom a message was for, and its lines.
type Message = (String, String);

/// A mail server that takes everything but what is for nobody.
pub struct Peer {
    received: Arc<watch::Sender<Vec<Message>>>,
    /// Ended with it, a connection that was kept open is lost as well.
    pub serving: JoinHandle<()>,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Peer {
    /// On an address that is free.
    pub async fn listen(address: SocketAddr) -> Self {
        Self::listen_holding(address, None).await
    }

    /// One that has every message but answers for none before one to `first` has come.
    pub async fn that_waits_for(first: &str) -> Self {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        Self::listen_holding(anywhere, Some(first.to_owned())).await
    }

    async fn listen_holding(address: SocketAddr, first: Option<String>) -> Self {
        let listener = TcpListener::bind(address).await.expect("the port is free");
        let address = listener.local_addr().expect("an address");
        let received = Arc::new(watch::Sender::new(Vec::new()));
        let kept = Arc::clone(&received);
        let serving = tokio::spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                talks.spawn(converse(stream, Arc::clone(&kept), first.clone()));
            }
        });
        Self {
            received,
            serving,
            address,
        }
    }

    /// Every message, in the order in which they came.
    pub fn messages(&self) -> Vec<Message> {
        self.received.borrow().clone()
    }

    /// The messages once there are so many.
    pub async fn have_come(&self, number: usize) -> Vec<Message> {
        let mut received = self.received.subscribe();
        let came = received.wait_for(|messages| messages.len() >= number).await;
        came.expect("the server stays").clone()
    }
}

async fn converse(
    mut stream: TcpStream,
    received: Arc<watch::Sender<Vec<Message>>>,
    first: Option<String>,
) -> Option<()> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 peer\r\n").await.ok()?;
    let mut to = String::new();
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "RCPT" => {
                to = line;
                if to.contains("nobody@") {
                    "550 no such mailbox\r\n"
                } else {
                    "250 ok\r\n"
                }
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut text = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    text.push_str(&line);
                    text.push('\n');
                }
                received.send_modify(|messages| messages.push((to.clone(), text)));
                if let Some(first) = &first {
                    let is_first = |(to, _): &Message| to.contains(first.as_str());
                    let mut seen = received.subscribe();
                    seen.wait_for(|it| it.iter().any(is_first)).await.ok()?;
                }
                "250 kept\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        write.write_all(answer.as_bytes()).await.ok()?;
    }
    Some(())
}
