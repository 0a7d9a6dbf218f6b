//! Distributes work over threads.

use std::io;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use croupier_kit::game::Error;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::runtime::Runtime;

use crate::console::Console;
use crate::error::CliError;

/// How many threads to use: as many as were asked for, or one for each core.
pub(crate) fn thread_count(wanted: Option<u16>) -> usize {
    match wanted {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, NonZero::get),
    }
}

/// Does the pieces of work from 0 up to `count`, and passes each result with its number to `take`,
/// in the order of completion.
///
/// The error does not depend on the number of threads: pieces are started in order, so the first
/// one that fails is always among those that were done.
pub(crate) fn share<T>(
    count: u64,
    threads: usize,
    work: impl Fn(u64) -> Result<T, Error> + Sync,
    take: impl FnMut(u64, T) + Send,
) -> Result<(), CliError> {
    share_on(thread::Builder::new, count, threads, work, take)
}

fn share_on<T>(
    builder: impl Fn() -> thread::Builder,
    count: u64,
    threads: usize,
    work: impl Fn(u64) -> Result<T, Error> + Sync,
    take: impl FnMut(u64, T) + Send,
) -> Result<(), CliError> {
    let threads = threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let next = AtomicU64::new(0);
    let has_failed = AtomicBool::new(false);
    let shared = Mutex::new((take, None::<(u64, Error)>));
    // Nobody starts before all threads exist: if one cannot be created, nothing is done.
    let (begin, has_begun) = (Mutex::new(()), AtomicBool::new(false));
    let run = || {
        while !has_failed.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                break;
            }
            let done = work(piece);
            let mut shared = shared.lock().expect("no thread panics while it holds this");
            let (take, first_error) = &mut *shared;
            match done {
                Ok(result) => take(piece, result),
                Err(why) => {
                    has_failed.store(true, Ordering::Relaxed);
                    if first_error.as_ref().is_none_or(|(other, _)| piece < *other) {
                        *first_error = Some((piece, why));
                    }
                }
            }
        }
    };
    thread::scope(|scope| {
        let waiting = begin.lock().expect("nobody else has it yet");
        for thread in 1..threads {
            let told = || {
                drop(begin.lock());
                if has_begun.load(Ordering::Relaxed) {
                    run();
                }
            };
            if let Err(why) = builder().spawn_scoped(scope, told) {
                return Err(missing_thread(thread, threads, &why));
            }
        }
        has_begun.store(true, Ordering::Relaxed);
        drop(waiting);
        run();
        Ok(())
    })?;
    let (_, first_error) = shared.into_inner().expect("no thread panics while it holds this");
    first_error.map_or(Ok(()), |(_, why)| Err(CliError::found(why)))
}

fn missing_thread(found: usize, wanted: usize, why: &io::Error) -> CliError {
    let sentence =
        format!("only {found} of {wanted} threads could be started: {why}; see --threads");
    CliError::misuse("no_threads", sentence)
}

/// A runtime with this many threads. Tokio panics if it cannot have one of them, so whether they
/// are to be had is tried first.
pub(crate) fn runtime(threads: usize) -> Result<Runtime, CliError> {
    start_and_join(thread::Builder::new, threads)?;
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    Ok(builder.worker_threads(threads).enable_all().build()?)
}

fn start_and_join(builder: impl Fn() -> thread::Builder, threads: usize) -> Result<(), CliError> {
    let end = Mutex::new(());
    thread::scope(|scope| {
        let not_yet = end.lock().expect("nobody else has it yet");
        let mut started = vec![];
        let tried = (0..threads).try_for_each(|thread| {
            let waiting = builder().spawn_scoped(scope, || drop(end.lock()));
            started.push(waiting.map_err(|why| missing_thread(thread, threads, &why))?);
            Ok(())
        });
        drop(not_yet);
        // A thread still takes its place until it has been joined.
        for thread in started {
            let _ = thread.join();
        }
        tried
    })
}

/// Starts a separate thread.
pub(crate) fn beside(work: impl FnOnce() + Send + 'static) -> Result<(), CliError> {
    let started = thread::Builder::new().spawn(work);
    started.map(drop).map_err(|why| {
        CliError::check("no_threads", format!("a thread could not be started: {why}"))
    })
}

/// A bar that shows how many games have been played, if a person is watching. It appears when its
/// position is first set.
pub(crate) fn progress_bar(console: &Console, games: u64) -> ProgressBar {
    progress_bar_of(console, games, "games")
}

/// The same for other things.
pub(crate) fn progress_bar_of(console: &Console, count: u64, things: &str) -> ProgressBar {
    if !console.is_watched() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{human_pos}} of {{human_len}} {things}, {{eta}} left   {{msg}}"
    ));
    let bar = ProgressBar::new(count);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use croupier_kit::game::ErrorKind;

    use super::*;

    #[test]
    fn every_piece_is_done_once() {
        for threads in [1, 3] {
            let mut done = vec![];
            share(100, threads, |piece| Ok(piece * 2), |piece, twice| done.push((piece, twice)))
                .unwrap();
            done.sort_unstable();
            assert_eq!(done, (0..100).map(|piece| (piece, piece * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_is_told_on_any_number_of_threads() {
        let work = |piece: u64| match piece {
            7.. => Err(Error::new(ErrorKind::CorruptState, "broken", piece.to_string())),
            _ => Ok(()),
        };
        for threads in [1, 4] {
            let why = share(100, threads, work, |_, ()| ()).unwrap_err();
            assert_eq!(why.sentence, "7");
        }
    }

    #[test]
    fn threads_that_cannot_be_had_are_a_sentence() {
        let huge = || thread::Builder::new().stack_size(usize::MAX / 4);
        let never = |_| -> Result<(), Error> { panic!("no piece has begun") };
        let why = share_on(huge, 100, 4, never, |_, ()| ()).unwrap_err();
        assert_eq!((&*why.code, why.exit), ("no_threads", 2));
        assert!(why.sentence.starts_with("only 1 of 4 threads could be started: "), "{why:?}");
        // With one thread none is spawned, and no thread is spawned without work.
        share_on(huge, 100, 1, |_| Ok(()), |_, ()| ()).unwrap();
        share_on(huge, 1, 60_000, |_| Ok(()), |_, ()| ()).unwrap();

        // A runtime needs all of its threads.
        let why = start_and_join(huge, 4).unwrap_err();
        assert_eq!((&*why.code, why.exit), ("no_threads", 2));
        assert!(why.sentence.starts_with("only 0 of 4 threads could be started: "), "{why:?}");
        start_and_join(thread::Builder::new, 4).unwrap();
    }
}
