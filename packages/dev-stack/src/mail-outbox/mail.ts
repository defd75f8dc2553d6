import PostalMime from 'postal-mime';
import { arrivalOf, type MailFolder } from './folder.ts';

export interface Summary {
  readonly id: string;
  /** The envelope's recipients, then those of the headers. */
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  readonly arrivedAt: Date;
}

export interface WholeMail extends Summary {
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

const unique = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => (value ? [value.toLowerCase()] : []))),
];

/**
 * Parses a mail's source. A part that cannot be parsed is empty, not an error: the mail was accepted, so it is shown.
 */
async function parseMail(id: string, source: Uint8Array): Promise<WholeMail> {
  const mail = await PostalMime.parse(source);
  const headers = mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value }));
  const delivered = headers.filter(({ name }) => name.toLowerCase() === 'delivered-to').map(({ value }) => value);
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].map(({ address }) => address);
  return {
    id,
    to: unique([...delivered, ...named]),
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    arrivedAt: arrivalOf(id),
    html: mail.html,
    text: mail.text,
    headers,
  };
}

/** Reads one mail. Returns undefined if there is no such mail (any more). */
export async function readMail(folder: MailFolder, id: string): Promise<WholeMail | undefined> {
  const source = await folder.read(id);
  return source && parseMail(id, source);
}

/** Summaries of mails for the list. A mail never changes, so each is read once. */
export class Summaries {
  readonly #folder: MailFolder;
  readonly #known = new Map<string, Summary>();

  constructor(folder: MailFolder) {
    this.#folder = folder;
  }

  async page(from: number, limit: number): Promise<{ readonly mails: readonly Summary[]; readonly total: number }> {
    const ids = await this.#folder.ids();
    const existing = new Set(ids);
    for (const id of this.#known.keys()) if (!existing.has(id)) this.#known.delete(id);
    const mails = await Promise.all(ids.slice(from, from + limit).map((id) => this.#summary(id)));
    return { mails: mails.filter((mail) => mail !== undefined), total: ids.length };
  }

  async #summary(id: string): Promise<Summary | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const mail = await readMail(this.#folder, id);
    if (!mail) return undefined;
    const { to, from, subject, messageId, arrivedAt } = mail;
    const summary = { id, to, from, subject, messageId, arrivedAt };
    this.#known.set(id, summary);
    return summary;
  }
}
