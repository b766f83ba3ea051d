//! Random sequences of operations as NDJSON, the same ones for the same seed, each with the result of
//! core's native code: `{ before, operations, after | error, totals | null, accepted, document | null }`.
//! All sequences also edit one shared document, one after the other. `accepted` contains the indexes of the
//! operations that it accepted, which are those after which it can still be saved; `document` is the shared
//! document whenever enough operations have gathered ([`BATCH_SIZE`]), and at the end. The parity test runs the
//! same operations in the WASM package and on a server. `cargo run --example edits -- COUNT SEED`.

use std::io::{BufWriter, Write as _, stdout};

use plumbline_core::calculate::totals::calculate;
use plumbline_core::calculate::validate::validate;
use plumbline_core::edit::{EditableDocument, Operation, apply};
use serde_json::{Value, json};

/// The smallest number of operations that go to a server at once: what a minute of typing may produce, and few enough
/// that a difference is found where it arose.
const BATCH_SIZE: usize = 40;

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        let at = usize::try_from(self.next() % choices.len() as u64).unwrap_or(0);
        choices[at].clone()
    }

    fn id(&mut self) -> Value {
        json!(self.pick(&["a", "b", "c", "d", "e"]))
    }

    fn after(&mut self) -> Value {
        if self.next().is_multiple_of(4) { Value::Null } else { self.id() }
    }

    fn number(&mut self) -> Value {
        let text = self.pick(&["1", "2.5", "12.34", "0", "", "1000", "0.005", "-3", "x", "17.5"]);
        json!(text)
    }

    fn line(&mut self) -> Value {
        json!({"id": self.id(), "name": "Pipe", "quantity": self.number(), "price": self.number(),
               "choice": self.pick(&[Value::Null, json!("g")])})
    }

    fn line_field(&mut self) -> (&'static str, Value) {
        let vats = [
            Value::Null,
            json!({"treatment": "exempt", "rate": "0"}),
            json!({"treatment": "taxable", "rate": "5"}),
            json!({"treatment": "reverseCharge", "rate": "20"}),
        ];
        match self.next() % 9 {
            0 => ("vat", self.pick(&vats)),
            1 => ("includeLabour", json!(self.next().is_multiple_of(2))),
            2 => ("optional", json!(self.next().is_multiple_of(2))),
            3 => ("costType", json!(self.pick(&["materials", "labour", "plant"]))),
            4 => ("name", json!(self.pick(&["", "Caf\u{e9}", "\u{1F6BF}", "a\"b"]))),
            5 => ("choice", self.pick(&[Value::Null, json!("g"), json!("b")])),
            6 => ("selected", self.pick(&[json!(false), json!(true), Value::Null])),
            _ => {
                let fields = ["quantity", "price", "labourHours", "labourRate", "cost"];
                (self.pick(&fields), self.number())
            }
        }
    }

    fn header_field(&mut self) -> (&'static str, Value) {
        let choices = [json!([]), json!([{"id": "g", "name": "Good"}, {"id": "b", "name": "Better"}])];
        match self.next() % 9 {
            0 => ("choices", self.pick(&choices)),
            1 => ("chosenChoice", self.pick(&[Value::Null, json!("b")])),
            2 => ("vatTreatment", json!(self.pick(&["taxable", "reverseCharge", "exempt"]))),
            3 => ("discountType", json!(self.pick(&["percentage", "other", "half"]))),
            4 => ("jobDescription", json!(self.pick(&["", "New bathroom"]))),
            5 => ("issueDate", self.pick(&[json!("2026-11-22"), Value::Null, json!("2026-02-30")])),
            6 => {
                let flags = ["includeDiscount", "includeDeposit", "includeLabour", "pricesIncludeVat"];
                (self.pick(&flags), json!(self.next().is_multiple_of(2)))
            }
            7 => ("cisRate", self.pick(&[Value::Null, json!("20"), json!("30")])),
            _ => {
                let fields = ["tax", "discount", "deposit", "labourHours", "labourRate", "colour"];
                (self.pick(&fields), self.number())
            }
        }
    }

    fn operation(&mut self) -> Value {
        match self.next() % 8 {
            0 => json!({"op": "insertLine", "after": self.after(), "line": self.line()}),
            1 => json!({"op": "removeLine", "line": self.id()}),
            2 => json!({"op": "moveLine", "line": self.id(), "after": self.after()}),
            3 | 4 => {
                let (field, value) = self.header_field();
                json!({"op": "set", "field": field, "value": value})
            }
            _ => {
                let (field, value) = self.line_field();
                json!({"op": "setLine", "line": self.id(), "field": field, "value": value})
            }
        }
    }
}

/// A job with three lines.
fn job(mut price: impl FnMut() -> Value) -> Value {
    let lines = ["a", "b", "c"].map(|id| json!({"id": id, "name": "Tap", "quantity": "2", "price": price()}));
    json!({"items": lines, "tax": "20", "jobDescription": "Job"})
}

/// The document that every sequence edits.
struct EditState {
    document: EditableDocument,
    waiting: usize,
}

impl EditState {
    /// Applies the operations, and returns the indexes of those that were accepted.
    fn apply_accepted(&mut self, operations: &[Operation]) -> Vec<usize> {
        let mut saved = Vec::new();
        for (at, operation) in operations.iter().enumerate() {
            let Ok(after) = apply(&self.document, std::slice::from_ref(operation)) else {
                continue;
            };
            if validate(&after.document).is_empty() {
                self.document = after;
                saved.push(at);
            }
        }
        self.waiting += saved.len();
        saved
    }

    /// The current document, if enough operations have gathered to send it.
    fn document_to_send(&mut self, is_last: bool) -> Option<EditableDocument> {
        let is_full = is_last || self.waiting >= BATCH_SIZE;
        is_full.then(|| {
            self.waiting = 0;
            self.document.clone()
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let count = arguments.next().transpose()?.unwrap_or(10);
    let mut random = Random(arguments.next().transpose()?.unwrap_or(1));
    let mut out = BufWriter::new(stdout().lock());
    let mut state = EditState {
        document: EditableDocument::from_json(&job(|| json!("1.50")).to_string())
            .map_err(|failure| failure.to_json())?,
        waiting: 0,
    };
    for number in 1..=count {
        let before = job(|| random.number());
        let many = 1 + random.next() % 8;
        let operations: Vec<Value> = (0..many).map(|_| random.operation()).collect();
        let typed = Operation::parse_list(json!(operations), "operations");
        let typed = typed.map_err(|failure| failure.to_json())?;
        let mut case = json!({"before": before, "operations": operations});
        let document =
            EditableDocument::from_json(&before.to_string()).map_err(|failure| failure.to_json())?;
        match apply(&document, &typed) {
            Ok(after) => {
                case["totals"] = serde_json::to_value(calculate(&after.document).ok())?;
                case["after"] = serde_json::to_value(after)?;
            }
            Err(errors) => case["error"] = serde_json::to_value(errors.to_body())?,
        }
        case["accepted"] = json!(state.apply_accepted(&typed));
        case["document"] = serde_json::to_value(state.document_to_send(number == count))?;
        writeln!(out, "{case}")?;
    }
    out.flush()?;
    Ok(())
}
