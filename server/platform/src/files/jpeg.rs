//! The parts of a JPEG that are decoded, and how much work that is, found from its markers.
//!
//! Profiles, texts and maker notes are left out, because only their orientation is used, and because the decoder's time
//! grows with the square of a text in many parts: minutes for 12 MB. The file is written again from what was read here,
//! so that the decoder doesn't find anything else in it. The decoder also takes a tenth of a millisecond for a table,
//! however few bytes it has, so their number is limited: 5 MB of them took 20 seconds.

use std::iter;

use super::picture::PictureError;

/// The markers of a frame; C4, C8 and CC among them mean something else.
const FRAMES: std::ops::RangeInclusive<u8> = 0xC0..=0xCF;
const NO_FRAMES: [u8; 3] = [0xC4, 0xC8, 0xCC];
/// A frame that is decoded from top to bottom.
const BASELINE: [u8; 2] = [0xC0, 0xC1];
const SCAN: u8 = 0xDA;
const BEGINNING: u8 = 0xE0;
const ORIENTATION: u8 = 0xE1;
const COLOURS: u8 = 0xEE;
/// The markers of programs, and of a comment.
const PROGRAMS: std::ops::RangeInclusive<u8> = 0xE0..=0xEF;
const COMMENT: u8 = 0xFE;
const END: u8 = 0xD9;
const HUFFMAN_TABLES: u8 = 0xC4;
const QUANTISATION_TABLES: u8 = 0xDB;

/// The most segments and tables that are decoded. A progressive picture of a hundred scans has some hundred.
pub(super) const PARTS_MAX: usize = 2_000;
/// The limit as text.
const PARTS_MAX_TEXT: &str = "2,000";

/// What the markers contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    /// How many passes over the whole picture there are.
    pub scans: usize,
    /// Whether the whole picture is in memory, in another form, until the last scan: a progressive one, or one that
    /// contains the colours one after another.
    pub is_layered: bool,
}

/// A marker with its data.
struct Segment<'a> {
    /// The bytes before it, which belong to no segment: the pixels of a scan.
    before: &'a [u8],
    marker: u8,
    /// `None` if it isn't complete.
    data: Option<&'a [u8]>,
}

/// The parts of a complete JPEG that are decoded, and its plan. Data that a camera adds after the end doesn't matter.
///
/// # Errors
/// When the file was cut off during the upload, because the decoder fills the missing part with grey; and when it has
/// too many segments or tables.
pub(super) fn read(bytes: &[u8]) -> Result<(Vec<u8>, Plan), PictureError> {
    let mut plan = Plan { scans: 0, is_layered: false };
    let mut saved = vec![0xFF, 0xD8];
    let (mut colours, mut is_oriented, mut parts) = (0, false, 0);
    for Segment { before, marker, data } in segments(bytes) {
        let data = data.ok_or(PictureError::Damaged)?;
        if plan.scans > 0 {
            saved.extend_from_slice(before);
        }
        if marker == END {
            saved.extend_from_slice(&[0xFF, END]);
            return Ok((saved, plan));
        }
        let is_orientation = marker == ORIENTATION && data.starts_with(b"Exif") && !is_oriented;
        let is_of_program = PROGRAMS.contains(&marker) && ![BEGINNING, COLOURS].contains(&marker);
        if marker == COMMENT || is_of_program && !is_orientation {
            continue;
        }
        parts += 1 + count_tables(marker, data);
        if parts > PARTS_MAX {
            return Err(PictureError::TooManyParts("JPEG", PARTS_MAX_TEXT));
        }
        let length = u16::try_from(data.len() + 2).map_err(|_| PictureError::Damaged)?;
        saved.extend_from_slice(&[0xFF, marker]);
        saved.extend_from_slice(&length.to_be_bytes());
        saved.extend_from_slice(data);
        is_oriented |= is_orientation;
        match marker {
            SCAN => {
                plan.scans += 1;
                plan.is_layered |= data.first() != Some(&colours);
            }
            _ if FRAMES.contains(&marker) && !NO_FRAMES.contains(&marker) => {
                plan.is_layered |= !BASELINE.contains(&marker);
                // After the precision, the height and the width.
                colours = *data.get(5).ok_or(PictureError::Damaged)?;
            }
            _ => {}
        }
    }
    Err(PictureError::Damaged)
}

