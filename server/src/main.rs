//! The `plumbline` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    plumbline::cli::main()
}
