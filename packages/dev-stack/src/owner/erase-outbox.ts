import { MailFolder, mailDirIn } from '../mail-outbox/folder.ts';
import { readMail } from '../mail-outbox/mail.ts';

/**
 * Selects the mails to remove: those to an address, and those that contain an order number, as notices to the owner do.
 */
export interface Erased {
  readonly addresses: readonly string[];
  readonly orderNumbers: readonly string[];
}

/** Removes a person's mails from the local outbox, which need not run. Returns how many it removed. */
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
