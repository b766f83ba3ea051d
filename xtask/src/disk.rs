//! A short history during which every write to the disk fails once.

use crate::ErrorText;
use crate::command;
use crate::counts::{self, Counts};
use crate::paths::Paths;
use crate::web;

const SCRIPT: &str = "tests/disk/run.mjs";

/// Runs the test, which checks that nothing is half written or lost.
pub fn test(paths: &Paths) -> Result<Counts, ErrorText> {
    let mut node = web::node_command(paths);
    node.arg(SCRIPT).env("PLUMBLINE_BIN", paths.server(false));
    command::run_watched(&mut node).map(|outcome| counts::count_check(&outcome))
}
