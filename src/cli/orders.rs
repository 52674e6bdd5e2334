//! Files of orders: a RON list, or one order a line.

use std::fs;
use std::io::{self, BufRead};

use super::Failure;
use crate::turn::Order;

/// Orders as they come.
pub type Orders = Box<dyn Iterator<Item = Result<Order, Failure>>>;

/// Opens a file of orders; `-` is standard input, a line at a time.
///
/// # Errors
/// When it cannot be read, or a list is wrong. A wrong line is told when its turn comes.
pub fn open(file: &str) -> Result<Orders, Failure> {
    if file == "-" {
        let lines = io::stdin().lock().lines().map(|line| line.map_err(|error| error.to_string()));
        return Ok(by_line(lines, "standard input".to_owned()));
    }
    let text = fs::read_to_string(file).map_err(|error| Failure(format!("{file}: cannot be read: {error}")))?;
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("//"));
    if first.is_some_and(|line| line.starts_with('[') || line.starts_with("#![")) {
        let orders: Vec<Order> = ron::from_str(&text).map_err(|error| {
            let at = error.span.start;
            Failure(format!("{file}: line {}, column {}: {}", at.line, at.col, error.code))
        })?;
        return Ok(Box::new(orders.into_iter().map(Ok)));
    }
    let lines: Vec<_> = text.lines().map(|line| Ok(line.to_owned())).collect();
    Ok(by_line(lines.into_iter(), file.to_owned()))
}

fn by_line(lines: impl Iterator<Item = Result<String, String>> + 'static, name: String) -> Orders {
    Box::new(lines.enumerate().filter_map(move |(n, line)| {
        let problem = |what: String| Some(Err(Failure(format!("{name}: line {}: {what}", n + 1))));
        match line {
            Err(what) => problem(what),
            Ok(line) => {
                let line = line.trim().trim_end_matches(',');
                if line.is_empty() || line.starts_with("//") {
                    return None;
                }
                match ron::from_str(line) {
                    Ok(order) => Some(Ok(order)),
                    Err(error) => problem(format!("column {}: {}", error.span.start.col, error.code)),
                }
            }
        }
    }))
}
