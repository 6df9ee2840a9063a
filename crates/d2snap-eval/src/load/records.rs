//! The records of a JSON file, one at a time: the elements of one array, or values one after another, a line each or not.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::error::{LoadError, Place};

/// A record as it is written.
pub(crate) struct Record {
    /// The line that it begins on, from 1.
    pub(crate) line: usize,
    /// Its place among the records, from 1.
    pub(crate) number: usize,
    text: Box<RawValue>,
}

impl Record {
    /// The record as a `T`; what does not fit is an error at its own line.
    pub(crate) fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<T, LoadError> {
        serde_json::from_str(self.text.get()).map_err(|error| {
            LoadError::new(path, Place::Line(line(self.line, &error)), format!("record {}: {}", self.number, reason(&error)))
        })
    }
}

/// Reads records from a stream. In memory are one record and a buffer of 64 KiB.
///
/// A syntax error ends an array, since where its next element begins is unknown; among values without an array it costs
/// what is left of its line.
pub(crate) struct Records<R> {
    path: PathBuf,
    reader: Lines<BufReader<R>>,
    state: At,
    number: usize,
}

/// Where reading stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Start,
    /// In an array; `true` after an element.
    Array(bool),
    Values,
    /// After an array; nothing may follow.
    End,
    /// After an error behind which nothing can be found again.
    Lost,
}

impl<R: Read> Records<R> {
    pub(crate) fn new(reader: R, path: &Path) -> Records<R> {
        let reader = Lines { inner: BufReader::with_capacity(1 << 16, reader), line: 1, at_line_start: true };
        Records { path: path.to_owned(), reader, state: At::Start, number: 0 }
    }

    fn error(&self, line: usize, reason: impl Into<String>) -> LoadError {
        LoadError::new(&self.path, Place::Line(line), reason)
    }

    /// Up to the next record; `false` where there is none.
    fn advance(&mut self) -> Result<bool, LoadError> {
        if self.state == At::Lost {
            return Ok(false);
        }
        let byte = self.reader.peek().map_err(|error| LoadError::file(&self.path, error))?;
        let line = self.reader.line;
        match (self.state, byte) {
            (At::Start, None) => Err(LoadError::file(&self.path, "empty: no record in it")),
            (At::Start, Some(b'[')) => {
                self.reader.inner.consume(1);
                self.state = At::Array(false);
                self.advance_in_array(false)
            }
            (At::Start | At::Values, Some(_)) => {
                self.state = At::Values;
                Ok(true)
            }
            (At::Array(after), _) => self.advance_in_array(after),
            (At::Values | At::End | At::Lost, None) | (At::Lost, Some(_)) => Ok(false),
            (At::End, Some(_)) => Err(self.error(line, "something follows the end of the array")),
        }
    }

    fn advance_in_array(&mut self, after: bool) -> Result<bool, LoadError> {
        let byte = self.reader.peek().map_err(|error| LoadError::file(&self.path, error))?;
        let line = self.reader.line;
        match byte {
            None => Err(self.error(line, "the file ends inside its array")),
            // Whether a comma stands before it is not looked at.
            Some(b']') => {
                self.reader.inner.consume(1);
                self.state = At::End;
                self.advance()
            }
            Some(b',') if after => {
                self.reader.inner.consume(1);
                self.advance_in_array(false)
            }
            Some(_) if after => Err(self.error(line, "expected `,` or `]` after a record")),
            Some(_) => Ok(true),
        }
    }

    fn record(&mut self) -> Result<Record, LoadError> {
        let line = self.reader.line;
        self.number += 1;
        // Without a final check for an end, the deserializer reads up to the last byte of an object and no further (a number
        // would cost the byte after it; no set has numbers for records).
        let mut deserializer = serde_json::Deserializer::from_reader(&mut self.reader);
        match serde::Deserialize::deserialize(&mut deserializer) {
            Ok(text) => Ok(Record { line, number: self.number, text }),
            Err(error) => {
                let number = self.number;
                Err(self.error(self::line(line, &error), format!("record {number}: {}", reason(&error))))
            }
        }
    }
}

