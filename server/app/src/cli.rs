//! The command line.

mod operations;

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tracing_subscriber::EnvFilter;
use url::Url;

use crate::admin::grant;
use crate::first_start;
use crate::server::{self, Server};
use plumbline_platform::audit::AuditAction;
use plumbline_platform::clock::{ClockAhead, MINUTE, SystemClock};
use plumbline_platform::config::{self, Config, LogFormat};
use plumbline_platform::db::Db;
use plumbline_platform::error::BoxError;
use plumbline_platform::ids::SystemEntropy;
use plumbline_records::summaries::write;
use plumbline_work::emails::stopping;

/// Quotes and invoices for tradespeople.
#[derive(Debug, Parser)]
#[command(name = "plumbline", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the pages and the API (the default).
    Serve,
    /// Read one JSON document per line and write its totals, or its error, one per line.
    Calc {
        /// Write the discount that brings each document to this total instead, such as 500.00.
        #[arg(long, value_name = "TOTAL")]
        all_in: Option<String>,
    },
    /// Write the e-invoice (XML) of a document read from standard input (JSON).
    Einvoice,
    /// Update the database's tables, then stop.
    Migrate {
        /// Also write the rows of the lists again.
        #[arg(long)]
        lists: bool,
    },
    /// Make a backup, then check it by restoring a copy and calculating every document again.
    Backup {
        /// Start at a place that is empty now although it had backups before.
        #[arg(long)]
        anew: bool,
        /// The folder to write it to, or s3://bucket/prefix, instead of PLUMBLINE_BACKUP_TO.
        #[arg(long, value_name = "FOLDER")]
        to: Option<String>,
    },
    /// Restore a backup in place of the current data, which is moved aside. Stop the server first.
    Restore {
        /// The backup: a file, or s3://bucket/prefix/name.
        #[arg(required_unless_present = "back")]
        file: Option<String>,
        /// Undo the last restore.
        #[arg(long, conflicts_with = "file")]
        back: bool,
        /// Restore it even if its check finds faults.
        #[arg(long, conflicts_with = "back")]
        unproved: bool,
    },
    /// Ask the server on this machine whether it is ready; for a container's health check.
    Ready,
    /// Check this installation and say how to fix what is wrong.
    Doctor {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Create an example business to look around in.
    Demo,
    /// Manage the accounts of this server.
    Accounts {
        #[command(subcommand)]
        command: AccountsCommand,
    },
    /// Choose who may manage this server's accounts in the app.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Typeset the documents that the server sends on standard input.
    #[command(hide = true)]
    Typeset,
}

#[derive(Debug, Subcommand)]
enum AccountsCommand {
    /// List the accounts whose messages were reported, and those whose email is stopped.
    Reported,
    /// Stop an account from sending email to its customers.
    StopMail {
        /// The account's email address.
        email: String,
    },
    /// Let an account send email to its customers again; earlier reports no longer count.
    AllowMail {
        /// The account's email address.
        email: String,
    },
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    /// Let an account manage the others at /admin.
    Grant {
        /// The account's email address.
        email: String,
    },
    /// Take that permission away; the account's next request is refused.
    Revoke {
        /// The account's email address.
        email: String,
    },
    /// List the accounts that may manage the others.
    List,
}

/// Runs the command that the arguments name.
#[must_use]
pub fn main() -> ExitCode {
    let help = config::help_text();
    let command =
        Cli::command().after_help(help.clone()).mut_subcommand("serve", |serve| serve.after_help(help));
    let cli = match command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let done = match cli.command.unwrap_or(Command::Serve) {
        Command::Calc { all_in } => crate::calc::run(all_in.as_deref()).map_err(BoxError::from),
        Command::Einvoice => plumbline_work::einvoice::run().map_err(BoxError::from),
        Command::Serve => with_config(serve),
        Command::Migrate { lists } => with_config(|config| migrate(config, lists)),
        Command::Backup { anew, to } => with_config(|config| operations::backup(config, (to, anew))),
        Command::Restore { file, unproved, .. } => {
            with_config(|config| operations::restore(config, file, unproved))
        }
        Command::Ready => with_config(operations::ready),
        Command::Doctor { json } => match with_config(|config| operations::doctor(config, json)) {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        Command::Demo => with_config(demo),
        Command::Accounts { command } => with_config(|config| run_accounts(config, command)),
        Command::Admin { command } => with_config(|config| operations::admin(config, command)),
        Command::Typeset => plumbline_platform::pdf::typesetter_process::run().map_err(BoxError::from),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plumbline: {error}");
            ExitCode::FAILURE
        }
    }
}

