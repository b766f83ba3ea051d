//! The parts of a PNG that are decoded: its pixels and its orientation.
//!
//! A picture may contain a colour profile, texts and animation frames, compressed: 240 KB of them can unpack to 250 MB.
//! They aren't used, so they are removed before the file is decoded, even if the file was cut off. The decoder takes
//! some microseconds for each chunk, however few bytes it has, so their number is limited, and pixel chunks without
//! data are left out.

use std::borrow::Cow;

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The chunks that are decoded; the last one contains the orientation of the camera, and is not compressed.
const DECODED_CHUNKS: [&[u8]; 6] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"eXIf"];

/// The most chunks that are decoded. Programs write 8 KB of pixels into each, or one row, and a large picture has a
/// thousand or a few thousand of them.
const CHUNKS_MAX: usize = 20_000;
/// The limit as text.
pub(super) const CHUNKS_MAX_TEXT: &str = "20,000";

/// The bytes around the data of a chunk: its length, name and checksum.
const CHUNK_OVERHEAD: usize = 12;

/// The file with only the chunks that are decoded. It ends before the first incomplete chunk; if pixels are missing
/// then, the decoder reports the error. A file that isn't a PNG is returned unchanged. `None` if there are too many
/// chunks.
pub(super) fn strip_metadata(file: &[u8]) -> Option<Cow<'_, [u8]>> {
    let Some(mut rest) = file.strip_prefix(PNG_SIGNATURE) else {
        return Some(Cow::Borrowed(file));
    };
    let mut stripped = PNG_SIGNATURE.to_vec();
    let mut chunks = 0;
    while let Some((chunk, after)) = split_first_chunk(rest) {
        let name = &chunk[4..8];
        let is_empty_data = name == b"IDAT" && chunk.len() == CHUNK_OVERHEAD;
        if DECODED_CHUNKS.contains(&name) && !is_empty_data {
            chunks += 1;
            if chunks > CHUNKS_MAX {
                return None;
            }
            stripped.extend_from_slice(chunk);
        }
        rest = if name == b"IEND" { &[] } else { after };
    }
    Some(Cow::Owned(stripped))
}

/// Splits the file after its first chunk; `None` if that isn't complete.
fn split_first_chunk(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = u32::from_be_bytes(*rest.first_chunk()?);
    let whole = usize::try_from(length).ok()?.checked_add(CHUNK_OVERHEAD)?;
    rest.split_at_checked(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(file: &[u8]) -> Cow<'_, [u8]> {
        strip_metadata(file).expect("few chunks")
    }

    fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).expect("short").to_be_bytes();
        [&length, name, data, b"crc."].concat()
    }

    #[test]
    fn leaves_out_profiles_texts_and_animation_frames() {
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
        let png = |all: bool| {
            let included = parts.iter().filter(|(_, is_decoded)| all || *is_decoded);
            let chunks = included.map(|(name, _)| chunk(name, b"data"));
            [PNG_SIGNATURE.to_vec()].into_iter().chain(chunks).collect::<Vec<_>>().concat()
        };
        let mut file = png(true);
        file.extend_from_slice(b"what comes after the end");
        assert_eq!(stripped(&file), png(false));
    }

    #[test]
    fn keeps_only_the_complete_chunks_of_a_truncated_file() {
        let profile = chunk(b"iCCP", b"compressed");
        let pixels = chunk(b"IDAT", b"data");
        let start = [PNG_SIGNATURE, &chunk(b"IHDR", b"data")].concat();
        for (rest, left) in [
            (profile.clone(), vec![]),
            ([profile.clone(), pixels.clone()].concat(), vec![]),
            ([profile, pixels.clone(), chunk(b"IEND", b"")].concat(), pixels),
        ] {
            let whole = [start.clone(), rest].concat();
            let left = [start.clone(), left].concat();
            for cut in 1..CHUNK_OVERHEAD {
                assert_eq!(*stripped(&whole[..whole.len() - cut]), left, "{cut}");
            }
        }
        let endless = [start.as_slice(), b"\xff\xff\xff\xffiCCPdata"].concat();
        assert_eq!(*stripped(&endless), start);
        assert_eq!(*stripped(&start[..20]), *PNG_SIGNATURE);
    }

    #[test]
    fn drops_empty_pixel_chunks_and_refuses_too_many_others() {
        let [start, end] = [b"IHDR", b"IEND"].map(|name| chunk(name, b""));
        let file = |part: &[u8], times: usize| {
            [PNG_SIGNATURE, &start, &part.repeat(times), &chunk(b"IDAT", b"data"), &end].concat()
        };
        assert_eq!(stripped(&file(&chunk(b"IDAT", b""), 3 * CHUNKS_MAX)), file(b"", 0));
        assert_eq!(stripped(&file(&chunk(b"tEXt", b""), 3 * CHUNKS_MAX)), file(b"", 0));
        for name in [b"IDAT", b"eXIf", b"tRNS"] {
            let small = chunk(name, b"x");
            let most = file(&small, CHUNKS_MAX - 3);
            assert_eq!(stripped(&most), most);
            assert!(strip_metadata(&file(&small, CHUNKS_MAX - 2)).is_none());
        }
    }

    #[test]
    fn leaves_files_other_than_png_unchanged() {
        for file in [b"".as_slice(), b"\xff\xd8\xff", &PNG_SIGNATURE[..7], b"GIF89a"] {
            assert_eq!(*stripped(file), *file);
        }
    }
}
