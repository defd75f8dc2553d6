import { MailFolder, type MailFolderOptions } from './folder.ts';
import { createServer } from './server.ts';
import { startSmtp } from './smtp.ts';

export interface OutboxOptions extends MailFolderOptions {
  /** Of the pages; 0, the default, takes a free one. */
  readonly port?: number;
  readonly smtpPort?: number;
  /** Where mails may load pictures from; without it nowhere. */
  readonly picturesUrl?: string | undefined;
}

export interface Outbox {
  /** Where mails are handed in: `smtp://127.0.0.1:2525`. */
  readonly smtpUrl: string;
  /** Where they are looked at. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A mail server that keeps every mail, and pages to read them. Both on 127.0.0.1 only. Rejects when a port is taken. */
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
