import type { Db } from '../src/platform/prisma.ts';

type Call = (...args: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === 'function';
type Work = (db: Db) => Promise<unknown>;

/** Runs ahead of a statement, with the client that makes it. */
export type Before = (db: Db) => Promise<unknown> | void;

/** Returns a client that runs `before` ahead of each of its statements, including those of its transactions. */
export function beforeStatements<Client extends Db>(client: Client, before: Before): Client {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(inner, key) {
        const value: unknown = Reflect.get(inner, key);
        if (isCall(value))
          return key === '$transaction'
            ? (work: Work, ...options: unknown[]) =>
                value.call(inner, (db: Db) => work(beforeStatements(db, before)), ...options)
            : async (...args: unknown[]) => (await before(client), value.apply(inner, args));
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
    });
  return wrap(client);
}
