//! The real server, in a release build, under a bounded attack.

use crate::Failure;
use crate::command;
use crate::counts::{self, Counts};
use crate::paths::Paths;
use crate::run;
use crate::web;

const ATTACK: &str = "tests/load/attack.mjs";

/// Attacks it; every figure must be within its bound.
pub fn attack(paths: &Paths) -> Result<Counts, Failure> {
    let server = run::build(true)?;
    let mut node = web::node(paths);
    node.arg(ATTACK).env("PLUMBLINE_BIN", server);
    command::watched(&mut node).map(|outcome| counts::of_check(&outcome))
}
