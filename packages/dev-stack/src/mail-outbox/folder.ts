import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A mail's file name without extension: time and order of arrival, which names sort by, then random digits. */
const ID = /^\d{13}-[0-9a-f]{12}$/;
const EXTENSION = '.eml';

/** Returns the outbox's folder in a stack's data folder. */
export const mailDirIn = (dataDir: string): string => path.join(dataDir, 'mail');

export interface MailFolderOptions {
  readonly dir: string;
  /** The oldest mails beyond this number are dropped. */
  readonly maxMails?: number;
  readonly now?: () => number;
}

const isMailId = (text: string): boolean => ID.test(text);

/** Returns when a mail arrived. */
export const arrivalOf = (id: string): Date => new Date(Number(id.slice(0, 13)));

const idsIn = async (dir: string): Promise<string[]> => {
  const names = await readdir(dir).catch(() => []);
  return names.flatMap((name) =>
    name.endsWith(EXTENSION) && isMailId(name.slice(0, -EXTENSION.length)) ? [name.slice(0, -EXTENSION.length)] : [],
  );
};

/** Mails as files in one folder. Other programs may remove files at any time. */
export class MailFolder {
  readonly #dir: string;
  readonly #maxMails: number;
  readonly #now: () => number;
  #order = 0;
  /** An upper bound of the number of mails; `#dropOldest` counts them. */
  #count = Number.POSITIVE_INFINITY;

  constructor({ dir, maxMails = 5000, now = Date.now }: MailFolderOptions) {
    this.#dir = dir;
    this.#maxMails = maxMails;
    this.#now = now;
  }

  /** Stores a mail and returns its id. No part of it is visible before all of it is written. */
  async add(source: Uint8Array): Promise<string> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    const order = (this.#order++ % 0x1000000).toString(16).padStart(6, '0');
    const id = `${String(this.#now()).padStart(13, '0')}-${order}${randomBytes(3).toString('hex')}`;
    const draft = path.join(this.#dir, `.${id}.draft`);
    await writeFile(draft, source, { mode: 0o600 });
    await rename(draft, this.#file(id));
    this.#count++;
    if (this.#count > this.#maxMails) await this.#dropOldest();
    return id;
  }

  /** Returns the ids of all mails, newest first. */
  async ids(): Promise<string[]> {
    return (await idsIn(this.#dir)).sort().reverse();
  }

  /** Returns the mail's source as it arrived; undefined if there is no such mail (any more). */
  async read(id: string): Promise<Buffer | undefined> {
    return isMailId(id) ? readFile(this.#file(id)).catch(() => undefined) : undefined;
  }

  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true });
  }

  async #dropOldest(): Promise<void> {
    const ids = await this.ids();
    // Drops more than needed, so that the folder is not read for every mail.
    const kept = ids.length > this.#maxMails ? Math.floor(this.#maxMails * 0.95) : ids.length;
    this.#count = kept;
    await Promise.all(ids.slice(kept).map((id) => this.remove(id)));
  }

  #file(id: string): string {
    return path.join(this.#dir, id + EXTENSION);
  }
}
