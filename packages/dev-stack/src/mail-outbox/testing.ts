import { once } from 'node:events';
import { connect } from 'node:net';

export interface Handed {
  readonly to: readonly string[];
  readonly source: string;
}

/** Hands a mail in as any program would, line by line. Resolves with the server's answer to the content. */
export async function handIn(smtpUrl: string, { to, source }: Handed): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(smtpUrl).port) });
  const say = async (line: string): Promise<string> => {
    socket.write(line);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().trim();
  };
  await once(socket, 'data');
  await say('HELO test\r\n');
  await say('MAIL FROM:<course@daybreak-ai.example>\r\n');
  for (const address of to) await say(`RCPT TO:<${address}>\r\n`);
  const ready = await say('DATA\r\n');
  const answer = ready.startsWith('354') ? await say(`${source.replace(/\r?\n/g, '\r\n')}\r\n.\r\n`) : ready;
  socket.end();
  return answer;
}

export interface Draft {
  readonly to?: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly messageId?: string;
}

/** A mail in two parts, as it goes over the wire. */
export const aSource = ({
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