fn with_config<T, F: Future<Output = Result<T, BoxError>>>(
    run: impl FnOnce(Config) -> F,
) -> Result<T, BoxError> {
    let config = Config::from_env()?;
    start_log(&config)?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(config))
}

fn start_log(config: &Config) -> Result<(), BoxError> {
    let filter: EnvFilter = config.log.parse()?;
    // The log goes to standard error, because standard output is for the line with the server's address.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match config.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}

async fn serve(config: Config) -> Result<(), BoxError> {
    let stop = stop_signal()?;
    let clock = Arc::new(ClockAhead(config.clock_ahead * MINUTE));
    if config.clock_ahead > 0 {
        tracing::warn!(minutes = config.clock_ahead, "the clock is ahead of the system's, as for a test run");
    }
    let server = Server::start(config, clock, Arc::new(SystemEntropy)).await?;
    println!("Plumbline is listening on http://{}", server.address());
    if let Some(address) = server.metrics_address() {
        tracing::info!(%address, "metrics are served");
    }
    stop.await;
    tracing::info!("stopping");
    server.stop().await;
    Ok(())
}

async fn migrate(config: Config, lists: bool) -> Result<(), BoxError> {
    if lists {
        first_start::check_database(&config).await?;
        let url = config.database_url.as_deref();
        let db = Db::open(url, &config.data, config.db_connections).await?;
        let mut tx = db.begin_write().await?;
        write::mark_all_unfilled(&mut tx).await?;
        tx.commit().await?;
        db.close().await;
    }
    let state = build_offline_state(config).await?;
    state.db.close().await;
    println!("The tables are up to date.");
    Ok(())
}

async fn demo(config: Config) -> Result<(), BoxError> {
    let public_url = offline_url(&config)?;
    crate::demo::run(config, public_url).await
}

async fn run_accounts(config: Config, command: AccountsCommand) -> Result<(), BoxError> {
    let state = build_offline_state(config).await?;
    let text = match command {
        AccountsCommand::Reported => stopping::list_reported(&state).await,
        AccountsCommand::StopMail { email } => {
            let text = stopping::stop_emails(&state, &email).await;
            grant::record_operator_action(&state, text, &email, AuditAction::StopMail).await
        }
        AccountsCommand::AllowMail { email } => {
            let text = stopping::allow_emails(&state, &email).await;
            grant::record_operator_action(&state, text, &email, AuditAction::AllowMail).await
        }
    };
    state.db.close().await;
    println!("{}", text?);
    Ok(())
}

/// Builds the services without a listener.
async fn build_offline_state(config: Config) -> Result<plumbline_platform::state::AppState, BoxError> {
    let public_url = offline_url(&config)?;
    Ok(server::build_services(config, public_url, Arc::new(SystemClock), Arc::new(SystemEntropy)).await?)
}

/// The address at which people would reach the server.
fn offline_url(config: &Config) -> Result<Url, BoxError> {
    match &config.public_url {
        Some(url) => Ok(url.clone()),
        None => Ok(Url::parse(&format!("http://{}", config.listen))?),
    }
}

/// A future that completes at Ctrl-C or when the system asks the process to stop.
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        // If the signal handler can't be installed, stop at once.
        let _ = tokio::signal::ctrl_c().await;
    })
}
