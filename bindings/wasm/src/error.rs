//! The engine's errors, as JSON: a code, the message and the numbers.

use d2snap::Error;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

/// What JavaScript catches.
pub(crate) fn thrown(error: Error) -> JsValue {
    let message = error.to_string();
    let mut facts = match &error {
        Error::Parameter { name, value, .. } => json!({ "code": "parameter", "name": name, "value": value }),
        Error::Limit { name, limit, .. } => json!({ "code": "limit", "name": name, "limit": limit }),
        Error::Selector { selector, .. } => json!({ "code": "selector", "selector": selector }),
        Error::NoMatch { selector, .. } => json!({ "code": "no-match", "selector": selector }),
        Error::GroundTruth { .. } => json!({ "code": "ground-truth" }),
        Error::BaseUrl { url, .. } => json!({ "code": "base-url", "url": url }),
        Error::BudgetUnreachable { budget, smallest, .. } => {
            json!({ "code": "budget-unreachable", "budget": budget, "smallest": smallest })
        }
        Error::NoTarget { uids, count, .. } => json!({ "code": "no-target", "uids": uids, "count": count }),
        Error::Capture { .. } | Error::CaptureVersion { .. } => json!({ "code": "capture" }),
        Error::Tokenizer { name, .. } => json!({ "code": "tokenizer", "name": name }),
        _ => json!({ "code": "engine" }),
    };
    if let Value::Object(facts) = &mut facts {
        facts.insert("message".to_owned(), message.into());
    }
    JsValue::from_str(&facts.to_string())
}

/// An argument that does not read.
pub(crate) fn argument(what: &str, reason: &dyn std::fmt::Display) -> JsValue {
    JsValue::from_str(&json!({ "code": "parameter", "name": what, "message": format!("{what}: {reason}") }).to_string())
}
