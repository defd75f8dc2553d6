import { describe, expect, it } from 'vitest';
import { remoteDescriptor } from './descriptor.ts';
import { release, firstRegistry } from './release.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('what an edge serves', () => {
  const entry = (address: string) => ({ remotes: { 'mf-quiz': { entry: address, version: '1.0.0', contract: 1 } } });

  it.each([
    ['/remotes/mf-quiz/1.0.0/remoteEntry.js', true],
    ['https://cdn.example/x/remoteEntry.js', true],
    ['http://cdn.example/remoteEntry.js', false],
    ['//cdn.example/remoteEntry.js', false],
    ['/remotes/x/other.js', false],
    ['javascript:alert(1)//remoteEntry.js', false],
  ])('points at %s: %s', (address, ok) => expect(accepts(firstRegistry, entry(address))).toBe(ok));

  it('has no descriptor with files outside its build', () => {
    const descriptor = {
      name: 'mf-quiz',
      version: '1',
      contract: 1,
      scripts: ['assets/a.js'],
      styles: [],
      routes: [{ path: '/', screen: 'root', title: 'x', html: 'x' }],
    };
    expect(accepts(remoteDescriptor, descriptor)).toBe(true);
    for (const file of ['../a.js', '/a.js', 'https://x/a.js', 'a/../../b.js', 'a//b.js', 'a/', '.env', 'a\\b.js'])
      expect(accepts(remoteDescriptor, { ...descriptor, scripts: [file] })).toBe(false);
  });
});

it('a release lists neither files outside its folder nor release.json itself', () => {
  const listed = (file: string) => ({
    remote: 'mf-quiz',
    release: 'a'.repeat(20),
    version: '1.0.0',
    commit: null,
    files: [{ file, integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }],
    signature: { key: 'a'.repeat(16), value: `${'A'.repeat(86)}==` },
  });
  expect(accepts(release, listed('assets/a@1.js'))).toBe(true);
  for (const file of ['../a.js', '/a.js', 'a/../b.js', '__proto__/../x', 'release.json', 'a b.js'])
    expect(accepts(release, listed(file)), file).toBe(false);
});
