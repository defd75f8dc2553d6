export { startTestStores, type TestStores } from './test-stores.ts';
export { startSandbox } from './sandbox/index.ts';
export type { Sandbox, SandboxOptions } from './sandbox/sandbox.ts';
