//! Banks' files that are not tables, by name.

/// The format of a bank statement that isn't a table; `None` for a table.
pub(super) fn detect_format(text: &str) -> Option<&'static str> {
    let start: String = text.trim_start().chars().take(4_000).collect();
    let upper = start.to_ascii_uppercase();
    let has_line = |tag: &str| upper.lines().any(|line| line.trim_start().starts_with(tag));
    if upper.starts_with("OFXHEADER") || upper.contains("<OFX>") || upper.contains("<?OFX") {
        Some("OFX")
    } else if upper.starts_with("!TYPE:") || upper.starts_with("!ACCOUNT") || upper.starts_with("!OPTION:") {
        Some("QIF")
    } else if upper.contains("CAMT.05") || upper.contains("<BKTOCSTMR") {
        Some("CAMT")
    } else if has_line(":20:") && (has_line(":25:") || has_line(":60F:")) || upper.starts_with("{1:F") {
        Some("MT940")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_called_by_its_name() {
        for (text, name) in [
            ("OFXHEADER:100\r\nDATA:OFXSGML\r\n", Some("OFX")),
            ("<?xml version=\"1.0\"?>\n<?OFX OFXHEADER=\"200\"?><OFX>", Some("OFX")),
            ("!Type:Bank\nD12/11/2026\nT-43.20\nPSCREWFIX\n^\n", Some("QIF")),
            ("!Account\nNCurrent\n^\n", Some("QIF")),
            ("{1:F01BARCGB22XXXX0000000000}{2:O9400000}{4:\n:20:1\n", Some("MT940")),
            (":20:STMT\n:25:20000012345678\n:28C:1/1\n:60F:C261101GBP900,00\n", Some("MT940")),
            (
                "<?xml version=\"1.0\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\">",
                Some("CAMT"),
            ),
            ("Date,Description,Amount\n12/11/2026,OFX LTD,-1.00\n", None),
            ("", None),
        ] {
            assert_eq!(detect_format(text), name, "{text}");
        }
    }
}
