//! The `plumbline` command.

use std::process::ExitCode;

use libmimalloc_sys::{mi_option_set, mi_option_t};

// With this allocator, a tenth more documents per second are calculated than with the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The option `purge_delay`, for which the crate has no name: after how many milliseconds freed memory may be returned
/// to the system.
const PURGE_DELAY: mi_option_t = 15;

fn main() -> ExitCode {
    return_freed_memory_at_once();
    plumbline::cli::main()
}

/// By default, freed memory is returned after a second, but only if its thread then goes on allocating. What a large
/// file took would stay until then, beside what the next one takes.
#[expect(unsafe_code, reason = "the crate has no safe function for it")]
fn return_freed_memory_at_once() {
    // SAFETY: it sets a number in a list, whose length mimalloc compares with the option.
    unsafe { mi_option_set(PURGE_DELAY, 0) }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn kilobytes() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").expect("the state of this process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    #[test]
    fn memory_that_is_freed_is_returned_to_the_system() {
        return_freed_memory_at_once();
        let before = kilobytes();
        for _ in 0..3 {
            let work = std::thread::spawn(|| {
                let texts: Vec<Vec<u8>> = (0..3_000).map(|_| vec![1; 10_000]).collect();
                texts.concat().len()
            });
            assert_eq!(work.join().expect("done"), 30_000_000);
        }
        let stays = kilobytes().saturating_sub(before);
        assert!(stays < 10_000, "{stays} kB");
    }
}