/// How many tables there are in a segment, which may be several.
fn count_tables(marker: u8, data: &[u8]) -> usize {
    let mut rest = data;
    let mut tables = 0;
    while let (HUFFMAN_TABLES | QUANTISATION_TABLES, Some(first)) = (marker, rest.first()) {
        tables += 1;
        let size = if marker == HUFFMAN_TABLES {
            // Its number, then how many symbols there are of each length, then the symbols.
            let counts = rest.iter().skip(1).take(16);
            17 + counts.map(|count| usize::from(*count)).sum::<usize>()
        } else {
            // Its precision and number, then 64 values of one byte or two.
            1 + 64 * (1 + usize::from(first >> 4 > 0))
        };
        rest = rest.get(size..).unwrap_or(&[]);
    }
    tables
}

fn segments(bytes: &[u8]) -> impl Iterator<Item = Segment<'_>> {
    let mut rest = bytes;
    iter::from_fn(move || {
        let from = rest;
        let mut at = 0;
        // In a scan, an FF byte is followed by a 0 or a restart marker, so the next other marker ends the scan.
        loop {
            let found = at + from.get(at..)?.iter().position(|byte| *byte == 0xFF)?;
            let (marker, after) = from[found + 1..].split_first()?;
            match marker {
                // Several FF bytes may precede a marker.
                0xFF => at = found + 1,
                // These have no data.
                0x00 | 0x01 | 0xD0..=0xD8 => at = found + 2,
                marker => {
                    let length = match marker {
                        &END => Some(0),
                        _ => after.first_chunk().map(|it| u16::from_be_bytes(*it)),
                    };
                    let whole = length.and_then(|it| after.split_at_checked(it.into()));
                    rest = whole.map_or(&[], |(_, after)| after);
                    let data = match (marker, whole) {
                        (&END, _) => Some(&[][..]),
                        (_, whole) => whole.and_then(|(data, _)| data.get(2..)),
                    };
                    return Some(Segment { before: &from[..found], marker: *marker, data });
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len() + 2).expect("short").to_be_bytes();
        [&[0xFF, marker], length.as_slice(), data].concat()
    }

    fn plan(bytes: &[u8]) -> Option<Plan> {
        read(bytes).ok().map(|(_, plan)| plan)
    }

    fn frame(marker: u8, colours: u8) -> Vec<u8> {
        segment(marker, &[8, 0, 1, 0, 1, colours])
    }

    fn file(parts: &[Vec<u8>]) -> Vec<u8> {
        [&[0xFF, 0xD8], parts.concat().as_slice(), &[0xFF, END]].concat()
    }

    #[test]
    fn scans_and_layers_are_counted() {
        let pixels = vec![1, 0xFF, 0, 2, 0xFF, 0xD3, 3];
        let scan = |colours| [segment(SCAN, &[colours, 9]), pixels.clone()].concat();
        let [once, layered] = [false, true].map(|is_layered| move |scans| Plan { scans, is_layered });
        for (parts, expected) in [
            (vec![frame(0xC0, 3), scan(3)], once(1)),
            (vec![frame(0xC1, 1), scan(1)], once(1)),
            (vec![frame(0xC2, 3), scan(3)], layered(1)),
            (vec![frame(0xC2, 3), scan(3), scan(1), scan(1)], layered(3)),
            (vec![frame(0xC0, 3), scan(1), scan(1), scan(1)], layered(3)),
            (vec![frame(0xC0, 3), scan(1)], layered(1)),
            // A thumbnail and tables are no frames.
            (
                vec![
                    segment(0xE1, &file(&[frame(0xC2, 3), scan(3)])),
                    segment(0xC4, &[1, 2, 3]),
                    frame(0xC0, 3),
                    vec![0xFF, 0xFF],
                    scan(3),
                ],
                once(1),
            ),
        ] {
            assert_eq!(plan(&file(&parts)), Some(expected), "{parts:?}");
        }
    }

    #[test]
    fn omits_segments_that_are_not_decoded() {
        let scan = || [segment(SCAN, &[3, 9]), vec![1, 0xFF, 0, 2]].concat();
        let orientation = || segment(0xE1, b"Exif\0\0II");
        let parts = [
            (segment(0xE0, b"JFIF"), true),
            (segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0"), false),
            (orientation(), true),
            (segment(0xE1, b"Exif\0\0another"), false),
            (segment(0xE2, b"ICC_PROFILE\0"), false),
            (segment(0xED, b"Photoshop"), false),
            (segment(0xEE, b"Adobe"), true),
            (segment(0xFE, b"a comment"), false),
            (segment(0xDB, &[1]), true),
            (vec![7, 0], false),
            (frame(0xC0, 3), true),
            (scan(), true),
            // Between scans too.
            (segment(0xFE, b"a comment"), false),
            (segment(0xE2, b"ICC_PROFILE\0"), false),
            (segment(0xC4, &[0; 17]), true),
            (scan(), true),
        ];
        let of = |all: bool| {
            let some = parts.iter().filter(|(_, is_kept)| all || *is_kept);
            some.map(|(part, _)| part.clone()).collect::<Vec<_>>()
        };
        let stored = read(&file(&of(true))).ok().map(|(saved, _)| saved);
        assert_eq!(stored, Some(file(&of(false))));
    }

    #[test]
    fn gives_no_plan_for_a_truncated_file() {
        let whole = file(&[frame(0xC0, 3), segment(SCAN, &[3, 9]), vec![1, 2]]);
        assert!(plan(&whole).is_some());
        for cut in 0..whole.len() {
            assert_eq!(plan(&whole[..cut]), None, "{cut}");
        }
        for odd in [b"\xFF\xD8\xFF\xE0\0\0\xFF\xD9".as_slice(), b"\xFF\xD8\xFF\xE0\0\x01"] {
            assert_eq!(plan(odd), None);
        }
        assert_eq!(plan(&file(&[segment(0xC0, &[8, 0])])), None);
    }

    #[test]
    fn refuses_a_great_number_of_segments_or_tables() {
        let huffman = |tables: usize| segment(HUFFMAN_TABLES, &[0_u8; 17].repeat(tables));
        let with_symbols = [[0_u8; 16].as_slice(), &[3], &[7; 3]].concat();
        let scan = || [segment(SCAN, &[3, 9]), vec![1, 2]].concat();
        // The frame and the scan are two more.
        let left = PARTS_MAX - 2;
        for (title, small, size) in [
            ("one table in each segment", huffman(1), 2),
            ("many tables in each segment", huffman(999), 1_000),
            ("tables with symbols", segment(HUFFMAN_TABLES, &with_symbols.repeat(9)), 10),
            ("small tables of 8 bits", segment(QUANTISATION_TABLES, &[0_u8; 65].repeat(9)), 10),
            ("tables of 16 bits", segment(QUANTISATION_TABLES, &[16_u8; 129].repeat(9)), 10),
            ("empty segments", segment(0xDD, b""), 1),
            ("segments that nobody knows", segment(0xF5, b"x"), 1),
            ("frames", frame(0xC0, 3), 1),
        ] {
            let of = |times: usize| read(&file(&[frame(0xC0, 3), small.repeat(times), scan()]));
            assert!(of(left / size).is_ok(), "{title}");
            let refused = of(PARTS_MAX / size + 1).err().map(|error| error.to_string());
            let expected = "We can’t read this JPEG: it has more than 2,000 parts. Please save it again, or choose a \
                            screenshot of it.";
            assert_eq!(refused.as_deref(), Some(expected), "{title}");
            // Between scans too.
            let late = file(&[frame(0xC2, 3), scan(), small.repeat(PARTS_MAX / size + 1), scan()]);
            assert!(matches!(read(&late), Err(PictureError::TooManyParts(..))), "{title}");
        }
        // What isn't decoded doesn't count: phones write depth maps and previews in hundreds of segments.
        let notes = segment(0xE2, b"MPF\0").repeat(3 * PARTS_MAX);
        assert!(read(&file(&[notes.clone(), frame(0xC0, 3), scan(), notes])).is_ok());
    }
}
