//! Finds every field of a wrong type, by walking the text along the tables of [`super`].

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{DOCUMENT, Fields, Kind, LINE, join};
use crate::error::{FieldError, code};
use crate::reader::{ReadError, Reader};

/// Every field of a document that has the wrong type or an unknown word.
pub(crate) fn wrong_fields(text: &str) -> Result<Vec<FieldError>, ReadError> {
    walk(text, &Kind::Object(DOCUMENT), "")
}

/// Every field of one line that has the wrong type or an unknown word; `at` is the line's path.
pub(crate) fn wrong_line_fields(text: &str, at: &str) -> Result<Vec<FieldError>, ReadError> {
    walk(text, &Kind::Object(LINE), at)
}

fn walk(text: &str, kind: &'static Kind, at: &str) -> Result<Vec<FieldError>, ReadError> {
    let mut errors = Vec::new();
    let mut reader = Reader::new(text);
    // What is read as a whole must be there: null is a default only within it.
    Check {
        kind,
        path: at,
        nullable: false,
        errors: &mut errors,
    }
    .deserialize(&mut reader)?;
    reader.end()?;
    Ok(errors)
}

/// One value, what it should be, and where it stands.
struct Check<'a> {
    kind: &'static Kind,
    path: &'a str,
    nullable: bool,
    errors: &'a mut Vec<FieldError>,
}

/// What a value turned out to be, objects and lists apart.
enum Found<'a> {
    Null,
    Flag,
    Number,
    Text(&'a str),
    Nested,
}

impl Check<'_> {
    /// Judges a value that is not the object or list that was expected.
    fn judge(self, found: &Found<'_>) {
        let (code, msg) = match (self.kind, found) {
            (Kind::Required(_), Found::Null) => {
                (code::REQUIRED, "This field must be given.".to_owned())
            }
            (_, Found::Null) if self.nullable => return,
            (Kind::Number, _)
            | (Kind::Text | Kind::Id, Found::Text(_))
            | (Kind::Id, Found::Number)
            | (Kind::Flag, Found::Flag) => return,
            (Kind::Choice(words) | Kind::Required(words), Found::Text(word)) => {
                if words.contains(word) {
                    return;
                }
                (
                    code::UNKNOWN_VALUE,
                    format!("This must be one of: {}.", words.join(", ")),
                )
            }
            (kind, _) => (
                code::WRONG_TYPE,
                format!("This must be {}.", expected(kind)),
            ),
        };
        self.errors.push(FieldError::new(self.path, code, msg));
    }
}

fn expected(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Id | Kind::Choice(_) | Kind::Required(_) => "text",
        Kind::Flag => "true or false",
        Kind::Number => "a number",
        Kind::Object(_) => "an object",
        Kind::List(_) => "a list",
    }
}

impl<'de> DeserializeSeed<'de> for Check<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Check<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(expected(self.kind))
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.judge(&Found::Null);
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.judge(&Found::Flag);
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.judge(&Found::Number);
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.judge(&Found::Number);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.judge(&Found::Text(text));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Kind::List(entry) = self.kind else {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            self.judge(&Found::Nested);
            return Ok(());
        };
        for index in 0_usize.. {
            let path = format!("{}[{index}]", self.path);
            let check = Check {
                kind: entry,
                path: &path,
                nullable: false,
                errors: &mut *self.errors,
            };
            if list.next_element_seed(check)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let fields: Fields = if let Kind::Object(fields) = self.kind {
            fields
        } else {
            &[]
        };
        let mut seen: Vec<&'static str> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let Some((name, kind)) = fields.iter().find(|(known, _)| *known == name) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            seen.push(name);
            let path = join(self.path, name);
            map.next_value_seed(Check {
                kind,
                path: &path,
                nullable: true,
                errors: &mut *self.errors,
            })?;
        }
        for (name, kind) in fields {
            if matches!(kind, Kind::Required(_)) && !seen.contains(name) {
                let path = join(self.path, name);
                Check {
                    kind,
                    path: &path,
                    nullable: true,
                    errors: &mut *self.errors,
                }
                .judge(&Found::Null);
            }
        }
        if !matches!(self.kind, Kind::Object(_)) {
            self.judge(&Found::Nested);
        }
        Ok(())
    }
}
