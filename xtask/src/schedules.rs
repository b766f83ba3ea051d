//! Random schedules of faults between two devices and the real server.

use crate::ErrorText;
use crate::command;
use crate::counts::{self, Results};
use crate::paths::Paths;
use crate::scratch::{Scratch, TemporaryFolder};
use crate::web;

const SCRIPT: &str = "tests/schedules/run.mjs";
const COUNT: u32 = 5_000;

/// Runs the schedules from this seed, which is printed.
pub fn test(paths: &Paths, scratch: &Scratch, seed: u64) -> Result<Results, ErrorText> {
    // This doesn't test disk flushes, so it runs in memory.
    let memory = TemporaryFolder::in_memory(scratch)?;
    let mut node = web::node_command(paths);
    node.arg(SCRIPT)
        .arg(format!("--schedules={COUNT}"))
        .env("TMPDIR", memory.path())
        .env("PLUMBLINE_BIN", paths.server(false));
    node.arg(format!("--seed={seed}"));
    counts::count_tests(&command::run_watched(&mut node)?)
}
