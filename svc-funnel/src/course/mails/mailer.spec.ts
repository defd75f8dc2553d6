import { PRODUCT } from '@course/funnel';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { MailError } from './mail-error.ts';
import { Mailer, type MailTimeouts, type OutgoingMail } from './mailer.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/** Starts a real mail server that keeps mails as they arrive. */
async function aMailServer(options: SMTPServerOptions = {}) {
  const raw: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        raw.push(text);
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(() => resolve())));
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return { url, raw, read: (): Promise<Email[]> => Promise.all(raw.map((text) => PostalMime.parse(text))) };
}

/** Starts a server that handles each connection with `behave`. */
async function aSocket(behave: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const aMailer = (smtpUrl: string, timeouts: Partial<MailTimeouts> = {}, connections = 5): Mailer => {
  const mailer = new Mailer({ smtpUrl, from: 'Daybreak AI <course@daybreak-ai.example>', timeouts, connections });
  cleanups.push(() => mailer.close());
  return mailer;
};

const aMail = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: 'ada@example.com',
  subject: 'Your first lesson',
  html: '<p>Hello ☀</p>',
  text: 'Hello ☀',
  messageId: '<one@daybreak-ai.example>',
  ...change,
});

const failureOf = async (sending: Promise<void>): Promise<MailError> => {
  const error = await sending.then(
    () => expect.fail('was accepted'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MailError);
  return error as MailError;
};

const headerOf = (mail: Email | undefined, name: string): string | undefined =>
  mail?.headers.find(({ key }) => key === name)?.value;

describe('a mail that is accepted', () => {
  it('arrives with both parts, its Message-ID and a one-click unsubscribe', async () => {
    const server = await aMailServer();
    await aMailer(server.url).send(aMail({ oneClickUrl: `https://course.example/api/unsubscribe/${'t'.repeat(43)}` }));
    const [mail] = await server.read();
    expect(mail).toMatchObject({
      from: { name: 'Daybreak AI', address: 'course@daybreak-ai.example' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Your first lesson',
      messageId: '<one@daybreak-ai.example>',
    });
    expect([mail?.html?.trim(), mail?.text?.trim()]).toEqual(['<p>Hello ☀</p>', 'Hello ☀']);
    expect(headerOf(mail, 'list-unsubscribe')).toBe(`<https://course.example/api/unsubscribe/${'t'.repeat(43)}>`);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headerOf(mail, 'list-id')).toBe('Daybreak AI lessons <lessons.daybreak-ai.example>');
    expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated');
  });

  it('keeps its Message-ID when it is sent again', async () => {
    const server = await aMailServer();
    const mailer = aMailer(server.url);
    await mailer.send(aMail());
    await mailer.send(aMail());
    expect((await server.read()).map(({ messageId }) => messageId)).toEqual([
      '<one@daybreak-ai.example>',
      '<one@daybreak-ai.example>',
    ]);
  });

  it('has no list header if there is nothing to unsubscribe from', async () => {
    const server = await aMailServer();
    await aMailer(server.url).send(aMail());
    expect(server.raw[0]).not.toMatch(/list-(unsubscribe|id)/i);
  });

  it('is answered at the support address, and does not suppress delivery reports', async () => {
    const server = await aMailServer();
    await aMailer(server.url).send(aMail());
    const [mail] = await server.read();
    expect(mail?.replyTo?.map(({ address }) => address)).toEqual([PRODUCT.supportEmail]);
    expect(headerOf(mail, 'x-auto-response-suppress')).toBe('OOF, AutoReply');
  });

  it.each([
    ['a line break', 'Hi Ada\r\nBcc: eve@evil.example\r\n\r\nBuy', 'Hi Ada Bcc: eve@evil.example Buy'],
    ['quotes and angles', 'Hi "Ada" <eve@evil.example>', 'Hi "Ada" <eve@evil.example>'],
    ['emoji', 'Hi 👩‍🚀 Ada 🌅', 'Hi 👩‍🚀 Ada 🌅'],
    ['an encoded word', 'Hi =?utf-8?Q?Click=20here?= Ada', 'Hi = ?utf-8?Q?Click=20here?= Ada'],
    ['a line separator and a direction mark', 'Hi\u2028Ada\u202Ecod.exe', 'Hi Ada cod.exe'],
    ['a lone surrogate', 'Hi \uD83D Ada', 'Hi � Ada'],
  ])('treats a subject with %s as plain text', async (_case, subject, shown) => {
    const server = await aMailServer();
    await aMailer(server.url).send(aMail({ subject }));
    const [mail] = await server.read();
    expect(mail?.subject).toBe(shown);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.to).toHaveLength(1);
  });

  it('cuts an overlong subject', async () => {
    const server = await aMailServer();
    await aMailer(server.url).send(aMail({ subject: '👨‍👩‍👧‍👦'.repeat(500) }));
    expect((await server.read())[0]?.subject).toBe(`${'👨‍👩‍👧‍👦'.repeat(199)}…`);
  });

  it('reuses connections', async () => {
    let connections = 0;
    const server = await aMailServer({ onConnect: (_session, done) => (connections++, done()) });
    const mailer = aMailer(server.url, {}, 3);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => mailer.send(aMail({ messageId: `<${index}@daybreak-ai.example>` }))),
    );
    expect(server.raw).toHaveLength(40);
    expect(connections).toBeLessThanOrEqual(3);
  });
});

