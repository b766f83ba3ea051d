//! The parts of a PNG that are decoded: its pixels and its orientation.
//!
//! A picture may contain a colour profile, texts and animation frames, compressed: 240 KB of them unpack to 250 MB.
//! None of that is kept, so none of it is unpacked. JPEG and WebP contain theirs uncompressed, so they can't grow.

use std::borrow::Cow;

const START: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The chunks that are decoded; the last one contains the orientation of the camera, and is not compressed.
const KEPT: [&[u8]; 6] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"eXIf"];

/// The bytes around the data of a chunk: its length, name and checksum.
const FRAME: usize = 12;

/// The file without chunks that aren't decoded. A file that is no PNG or is incomplete is returned unchanged, and the
/// decoder reports the error.
pub(super) fn pixels_only(file: &[u8]) -> Cow<'_, [u8]> {
    without_others(file).map_or(Cow::Borrowed(file), Cow::Owned)
}

fn without_others(file: &[u8]) -> Option<Vec<u8>> {
    let mut rest = file.strip_prefix(START)?;
    let mut kept = START.to_vec();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(*rest.first_chunk()?);
        let whole = usize::try_from(length).ok()?.checked_add(FRAME)?;
        let (chunk, after) = rest.split_at_checked(whole)?;
        let name = &chunk[4..8];
        if KEPT.contains(&name) {
            kept.extend_from_slice(chunk);
        }
        rest = if name == b"IEND" { &[] } else { after };
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).expect("short").to_be_bytes();
        [&length, name, data, b"crc."].concat()
    }

    #[test]
    fn profiles_texts_and_further_frames_are_left_out() {
        let parts: [(&[u8], bool); 10] = [
            (b"IHDR", true),
            (b"iCCP", false),
            (b"PLTE", true),
            (b"zTXt", false),
            (b"iTXt", false),
            (b"eXIf", true),
            (b"IDAT", true),
            (b"fdAT", false),
            (b"IDAT", true),
            (b"IEND", true),
        ];
        let of = |all: bool| {
            let some = parts.iter().filter(|(_, is_kept)| all || *is_kept);
            let chunks = some.map(|(name, _)| chunk(name, b"data"));
            [START.to_vec()]
                .into_iter()
                .chain(chunks)
                .collect::<Vec<_>>()
                .concat()
        };
        let mut file = of(true);
        file.extend_from_slice(b"what comes after the end");
        assert_eq!(pixels_only(&file), of(false));
    }

    #[test]
    fn what_is_no_whole_png_stays_as_it_is() {
        let short = [START, &chunk(b"IHDR", b"data")[..10]].concat();
        let long = [START, b"\xff\xff\xff\xffIDAT"].concat();
        for file in [b"".as_slice(), b"\xff\xd8\xff", START, &short, &long] {
            assert_eq!(pixels_only(file), file);
        }
    }
}
