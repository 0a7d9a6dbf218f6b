/** The History API, with the current path as reactive state. */
import { readPath, type Route } from './paths';

export { readCode, readPath, type Route } from './paths';

class Router {
  #path = $state(location.pathname);
  readonly #route = $derived(readPath(this.#path));

  get path(): string {
    return this.#path;
  }
  get route(): Route {
    return this.#route;
  }

  /** Listens to the browser's history buttons and to clicks on links of this page. */
  start(): () => void {
    const back = () => (this.#path = location.pathname);
    const click = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      if (link.pathname === '/licences.txt' || link.pathname.startsWith('/api/')) return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      this.go(link.pathname);
    };
    addEventListener('popstate', back);
    document.addEventListener('click', click);
    return () => {
      removeEventListener('popstate', back);
      document.removeEventListener('click', click);
    };
  }

  go(path: string, { replace = false } = {}): void {
    if (path !== location.pathname) history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.#path = location.pathname;
    scrollTo(0, 0);
  }
}

export const router = new Router();
export const go = (path: string, options?: { replace?: boolean }): void => router.go(path, options);
