import { hostOf, isLoopbackName } from '@course/service-kit';
import { ImapFlow } from 'imapflow';
import { DAY_MS } from '../../platform/clock.ts';

/** How far a mailbox has been read. The server may renumber its mails, which changes its UIDVALIDITY. */
export interface Position {
  readonly uidValidity: bigint | null;
  readonly lastUid: bigint;
}

/** Callbacks for the mails of a mailbox. */
export interface MailboxCallbacks {
  /** Returns whether the mail was a report that concerns us. It is then marked as read. */
  readonly onReport: (source: Uint8Array, arrivedAt: Date) => Promise<boolean>;
  /** Called after each report, and at the end. */
  readonly onPosition: (position: Position) => Promise<void>;
}

/** The age up to which reports still matter when a mailbox is read for the first time. */
const SINCE_MS = 14 * DAY_MS;
/** Per run; the rest follows in the next one. */
const MAX_REPORTS = 200;
/** Longer mails are cut: the report comes before the mail that it returns. */
const MAX_BYTES = 512 * 1024;
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

/**
 * Creates a client for a URL such as `imaps://user:password@host:993/INBOX`. With `imap:`, a server on another machine
 * must support STARTTLS.
 */
const clientFor = (url: URL): ImapFlow => {
  const isTls = url.protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostOf(url),
    port: Number(url.port) || (isTls ? 993 : 143),
    secure: isTls,
    ...(!isTls && { doSTARTTLS: !isLoopbackName(url.hostname) }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  });
  // A broken connection rejects pending calls. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  return client;
};

const folderOf = ({ pathname }: URL): string => decodeURIComponent(pathname.slice(1)) || 'INBOX';

/** Returns the UIDs of new mails that claim to be reports, oldest first. */
const reportsAfter = async (client: ImapFlow, last: bigint): Promise<number[]> => {
  const found = await client.search(
    {
      uid: `${last + 1n}:*`,
      since: new Date(Date.now() - SINCE_MS),
      header: { 'content-type': 'multipart/report' },
    },
    { uid: true },
  );
  if (!found) throw new Error('The mail server refused the search for reports.');
  // `*` is the last mail even if its UID is lower.
  return found.filter((uid) => BigInt(uid) > last).sort((a, b) => a - b);
};

const handleMail = async (client: ImapFlow, uid: number, { onReport }: MailboxCallbacks): Promise<void> => {
  const mail = await client.fetchOne(
    String(uid),
    { source: { maxLength: MAX_BYTES }, internalDate: true },
    { uid: true },
  );
  if (!mail || !mail.source) return;
  const arrivedAt = mail.internalDate ? new Date(mail.internalDate) : new Date();
  if (await onReport(mail.source, arrivedAt)) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
};

const readFrom = async (client: ImapFlow, from: Position, callbacks: MailboxCallbacks): Promise<void> => {
  if (!client.mailbox) throw new Error('The mailbox of bounces has no such folder. Correct the path of IMAP_URL.');
  const { uidValidity, uidNext } = client.mailbox;
  const last = uidValidity === from.uidValidity ? from.lastUid : 0n;
  const uids = await reportsAfter(client, last);
  for (const uid of uids.slice(0, MAX_REPORTS)) {
    await handleMail(client, uid, callbacks);
    await callbacks.onPosition({ uidValidity, lastUid: BigInt(uid) });
  }
  if (uids.length > MAX_REPORTS) return;
  await callbacks.onPosition({ uidValidity, lastUid: BigInt(Math.max(uidNext - 1, uids.at(-1) ?? 0)) });
};

/**
 * Passes each report that arrived after `from` to the callbacks. Leaves all other mails as they are. Rejects if the
 * server is unreachable or refuses to search.
 */
export async function readMailbox(url: URL, from: Position, callbacks: MailboxCallbacks): Promise<void> {
  const client = clientFor(url);
  try {
    await client.connect();
    const lock = await client.getMailboxLock(folderOf(url));
    try {
      await readFrom(client, from, callbacks);
    } finally {
      lock.release();
    }
  } finally {
    client.close();
  }
}