describe('a mail that the server refuses', () => {
  it.each([
    ['an unknown address', 550, 'No such user ada@example.com', 'permanent'],
    ['a disabled mailbox', 550, '5.2.1 Mailbox of ada@example.com disabled', 'permanent'],
    ['a full mailbox', 552, '5.2.2 Over quota', 'temporary'],
    ['greylisting', 451, '4.7.1 Try again later', 'temporary'],
    ['our missing right to relay', 550, '5.7.1 Relaying denied', 'temporary'],
    ['our missing login', 530, '5.7.0 Authentication required', 'temporary'],
  ] as const)('for %s (%i %s) is %s', async (_case, code, text, kind) => {
    const server = await aMailServer({ onRcptTo: (_address, _session, done) => done(refusal(code, text)) });
    const error = await failureOf(aMailer(server.url).send(aMail()));
    expect(error).toMatchObject({ kind, code: `refused ${[code, ...(/^\d\.\d\.\d/.exec(text) ?? [])].join(' ')}` });
    expect(`${error.message} ${error.stack}`).not.toContain('ada@');
  });

  it.each([
    ['a suspicion without a status', 550, 'suspected spam', 'temporary', 'refused 550'],
    ['a mailbox error without a status', 553, 'mailbox name not allowed', 'temporary', 'refused 553'],
    ['spam', 554, 'Looks like spam', 'temporary', 'refused 554'],
    [
      'DMARC',
      550,
      "5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy, see 5.1.1",
      'temporary',
      'refused 550 5.7.26',
    ],
    ['an IP address of ours that looks like a status', 550, 'blocked, 5.1.1.20 is listed', 'temporary', 'refused 550'],
    ['our own sender', 550, '5.1.8 Bad sender', 'temporary', 'refused 550 5.1.8'],
    ['an unknown mailbox', 550, '5.1.1 No such user', 'permanent', 'refused 550 5.1.1'],
    ['a disabled mailbox', 550, '5.2.1 Disabled', 'permanent', 'refused 550 5.2.1'],
    ['a full mailbox', 552, '5.2.2 Over quota', 'temporary', 'refused 552 5.2.2'],
  ] as const)('after its content, for %s (%i %s), is %s', async (_what, code, text, kind, shown) => {
    const server = await aMailServer({
      onData: (stream, _session, done) => stream.on('end', () => done(refusal(code, text))).resume(),
    });
    expect(await failureOf(aMailer(server.url).send(aMail()))).toMatchObject({ kind, code: shown });
  });

  it('because of our sender is temporary', async () => {
    const server = await aMailServer({
      onMailFrom: (_address, _session, done) => done(refusal(550, 'Sender unknown')),
    });
    expect(await failureOf(aMailer(server.url).send(aMail()))).toMatchObject({
      kind: 'temporary',
      code: 'refused 550',
    });
  });

  it('because of our login is temporary', async () => {
    const server = await aMailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, 'No')),
    });
    const url = server.url.replace('smtp://', 'smtp://us:wrong@');
    expect(await failureOf(aMailer(url).send(aMail()))).toMatchObject({ kind: 'temporary', code: 'login refused' });
  });

  it.each([
    'no-at-sign',
    'two@at@signs',
    'ada@example.com\r\nRCPT TO:<eve@evil.example>',
    'ada@example.com, eve@evil.example',
    'Ada <ada@example.com>',
    '',
  ])('never reaches the server with the address %j', async (to) => {
    const server = await aMailServer();
    expect(await failureOf(aMailer(server.url).send(aMail({ to })))).toMatchObject({
      kind: 'permanent',
      code: 'unusable address',
    });
    expect(server.raw).toEqual([]);
  });
});

