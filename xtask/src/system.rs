//! What tests need from the system, installed with its package manager.

use std::process::{Command, Stdio};

use crate::ErrorText;
use crate::command;
use crate::paths::find_on_path;

/// Installs packages on Debian or Ubuntu; on other systems, or without permission, the error says what to do.
pub fn install(packages: &[&str], why: &str) -> Result<(), ErrorText> {
    let named = packages.join(" ");
    let by_hand = format!("{why} Install it ('{named}' in most systems) and run again.");
    if find_on_path("apt-get").is_none() {
        return Err(by_hand);
    }
    println!("  installing {named} with apt-get");
    let apt = |arguments: &[&str]| {
        let mut apt = if is_root() { Command::new("apt-get") } else { Command::new("sudo") };
        if !is_root() {
            apt.args(["-n", "apt-get"]);
        }
        apt.args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            // apt's own user couldn't read the folder of this run.
            .env_remove("TMPDIR")
            .stdout(Stdio::null());
        // It is left alone when the run is interrupted: apt-get finishes without leaving a package half installed.
        match apt.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("apt-get failed ({status}).")),
            Err(error) => Err(format!("apt-get could not be started: {error}.")),
        }
    };
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(packages);
    apt(&["update", "-q"]).and_then(|()| apt(&install)).map_err(|sentence| format!("{by_hand} ({sentence})"))
}

/// Whether the package list of Debian or Ubuntu contains this package; always false on other systems.
pub fn has_package(package: &str) -> bool {
    find_on_path("apt-cache").is_some()
        && command::run_quietly(Command::new("apt-cache").args(["show", package])).is_ok()
}

/// Whether the current user is root, which PostgreSQL and Chromium's sandbox refuse.
pub fn is_root() -> bool {
    find_user_id(None) == Some(0)
}

/// A user's id; the current user's for `None`.
pub fn find_user_id(name: Option<&str>) -> Option<u32> {
    parse_id("-u", name)
}

/// A user's group id.
pub fn find_group_id(name: &str) -> Option<u32> {
    parse_id("-g", Some(name))
}

fn parse_id(which: &str, name: Option<&str>) -> Option<u32> {
    let text = command::run_quietly(Command::new("id").arg(which).args(name)).ok()?;
    text.trim().parse().ok()
}
