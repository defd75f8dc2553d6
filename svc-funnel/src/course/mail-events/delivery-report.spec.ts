import { describe, expect, it } from 'vitest';
import { aBounce, aComplaint, anAnswer } from '../../../test/reports.ts';
import { readReport } from './delivery-report.ts';

const AT = new Date('2026-11-22T10:00:00Z');
const MAIL = { messageId: '<m1@daybreak-ai.example>', to: 'ada@example.com' };
const read = (source: string) => readReport(Buffer.from(source), AT);

describe('a report by mail', () => {
  it('says which mail did not reach whom, and why', async () => {
    expect(await read(aBounce({ ...MAIL, id: 'r1@mx.example' }))).toEqual({
      id: '<r1@mx.example>',
      at: AT,
      ...MAIL,
      failures: [{ address: 'ada@example.com', status: '5.1.1' }],
      complaint: null,
    });
  });

  it('takes the status from the diagnostic text if the report has none of its own', async () => {
    const report = await read(aBounce({ ...MAIL, status: '5.0.0', diagnostic: 'smtp; 552 5.2.2 mailbox full' }));
    expect(report?.failures).toEqual([{ address: 'ada@example.com', status: '5.2.2' }]);
  });

  it('names our reader, not the address that their mail was forwarded to', async () => {
    const report = await read(aBounce({ ...MAIL, finalRecipient: 'other@gone.example' }));
    expect(report).toMatchObject({ to: 'ada@example.com', failures: [{ address: 'other@gone.example' }] });
  });

  it.each(['delayed', 'relayed', 'delivered', 'expanded'])('of a %s attempt has no failure', async (action) => {
    expect((await read(aBounce({ ...MAIL, action })))?.failures).toEqual([]);
  });

  it('may be a complaint', async () => {
    expect(await read(aComplaint(MAIL))).toMatchObject({
      ...MAIL,
      failures: [],
      complaint: { address: 'hidden@mx.example' },
    });
    expect((await read(aComplaint({ ...MAIL, type: 'not-spam' })))?.complaint).toBeNull();
  });

  it('is identified by a hash if it has no id', async () => {
    const source = aBounce(MAIL).replace(/^Message-ID: <[^>]*@mx\.example>\r\n/m, '');
    const [first, second] = [await read(source), await read(source)];
    expect(first?.id).toMatch(/^[\da-f]{64}$/);
    expect(second?.id).toBe(first?.id);
  });

  it.each([
    ["a reader's answer", anAnswer('Action: failed\nStatus: 5.1.1')],
    ['an empty source', ''],
    ['a source that is no mail', '\u0000\u0001 no headers'],
    [
      'deeply nested parts',
      `Content-Type: multipart/report; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(400)}`,
    ],
  ])('%s is not a report', async (_case, source) => {
    expect(await read(source)).toBeNull();
  });
});
