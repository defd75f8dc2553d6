export { startTestStores, type TestStores } from './test-stores.ts';
export { eraseMailsOf } from './mail-outbox/erase.ts';
export { startOutbox, type Outbox, type OutboxOptions } from './mail-outbox/outbox.ts';
export { startSandbox } from './sandbox/index.ts';
export type { Sandbox, SandboxOptions } from './sandbox/sandbox.ts';
export { NASTY_PATH, writeKnownVisits } from './testing/known-visits.ts';
export { startGate, type Gate } from './testing/tcp-gate.ts';
export { NONSENSE, stumbles } from './testing/nonsense.ts';
