import { MailFolder, type MailFolderOptions } from './folder.ts';
import { createServer } from './server.ts';
import { startSmtp } from './smtp.ts';

export interface OutboxOptions extends MailFolderOptions {
  /** Port of the pages; 0, the default, picks a free one. */
  readonly port?: number;
  readonly smtpPort?: number;
  /** The address that mails may load pictures from; they may load none without it. */
  readonly picturesUrl?: string | undefined;
}

export interface Outbox {
  /** Address of the mail server, such as `smtp://127.0.0.1:2525`. */
  readonly smtpUrl: string;
  /** Address of the pages. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a mail server that keeps every mail, and pages to read them, on 127.0.0.1 only. Rejects when a port is taken.
 */
export async function startOutbox({
  port = 0,
  smtpPort = 0,
  picturesUrl,
  ...folderOptions
}: OutboxOptions): Promise<Outbox> {
  const folder = new MailFolder(folderOptions);
  const smtp = await startSmtp(folder, smtpPort);
  const server = createServer(folder, picturesUrl);
  const stop = async (): Promise<void> => {
    await smtp.stop();
    await server.close();
  };
  const url = await server.listen({ host: '127.0.0.1', port }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { smtpUrl: smtp.url, url, stop };
}
