//! A model on this machine: it records its requests and responds as a test tells it.

use std::sync::Arc;
use std::time::Duration;

use plumbline::config::AiConfig;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// The bytes of a response, and whether the connection stays open after it.
#[derive(Clone)]
pub struct ModelReply {
    /// The bytes, including the head.
    pub bytes: Vec<u8>,
    /// Whether the connection stays open although nothing more is sent.
    pub keeps_open: bool,
}

/// A server that behaves like OpenAI's chat completions, or as badly as a test tells it to.
pub struct FakeModel {
    requests: Arc<watch::Sender<Vec<(String, Value)>>>,
    /// How many connections were made, and how many of them have ended.
    connections: Arc<watch::Sender<(usize, usize)>>,
    serving: JoinHandle<()>,
    /// The configuration of a server that uses it.
    pub config: AiConfig,
}

impl FakeModel {
    /// A model that always responds with this.
    pub async fn replying(reply: ModelReply) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let sender = Arc::new(watch::Sender::new(Vec::new()));
        let connections = Arc::new(watch::Sender::new((0, 0)));
        let (notes, counted) = (Arc::clone(&sender), Arc::clone(&connections));
        let serving = tokio::spawn(async move {
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                counted.send_modify(|(made, _)| *made += 1);
                let (notes, counted) = (Arc::clone(&notes), Arc::clone(&counted));
                let reply = reply.clone();
                talks.spawn(async move {
                    serve_connection(stream, &notes, reply).await;
                    counted.send_modify(|(_, over)| *over += 1);
                });
            }
        });
        let config = AiConfig {
            base_url: format!("http://{address}/v1/").parse().expect("an address"),
            model: "small".to_owned(),
            api_key: Some("key-123".to_owned()),
            time: Duration::from_secs(30),
        };
        Self { requests: sender, connections, serving, config }
    }

    /// A model that writes these words.
    pub async fn writing(words: &[&str]) -> Self {
        Self::replying(stream_reply(words, true)).await
    }

    /// The heads and bodies of its requests.
    pub fn received_requests(&self) -> Vec<(String, Value)> {
        self.requests.borrow().clone()
    }

    /// Waits until this many connections have ended.
    pub async fn wait_for_closed(&self, number: usize) {
        let mut counted = self.connections.subscribe();
        counted.wait_for(|(_, over)| *over >= number).await.expect("it stays");
    }

    /// Waits until nobody is connected; on a busy machine, a client may give up before it is connected.
    pub async fn wait_until_idle(&self) {
        let mut counted = self.connections.subscribe();
        counted.wait_for(|(made, over)| made == over).await.expect("it stays");
    }

    /// Waits until it got this many requests.
    pub async fn wait_for_requests(&self, number: usize) {
        let mut receiver = self.requests.subscribe();
        receiver.wait_for(|all| all.len() >= number).await.expect("it stays");
    }

    /// Stops listening, so that connecting to its address fails.
    pub fn stop(&self) {
        self.serving.abort();
    }
}

/// A stream of these words, with or without its end.
pub fn stream_reply(words: &[&str], is_whole: bool) -> ModelReply {
    let mut text = String::from(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n: hello\n\n",
    );
    for word in words {
        let chunk = json!({ "choices": [{ "delta": { "content": word }, "finish_reason": null }] });
        text.push_str(&format!("data: {chunk}\n\n"));
    }
    if is_whole {
        text.push_str("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
    }
    ModelReply { bytes: text.into_bytes(), keeps_open: false }
}

/// A response with this status, content type and body.
pub fn plain_reply(status: &str, kind: &str, body: &str) -> ModelReply {
    let length = body.len();
    let text = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    ModelReply { bytes: text.into_bytes(), keeps_open: false }
}

async fn serve_connection(
    mut stream: TcpStream,
    sender: &watch::Sender<Vec<(String, Value)>>,
    reply: ModelReply,
) -> Option<()> {
    let mut read = Vec::new();
    let (head, body) = loop {
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
        let text = String::from_utf8_lossy(&read).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.to_lowercase();
        let length = length.split("content-length: ").nth(1)?.lines().next()?;
        if body.len() >= length.trim().parse().ok()? {
            break (head.to_owned(), serde_json::from_str(body).ok()?);
        }
    };
    sender.send_modify(|all| all.push((head, body)));
    stream.write_all(&reply.bytes).await.ok()?;
    stream.flush().await.ok()?;
    if reply.keeps_open {
        // Until the other side disconnects.
        while stream.read_buf(&mut read).await.ok()? > 0 {}
    }
    Some(())
}
