//! Only one run at a time: what a run has built isn't changed until it has ended.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::ErrorText;
use crate::paths::Paths;

/// The lock that is held from building to the end of a run.
pub struct RunLock {
    _held: [File; 2],
}

impl RunLock {
    /// Waits, with a message, while another run works in this clone or in its target directory, which several clones
    /// may share.
    pub fn acquire(paths: &Paths) -> Result<Self, ErrorText> {
        // Any file that exists in every clone will do.
        let of_clone = lock_file(&paths.web().join("package.json"), |file| File::open(file))?;
        let folder = paths.target.join("xtask");
        fs::create_dir_all(&folder).map_err(|e| format!("{} could not be made: {e}", folder.display()))?;
        let of_target = lock_file(&folder.join("lock"), |file| File::create(file))?;
        Ok(Self { _held: [of_clone, of_target] })
    }
}

/// Opens and locks the file.
fn lock_file(path: &Path, open: fn(&Path) -> std::io::Result<File>) -> Result<File, ErrorText> {
    let unusable = |e: std::io::Error| format!("{} cannot be locked: {e}", path.display());
    let file = open(path).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            println!("▸ Another run uses this clone or its target directory: waiting for its end");
            file.lock().map_err(unusable)?;
        }
        Err(TryLockError::Error(error)) => return Err(unusable(error)),
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_second_run_waits_for_the_end_of_the_first() {
        let root = std::env::temp_dir().join(format!("plumbline-turn-{}", std::process::id()));
        fs::create_dir_all(root.join("web")).unwrap();
        fs::write(root.join("web/package.json"), "{}").unwrap();
        let paths = Paths { target: root.join("target"), root: root.clone() };
        let first = RunLock::acquire(&paths).unwrap();
        let (sender, came) = mpsc::channel();
        let second = thread::spawn(move || {
            let _turn = RunLock::acquire(&paths).unwrap();
            sender.send(()).unwrap();
        });
        assert!(came.recv_timeout(Duration::from_millis(200)).is_err());
        drop(first);
        came.recv_timeout(Duration::from_secs(10)).unwrap();
        second.join().unwrap();
        fs::remove_dir_all(&root).unwrap();
    }
}
