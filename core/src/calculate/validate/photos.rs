//! Checks a document's photos: their number, their ids and their sizes.

use crate::document::{Document, JOB_PHOTOS_MAX, LINE_PHOTOS_MAX, PHOTO_SIDE_MAX, PHOTOS_MAX, Photo};
use crate::error::{FieldError, code};

/// The errors in the photos. A photo whose line doesn't exist is not an error: it counts as a photo of the job, so that
/// somebody who deletes a line doesn't get in the way of somebody who is adding a photo to it.
pub(super) fn check_photos(document: &Document, errors: &mut Vec<FieldError>) {
    let photos = &document.photos;
    if photos.len() > PHOTOS_MAX {
        let msg = "A quote can have at most 20 photos.";
        errors.push(FieldError::new("photos", code::TOO_MANY_PHOTOS, msg));
        return;
    }
    for (at, photo) in photos.iter().enumerate() {
        let (before, path) = (&photos[..at], |field| format!("photos[{at}].{field}"));
        if photo.id.is_empty() {
            let msg = "A photo needs an id.";
            errors.push(FieldError::new(path("id"), code::REQUIRED, msg));
        } else if before.iter().any(|other| other.id == photo.id) {
            let msg = "The same photo is there twice.";
            errors.push(FieldError::new(path("id"), code::DUPLICATE_ID, msg));
        }
        for (field, side) in [("width", photo.width), ("height", photo.height)] {
            if !(1..=PHOTO_SIDE_MAX).contains(&side) {
                let msg = "A photo is 1 to 12,000 pixels wide and high.";
                errors.push(FieldError::new(path(field), code::OUT_OF_RANGE, msg));
            }
        }
        // Reported once, for the first photo over the limit.
        let same_subject = before.iter().filter(|other| other.line == photo.line);
        if same_subject.count() == max_photos_for(photo) {
            let msg = match photo.line {
                None => "A quote can have at most 12 photos as well as those of its lines.",
                Some(_) => "A line can have at most 4 photos.",
            };
            let path = format!("photos[{at}]");
            errors.push(FieldError::new(path, code::TOO_MANY_PHOTOS, msg));
        }
    }
}

/// The most photos of what this photo shows: the job or a line.
fn max_photos_for(photo: &Photo) -> usize {
    match photo.line {
        None => JOB_PHOTOS_MAX,
        Some(_) => LINE_PHOTOS_MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(photos: Vec<Photo>) -> Vec<(String, &'static str)> {
        let document = Document { photos, ..Document::default() };
        let mut errors = Vec::new();
        check_photos(&document, &mut errors);
        errors.into_iter().map(|it| (it.path, it.code)).collect()
    }

    fn photo(id: usize, line: Option<&str>) -> Photo {
        Photo {
            id: id.to_string(),
            line: line.map(str::to_owned),
            caption: String::new(),
            width: 1600,
            height: 1200,
        }
    }

    #[test]
    fn accepts_the_maximum_number_of_photos() {
        let own = (0..12).map(|id| photo(id, None));
        let of_lines = (12..20).map(|id| photo(id, Some(if id < 16 { "a" } else { "b" })));
        assert_eq!(paths(own.chain(of_lines).collect()), []);
    }

    #[test]
    fn reports_the_first_photo_beyond_the_limit() {
        let own = (0..14).map(|id| photo(id, None)).collect();
        assert_eq!(paths(own), [("photos[12]".into(), code::TOO_MANY_PHOTOS)]);
        let of_line = (0..6).map(|id| photo(id, Some("a"))).collect();
        assert_eq!(paths(of_line), [("photos[4]".into(), code::TOO_MANY_PHOTOS)]);
        let all = (0..30).map(|id| photo(id, None)).collect();
        assert_eq!(paths(all), [("photos".into(), code::TOO_MANY_PHOTOS)]);
    }

    #[test]
    fn reports_photos_without_id_or_size_and_duplicates() {
        let flat = Photo { width: 0, height: 12_001, ..photo(1, None) };
        let nameless = Photo { id: String::new(), ..photo(1, None) };
        assert_eq!(
            paths(vec![flat, photo(1, Some("a")), nameless]),
            [
                ("photos[0].width".into(), code::OUT_OF_RANGE),
                ("photos[0].height".into(), code::OUT_OF_RANGE),
                ("photos[1].id".into(), code::DUPLICATE_ID),
                ("photos[2].id".into(), code::REQUIRED),
            ]
        );
    }
}
