//! Work on items on a pool of threads, results in order.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::iter::Fuse;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Items that are taken ahead, for each thread: enough that a page of several times the usual size
/// keeps no thread waiting.
const AHEAD: usize = 4;

/// The results of work on each of some items.
///
/// The pool is its own. The application's, or the global one, might be waiting for this very
/// iterator, and a library that starts the global pool decides for the application how large it is.
pub(super) struct Ordered<I: Iterator, T, F> {
    items: Fuse<I>,
    work: Arc<F>,
    threads: usize,
    /// Started when the first result is asked for; none where no thread could be.
    pool: OnceCell<Option<ThreadPool>>,
    /// Where the results of items that were taken will come, in order.
    results: VecDeque<Receiver<std::thread::Result<T>>>,
    is_dropped: Arc<AtomicBool>,
}

/// More than eight threads for each core are of no use, and cost as many stacks.
fn most() -> usize {
    std::thread::available_parallelism().map_or(8, |cores| 8 * cores.get())
}

impl<I, T, F> Ordered<I, T, F>
where
    I: Iterator,
    I::Item: Send + 'static,
    T: Send + 'static,
    F: Fn(I::Item) -> T + Send + Sync + 'static,
{
    /// With so many threads, though not more than [`most`]; 0 is one for each core.
    pub(super) fn new(items: I, work: F, threads: usize) -> Self {
        Ordered {
            items: items.fuse(),
            work: Arc::new(work),
            threads: threads.min(most()),
            pool: OnceCell::new(),
            results: VecDeque::new(),
            is_dropped: Arc::default(),
        }
    }
}

impl<I, T, F> Iterator for Ordered<I, T, F>
where
    I: Iterator,
    I::Item: Send + 'static,
    T: Send + 'static,
    F: Fn(I::Item) -> T + Send + Sync + 'static,
{
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let pool = self.pool.get_or_init(|| ThreadPoolBuilder::new().num_threads(self.threads).build().ok());
        let Some(pool) = pool else { return self.items.next().map(&*self.work) };
        while self.results.len() < AHEAD * pool.current_num_threads()
            && let Some(item) = self.items.next()
        {
            let (sender, receiver) = sync_channel(1);
            let (work, is_dropped) = (Arc::clone(&self.work), Arc::clone(&self.is_dropped));
            pool.spawn(move || {
                if !is_dropped.load(Ordering::Relaxed) {
                    // A panic, which is the caller's, would end the process here.
                    let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                    // Nobody listens once the iterator is dropped.
                    let _ = sender.send(result);
                }
            });
            self.results.push_back(receiver);
        }
        // Each job sends, so only the end of all items has no result.
        match self.results.pop_front()?.recv().ok()? {
            Ok(result) => Some(result),
            Err(panic) => resume_unwind(panic),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.items.size_hint();
        let taken = self.results.len();
        (least.saturating_add(taken), most.and_then(|most| most.checked_add(taken)))
    }
}

impl<I: Iterator, T, F> Drop for Ordered<I, T, F> {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}
