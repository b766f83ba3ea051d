//! Commands for the operator: backups, restoring, the doctor, and the admins.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use super::AdminCommand;
use crate::admin::grant;
use crate::doctor::{self, Installation};
use plumbline_platform::clock::{SharedClock, SystemClock, format_london_date_time};
use plumbline_platform::config::{Config, read_destination};
use plumbline_platform::data_folder;
use plumbline_platform::db::{Db, sqlite_path};
use plumbline_platform::error::BoxError;
use plumbline_platform::files::FileStorage;
use plumbline_platform::ids::{Ids, SystemEntropy};
use plumbline_work::backup::take::{self, BackupContext};
use plumbline_work::backup::{self, BackupError, Place, restore};

/// Opens an existing database without migrating it: a backup contains the tables as they are, and its verification
/// shows whether this program can migrate them.
async fn open_database(config: &Config) -> Result<Db, BoxError> {
    let url = config.database_url.as_deref();
    if !Db::exists(url, &config.data).await? {
        let folder = config.data.display();
        return Err(format!("there is no database in {folder}, nor where DATABASE_URL says").into());
    }
    Ok(Db::open_without_migrating(url, &config.data, config.db_connections).await?)
}

fn restrict_permissions(config: &Config) {
    let database = config.database_url.as_deref().and_then(sqlite_path);
    data_folder::make_private(&config.data, database.as_deref());
}

/// Makes a backup now.
pub(super) async fn backup(config: Config, (to, anew): (Option<String>, bool)) -> Result<(), BoxError> {
    let destination = match (&to, &config.backup.to) {
        (Some(to), _) => read_destination(to)?,
        (None, Some(destination)) => destination.clone(),
        (None, None) => return Err(BackupError::Nowhere.into()),
    };
    let db = open_database(&config).await?;
    restrict_permissions(&config);
    let clock: SharedClock = Arc::new(SystemClock);
    let ids = Ids::new(clock.clone(), Arc::new(SystemEntropy));
    let whole = BackupContext {
        db: &db,
        files: &FileStorage::open(&config.data.join("files"))?,
        data: &config.data,
        clock: &clock,
        ids: &ids,
        starts_anew: anew,
    };
    let place = Place::from_destination(&destination)?;
    // Old backups in a place that a person chose for one backup are theirs to remove.
    let keep = to.is_none().then_some(config.backup.keep);
    let taken = take::take(&whole, &place, keep).await;
    if let Ok(taken) = &taken {
        backup::record_made(&db, &taken.row, clock.now_ms()).await;
    }
    db.close().await;
    let taken = taken?;
    let (row, proof) = (&taken.row, &taken.proof);
    let file = format!("{}/{}", row.place.trim_end_matches('/'), row.name);
    if !proof.holds() {
        return Err(format!("{file} was made, but failed its check: {}", proof.summary()).into());
    }
    println!("{file}: {}", proof_counts(proof));
    Ok(())
}

fn proof_counts(proof: &plumbline_work::backup::prove::Proof) -> String {
    let missing = match proof.missing {
        0 => String::new(),
        missing => format!(" (already missing: {missing})"),
    };
    format!(
        "verified, accounts: {}, documents recalculated: {}, pictures compared: {}{missing}",
        proof.accounts, proof.documents, proof.files
    )
}

/// Restores a backup, or undoes the last restore.
pub(super) async fn restore(config: Config, file: Option<String>, unproved: bool) -> Result<(), BoxError> {
    restrict_permissions(&config);
    let clock: SharedClock = Arc::new(SystemClock);
    let now = clock.now_ms();
    let Some(file) = file else {
        let before = restore::take_back(&config, now).await?;
        println!("The last restore was undone. The data it had restored is in {before}.");
        return Ok(());
    };
    let restored = restore::restore(&config, &file, unproved, now).await?;
    let text = if restored.proof.holds() {
        proof_counts(&restored.proof)
    } else {
        format!("it failed its check: {}", restored.proof.summary())
    };
    println!("Restored as of {}: {text}.", format_london_date_time(restored.manifest.made_at));
    if let Some(before) = restored.before {
        println!(
            "The data from before is in {before}: `plumbline restore --back` brings it back. Once all is well you \
             can delete it."
        );
    }
    Ok(())
}

/// Gives or takes away the role of administrator, or lists those who have it.
pub(super) async fn admin(config: Config, command: AdminCommand) -> Result<(), BoxError> {
    let state = super::build_offline_state(config).await?;
    let text = match command {
        AdminCommand::Grant { email } => grant::grant(&state, &email).await,
        AdminCommand::Revoke { email } => grant::revoke(&state, &email).await,
        AdminCommand::List => grant::list_admins(&state).await,
    };
    state.db.close().await;
    println!("{}", text?);
    Ok(())
}

/// How long a server may take to respond whether it is ready.
const READY_TIMEOUT: Duration = Duration::from_secs(4);

/// Asks the server with this configuration whether it is ready.
pub(super) async fn ready(config: Config) -> Result<(), BoxError> {
    let mut address = config.listen;
    // The server listens on all addresses, so the loopback address is enough.
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let client = reqwest::Client::builder().no_proxy().timeout(READY_TIMEOUT).build()?;
    let answer = client.get(format!("http://{address}/readyz")).send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    if !status.is_success() {
        return Err(format!("it answers {status}").into());
    }
    println!("{text}");
    Ok(())
}

/// Reports what may be wrong; the exit code is a failure if something does not work.
pub(super) async fn doctor(config: Config, as_json: bool) -> Result<ExitCode, BoxError> {
    let db = open_database(&config).await.map_err(|error| error.to_string());
    let patient = Installation { config, db, clock: Arc::new(SystemClock) };
    let findings = doctor::run_checks(&patient).await;
    if let Ok(db) = &patient.db {
        db.close().await;
    }
    if as_json {
        println!("{}", serde_json::to_string_pretty(&findings)?);
    } else {
        print!("{}", doctor::format_findings(&findings));
    }
    Ok(if doctor::is_broken(&findings) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
