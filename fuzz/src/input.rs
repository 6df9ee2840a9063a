//! Choices out of an input's first bytes; the rest is the page.

use d2snap::{Format, Hidden, Hrefs, MergeSchedule, Options, Params, SegmentScope};

/// Reads choices off the front; an input that is too short chooses zeros.
pub(crate) struct Choices<'d>(pub(crate) &'d [u8]);

impl Choices<'_> {
    pub(crate) fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().map_or((0, self.0), |(first, rest)| (*first, rest));
        self.0 = rest;
        first
    }

    pub(crate) fn bool(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// (k, l, m): tenths, and infinity for k.
    pub(crate) fn params(&mut self) -> Params {
        let mut tenths = || f64::from(self.byte() % 11) / 10.0;
        let (l, m) = (tenths(), tenths());
        let k = match self.byte() % 12 {
            11 => f64::INFINITY,
            tenth => f64::from(tenth) / 10.0,
        };
        Params::new(k, l, m).unwrap_or_default()
    }

    /// The options that change how a page is read or written, by the bits of two bytes.
    pub(crate) fn options(&mut self) -> Options {
        let bits = u16::from_le_bytes([self.byte(), self.byte()]);
        let is = |bit: u32| bits & (1 << bit) != 0;
        let mut options = if is(0) { Options::paper() } else { Options::default() };
        if is(1) {
            options = options.with_hidden(Hidden::Keep);
        }
        if is(2) {
            options = options.with_markdown(false);
        }
        if is(3) {
            options = options.with_format(Format::Pretty);
        }
        if is(4) {
            options = options.with_segment_scope(SegmentScope::Node);
        }
        if is(5) {
            options = options.with_merge_schedule(MergeSchedule::Modulo);
        }
        if is(6) {
            options = options.with_header(true);
        }
        if is(7) {
            options = options.with_uids(true);
        }
        if is(8) {
            options = options.with_split_clauses(true);
        }
        if is(9) {
            options = options.with_affordances(false);
        }
        if is(10) {
            options = options.with_hrefs(if is(11) { Hrefs::Path } else { Hrefs::Drop });
        }
        if is(12) {
            options = options.with_exclude("nav, x-host >>> a, [hidden]");
        }
        if is(13) {
            options = options.with_max_attribute_chars(8);
        }
        options
    }
}
