import { describe, expect, it } from 'vitest';
import { registry, remoteDescriptor } from './descriptor.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('the registry', () => {
  const entry = (address: string) => ({ remotes: { 'mf-quiz': { entry: address, version: '1.0.0', contract: 1 } } });

  it.each([
    ['/remotes/mf-quiz/1.0.0/remoteEntry.js', true],
    ['https://cdn.example/x/remoteEntry.js', true],
    ['http://cdn.example/remoteEntry.js', false],
    ['//cdn.example/remoteEntry.js', false],
    ['/remotes/x/other.js', false],
    ['javascript:alert(1)//remoteEntry.js', false],
  ])('points at %s: %s', (address, ok) => expect(accepts(registry, entry(address))).toBe(ok));

  it('knows no descriptor whose files lie outside its build', () => {
    const descriptor = {
      name: 'mf-quiz',
      version: '1',
      contract: 1,
      scripts: ['assets/a.js'],
      styles: [],
      routes: [{ path: '/', screen: 'root', title: 'x', html: 'x' }],
    };
    expect(accepts(remoteDescriptor, descriptor)).toBe(true);
    for (const file of ['../a.js', '/a.js', 'https://x/a.js', 'a/../../b.js'])
      expect(accepts(remoteDescriptor, { ...descriptor, scripts: [file] })).toBe(false);
  });
});
