//! Where files are: the workspace, the target directory and what xtask stores inside it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ErrorText;

/// The folders that all commands use.
#[derive(Debug, Clone)]
pub struct Paths {
    /// The root of the clone.
    pub root: PathBuf,
    /// Cargo's target directory, wherever `CARGO_TARGET_DIR` or a configuration sets it.
    pub target: PathBuf,
}

impl Paths {
    /// Finds the folders by asking cargo, so that every setting of the target directory is respected.
    pub fn find() -> Result<Self, ErrorText> {
        let output = Command::new(cargo_program())
            .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
            .output()
            .map_err(|e| format!("cargo could not be started: {e}"))?;
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
            .map_err(|_| "run this inside the Plumbline repository.".to_owned())?;
        let folder = |name: &str| {
            metadata[name].as_str().map(PathBuf::from).ok_or(format!("cargo metadata names no {name}"))
        };
        Ok(Self { root: folder("workspace_root")?, target: folder("target_directory")? })
    }

    /// The web app's folder.
    pub fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// Where the pinned build tools are installed.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    /// A program that npm installed for the web app.
    pub fn npm_bin(&self, name: &str) -> PathBuf {
        self.web().join("node_modules/.bin").join(name)
    }

    /// The server's binary in the debug or release profile.
    pub fn server(&self, release: bool) -> PathBuf {
        let profile = if release { "release" } else { "debug" };
        self.target.join(profile).join(format!("plumbline{}", std::env::consts::EXE_SUFFIX))
    }
}

/// The cargo that runs this program, so that a `+toolchain` stays in effect.
pub fn cargo_program() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from)
}

/// The first program with this name on PATH.
pub fn find_on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_file(file))
}

fn is_file(file: &Path) -> bool {
    file.metadata().is_ok_and(|m| m.is_file())
}