/// The line of an error in a record that begins on a line of the file. A line feed where none may be ends its own line.
fn line(start: usize, error: &serde_json::Error) -> usize {
    start + error.line().saturating_sub(1 + usize::from(error.column() == 0 && error.line() > 1))
}

/// serde_json's message without its place, which counts from the record.
fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).map_or(message.clone(), str::to_owned)
}

impl<R: Read> Iterator for Records<R> {
    type Item = Result<Record, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Ok(false) => return None,
            Ok(true) => {}
            Err(error) => {
                self.state = At::Lost;
                return Some(Err(error));
            }
        }
        let record = self.record();
        match (&record, self.state) {
            (Ok(_), At::Array(_)) => self.state = At::Array(true),
            (Err(_), At::Values) => self.reader.skip_line(),
            (Err(_), _) => self.state = At::Lost,
            (Ok(_), _) => {}
        }
        Some(record)
    }
}

/// A reader that counts lines.
struct Lines<R> {
    inner: R,
    line: usize,
    /// Whether what was read last was a line feed.
    at_line_start: bool,
}

impl<R: BufRead> Lines<R> {
    /// The next byte that is no white space (nor a byte order mark), not read yet.
    fn peek(&mut self) -> std::io::Result<Option<u8>> {
        loop {
            let buffer = self.inner.fill_buf()?;
            let Some(&first) = buffer.first() else { return Ok(None) };
            match first {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' | 0xEF | 0xBB | 0xBF => {}
                _ => return Ok(Some(first)),
            }
            self.inner.consume(1);
        }
    }

    /// To the next line, unless the last byte that was read ended one.
    fn skip_line(&mut self) {
        if self.at_line_start {
            return;
        }
        while let Ok(buffer) = self.inner.fill_buf() {
            if buffer.is_empty() {
                return;
            }
            let (used, ended) = match buffer.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), false),
            };
            self.inner.consume(used);
            if ended {
                self.line += 1;
                return;
            }
        }
    }
}

impl<R: BufRead> Read for Lines<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(into)?;
        for byte in &into[..read] {
            self.at_line_start = *byte == b'\n';
            self.line += usize::from(self.at_line_start);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let path = Path::new("f");
        Records::new(text.as_bytes(), path)
            .map(|record| match record.and_then(|record| Ok((record.line, record.read::<char>(path)?))) {
                Ok((line, value)) => format!("{line}: {value}"),
                Err(error) => error.to_string(),
            })
            .collect()
    }

    #[test]
    fn an_array_and_lines_are_read_alike() {
        assert_eq!(told("\u{feff}[\"a\",\n\"b\" ,\"c\"\n]\n"), ["1: a", "2: b", "2: c"]);
        assert_eq!(told("\"a\"\n\n\"b\"\n"), ["1: a", "3: b"]);
        assert_eq!(told("[]"), [""; 0]);
    }

    #[test]
    fn a_syntax_error_ends_an_array_and_costs_a_line_else() {
        assert_eq!(told("[\"a\",\nx,\n\"b\"]"), ["1: a", "f, line 2: record 2: expected value"]);
        assert_eq!(told("\"a\"\nx y\n\"b\""), ["1: a", "f, line 2: record 2: expected value", "3: b"]);
        assert_eq!(told("\"a\n\"b\""), ["f, line 1: record 1: control character (\\u0000-\\u001F) found while parsing a string", "2: b"]);
    }

    #[test]
    fn a_file_that_ends_too_early_is_told() {
        assert_eq!(told(" "), ["f: empty: no record in it"]);
        assert_eq!(told("[\"a\",\n"), ["1: a", "f, line 2: the file ends inside its array"]);
        assert_eq!(told("[\"a\"\n\"b\"]"), ["1: a", "f, line 2: expected `,` or `]` after a record"]);
        assert_eq!(told("[\"a\"] {}"), ["1: a", "f, line 1: something follows the end of the array"]);
        assert_eq!(told("[\"a\", {\"a\": 1"), ["1: a", "f, line 1: record 2: EOF while parsing an object"]);
    }

    #[test]
    fn a_record_that_does_not_fit_costs_itself_only() {
        assert_eq!(told("[\"a\",\n\n{},\n\"b\"]"), ["1: a", "f, line 3: record 2: invalid type: map, expected a character", "4: b"]);
    }
}
