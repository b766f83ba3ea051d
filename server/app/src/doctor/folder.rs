//! The data folder: whether it exists, is writable, is readable by its owner only, and has room.

use std::fs::{self, File};
use std::path::Path;

use super::{CheckOutcome, Installation, broken, fine, warning};
use plumbline_platform::data_folder::free;

/// A megabyte, in bytes.
const MEGABYTE: u64 = 1024 * 1024;
const LOW_SPACE: u64 = 1024 * MEGABYTE;
const NO_SPACE: u64 = 100 * MEGABYTE;

pub(super) fn check_usable(it: &Installation) -> CheckOutcome {
    let folder = &it.config.data;
    let display = folder.display();
    if !folder.is_dir() {
        return broken(
            format!("{display} doesn’t exist"),
            "mount its disk, or set PLUMBLINE_DATA to where it is",
        );
    }
    let probe = folder.join(format!(".doctor-{}", std::process::id()));
    let written = File::create(&probe).and_then(|file| file.sync_all());
    let _ = fs::remove_file(&probe);
    match written {
        Ok(()) => fine(display.to_string()),
        Err(error) => broken(
            format!("{display} cannot be written to: {error}"),
            "make the server’s user its owner, and check that its disk isn’t full or read-only",
        ),
    }
}

#[cfg(unix)]
pub(super) fn check_private(it: &Installation) -> CheckOutcome {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).map(|about| about.permissions().mode() & 0o777);
    let folder = &it.config.data;
    let names = ["", "plumbline.db", "files", "mail"];
    let open = names.iter().find_map(|name| {
        let path = if name.is_empty() { folder.clone() } else { folder.join(name) };
        let mode = mode(&path).ok()?;
        (mode & 0o077 != 0).then_some((path, mode))
    });
    match open {
        None => fine("no other user on this machine can read the data"),
        Some((path, mode)) => warning(
            format!("other users on this machine can read {} ({mode:o})", path.display()),
            format!("chmod -R go= {}", folder.display()),
        ),
    }
}

#[cfg(not(unix))]
pub(super) fn check_private(_: &Installation) -> CheckOutcome {
    fine("up to this system")
}

pub(super) fn check_space(it: &Installation) -> CheckOutcome {
    let Some(free) = free(&it.config.data) else {
        return warning("can’t tell how much space is free", "check the disk yourself");
    };
    let found = format!("{} MB free", free / MEGABYTE);
    let fix = "free some space: old files in before-restore-… folders, logs, or a larger disk. A backup needs as \
                much space as the database";
    match free {
        free if free < NO_SPACE => broken(found, fix),
        free if free < LOW_SPACE => warning(found, fix),
        _ => fine(found),
    }
}
