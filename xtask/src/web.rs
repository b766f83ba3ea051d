//! The web app: its packages and its build.

use std::process::Command;

use crate::ErrorText;
use crate::command;
use crate::paths::Paths;
use crate::stamp::Stamp;
use crate::tools;

/// Runs `npm ci`, if the lock file has changed.
pub fn install_packages(paths: &Paths) -> Result<(), ErrorText> {
    let stamp = Stamp::new(paths, "npm", &["web/package.json", "web/package-lock.json"], &[])?;
    let output = paths.web().join("node_modules/.package-lock.json");
    if stamp.is_current(&[output]) {
        println!("  unchanged");
        return Ok(());
    }
    command::run(npm_command(paths).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    stamp.save()
}

/// Builds the web app into `web/dist`, if a source has changed. The packages and the rules must be ready.
pub fn build(paths: &Paths) -> Result<(), ErrorText> {
    let mut inputs = vec!["web/package-lock.json"];
    inputs.extend(SOURCES.iter().filter(|source| paths.root.join(source).exists()));
    let stamp = Stamp::new(paths, "web", &inputs, &[])?;
    if stamp.is_current(&[paths.web().join("dist/public.html")]) {
        println!("  unchanged");
        return Ok(());
    }
    command::run(npm_command(paths).args(["run", "--silent", "build"]))?;
    stamp.save()
}

/// npm in the folder of the web app.
pub fn npm_command(paths: &Paths) -> Command {
    let mut npm = Command::new(tools::npm_program());
    npm.current_dir(paths.web());
    npm
}

/// Node at the root of the clone, for scripts that share TypeScript with the browser tests.
pub fn node_command(paths: &Paths) -> Command {
    let mut node = Command::new("node");
    node.current_dir(&paths.root).arg("--import").arg(paths.web().join("node_modules/tsx/dist/loader.mjs"));
    node
}

/// The inputs of the build; the rules' package is in `web/src`.
const SOURCES: [&str; 11] = [
    "web/index.html",
    "web/check.html",
    "server/templates/check",
    "web/public.html",
    "web/src",
    "web/public",
    "web/vite.config.ts",
    "web/vite.packed.ts",
    "web/vite.site.ts",
    "web/vite.worker.ts",
    "web/tsconfig.json",
];
