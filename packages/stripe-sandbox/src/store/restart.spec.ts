import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSandbox } from '../index.ts';
import { aCheckout, sdkFor } from '../testing/client.ts';
import { startReceiver } from '../testing/receiver.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('keeps sessions, payments and idempotency across a restart', async () => {
  const first = await startSandbox({ dataDir });
  const paid = await sdkFor(first).checkout.sessions.create(aCheckout(), { idempotencyKey: 'k' });
  await first.pay(paid.id);
  await first.stop();

  const second = await startSandbox({ dataDir });
  const stripe = sdkFor(second);
  const session = await stripe.checkout.sessions.retrieve(paid.id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({ status: 'complete', payment_intent: { status: 'succeeded' } });
  expect((await stripe.checkout.sessions.create(aCheckout(), { idempotencyKey: 'k' })).id).toBe(paid.id);
  await second.stop();
});

it('delivers events after a restart that the shop refused before', async () => {
  const receiver = await startReceiver(503);
  const first = await startSandbox({ dataDir, webhookUrl: receiver.url });
  const { id } = await sdkFor(first).checkout.sessions.create(aCheckout());
  await first.pay(id);
  await first.stop();
  const refused = receiver.received.length;
  expect(refused).toBeGreaterThan(0);

  receiver.answer(200);
  const second = await startSandbox({ dataDir, webhookUrl: receiver.url });
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(refused), { timeout: 30_000 });
  expect(receiver.received.at(-1)?.body).toBe(receiver.received[0]?.body);
  await second.stop();
  await receiver.stop();
});

it('stores no card number, in a file that only its owner can read', async () => {
  const sandbox = await startSandbox({ dataDir });
  const { id } = await sdkFor(sandbox).checkout.sessions.create(aCheckout());
  await expect(sandbox.pay(id, { number: '4000 0000 0000 0002' })).rejects.toThrow();
  await sandbox.pay(id, { number: '4000 0027 6000 3184', cvc: '987' });
  await sandbox.stop();
  const file = join(dataDir, 'sandbox.jsonl');
  const kept = await readFile(file, 'utf8');
  expect(kept).toContain('"last4":"3184"');
  expect(kept).not.toMatch(/4000 ?0027|4000 ?0000|"987"/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('starts after a crash in the middle of a line', async () => {
  const first = await startSandbox({ dataDir });
  const { id } = await sdkFor(first).checkout.sessions.create(aCheckout());
  await first.stop();
  await appendFile(join(dataDir, 'sandbox.jsonl'), '[["session",{"id":"cs_te');
  const second = await startSandbox({ dataDir });
  expect(await sdkFor(second).checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  await second.stop();
});

it('reads the file of an earlier release, which stored keys and named idempotency otherwise', async () => {
  const first = await startSandbox({ dataDir });
  const { id } = await sdkFor(first).checkout.sessions.create(aCheckout(), { idempotencyKey: 'k' });
  await first.stop();
  const file = join(dataDir, 'sandbox.jsonl');
  const kept = (await readFile(file, 'utf8')).replace('["idempotency",', '["answer",');
  await writeFile(file, `[["secrets",{"id":"own"}]]\n${kept}`);

  const second = await startSandbox({ dataDir });
  expect((await sdkFor(second).checkout.sessions.create(aCheckout(), { idempotencyKey: 'k' })).id).toBe(id);
  await second.stop();
});
