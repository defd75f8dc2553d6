import { once } from 'node:events';
import { connect } from 'node:net';

export interface Submission {
  readonly to: readonly string[];
  readonly source: string;
}

/** Submits a mail by SMTP. Resolves with the server's reply to the content. */
export async function submitMail(smtpUrl: string, { to, source }: Submission): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(smtpUrl).port) });
  const send = async (line: string): Promise<string> => {
    socket.write(line);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply.toString().trim();
  };
  await once(socket, 'data');
  await send('HELO test\r\n');
  await send('MAIL FROM:<course@daybreak-ai.example>\r\n');
  for (const address of to) await send(`RCPT TO:<${address}>\r\n`);
  const ready = await send('DATA\r\n');
  const reply = ready.startsWith('354') ? await send(`${source.replace(/\r?\n/g, '\r\n')}\r\n.\r\n`) : ready;
  socket.end();
  return reply;
}

export interface Draft {
  readonly to?: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly messageId?: string;
}

/** Returns the source of a mail with a text and an HTML part. */
export const aMailSource = ({
  to = 'ada@example.com',
  subject = 'Your first lesson',
  html = '<p>Hello</p>',
  text = 'Hello',
  messageId = '<one@daybreak-ai.example>',
}: Draft = {}): string =>
  `From: Daybreak AI <course@daybreak-ai.example>
To: ${to}
Subject: ${subject}
Message-ID: ${messageId}
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="cut"

--cut
Content-Type: text/plain; charset=utf-8

${text}
--cut
Content-Type: text/html; charset=utf-8

${html}
--cut--`;
