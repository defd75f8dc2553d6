/** Returns the page's element with this id. Throws if there is none of this type. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`The page has no ${type.name} with the id ${id}`);
}

export const input = (id: string) => byId(id, HTMLInputElement);
export const countryChoice = () => byId('country', HTMLSelectElement);
export const button = (id: string) => byId(id, HTMLButtonElement);
export const box = (id: string) => byId(id, HTMLElement);

/** Announces a text to screen readers without moving the focus. */
export function announce(text: string): void {
  box('spoken').textContent = text;
}
