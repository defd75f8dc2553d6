import path from 'node:path';
import { MailFolder } from './folder.ts';
import { readMail } from './mail.ts';

/** Where the outbox keeps its mails in a stack's data folder. */
export const mailDirIn = (dataDir: string): string => path.join(dataDir, 'mail');

/** Removes every mail to this address and returns how many there were. Other people's mails stay. */
export async function eraseMails(folder: MailFolder, address: string): Promise<number> {
  let erased = 0;
  for (const id of await folder.ids()) {
    const mail = await readMail(folder, id);
    if (!mail?.to.includes(address.trim().toLowerCase())) continue;
    await folder.remove(id);
    erased++;
  }
  return erased;
}

/** The same for a stack's data folder, whether its outbox runs or not. */
export const eraseMailsOf = (dataDir: string, address: string): Promise<number> =>
  eraseMails(new MailFolder({ dir: mailDirIn(dataDir) }), address);
