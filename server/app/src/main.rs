//! The `plumbline` command.

use std::process::ExitCode;

// With this allocator, a tenth more documents per second are calculated than with the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    plumbline::cli::main()
}
