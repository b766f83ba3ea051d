//! The parts of a JPEG that are decoded, and how much work that is, found from its markers.
//!
//! Profiles, texts and maker notes are left out, because only their orientation is used, and because the decoder's time
//! grows with the square of a text in many parts: minutes for 12 MB. The beginning is written again from what was read
//! here, so that the decoder doesn't find anything else in it.

use std::iter;

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
    marker: u8,
    /// `None` if it isn't complete.
    data: Option<&'a [u8]>,
    /// The bytes after it.
    after: &'a [u8],
}

/// The parts of a complete JPEG that are decoded, and its plan; `None` if it was cut off during the upload: for such a
/// file, the decoder fills the missing part with grey. Data that a camera adds after the end doesn't matter.
pub(super) fn read(bytes: &[u8]) -> Option<(Vec<u8>, Plan)> {
    let mut plan = Plan { scans: 0, is_layered: false };
    let mut saved = vec![0xFF, 0xD8];
    let (mut colours, mut is_oriented) = (0, false);
    for Segment { marker, data, after } in segments(bytes) {
        let data = data?;
        let is_orientation = marker == ORIENTATION && data.starts_with(b"Exif") && !is_oriented;
        let is_left_out = PROGRAMS.contains(&marker) && ![BEGINNING, COLOURS].contains(&marker);
        // From the beginning of the first scan, everything is copied unchanged.
        if plan.scans == 0 && marker != COMMENT && (is_orientation || !is_left_out) {
            let length = u16::try_from(data.len() + 2).ok()?;
            saved.extend_from_slice(&[0xFF, marker]);
            saved.extend_from_slice(&length.to_be_bytes());
            saved.extend_from_slice(data);
        }
        is_oriented |= is_orientation;
        match marker {
            END => return Some((saved, plan)),
            SCAN => {
                if plan.scans == 0 {
                    saved.extend_from_slice(after);
                }
                plan.scans += 1;
                plan.is_layered |= data.first() != Some(&colours);
            }
            _ if FRAMES.contains(&marker) && !NO_FRAMES.contains(&marker) => {
                plan.is_layered |= !BASELINE.contains(&marker);
                // After the precision, the height and the width.
                colours = *data.get(5)?;
            }
            _ => {}
        }
    }
    None
}

fn segments(bytes: &[u8]) -> impl Iterator<Item = Segment<'_>> {
    let mut rest = bytes;
    iter::from_fn(move || {
        // In a scan, an FF byte is followed by a 0 or a restart marker, so the next other marker ends the scan.
        loop {
            let found = rest.iter().position(|byte| *byte == 0xFF)?;
            let (marker, after) = rest[found + 1..].split_first()?;
            match marker {
                // Several FF bytes may precede a marker.
                0xFF => rest = &rest[found + 1..],
                // These have no data.
                0x00 | 0x01 | 0xD0..=0xD8 => rest = after,
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
                    return Some(Segment { marker: *marker, data, after: rest });
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
        read(bytes).map(|(_, plan)| plan)
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
            // Between scans nothing is moved.
            (segment(0xFE, b"a comment"), true),
            (scan(), true),
        ];
        let of = |all: bool| {
            let some = parts.iter().filter(|(_, is_kept)| all || *is_kept);
            some.map(|(part, _)| part.clone()).collect::<Vec<_>>()
        };
        let stored = read(&file(&of(true))).map(|(saved, _)| saved);
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
}
