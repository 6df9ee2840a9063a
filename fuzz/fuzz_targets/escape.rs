//! See `d2snap_fuzz::escape`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| d2snap_fuzz::escape(data));
