//! What a process itself takes: its peak of memory and its time.

use std::time::Instant;

/// The time of this thread on a processor, where the system tells, else time as it passes.
pub(crate) struct Clock {
    begun: Instant,
    before: Option<f64>,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        Clock { begun: Instant::now(), before: on_processor() }
    }

    pub(crate) fn seconds(&self) -> f64 {
        match (on_processor(), self.before) {
            (Some(now), Some(before)) => now - before,
            _ => self.begun.elapsed().as_secs_f64(),
        }
    }
}

fn on_processor() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// The peak of memory from a moment on.
pub(crate) struct Peak {
    before: Option<usize>,
}

impl Peak {
    /// From now on. Where the system does not tell (it is Linux that does), nothing is measured.
    pub(crate) fn start() -> Peak {
        // Sets the peak back to what is in use.
        let is_reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
        Peak { before: field("VmRSS:").filter(|_| is_reset) }
    }

    /// Bytes above what was in use at the start.
    pub(crate) fn used(&self) -> Option<usize> {
        Some(field("VmHWM:")?.saturating_sub(self.before?))
    }
}

fn field(name: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix(name))?;
    kilobytes.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}
