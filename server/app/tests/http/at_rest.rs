//! What the server stores on its disk and writes to its log can't be used by anybody else.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use plumbline::config::Config;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::TestApp;

const OWNER: &str = "sam@taylor.example";

/// What was logged on this thread, on which the server runs too.
#[derive(Clone, Default)]
struct LogCapture(Arc<Mutex<Vec<u8>>>);

impl LogCapture {
    /// Captures the log until the guard is dropped.
    fn start(&self) -> tracing::subscriber::DefaultGuard {
        let log = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(self.clone());
        tracing::subscriber::set_default(log.finish())
    }

    fn text(&self) -> String {
        let bytes = self.0.lock().expect("the log");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for LogCapture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("the log").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogCapture {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Requests a new password for an account, and returns the link and the code from its emails.
async fn request_reset_secrets(app: &TestApp) -> [String; 2] {
    let client = app.new_client();
    app.register(&client, OWNER).await;
    let code = app.newest_code(OWNER).await;
    let verify = json!({ "email": OWNER, "code": code });
    client.post("/api/auth/verify-email", &verify).await.expect_status(200);
    let body = json!({ "email": OWNER, "recaptchaToken": client.solve_captcha().await });
    client.post("/api/auth/forgot-password", &body).await.expect_status(200);
    let received_email = app.receive_emails(OWNER).await.pop().expect("a mail");
    let link = received_email.first_link().expect("a link");
    let token = link.rsplit(['/', '=']).next().unwrap_or_default();
    assert!(token.len() >= 20, "{link}");
    [token.to_owned(), code]
}

#[tokio::test]
async fn the_log_contains_no_link_or_code_under_https() {
    let log = LogCapture::default();
    let default_guard = log.start();
    let https = |config: &mut Config| {
        config.public_url = Some("https://quotes.example".parse().expect("an address"));
    };
    let app = TestApp::start_with(https).await;
    let secrets = request_reset_secrets(&app).await;
    drop(default_guard);
    let text = log.text();
    assert!(text.contains("mail written"), "{text}");
    for secret in &secrets {
        assert!(!text.contains(secret.as_str()), "{secret} in {text}");
    }
    // The start says that nothing is sent, once.
    assert_eq!(text.matches("SMTP_URL is not set").count(), 1, "{text}");
    app.stop().await;
}

#[tokio::test]
async fn the_log_contains_the_link_and_the_code_on_a_local_server() {
    let log = LogCapture::default();
    let default_guard = log.start();
    let app = TestApp::start().await;
    let secrets = request_reset_secrets(&app).await;
    drop(default_guard);
    let text = log.text();
    for secret in &secrets {
        assert!(text.contains(secret.as_str()), "{secret} not in {text}");
    }
    app.stop().await;
}

#[cfg(unix)]
mod folder {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use super::*;

    fn read_mode(path: &Path) -> u32 {
        let about = fs::symlink_metadata(path).expect("it is there");
        about.permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("ours");
    }

    /// The files and folders in a folder, including itself.
    fn list_all(folder: &Path) -> Vec<std::path::PathBuf> {
        let mut found = vec![folder.to_owned()];
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                found.append(&mut list_all(&path));
            } else {
                found.push(path);
            }
        }
        found
    }

    #[track_caller]
    fn assert_private(folder: &Path) {
        for path in list_all(folder) {
            let wanted = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(read_mode(&path), wanted, "{}", path.display());
        }
    }

    #[tokio::test]
    async fn stored_files_are_accessible_only_to_their_owner() {
        let mut app = TestApp::start().await;
        request_reset_secrets(&app).await;
        let files = list_all(&app.folder());
        assert!(files.iter().any(|path| path.extension().is_some_and(|end| end == "eml")), "{files:?}");
        assert_private(&app.folder());
        app.restart().await;
        assert_private(&app.folder());
        app.stop().await;
    }

    #[tokio::test]
    async fn restricts_access_to_existing_files_but_leaves_foreign_ones_alone() {
        let before = async |config: &Config| {
            let data = &config.data;
            for folder in ["mail", "files/ab"] {
                fs::create_dir_all(data.join(folder)).expect("a folder");
            }
            for file in ["mail/old.eml", "files/ab/old", "migrate.lock"] {
                fs::write(data.join(file), "old").expect("a file");
                set_mode(&data.join(file), 0o644);
            }
            for folder in ["mail", "files", "files/ab", ""] {
                set_mode(&data.join(folder), 0o755);
            }
            // Somebody keeps something of theirs beside it, and a link leads there.
            let theirs = data.join("theirs");
            fs::write(&theirs, "theirs").expect("a file");
            set_mode(&theirs, 0o644);
            std::os::unix::fs::symlink(&theirs, data.join("mail/link")).expect("a link");
        };
        let app = TestApp::start_after(|_| {}, before).await;
        let folder = app.folder();
        assert_eq!(read_mode(&folder.join("theirs")), 0o644);
        fs::remove_file(folder.join("theirs")).expect("it is there");
        fs::remove_file(folder.join("mail/link")).expect("it is there");
        assert_private(&folder);
        app.stop().await;
    }
}
