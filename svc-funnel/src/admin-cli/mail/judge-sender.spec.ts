import { describe, expect, it } from 'vitest';
import { judgeSender, type SenderRecords } from './judge-sender.ts';

const DOMAIN = 'shop-of-lessons.com';

const TRUSTED: SenderRecords = {
  domain: DOMAIN,
  spf: {
    records: ['v=spf1 include:mailers.net -all'],
    forStranger: { result: 'fail', comment: undefined },
    forServer: { name: 'smtp.mailers.net', ip: '203.0.113.9', result: 'pass' },
  },
  ownKey: { passed: [DOMAIN], failed: [], name: `s2026._domainkey.${DOMAIN}`, record: 'v=DKIM1; p=MII', bits: 2048 },
  received: null,
  dmarc: { record: 'v=DMARC1; p=reject; rua=mailto:dmarc@mailers.net', policy: 'reject', isSigned: true },
  mx: { servers: ['mx.mailers.net'], hasAddress: false },
};

const KEY = TRUSTED.ownKey!;

describe('the judgement of a sender', () => {
  it('is good for each check if there is nothing to do', () => {
    expect(judgeSender(TRUSTED).map(({ level, text }) => `${level} ${text.split(':')[0]}`)).toEqual([
      'good SPF',
      'good DKIM',
      'good DMARC',
      'good MX',
    ]);
  });

  it.each<[string, Partial<SenderRecords>, string, RegExp]>([
    [
      'a name in the SPF record that cannot be looked up',
      { spf: { ...TRUSTED.spf, forStranger: { result: 'temperror', comment: undefined } } },
      'bad',
      /^SPF: a name .* try again/,
    ],
    [
      'an SPF record that cannot be evaluated, with the reason',
      { spf: { ...TRUSTED.spf, forStranger: { result: 'permerror', comment: 'too many lookups' } } },
      'bad',
      /^SPF: .* cannot be evaluated \(too many lookups\)/,
    ],
    [
      'an SPF record that lets everybody send, even if it names our server',
      { spf: { ...TRUSTED.spf, records: ['v=spf1 all'] } },
      'bad',
      /^SPF: .* lets everybody send/,
    ],
    [
      'a test mail without a signature',
      { ownKey: { ...KEY, passed: [] } },
      'bad',
      /^DKIM: our signature does not verify \(no signature\); publish at s2026\._domainkey\.shop-of-lessons\.com the TXT record "v=DKIM1; p=MII"/,
    ],
    [
      'a received mail of which one signature fails',
      { received: { passed: ['mailers.net'], failed: [`s1._domainkey.${DOMAIN}: bad signature`] } },
      'bad',
      /^DKIM: a signature .* \(s1\._domainkey\.shop-of-lessons\.com: bad signature\)/,
    ],
    [
      'signatures of which none counts for the domain',
      {
        ownKey: { ...KEY, passed: ['a.net'] },
        received: { passed: ['b.net'], failed: [] },
        dmarc: { ...TRUSTED.dmarc!, isSigned: false },
      },
      'bad',
      /^DMARC: the signature of a\.net, b\.net does not count/,
    ],
    [
      'a domain that accepts no mail, although it has an address',
      { mx: { servers: [''], hasAddress: true } },
      'bad',
      /^MX: .* accepts no mail/,
    ],
  ])('names %s', (_case, changes, level, text) => {
    const findings = judgeSender({ ...TRUSTED, ...changes });
    expect(findings.filter((finding) => text.test(finding.text)).map((finding) => finding.level)).toEqual([level]);
  });

  it('says nothing about DMARC alignment while no signature is valid', () => {
    const findings = judgeSender({ ...TRUSTED, ownKey: null, dmarc: { ...TRUSTED.dmarc!, isSigned: false } });
    expect(findings.filter(({ text }) => text.startsWith('DMARC')).map(({ level }) => level)).toEqual(['good']);
  });
});
