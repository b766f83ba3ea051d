//! The connection for a conversation with a mail server. It knows how much has arrived so far, and whether something
//! has arrived that was not requested: a reply that comes before its command doesn't count.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use futures::io::{AsyncRead as _, AsyncWrite as _};
#[expect(deprecated, reason = "there is no other way to encrypt a connection that is there already")]
use lettre::transport::smtp::client::AsyncNetworkStream;
use lettre::transport::smtp::client::{AsyncTokioStream, TlsParameters};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A connection that counts the bytes read from it.
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
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        let bytes = (buf.filled().len() - before) as u64;
        self.came.fetch_add(bytes, Ordering::Relaxed);
        read
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
