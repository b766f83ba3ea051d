//! Random schedules of faults between two devices and the real server.

use crate::Failure;
use crate::command;
use crate::counts::{self, Results};
use crate::paths::Paths;
use crate::scratch::{Scratch, Temporary};
use crate::web;

const SCRIPT: &str = "tests/schedules/run.mjs";
const COUNT: u32 = 5_000;

/// Runs the schedules from this seed, which is printed.
pub fn test(paths: &Paths, scratch: &Scratch, seed: u64) -> Result<Results, Failure> {
    // This doesn't test disk flushes, so it runs in memory.
    let memory = Temporary::in_memory(scratch)?;
    let mut node = web::node(paths);
    node.arg(SCRIPT)
        .arg(format!("--schedules={COUNT}"))
        .env("TMPDIR", memory.path())
        .env("PLUMBLINE_BIN", paths.server(false));
    node.arg(format!("--seed={seed}"));
    counts::of_tests(&command::watched(&mut node)?)
}
