import { rows } from '../stack.ts';

export interface ServerRows {
  readonly answers: Readonly<Record<string, string>>;
  readonly email: string;
  readonly name: string;
}

const SQL = `select s.email, s.name, coalesce(jsonb_object_agg(r.question_key, r.answer_value) filter (where r.question_key is not null), '{}') answers
from funnel.sessions s left join funnel.responses r on r.session_id = s.id where s.id = $1 group by s.id`;

/** Returns what the server has stored of a session. */
export async function serverRows(session: string): Promise<ServerRows> {
  const [row] = await rows<{ email: string | null; name: string | null; answers: Record<string, string> }>(SQL, [
    session,
  ]);
  if (!row) throw new Error('The server has no such session.');
  return { answers: row.answers, email: row.email ?? '', name: row.name ?? '' };
}
