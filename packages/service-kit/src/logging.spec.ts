import { expect, it } from 'vitest';
import { createLogger, withoutAddresses } from './logging.ts';

it.each([
  ['Invalid email address: anna.smith+x@mail.example', 'Invalid email address: [address]'],
  ['Key (email)=(a@b) exists', 'Key (email)=([address]) exists'],
  ['nothing here', 'nothing here'],
])('removes addresses from "%s"', (text, clean) => {
  expect(withoutAddresses(text)).toBe(clean);
});

it('logs an error without the address that it quotes', () => {
  const lines: string[] = [];
  const logger = createLogger('a-service', 'info', { write: (line) => void lines.push(line) });
  logger.error({ err: new Error('cannot mail anna@mail.example') }, 'failed');
  expect(lines.join()).toContain('cannot mail [address]');
  expect(lines.join()).not.toContain('anna');
});
