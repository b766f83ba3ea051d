//! Files that the binary contains in brotli, which makes it megabytes smaller: scripts and styles of the web app,
//! and fonts that few documents need.

/// The decompressed bytes; `None` if they can't be decompressed.
#[must_use]
pub fn decompress(packed: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &packed[..], &mut plain).ok()?;
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decompresses_nothing_that_is_not_compressed() {
        assert_eq!(decompress(b"as it is"), None);
    }
}
