//! Stamps: whether the inputs of a slow step are the same as when it last succeeded.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::ErrorText;
use crate::paths::Paths;

/// A digest of a step's inputs, which is saved after the step has succeeded.
pub struct Stamp {
    file: PathBuf,
    digest: String,
}

impl Stamp {
    /// Reads the inputs: files or folders relative to the workspace root, and texts such as a tool's version.
    pub fn new(paths: &Paths, name: &str, inputs: &[&str], texts: &[&str]) -> Result<Self, ErrorText> {
        // Several clones may share a target directory, but each has its own outputs.
        let mut clone = DefaultHasher::new();
        paths.root.hash(&mut clone);
        let folder = paths.target.join("xtask").join(format!("{:016x}", clone.finish()));
        Self::in_folder(&folder, paths, name, inputs, texts)
    }

    fn in_folder(
        folder: &Path,
        paths: &Paths,
        name: &str,
        inputs: &[&str],
        texts: &[&str],
    ) -> Result<Self, ErrorText> {
        let mut hasher = DefaultHasher::new();
        texts.hash(&mut hasher);
        for input in inputs {
            hash_tree(&paths.root, &paths.root.join(input), &mut hasher)
                .map_err(|e| format!("{input} could not be read: {e}"))?;
        }
        Ok(Self { file: folder.join(name), digest: format!("{:016x}", hasher.finish()) })
    }

    /// Whether the outputs exist and were made from these inputs.
    pub fn is_current(&self, outputs: &[PathBuf]) -> bool {
        let same = fs::read_to_string(&self.file).is_ok_and(|saved| saved == self.digest);
        same && outputs.iter().all(|output| output.exists())
    }

    /// Records that the step succeeded with these inputs.
    pub fn save(&self) -> Result<(), ErrorText> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&self.file, &self.digest))
            .map_err(|e| format!("{} could not be written: {e}", self.file.display()))
    }
}

fn hash_tree(root: &Path, path: &Path, hasher: &mut DefaultHasher) -> std::io::Result<()> {
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        return entries.iter().try_for_each(|entry| hash_tree(root, &entry.path(), hasher));
    }
    path.strip_prefix(root).unwrap_or(path).hash(hasher);
    fs::read(path)?.hash(hasher);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_current_until_an_input_changes() {
        let root = std::env::temp_dir().join(format!("plumbline-stamp-{}", std::process::id()));
        fs::create_dir_all(root.join("src")).unwrap();
        fs::write(root.join("src/a.ts"), "one").unwrap();
        let paths = Paths { root: root.clone(), target: root.join("target") };
        let stamp = |version: &str| Stamp::new(&paths, "web", &["src"], &[version]).unwrap();

        assert!(!stamp("1").is_current(&[]), "nothing was made yet");
        stamp("1").save().unwrap();
        assert!(stamp("1").is_current(&[root.join("src")]));
        assert!(!stamp("1").is_current(&[root.join("dist")]), "the output is missing");
        assert!(!stamp("2").is_current(&[]), "another version of the tool");
        fs::write(root.join("src/a.ts"), "two").unwrap();
        assert!(!stamp("1").is_current(&[]), "the source changed");
        fs::remove_dir_all(&root).unwrap();
    }
}
