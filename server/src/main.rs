//! The `plumbline` command.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    give_memory_back();
    plumbline::cli::main()
}

/// Has memory given back to the system a moment after it is free. A password costs 19 MB and a PDF more,
/// for a moment; kept for the next one, they would double what a quiet server holds. Given back at once, a
/// long list would ask the system for each of its pages anew: a third of its time.
#[allow(
    unsafe_code,
    reason = "an option of the allocator, set before there is another thread"
)]
fn give_memory_back() {
    /// `mi_option_purge_delay` of mimalloc.h, in milliseconds: the same since 2.1, and named by no
    /// constant of the crate.
    const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
    /// Longer than an answer takes, and shorter than anybody looks.
    const MOMENT_MS: std::ffi::c_long = 20;
    // SAFETY: it is only to be set by one thread at a time, and there is one.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, MOMENT_MS) };
}
