//! The `plumbline` command.

use std::process::ExitCode;

// A tenth more documents a second than with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    plumbline::cli::main()
}
