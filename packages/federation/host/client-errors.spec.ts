import type { RemoteAddress } from '../contract/remote.ts';
import { describe, expect, it } from 'vitest';
import { sourceOf } from './client-errors.ts';

const remote = (name: string, version: string): RemoteAddress => ({
  name,
  version,
  contract: 1,
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  paths: [],
  scripts: [],
  styles: [],
});
const remotes = [remote('mf-quiz', '1.0.0-a'), remote('mf-offer', '2.0.0-b')];

describe('the source of an error', () => {
  it('is the remote whose file the stack names', () => {
    const stack = 'TypeError: x\n    at f (http://localhost:3000/remotes/mf-offer/2.0.0-b/assets/a.js:1:2)';
    expect(sourceOf(stack, remotes)).toMatchObject({ name: 'mf-offer', version: '2.0.0-b' });
  });

  it('is the shell when the stack names none', () => {
    expect(sourceOf('Error\n at http://localhost:3000/assets/shell.js:1:1', remotes)).toMatchObject({ name: 'shell' });
  });
});
