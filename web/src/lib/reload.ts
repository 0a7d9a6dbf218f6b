const PAUSE_MS = 2000;

const isReachable = (): Promise<boolean> =>
  fetch('/healthz').then(
    () => true,
    () => false,
  );

let waits = false;

/**
 * Reloads the page because a part of it could not be loaded: after an update of the server, the files of the older
 * version are gone. While the server cannot be reached, a reload would replace the table by an error of the browser.
 */
export async function reloadOnceReachable(reload = () => location.reload()): Promise<void> {
  if (waits) return;
  waits = true;
  while (!(await isReachable())) await new Promise((done) => setTimeout(done, PAUSE_MS));
  waits = false;
  reload();
}
