//! Dates of files: what lies compiled outside a clone is not compiled anew because the clone is younger.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::Failure;
use crate::paths::Paths;
use crate::stamp::Stamp;

/// What stands in for parts of the typesetter, and is as good as never changed.
const SOURCES: &str = "typesetter";

/// The sources of the typesetter's stand-ins, and whether they are those that were compiled last.
///
/// Cargo goes by the dates of files, and those of a clean clone are of its own hour: the stand-ins would be compiled
/// anew, and after them all of the typesetter, which is a third of what there is to compile. Only where the target
/// directory is kept outside the clone: in one's own, one's own edits count by their dates.
pub struct Kept(Option<Stamp>);

impl Kept {
    /// Makes the sources older than what was compiled of the same text, or younger than what was of another.
    pub fn find(paths: &Paths) -> Result<Self, Failure> {
        if paths.target.starts_with(&paths.root) {
            return Ok(Self(None));
        }
        let stamp = Stamp::shared(paths, SOURCES, &[SOURCES], &[])?;
        let date = if stamp.holds(&[]) {
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_577_836_800)
        } else {
            stamp.forget()?;
            SystemTime::now()
        };
        set(&paths.root.join(SOURCES), date)
            .map_err(|e| format!("the dates of {SOURCES} could not be set: {e}"))?;
        Ok(Self(Some(stamp)))
    }

    /// Notes that these sources are what is compiled now.
    pub fn keep(&self) -> Result<(), Failure> {
        self.0.as_ref().map_or(Ok(()), Stamp::keep)
    }
}

fn set(path: &Path, date: SystemTime) -> io::Result<()> {
    if !path.is_dir() {
        return File::options().append(true).open(path)?.set_modified(date);
    }
    for entry in fs::read_dir(path)? {
        set(&entry?.path(), date)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_old_only_where_the_same_were_compiled() {
        let folder = std::env::temp_dir().join(format!("plumbline-dates-{}", std::process::id()));
        let file = folder.join("clone/typesetter/one/src/lib.rs");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "one").unwrap();
        let paths = Paths {
            root: folder.join("clone"),
            target: folder.join("target"),
        };
        let is_old = || {
            let date = fs::metadata(&file).unwrap().modified().unwrap();
            date.elapsed().unwrap() > Duration::from_secs(3600)
        };

        let kept = Kept::find(&paths).unwrap();
        assert!(!is_old(), "nothing was compiled yet");
        kept.keep().unwrap();
        Kept::find(&paths).unwrap();
        assert!(is_old(), "the same was compiled");
        fs::write(&file, "two").unwrap();
        set(&file, SystemTime::UNIX_EPOCH).unwrap();
        Kept::find(&paths).unwrap();
        assert!(!is_old(), "another text was compiled, whatever its date");

        let own = Paths {
            target: paths.root.join("target"),
            ..paths.clone()
        };
        set(&file, SystemTime::UNIX_EPOCH).unwrap();
        Kept::find(&own).unwrap().keep().unwrap();
        assert!(is_old(), "a developer's own are left alone");
        fs::remove_dir_all(&folder).unwrap();
    }
}
