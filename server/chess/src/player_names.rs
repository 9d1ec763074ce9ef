//! The names of players in the form of section 8.1.1.5.

/// Returns the name with the spaces and periods of section 8.1.1.5.
pub fn proper(name: &str) -> String {
    let Some((family, first_names)) = name.split_once(',') else { return name.to_owned() };
    let family = family.trim_end();
    let first_names: Vec<String> = first_names.split(',').map(proper_first_names).collect();
    format!("{family}, {}", first_names.join(", ")).trim_end_matches([' ', ',']).to_owned()
}

/// Formats the words after a comma; a lone capital letter is an initial.
fn proper_first_names(names: &str) -> String {
    let words = names.split_whitespace().map(|word| {
        let word = if word.ends_with("..") { word.trim_end_matches('.') } else { word };
        let mut characters = word.chars();
        let is_initial = characters.next().is_some_and(char::is_uppercase) && characters.next().is_none();
        let has_lost_period = is_initial || names.contains("..") && !word.ends_with('.') && word.chars().count() == 1;
        if has_lost_period { format!("{word}.") } else { word.to_owned() }
    });
    words.collect::<Vec<String>>().join(" ")
}
