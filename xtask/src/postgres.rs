//! A PostgreSQL of our own for one test run: a new cluster in a temporary folder, removed afterwards.

use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::ErrorText;
use crate::command;
use crate::paths::find_on_path;
use crate::scratch::{TemporaryFolder, find_memory_folder};
use crate::system;

/// Runs the server until its standard input is closed, however this program ends; then stops it and removes the folder.
const KEEPER: &str = r#"
trap '' INT TERM HUP
"$1/postgres" -D "$2/data" -p "$3" -k "$2" -c listen_addresses=127.0.0.1 -c fsync=off \
  -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 \
  -c jit=off -c autovacuum=off -c max_connections=300 >"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
rm -rf "$2"
"#;

/// `cargo xtask postgres`: a server for running tests by hand.
pub fn run_until_stopped() -> Result<ExitCode, ErrorText> {
    let database = Postgres::start()?;
    println!("export TEST_DATABASE_URL={}", database.url());
    println!("Ctrl-C stops it and removes its data.");
    loop {
        std::thread::park();
    }
}

/// A running cluster; dropping it stops the server and removes its folder.
pub struct Postgres {
    /// The process id of its keeper.
    keeper: u32,
    port: u16,
}

/// The keepers of the running clusters, where an interrupted run can find them.
static KEEPERS: Mutex<Vec<Child>> = Mutex::new(Vec::new());

fn keepers() -> MutexGuard<'static, Vec<Child>> {
    KEEPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops every cluster of this run, and waits until each has ended and its folder is removed.
pub fn stop_all() {
    for keeper in keepers().drain(..) {
        stop_keeper(keeper);
    }
}

/// Makes a keeper stop its server and remove the folder.
fn stop_keeper(mut keeper: Child) {
    drop(keeper.stdin.take());
    // A keeper that has ended already needs nothing more.
    let _ = keeper.wait();
}

impl Postgres {
    /// Finds or installs PostgreSQL, creates a cluster and starts it on a free port of 127.0.0.1.
    pub fn start() -> Result<Self, ErrorText> {
        let programs = match find() {
            Some(folder) => folder,
            None => {
                system::install(&["postgresql"], "The tests on PostgreSQL need its server.")?;
                find().ok_or("PostgreSQL was installed but its initdb was not found: put it on PATH.")?
            }
        };
        let user = User::for_server()?;
        // In memory, a test's database is created in a fifth of the time. The folder of this run can't be used, because
        // PostgreSQL's user can't read it if it belongs to root.
        const ROOM_KB: u64 = 4 * 1024 * 1024;
        let folder = find_memory_folder(ROOM_KB).unwrap_or_else(std::env::temp_dir);
        let folder = folder.join(format!("plumbline-pg-{}", std::process::id()));
        let folder = TemporaryFolder::create(folder)?;
        let server = Self::start_in(folder.path(), &programs, &user)?;
        // From here on, the keeper removes the folder after its server has ended.
        folder.release();
        Ok(server)
    }

    fn start_in(folder: &Path, programs: &Path, user: &User) -> Result<Self, ErrorText> {
        user.take_ownership(folder)?;
        let mut initdb = user.command(programs.join("initdb"), folder);
        initdb.args([
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "-D",
        ]);
        command::run_quietly(initdb.arg(folder.join("data")))?;

        let port = free_port()?;
        let mut keeper = user.command("sh", folder);
        keeper.args(["-c", KEEPER, "keeper"]).arg(programs).arg(folder).arg(port.to_string());
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let mut keepers = keepers();
        let keeper = keeper.spawn().map_err(|e| format!("PostgreSQL could not be started: {e}"))?;
        let server = Self { keeper: keeper.id(), port };
        keepers.push(keeper);
        drop(keepers);

        let give_up = Instant::now() + Duration::from_secs(60);
        let ready = folder.join("data/postmaster.pid");
        loop {
            let status = fs::read_to_string(&ready).unwrap_or_default();
            if status.lines().any(|line| line.trim() == "ready") {
                return Ok(server);
            }
            if Instant::now() > give_up {
                let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL did not start within a minute. Its log:\n{log}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The address for tests, which connect as its superuser.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut keepers = keepers();
        if let Some(at) = keepers.iter().position(|it| it.id() == self.keeper) {
            stop_keeper(keepers.swap_remove(at));
        }
    }
}

/// The user that the server runs as: the current user, or `postgres` if that is root.
struct User(Option<(u32, u32)>);

impl User {
    fn for_server() -> Result<Self, ErrorText> {
        if !system::is_root() {
            return Ok(Self(None));
        }
        let name = "postgres";
        match (system::find_user_id(Some(name)), system::find_group_id(name)) {
            (Some(user), Some(group)) => Ok(Self(Some((user, group)))),
            _ => Err(format!(
                "PostgreSQL refuses to run as root and there is no user '{name}': run 'useradd --system {name}'."
            )),
        }
    }

    fn take_ownership(&self, folder: &Path) -> Result<(), ErrorText> {
        let Some((user, group)) = self.0 else {
            return Ok(());
        };
        std::os::unix::fs::chown(folder, Some(user), Some(group))
            .map_err(|e| format!("{} could not be given to PostgreSQL's user: {e}", folder.display()))
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
        let mut command = Command::new(program);
        // That user couldn't read root's own folders.
        command.current_dir(folder).env("TMPDIR", folder);
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command
    }
}

/// The folder with `initdb` and `postgres`: from `pg_config`, otherwise Debian's newest, otherwise on PATH.
fn find() -> Option<PathBuf> {
    let configured =
        command::run_quietly(Command::new("pg_config").arg("--bindir")).ok().map(|s| PathBuf::from(s.trim()));
    let mut debian: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    debian.sort();
    let on_path = find_on_path("initdb").and_then(|file| file.parent().map(Path::to_path_buf));
    let newest_first = debian.into_iter().rev().map(|(_, folder)| folder);
    configured
        .into_iter()
        .chain(newest_first)
        .chain(on_path)
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

fn free_port() -> Result<u16, ErrorText> {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|e| format!("no free port on 127.0.0.1: {e}"))
}
