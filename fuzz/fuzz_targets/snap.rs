//! See `d2snap_fuzz::snap`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| d2snap_fuzz::snap(data));