describe('a mail server that', () => {
  describe('has no TLS', () => {
    const withoutTls: SMTPServerOptions = {
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(null, { user: 'us' }),
    };
    // Reaches this machine, but is no loopback name.
    const ELSEWHERE = '0.0.0.0';

    it('gets neither password nor mail if it is on another machine', async () => {
      const logins: unknown[] = [];
      const server = await aMailServer({
        ...withoutTls,
        onAuth: ({ username }, _session, done) => done(null, { user: logins.push(username) }),
      });
      const url = server.url.replace('127.0.0.1', `us:secret@${ELSEWHERE}`);
      expect(await failureOf(aMailer(url).send(aMail()))).toMatchObject({ kind: 'temporary', code: 'TLS failed' });
      expect([logins, server.raw]).toEqual([[], []]);
    });

    it.each([
      ['without a password on another machine', ELSEWHERE],
      ['on this machine', 'us:secret@127.0.0.1'],
    ])('gets mails %s', async (_where, host) => {
      const server = await aMailServer(withoutTls);
      await aMailer(server.url.replace('127.0.0.1', host)).send(aMail());
      expect(server.raw).toHaveLength(1);
    });
  });

  it('is down is unreachable for now', async () => {
    expect(await failureOf(aMailer('smtp://127.0.0.1:9').send(aMail()))).toMatchObject({
      kind: 'temporary',
      code: 'unreachable',
    });
  });

  it('never greets times out', async () => {
    const url = await aSocket(() => undefined);
    expect(await failureOf(aMailer(url, { greeting: 100 }).send(aMail()))).toMatchObject({
      kind: 'temporary',
      code: 'timeout',
    });
  });

  it('hangs after the content times out', async () => {
    const server = await aMailServer({ onData: (stream) => void stream.resume() });
    expect(await failureOf(aMailer(server.url, { socket: 200 }).send(aMail()))).toMatchObject({
      kind: 'temporary',
      code: 'timeout',
    });
  });

  it('trickles forever is given up after the timeout for the whole mail', async () => {
    const url = await aSocket((socket) => {
      socket.write('220 slow\r\n');
      socket.once('data', () => {
        const drip = setInterval(() => socket.write('250-more\r\n'), 20);
        socket.once('close', () => clearInterval(drip));
      });
    });
    expect(await failureOf(aMailer(url, { mail: 300 }).send(aMail()))).toMatchObject({
      kind: 'temporary',
      code: 'timeout',
    });
  });

  it('drops the connection midway is tried once, because retrying is up to our own queue', async () => {
    let attempts = 0;
    const url = await aSocket((socket) => {
      socket.write('220 shaky\r\n');
      socket.on('data', (bytes: Buffer) => {
        const line = bytes.toString();
        if (line.startsWith('DATA')) attempts++;
        if (line.startsWith('DATA')) socket.write('354 go on\r\n', () => socket.destroy());
        else socket.write('250 fine\r\n');
      });
    });
    expect(await failureOf(aMailer(url).send(aMail()))).toMatchObject({ kind: 'temporary', code: 'unreachable' });
    expect(attempts).toBe(1);
  });

  it('talks nonsense causes a temporary error', async () => {
    const url = await aSocket((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await failureOf(aMailer(url, { greeting: 500 }).send(aMail()))).kind).toBe('temporary');
  });
});

it('a closed mailer accepts no more mails', async () => {
  const server = await aMailServer();
  const mailer = aMailer(server.url);
  mailer.close();
  expect((await failureOf(mailer.send(aMail()))).kind).toBe('temporary');
});
