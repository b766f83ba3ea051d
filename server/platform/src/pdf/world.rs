//! What a template can read: the templates, the fonts and the data of one document, and nothing else.

use std::collections::HashMap;
use std::sync::LazyLock;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, World};

use super::glyphs::FontSet;
use super::typesetter::LIBRARY;

macro_rules! template {
    ($name:literal) => {
        ($name, include_str!(concat!("templates/", $name)))
    };
}

const TEMPLATES: [(&str, &str); 18] = [
    template!("document.typ"),
    template!("parts.typ"),
    template!("words.typ"),
    template!("sheet.typ"),
    template!("lines.typ"),
    template!("choices.typ"),
    template!("totals.typ"),
    template!("classic.typ"),
    template!("modern.typ"),
    template!("colored.typ"),
    template!("bold.typ"),
    template!("minimal.typ"),
    template!("certificate.typ"),
    template!("cancelling.typ"),
    template!("report.typ"),
    template!("late-payment.typ"),
    template!("deduction.typ"),
    template!("statement.typ"),
];

/// The templates, parsed once.
static SOURCES: LazyLock<HashMap<FileId, Source>> = LazyLock::new(|| {
    TEMPLATES
        .iter()
        .map(|(name, text)| {
            let id = file_id(name);
            (id, Source::new(id, (*text).to_owned()))
        })
        .collect()
});

static DATA: LazyLock<FileId> = LazyLock::new(|| file_id("data.json"));
static LOGO: LazyLock<FileId> = LazyLock::new(|| file_id("logo"));

fn file_id(name: &str) -> FileId {
    let path = VirtualPath::new(name).expect("our own names are paths");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// The files that typst sees while it typesets one document.
pub(super) struct TypstWorld {
    main: FileId,
    data: Bytes,
    fonts: &'static FontSet,
    logo: Option<Bytes>,
    photos: Vec<Bytes>,
}

impl TypstWorld {
    /// The files for a template (by its file name), with the data that it reads and the fonts for that, and the pictures.
    pub(super) fn new(
        template: &str,
        (data, fonts): (Vec<u8>, &'static FontSet),
        logo: Option<Bytes>,
        photos: Vec<Bytes>,
    ) -> Self {
        Self { main: file_id(template), data: Bytes::new(data), fonts, logo, photos }
    }
}

impl World for TypstWorld {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.fonts.book()
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        SOURCES.get(&id).cloned().ok_or_else(|| missing_file_error(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == *DATA {
            return Ok(self.data.clone());
        }
        if id == *LOGO {
            return self.logo.clone().ok_or_else(|| missing_file_error(id));
        }
        let named = id.vpath().get_without_slash();
        let place = named.strip_prefix("photo-").and_then(|at| at.parse().ok());
        let photo = place.and_then(|at: usize| self.photos.get(at));
        photo.cloned().ok_or_else(|| missing_file_error(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.font(index)
    }

    /// A document contains the dates that were passed in and must not depend on today's date.
    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn missing_file_error(id: FileId) -> FileError {
    FileError::NotFound(id.vpath().get_without_slash().into())
}
