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

  it('takes the status from the words of the server where the report has none of its own', async () => {
    const report = await read(aBounce({ ...MAIL, status: '5.0.0', diagnostic: 'smtp; 552 5.2.2 mailbox full' }));
    expect(report?.failures).toEqual([{ address: 'ada@example.com', status: '5.2.2' }]);
  });

  it('names our reader, not where their mail was forwarded to', async () => {
    const report = await read(aBounce({ ...MAIL, finalRecipient: 'other@gone.example' }));
    expect(report).toMatchObject({ to: 'ada@example.com', failures: [{ address: 'other@gone.example' }] });
  });

  it.each(['delayed', 'relayed', 'delivered', 'expanded'])(
    'of an attempt that is %s has no failure',
    async (action) => {
      expect((await read(aBounce({ ...MAIL, action })))?.failures).toEqual([]);
    },
  );

  it('may be a complaint', async () => {
    expect(await read(aComplaint(MAIL))).toMatchObject({
      ...MAIL,
      failures: [],
      complaint: { address: 'hidden@mx.example' },
    });
    expect((await read(aComplaint({ ...MAIL, type: 'not-spam' })))?.complaint).toBeNull();
  });

  it('is known by a hash when it has no id', async () => {
    const source = aBounce(MAIL).replace(/^Message-ID: <[^>]*@mx\.example>\r\n/m, '');
    const [one, two] = [await read(source), await read(source)];
    expect(one?.id).toMatch(/^[\da-f]{64}$/);
    expect(two?.id).toBe(one?.id);
  });

  it.each([
    ["a reader's answer", anAnswer('Action: failed\nStatus: 5.1.1')],
    ['nothing', ''],
    ['no mail at all', '\u0000\u0001 no headers'],
    [
      'parts within parts without end',
      `Content-Type: multipart/report; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(400)}`,
    ],
  ])('%s is none', async (_case, source) => {
    expect(await read(source)).toBeNull();
  });
});
