//! See `d2snap_fuzz::tokens`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| d2snap_fuzz::tokens(data));
