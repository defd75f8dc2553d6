import { MailFolder, mailDirIn } from '../mail-outbox/folder.ts';
import { readMail } from '../mail-outbox/mail.ts';

/** Whose mails go: those to an address, and those to the owner, which name an order by its number and quote its buyer. */
export interface Erased {
  readonly addresses: readonly string[];
  readonly orderNumbers: readonly string[];
}

/** Removes a person's mails from the local outbox, whether it runs or not. Returns how many there were. */
export const eraseFromOutbox = async (dataDir: string, { addresses, orderNumbers }: Erased): Promise<number> => {
  const folder = new MailFolder({ dir: mailDirIn(dataDir) });
  const to = new Set(addresses.map((address) => address.trim().toLowerCase()));
  let erased = 0;
  for (const id of await folder.ids()) {
    const mail = await readMail(folder, id);
    if (!mail) continue;
    const isTo = mail.to.some((address) => to.has(address));
    const isAbout = orderNumbers.some((number) => mail.text?.includes(number) || mail.html?.includes(number));
    if (!isTo && !isAbout) continue;
    await folder.remove(id);
    erased += 1;
  }
  return erased;
};
