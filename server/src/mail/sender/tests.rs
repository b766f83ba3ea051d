use super::is_borrowed;

#[test]
fn public_bodies_and_banks_are_nobodys_name() {
    for name in [
        "HM Revenue & Customs",
        "HM Revenue and Customs",
        "hmrc",
        "H.M.R.C.",
        "H M R C",
        "HMRC Refunds Team",
        "ＨＭＲＣ",
        "НМRС",
        "HM\u{200b}RC",
        "GOV.UK",
        "Gov UK Notify",
        "NHS",
        "N.H.S.",
        "NHS Billing",
        "DVLA",
        "Department for Work and Pensions",
        "Ministry of Justice",
        "Home Office",
        "The Home Office UK",
        "Police",
        "West Yorkshire Police",
        "Leeds City Council",
        "Anytown Council",
        "Council Tax Refunds",
        "Bárclays",
        "Barclays Bank PLC",
        "Lloyds Bank",
        "Lloyds Fraud Team",
        "Halifax",
        "Halifax Online Banking",
        "Nationwide Building Society",
        "NatWest",
        "HSBC UK",
        "Royal Bank of Scotland",
        "The Royal Bank of Scotland plc",
        "Monzo",
        "Bank",
        "Your Bank",
        "First Direct",
        "His Majesty's Revenue",
    ] {
        assert!(is_borrowed(name), "{name}");
    }
}

#[test]
fn a_tradespersons_name_is_their_own() {
    for name in [
        "",
        "Bank Street Builders",
        "Taylor Plumbing",
        "Halifax Plumbing",
        "Halifax Building Ltd",
        "Halifax Security",
        "Lloyds Joinery",
        "Lloyd's Roofing",
        "Nationwide Drains Ltd",
        "Starling Carpentry",
        "Chase Electrical",
        "H M Roofing",
        "H M Plumbing & Heating",
        "N. H. S. Plumbing",
        "RBS Plumbing",
        "Police House Decorators",
        "Council House Repairs",
        "Old Post Office Joinery",
        "Home Office Garden Rooms",
        "Riverbank Landscapes",
        "South Bank Glazing",
        "Treasury Holdings Decorating",
        "Government Street Garage",
        "First Direct Heating",
        "Revenue Street Kitchens",
        "Smith & Sons",
        "Müller Fliesen",
        "Иванов и сыновья",
    ] {
        assert!(!is_borrowed(name), "{name}");
    }
}
