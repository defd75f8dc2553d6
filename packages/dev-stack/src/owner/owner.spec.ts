import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MailFolder, mailDirIn } from '../mail-outbox/folder.ts';
import { scratchFolder } from '@course/test-kit/scratch';
import { lockDataDir } from '../stack/lock-data-dir.ts';
import { eraseFromOutbox } from './erase-outbox.ts';
import { readOwnerEnv, removeOwnerEnv, writeOwnerEnv } from './owner-env.ts';
import { runOwner } from './run-owner.ts';

const aMail = (to: string, text: string): Uint8Array =>
  Buffer.from(
    `From: shop@example.com\r\nTo: ${to}\r\nSubject: Hello\r\nMessage-ID: <${Math.random()}@example.com>\r\n\r\n${text}\r\n`,
  );

describe("the owner's environment", () => {
  it('can be read while the stack runs, by its owner only', async () => {
    const dataDir = scratchFolder();
    const lock = () => lockDataDir(dataDir, () => undefined);
    const release = await lock();
    expect(readOwnerEnv(dataDir)).toBeUndefined();
    writeOwnerEnv(dataDir, { DATABASE_URL: 'postgresql://x' });
    expect(readOwnerEnv(dataDir)).toEqual({ DATABASE_URL: 'postgresql://x' });
    expect(statSync(path.join(dataDir, 'owner-env.json')).mode & 0o777).toBe(0o600);
    removeOwnerEnv(dataDir);
    expect(readOwnerEnv(dataDir)).toBeUndefined();
    writeOwnerEnv(dataDir, { DATABASE_URL: 'postgresql://x' });
    release();
    expect(readOwnerEnv(dataDir)).toBeUndefined();
    await lock();
    expect(readOwnerEnv(dataDir)).toBeUndefined();
  });

  it('is missing with one clear sentence when no stack runs', async () => {
    const dataDir = scratchFolder();
    await expect(runOwner({ dataDir, args: ['status'], onErased: () => undefined })).rejects.toThrow(
      `No stack runs with the data folder ${dataDir}. Start it (npm start)`,
    );
  });
});

describe('erasing from the outbox', () => {
  it("removes the person's mails and the owner's mails about their orders, and no others", async () => {
    const dataDir = scratchFolder();
    const folder = new MailFolder({ dir: mailDirIn(dataDir) });
    await folder.add(aMail('Anna <Anna@Example.com>', 'Lesson 1'));
    await folder.add(aMail('anna@example.com', 'Lesson 2'));
    await folder.add(aMail('owner@shop.example', 'Order number: K7XM-4PRH\r\n\r\n"I am Anna."'));
    const kept = [
      await folder.add(aMail('ben@example.com', 'Lesson 1')),
      await folder.add(aMail('anna@example.com.evil.example', 'Lesson 1')),
      await folder.add(aMail('owner@shop.example', 'Order number: K7XM-4PRJ')),
    ];
    const anna = { addresses: [' ANNA@example.com'], orderNumbers: ['K7XM-4PRH'] };
    expect(await eraseFromOutbox(dataDir, anna)).toBe(3);
    expect((await folder.ids()).sort()).toEqual(kept.sort());
    expect(await eraseFromOutbox(dataDir, anna)).toBe(0);
    expect(await eraseFromOutbox(path.join(dataDir, 'nothing'), anna)).toBe(0);
  });
});
