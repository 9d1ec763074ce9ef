//! Semantic tokens: five numbers per token.

use serde_json::Value;

use super::documents::Lines;

/// The faults in the `data` of an answer about a text with these lines: a token outside its line, overlapping another, or of a type that the
/// `legend` does not have.
pub fn faults(data: &Value, legend: &Value, lines: &Lines) -> Vec<String> {
    let numbers: Vec<u64> = data.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let types = legend["tokenTypes"].as_array().map_or(0, Vec::len) as u64;
    let modifiers = legend["tokenModifiers"].as_array().map_or(0, Vec::len);
    let mut faults = Vec::new();
    if !numbers.len().is_multiple_of(5) {
        faults.push(format!("{} numbers are no tokens", numbers.len()));
    }
    let (mut line, mut column, mut end) = (0, 0, 0);
    for (index, token) in numbers.chunks_exact(5).enumerate() {
        let [lines_on, columns_on, length, kind, bits] = [0, 1, 2, 3, 4].map(|place| token[place]);
        column = if lines_on == 0 { column + columns_on } else { columns_on };
        line += lines_on;
        let is_over = index > 0 && lines_on == 0 && column < end;
        end = column + length;
        let in_line = lines.get(line as usize).is_some_and(|columns| end <= u64::from(*columns));
        if is_over || !in_line || length == 0 {
            faults.push(format!("token {index} at {line}:{column} of length {length} has no such place"));
        }
        if kind >= types || bits >> modifiers != 0 {
            faults.push(format!("token {index} has a type that is not in the legend"));
        }
        if faults.len() > 3 {
            break;
        }
    }
    faults
}
