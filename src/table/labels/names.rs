//! Names as maps of the war write them.

/// States as maps of the war shorten them.
const STATES: [(&str, &str); 34] = [
    ("Alabama", "Ala"),
    ("Arkansas", "Ark"),
    ("California", "Cal"),
    ("Connecticut", "Conn"),
    ("Delaware", "Del"),
    ("Florida", "Fla"),
    ("Georgia", "Ga"),
    ("Illinois", "Ill"),
    ("Indiana", "Ind"),
    ("Iowa", "Iowa"),
    ("Kansas", "Kan"),
    ("Kentucky", "Ky"),
    ("Louisiana", "La"),
    ("Maine", "Me"),
    ("Maryland", "Md"),
    ("Massachusetts", "Mass"),
    ("Michigan", "Mich"),
    ("Minnesota", "Minn"),
    ("Mississippi", "Miss"),
    ("Missouri", "Mo"),
    ("New Hampshire", "N.H."),
    ("New Jersey", "N.J."),
    ("New York", "N.Y."),
    ("North Carolina", "N.C."),
    ("Ohio", "Ohio"),
    ("Pennsylvania", "Pa"),
    ("Rhode Island", "R.I."),
    ("South Carolina", "S.C."),
    ("Tennessee", "Tenn"),
    ("Texas", "Tex"),
    ("U.S.", "U.S."),
    ("Vermont", "Vt"),
    ("Virginia", "Va"),
    ("Wisconsin", "Wis"),
];

/// A regiment's name as a map writes it: "110 Pa" for "110th Pennsylvania", "8 Ill Cav" for "8th Illinois Cavalry", "B, 4
/// U.S." for "Battery B, 4th U.S. Artillery". Names of another kind stay as they are.
pub fn short(name: &str) -> String {
    const ENDINGS: [(&str, &str); 7] = [
        (" (horses)", " horses"),
        (" (garrison)", " garrison"),
        (" Cavalry", " Cav"),
        (" Horse Artillery", " H.A."),
        (" Artillery", " Art'y"),
        (" Battery", " Bat'y"),
        (" Battalion", " Batt'n"),
    ];
    // "Washington Artillery of South Carolina": the state says nothing more on this table.
    let name = match name.split_once(" of ") {
        Some((stem, state)) if STATES.iter().any(|(whole, _)| *whole == state) => stem,
        _ => name,
    };
    let battery = name.strip_prefix("Battery ").and_then(|rest| rest.split_once(", "));
    if let Some((letter, of)) = battery {
        return format!("{letter}, {}", short(of.strip_suffix(" Artillery").unwrap_or(of)));
    }
    for (ending, mark) in ENDINGS {
        if let Some(stem) = name.strip_suffix(ending) {
            return short(stem) + mark;
        }
    }
    let Some((number, state)) = name.split_once(' ') else { return name.to_owned() };
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let numbered = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    match STATES.iter().find(|(whole, _)| numbered && *whole == state) {
        Some((_, letters)) => format!("{digits} {letters}"),
        None => name.to_owned(),
    }
}

/// The least that tells a regiment from its neighbours: "110" for "110 Pa", "B" for "B, 4 U.S.". A number of one figure
/// keeps its state: "1 Me" for "1 Me Cav", because there are many first regiments.
pub fn number(short: &str) -> &str {
    let end = short.find([' ', ',']).unwrap_or(short.len());
    if !short.starts_with(|c: char| c.is_ascii_digit()) || end > 1 {
        return &short[..end];
    }
    let rest = &short[end..];
    let state = STATES.iter().find(|(_, letters)| rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(letters)));
    &short[..end + state.map_or(0, |(_, letters)| letters.len() + 1)]
}

#[cfg(test)]
mod tests {
    use super::{number, short};

    #[test]
    fn where_there_is_little_room_a_number_must_do() {
        assert_eq!(number(&short("110th Pennsylvania")), "110");
        assert_eq!(number(&short("Battery B, 4th U.S. Artillery")), "B");
        assert_eq!(number(&short("Phillips' Legion")), "Phillips'");
        assert_eq!(number(&short("1st Maine Cavalry")), "1 Me");
        assert_eq!(number(&short("1st New Jersey Cavalry (horses)")), "1 N.J.");
        assert_eq!(number(&short("6th New York Battery")), "6 N.Y.");
        assert_eq!(number(&short("5th Texas")), "5 Tex");
        assert_eq!(number(""), "");
    }

    #[test]
    fn names_are_shortened_as_on_maps() {
        assert_eq!(short("110th Pennsylvania"), "110 Pa");
        assert_eq!(short("1st New York"), "1 N.Y.");
        assert_eq!(short("Phillips' Legion"), "Phillips' Legion");
        assert_eq!(short("2nd U.S. Sharpshooters"), "2nd U.S. Sharpshooters");
        assert_eq!(short("8th Illinois Cavalry"), "8 Ill Cav");
        assert_eq!(short("8th Illinois Cavalry (horses)"), "8 Ill Cav horses");
        assert_eq!(short("Battery B, 4th U.S. Artillery"), "B, 4 U.S.");
        assert_eq!(short("Stuart Horse Artillery"), "Stuart H.A.");
        assert_eq!(short("Rockbridge Artillery"), "Rockbridge Art'y");
        assert_eq!(short("Washington Artillery of South Carolina"), "Washington Art'y");
        assert_eq!(short("6th New York Battery"), "6 N.Y. Bat'y");
        assert_eq!(short("35th Virginia Battalion"), "35 Va Batt'n");
    }
}
