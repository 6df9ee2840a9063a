//! Threads for one large page: for parts of it that do not depend on each other.
//!
//! A page on a thread of a rayon pool ([`Workers`](crate::Workers) have one) is one of many, and
//! gets no further threads. Else a large page has a pool of its own while it needs it: starting one
//! takes less time than a large page saves, the global pool stays the application's, and a process
//! that was forked waits for no thread that it does not have.

/// How many threads to use for work that at most so many can share.
pub(crate) fn threads(most: usize) -> usize {
    #[cfg(not(feature = "parallel"))]
    let _ = most;
    #[cfg(feature = "parallel")]
    if most > 1 && rayon::current_thread_index().is_none() {
        return most.min(std::thread::available_parallelism().map_or(1, usize::from));
    }
    1
}

/// Works on each part, on a thread for each where threads can be started.
pub(crate) fn for_each<T: Send>(parts: Vec<T>, work: impl Fn(T) + Send + Sync) {
    #[cfg(feature = "parallel")]
    if parts.len() > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(parts.len()).build()
    {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        return pool.install(|| parts.into_par_iter().for_each(work));
    }
    parts.into_iter().for_each(work);
}
