//! Work that is shared out among the cores.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does so many things on all cores, each core with something of its own; what they all have in the end, in any order.
pub(super) fn share<T: Send>(
    count: usize,
    begin: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, usize) + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut own = begin();
        while let n = next.fetch_add(1, Ordering::Relaxed)
            && n < count
        {
            work(&mut own, n);
        }
        own
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(some)).collect();
        let own = some();
        let others =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(own).chain(others).collect()
    })
}
