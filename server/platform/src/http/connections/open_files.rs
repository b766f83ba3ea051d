//! How many files, and so connections, the process may have open.

/// Raises the limit of open files as far as the system allows, and returns the new limit; `None` if there is no such
/// limit. Systems start programs with a low limit because of a call (`select`) that this program doesn't use.
#[cfg(unix)]
#[must_use]
pub fn raise_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let before = getrlimit(Resource::Nofile);
    if before.current != before.maximum {
        let wanted = Rlimit { current: before.maximum, maximum: before.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, wanted) {
            tracing::warn!(%error, "the limit of open files cannot be raised");
        }
    }
    getrlimit(Resource::Nofile).current
}

/// Other systems have no such limit.
#[cfg(not(unix))]
#[must_use]
pub fn raise_limit() -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn the_limit_is_as_high_as_it_may_be() {
        let raised = super::raise_limit();
        assert_eq!(raised, getrlimit(Resource::Nofile).maximum);
    }
}
