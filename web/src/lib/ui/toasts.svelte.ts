/**
 * Short messages at the edge of the screen. They disappear by themselves, and screen readers announce them politely.
 */
export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'bad' | 'good';
}

class Toasts {
  #all = $state.raw<readonly Toast[]>([]);
  #next = 1;

  get all(): readonly Toast[] {
    return this.#all;
  }

  show(text: string, tone: Toast['tone'] = 'plain', ms = 5000): void {
    const toast = { id: this.#next++, text, tone };
    this.#all = [...this.#all.filter((it) => it.text !== text), toast].slice(-4);
    setTimeout(() => this.drop(toast.id), ms);
  }

  drop(id: number): void {
    this.#all = this.#all.filter((it) => it.id !== id);
  }
}

export const toasts = new Toasts();
