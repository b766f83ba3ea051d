//! What a quiet server holds of the machine's memory.
//!
//! The half of the program's file that a start reads (its relocations, the migrations, the routes
//! put together) stays mapped for as long as nothing else wants the memory, and counts as the
//! process's own in every figure an operator looks at. It is handed back once the server listens:
//! what a request needs of it comes back from the system's cache of the file, 64 kB at a touch.

/// Hands the pages of the program and its libraries back that nothing was written to. Where a
/// system does not say which those are, none are.
pub fn hand_back_what_starting_read() {
    #[cfg(target_os = "linux")]
    if let Ok(mappings) = std::fs::read_to_string("/proc/self/smaps") {
        linux::hand_back(&mappings);
    }
}

/// What the process holds of the machine's memory, in bytes; none where the system does not say it.
#[must_use]
pub fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kb: i64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kb * 1024)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ops::Range;

    use rustix::mm::{Advice, madvise};

    #[expect(
        unsafe_code,
        reason = "advice about mappings of files that cannot be written to and were not"
    )]
    pub fn hand_back(mappings: &str) {
        for place in unwritten(mappings) {
            let start = std::ptr::without_provenance_mut(place.start);
            // SAFETY: the pages are those of a file, without one of this process's own among them,
            // and cannot be written to: what is touched again is read from the file again.
            let told = unsafe { madvise(start, place.len(), Advice::LinuxDontNeed) };
            if let Err(error) = told {
                tracing::debug!(%error, "pages of the program were not handed back");
            }
        }
    }

    /// The places of private mappings of a file that cannot be written to and hold no page that was:
    /// relocated data, which is closed after the start, has such pages and must stay.
    pub fn unwritten(mappings: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = None;
        for line in mappings.lines() {
            if let Some(anonymous) = line.strip_prefix("Anonymous:") {
                found.extend(at.take().filter(|_| anonymous.trim() == "0 kB"));
            } else if let Some(mapping) = of_a_file(line) {
                at = mapping;
            }
        }
        found
    }

    /// A line that begins a mapping, as proc(5) gives it: `start-end mode offset device inode path`.
    /// `None` of any other line; within, where it is one that may be written to, or no file's.
    #[expect(clippy::option_option, reason = "another line, or another mapping")]
    fn of_a_file(line: &str) -> Option<Option<Range<usize>>> {
        let mut words = line.split_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let hex = |digits| usize::from_str_radix(digits, 16).ok();
        let place = hex(start)?..hex(end)?;
        let mode = words.next()?;
        let inode = words.nth(2)?;
        let fixed = mode.ends_with('p') && !mode.contains('w') && inode != "0";
        Some(fixed.then_some(place))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::linux::unwritten;

    const SMAPS: &str = "\
5500-5600 r--p 00000000 fe:00 77 /bin/plumbline
Rss:                   4 kB
Anonymous:             0 kB
5600-5700 r-xp 00001000 fe:00 77 /bin/plumbline
Rss:                   8 kB
Anonymous:             0 kB
5700-5800 r--p 00002000 fe:00 77 /bin/plumbline
Anonymous:             4 kB
5800-5900 rw-p 00003000 fe:00 77 /bin/plumbline
Anonymous:             0 kB
5900-5a00 r--s 00000000 fe:00 78 /data/plumbline.db-shm
Anonymous:             0 kB
7f00-8000 r-xp 00000000 00:00 0 [vdso]
Anonymous:             0 kB
";

    #[test]
    fn only_what_nobody_wrote_to_is_handed_back() {
        assert_eq!(unwritten(SMAPS), [0x5500..0x5600, 0x5600..0x5700]);
    }

    #[test]
    fn the_program_goes_on_after_its_pages_are_handed_back() {
        let resident = || {
            let status = std::fs::read_to_string("/proc/self/status").expect("what is held");
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("RssFile:"));
            let kb = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            kb.expect("kB of files")
        };
        let before = resident();
        super::hand_back_what_starting_read();
        let after = resident();
        assert!(after < before, "{after} kB of {before} kB");
    }
}
