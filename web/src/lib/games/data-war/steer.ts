/** Arrows go from one radio button of a group to the next, and from the last to the first. */
export function steer(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="radio"]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  all[(at + step + all.length) % all.length]?.focus();
}
