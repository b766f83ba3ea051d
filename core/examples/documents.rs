//! Random documents as NDJSON, the same ones for the same seed: the parity test feeds them to every interface. `cargo
//! run --example documents -- COUNT SEED`. The prices of the first COUNT documents include VAT; half as many more
//! follow, whose prices don't.
//!
//! They contain every treatment and type, optional and credit lines, numbers as strings and as JSON numbers, and
//! occasionally an invalid value.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _, stdout};

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

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        let at = self.below(choices.len() as u64);
        usize::try_from(at).ok().and_then(|at| choices.get(at)).copied().unwrap_or_default()
    }

    fn flag(&mut self) -> &'static str {
        if self.one_in(2) { "true" } else { "false" }
    }

    /// A number up to `max` with up to `decimals` decimals, as a string or as a JSON number; occasionally something
    /// that isn't a number.
    fn number(&mut self, max: u64, decimals: u32) -> String {
        if self.one_in(400) {
            return self.unusual_value().to_owned();
        }
        let decimals = u32::try_from(self.below(u64::from(decimals) + 1)).unwrap_or(0);
        let unit = 10_u64.pow(decimals);
        let value = self.below(max * unit + 1);
        let mut text = (value / unit).to_string();
        if decimals > 0 {
            let _ = write!(text, ".{:0width$}", value % unit, width = decimals as usize);
        }
        if self.one_in(40) {
            text.push_str(self.pick(&["e0", "E+1", "e-1", "e2"]));
        }
        if self.one_in(4) { text } else { format!("\"{text}\"") }
    }

    /// A value that isn't a number, or is written in an unusual way.
    fn unusual_value(&mut self) -> &'static str {
        self.pick(&[
            "null",
            "\"\"",
            "\" \"",
            "\"abc\"",
            "\"NaN\"",
            "1e400",
            "-1e400",
            "1e-400",
            "true",
            "[]",
            "{}",
            "\"-\"",
            "\"1,5\"",
            "9223372036854775807",
            "-9223372036854775808",
            "18446744073709551616",
            "-0",
            "0.0000",
            "1234567890123456789012345678901234567890",
            "0.1234567890123456789012345678901234567890",
            "\"٣\"",
            "\"1\\u0030\"",
            "1E+2",
            "\"+7\"",
            "\"5.\"",
            "\".5\"",
        ])
    }

    fn rate(&mut self) -> &'static str {
        self.pick(&[
            "\"20\"",
            "20",
            "\"5\"",
            "\"0\"",
            "\"17.5\"",
            "\"20.00\"",
            "12.34",
            "\"\"",
            "null",
            "100",
        ])
    }

    fn vat(&mut self) -> String {
        let rate = self.rate();
        match self.below(9) {
            0..=3 => "null".into(),
            4 => format!(r#"{{"treatment":"taxable","rate":{rate}}}"#),
            5 => format!(r#"{{"treatment":"reverseCharge","rate":{rate}}}"#),
            6 => format!(r#"{{"treatment":"exempt","rate":{rate}}}"#),
            7 => r#"{"treatment":"outsideScope"}"#.into(),
            _ if self.one_in(50) => r#"{"treatment":"other","rate":true}"#.into(),
            _ => r#"{"rate":"20","treatment":"taxable","more":[1,{"a":null}]}"#.into(),
        }
    }

    fn line(&mut self, number: u64) -> String {
        let quantity_max = [3, 50, 1_000][usize::try_from(self.below(3)).unwrap_or(0)];
        let credit = self.one_in(6);
        let price_max = [1, 100, 3_000, 100_000][usize::try_from(self.below(4)).unwrap_or(0)];
        let price = self.number(price_max, 4);
        let price = match (credit, price.strip_prefix('"')) {
            (true, Some(text)) => format!("\"-{text}"),
            (true, None) if price.starts_with(|c: char| c.is_ascii_digit()) => format!("-{price}"),
            _ => price,
        };
        let name = self.pick(&[
            "Copper pipe",
            "Boiler \\\"X\\\"",
            "Caf\\u00e9 \u{1F6BF}",
            "",
            "\u{202E}right to left",
            "\\u0000",
        ]);
        format!(
            r#"{{"id":"l{number}","name":"{name}","description":"","quantity":{},"price":{price},"includeLabour":{},"labourHours":{},"labourRate":{},"labourUnitType":{},"vat":{},"optional":{},"selected":{},"choice":{},"costType":{},"cost":{}}}"#,
            self.number(quantity_max, 4),
            self.flag(),
            self.number(40, 2),
            self.number(90, 2),
            self.pick(&["\"hours\"", "\"days\"", "null"]),
            self.vat(),
            self.flag(),
            self.flag(),
            self.pick(&["null", "null", "null", "\"good\"", "\"better\""]),
            self.pick(&["\"materials\"", "\"labour\"", "null"]),
            if self.one_in(3) { self.number(price_max, 4) } else { "null".into() },
        )
    }

    fn payment(&mut self, number: u64) -> String {
        let status = self.pick(&["\"confirmed\"", "\"pending\"", "null"]);
        let amount = self.number(500, 2);
        let day = self.below(28) + 1;
        format!(
            r#"{{"id":{number},"amount":{amount},"date":"2026-11-{day:02}","method":"cash","confirmationStatus":{status}}}"#
        )
    }

    /// A document; `with_vat`: whether its prices include VAT.
    fn document(&mut self, with_vat: bool) -> String {
        let lines = if self.one_in(100) { self.below(60) } else { self.below(9) };
        let items: Vec<String> = (0..lines).map(|number| self.line(number)).collect();
        let payments: Vec<String> = (0..self.below(4)).map(|number| self.payment(number)).collect();
        let text = format!(
            r#"{{"items":[{}],"includeLabour":{},"labourHours":{},"labourRate":{},"includeDiscount":{},"discount":{},"discountType":{},"vatTreatment":{},"tax":{},"pricesIncludeVat":{},"choices":{},"chosenChoice":{},"includeDeposit":{},"deposit":{},"depositType":{},"cisRate":{},"payments":[{}]}}"#,
            items.join(","),
            self.flag(),
            self.number(80, 2),
            self.number(99, 2),
            self.flag(),
            self.number(300, 2),
            self.pick(&["\"percentage\"", "\"other\"", "null"]),
            self.pick(&[
                "null",
                "\"taxable\"",
                "\"taxable\"",
                "\"reverseCharge\"",
                "\"exempt\"",
                "\"outsideScope\"",
            ]),
            self.rate(),
            with_vat,
            self.pick(&["[]", "null", r#"[{"id":"good","name":"Good"},{"id":"better","name":"Better"}]"#,]),
            self.pick(&["null", "null", "\"better\""]),
            self.flag(),
            self.number(2_000, 2),
            self.pick(&["\"percentage\"", "\"fixed\""]),
            self.pick(&["null", "0", "20", "\"30\"", "\"20.0\"", "\"\""]),
            payments.join(","),
        );
        if self.one_in(200) { self.damaged(&text) } else { text }
    }

    /// The text with one character removed.
    fn damaged(&mut self, text: &str) -> String {
        let at = usize::try_from(self.below(text.chars().count() as u64)).unwrap_or(0);
        text.chars().enumerate().filter(|(place, _)| *place != at).map(|(_, character)| character).collect()
    }
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap_or(0));
    let count = arguments.next().unwrap_or(10);
    let mut random = Random(arguments.next().unwrap_or(1));
    let mut out = BufWriter::new(stdout().lock());
    for number in 0..count + count / 2 {
        writeln!(out, "{}", random.document(number < count))?;
    }
    out.flush()
}
