//! The connection for a conversation with a mail server. It knows how much has arrived so far, and whether something
//! has arrived that was not requested: a reply that comes before its command doesn't count.
//!
//! It gives one line at a time. lettre keeps what it has read of a plain connection when the connection is encrypted
//! (STARTTLS), so anybody who can add lines to the plain connection could answer the first commands of the encrypted one.
//! What comes after the reply to STARTTLS is still in the socket, and is read as the beginning of the encryption, which
//! it isn't: the connection is refused.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use futures::io::{AsyncRead as _, AsyncWrite as _};
#[expect(deprecated, reason = "there is no other way to encrypt a connection that is there already")]
use lettre::transport::smtp::client::AsyncNetworkStream;
use lettre::transport::smtp::client::{AsyncTokioStream, TlsParameters};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// The longest part of a line that is read at once; replies are shorter (RFC 5321, section 4.5.3.1.5).
const LINE_MAX: usize = 512;

/// A connection that counts the bytes read from it, and never gives more than one line.
#[derive(Debug)]
pub(super) struct CountedStream {
    stream: TcpStream,
    came: Arc<AtomicU64>,
}

/// What is known about a connection besides the data read from it.
pub(super) struct StreamMonitor {
    /// The same socket, to check for unread data without reading it.
    socket: std::net::TcpStream,
    came: Arc<AtomicU64>,
}

/// Connects to one of the addresses of a name.
///
/// # Errors
/// When no address can be reached.
pub(super) async fn connect(address: (&str, u16)) -> io::Result<(CountedStream, StreamMonitor)> {
    let stream = TcpStream::connect(address).await?.into_std()?;
    let socket = stream.try_clone()?;
    let came = Arc::<AtomicU64>::default();
    let ear = StreamMonitor { socket, came: Arc::clone(&came) };
    let stream = TcpStream::from_std(stream)?;
    Ok((CountedStream { stream, came }, ear))
}

impl StreamMonitor {
    /// How many bytes have been read so far.
    pub fn received_bytes(&self) -> u64 {
        self.came.load(Ordering::Relaxed)
    }

    /// Whether there is unread data.
    pub fn has_unread(&self) -> bool {
        // Both handles are non-blocking, so this returns at once if there is no data.
        self.socket.peek(&mut [0]).is_ok_and(|bytes| bytes > 0)
    }
}

impl AsyncTokioStream for CountedStream {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.stream.peer_addr()
    }
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut seen = [0; LINE_MAX];
        let most = buf.remaining().min(LINE_MAX);
        let seen = &mut seen[..most];
        let length = ready!(self.stream.poll_peek(cx, &mut ReadBuf::new(seen)))?;
        let line = seen[..length].iter().position(|byte| *byte == b'\n').map_or(length, |end| end + 1);
        let mut part = ReadBuf::new(buf.initialize_unfilled_to(line));
        ready!(Pin::new(&mut self.stream).poll_read(cx, &mut part))?;
        let bytes = part.filled().len();
        buf.advance(bytes);
        self.came.fetch_add(bytes as u64, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A connection that is encrypted from the start.
#[derive(Debug)]
pub(super) struct EncryptedStream(#[expect(deprecated, reason = "as above")] AsyncNetworkStream);

impl EncryptedStream {
    /// Encrypts a connection.
    ///
    /// # Errors
    /// When the server can't, or its certificate is for somebody else.
    #[expect(deprecated, reason = "as above")]
    pub async fn encrypt(
        wire: CountedStream,
        tls: TlsParameters,
    ) -> Result<Self, lettre::transport::smtp::Error> {
        let mut stream = AsyncNetworkStream::use_existing_tokio1(Box::new(wire));
        stream.upgrade_tls(tls).await?;
        Ok(Self(stream))
    }
}

impl AsyncTokioStream for EncryptedStream {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.peer_addr()
    }
}

impl AsyncRead for EncryptedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.0).poll_read(cx, buf.initialize_unfilled());
        read.map_ok(|bytes| buf.advance(bytes))
    }
}

impl AsyncWrite for EncryptedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_close(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn gives_one_line_at_a_time_and_leaves_the_others_in_the_socket() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (stream, monitor) = connect(("127.0.0.1", port)).await.expect("connected");
        let (mut server, _) = listener.accept().await.expect("accepted");
        let long = "x".repeat(3 * LINE_MAX);
        let sent = format!("220 go on\r\n250-injected\r\n250 {long}\r\nno end");
        server.write_all(sent.as_bytes()).await.expect("sent");
        drop(server);
        let mut stream = BufReader::new(stream);
        for expected in ["220 go on\r\n", "250-injected\r\n"] {
            let mut line = String::new();
            stream.read_line(&mut line).await.expect("a line");
            assert_eq!(line, expected);
            assert_eq!(stream.buffer(), b"");
            assert!(monitor.has_unread());
        }
        let mut rest = String::new();
        stream.read_to_string(&mut rest).await.expect("the rest");
        assert_eq!(rest, format!("250 {long}\r\nno end"));
        assert_eq!(monitor.received_bytes(), sent.len() as u64);
    }
}
