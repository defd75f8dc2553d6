import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { Parser } from 'htmlparser2';
import { messageOf } from '../base/failure.ts';
import { StoreUnavailable, type ReleaseStore } from './store.ts';

export interface BucketOptions {
  readonly bucket: string;
  /** Prefix of every key; empty, or ending in a slash. */
  readonly prefix: string;
  /** Origin of the server; the bucket is the first part of the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** How long the server may take to respond, in ms, besides the transfer of the body. */
const REQUEST_MS = 5_000;
/** The slowest transfer that is not given up, in bytes per ms. */
const SLOWEST = 256;
/** Retries of a request that the server failed to serve; the pause before the first is 50 ms. */
const RETRIES = 2;

/** Pause before another attempt to write an object that another write is creating. */
const RETRY_MS = 50;

/** Statuses of a lost race: the condition does not hold. */
const LOST = [404, 412];

/** The same, or two writes conflicted. */
const CONFLICTS = [...LOST, 409];

/** Returns the texts of all elements with that name. */
const textsOf = (xml: string, element: string): string[] => {
  const texts: string[] = [];
  let inside = false;
  const parser = new Parser(
    {
      onopentag: (name) => {
        inside = name === element;
        if (inside) texts.push('');
      },
      ontext: (text) => void (inside && (texts[texts.length - 1] += text)),
      onclosetag: () => void (inside = false),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return texts;
};

const encoded = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** Returns a store in a bucket of any server that supports S3 with conditional writes (`If-Match`, `If-None-Match`). */
export const s3Store = (options: BucketOptions): ReleaseStore => {
  const { bucket, prefix, endpoint, region } = options;
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    ...(options.sessionToken && { sessionToken: options.sessionToken }),
    service: 's3',
    region,
    retries: RETRIES,
  });
  const base = `${endpoint}/${encodeURIComponent(bucket)}`;
  const place = `s3://${bucket}/${prefix}`;

  /** Sends a signed request and reads the complete response. Rejects for any status that is not in `expected`. */
  const send = async (
    method: string,
    address: string,
    expected: readonly number[],
    { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body?: Buffer } = {},
  ) => {
    const aborter = new AbortController();
    const abortAfter = (ms: number) =>
      setTimeout(() => aborter.abort(new Error(`${method} took longer than ${Math.round(ms / 1000)} s`)), ms);
    let timer = abortAfter(REQUEST_MS + (body?.length ?? 0) / SLOWEST);
    try {
      const response = await client.fetch(address, {
        method,
        headers: {
          ...headers,
          // Includes the body in the signature, which otherwise covers only the headers.
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
        ...(body && { body: new Uint8Array(body) }),
        signal: aborter.signal,
      });
      clearTimeout(timer);
      timer = abortAfter(REQUEST_MS + Number(response.headers.get('content-length') ?? 0) / SLOWEST);
      const content = Buffer.from(await response.arrayBuffer());
      if (expected.includes(response.status)) return { response, content };
      const [code = ''] = textsOf(content.toString(), 'Code');
      throw new StoreUnavailable(`${place}: ${method} was refused with ${response.status} ${code}`.trim());
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new StoreUnavailable(`${place}: ${messageOf(cause)}`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  };
  const addressOf = (key: string): string => `${base}/${encoded(prefix + key)}`;
  const put = async (
    key: string,
    body: Buffer,
    condition: Readonly<Record<string, string>>,
    conflicts: readonly number[],
  ): Promise<Response> => {
    const { response } = await send('PUT', addressOf(key), [200, ...conflicts], { headers: condition, body });
    if (response.status === 404 && condition['if-none-match']) throw new StoreUnavailable(`${place} does not exist.`);
    return response;
  };

  return {
    place,
    read: async (key, known) => {
      const headers: Record<string, string> = known === undefined ? {} : { 'if-none-match': known };
      const { response, content } = await send('GET', addressOf(key), [200, 304, 404], { headers });
      if (response.status === 304) return 'unchanged';
      if (response.status === 200) return { body: content, tag: response.headers.get('etag') ?? '' };
      if (textsOf(content.toString(), 'Code')[0] === 'NoSuchBucket')
        throw new StoreUnavailable(`${place} does not exist.`);
      return undefined;
    },
    create: async (key, body) => {
      for (let left = RETRIES; ; left -= 1) {
        const { status } = await put(key, body, { 'if-none-match': '*' }, left > 0 ? CONFLICTS : LOST);
        // The other write may still fail, so a conflict does not mean that the object exists.
        if (status !== 409) return status === 200;
        await pause(RETRY_MS);
      }
    },
    swap: async (key, body, tag) => (await put(key, body, { 'if-match': tag }, CONFLICTS)).status === 200,
    list: async (wanted) => {
      const keys: string[] = [];
      let next: string | undefined = '';
      while (next !== undefined) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + wanted });
        if (next) query.set('continuation-token', next);
        const { content } = await send('GET', `${base}?${query.toString()}`, [200]);
        keys.push(...textsOf(content.toString(), 'Key').map((key) => key.slice(prefix.length)));
        [next] = textsOf(content.toString(), 'NextContinuationToken');
      }
      return keys;
    },
    remove: async (key) => void (await send('DELETE', addressOf(key), [200, 204, 404])),
  };
};
