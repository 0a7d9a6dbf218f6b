/** Paths of the History API. A page is a path; everything else is state inside the page. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string; watch: boolean }
  | { page: 'replay'; link: string }
  | { page: 'rules'; game: string }
  | { page: 'inspect'; what: 'game' | 'room' | 'replay'; id: string }
  | { page: 'settings' }
  | { page: 'licences' }
  | { page: 'missing' };

/** Codes are spoken and typed by people: case and spaces do not matter. */
export const readCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function readPath(path: string): Route {
  const [first, second, third, ...rest] = path.split('/').filter(Boolean).map(decode);
  if (rest.length > 0) return { page: 'missing' };
  if (first === undefined) return { page: 'home' };
  if (first === 't' && second && (third === undefined || third === 'watch'))
    return { page: 'table', code: readCode(second), watch: third === 'watch' };
  if (first === 'inspect' && (second === 'game' || second === 'room' || second === 'replay') && third)
    return { page: 'inspect', what: second, id: third };
  if (third !== undefined) return { page: 'missing' };
  if (first === 'replay' && second) return { page: 'replay', link: second };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (second !== undefined) return { page: 'missing' };
  if (first === 'settings' || first === 'licences') return { page: first };
  return { page: 'missing' };
}
