import { describe, expect, it } from 'vitest';
import { readCode, readPath, router } from '../../src/router.svelte';

describe('paths', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/t/K7Q4', { page: 'table', code: 'K7Q4', watch: false }],
    ['/t/k7q4/', { page: 'table', code: 'K7Q4', watch: false }],
    ['/t/K7Q4/watch', { page: 'table', code: 'K7Q4', watch: true }],
    ['/replay/a-b_c', { page: 'replay', link: 'a-b_c' }],
    ['/rules/may-i', { page: 'rules', game: 'may-i' }],
    ['/inspect/game/rush', { page: 'inspect', what: 'game', id: 'rush' }],
    ['/inspect/room/K7Q4', { page: 'inspect', what: 'room', id: 'K7Q4' }],
    ['/inspect/replay/abc', { page: 'inspect', what: 'replay', id: 'abc' }],
    ['/settings', { page: 'settings' }],
    ['/licences', { page: 'licences' }],
  ])('%s', (path, route) => expect(readPath(path)).toEqual(route));

  it.each(['/nothing', '/t', '/t/A/b', '/settings/more', '/inspect/x/y', '/t/A/watch/more', '/%E0%A4%A'])(
    '%s is missing',
    (path) => expect(readPath(path)).toEqual({ page: 'missing' }),
  );

  it('reads a code as people type it', () => expect(readCode(' k7-q 4')).toBe('K7Q4'));
});

describe('links', () => {
  const click = (link: HTMLAnchorElement, more: MouseEventInit = {}) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...more });
    link.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const link = (href: string) => {
    const it = document.createElement('a');
    it.href = href;
    document.body.append(it);
    return it;
  };

  it('are followed within the page, unless another tab is wanted', () => {
    const stop = router.start();
    expect(click(link('/settings'))).toBe(true);
    expect(router.route).toEqual({ page: 'settings' });
    expect(click(link('/licences'), { ctrlKey: true })).toBe(false);
    expect(click(link('/licences.txt'))).toBe(false);
    expect(router.route).toEqual({ page: 'settings' });
    stop();
  });
});
